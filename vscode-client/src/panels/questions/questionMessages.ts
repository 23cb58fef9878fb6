/** Messages between the extension and the page of questions. */

import * as l10n from '@vscode/l10n';

import type { AnnotatorQuestion, QuestionQueue } from '../../protocol/contract';
import type { ComputedMessage, ComputedRequest, OpenPlace, Outcome, RemedyRequest, ShownResult } from '../messages';
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

export type ToQuestionsPage = ComputedMessage | ShownQueue | QuestionsMessage;

export type FromQuestionsPage =
  | ComputedRequest
  | { readonly type: 'chooseAuthor' }
  /** Asks for other questions than those that are shown. */
  | { readonly type: 'ask'; readonly answered: boolean; readonly all: boolean }
  | { readonly type: 'steps'; readonly steps: readonly Step[] }
  | OpenPlace
  | RemedyRequest;

/** What is said of an answer that was given. */
export const GIVEN = {
  accept: l10n.t('Accepted.'),
  reject: l10n.t('Rejected.'),
  optional: l10n.t('Optional.'),
  stands: l10n.t('Left as it stands.'),
  skip: l10n.t('Skipped.'),
  note: l10n.t('Note saved.'),
};
