/** Messages between the extension and the set-up's page. */

import * as v from 'valibot';

import type { SetUp, SetUpChoices, Variant } from '../../protocol/contract';
import { index, reader, setUp, setUpRole, variant, type Reader } from '../../protocol/readers';
import {
  failed,
  focus,
  folder,
  remedyRequest,
  strings,
  words,
  type Failed,
  type Focus,
  type FolderWords,
  type RemedyRequest,
} from '../messages';
import type { SetUpStrings } from './setUpStrings';

/**
 * A set-up with the teacher's choices. `revision` is the page's number of those choices. `readOnly`: whether students'
 * files are read-only in the editor; `null` where that can't be chosen.
 */
export interface ShownSetUp {
  readonly type: 'setUp';
  readonly revision: number;
  readonly setUp: SetUp;
  readonly readOnly: boolean | null;
}

/** The server has written `markscheme.toml`. */
export interface Written {
  readonly type: 'written';
  readonly summary: string;
}

/** What students may choose between, after the file was written. */
export interface ShownVariants {
  readonly type: 'variants';
  readonly variants: readonly Variant[];
}

export type ToSetUpPage =
  /** With the choices to begin with. */
  | (FolderWords<SetUpStrings> & { readonly choices: SetUpChoices })
  | ShownSetUp
  | Written
  | ShownVariants
  /** `reading`: the server reads the folder. `waiting`: it is starting. `writing`: it writes the file. */
  | { readonly type: 'reading' | 'waiting' | 'writing' }
  | Failed
  | Focus;

/** The page is loaded, with the choices that it has kept. */
export interface Ready {
  readonly type: 'ready';
  readonly choices: SetUpChoices | null;
}

/** The teacher's choices; `revision` increases with each change. */
export interface Chosen {
  readonly type: 'choose';
  readonly revision: number;
  readonly choices: SetUpChoices;
}

const BUTTONS = ['refresh', 'openConfiguration', 'showClass', 'markScheme', 'importClass', 'change'] as const;

/** What the page's buttons do, beside writing. */
export type SetUpButton = (typeof BUTTONS)[number];

export type FromSetUpPage =
  | Ready
  | Chosen
  | { readonly type: SetUpButton }
  | { readonly type: 'write'; readonly readOnly: boolean | null }
  | RemedyRequest
  /** The names of the variants between which students may choose. */
  | { readonly type: 'allow'; readonly names: readonly string[] }
  /** `path` is that of a row. */
  | { readonly type: 'open'; readonly path: string };

/** What the set-up's page keeps over a reload. */
export interface SetUpPageState {
  readonly folder?: string | undefined;
  readonly choices?: SetUpChoices | undefined;
  readonly onlyUnsure?: boolean | undefined;
  readonly showsFile?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly showsUnused?: boolean | undefined;
  readonly scroll?: number | undefined;
}

const choices: v.GenericSchema<unknown, SetUpChoices> = v.object({
  files: v.array(
    v.object({
      path: v.string(),
      author: v.exactOptional(v.nullable(v.string())),
      role: v.exactOptional(setUpRole),
      person: v.exactOptional(v.string()),
      exercise: v.exactOptional(v.string()),
    }),
  ),
  answers: v.record(v.string(), v.string()),
});

const toSetUpPage = v.variant('type', [
  v.object({ ...words, strings: strings<SetUpStrings>(), folder, choices }),
  v.object({ type: v.literal('setUp'), revision: index, setUp, readOnly: v.nullable(v.boolean()) }),
  v.object({ type: v.literal('written'), summary: v.string() }),
  v.object({ type: v.literal('variants'), variants: v.array(variant) }),
  v.object({ type: v.picklist(['reading', 'waiting', 'writing']) }),
  failed,
  focus,
]);

const fromSetUpPage = v.variant('type', [
  v.object({ type: v.literal('ready'), choices: v.nullable(choices) }),
  v.object({ type: v.literal('choose'), revision: index, choices }),
  v.object({ type: v.picklist(BUTTONS) }),
  v.object({ type: v.literal('write'), readOnly: v.nullable(v.boolean()) }),
  remedyRequest,
  v.object({ type: v.literal('allow'), names: v.array(v.string()) }),
  v.object({ type: v.literal('open'), path: v.string() }),
]);

const setUpPageState = v.object({
  folder: v.optional(v.string()),
  choices: v.optional(choices),
  onlyUnsure: v.optional(v.boolean()),
  showsFile: v.optional(v.boolean()),
  readOnly: v.optional(v.boolean()),
  showsUnused: v.optional(v.boolean()),
  scroll: v.optional(v.number()),
});

export const readSetUpChoices: Reader<SetUpChoices> = reader(choices);
export const readToSetUpPage: Reader<ToSetUpPage> = reader(toSetUpPage);
export const readFromSetUpPage: Reader<FromSetUpPage> = reader(fromSetUpPage);
export const readSetUpPageState: Reader<SetUpPageState> = reader(setUpPageState);
