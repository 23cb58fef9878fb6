import type { SchemeForm } from '../../../protocol/contract';
import { fillTemplate } from '../../../words';
import { button, type Child, element } from '../../page/elements';
import type { Draft, Lists, Values } from '../draft';
import type { SchemeStrings } from '../schemeMessages';

/** What the parts of the form share: words, the file's form, the fields, and the draft with the values that hold. */
export interface SchemeView {
  readonly strings: SchemeStrings;
  readonly language: string;
  readonly form: SchemeForm;
  readonly fields: Fields;
  /** Return the newest draft. */
  draft(): Draft;
  /** Return the values of the newest draft. */
  values(): Values;
  /** Replace the draft while the form stays as it is. */
  typed(draft: Draft): void;
  /** Replace the draft, draw the form anew, and give the field with a key the keyboard. */
  replaced(draft: Draft, key: string): void;
}

let lastId = 0;

function newId(): string {
  lastId += 1;
  return `field-${lastId}`;
}

/** A control with what it is called, and the keys by which faults and the keyboard find it. */
export interface FieldOptions {
  /** The path of the value in the table's JSON, joined by `/`. */
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
}

/** The fields of a form, each with a place for its fault. */
export class Fields {
  private readonly places = new Map<
    string,
    { readonly controls: readonly HTMLElement[]; readonly fault: HTMLElement }
  >();

  /** Return the place for the fault of some controls; it is empty, and hidden, without one. */
  faultOf(key: string, controls: readonly HTMLElement[]): HTMLElement {
    const fault = element('p', { class: 'fault', attributes: { id: newId(), hidden: '' } });
    this.places.set(key, { controls, fault });
    return fault;
  }

  /** Return a control below its label. */
  labelled({ key, label, hint }: FieldOptions, control: HTMLElement, ...beside: readonly Child[]): HTMLElement {
    control.id = newId();
    const fault = this.faultOf(key, [control]);
    const words =
      hint === undefined ? undefined : element('span', { class: 'note', attributes: { id: newId() } }, hint);
    if (words) {
      control.setAttribute('aria-describedby', words.id);
    }
    const caption = element('label', { attributes: { for: control.id } }, label);
    return element(
      'div',
      { class: 'field' },
      caption,
      element('div', { class: 'line' }, control, ...beside),
      words,
      fault,
    );
  }

  /** Show faults at the fields that they belong to, and return those that belong to none. */
  show(faults: ReadonlyMap<string, string>): string[] {
    const shown = new Map<string, string[]>();
    const others: string[] = [];
    for (const [key, message] of faults) {
      const place = this.placeOf(key);
      if (place === undefined) {
        others.push(message);
      } else {
        shown.set(place, [...(shown.get(place) ?? []), message]);
      }
    }
    for (const [key, { controls, fault }] of this.places) {
      const messages = shown.get(key);
      fault.hidden = !messages;
      fault.textContent = messages?.join(' ') ?? '';
      controls.forEach((control) => {
        showFault(control, messages ? fault.id : undefined);
      });
    }
    return others;
  }

  /** Give the first field with a fault the keyboard. */
  focusFault(): void {
    document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  /** Return the key of the field that holds the value at a path. */
  private placeOf(key: string): string | undefined {
    const parts = key.split('/');
    const prefixes = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
    return prefixes.find((prefix) => this.places.has(prefix));
  }
}

/** Name a control's fault, or none, behind the hint that describes the control. */
function showFault(control: HTMLElement, fault: string | undefined): void {
  const hint = (control.dataset.hint ??= control.getAttribute('aria-describedby') ?? '');
  const described = [hint, fault ?? ''].filter(Boolean).join(' ');
  control.toggleAttribute('aria-describedby', described !== '');
  if (described) {
    control.setAttribute('aria-describedby', described);
  }
  if (fault === undefined) {
    control.removeAttribute('aria-invalid');
  } else {
    control.setAttribute('aria-invalid', 'true');
  }
}

/** Return a field for text; `changed` is called at each key. */
function textInput(
  { key, label }: FieldOptions,
  value: string,
  changed: (text: string) => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLInputElement {
  const input = element('input', {
    attributes: {
      type: 'text',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-label': label,
      'data-key': key,
      ...attributes,
    },
    on: {
      input: () => {
        changed(input.value);
      },
    },
  });
  input.value = value;
  return input;
}

/** Return a field for a number, with a decimal point or a decimal comma. */
export function numberInput(options: FieldOptions, value: string, changed: (text: string) => void): HTMLInputElement {
  return textInput(options, value, changed, { inputmode: 'decimal', class: 'number-field' });
}

/** Return a list to choose one of some values from, each with its label. */
export function select<Value extends string>(
  { key, label }: FieldOptions,
  choices: readonly (readonly [Value, string])[],
  value: Value,
  changed: (value: Value) => void,
): HTMLSelectElement {
  const list = element(
    'select',
    {
      attributes: { 'aria-label': label, 'data-key': key },
      on: {
        change: () => {
          changed(list.value as Value);
        },
      },
    },
    ...choices.map(([name, words]) => element('option', { attributes: { value: name } }, words)),
  );
  list.value = value;
  return list;
}

/** Return a part of the form with its title; the title names the group for screen readers. */
export function part(title: string, hint: string | undefined, ...children: readonly Child[]): HTMLElement {
  return element(
    'fieldset',
    { class: 'part' },
    element('legend', {}, title),
    hint === undefined ? undefined : element('p', { class: 'note' }, hint),
    ...children,
  );
}

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
