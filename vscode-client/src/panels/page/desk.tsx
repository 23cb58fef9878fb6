/** Parts of the pages on which a person decides with one key each. */

import * as l10n from '@vscode/l10n';
import type { ButtonHTMLAttributes, ComponentChildren, VNode } from 'preact';

import { CARET } from '../../protocol/vocabularies';
import { fillTemplate } from '../../words';
import type { CutSentence, Keys, PendingSteps } from '../desk';
import type { ComputedPageState, DeskStep, OtherMessage, ShownResult } from '../messages';
import { ComputedPage, type ResultHost } from './computed';
import { numbers } from './numbers';
import { Button, isWriting } from './view';

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

/** A part of the line of numbers. */
export function Count({ words, values }: { words: string; values: readonly number[] }) {
  return <span>{fillTemplate(words, ...values.map((value) => numbers.count(value)))}</span>;
}

/** The files that can't be used, under a heading; nothing if there is none. */
export function Problems({ problems }: { problems: readonly string[] }) {
  return problems.length === 0 ? null : (
    <section class="problems">
      <h3>{l10n.t('Files that can’t be used')}</h3>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </section>
  );
}

/** A decision that could not be saved: what names its question, and its words. */
interface NotSaved {
  readonly identity: string;
  readonly words: string;
}

/** Return words that a screen reader reads, also where they equal those before. */
export function said(words: string): VNode {
  return <span key={crypto.randomUUID()}>{words}</span>;
}

/**
 * A page on which a person decides with one key each, as `Action`s, whose `Step`s the server answers with a `Result`.
 * A control with a `data-key` has the keyboard and never goes.
 */
export abstract class DeskPage<
  Shown extends ShownResult,
  Step extends DeskStep,
  Result,
  Action extends string,
> extends ComputedPage<Shown> {
  /** What is read aloud of what the person did. */
  protected spoken: VNode | undefined;
  protected abstract readonly list: PendingSteps<Step, object>;
  protected abstract readonly keys: Keys<Action>;
  /** The decisions that could not be saved, until the person closes them; those with the same reason in one line. */
  private readonly failures = new Map<string, readonly NotSaved[]>();

  constructor(root: HTMLElement, host: ResultHost<ComputedPageState>, control: string) {
    super(root, host, `[data-key=${control}]`, true);
    document.addEventListener('keydown', (event) => this.press(event));
  }

  /** Do what a key, a button or a command says. */
  protected abstract act(action: Action | 'undo'): void;

  /** Whether an action can be done now, by a key that is pressed. */
  protected abstract isOffered(action: Action | 'undo', event: KeyboardEvent): boolean;

  /** Take the server's answer to a step. */
  protected abstract settle(id: string, result: Result): void;

  /** Take back a step that failed, and return what it was about; `undefined` if it is another page's. */
  protected abstract refuse(id: string): NotSaved | undefined;

  /** Show the question of a decision that could not be saved. */
  protected abstract showAgain(identity: string): void;

  protected abstract replace(shown: Shown): void;

  protected override renew(shown: Shown): void {
    this.replace(shown);
    if (document.hasFocus() && !document.querySelector('.tally')) {
      this.focus.request();
    }
  }

  protected override receiveOther(message: OtherMessage): void {
    if (message.type === 'act') {
      this.act(message.action as Action);
    } else if (message.type === 'settled') {
      this.settle(message.id, message.result as Result);
    } else if (message.type === 'refused') {
      this.fail(this.refuse(message.id), message.message);
    }
  }

  /** Say that a decision could not be saved. */
  protected fail(item: NotSaved | undefined, reason: string): void {
    if (item) {
      const others = (this.failures.get(reason) ?? []).filter(({ identity }) => identity !== item.identity);
      this.failures.set(reason, [...others, item]);
    }
  }

  /** Return the line of numbers, what could not be saved, and the page below. */
  protected desk(tally: ComponentChildren, below: ComponentChildren): VNode {
    return (
      <>
        <p class="tally">{tally}</p>
        <div class="alerts" role="alert">
          {[...this.failures].map(([reason, items]) => (
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
        {below}
        <p class="visually-hidden spoken" role="status">
          {this.spoken}
        </p>
      </>
    );
  }

  private close(reason: string, shown?: NotSaved): void {
    this.failures.delete(reason);
    if (shown) {
      this.showAgain(shown.identity);
    }
    this.redraw();
  }

  /** Do what a key does, unless the person is writing. A key that is held down moves again, but decides once. */
  private press(event: KeyboardEvent): void {
    const isFree = !event.defaultPrevented && !isWriting(event);
    const action = isFree ? this.keys.actionOf(event, (each) => this.isOffered(each, event)) : undefined;
    if (action) {
      event.preventDefault();
      if (!event.repeat || action === 'next' || action === 'previous') {
        this.act(action);
      }
    }
  }
}

function namesOf(items: readonly NotSaved[]): string {
  const hidden = items.length - MAX_NAMED;
  const named = items.slice(0, MAX_NAMED).map(({ words }) => words);
  return [...named, ...(hidden > 0 ? [l10n.t('and {0} more', hidden)] : [])].join('; ');
}
