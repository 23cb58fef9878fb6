/** Messages between the extension and a panel's page that several panels have. */

import type { ClassPlace } from '../protocol/contract';
import type { PlacesFilter } from '../protocol/methods';

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

/** A folder that a panel is about. */
export interface Folder {
  readonly uri: string;
  readonly name: string;
}

/** Tells a page of one folder which one. */
export interface ShownFolder {
  readonly type: 'folder';
  readonly folder: Folder;
}

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

/** Tells a page its title, and what it covers. */
export interface ShownScope {
  readonly type: 'scope';
  readonly title: string;
  readonly scope: Scope;
}

/** What each page receives of something that the server computes, besides the result. */
export type ComputedMessage = ShownScope | Condition | Focus;

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
export type ResultMessage = ComputedMessage | ShownPlaces;

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

/** Whether a message is one that each page of a result posts. */
export function isResultRequest(message: { readonly type: string }): message is ResultRequest {
  return ['ready', 'refresh', 'cancel', 'places', 'openPlace'].includes(message.type);
}

/** Steps of a person at the desk of an annotator or adjudicator, and what became of them. */

/** Something that a person decided, which the server writes. */
export interface DeskStep {
  /** Unique to this step. A step that is sent twice has one id. */
  readonly id: string;
}

/** What became of a step: the server's result, or why it refused. */
export type Outcome<Result> =
  | { readonly type: 'settled'; readonly id: string; readonly result: Result }
  | { readonly type: 'refused'; readonly id: string; readonly message: string };
