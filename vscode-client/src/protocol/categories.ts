import type { Category, Counts, Scores } from './contract';

/** In the order in which they are shown everywhere. */
export const CATEGORIES: readonly Category[] = [
  'hit-correction',
  'wrong-correction',
  'under-correction',
  'over-correction',
];

/** Categories of findings that a person has something to do about. */
export const ERRORS: readonly Category[] = CATEGORIES.filter((category) => !isHit(category));

/** The last part of the names of a category's theme colour, setting and CSS class. */
export type CategoryName = Exclude<keyof Scores, 'score'>;

interface CategoryKeys {
  readonly name: CategoryName;
  readonly count: keyof Counts;
}

const KEYS: Readonly<Record<Category, CategoryKeys>> = {
  'hit-correction': { name: 'hit', count: 'tp' },
  'wrong-correction': { name: 'wrong', count: 'fp_ne' },
  'under-correction': { name: 'under', count: 'fn' },
  'over-correction': { name: 'over', count: 'fp_un' },
};

export function categoryName(category: Category): CategoryName {
  return KEYS[category].name;
}

export function isHit(category: Category): boolean {
  return category === 'hit-correction';
}

/** Whether the student changed nothing where a reference does. */
export function isUnderCorrection(category: Category): boolean {
  return category === 'under-correction';
}

/** Whether the student changed what no reference changes. */
export function isOverCorrection(category: Category): boolean {
  return category === 'over-correction';
}

/** Return the number of a category's chunks. */
export function countOf(counts: Counts, category: Category): number {
  return counts[KEYS[category].count];
}

/** Return the number of wrong, under- and over-corrections together. */
export function errorCount(counts: Counts): number {
  return ERRORS.reduce((sum, category) => sum + countOf(counts, category), 0);
}

/**
 * Return a category's share, 0 to 1.
 *
 * Hits, wrong and under-corrections are shares of the places that should be changed, over-corrections of all changes
 * that the student made.
 */
export function shareOf(scores: Scores, category: Category): number {
  return scores[KEYS[category].name];
}
