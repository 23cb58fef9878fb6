/** Messages between the extension and the page on which a person decides between annotators. */

import * as v from 'valibot';

import {
  adjudicationCounts,
  adjudicationDecision,
  adjudicationResult,
  adjudicationSentence,
  restoredSentences,
} from '../../protocol/adjudicationReaders';
import type {
  AdjudicationCounts,
  AdjudicationDecision,
  AdjudicationResult,
  AdjudicationSentence,
  RestoredSentence,
} from '../../protocol/contract';
import { index, reader, type Reader } from '../../protocol/readers';
import {
  failed,
  focus,
  folder,
  openPlace,
  remedyRequest,
  strings,
  words,
  type Failed,
  type Focus,
  type FolderWords,
  type OpenPlace,
  type RemedyRequest,
} from '../messages';
import type { AdjudicationStrings } from './adjudicationStrings';

/** An annotator, with the name as people read it. */
export interface NamedAnnotator {
  readonly name: string;
  readonly label: string;
}

/** A document of the exercise, with a name for people. */
export interface NamedDocument {
  readonly uri: string;
  readonly name: string;
}

/** A sentence, or none where no sentence is like the wanted one, with how far everything is. */
export interface ShownSentence {
  readonly type: 'sentence';
  readonly sentence: AdjudicationSentence | null;
  readonly counts: AdjudicationCounts;
  readonly annotators: readonly NamedAnnotator[];
  readonly documents: readonly NamedDocument[];
  readonly problems: readonly string[];
}

/** A decision is written. */
export interface Decided {
  readonly type: 'decided';
  readonly id: string;
  readonly result: AdjudicationResult;
}

/** A decision can't be written, whenever it is sent. */
export interface Refused {
  readonly type: 'refused';
  readonly id: string;
  readonly message: string;
}

export type ToAdjudicationPage =
  | FolderWords<AdjudicationStrings>
  | ShownSentence
  | Decided
  | Refused
  /** `resend`: the server runs, and takes the decisions that are not written. */
  | { readonly type: 'reading' | 'waiting' | 'resend' }
  | Failed
  | Focus;

/** Which sentence to show: one by its number from 0, or the nearest one before or behind it. */
export interface Step {
  readonly to: 'next' | 'previous' | 'at';
  /** -1: before the first sentence. */
  readonly index: number;
  /** Whether `next` and `previous` stop at sentences that are not open, too. */
  readonly all: boolean;
}

export type FromAdjudicationPage =
  | { readonly type: 'ready' }
  | { readonly type: 'show'; readonly step: Step }
  | { readonly type: 'decide'; readonly id: string; readonly decision: AdjudicationDecision }
  | OpenPlace
  | RemedyRequest;

/** A decision that is not known to be written. */
export interface PendingDecision {
  readonly id: string;
  readonly decision: AdjudicationDecision;
}

/** Words that a person is writing. */
export interface Draft {
  readonly kind: 'words' | 'reason';
  /** The number of the sentence, from 0. */
  readonly sentence: number;
  /** The number of the place, from 0; the whole sentence without it. */
  readonly place?: number | undefined;
  readonly text: string;
}

/** What the page keeps over a reload. */
export interface AdjudicationPageState {
  /** The URI of a document of the exercise. */
  readonly uri?: string | undefined;
  readonly name?: string | undefined;
  /** The number of the sentence that is shown, from 0. */
  readonly sentence?: number | undefined;
  readonly all?: boolean | undefined;
  /** Whether the next open sentence is not shown by itself. */
  readonly stays?: boolean | undefined;
  readonly pending?: readonly PendingDecision[] | undefined;
  /** What takes back the decisions, the newest one last. */
  readonly undo?: readonly (readonly RestoredSentence[])[] | undefined;
  readonly draft?: Draft | undefined;
}

const step = v.object({
  to: v.picklist(['next', 'previous', 'at']),
  index: v.pipe(v.number(), v.integer(), v.minValue(-1)),
  all: v.boolean(),
});

const pending = v.object({ id: v.string(), decision: adjudicationDecision });

const toAdjudicationPage = v.variant('type', [
  v.object({ ...words, strings: strings<AdjudicationStrings>(), folder }),
  v.object({
    type: v.literal('sentence'),
    sentence: v.nullable(adjudicationSentence),
    counts: adjudicationCounts,
    annotators: v.array(v.object({ name: v.string(), label: v.string() })),
    documents: v.array(v.object({ uri: v.string(), name: v.string() })),
    problems: v.array(v.string()),
  }),
  v.object({ type: v.literal('decided'), id: v.string(), result: adjudicationResult }),
  v.object({ type: v.literal('refused'), id: v.string(), message: v.string() }),
  v.object({ type: v.picklist(['reading', 'waiting', 'resend']) }),
  failed,
  focus,
]);

const fromAdjudicationPage = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('show'), step }),
  v.object({ type: v.literal('decide'), ...pending.entries }),
  openPlace,
  remedyRequest,
]);

const adjudicationPageState = v.object({
  uri: v.optional(v.string()),
  name: v.optional(v.string()),
  sentence: v.optional(index),
  all: v.optional(v.boolean()),
  stays: v.optional(v.boolean()),
  pending: v.optional(v.array(pending)),
  undo: v.optional(v.array(restoredSentences)),
  draft: v.optional(
    v.object({
      kind: v.picklist(['words', 'reason']),
      sentence: index,
      place: v.optional(index),
      text: v.string(),
    }),
  ),
});

export const readToAdjudicationPage: Reader<ToAdjudicationPage> = reader(toAdjudicationPage);
export const readFromAdjudicationPage: Reader<FromAdjudicationPage> = reader(fromAdjudicationPage);
export const readAdjudicationPageState: Reader<AdjudicationPageState> = reader(adjudicationPageState);
