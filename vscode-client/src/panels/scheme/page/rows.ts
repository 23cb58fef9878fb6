import { fillTemplate } from '../../../template';
import { button, element } from '../../page/elements';
import type { Lists } from '../draft';
import { numberInput, part, select, textInput, type FieldOptions } from './fields';
import type { SchemeView } from './schemeView';

type ListName = Exclude<keyof Lists, 'focus'>;
type Row<Name extends ListName> = Lists[Name][number];

/** A list of rows that a teacher adds to, changes and takes from. */
interface RowList<Name extends ListName> {
  readonly name: Name;
  readonly title: string;
  readonly hint: string;
  /** The heads of the columns, the first of which names a row. */
  readonly heads: readonly string[];
  readonly blank: Row<Name>;
  /** Return the controls of a row; `change` replaces members of the row. */
  cells(
    row: Row<Name>,
    options: (column: number) => FieldOptions,
    change: (change: Partial<Row<Name>>) => void,
  ): Cell[];
}

interface Cell {
  readonly control: HTMLElement;
  /** The end of the key under which the cell has faults of its own; those of the whole row are below it. */
  readonly fault?: string;
}

/** The parts of the form for weights, caps, the lengths of texts and bands. */
export function rowParts(view: SchemeView): HTMLElement[] {
  const { strings } = view;
  return [
    rowPart(view, kindList(view, 'weights', strings.weights, strings.weightsHint, strings.weight)),
    rowPart(view, kindList(view, 'caps', strings.caps, strings.capsHint, strings.cap)),
    rowPart(view, wordList(view)),
    rowPart(view, bandList(view)),
    kindNames(view),
  ];
}

const KIND_NAMES = 'kinds-of-errors';

/** Return the names that are offered where a kind of error is written: groups, then ERRANT's types. */
function kindNames({ form }: SchemeView): HTMLElement {
  const names = [...form.groups, ...form.types];
  const options = names.map((name) => element('option', { attributes: { value: name } }));
  return element('datalist', { attributes: { id: KIND_NAMES } }, ...options);
}

function kindList(
  { strings }: SchemeView,
  name: 'weights' | 'caps',
  title: string,
  hint: string,
  value: string,
): RowList<'weights' | 'caps'> {
  return {
    ...{ name, title, hint, heads: [strings.kind, value], blank: { kind: '', value: '1' } },
    cells: (row, options, change) => [
      {
        control: textInput(
          options(0),
          row.kind,
          (kind) => {
            change({ kind });
          },
          { list: KIND_NAMES },
        ),
      },
      {
        control: numberInput(options(1), row.value, (text) => {
          change({ value: text });
        }),
      },
    ],
  };
}

function wordList({ strings }: SchemeView): RowList<'words'> {
  return {
    ...{ name: 'words', title: strings.lengths, hint: strings.lengthsHint },
    ...{
      heads: [strings.length, strings.wordCount, strings.wordPoints],
      blank: { over: false, bound: '80', points: '-1' },
    },
    cells: (row, options, change) => [
      {
        control: select(
          options(0),
          [
            ['under', strings.fewer],
            ['over', strings.more],
          ] as const,
          row.over ? 'over' : 'under',
          (chosen) => {
            change({ over: chosen === 'over' });
          },
        ),
      },
      {
        control: numberInput(options(1), row.bound, (bound) => {
          change({ bound });
        }),
      },
      {
        control: numberInput(options(2), row.points, (points) => {
          change({ points });
        }),
      },
    ],
  };
}

function bandList({ strings }: SchemeView): RowList<'bands'> {
  return {
    ...{ name: 'bands', title: strings.bands, hint: strings.bandsHint },
    ...{ heads: [strings.bandFrom, strings.bandName, strings.bandText], blank: { lowest: '0', name: '', text: '' } },
    cells: (row, options, change) => [
      {
        control: numberInput(options(0), row.lowest, (lowest) => {
          change({ lowest });
        }),
        fault: 'lowest',
      },
      {
        control: textInput(options(1), row.name, (name) => {
          change({ name });
        }),
        fault: 'name',
      },
      {
        control: textInput(
          options(2),
          row.text,
          (text) => {
            change({ text });
          },
          { spellcheck: 'true' },
        ),
      },
    ],
  };
}

function rowPart<Name extends ListName>(view: SchemeView, list: RowList<Name>): HTMLElement {
  const { strings } = view;
  const rows = view.values()[list.name] as readonly Row<Name>[];
  const add = (): void => {
    const newest = view.values()[list.name] as readonly Row<Name>[];
    replace(view, list.name, [...newest, list.blank], keyOf(list, newest.length, 0));
  };
  const more = button(`+ ${strings.add}`, add, {
    class: 'plain add',
    attributes: { 'aria-label': fillTemplate(strings.addTo, list.title), 'data-key': `add-${list.name}` },
  });
  const heads = element(
    'div',
    { class: 'row heads', attributes: { 'aria-hidden': 'true' } },
    ...list.heads.map((head) => element('span', {}, head)),
  );
  return part(
    list.title,
    list.hint,
    rows.length
      ? element(
          'div',
          { class: `rows ${list.name}` },
          heads,
          ...rows.map((row, index) => rowOf(view, list, row, index)),
        )
      : undefined,
    more,
  );
}

function rowOf<Name extends ListName>(
  view: SchemeView,
  list: RowList<Name>,
  row: Row<Name>,
  index: number,
): HTMLElement {
  const { strings, fields } = view;
  const options = (column: number): FieldOptions => ({
    key: keyOf(list, index, column),
    label: list.heads[column] ?? '',
  });
  const cells = list.cells(row, options, (change) => {
    const newest = view.values()[list.name] as readonly Row<Name>[];
    const changed = newest.map((each, number) => (number === index ? { ...each, ...change } : each));
    view.typed({ ...view.draft(), [list.name]: changed });
  });
  const remove = button(
    '×',
    () => {
      const newest = view.values()[list.name] as readonly Row<Name>[];
      const left = newest.filter((_, number) => number !== index);
      replace(
        view,
        list.name,
        left,
        left.length ? keyOf(list, Math.min(index, left.length - 1), 0) : `add-${list.name}`,
      );
    },
    {
      class: 'plain remove',
      attributes: { 'aria-label': fillTemplate(strings.removeRowOf, index + 1, list.title), title: strings.removeRow },
    },
  );
  const faults = cells.flatMap(({ control, fault }) =>
    fault === undefined ? [] : [fields.faultOf(`${list.name}/${index}/${fault}`, [control])],
  );
  const whole = fields.faultOf(
    `${list.name}/${index}`,
    cells.map(({ control }) => control),
  );
  return element(
    'div',
    { class: 'row', attributes: { role: 'group', 'aria-label': fillTemplate(strings.rowOf, index + 1, list.title) } },
    ...cells.map(({ control }) => control),
    remove,
    ...faults,
    whole,
  );
}

function keyOf({ name }: { readonly name: string }, row: number, column: number): string {
  return `${name}/${row}#${column}`;
}

function replace(view: SchemeView, name: ListName, rows: readonly unknown[], key: string): void {
  view.replaced({ ...view.draft(), [name]: rows }, key);
}
