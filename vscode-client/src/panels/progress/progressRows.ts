import type { ProgressClass, ProgressCourse, ProgressTally } from '../../protocol/contract';

/** The number of a row: of an exercise by its index, of all exercises together, or of the change over them. */
export type SortKey = 'name' | 'together' | 'change' | number;

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

export type Tally = ProgressTally | null;

/** A chart: the numbers of a student, of a kind of error, or of the class, one for each exercise. */
export interface Row {
  readonly label: string;
  /** The student; none for the class. */
  readonly student: string | undefined;
  /** The kind of error; none for all together. */
  readonly group: string | undefined;
  readonly tallies: readonly Tally[];
}

/** Rows with the sum of them above. */
export interface Rows {
  readonly sum: Row;
  readonly rows: readonly Row[];
}

/** Return a row for each student, of one kind of error or of all together. */
export function studentRows({ whole, people, assignments }: ProgressClass, group: string | undefined): Rows {
  const row = (course: ProgressCourse, student: string | undefined): Row => ({
    ...{ label: course.label, student, group },
    tallies: group === undefined ? course.totals : talliesOf(course, group, assignments.length),
  });
  return { sum: row(whole, undefined), rows: people.map((course) => row(course, course.name)) };
}

/** Return a row for each kind of error of one student, or of the class. */
export function groupRows({ label, totals, groups }: ProgressCourse, student: string | undefined): Rows {
  return {
    sum: { label, student, group: undefined, tallies: totals },
    rows: groups.map(({ group, tallies }) => ({ label: group, student, group, tallies })),
  };
}

/** Return the numbers of a kind of error; a student without one has nothing to correct where something was handed in. */
function talliesOf({ groups, totals }: ProgressCourse, group: string, length: number): readonly Tally[] {
  const shown = groups.find((one) => one.group === group)?.tallies;
  const nothing = (tally: Tally): Tally => tally && { made: 0, found: 0, missed: 0 };
  return shown ?? Array.from({ length }, (_, index) => nothing(totals[index] ?? null));
}

/** Return the sum over all exercises; `null` if none was handed in. */
export function together(tallies: readonly Tally[]): Tally {
  const handedIn = tallies.filter((tally) => tally !== null);
  const sum = (each: (tally: ProgressTally) => number): number => handedIn.reduce((total, one) => total + each(one), 0);
  return handedIn.length === 0
    ? null
    : { made: sum(({ made }) => made), found: sum(({ found }) => found), missed: sum(({ missed }) => missed) };
}

/** Return the share that was found, 0 to 1; `null` if there was nothing to correct. */
export function shareOf(tally: Tally): number | null {
  return tally && tally.made > 0 ? tally.found / tally.made : null;
}

/** Return how much the share grew from the first exercise with errors to the last; `null` if there are not two. */
export function changeOf(tallies: readonly Tally[]): number | null {
  const shares = tallies.map(shareOf).filter((share) => share !== null);
  const [first] = shares;
  const last = shares.at(-1);
  return shares.length < 2 || first === undefined || last === undefined ? null : last - first;
}

/** Return rows in an order. Without one they stay; those without the number come last, equal ones stay. */
export function sortRows(rows: readonly Row[], sort: Sort | undefined, language: string): readonly Row[] {
  if (!sort) {
    return rows;
  }
  const direction = sort.descending ? -1 : 1;
  if (sort.key === 'name') {
    const collator = new Intl.Collator(language, { numeric: true });
    return [...rows].sort((one, other) => direction * collator.compare(one.label, other.label));
  }
  const { key } = sort;
  return [...rows].sort((one, other) => {
    const [first, second] = [numberOf(one, key), numberOf(other, key)];
    return first === null || second === null
      ? Number(first === null) - Number(second === null)
      : direction * (first - second);
  });
}

/** Return the sort after a press on a column: reversed, or for a new column names from A and shares from the lowest. */
export function nextSort(sort: Sort | undefined, key: SortKey): Sort {
  return { key, descending: sort?.key === key ? !sort.descending : false };
}

function numberOf({ tallies }: Row, key: Exclude<SortKey, 'name'>): number | null {
  if (key === 'change') {
    return changeOf(tallies);
  }
  return shareOf(key === 'together' ? together(tallies) : (tallies[key] ?? null));
}
