/** Messages between the extension and the overview's page. */

import * as v from 'valibot';

import type { Overview } from '../../protocol/contract';
import { overview, reader, type Reader } from '../../protocol/readers';
import { VOCABULARY_NAMES, type VocabularyName } from '../../protocol/vocabularies';
import {
  remedyRequest,
  resultMessages,
  resultPageState,
  resultRequest,
  scope,
  strings,
  words,
  type RemedyRequest,
  type ResultMessage,
  type ResultPageState,
  type ResultRequest,
  type ShownResult,
} from '../messages';
import { SORT_KEYS, type Sort } from './classList';
import type { OverviewStrings } from './overviewStrings';

export interface ShownOverview extends ShownResult<Overview> {
  readonly vocabulary: VocabularyName;
}

export type ToOverviewPage = ResultMessage<OverviewStrings> | ShownOverview;

const CLASS_ACTIONS = ['decide', 'giveBack', 'markScheme'] as const;

/** What a person does with a class. */
export type ClassAction = (typeof CLASS_ACTIONS)[number];

/**
 * Write the feedback of a class, show its mark scheme or decide about its answers, by its folder; `student`: whose answers
 * come first.
 */
export interface ClassRequest {
  readonly type: ClassAction;
  readonly uri: string;
  readonly student?: string | undefined;
}

/** What the overview's page alone asks for. */
export type OverviewRequest = { readonly type: 'open'; readonly uri: string } | ClassRequest;

export type FromOverviewPage = ResultRequest | RemedyRequest | OverviewRequest;

/** What the overview's page keeps over a reload. */
export interface OverviewPageState extends ResultPageState {
  /** The assignment; all if there is none. */
  readonly assignment?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly allTypes?: boolean | undefined;
}

const toOverviewPage = v.variant('type', [
  v.object({ ...words, strings: strings<OverviewStrings>(), scope }),
  v.object({ type: v.literal('result'), result: overview, vocabulary: v.picklist(VOCABULARY_NAMES) }),
  ...resultMessages,
]);

const fromOverviewPage = v.variant('type', [
  resultRequest,
  remedyRequest,
  v.object({ type: v.literal('open'), uri: v.string() }),
  v.object({ type: v.picklist(CLASS_ACTIONS), uri: v.string(), student: v.optional(v.string()) }),
]);

const overviewPageState = v.object({
  ...resultPageState,
  assignment: v.optional(v.string()),
  sort: v.optional(v.object({ key: v.picklist(SORT_KEYS), descending: v.boolean() })),
  allTypes: v.optional(v.boolean()),
});

export const readToOverviewPage: Reader<ToOverviewPage> = reader(toOverviewPage);
export const readFromOverviewPage: Reader<FromOverviewPage> = reader(fromOverviewPage);
export const readOverviewPageState: Reader<OverviewPageState> = reader(overviewPageState);
