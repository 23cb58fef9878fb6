/** Messages between the extension and the page of questions. */

import * as v from 'valibot';

import type { AnnotatorQuestion, QuestionQueue, Range } from '../../protocol/contract';
import { question, questionKind, questionQueue, type QuestionKind } from '../../protocol/readers';
import { reader, type Reader } from '../../protocol/readers';
import {
  computedRequest,
  conditions,
  focus,
  openPlace,
  remedyRequest,
  scope,
  strings,
  words,
  type ComputedMessage,
  type ComputedPageState,
  type ComputedRequest,
  type OpenPlace,
  type RemedyRequest,
  type ShownResult,
} from '../messages';
import { refused, settled, type Outcome } from '../desk/outcome';
import { QUESTION_ACTIONS, type QuestionAction } from './keys';
import { SHOWN, type Shown } from './questionList';
import type { QuestionStrings } from './questionStrings';
import { step, type Step } from './step';

/** What the folder lacks, so that it has no questions. */
export const LACKS = ['exercise', 'reference', 'hypothesis'] as const;
export type Lack = (typeof LACKS)[number];

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

/** What the page keeps over a reload. */
export interface QuestionsPageState extends ComputedPageState {
  readonly show?: Shown | undefined;
  readonly kind?: QuestionKind | undefined;
  readonly exercise?: string | undefined;
  /** The identity of the question that is shown. */
  readonly current?: string | undefined;
  /** The steps that the server has not confirmed. */
  readonly pending?: readonly Step[] | undefined;
  /** The questions that the person has answered, the last one last; taking back begins there. */
  readonly answered?: readonly AnnotatorQuestion[] | undefined;
}

const steps = v.array(step);

const toQuestionsPage = v.variant('type', [
  v.object({ ...words, strings: strings<QuestionStrings>(), scope }),
  v.object({
    type: v.literal('result'),
    result: questionQueue,
    answered: v.boolean(),
    lack: v.nullable(v.picklist(LACKS)),
  }),
  v.object({ ...settled, result: question }),
  refused,
  v.object({ type: v.literal('act'), action: v.picklist(QUESTION_ACTIONS) }),
  focus,
  ...conditions,
]);

const fromQuestionsPage = v.variant('type', [
  computedRequest,
  v.object({ type: v.literal('chooseAuthor') }),
  v.object({ type: v.literal('ask'), answered: v.boolean(), all: v.boolean() }),
  v.object({ type: v.literal('steps'), steps }),
  openPlace,
  remedyRequest,
]);

const questionsPageState = v.object({
  scope: v.optional(v.nullable(v.string())),
  show: v.optional(v.picklist(SHOWN)),
  kind: v.optional(questionKind),
  exercise: v.optional(v.string()),
  current: v.optional(v.string()),
  pending: v.optional(steps),
  answered: v.optional(v.array(question)),
});

export const readSteps: Reader<readonly Step[]> = reader(steps);
export const readToQuestionsPage: Reader<ToQuestionsPage> = reader(toQuestionsPage);
export const readFromQuestionsPage: Reader<FromQuestionsPage> = reader(fromQuestionsPage);
export const readQuestionsPageState: Reader<QuestionsPageState> = reader(questionsPageState);

/** Return the message that opens a place. */
export function openingOf(uri: string, range: Range): OpenPlace {
  return { type: 'openPlace', uri, range, view: null };
}
