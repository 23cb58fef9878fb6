import { errorTypeInWords } from '../../errorTypes';
import { fillTemplate } from '../../template';
import { CATEGORIES, ERRORS, isHit } from '../../../protocol/categories';
import type { TypeCounts } from '../../../protocol/contract';
import { button, element } from '../../page/elements';
import { categoryLabel, stackedBar, type OverviewView } from './overviewView';
import { scroller } from './scroller';

/** Number of types shown until the person asks for all. */
const SHORT_LENGTH = 10;

const HITS = CATEGORIES.filter(isHit);

/** Return the table of a class's error types, in the server's order. */
export function typeTable(view: OverviewView, all: (shown: boolean) => void): HTMLElement {
  const { strings, exercise, allTypes } = view;
  const types = exercise.types.filter((type) => errorsOf(type) > 0);
  if (!types.length) {
    return element('p', { class: 'note' }, strings.noErrorTypes);
  }
  const most = Math.max(...types.map(errorsOf));
  const rows = (allTypes ? types : types.slice(0, SHORT_LENGTH)).map((type) => typeRow(view, type, most));
  const heads = ERRORS.map((category) =>
    element('th', { class: 'count', attributes: { scope: 'col' } }, ...categoryLabel(category, strings)),
  );
  const table = element(
    'table',
    { class: 'list types' },
    element('caption', { class: 'visually-hidden' }, strings.errorTypes),
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
        element(
          'th',
          { class: 'count', attributes: { scope: 'col' } },
          ...HITS.flatMap((category) => categoryLabel(category, strings)),
        ),
      ),
    ),
    element('tbody', {}, ...rows),
  );
  const words = allTypes ? fillTemplate(strings.fewTypes, SHORT_LENGTH) : fillTemplate(strings.allTypes, types.length);
  const more = button(
    words,
    () => {
      all(!allTypes);
    },
    { class: 'plain', attributes: { 'data-key': 'all-types', 'aria-expanded': String(allTypes) } },
  );
  return element('div', {}, scroller(strings.errorTypes, table), types.length > SHORT_LENGTH ? more : undefined);
}

function errorsOf({ counts }: TypeCounts): number {
  return ERRORS.reduce((sum, category) => sum + counts[category], 0);
}

function typeRow({ strings, numbers }: OverviewView, type: TypeCounts, most: number): HTMLTableRowElement {
  const { counts } = type;
  const [hits, wrong, under, over] = CATEGORIES.map((category) => numbers.count(counts[category]));
  const words = fillTemplate(strings.typeWords, wrong ?? '', under ?? '', over ?? '', hits ?? '');
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
      stackedBar(ERRORS.map((category) => [category, counts[category] / most] as const)),
    ),
    element('td', { class: 'count total' }, numbers.count(errorsOf(type))),
    ...[...ERRORS, ...HITS].map((category) => element('td', { class: 'count' }, numbers.count(counts[category]))),
  );
}
