/** Messages between the extension and the page of a Word document. The page shows them and computes nothing. */

import type { Finding } from '../../protocol/contract';
import type { Failed, Notice, RemedyRequest } from '../messages';

type Range = Finding['range'];

/** One of the file's texts, which a person chooses. */
export interface TextChoice {
  /** The URI of its view. */
  readonly uri: string;
  readonly label: string;
}

type PlaceEmphasis = 'frame' | 'line' | 'none';

/** A marked place of the text. */
export interface MarkedPlace {
  readonly range: Range;
  /** The name of its look; `disagreement` and other problems have a look without a kind. */
  readonly look: string;
  /** How much it stands out: `none` where nothing is to be looked at. */
  readonly emphasis: PlaceEmphasis;
  /** What is said of it, for people who do not see its frame. */
  readonly label: string;
}

export interface ShownText {
  readonly type: 'text';
  /** Names the text of which later messages speak. */
  readonly id: number;
  readonly title: string;
  /** Whose text it is, and of which exercise. */
  readonly caption: string;
  readonly choices: readonly TextChoice[];
  readonly chosen: string;
  readonly lines: readonly string[];
  readonly places: readonly MarkedPlace[];
  /** Why the document is not marked, or what to know of it as a whole. */
  readonly remarks: readonly string[];
  /** Whether the document is part of no exercise and can be made part of one. */
  readonly canSetUp: boolean;
}

/** The lenses above the lines. */
export interface ShownLenses {
  readonly type: 'lenses';
  readonly id: number;
  readonly lenses: readonly { readonly line: number; readonly title: string; readonly tooltip: string }[];
}

/** Words behind a place: what a reference has there. */
export interface ShownHint {
  readonly line: number;
  readonly character: number;
  readonly text: string;
  readonly tooltip: string;
}

export interface ShownHints {
  readonly type: 'hints';
  readonly id: number;
  readonly hints: readonly ShownHint[];
}

/** What there is to say and to do about a place. */
export interface ShownCard {
  readonly type: 'card';
  readonly id: number;
  readonly place: number;
  readonly messages: readonly string[];
  readonly markdown: string;
  readonly actions: readonly string[];
}

export type ToWordPage =
  | ShownText
  | ShownLenses
  | ShownHints
  | ShownCard
  /** Go to a place of the text. */
  | { readonly type: 'go'; readonly range: Range; readonly takesFocus: boolean }
  | { readonly type: 'waiting' }
  | Failed
  | Notice;

/** The page's buttons. */
export type WordButton = 'next' | 'previous' | 'openText' | 'setUp';

/** What a person picks: an action of the card, or a lens. */
type WordList = 'actions' | 'lenses';

export type FromWordPage =
  /** `chosen`: the text that the page showed before it was loaded again. */
  | { readonly type: 'ready'; readonly chosen?: string | undefined }
  | { readonly type: 'press'; readonly button: WordButton }
  | { readonly type: 'choose'; readonly uri: string }
  /** The person is at a place. */
  | { readonly type: 'at' | 'card'; readonly id: number; readonly place: number }
  | { readonly type: 'pick'; readonly list: WordList; readonly id: number; readonly number: number }
  /** Follow a link of the card. */
  | { readonly type: 'follow'; readonly id: number; readonly link: string }
  | RemedyRequest;

/** What the page keeps over a reload. */
export interface WordPageState {
  readonly chosen?: string | undefined;
  readonly scroll?: number | undefined;
}
