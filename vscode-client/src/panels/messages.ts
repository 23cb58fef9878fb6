/** Messages between the extension and a panel's page that several panels have. Each side checks what it receives. */

import * as v from 'valibot';

import type { ClassPlace } from '../protocol/contract';
import type { PlacesFilter } from '../protocol/methods';
import { classPlace, index, range } from '../protocol/readers';

/** A place in a document. */
export interface Place {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** What a person can do about a failure: repeat the request, or start the server. */
export type Remedy = 'retry' | 'start';

export interface Failed {
  readonly type: 'failed';
  readonly message: string;
  readonly remedy: Remedy;
}

/** What the person chose about a failure. */
export interface RemedyRequest {
  readonly type: 'remedy';
  readonly remedy: Remedy;
}

/** A short message for the person, which the page also reads aloud. */
export interface Notice {
  readonly type: 'notice';
  readonly text: string;
}

/** The state of a computation, which a page shows above its result, or in its place. */
export type Condition =
  /** `part` is 0 to 1, or `null` if the server does not say. */
  | { readonly type: 'computing'; readonly part: number | null; readonly message: string }
  | { readonly type: 'cancelled' }
  | { readonly type: 'waiting' }
  | Failed;

/** The places that the page asked for, or why there are none. */
export interface ShownPlaces {
  readonly type: 'places';
  readonly wanted: PlacesFilter;
  readonly places: readonly ClassPlace[];
  readonly problem: string;
}

/** Gives the page the keyboard. */
export interface Focus {
  readonly type: 'focus';
}

/** Everything that the page says, in the person's language. */
export interface Words<Strings> {
  readonly type: 'words';
  readonly language: string;
  readonly strings: Strings;
}

/** A folder that a panel is about. */
export interface Folder {
  readonly uri: string;
  readonly name: string;
}

/** The words of a page of one folder. */
export type FolderWords<Strings> = Words<Strings> & { readonly folder: Folder };

/** What a panel covers: a folder by its uri, or the whole workspace with `null`. */
export interface Scope {
  readonly uri: string | null;
  readonly name: string;
}

/** Opens a document at a place; `view` is a student's correction in a file of several. */
export interface OpenPlace {
  readonly type: 'openPlace';
  readonly uri: string;
  readonly range: ClassPlace['range'];
  readonly view: string | null;
}

/** A result of the server, with what else a page needs to show it. */
export interface ShownResult<Result = unknown> {
  readonly type: 'result';
  readonly result: Result;
}

/** What each page receives of something that the server computes, besides the result. */
export type ComputedMessage<Strings> = (Words<Strings> & { readonly scope: Scope }) | Condition | Focus;

/** What each such page asks for. A page may have requests of its own, too. */
export interface ComputedRequest {
  readonly type: 'ready' | 'refresh' | 'cancel';
}

/** What each such page keeps over a reload. */
export interface ComputedPageState {
  /** The folder that the page covers; `null` for the workspace. */
  readonly scope?: string | null | undefined;
}

/** What each page of a class's numbers receives, besides the numbers. */
export type ResultMessage<Strings> = ComputedMessage<Strings> | ShownPlaces;

/** What each page of a class's numbers asks for. */
export type ResultRequest = ComputedRequest | { readonly type: 'places'; readonly wanted: PlacesFilter } | OpenPlace;

/** What each page of a class's numbers keeps over a reload. */
export interface ResultPageState extends ComputedPageState {
  /** The folder of the class. */
  readonly folder?: string | undefined;
  /** The number whose places are shown in place of the result. */
  readonly wanted?: PlacesFilter | undefined;
  readonly scroll?: number | undefined;
}

const remedy = v.picklist(['retry', 'start']);
export const place = v.object({ uri: v.string(), line: index, character: index });

export const failed = v.object({ type: v.literal('failed'), message: v.string(), remedy });
export const remedyRequest = v.object({ type: v.literal('remedy'), remedy });
export const notice = v.object({ type: v.literal('notice'), text: v.string() });
export const focus = v.object({ type: v.literal('focus') });

export const conditions = [
  v.object({
    type: v.literal('computing'),
    part: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    message: v.string(),
  }),
  v.object({ type: v.literal('cancelled') }),
  v.object({ type: v.literal('waiting') }),
  failed,
] as const;

const wanted: v.GenericSchema<unknown, PlacesFilter> = v.object({
  folder: v.string(),
  assignment: v.exactOptional(v.string()),
  student: v.exactOptional(v.string()),
  verdict: v.exactOptional(v.string()),
  category: v.exactOptional(v.string()),
  group: v.exactOptional(v.string()),
  type: v.exactOptional(v.string()),
  outcome: v.exactOptional(v.picklist(['made', 'found', 'missed'])),
});
const shownPlaces = v.object({
  type: v.literal('places'),
  wanted,
  places: v.array(classPlace),
  problem: v.string(),
});

/** A page and its strings come with one extension, so the strings are not checked one by one. */
export function strings<Strings>(): v.GenericSchema<unknown, Strings> {
  return v.custom<Strings>((value) => typeof value === 'object' && value !== null);
}

export const folder = v.object({ uri: v.string(), name: v.string() });
export const scope = v.object({ uri: v.nullable(v.string()), name: v.string() });

/** The members of `Words` without its strings. */
export const words = { type: v.literal('words'), language: v.string() };

export const openPlace = v.object({
  type: v.literal('openPlace'),
  uri: v.string(),
  range,
  view: v.nullable(v.string()),
});

/** The messages of `ResultMessage` without its words. */
export const resultMessages = [shownPlaces, ...conditions, focus] as const;

export const computedRequest = v.object({ type: v.picklist(['ready', 'refresh', 'cancel']) });

export const resultRequest = v.variant('type', [
  computedRequest,
  v.object({ type: v.literal('places'), wanted }),
  openPlace,
]);

/** The members of `ResultPageState`. */
export const resultPageState = {
  scope: v.optional(v.nullable(v.string())),
  folder: v.optional(v.string()),
  wanted: v.optional(wanted),
  scroll: v.optional(v.number()),
};

/** Whether a message, which was checked when it came, is one that each page of a result posts. */
export function isResultRequest(message: { readonly type: string }): message is ResultRequest {
  return v.is(resultRequest, message);
}
