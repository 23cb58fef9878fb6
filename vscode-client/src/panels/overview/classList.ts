import type { EstimateSummary, Marks, OverviewStudent } from '../../protocol/contract';
import { CATEGORIES, VERDICTS, type KindId } from '../../protocol/kinds';
import { errorCount, type Vocabulary } from '../../protocol/vocabularies';

/** A student with marks. */
export interface MarkedStudent extends OverviewStudent {
  readonly marks: Marks;
}

/** A student with an estimate, since there is no reference. */
export interface EstimatedStudent extends OverviewStudent {
  readonly estimate: EstimateSummary;
}

/** The columns by which a class can be sorted, of all vocabularies. */
export type SortKey = 'name' | 'score' | 'shares' | KindId | 'errors';

export const SORT_KEYS: readonly SortKey[] = [
  'name',
  'score',
  'shares',
  ...[...VERDICTS, ...CATEGORIES].map(({ id }) => id),
  'errors',
];

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** Part students by what they have: marks, an estimate, or neither. */
export function partStudents(students: readonly OverviewStudent[]): {
  marked: MarkedStudent[];
  estimated: EstimatedStudent[];
  unmarked: OverviewStudent[];
} {
  return {
    marked: students.filter((student): student is MarkedStudent => student.marks !== null),
    estimated: students.filter((student): student is EstimatedStudent => !student.marks && !!student.estimate),
    unmarked: students.filter(({ marks, estimate }) => !marks && !estimate),
  };
}

/**
 * Return students in an order; equal ones are ordered by name, as the language orders names.
 *
 * Students whose mark can't be compared come last in an order by marks.
 */
export function sortStudents(
  students: readonly MarkedStudent[],
  sort: Sort,
  language: string,
  vocabulary: Vocabulary,
): MarkedStudent[] {
  const collator = collatorOf(language);
  const direction = sort.descending ? -1 : 1;
  return [...students].sort((one, other) => {
    const byName = collator.compare(one.name, other.name);
    if (sort.key === 'name') {
      return direction * byName;
    }
    const [first, second] = [numberOf(one, sort.key, vocabulary), numberOf(other, sort.key, vocabulary)];
    if (first === null || second === null) {
      return Number(first === null) - Number(second === null) || byName;
    }
    return direction * (first - second) || byName;
  });
}

/** Return the sort after a press on a column: reversed, or for a new column names from A and numbers from the highest. */
export function nextSort(sort: Sort, key: SortKey): Sort {
  return sort.key === key ? { key, descending: !sort.descending } : { key, descending: key !== 'name' };
}

function numberOf({ marks }: MarkedStudent, key: Exclude<SortKey, 'name'>, vocabulary: Vocabulary): number | null {
  if (key === 'errors') {
    return errorCount(vocabulary, marks);
  }
  if (key === 'score') {
    return vocabulary.markOf(marks);
  }
  const [first] = vocabulary.kinds;
  if (key === 'shares') {
    return first ? vocabulary.shareOf(marks, first) : 0;
  }
  const kind = vocabulary.kinds.find(({ id }) => id === key);
  return kind ? vocabulary.countOf(marks, kind) : 0;
}

function collatorOf(language: string): Intl.Collator {
  try {
    return new Intl.Collator(language, { numeric: true });
  } catch {
    return new Intl.Collator('en', { numeric: true });
  }
}
