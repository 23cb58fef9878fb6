import { element, type Child } from './elements';

/** The head of a column by which a table can be sorted. */
export interface SortHead {
  /** The class of the column's cells. */
  readonly name: string;
  readonly key: string | number;
  readonly label: readonly Child[];
  readonly hint?: string | undefined;
  /** The order of the table; `undefined` if there is none. */
  readonly sort: { readonly key: string | number; readonly descending: boolean } | undefined;
  readonly press: () => void;
}

/** Return a cell with a button that sorts the table, and an arrow if the table is sorted by the column. */
export function sortHead({ name, key, label, hint, sort, press }: SortHead): HTMLTableCellElement {
  const direction = sort?.key !== key ? 'none' : sort.descending ? 'descending' : 'ascending';
  const arrow = { none: '', ascending: '▲', descending: '▼' }[direction];
  return element(
    'th',
    { class: name, attributes: { scope: 'col', 'aria-sort': direction } },
    element(
      'button',
      { class: 'sort', attributes: { type: 'button', title: hint, 'data-key': `sort-${key}` }, on: { click: press } },
      ...label,
      element('span', { class: 'arrow', attributes: { 'aria-hidden': 'true' } }, arrow),
    ),
  );
}
