/** What the extension and the set-up's page share: their messages, a teacher's choices, and the order of the files. */

import * as l10n from '@vscode/l10n';

import type { SetUp, SetUpChoices, SetUpExercise, SetUpFile, SetUpFileChoice, Variant } from '../../protocol/contract';
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
  /** The server has written `markscheme.toml`, which has the URI. */
  | { readonly type: 'written'; readonly summary: string; readonly configuration: string }
  /** What students may choose between, after the file was written. */
  | { readonly type: 'variants'; readonly variants: readonly Variant[] }
  | Focus;

/** The teacher's choices; `revision` increases with each change. */
export interface Chosen {
  readonly type: 'choose';
  readonly revision: number;
  readonly choices: SetUpChoices;
}

export type FromSetUpPage =
  /** The page is loaded, with the choices that it has kept. */
  | { readonly type: 'ready'; readonly choices: SetUpChoices | null }
  | Chosen
  /** Read the folder again; show the class; import submissions, or edit the mark scheme. */
  | { readonly type: 'refresh' | 'showClass' }
  | { readonly type: 'run'; readonly command: 'markscheme.importClass' | 'markscheme.editScheme' }
  | { readonly type: 'write'; readonly readOnly: boolean | null }
  | RemedyRequest
  /** The names of the variants between which students may choose. */
  | { readonly type: 'allow'; readonly names: readonly string[] }
  /** Open a file beside, and give it the keyboard unless it `staysBehind`. */
  | { readonly type: 'open'; readonly uri: string; readonly staysBehind: boolean };

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

/** A row of the set-up: a file, or one author's corrections in it. */
type Row = Pick<SetUpFileChoice, 'path' | 'author'>;

/** What a teacher chooses for a row. An empty name goes back to the guessed one. */
export type Change = Partial<Pick<SetUpFileChoice, 'role' | 'person' | 'exercise'>>;

export const NO_CHOICES: SetUpChoices = { files: [], answers: {} };

/** Return a row's key; a file may have a row for each author. */
export function rowKey({ path, author = null }: Row): string {
  return JSON.stringify([path, author]);
}

/** Return the choices with a change of some rows. */
export function withChange(choices: SetUpChoices, rows: readonly Row[], change: Change): SetUpChoices {
  return rows.reduce((changed, row) => {
    const { role, person, exercise } = { ...choiceFor(changed, row), ...change };
    const others = withoutRow(changed, row);
    const chosen = Object.entries({ role, person, exercise }).filter(([, value]) => value);
    const choice = { path: row.path, ...(row.author ? { author: row.author } : {}), ...Object.fromEntries(chosen) };
    return chosen.length > 0 ? { ...others, files: [...others.files, choice] } : others;
  }, choices);
}

/** Return the choices without those for a row. */
export function withoutRow(choices: SetUpChoices, row: Row): SetUpChoices {
  return { ...choices, files: choices.files.filter((choice) => rowKey(choice) !== rowKey(row)) };
}

/** Return the choices with the answer to a question. */
export function withAnswer(choices: SetUpChoices, question: string, answer: string): SetUpChoices {
  return { ...choices, answers: { ...choices.answers, [question]: answer } };
}

/** Return what is chosen for a row; `undefined` if nothing is. */
export function choiceFor(choices: SetUpChoices, row: Row): SetUpFileChoice | undefined {
  return choices.files.find((choice) => rowKey(choice) === rowKey(row));
}

/** The files of an exercise; `name` is `null` for the files that take no part. */
export interface Group {
  readonly name: string | null;
  /** `undefined` where nothing can be marked yet. */
  readonly exercise: SetUpExercise | undefined;
  readonly files: readonly SetUpFile[];
}

/** The order of the table. */
export interface Arrangement {
  readonly groups: readonly Group[];
  /** The keys of all rows, from the first to the last. */
  readonly order: readonly string[];
  /** The name of each row's group. */
  readonly places: ReadonlyMap<string, string | null>;
}

/**
 * Arrange a set-up's files by exercise.
 *
 * After an earlier arrangement the rows stay in their order, and a file that the teacher takes out of an exercise stays
 * where it was: so no row moves away while the teacher works on it.
 */
export function arrange({ files, exercises }: SetUp, earlier?: Arrangement): Arrangement {
  const byKey = new Map(files.map((file) => [rowKey(file), file]));
  const order = mergeOrder(earlier?.order ?? [], [...byKey.keys()]);
  const places = new Map(
    order.map((key) => {
      const { exercise = null, chosen = false } = byKey.get(key) ?? {};
      return [key, exercise ?? (chosen ? (earlier?.places.get(key) ?? null) : null)];
    }),
  );
  const names = new Set([...exercises.map(({ name }) => name), ...places.values()]);
  names.delete(null);
  const groups = [...names, null].map((name) => ({
    name,
    exercise: exercises.find((exercise) => exercise.name === name),
    files: order.flatMap((key) => (places.get(key) === name ? (byKey.get(key) ?? []) : [])),
  }));
  return { groups: groups.filter((group) => group.files.length > 0), order, places };
}

/** Whether a teacher should look at a file. */
export function isUnsure({ sureness, chosen }: SetUpFile): boolean {
  return sureness !== 'sure' && !chosen;
}

/** Return the keys in their earlier order, new keys after the key that they follow now. */
function mergeOrder(earlier: readonly string[], keys: readonly string[]): string[] {
  const merged = earlier.filter((key) => keys.includes(key));
  keys.forEach((key, index) => {
    if (!earlier.includes(key)) {
      merged.splice(merged.indexOf(keys[index - 1] ?? '') + 1, 0, key);
    }
  });
  return merged;
}
