/** A text whose open answers are decided together: all of them are right but those that the teacher names. */

import type { StudentSheet } from '../../../protocol/contract';
import { fillTemplate } from '../../../template';
import { element } from '../../page/elements';
import { scroller } from '../../page/scroller';
import { RULINGS, type Ruling } from '../decideMessages';
import type { DecideStrings } from '../decideStrings';

/** The list of one text, in which the teacher says what is not right. */
export class SheetList {
  readonly element: HTMLElement;
  private readonly choices: ReadonlyMap<string, HTMLSelectElement>;

  constructor(
    readonly sheet: StudentSheet,
    strings: DecideStrings,
  ) {
    const rows = sheet.answers.map((answer) => ({ answer, choice: choiceOf(answer, strings) }));
    this.choices = new Map(rows.map(({ answer, choice }) => [answer.key, choice]));
    const heads = [strings.number, strings.sentence, strings.answerPlace, strings.teachers, strings.decide];
    const cells = rows.map(({ answer: { sentence, change, teachers }, choice }, index) =>
      element(
        'tr',
        {},
        element('td', { class: 'note' }, String(index + 1)),
        element('td', { class: 'words' }, sentence),
        element('th', { class: 'words', attributes: { scope: 'row' } }, change),
        element('td', { class: 'words' }, teachers.map(({ names, text }) => `${names}: ${text}`).join('; ')),
        element('td', {}, choice),
      ),
    );
    const table = element(
      'table',
      { class: 'list sheet' },
      element('caption', { class: 'visually-hidden' }, fillTemplate(strings.sheet, sheet.label)),
      element(
        'thead',
        {},
        element('tr', {}, ...heads.map((head) => element('th', { attributes: { scope: 'col' } }, head))),
      ),
      element('tbody', {}, ...cells),
    );
    this.element = scroller(fillTemplate(strings.sheet, sheet.label), table);
  }

  /** Whether it has the answers of a text as they are now. */
  isOf(sheet: StudentSheet): boolean {
    const keys = sheet.answers.map(({ key }) => key);
    return this.sheet.key === sheet.key && [...this.choices.keys()].join() === keys.join();
  }

  /** What is said of each answer, by the key of its question. */
  get rulings(): Record<string, Ruling> {
    const said = [...this.choices].map(
      ([key, { value }]) => [key, RULINGS.find((ruling) => ruling === value)] as const,
    );
    return Object.fromEntries(said.flatMap(([key, ruling]) => (ruling ? [[key, ruling]] : [])));
  }
}

/** Return the choice of what is said of an answer; that it is right stands first. */
function choiceOf(
  { change, rulings, right }: StudentSheet['answers'][number],
  strings: DecideStrings,
): HTMLSelectElement {
  const others = RULINGS.filter((ruling) => ruling !== right && rulings.includes(ruling));
  const choice = element('select', { attributes: { 'aria-label': change } });
  choice.append(element('option', { attributes: { value: right } }, strings.right));
  choice.append(
    ...others.map((ruling) => element('option', { attributes: { value: ruling } }, strings.rulings[ruling])),
  );
  return choice;
}
