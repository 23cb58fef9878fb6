/** Messages between the extension and the page of a mark scheme. */

import * as v from 'valibot';

import type { SchemeFault, SchemeForm, SchemePreview, SchemeTable } from '../../protocol/contract';
import { index, reader, type Reader } from '../../protocol/readers';
import { schemeFaults, schemeForm, schemePreview, schemeTable } from '../../protocol/readers';
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
import type { Draft } from './draft';
import type { SchemeStrings } from './schemeStrings';

/** The mark scheme as it is in the file. `isSaved`: the page's changes are in it now. */
export interface ShownForm {
  readonly type: 'form';
  readonly form: SchemeForm;
  readonly isSaved: boolean;
}

/** What a draft does; `revision` is the page's number of the draft. */
export interface ShownPreview {
  readonly type: 'preview';
  readonly revision: number;
  readonly preview: SchemePreview;
}

/** The file was not written: the table has faults, or `message` says why. */
export interface Refused {
  readonly type: 'refused';
  readonly message: string;
  readonly faults: readonly SchemeFault[];
}

export type ToSchemePage =
  | FolderWords<SchemeStrings>
  | ShownForm
  | ShownPreview
  | Refused
  /** `reading`: the server reads the file. `marking`: it marks the class. `waiting`: it is starting. */
  | { readonly type: 'reading' | 'marking' | 'waiting' | 'writing' }
  | Failed
  | Focus;

/** The table of the page's draft, and the student whose sum is shown; `null` for no table, and for any student. */
export interface Drafted {
  readonly type: 'draft';
  readonly revision: number;
  readonly table: SchemeTable | null;
  readonly student: string | null;
}

export type FromSchemePage =
  /** The page is loaded, or wants the mark scheme of an exercise; `null` for that of the whole file. */
  | { readonly type: 'ready' | 'read'; readonly exercise: number | null }
  | Drafted
  | { readonly type: 'write'; readonly table: SchemeTable | null; readonly digest: string }
  | { readonly type: 'openConfiguration' | 'setUp' }
  | RemedyRequest
  | OpenPlace;

/** What the page keeps over a reload. */
export interface SchemePageState {
  readonly folder?: string | undefined;
  readonly exercise?: number | null | undefined;
  /** The draft with changes that are not saved, and the digest of the file that it was made from. */
  readonly draft?: Draft | null | undefined;
  readonly digest?: string | undefined;
  readonly student?: string | null | undefined;
  readonly scroll?: number | undefined;
}

const exercise = v.nullable(index);
const table = v.nullable(schemeTable);

const toSchemePage = v.variant('type', [
  v.object({ ...words, strings: strings<SchemeStrings>(), folder }),
  v.object({ type: v.literal('form'), form: schemeForm, isSaved: v.boolean() }),
  v.object({ type: v.literal('preview'), revision: index, preview: schemePreview }),
  v.object({ type: v.literal('refused'), message: v.string(), faults: schemeFaults }),
  v.object({ type: v.picklist(['reading', 'marking', 'waiting', 'writing']) }),
  failed,
  focus,
]);

const fromSchemePage = v.variant('type', [
  v.object({ type: v.picklist(['ready', 'read']), exercise }),
  v.object({ type: v.literal('draft'), revision: index, table, student: v.nullable(v.string()) }),
  v.object({ type: v.literal('write'), table, digest: v.string() }),
  v.object({ type: v.picklist(['openConfiguration', 'setUp']) }),
  remedyRequest,
  openPlace,
]);

const text = v.string();
const kindRows = v.array(v.object({ kind: text, value: text }));

const draft: v.GenericSchema<unknown, Draft> = v.object({
  preset: v.exactOptional(text),
  basis: v.exactOptional(v.picklist(['share', 'points', 'deduct'])),
  numbers: v.object({
    max: v.exactOptional(text),
    floor: v.exactOptional(text),
    rounding: v.exactOptional(text),
    correct: v.exactOptional(text),
    partly_correct: v.exactOptional(text),
    different: v.exactOptional(text),
    missed: v.exactOptional(text),
    not_needed: v.exactOptional(text),
  }),
  weights: v.exactOptional(kindRows),
  focus: v.exactOptional(v.array(text)),
  caps: v.exactOptional(kindRows),
  words: v.exactOptional(v.array(v.object({ over: v.boolean(), bound: text, points: text }))),
  bands: v.exactOptional(v.array(v.object({ lowest: text, name: text, text }))),
});

const schemePageState = v.object({
  folder: v.optional(text),
  exercise: v.optional(exercise),
  draft: v.optional(v.nullable(draft)),
  digest: v.optional(text),
  student: v.optional(v.nullable(text)),
  scroll: v.optional(v.number()),
});

export const readToSchemePage: Reader<ToSchemePage> = reader(toSchemePage);
export const readFromSchemePage: Reader<FromSchemePage> = reader(fromSchemePage);
export const readSchemePageState: Reader<SchemePageState> = reader(schemePageState);
