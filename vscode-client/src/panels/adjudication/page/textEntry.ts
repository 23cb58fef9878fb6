import { fillTemplate } from '../../../words';
import { button, element } from '../../page/elements';
import type { Draft } from '../adjudicationMessages';
import type { AdjudicationStrings } from '../adjudicationStrings';

/** What a person does with the words being written. */
export interface EntryActions {
  readonly keep: (text: string) => void;
  readonly save: (text: string) => void;
  readonly cancel: () => void;
}

/** Return the field in which a person writes own words or a reason. Enter saves, Escape cancels. */
export function textEntry(
  draft: Draft,
  strings: AdjudicationStrings,
  isForNext: boolean,
  { keep, save, cancel }: EntryActions,
): HTMLElement {
  const input = element('input', {
    attributes: { type: 'text', id: 'entry', 'data-key': 'entry', value: draft.text, autocomplete: 'off' },
    on: {
      input: () => {
        keep(input.value);
      },
    },
  });
  const form = element(
    'form',
    { class: 'entry' },
    element('label', { attributes: { for: 'entry' } }, labelOf(draft, strings, isForNext)),
    input,
    element('button', { class: 'primary', attributes: { type: 'submit' } }, strings.save),
    button(strings.cancel, cancel, { class: 'plain' }),
    element('span', { class: 'note' }, strings.entryHint),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    save(input.value);
  });
  form.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') {
      cancel();
    }
  });
  return form;
}

function labelOf({ kind, place }: Draft, strings: AdjudicationStrings, isForNext: boolean): string {
  if (kind === 'reason') {
    return isForNext ? strings.nextReason : strings.reason;
  }
  return place === undefined ? strings.words : fillTemplate(strings.placeWords, place + 1);
}
