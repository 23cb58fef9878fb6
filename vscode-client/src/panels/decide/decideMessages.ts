/** Messages between the extension and the page of a class's answers, and everything that the page says. */

import * as vscode from 'vscode';

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
  title: vscode.l10n.t('To Decide'),
  wholeWorkspace: vscode.l10n.t('All exercises'),
  refresh: vscode.l10n.t('Refresh'),
  kinds: kindTexts(),
  ...markTemplates(),
  ...stateStrings(),
  ...notSavedStrings(),
  notSaved: vscode.l10n.t('Not saved: {0}. {1}'),
  left: vscode.l10n.t('To decide: {0}'),
  laterCount: vscode.l10n.t('{0} of them put off'),
  pendingCount: vscode.l10n.t('{0} being saved'),
  final: vscode.l10n.t('{0} of {1} marks are final'),
  question: vscode.l10n.t('Is this answer right?'),
  now: vscode.l10n.t('Now: {0}'),
  sentences: vscode.l10n.t('in {0} sentences'),
  text: vscode.l10n.t('Text'),
  place: vscode.l10n.t('Place in the sentence'),
  answerPlace: vscode.l10n.t('Answer'),
  teachers: vscode.l10n.t('What the teachers have'),
  noTeacher: vscode.l10n.t('No teacher changes anything here.'),
  students: vscode.l10n.t('Marks now, and after each decision'),
  student: vscode.l10n.t('Student'),
  nowHead: vscode.l10n.t('Now'),
  openText: vscode.l10n.t('Look at it in the text of {0}'),
  noMark: vscode.l10n.t('no mark'),
  problems: vscode.l10n.t('Files that can’t be used'),
  saving: vscode.l10n.t('The last decisions are being saved. More questions follow.'),
  decide: vscode.l10n.t('Decide'),
  go: vscode.l10n.t('Go'),
  rulings: {
    correct: vscode.l10n.t('Correct'),
    partly: vscode.l10n.t('Partly'),
    wrong: vscode.l10n.t('Wrong'),
    needed: vscode.l10n.t('Needed'),
    either: vscode.l10n.t('Either Is Fine'),
    taste: vscode.l10n.t('Taste'),
  },
  rulingHints: {
    correct: vscode.l10n.t('It counts as correct.'),
    partly: vscode.l10n.t('It counts as partly correct.'),
    wrong: vscode.l10n.t('It counts as wrong.'),
    needed: vscode.l10n.t('The correction has to be made, although nearly nobody in the class sees it.'),
    either: vscode.l10n.t('It is as good as the text before: it neither earns nor costs anything.'),
    taste: vscode.l10n.t('The correction is to your taste: whatever a student does or leaves there does not count.'),
  },
  words: vscode.l10n.t('Other Words Too…'),
  wordsHint: vscode.l10n.t('The correction is needed, and other words that you type are right there too.'),
  otherWords: vscode.l10n.t('Other words for “{0}” that are right too, several with / between them'),
  add: vscode.l10n.t('Add'),
  all: vscode.l10n.t('All Right but Those Named'),
  each: vscode.l10n.t('One by One'),
  sheet: vscode.l10n.t('Answers of {0}'),
  sheetTitle: vscode.l10n.t('{0}: {1}'),
  number: vscode.l10n.t('No.'),
  sentence: vscode.l10n.t('Sentence'),
  right: vscode.l10n.t('Right'),
  decidedTogether: vscode.l10n.t('{0}: decided.'),
  moves: { later: vscode.l10n.t('Later'), undo: vscode.l10n.t('Undo') },
  given: {
    correct: vscode.l10n.t('{0}: correct.'),
    partly: vscode.l10n.t('{0}: partly correct.'),
    wrong: vscode.l10n.t('{0}: wrong.'),
    needed: vscode.l10n.t('{0}: the correction is needed.'),
    either: vscode.l10n.t('{0}: either is fine.'),
    taste: vscode.l10n.t('{0}: a matter of taste.'),
  },
  undone: vscode.l10n.t('{0}: open again.'),
  putOff: vscode.l10n.t('{0}: put off.'),
  moved: vscode.l10n.t('{0}: {1} → {2}'),
  notMoved: vscode.l10n.t('No mark changes.'),
  next: vscode.l10n.t('Next: {0}'),
  nothingToUndo: vscode.l10n.t('There is no decision of yours to take back here.'),
  notUndone: vscode.l10n.t(
    'It was decided before the server was started again. Take it back at its place in a student’s text, under the light bulb.',
  ),
  gone: vscode.l10n.t('This answer is decided already, or its text has changed. Any of the keys goes on.'),
  notOpen: vscode.l10n.t('This question is not open any more.'),
  always: vscode.l10n.t('Always'),
  alwaysHint: vscode.l10n.t(
    'The next decision holds for these words in all exercises of the course. It is kept in course-decisions.m2.',
  ),
  alwaysOn: vscode.l10n.t('The next decision holds in all exercises.'),
  alwaysOff: vscode.l10n.t('The next decision holds in this exercise.'),
  everywhere: vscode.l10n.t('In all exercises.'),
  doneTitle: vscode.l10n.t('Nothing is left to decide'),
  allFinal: vscode.l10n.t('All {0} marks are final.'),
  oneFinal: vscode.l10n.t('The mark is final.'),
  someFinal: vscode.l10n.t('{0} of {1} marks are final.'),
  noMarks: vscode.l10n.t('No student’s text with a mark is here.'),
  finalTitle: vscode.l10n.t('Marks that are not final'),
  finalIntroduction: vscode.l10n.t(
    'A mark is final when nothing in it is open, or when you say so. Then its answers are asked about no more.',
  ),
  mark: vscode.l10n.t('Mark'),
  callFinal: vscode.l10n.t('Call it final'),
  ends: {
    'as-they-are': vscode.l10n.t('As It Is'),
    lowest: vscode.l10n.t('Lowest'),
    highest: vscode.l10n.t('Highest'),
  },
  endOf: vscode.l10n.t('{0}: {1}'),
  openAgain: vscode.l10n.t('Open Again'),
  finalBy: vscode.l10n.t('final: {0}'),
  reopened: vscode.l10n.t('was final ({0}); the text has changed since'),
  calledFinal: vscode.l10n.t('{0}: final.'),
};

/** The same where a teacher checks the own correction. */
export const KEY_STRINGS: DecideStrings = {
  ...DECIDE_STRINGS,
  title: vscode.l10n.t('Check My Key'),
  question: vscode.l10n.t('Is this correction needed?'),
  noMarks: vscode.l10n.t('Your correction is checked. What you said of it is kept with the exercise.'),
};
