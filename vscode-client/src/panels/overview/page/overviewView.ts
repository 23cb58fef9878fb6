import type { Sort } from '../classList';
import type { OverviewStrings } from '../overviewStrings';
import type { Numbers } from '../../numbers';
import { CATEGORIES, categoryName } from '../../../protocol/categories';
import type { Category, OverviewExercise } from '../../../protocol/contract';
import { element, type Child } from '../../page/elements';

/** What the page shows: an exercise, an order of students, and the language's strings and numbers. */
export interface OverviewView {
  readonly exercise: OverviewExercise;
  readonly sort: Sort;
  readonly allTypes: boolean;
  readonly language: string;
  readonly strings: OverviewStrings;
  readonly numbers: Numbers;
}

/** Return a category's title with its colour before it. */
export function categoryLabel(category: Category, strings: OverviewStrings): Child[] {
  return [
    element('span', { class: `swatch ${categoryName(category)}`, attributes: { 'aria-hidden': 'true' } }),
    strings.categories[category],
  ];
}

/** Return a bar with one part for each category, 0 to 1 each. */
export function stackedBar(parts: readonly (readonly [Category, number])[]): HTMLElement {
  return element(
    'span',
    { class: 'stack', attributes: { 'aria-hidden': 'true' } },
    ...parts
      .filter(([, part]) => part > 0)
      .map(([category, part]) => element('span', { class: categoryName(category), style: { '--part': String(part) } })),
  );
}

/** Return an explanation of the colours. */
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
