import type { SetUp, SetUpFile } from '../../../protocol/contract';
import type { Change } from '../choices';
import type { SetUpStrings } from '../setUpStrings';
import type { NameList } from './combobox';

/** What a teacher does with the files of the table. */
export interface TableListener {
  changed(files: readonly SetUpFile[], change: Change): void;
  /** The choice for a row is taken back. */
  undone(file: SetUpFile): void;
  opened(path: string): void;
  /** Only the files that are not sure are shown, or all. */
  filtered(onlyUnsure: boolean): void;
  /** The files without a part are folded, or unfolded. */
  folded(isFolded: boolean): void;
}

/** What the parts of the page share: words, the list of names, and the names of the newest set-up. */
export interface SetUpView {
  readonly strings: SetUpStrings;
  readonly names: NameList;
  readonly listener: TableListener;
  setUp(): SetUp;
}

/** A role's text; own essays have a draft and a revision. */
export function roleText(strings: SetUpStrings, role: SetUpFile['role'], isEssay: boolean): string {
  if (isEssay && role === 'source') {
    return strings.roles.draft;
  }
  return isEssay && role === 'hypothesis' ? strings.roles.revision : strings.roles[role];
}

/** Return the names of a set-up's students or teachers, sorted. */
export function peopleOf({ exercises }: SetUp, side: 'students' | 'teachers'): string[] {
  return sortedNames(exercises.flatMap((exercise) => exercise[side]));
}

export function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}
