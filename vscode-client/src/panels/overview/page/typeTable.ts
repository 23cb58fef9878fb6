import { errorTypeInWords } from '../../errorTypes';
import { filled } from '../../wording';
import { CATEGORIES, type Category, type TypeCounts } from '../../../protocol/contract';
import { button, element } from '../../page/elements';
import { categoryLabel, stacked, type OverviewView } from './overviewView';
import { scroller } from './scroller';

/** Types that are shown before all are asked for. */
const FEW = 10;

const ERRORS: readonly Category[] = ['wrong-correction', 'under-correction', 'over-correction'];

/** The types of error that a class makes most, as the server has ordered them. */
export function typeTable(view: OverviewView, all: (shown: boolean) => void): HTMLElement {
  const { strings, exercise, allTypes } = view;
  const types = exercise.types.filter((type) => errorsOf(type) > 0);
  if (!types.length) {
    return element('p', { class: 'note' }, strings.noErrorTypes);
  }
  const most = Math.max(...types.map(errorsOf));
  const rows = (allTypes ? types : types.slice(0, FEW)).map((type) => typeRow(view, type, most));
  const heads = ERRORS.map((category) =>
    element('th', { class: 'count', attributes: { scope: 'col' } }, ...categoryLabel(category, strings)),
  );
  const table = element(
    'table',
    { class: 'list types' },
    element('caption', { class: 'unseen' }, strings.errorTypes),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { class: 'name', attributes: { scope: 'col' } }, strings.errorType),
        element('th', { class: 'shares', attributes: { scope: 'col' } }, strings.howOften),
        element('th', { class: 'count', attributes: { scope: 'col' } }, strings.total),
        ...heads,
        element('th', { class: 'count', attributes: { scope: 'col' } }, ...categoryLabel('hit-correction', strings)),
      ),
    ),
    element('tbody', {}, ...rows),
  );
  const words = allTypes ? filled(strings.fewTypes, FEW) : filled(strings.allTypes, types.length);
  const more = button(
    words,
    () => {
      all(!allTypes);
    },
    { class: 'plain', attributes: { 'data-key': 'all-types', 'aria-expanded': String(allTypes) } },
  );
  return element('div', {}, scroller(strings.errorTypes, table), types.length > FEW ? more : undefined);
}

function errorsOf({ counts }: TypeCounts): number {
  return ERRORS.reduce((sum, category) => sum + counts[category], 0);
}

function typeRow({ strings, numbers }: OverviewView, type: TypeCounts, most: number): HTMLTableRowElement {
  const { counts } = type;
  const [hits, wrong, under, over] = CATEGORIES.map((category) => numbers.count(counts[category]));
  const words = filled(strings.typeWords, wrong ?? '', under ?? '', over ?? '', hits ?? '');
  return element(
    'tr',
    {},
    element(
      'th',
      { class: 'name', attributes: { scope: 'row' } },
      element('span', { class: 'meaning' }, errorTypeInWords(type.type, strings.types)),
      element('code', {}, type.type),
    ),
    element(
      'td',
      { class: 'shares', attributes: { title: words } },
      stacked(ERRORS.map((category) => [category, counts[category] / most] as const)),
    ),
    element('td', { class: 'count total' }, numbers.count(errorsOf(type))),
    ...[...ERRORS, 'hit-correction' as const].map((category) =>
      element('td', { class: 'count' }, numbers.count(counts[category])),
    ),
  );
}
