/** What stands above the queue: the choice of questions, and their numbers. */

import { QUESTION_KINDS } from '../../../protocol/readers';
import { fillTemplate } from '../../../template';
import type { Numbers } from '../../numbers';
import { choice } from '../../page/choices';
import { button, element } from '../../page/elements';
import { SHOWN, type Counts, type Filter } from '../questionList';
import type { QuestionStrings } from '../questionStrings';

/** Return the lists to choose questions by their state, kind and exercise. */
export function filterChoices(
  { show, kind, exercise }: Filter,
  exercises: readonly string[],
  strings: QuestionStrings,
  choose: (change: Partial<Filter>) => void,
): HTMLElement[] {
  const states = SHOWN.map((state) => strings.shown[state]);
  const kinds = [strings.allKinds, ...QUESTION_KINDS.map((name) => strings.kinds[name])];
  const names = [...new Set(exercise === undefined ? exercises : [exercise, ...exercises])];
  return [
    choice(strings.show, 'show', states, SHOWN.indexOf(show), (index) => {
      choose({ show: SHOWN[index] ?? 'open' });
    }),
    choice(strings.kind, 'kind', kinds, kind === undefined ? 0 : QUESTION_KINDS.indexOf(kind) + 1, (index) => {
      choose({ kind: QUESTION_KINDS[index - 1] });
    }),
    ...(names.length > 1
      ? [
          choice(
            strings.exercise,
            'exercise',
            [strings.allExercises, ...names],
            exercise === undefined ? 0 : names.indexOf(exercise) + 1,
            (index) => {
              choose({ exercise: names[index - 1] });
            },
          ),
        ]
      : []),
  ];
}

/** What the line of numbers shows. */
export interface TallyView {
  readonly strings: QuestionStrings;
  readonly numbers: Numbers;
  readonly counts: Counts;
  readonly author: string;
  /** The number of answers that the server has not confirmed. */
  readonly pending: number;
  /** The number of questions that are listed; `undefined` if all are. */
  readonly listed: number | undefined;
  readonly changeAuthor: () => void;
  readonly listAll: () => void;
}

/** Return the line of numbers. */
export function tally({ strings, numbers, counts, author, pending, listed, ...act }: TallyView): HTMLElement[] {
  const part = (template: string, value: number): HTMLElement =>
    element('span', {}, fillTemplate(template, numbers.count(value)));
  return [
    part(strings.openCount, counts.open),
    ...(counts.skipped > 0 ? [part(strings.skippedCount, counts.skipped)] : []),
    part(strings.answeredCount, counts.answered),
    ...(pending > 0 ? [element('span', { class: 'pending' }, fillTemplate(strings.pendingCount, pending))] : []),
    element('span', {}, author ? fillTemplate(strings.signedAs, author) : strings.unsigned),
    button(strings.changeAuthor, act.changeAuthor, { class: 'link', attributes: { 'data-key': 'author' } }),
    ...(listed === undefined
      ? []
      : [
          part(strings.part, listed),
          button(strings.listAll, act.listAll, { class: 'link', attributes: { 'data-key': 'all' } }),
        ]),
  ];
}
