/** The marks that are not final, or that the teacher called final, each with what can be done about it. */

import type { TextMark } from '../../../protocol/contract';
import { fillTemplate, markBetween } from '../../../template';
import type { Numbers } from '../../numbers';
import { button, element } from '../../page/elements';
import { scroller } from '../../page/scroller';
import { ENDS, type End } from '../decideMessages';
import type { DecideStrings } from '../decideStrings';

/** The marks with the words and numbers of a language. */
export interface FinalMarksView {
  readonly marks: readonly TextMark[];
  readonly strings: DecideStrings;
  readonly numbers: Numbers;
  /** Whether what was said of a mark is on its way to the server. */
  readonly isChanging: (mark: TextMark) => boolean;
  /** Call a mark final, or with `null` open again. */
  readonly callFinal: (mark: TextMark, open: End | null) => void;
}

/** Return the section with these marks; nothing where all marks are final by themselves. */
export function finalMarks(view: FinalMarksView): HTMLElement[] {
  const { marks, strings } = view;
  const shown = marks.filter(({ open, final }) => open > 0 || final !== null);
  if (shown.length === 0) {
    return [];
  }
  const heads = [strings.student, strings.mark, strings.callFinal];
  const table = element(
    'table',
    { class: 'list finals' },
    element('caption', { class: 'visually-hidden' }, strings.finalTitle),
    element(
      'thead',
      {},
      element('tr', {}, ...heads.map((head) => element('th', { attributes: { scope: 'col' } }, head))),
    ),
    element('tbody', {}, ...shown.map((mark) => row(mark, view))),
  );
  return [
    element('h3', {}, strings.finalTitle),
    element('p', { class: 'note' }, strings.finalIntroduction),
    scroller(strings.finalTitle, table),
  ];
}

function row(mark: TextMark, view: FinalMarksView): HTMLElement {
  const { strings, isChanging, callFinal } = view;
  const { label, final, reopened } = mark;
  const choices: readonly (readonly [End | null, string])[] =
    final === null ? ENDS.map((end) => [end, strings.ends[end]]) : [[null, strings.openAgain]];
  const buttons = choices.map(([end, words]) => {
    const act = (): void => {
      callFinal(mark, end);
    };
    const name = fillTemplate(strings.endOf, label, words);
    const made = button(words, act, { class: 'plain', attributes: { 'aria-label': name } });
    made.disabled = isChanging(mark);
    return made;
  });
  const remark =
    final !== null ? fillTemplate(strings.finalBy, final) : reopened && fillTemplate(strings.reopened, reopened);
  return element(
    'tr',
    {},
    element('th', { attributes: { scope: 'row' } }, label),
    element('td', { class: 'number' }, words(mark, view), ...(remark ? [element('p', { class: 'note' }, remark)] : [])),
    element('td', {}, element('div', { class: 'actions' }, ...buttons)),
  );
}

function words({ points, max, range, open }: TextMark, { strings, numbers }: FinalMarksView): string {
  const [low = points, high = points] = range;
  return markBetween([low, high], max, open, strings, (value) => numbers.points(value));
}
