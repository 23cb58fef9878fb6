import type { Sort } from '../classList';
import type { OverviewStrings } from '../overviewStrings';
import type { Numbers } from '../../wording';
import { CATEGORIES, type Category, type OverviewExercise } from '../../../protocol/contract';
import { element, type Child } from '../../page/elements';

/** What of an overview is on the page: which exercise, in which order, in whose words. */
export interface OverviewView {
  readonly exercise: OverviewExercise;
  readonly sort: Sort;
  readonly allTypes: boolean;
  readonly language: string;
  readonly strings: OverviewStrings;
  readonly numbers: Numbers;
}

/** The name of a category's CSS class. */
export function categoryClass(category: Category): string {
  return category.replace('-correction', '');
}

/** A category's name with its colour before it. */
export function categoryLabel(category: Category, strings: OverviewStrings): Child[] {
  return [
    element('span', { class: `swatch ${categoryClass(category)}`, attributes: { 'aria-hidden': 'true' } }),
    strings.categories[category],
  ];
}

/** A bar of one part after the other, each a category's; parts are of 1. */
export function stacked(parts: readonly (readonly [Category, number])[]): HTMLElement {
  return element(
    'span',
    { class: 'stack', attributes: { 'aria-hidden': 'true' } },
    ...parts
      .filter(([, part]) => part > 0)
      .map(([category, part]) =>
        element('span', { class: categoryClass(category), style: { '--part': String(part) } }),
      ),
  );
}

/** What the colours mean. */
export function legend(strings: OverviewStrings): HTMLElement {
  return element(
    'ul',
    { class: 'legend', attributes: { 'aria-label': strings.legend } },
    ...CATEGORIES.map((category) =>
      element(
        'li',
        {},
        element('strong', {}, ...categoryLabel(category, strings)),
        element('span', { class: 'note' }, strings.categoryHints[category]),
      ),
    ),
  );
}
