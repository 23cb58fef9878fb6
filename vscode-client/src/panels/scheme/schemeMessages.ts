/** Messages between the extension and the page of a mark scheme. */

import type { SchemeFault, SchemeForm, SchemePreview, SchemeTable } from '../../protocol/contract';
import type { Failed, Focus, OpenPlace, RemedyRequest, ShownFolder } from '../messages';
import type { Draft } from './draft';

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
interface Refused {
  readonly type: 'refused';
  readonly message: string;
  readonly faults: readonly SchemeFault[];
}

export type ToSchemePage =
  | ShownFolder
  | ShownForm
  | ShownPreview
  | Refused
  /** `busy`: the server reads or writes the file, or marks the class. `waiting`: it is starting. */
  | { readonly type: 'busy' }
  | { readonly type: 'waiting' }
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
