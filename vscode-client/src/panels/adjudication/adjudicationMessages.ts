/** Messages between the extension and the page on which a person decides between annotators. */

import type {
  AdjudicationCounts,
  AdjudicationDecision,
  AdjudicationResult,
  AdjudicationSentence,
  RestoredSentence,
} from '../../protocol/contract';
import type { DeskStep, Failed, Focus, OpenPlace, Outcome, RemedyRequest, ShownFolder } from '../messages';

/** An annotator, with the name as people read it, and the URIs of the annotator's documents. */
export interface NamedAnnotator {
  readonly name: string;
  readonly label: string;
  readonly documents: readonly string[];
}

/** A sentence, or none where no sentence is like the wanted one, with how far everything is. */
export interface ShownSentence {
  readonly type: 'sentence';
  readonly sentence: AdjudicationSentence | null;
  readonly counts: AdjudicationCounts;
  readonly annotators: readonly NamedAnnotator[];
  readonly problems: readonly string[];
}

export type ToAdjudicationPage =
  | ShownFolder
  | ShownSentence
  | Outcome<AdjudicationResult>
  | Condition
  /** The person confirmed to take the majority's versions in all open sentences. */
  | { readonly type: 'takeMajority' }
  | Focus;

/** Why a newer sentence is not shown yet. */
export type Condition = { readonly type: 'reading' | 'waiting' } | Failed;

/** Which sentence to show: one by its number from 0, or the nearest one before or behind it. */
export interface Stop {
  readonly to: 'next' | 'previous' | 'at';
  /** -1: before the first sentence. */
  readonly index: number;
  /** Whether `next` and `previous` stop at sentences that are not open, too. */
  readonly all: boolean;
}

export type FromAdjudicationPage =
  /** `askMajority`: how many sentences have a majority, and whether to take it there. */
  | { readonly type: 'ready' | 'askMajority' | 'export' }
  | { readonly type: 'show'; readonly stop: Stop }
  | { readonly type: 'steps'; readonly steps: readonly Step[] }
  | OpenPlace
  | RemedyRequest;

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
  /** The decisions that are not known to be written, the oldest first. */
  readonly pending?: readonly Step[] | undefined;
  /** What takes back the decisions, the newest one last. */
  readonly undo?: readonly (readonly RestoredSentence[])[] | undefined;
  readonly draft?: Draft | undefined;
}

export interface Step extends DeskStep {
  /** The URI of a document of the exercise. */
  readonly uri: string;
  readonly decision: AdjudicationDecision;
}
