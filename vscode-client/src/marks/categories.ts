import * as vscode from 'vscode';

import { CATEGORIES, countOf, type Category, type Counts } from '../protocol/contract';

/** What a category is called, alone. */
export function categoryTitle(category: Category): string {
  switch (category) {
    case 'hit-correction':
      return vscode.l10n.t('Hit');
    case 'wrong-correction':
      return vscode.l10n.t('Wrong correction');
    case 'under-correction':
      return vscode.l10n.t('Under-correction');
    case 'over-correction':
      return vscode.l10n.t('Over-correction');
  }
}

/** The contributed theme colour of a category is `markscheme.` and this; its background's ends in `Background`. */
export const CATEGORY_COLOURS: Readonly<Record<Category, string>> = {
  'hit-correction': 'hit',
  'wrong-correction': 'wrong',
  'under-correction': 'under',
  'over-correction': 'over',
};

/** A sign for each category, so that colour never speaks alone. */
export const CATEGORY_ICONS: Readonly<Record<Category, string>> = {
  'hit-correction': 'pass',
  'wrong-correction': 'error',
  'under-correction': 'circle-large-outline',
  'over-correction': 'diff-added',
};

/** How many there are of each category that occurs: "32 hit, 23 wrong". */
export function tally(counts: Counts): string {
  const parts: Record<Category, (count: number) => string> = {
    'hit-correction': (count) => vscode.l10n.t('{0} hit', count),
    'wrong-correction': (count) => vscode.l10n.t('{0} wrong', count),
    'under-correction': (count) => vscode.l10n.t('{0} under', count),
    'over-correction': (count) => vscode.l10n.t('{0} over', count),
  };
  return CATEGORIES.filter((category) => countOf(counts, category) > 0)
    .map((category) => parts[category](countOf(counts, category)))
    .join(', ');
}

/** A score in 0 to 1 with three digits. */
export function scoreText(score: number): string {
  return score.toFixed(3);
}

/** A share in 0 to 1 as a percentage. */
export function percentText(share: number): string {
  return vscode.l10n.t('{0} %', Math.round(share * 100));
}
