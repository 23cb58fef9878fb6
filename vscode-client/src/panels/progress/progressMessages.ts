/** Messages between the extension and the page of progress. */

import * as v from 'valibot';

import type { ClassPlace, Progress } from '../../protocol/contract';
import type { PlacesFilter } from '../../protocol/methods';
import { progress, range, reader, type Reader } from '../../protocol/readers';
import {
  conditions,
  focus,
  remedyRequest,
  scope,
  shownPlaces,
  strings,
  wanted,
  type Condition,
  type Focus,
  type RemedyRequest,
  type Scope,
  type ShownPlaces,
  type Words,
} from '../messages';
import type { Sort } from './progressRows';
import type { ProgressStrings } from './progressStrings';

export interface ShownProgress {
  readonly type: 'progress';
  readonly progress: Progress;
}

export type ToProgressPage =
  (Words<ProgressStrings> & { readonly scope: Scope }) | ShownProgress | ShownPlaces | Condition | Focus;

export type FromProgressPage =
  | { readonly type: 'ready' | 'refresh' | 'cancel' }
  | RemedyRequest
  /** Save the progress of a class, by its folder, as a file. */
  | { readonly type: 'save'; readonly uri: string }
  | { readonly type: 'places'; readonly wanted: PlacesFilter }
  | {
      readonly type: 'openPlace';
      readonly uri: string;
      readonly range: ClassPlace['range'];
      readonly view: string | null;
    };

/** What the page keeps over a reload. */
export interface ProgressPageState {
  readonly scope?: string | null | undefined;
  /** The folder of the class. */
  readonly folder?: string | undefined;
  /** The student whose kinds of errors are shown; empty for the class; all students side by side if there is none. */
  readonly student?: string | undefined;
  /** The kind of error; all if there is none. */
  readonly group?: string | undefined;
  readonly sort?: Sort | undefined;
  /** The number whose places are shown in place of the class. */
  readonly wanted?: PlacesFilter | undefined;
  readonly scroll?: number | undefined;
}

const toProgressPage = v.variant('type', [
  v.object({ type: v.literal('words'), language: v.string(), strings: strings<ProgressStrings>(), scope }),
  v.object({ type: v.literal('progress'), progress }),
  shownPlaces,
  ...conditions,
  focus,
]);

const fromProgressPage = v.variant('type', [
  v.object({ type: v.picklist(['ready', 'refresh', 'cancel']) }),
  remedyRequest,
  v.object({ type: v.literal('save'), uri: v.string() }),
  v.object({ type: v.literal('places'), wanted }),
  v.object({ type: v.literal('openPlace'), uri: v.string(), range, view: v.nullable(v.string()) }),
]);

const progressPageState = v.object({
  scope: v.optional(v.nullable(v.string())),
  folder: v.optional(v.string()),
  student: v.optional(v.string()),
  group: v.optional(v.string()),
  sort: v.optional(
    v.object({ key: v.union([v.picklist(['name', 'together', 'change']), v.number()]), descending: v.boolean() }),
  ),
  wanted: v.optional(wanted),
  scroll: v.optional(v.number()),
});

export const readToProgressPage: Reader<ToProgressPage> = reader(toProgressPage);
export const readFromProgressPage: Reader<FromProgressPage> = reader(fromProgressPage);
export const readProgressPageState: Reader<ProgressPageState> = reader(progressPageState);
