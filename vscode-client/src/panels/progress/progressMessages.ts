/** Messages between the extension and the page of progress. */

import * as v from 'valibot';

import type { Progress } from '../../protocol/contract';
import { progress, reader, type Reader } from '../../protocol/readers';
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
import type { Sort } from './progressRows';
import type { ProgressStrings } from './progressStrings';

export type ShownProgress = ShownResult<Progress>;

export type ToProgressPage = ResultMessage<ProgressStrings> | ShownProgress;

/** Saves the progress of a class, by its folder, as a file. */
export interface SaveRequest {
  readonly type: 'save';
  readonly uri: string;
}

export type FromProgressPage = ResultRequest | RemedyRequest | SaveRequest;

/** What the page keeps over a reload. */
export interface ProgressPageState extends ResultPageState {
  /** The student whose kinds of errors are shown; empty for the class; all students side by side if there is none. */
  readonly student?: string | undefined;
  /** The kind of error; all if there is none. */
  readonly group?: string | undefined;
  readonly sort?: Sort | undefined;
}

const toProgressPage = v.variant('type', [
  v.object({ ...words, strings: strings<ProgressStrings>(), scope }),
  v.object({ type: v.literal('result'), result: progress }),
  ...resultMessages,
]);

const fromProgressPage = v.variant('type', [
  resultRequest,
  remedyRequest,
  v.object({ type: v.literal('save'), uri: v.string() }),
]);

const progressPageState = v.object({
  ...resultPageState,
  student: v.optional(v.string()),
  group: v.optional(v.string()),
  sort: v.optional(
    v.object({ key: v.union([v.picklist(['name', 'together', 'change']), v.number()]), descending: v.boolean() }),
  ),
});

export const readToProgressPage: Reader<ToProgressPage> = reader(toProgressPage);
export const readFromProgressPage: Reader<FromProgressPage> = reader(fromProgressPage);
export const readProgressPageState: Reader<ProgressPageState> = reader(progressPageState);
