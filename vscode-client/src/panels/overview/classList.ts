import {
  CATEGORIES,
  countOf,
  type Category,
  type Counts,
  type Marks,
  type OverviewEstimate,
  type OverviewStudent,
} from '../../protocol/contract';

/** A student who could be marked. */
export interface MarkedStudent extends OverviewStudent {
  readonly marks: Marks;
}

/** A student whose correction no reference marks. */
export interface EstimatedStudent extends OverviewStudent {
  readonly estimate: OverviewEstimate;
}

/** What the list of a class can be sorted by. */
export type SortKey = 'name' | 'score' | 'shares' | Category | 'errors';

export const SORT_KEYS: readonly SortKey[] = ['name', 'score', 'shares', ...CATEGORIES, 'errors'];

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** Students that were marked, those that could only be estimated, and those that could be neither. */
export function parted(students: readonly OverviewStudent[]): {
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

/** Wrong, under- and over-corrections together. */
export function errorsOf(counts: Counts): number {
  return counts.fp_ne + counts.fn + counts.fp_un;
}

/**
 * A category's share in 0 to 1: hits, wrong and under-corrections of all places that should be changed,
 * over-corrections of all that the student changed.
 */
export function shareOf({ scores }: Marks, category: Category): number {
  const key = {
    'hit-correction': 'hit',
    'wrong-correction': 'wrong',
    'under-correction': 'under',
    'over-correction': 'over',
  } as const;
  return scores[key[category]];
}

/** The list in another order; equals stand by name. Names in a language's own order. */
export function sorted(students: readonly MarkedStudent[], sort: Sort, language: string): MarkedStudent[] {
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

/** The sort after a press on a column: the other way round, or first the way that is asked for most. */
export function pressed(sort: Sort, key: SortKey): Sort {
  return sort.key === key ? { key, descending: !sort.descending } : { key, descending: key !== 'name' };
}

function numberOf({ marks }: MarkedStudent, key: Exclude<SortKey, 'name'>): number {
  switch (key) {
    case 'errors':
      return errorsOf(marks.counts);
    case 'score':
      return marks.scores.score;
    case 'shares':
      return marks.scores.hit;
    case 'hit-correction':
    case 'wrong-correction':
    case 'under-correction':
    case 'over-correction':
      return countOf(marks.counts, key);
  }
}

function collatorOf(language: string): Intl.Collator {
  try {
    return new Intl.Collator(language, { numeric: true });
  } catch {
    return new Intl.Collator('en', { numeric: true });
  }
}
