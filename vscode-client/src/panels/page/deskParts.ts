/** Parts of the pages on which a person decides with one key each. */

import { CARET } from '../../protocol/vocabularies';
import { fillTemplate } from '../../words';
import type { CutSentence, Keys } from '../desk';
import type { NotSavedStrings } from '../words';
import { button, element } from './elements';

/** Largest number of decisions with the same reason that are named at once. */
const MAX_NAMED = 6;

/** Return a sentence with its place marked; a caret stands where words are added. `label` says what the place is. */
export function sentenceWithPlace(sentence: string, cut: CutSentence | undefined, label: string): HTMLElement {
  if (!cut) {
    return element('blockquote', { class: 'sentence' }, sentence);
  }
  const place = element('mark', { attributes: { 'aria-label': label } }, cut.place || CARET);
  return element('blockquote', { class: 'sentence' }, cut.before, place, cut.after);
}

/** Return a button that shows its key. */
export function keyButton<Action extends string>(
  action: Action,
  label: string,
  keys: Keys<Action>,
  act: (action: Action) => void,
): HTMLButtonElement {
  const key = keys.shown(action);
  const press = (): void => {
    act(action);
  };
  const made = button(label, press, { attributes: { 'data-key': action, 'aria-keyshortcuts': key } });
  made.append(' ', element('kbd', { attributes: { 'aria-hidden': 'true' } }, key));
  return made;
}

/** Return a group of buttons with a name. */
export function buttonGroup(label: string, buttons: readonly HTMLElement[]): HTMLElement {
  return element('div', { class: 'actions', attributes: { role: 'group', 'aria-label': label } }, ...buttons);
}

/** A decision that could not be saved. */
export interface NotSaved {
  /** What names its question. */
  readonly identity: string;
  readonly words: string;
}

/**
 * The decisions that could not be saved, until the person closes them; those with the same reason in one line.
 */
export class FailureList {
  readonly element = element('div', { class: 'alerts', attributes: { role: 'alert' } });
  private readonly byReason = new Map<string, { readonly row: HTMLElement; readonly items: readonly NotSaved[] }>();

  /** `show` shows the question of a decision. */
  constructor(private readonly show: (identity: string) => void) {}

  add(item: NotSaved, reason: string, strings: NotSavedStrings): void {
    const before = this.byReason.get(reason);
    const items = [...(before?.items ?? []).filter(({ identity }) => identity !== item.identity), item];
    const row = this.rowOf(items, reason, strings);
    this.byReason.set(reason, { row, items });
    if (before) {
      before.row.replaceWith(row);
    } else {
      this.element.append(row);
    }
  }

  private rowOf(items: readonly NotSaved[], reason: string, strings: NotSavedStrings): HTMLElement {
    const close = (): void => {
      this.byReason.get(reason)?.row.remove();
      this.byReason.delete(reason);
    };
    const show = (): void => {
      close();
      this.show(items[0]?.identity ?? '');
    };
    const hidden = items.length - MAX_NAMED;
    const named = items.slice(0, MAX_NAMED).map(({ words }) => words);
    const words = [...named, ...(hidden > 0 ? [fillTemplate(strings.more, hidden)] : [])].join('; ');
    return element(
      'p',
      { class: 'failure' },
      element('span', {}, fillTemplate(strings.notSaved, words, reason)),
      button(strings.showQuestion, show, { class: 'plain' }),
      button(strings.dismiss, close, { class: 'plain' }),
    );
  }
}
