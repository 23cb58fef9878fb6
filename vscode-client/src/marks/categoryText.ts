import * as vscode from 'vscode';

import { CATEGORIES, countOf } from '../protocol/categories';
import type { Category, Counts } from '../protocol/contract';

/** Return a category's title. */
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

/** An icon for each category, so that colour is not the only difference. */
export const CATEGORY_ICONS: Readonly<Record<Category, string>> = {
  'hit-correction': 'pass',
  'wrong-correction': 'error',
  'under-correction': 'circle-large-outline',
  'over-correction': 'diff-added',
};

/** Return the numbers of the categories that occur: "32 hit, 23 wrong". */
export function countsText(counts: Counts): string {
  const templates: Record<Category, (count: number) => string> = {
    'hit-correction': (count) => vscode.l10n.t('{0} hit', count),
    'wrong-correction': (count) => vscode.l10n.t('{0} wrong', count),
    'under-correction': (count) => vscode.l10n.t('{0} under', count),
    'over-correction': (count) => vscode.l10n.t('{0} over', count),
  };
  return CATEGORIES.filter((category) => countOf(counts, category) > 0)
    .map((category) => templates[category](countOf(counts, category)))
    .join(', ');
}

/** Write a score, 0 to 1, with three decimals. */
export function scoreText(score: number): string {
  return score.toFixed(3);
}

/** Write a share, 0 to 1, as a percentage. */
export function percentText(share: number): string {
  return vscode.l10n.t('{0} %', Math.round(share * 100));
}
