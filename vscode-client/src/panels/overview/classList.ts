import { CATEGORIES, countOf, errorCount } from '../../protocol/categories';
import type { Category, EstimateSummary, Marks, OverviewStudent } from '../../protocol/contract';

/** A student with marks. */
export interface MarkedStudent extends OverviewStudent {
  readonly marks: Marks;
}

/** A student with an estimate, since there is no reference. */
export interface EstimatedStudent extends OverviewStudent {
  readonly estimate: EstimateSummary;
}

/** The columns by which a class can be sorted. */
export type SortKey = 'name' | 'score' | 'shares' | Category | 'errors';

export const SORT_KEYS: readonly SortKey[] = ['name', 'score', 'shares', ...CATEGORIES, 'errors'];

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

/** Return students in an order; equal ones are ordered by name, as the language orders names. */
export function sortStudents(students: readonly MarkedStudent[], sort: Sort, language: string): MarkedStudent[] {
  const collator = collatorOf(language);
  const direction = sort.descending ? -1 : 1;
  return [...students].sort((one, other) => {
    const byName = collator.compare(one.name, other.name);
    if (sort.key === 'name') {
      return direction * byName;
    }
    return direction * (numberOf(one, sort.key) - numberOf(other, sort.key)) || byName;
  });
}

/** Return the sort after a press on a column: reversed, or for a new column names from A and numbers from the highest. */
export function nextSort(sort: Sort, key: SortKey): Sort {
  return sort.key === key ? { key, descending: !sort.descending } : { key, descending: key !== 'name' };
}

function numberOf({ marks }: MarkedStudent, key: Exclude<SortKey, 'name'>): number {
  if (key === 'errors') {
    return errorCount(marks.counts);
  }
  if (key === 'score') {
    return marks.scores.score;
  }
  return key === 'shares' ? marks.scores.hit : countOf(marks.counts, key);
}

function collatorOf(language: string): Intl.Collator {
  try {
    return new Intl.Collator(language, { numeric: true });
  } catch {
    return new Intl.Collator('en', { numeric: true });
  }
}
