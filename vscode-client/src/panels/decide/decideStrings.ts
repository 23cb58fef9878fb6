import * as vscode from 'vscode';

import { kindTexts } from '../../marks/kindText';
import { markTemplates } from '../../marks/markText';
import { notSavedStrings, stateStrings } from '../stateStrings';

export type DecideStrings = ReturnType<typeof allStrings>;

/** Return everything that the page of a class's answers says, in the person's language. */
export function decideStrings(): DecideStrings {
  return allStrings();
}

function allStrings() {
  return {
    title: vscode.l10n.t('Answers to Decide'),
    wholeWorkspace: vscode.l10n.t('All exercises'),
    refresh: vscode.l10n.t('Refresh'),
    kinds: kindTexts(),
    ...markTemplates(),
    ...stateStrings(),
    ...notSavedStrings(),
    notSaved: vscode.l10n.t('Not saved: {0}. {1}'),
    ...questionStrings(),
    ...deedStrings(),
    ...doneStrings(),
  };
}

function questionStrings() {
  return {
    oneLeft: vscode.l10n.t('{0} question left'),
    left: vscode.l10n.t('{0} questions left'),
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
    noMark: vscode.l10n.t('no mark'),
    problems: vscode.l10n.t('Files that can’t be used'),
    saving: vscode.l10n.t('The last decisions are being saved. More questions follow.'),
  };
}

function deedStrings() {
  return {
    decide: vscode.l10n.t('Decide'),
    go: vscode.l10n.t('Go'),
    rulings: {
      correct: vscode.l10n.t('Correct'),
      partly: vscode.l10n.t('Partly'),
      wrong: vscode.l10n.t('Wrong'),
      needed: vscode.l10n.t('Needed'),
      either: vscode.l10n.t('Either Is Fine'),
    },
    rulingHints: {
      correct: vscode.l10n.t('It counts as correct.'),
      partly: vscode.l10n.t('It counts as partly correct.'),
      wrong: vscode.l10n.t('It counts as wrong.'),
      needed: vscode.l10n.t('The correction has to be made, although nearly nobody in the class sees it.'),
      either: vscode.l10n.t('It is as good as the text before: it neither earns nor costs anything.'),
    },
    always: vscode.l10n.t('Always'),
    alwaysHint: vscode.l10n.t(
      'The next decision holds for these words in all exercises of the course. It is kept in course-decisions.m2.',
    ),
    alwaysOn: vscode.l10n.t('The next decision holds in all exercises.'),
    alwaysOff: vscode.l10n.t('The next decision holds in this exercise.'),
    everywhere: vscode.l10n.t('In all exercises.'),
    moves: { later: vscode.l10n.t('Later'), undo: vscode.l10n.t('Undo') },
    given: {
      correct: vscode.l10n.t('{0}: correct.'),
      partly: vscode.l10n.t('{0}: partly correct.'),
      wrong: vscode.l10n.t('{0}: wrong.'),
      needed: vscode.l10n.t('{0}: the correction is needed.'),
      either: vscode.l10n.t('{0}: either is fine.'),
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
  };
}

function doneStrings() {
  return {
    doneTitle: vscode.l10n.t('Nothing is left to decide'),
    allFinal: vscode.l10n.t('All {0} marks are final.'),
    oneFinal: vscode.l10n.t('The mark is final.'),
    someFinal: vscode.l10n.t('{0} of {1} marks are final.'),
    noMarks: vscode.l10n.t('No student’s text with a mark is here.'),
  };
}
