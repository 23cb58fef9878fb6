/** Messages between the extension and the set-up's page. */

import * as l10n from '@vscode/l10n';

import type { SetUp, SetUpChoices, Variant } from '../../protocol/contract';
import type { Failed, Focus, Folder, RemedyRequest, ShownFolder } from '../messages';

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

/** What the extension does: it reads the folder, waits for the server to start, or writes the file; or what failed. */
export type SetUpState = { readonly type: 'reading' | 'waiting' | 'writing' } | Failed;

/** The folder, with the choices to begin with. */
export type SetUpFolder = ShownFolder & { readonly choices: SetUpChoices };

export type ToSetUpPage =
  | SetUpFolder
  | ShownSetUp
  | SetUpState
  /** The server has written `markscheme.toml`. */
  | { readonly type: 'written'; readonly summary: string }
  /** What students may choose between, after the file was written. */
  | { readonly type: 'variants'; readonly variants: readonly Variant[] }
  | Focus;

/** The teacher's choices; `revision` increases with each change. */
export interface Chosen {
  readonly type: 'choose';
  readonly revision: number;
  readonly choices: SetUpChoices;
}

/** What the page's buttons do, beside writing. */
export type SetUpButton = 'refresh' | 'openConfiguration' | 'showClass' | 'markScheme' | 'importClass' | 'change';

export type FromSetUpPage =
  /** The page is loaded, with the choices that it has kept. */
  | { readonly type: 'ready'; readonly choices: SetUpChoices | null }
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

/** Return where the set-up of a folder was written. */
export function writtenWhere({ name }: Folder): string {
  return l10n.t(
    'It is kept in the file markscheme.toml in “{0}”. New files of the same kind join by themselves. To change something, set up the folder again.',
    name,
  );
}
