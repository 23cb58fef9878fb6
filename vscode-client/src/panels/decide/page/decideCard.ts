/** The question in the middle of the page: an answer in its sentence, what teachers have, and the marks that hang on it. */

import type {
  ClassQuestion,
  ClassQuestions,
  ConcernedStudent,
  FileLocation,
  TextMark,
} from '../../../protocol/contract';
import { VERDICTS } from '../../../protocol/kinds';
import { fillTemplate } from '../../../template';
import type { Numbers } from '../../numbers';
import { cutAtWords } from '../../desk/placeInSentence';
import { sentenceWithPlace } from '../../page/deskParts';
import { button, element, type Child } from '../../page/elements';
import { kindSign } from '../../page/kindSign';
import { messageBox } from '../../page/messageBox';
import { scroller } from '../../page/scroller';
import { isOwnCorrection, rulingsOn, type Ruling } from '../decideMessages';
import type { DecideStrings } from '../decideStrings';
import type { Tally } from '../decideQueue';

/** Largest number of students whose marks are shown. */
const MAX_STUDENTS = 6;

/** A question with the words and numbers of a language. */
export interface CardView {
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
