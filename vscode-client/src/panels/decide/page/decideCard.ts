/** The question in the middle of the page: an answer in its sentence, what teachers have, and the marks that hang on it. */

import type {
  ClassQuestion,
  ClassQuestions,
  ConcernedStudent,
  FileLocation,
  StudentSheet,
  TextMark,
} from '../../../protocol/contract';
import { VERDICTS } from '../../../protocol/vocabularies';
import { fillTemplate, markBetween } from '../../../words';
import { cutAtWords } from '../../desk';
import type { Numbers } from '../../numbers';
import { sentenceWithPlace } from '../../page/deskParts';
import { button, type Child, element, kindSign, messageBox, scroller } from '../../page/elements';
import type { DecideStrings, End, Ruling } from '../decideMessages';
import { isOwnCorrection, RULINGS, rulingsOn, type Tally } from '../decideQueue';

/** Largest number of students whose marks are shown. */
const MAX_STUDENTS = 6;

/** A question with the words and numbers of a language. */
interface CardView {
  readonly question: ClassQuestion;
  /** Whether the question is not open any more. */
  readonly isGone: boolean;
  /** The marks of the class, with where each open answer stands. */
  readonly marks: readonly TextMark[];
  readonly open: (place: FileLocation) => void;
  readonly strings: DecideStrings;
  readonly numbers: Numbers;
}

/** Return what stands around the question: the sentences above it, and below it the teachers' words and the marks. */
export function questionCard(view: CardView): { readonly above: HTMLElement[]; readonly below: HTMLElement[] } {
  const { question, isGone, strings, numbers } = view;
  const { sentence, source, corrected, answer } = question;
  const sentences = fillTemplate(strings.sentences, numbers.count(question.sentences));
  const kind = VERDICTS.find(({ id }) => id === question.verdict);
  const now = fillTemplate(strings.now, strings.kinds[question.verdict].title);
  return {
    above: [
      element(
        'p',
        { class: 'kind' },
        ...(question.assignment ? [question.assignment, ' · '] : []),
        ...(kind ? kindSign(kind) : []),
        now,
        question.sentences > 1 ? ` · ${sentences}` : undefined,
      ),
      labelled(strings.text, sentenceWithPlace(sentence, cutAtWords(sentence, source), strings.place)),
      ...(isOwnCorrection(question)
        ? []
        : [
            labelled(strings.student, sentenceWithPlace(corrected, cutAtWords(corrected, answer), strings.answerPlace)),
          ]),
    ],
    below: [
      ...(isGone ? [element('p', { class: 'gone' }, strings.gone)] : []),
      teachers(question, strings),
      ...(isOwnCorrection(question) ? [] : students(view)),
    ],
  };
}

/** Return the words for a question that a screen reader says when it comes. */
export function spokenQuestion({ change, corrected, verdict }: ClassQuestion, strings: DecideStrings): string {
  const now = fillTemplate(strings.now, strings.kinds[verdict].title);
  return `${fillTemplate(strings.next, change)}. ${corrected} ${now}.`;
}

function labelled(label: string, sentence: HTMLElement): HTMLElement {
  return element('div', { class: 'version' }, element('p', {}, label), sentence);
}

function teachers({ teachers }: ClassQuestion, strings: DecideStrings): HTMLElement {
  const rows = teachers.map(({ names, text }) =>
    element('div', {}, element('dt', {}, names), element('dd', { class: 'words' }, text)),
  );
  return element(
    'section',
    { class: 'teachers' },
    element('h3', {}, strings.teachers),
    rows.length > 0 ? element('dl', {}, ...rows) : element('p', { class: 'note' }, strings.noTeacher),
  );
}

/** Return a table with the marks of those who gave the answer, now and under each ruling. */
function students(view: CardView): HTMLElement[] {
  const { question, strings, numbers } = view;
  const shown = question.students.slice(0, MAX_STUDENTS);
  const hidden = question.students.length - shown.length;
  const heads = [strings.student, strings.nowHead, ...rulingsOn(question).map((ruling) => strings.rulings[ruling])];
  const table = element(
    'table',
    { class: 'list marks' },
    element('caption', { class: 'visually-hidden' }, strings.students),
    element(
      'thead',
      {},
      element('tr', {}, ...heads.map((head) => element('th', { attributes: { scope: 'col' } }, head))),
    ),
    element('tbody', {}, ...shown.map((student) => studentRow(student, view))),
  );
  return [
    element('h3', {}, strings.students),
    scroller(strings.students, table),
    ...(hidden > 0 ? [element('p', { class: 'note' }, fillTemplate(strings.more, numbers.count(hidden)))] : []),
  ];
}

function studentRow(student: ConcernedStudent, view: CardView): HTMLElement {
  const { strings, numbers } = view;
  const rulings = rulingsOn(view.question);
  const { points, max, after } = student;
  const head = element('th', { attributes: { scope: 'row' } }, studentName(student, view));
  if (points === null || max === null) {
    const none = element('td', { class: 'note', attributes: { colspan: 1 + rulings.length } }, strings.noMark);
    return element('tr', {}, head, none);
  }
  const mark = (value: number, best: number): string =>
    fillTemplate(strings.points, numbers.points(value), numbers.points(best));
  // The best mark stands only where it is another one than now.
  const cell = (ruling: Ruling): Child => {
    const [value = points, best = max] = after[ruling] ?? [];
    const isSame = value === points && best === max;
    const words = best === max ? numbers.points(value) : mark(value, best);
    return element('td', { class: isSame ? 'number same' : 'number' }, words);
  };
  return element('tr', {}, head, element('td', { class: 'number same' }, mark(points, max)), ...rulings.map(cell));
}

/** Return a student's name, which leads to the answer in the text if the editor can show it. */
function studentName({ student, label, uri }: ConcernedStudent, { question, marks, open, strings }: CardView): Child {
  const mark = marks.find((each) => each.student === student && each.uri === uri);
  const place = mark?.places.find(({ key }) => key === question.key)?.location;
  if (!place) {
    return label;
  }
  const act = (): void => {
    open(place);
  };
  return button(label, act, { class: 'link', attributes: { title: fillTemplate(strings.openText, label) } });
}

/** Return what the page says where no question is to be shown. */
export function noQuestion(tally: Tally, strings: DecideStrings, numbers: Numbers): HTMLElement {
  if (tally.left > 0) {
    return element('p', { class: 'waiting' }, strings.saving);
  }
  const [final, marks] = [numbers.count(tally.final), numbers.count(tally.marks)];
  if (tally.marks === 0) {
    return messageBox(strings.doneTitle, strings.noMarks);
  }
  const words = tally.final < tally.marks ? strings.someFinal : tally.marks === 1 ? strings.oneFinal : strings.allFinal;
  return messageBox(strings.doneTitle, fillTemplate(words, final, marks));
}

/** Return the list of files that can't be used; nothing where all can. */
export function problemList({ problems }: ClassQuestions, strings: DecideStrings): HTMLElement[] {
  if (problems.length === 0) {
    return [];
  }
  const list = element('ul', {}, ...problems.map((problem) => element('li', {}, problem)));
  return [element('section', { class: 'problems' }, element('h3', {}, strings.problems), list)];
}

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

const ENDS: readonly End[] = ['as-they-are', 'lowest', 'highest'];

/** The marks with the words and numbers of a language. */
interface FinalMarksView {
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
