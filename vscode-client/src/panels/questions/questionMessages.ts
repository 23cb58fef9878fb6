/** Messages between the extension and the page of questions, and everything that the page says. */

import * as vscode from 'vscode';

import { errorTypeNames } from '../../marks/kindText';
import type { AnnotatorQuestion, QuestionQueue } from '../../protocol/contract';
import type { ComputedMessage, ComputedRequest, OpenPlace, Outcome, RemedyRequest, ShownResult } from '../messages';
import { notSavedStrings, stateStrings } from '../words';
import type { QuestionAction, Step } from './questionList';

/** What the folder lacks, so that it has no questions. */
export type Lack = 'exercise' | 'reference' | 'hypothesis';

/** A queue of the server's; `answered`: that of the answered questions. */
export interface ShownQueue extends ShownResult<QuestionQueue> {
  readonly answered: boolean;
  readonly lack: Lack | null;
}

/** What the page of questions alone receives. */
export type QuestionsMessage =
  | Outcome<AnnotatorQuestion>
  /** The person has run a command that does what a key of the page does. */
  | { readonly type: 'act'; readonly action: QuestionAction };

export type ToQuestionsPage = ComputedMessage<QuestionStrings> | ShownQueue | QuestionsMessage;

export type FromQuestionsPage =
  | ComputedRequest
  | { readonly type: 'chooseAuthor' }
  /** Asks for other questions than those that are shown. */
  | { readonly type: 'ask'; readonly answered: boolean; readonly all: boolean }
  | { readonly type: 'steps'; readonly steps: readonly Step[] }
  | OpenPlace
  | RemedyRequest;

export type QuestionStrings = typeof QUESTION_STRINGS;

