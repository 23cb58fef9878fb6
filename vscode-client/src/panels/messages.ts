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

/** Runs a command of the extension. The parameters can be written as JSON. */
export interface RunRequest {
  readonly type: 'run';
  readonly command: string;
  readonly parameters: readonly unknown[];
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

/** What a page of one kind of results alone receives; `act`: a command does what a key of the page does. */
export type OtherMessage = ShownPlaces | Outcome<unknown> | { readonly type: 'act'; readonly action: string };

/** What each page of something that the server computes receives. */
export type ResultMessage = ShownScope | ShownResult | Condition | Focus | OtherMessage;

/** What each such page asks for. */
export type ResultRequest =
  | { readonly type: 'ready' | 'cancel' }
  /** Computes the result again, from now on with these parameters, if there are some. */
  | { readonly type: 'refresh'; readonly parameters?: object }
  | { readonly type: 'places'; readonly wanted: PlacesFilter }
  | StepsRequest
  | RemedyRequest
  | RunRequest;

/** What each such page keeps over a reload. */
export interface ComputedPageState {
  /** The folder that the page covers; `null` for the workspace. */
  readonly scope?: string | null | undefined;
}

/** What each page of a class's numbers keeps over a reload. */
export interface ResultPageState extends ComputedPageState {
  /** The folder of the class. */
  readonly folder?: string | undefined;
  /** The number whose places are shown in place of the result. */
  readonly wanted?: PlacesFilter | undefined;
  readonly scroll?: number | undefined;
}

/** Something that a person decided, which the server writes. */
export interface DeskStep {
  /** Unique to this step. A step that is sent twice has one id. */
  readonly id: string;
}

/** Steps to send to the server. */
export interface StepsRequest {
  readonly type: 'steps';
  readonly steps: readonly DeskStep[];
}

/** What became of a step: the server's result, or why it refused. */
export type Outcome<Result> =
  | { readonly type: 'settled'; readonly id: string; readonly result: Result }
  | { readonly type: 'refused'; readonly id: string; readonly message: string };
