/** Messages between the extension and the page of questions, and everything that the page says. */

import * as l10n from '@vscode/l10n';

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
  title: l10n.t('Open Questions'),
  wholeWorkspace: l10n.t('All exercises'),
  types: errorTypeNames(),
  ...stateStrings(),
  computing: l10n.t('Looking for questions…'),
  cancelled: l10n.t('The search for questions was stopped before the end.'),
  failedTitle: l10n.t('The questions can’t be shown'),
  refresh: l10n.t('Refresh'),
  queue: l10n.t('Questions, the most urgent first'),
  answeredQueue: l10n.t('Answered questions, the newest first'),
  show: l10n.t('Show'),
  shown: {
    open: l10n.t('Open'),
    skipped: l10n.t('Skipped by me'),
    answered: l10n.t('Answered'),
  },
  kind: l10n.t('Kind'),
  allKinds: l10n.t('All kinds'),
  kinds: {
    'uncovered-correction': l10n.t('Correction that no reference has'),
    'contradicting-references': l10n.t('Contradicting references'),
    'unchanged-reference': l10n.t('Unchanged reference'),
    'uncorrected-error': l10n.t('Error without a correction'),
  },
  exercise: l10n.t('Exercise'),
  allExercises: l10n.t('All exercises'),
  openCount: l10n.t('{0} open'),
  skippedCount: l10n.t('{0} of them skipped by you'),
  answeredCount: l10n.t('{0} answered'),
  pendingCount: l10n.t('{0} being saved'),
  signedAs: l10n.t('signed {0}'),
  unsigned: l10n.t('not signed'),
  changeAuthor: l10n.t('Change the name…'),
  part: l10n.t('The first {0} are listed.'),
  listAll: l10n.t('List all'),
  rowMarks: l10n.t('{0} texts'),
  oneRowMark: l10n.t('{0} text'),
  skippedMark: l10n.t('skipped'),
  problems: l10n.t('Files that can’t be used'),
  position: l10n.t('Question {0} of {1}'),
  place: l10n.t('Place in the sentence'),
  corrections: l10n.t('Corrections'),
  choose: l10n.t('Press a number to answer about one correction alone.'),
  change: {
    replaces: l10n.t('{0} → {1}'),
    inserts: l10n.t('add “{1}”'),
    removes: l10n.t('take out “{0}”'),
  },
  makers: l10n.t('made by {0}'),
  references: l10n.t('References'),
  hypotheses: l10n.t('Corrections to be marked'),
  unchanged: l10n.t('as in the source'),
  nothing: l10n.t('(nothing)'),
  unseen: l10n.t('has not seen this sentence'),
  manyPeople: l10n.t('{0} texts'),
  openFile: l10n.t('Open {0}’s text here'),
  oneEffect: l10n.t('An answer may change the marks of {0} text.'),
  effect: l10n.t('An answer may change the marks of {0}.'),
  noEffect: l10n.t('An answer changes no marks now.'),
  why: l10n.t('Why here: {0}.'),
  replies: l10n.t('Answers so far'),
  reply: l10n.t('{0}: “{1}”'),
  answers: {
    accept: l10n.t('Accept'),
    reject: l10n.t('Reject'),
    optional: l10n.t('Optional'),
    stands: l10n.t('Stands'),
    skip: l10n.t('Skip'),
    note: l10n.t('Note…'),
  },
  moves: {
    undo: l10n.t('Undo'),
    previous: l10n.t('Previous'),
    next: l10n.t('Next'),
    open: l10n.t('Open the Source'),
  },
  answer: l10n.t('Answer'),
  move: l10n.t('Go'),
  given: {
    accept: l10n.t('Accepted.'),
    reject: l10n.t('Rejected.'),
    optional: l10n.t('Optional.'),
    stands: l10n.t('Left as it stands.'),
    skip: l10n.t('Skipped.'),
    note: l10n.t('Note saved.'),
  },
  undone: l10n.t('Taken back.'),
  nothingToUndo: l10n.t('There is no answer of yours to take back here.'),
  notThis: l10n.t('This question can’t have that answer.'),
  left: l10n.t('{0} left.'),
  noteLabel: l10n.t('Note to the adjudicator; Enter saves it, Escape leaves it'),
  saveNote: l10n.t('Save the Note'),
  cancelNote: l10n.t('Leave It'),
  ...notSavedStrings(),
  noPlace: l10n.t('An editor can’t show this place.'),
  empty: {
    exercise: [
      l10n.t('No exercise found here'),
      l10n.t('Questions need a source, references and corrections of it. Set the folder up first.'),
    ],
    reference: [
      l10n.t('No references yet'),
      l10n.t('Questions are about what references have. Add the correction of a teacher or an annotator.'),
    ],
    hypothesis: [
      l10n.t('No corrections to be marked yet'),
      l10n.t(
        'The references do not contradict one another. More questions come with the corrections of students or systems.',
      ),
    ],
    done: [l10n.t('All questions are answered'), l10n.t('Choose “Answered” to see the answers, or to take one back.')],
    none: [l10n.t('No questions'), l10n.t('The references agree, and they have what people write.')],
    filtered: [l10n.t('No such questions'), l10n.t('Others are hidden by the choices above.')],
    unanswered: [l10n.t('No answers yet'), l10n.t('Answered questions are listed here.')],
  },
};