/** What the page of questions says, in the person's language. */
export const QUESTION_STRINGS = {
  title: vscode.l10n.t('Open Questions'),
  wholeWorkspace: vscode.l10n.t('All exercises'),
  types: errorTypeNames(),
  ...stateStrings(),
  computing: vscode.l10n.t('Looking for questions…'),
  cancelled: vscode.l10n.t('The search for questions was stopped before the end.'),
  failedTitle: vscode.l10n.t('The questions can’t be shown'),
  refresh: vscode.l10n.t('Refresh'),
  queue: vscode.l10n.t('Questions, the most urgent first'),
  answeredQueue: vscode.l10n.t('Answered questions, the newest first'),
  show: vscode.l10n.t('Show'),
  shown: {
    open: vscode.l10n.t('Open'),
    skipped: vscode.l10n.t('Skipped by me'),
    answered: vscode.l10n.t('Answered'),
  },
  kind: vscode.l10n.t('Kind'),
  allKinds: vscode.l10n.t('All kinds'),
  kinds: {
    'uncovered-correction': vscode.l10n.t('Correction that no reference has'),
    'contradicting-references': vscode.l10n.t('Contradicting references'),
    'unchanged-reference': vscode.l10n.t('Unchanged reference'),
    'uncorrected-error': vscode.l10n.t('Error without a correction'),
  },
  exercise: vscode.l10n.t('Exercise'),
  allExercises: vscode.l10n.t('All exercises'),
  openCount: vscode.l10n.t('{0} open'),
  skippedCount: vscode.l10n.t('{0} of them skipped by you'),
  answeredCount: vscode.l10n.t('{0} answered'),
  pendingCount: vscode.l10n.t('{0} being saved'),
  signedAs: vscode.l10n.t('signed {0}'),
  unsigned: vscode.l10n.t('not signed'),
  changeAuthor: vscode.l10n.t('Change the name…'),
  part: vscode.l10n.t('The first {0} are listed.'),
  listAll: vscode.l10n.t('List all'),
  rowMarks: vscode.l10n.t('{0} texts'),
  oneRowMark: vscode.l10n.t('{0} text'),
  skippedMark: vscode.l10n.t('skipped'),
  problems: vscode.l10n.t('Files that can’t be used'),
  position: vscode.l10n.t('Question {0} of {1}'),
  place: vscode.l10n.t('Place in the sentence'),
  corrections: vscode.l10n.t('Corrections'),
  choose: vscode.l10n.t('Press a number to answer about one correction alone.'),
  change: {
    replaces: vscode.l10n.t('{0} → {1}'),
    inserts: vscode.l10n.t('add “{1}”'),
    removes: vscode.l10n.t('take out “{0}”'),
  },
  makers: vscode.l10n.t('made by {0}'),
  references: vscode.l10n.t('References'),
  hypotheses: vscode.l10n.t('Corrections to be marked'),
  unchanged: vscode.l10n.t('as in the source'),
  nothing: vscode.l10n.t('(nothing)'),
  unseen: vscode.l10n.t('has not seen this sentence'),
  manyPeople: vscode.l10n.t('{0} texts'),
  openFile: vscode.l10n.t('Open {0}’s text here'),
  oneEffect: vscode.l10n.t('An answer may change the marks of {0} text.'),
  effect: vscode.l10n.t('An answer may change the marks of {0}.'),
  noEffect: vscode.l10n.t('An answer changes no marks now.'),
  why: vscode.l10n.t('Why here: {0}.'),
  replies: vscode.l10n.t('Answers so far'),
  reply: vscode.l10n.t('{0}: “{1}”'),
  answers: {
    accept: vscode.l10n.t('Accept'),
    reject: vscode.l10n.t('Reject'),
    optional: vscode.l10n.t('Optional'),
    stands: vscode.l10n.t('Stands'),
    skip: vscode.l10n.t('Skip'),
    note: vscode.l10n.t('Note…'),
  },
  moves: {
    undo: vscode.l10n.t('Undo'),
    previous: vscode.l10n.t('Previous'),
    next: vscode.l10n.t('Next'),
    open: vscode.l10n.t('Open the Source'),
  },
  answer: vscode.l10n.t('Answer'),
  move: vscode.l10n.t('Go'),
  given: {
    accept: vscode.l10n.t('Accepted.'),
    reject: vscode.l10n.t('Rejected.'),
    optional: vscode.l10n.t('Optional.'),
    stands: vscode.l10n.t('Left as it stands.'),
    skip: vscode.l10n.t('Skipped.'),
    note: vscode.l10n.t('Note saved.'),
  },
  undone: vscode.l10n.t('Taken back.'),
  nothingToUndo: vscode.l10n.t('There is no answer of yours to take back here.'),
  notThis: vscode.l10n.t('This question can’t have that answer.'),
  left: vscode.l10n.t('{0} left.'),
  noteLabel: vscode.l10n.t('Note to the adjudicator; Enter saves it, Escape leaves it'),
  saveNote: vscode.l10n.t('Save the Note'),
  cancelNote: vscode.l10n.t('Leave It'),
  ...notSavedStrings(),
  noPlace: vscode.l10n.t('An editor can’t show this place.'),
  empty: {
    exercise: [
      vscode.l10n.t('No exercise found here'),
      vscode.l10n.t('Questions need a source, references and corrections of it. Set the folder up first.'),
    ],
    reference: [
      vscode.l10n.t('No references yet'),
      vscode.l10n.t('Questions are about what references have. Add the correction of a teacher or an annotator.'),
    ],
    hypothesis: [
      vscode.l10n.t('No corrections to be marked yet'),
      vscode.l10n.t(
        'The references do not contradict one another. More questions come with the corrections of students or systems.',
      ),
    ],
    done: [
      vscode.l10n.t('All questions are answered'),
      vscode.l10n.t('Choose “Answered” to see the answers, or to take one back.'),
    ],
    none: [vscode.l10n.t('No questions'), vscode.l10n.t('The references agree, and they have what people write.')],
    filtered: [vscode.l10n.t('No such questions'), vscode.l10n.t('Others are hidden by the choices above.')],
    unanswered: [vscode.l10n.t('No answers yet'), vscode.l10n.t('Answered questions are listed here.')],
  },
};
