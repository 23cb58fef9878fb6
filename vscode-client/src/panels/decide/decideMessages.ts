/** Messages between the extension and the page of a class's answers, and everything that the page says. */

import * as l10n from '@vscode/l10n';

import { kindTexts } from '../../marks/kindText';
import { markTemplates } from '../../marks/markText';
import type { ClassQuestions, Ruled } from '../../protocol/contract';
import type { ComputedMessage, ComputedRequest, OpenPlace, Outcome, RemedyRequest, ShownResult } from '../messages';
import { notSavedStrings, stateStrings } from '../words';
import type { Step } from './decideQueue';

export type ShownAnswers = ShownResult<ClassQuestions>;

export type ToDecidePage = ComputedMessage<DecideStrings> | ShownAnswers | Outcome<Ruled | null>;

/** Rulings to send; the page alone asks for it. */
export interface SentSteps {
  readonly type: 'steps';
  readonly steps: readonly Step[];
}

export type FromDecidePage = ComputedRequest | RemedyRequest | OpenPlace | SentSteps;

export type DecideStrings = typeof DECIDE_STRINGS;

/** What the page of a class's answers says, in the person's language. */
export const DECIDE_STRINGS = {
  title: l10n.t('To Decide'),
  wholeWorkspace: l10n.t('All exercises'),
  refresh: l10n.t('Refresh'),
  kinds: kindTexts(),
  ...markTemplates(),
  ...stateStrings(),
  ...notSavedStrings(),
  notSaved: l10n.t('Not saved: {0}. {1}'),
  left: l10n.t('To decide: {0}'),
  laterCount: l10n.t('{0} of them put off'),
  pendingCount: l10n.t('{0} being saved'),
  final: l10n.t('{0} of {1} marks are final'),
  question: l10n.t('Is this answer right?'),
  now: l10n.t('Now: {0}'),
  sentences: l10n.t('in {0} sentences'),
  text: l10n.t('Text'),
  place: l10n.t('Place in the sentence'),
  answerPlace: l10n.t('Answer'),
  teachers: l10n.t('What the teachers have'),
  noTeacher: l10n.t('No teacher changes anything here.'),
  students: l10n.t('Marks now, and after each decision'),
  student: l10n.t('Student'),
  nowHead: l10n.t('Now'),
  openText: l10n.t('Look at it in the text of {0}'),
  noMark: l10n.t('no mark'),
  problems: l10n.t('Files that can’t be used'),
  saving: l10n.t('The last decisions are being saved. More questions follow.'),
  decide: l10n.t('Decide'),
  go: l10n.t('Go'),
  rulings: {
    correct: l10n.t('Correct'),
    partly: l10n.t('Partly'),
    wrong: l10n.t('Wrong'),
    needed: l10n.t('Needed'),
    either: l10n.t('Either Is Fine'),
    taste: l10n.t('Taste'),
  },
  rulingHints: {
    correct: l10n.t('It counts as correct.'),
    partly: l10n.t('It counts as partly correct.'),
    wrong: l10n.t('It counts as wrong.'),
    needed: l10n.t('The correction has to be made, although nearly nobody in the class sees it.'),
    either: l10n.t('It is as good as the text before: it neither earns nor costs anything.'),
    taste: l10n.t('The correction is to your taste: whatever a student does or leaves there does not count.'),
  },
  words: l10n.t('Other Words Too…'),
  wordsHint: l10n.t('The correction is needed, and other words that you type are right there too.'),
  otherWords: l10n.t('Other words for “{0}” that are right too, several with / between them'),
  add: l10n.t('Add'),
  all: l10n.t('All Right but Those Named'),
  each: l10n.t('One by One'),
  sheet: l10n.t('Answers of {0}'),
  sheetTitle: l10n.t('{0}: {1}'),
  number: l10n.t('No.'),
  sentence: l10n.t('Sentence'),
  right: l10n.t('Right'),
  decidedTogether: l10n.t('{0}: decided.'),
  moves: { later: l10n.t('Later'), undo: l10n.t('Undo') },
  given: {
    correct: l10n.t('{0}: correct.'),
    partly: l10n.t('{0}: partly correct.'),
    wrong: l10n.t('{0}: wrong.'),
    needed: l10n.t('{0}: the correction is needed.'),
    either: l10n.t('{0}: either is fine.'),
    taste: l10n.t('{0}: a matter of taste.'),
  },
  undone: l10n.t('{0}: open again.'),
  putOff: l10n.t('{0}: put off.'),
  moved: l10n.t('{0}: {1} → {2}'),
  notMoved: l10n.t('No mark changes.'),
  next: l10n.t('Next: {0}'),
  nothingToUndo: l10n.t('There is no decision of yours to take back here.'),
  notUndone: l10n.t(
    'It was decided before the server was started again. Take it back at its place in a student’s text, under the light bulb.',
  ),
  gone: l10n.t('This answer is decided already, or its text has changed. Any of the keys goes on.'),
  notOpen: l10n.t('This question is not open any more.'),
  always: l10n.t('Always'),
  alwaysHint: l10n.t(
    'The next decision holds for these words in all exercises of the course. It is kept in course-decisions.m2.',
  ),
  alwaysOn: l10n.t('The next decision holds in all exercises.'),
  alwaysOff: l10n.t('The next decision holds in this exercise.'),
  everywhere: l10n.t('In all exercises.'),
  doneTitle: l10n.t('Nothing is left to decide'),
  allFinal: l10n.t('All {0} marks are final.'),
  oneFinal: l10n.t('The mark is final.'),
  someFinal: l10n.t('{0} of {1} marks are final.'),
  noMarks: l10n.t('No student’s text with a mark is here.'),
  finalTitle: l10n.t('Marks that are not final'),
  finalIntroduction: l10n.t(
    'A mark is final when nothing in it is open, or when you say so. Then its answers are asked about no more.',
  ),
  mark: l10n.t('Mark'),
  callFinal: l10n.t('Call it final'),
  ends: {
    'as-they-are': l10n.t('As It Is'),
    lowest: l10n.t('Lowest'),
    highest: l10n.t('Highest'),
  },
  endOf: l10n.t('{0}: {1}'),
  openAgain: l10n.t('Open Again'),
  finalBy: l10n.t('final: {0}'),
  reopened: l10n.t('was final ({0}); the text has changed since'),
  calledFinal: l10n.t('{0}: final.'),
};

/** The same where a teacher checks the own correction. */
export const KEY_STRINGS: DecideStrings = {
  ...DECIDE_STRINGS,
  title: l10n.t('Check My Key'),
  question: l10n.t('Is this correction needed?'),
  noMarks: l10n.t('Your correction is checked. What you said of it is kept with the exercise.'),
};
