import { fillTemplate } from '../../../template';
import { CATEGORIES, VERDICTS, type Kind } from '../../../protocol/kinds';
import { button, element } from '../../page/elements';
import { errorRows, type ErrorRow } from './errorRows';
import { countButton, kindCell, kindLabel, stackedBar, type OverviewView } from './overviewView';
import { scroller } from '../../page/scroller';

/** Number of types shown until the person asks for all. */
const SHORT_LENGTH = 10;

/** Return the table of a class's error types, or of their groups, in the server's order. */
export function typeTable(view: OverviewView, all: (shown: boolean) => void): HTMLElement {
  const { strings, allTypes } = view;
  const { kinds, rows } = errorRows(view);
  const errors = kinds.filter(({ isError }) => isError);
  const others = kinds.filter(({ isError, isChange }) => !isError && isChange);
  const types = rows.filter((row) => total(row, errors) > 0);
  if (!types.length) {
    return element('p', { class: 'note' }, strings.noErrorTypes);
  }
  const most = Math.max(...types.map((row) => total(row, errors)));
  const table = element(
    'table',
    { class: 'list types' },
    element('caption', { class: 'visually-hidden' }, strings.errorTypes),
    element('thead', {}, headRow(view, [...errors, ...others])),
    element(
      'tbody',
      {},
      ...(allTypes ? types : types.slice(0, SHORT_LENGTH)).map((row) => typeRow(view, row, errors, others, most)),
    ),
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

function headRow({ strings }: OverviewView, kinds: readonly Kind[]): HTMLTableRowElement {
  const head = (name: string, ...label: readonly (Node | string | undefined)[]): HTMLElement =>
    element('th', { class: name, attributes: { scope: 'col' } }, ...label);
  return element(
    'tr',
    {},
    head('name', strings.errorType),
    head('shares', strings.howOften),
    head('count', strings.total),
    ...kinds.map((kind) => head('count', ...kindLabel(kind, strings))),
  );
}

function total(row: ErrorRow, kinds: readonly Kind[]): number {
  return kinds.reduce((sum, kind) => sum + row.countOf(kind), 0);
}

function typeRow(
  view: OverviewView,
  row: ErrorRow,
  errors: readonly Kind[],
  others: readonly Kind[],
  most: number,
): HTMLTableRowElement {
  const { strings, numbers, vocabulary } = view;
  const kinds = [...errors, ...others];
  const countCell = (kind: Kind): HTMLElement => {
    const count = row.countOf(kind);
    const text = numbers.count(count);
    const words = `${row.name}: ${fillTemplate(strings.kinds[kind.id].count, text)}`;
    const cell = { ...row.cell, ...kindCell(vocabulary, kind) };
    return element('td', { class: 'count' }, countButton(view, cell, count, text, words));
  };
  const all = total(row, [...VERDICTS, ...CATEGORIES]);
  const words = kinds
    .map((kind) => fillTemplate(strings.kinds[kind.id].count, numbers.count(row.countOf(kind))))
    .join(', ');
  return element(
    'tr',
    {},
    element(
      'th',
      { class: 'name', attributes: { scope: 'row' } },
      element('span', { class: 'meaning' }, countButton(view, row.cell, all, row.name, row.name)),
      row.code ? element('code', {}, row.code) : undefined,
    ),
    element(
      'td',
      { class: 'shares', attributes: { title: words } },
      stackedBar(errors.map((kind) => [kind, row.countOf(kind) / most] as const)),
    ),
    element('td', { class: 'count total' }, numbers.count(total(row, errors))),
    ...kinds.map(countCell),
  );
}
