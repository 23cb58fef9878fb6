/** Parts of the pages on which a person decides with one key each. */

import * as l10n from '@vscode/l10n';
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';

import { CARET } from '../../protocol/vocabularies';
import type { CutSentence, Keys } from '../desk';
import { Button } from './view';

/** Largest number of decisions with the same reason that are named at once. */
const MAX_NAMED = 6;

/** A sentence with its place marked; a caret stands where words are added. `label` says what the place is. */
export function SentenceWithPlace(props: { sentence: string; cut: CutSentence | undefined; label: string }) {
  const { sentence, cut, label } = props;
  return cut ? (
    <blockquote class="sentence">
      {cut.before}
      <mark aria-label={label}>{cut.place || CARET}</mark>
      {cut.after}
    </blockquote>
  ) : (
    <blockquote class="sentence">{sentence}</blockquote>
  );
}

/** A button that shows its key; other attributes are the button's. */
export function KeyButton<Action extends string>(
  props: ButtonHTMLAttributes & {
    action: Action;
    label: string;
    keys: Keys<Action>;
    act: (action: Action) => void;
  },
) {
  const { action, label, keys, act, ...attributes } = props;
  const key = keys.shown(action);
  return (
    <Button {...attributes} data-key={action} aria-keyshortcuts={key} onClick={() => act(action)}>
      {label} <kbd aria-hidden="true">{key}</kbd>
    </Button>
  );
}

/** A group of buttons with a name. */
export function ButtonGroup({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="actions" role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** A decision that could not be saved. */
export interface NotSaved {
  /** What names its question. */
  readonly identity: string;
  readonly words: string;
}

/** The decisions that could not be saved, until the person closes them; those with the same reason in one line. */
export class Failures {
  private readonly byReason = new Map<string, readonly NotSaved[]>();

  /** `show` shows the question of a decision; `redraw` draws the page again. */
  constructor(
    private readonly show: (identity: string) => void,
    private readonly redraw: () => void,
  ) {}

  add(item: NotSaved, reason: string): void {
    const others = (this.byReason.get(reason) ?? []).filter(({ identity }) => identity !== item.identity);
    this.byReason.set(reason, [...others, item]);
  }

  view(): ComponentChildren {
    return (
      <div class="alerts" role="alert">
        {[...this.byReason].map(([reason, items]) => (
          <p key={reason} class="failure">
            <span>{l10n.t('Not saved: {0} – {1}', namesOf(items), reason)}</span>
            <Button class="plain" onClick={() => this.close(reason, items[0])}>
              {l10n.t('Show the Question')}
            </Button>
            <Button class="plain" onClick={() => this.close(reason)}>
              {l10n.t('Close')}
            </Button>
          </p>
        ))}
      </div>
    );
  }

  private close(reason: string, shown?: NotSaved): void {
    this.byReason.delete(reason);
    if (shown) {
      this.show(shown.identity);
    }
    this.redraw();
  }
}

function namesOf(items: readonly NotSaved[]): string {
  const hidden = items.length - MAX_NAMED;
  const named = items.slice(0, MAX_NAMED).map(({ words }) => words);
  return [...named, ...(hidden > 0 ? [l10n.t('and {0} more', hidden)] : [])].join('; ');
}
