import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { numbers } from '../../page/numbers';
import type { PlanEdit } from '../../../protocol/contract';
import { editLabel, fillTemplate } from '../../../words';
import { cellOf, coverageOf, creditOf, heatOf, isVisible, matrixOf, MEASURES, planWords, type Side } from '../planFlow';
import { type PlanView, type PointedEdits, signOf, typeTexts } from './planBar';

/** A cell of the grid, with its description and the edits that it is about. */
interface Cell extends PointedEdits {
  /** What it heads; nothing if it is no header. */
  readonly scope?: 'row' | 'col';
  readonly look: string;
  /** The place of its colour on the scale. */
  readonly heat?: number;
  readonly words: string;
  readonly content?: ComponentChildren;
}

/** The plan as a heat map: an HTML table in which arrow keys move from cell to cell, one of which is in the tab order. */
export function PlanGrid(view: PlanView) {
  const { shown, reference, measure, drawing, go, point } = view;
  const [at, setAt] = useState<GridPosition>({ row: 0, column: 0 });
  const rows = rowsOf(view);
  const line = nearest(rows, at.row);
  const tabbed = nearest(line, at.column);
  const cellOfEvent = (event: Event) => {
    const { row, column } = positionIn(event);
    return rows[row]?.[column];
  };
  const pointAt = (event: Event) => {
    const { row, column, words } = cellOfEvent(event) ?? {};
    if (words !== undefined) {
      point({ row, column }, words);
    }
  };
  const enter = (event: Event) => {
    const { row, column } = cellOfEvent(event) ?? {};
    const edit = row ?? column;
    if (edit !== undefined) {
      go(row === undefined ? 'reference' : 'hypothesis', edit);
    }
  };
  const focus = (event: Event) => {
    setAt(positionIn(event));
    pointAt(event);
  };
  const press = (event: TableKeyEvent) => (event.key === 'Enter' ? enter(event) : move(event));
  const listeners = { onFocusIn: focus, onMouseOver: pointAt, onDblClick: enter, onKeyDown: press };
  const body = rows.map((cells, index) => (
    <tr key={index} role="row">
      {cells.map((cell, column) => (
        <GridCell key={column} {...cell} tabIndex={cells === line && cell === tabbed ? 0 : -1} />
      ))}
    </tr>
  ));
  return (
    <table key={drawing} class={`plan ${measure}-scale`} role="grid" aria-describedby="keys" {...listeners}>
      <caption class="visually-hidden">
        {l10n.t('Plan: edits of {0} in the rows, of {1} in the columns', shown.student, reference.reference)}
      </caption>
      <thead role="rowgroup">{body.slice(0, 2)}</thead>
      <tbody role="rowgroup">{body.slice(2)}</tbody>
    </table>
  );
}

type TableKeyEvent = KeyboardEvent & { readonly currentTarget: HTMLTableElement };

/** Return the position of the cell in which something happens. */
function positionIn({ target }: Event): GridPosition {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('th, td') : null;
  return { row: cell?.closest('tr')?.rowIndex ?? -1, column: cell?.cellIndex ?? -1 };
}

/** Give the keyboard to the cell to which a key moves. */
function move(event: TableKeyEvent): void {
  const { key, altKey, metaKey, shiftKey, ctrlKey, currentTarget } = event;
  const next = altKey || metaKey || shiftKey ? undefined : target(positionIn(event), key, ctrlKey);
  if (next) {
    event.preventDefault();
    const cell = nearest(nearest(currentTarget.rows, next.row)?.cells, next.column);
    cell?.focus();
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

function nearest<Item>(items: ArrayLike<Item> | undefined, index: number): Item | undefined {
  return items?.[Math.max(0, Math.min(items.length - 1, index))];
}

/** Return the cells: heads and masses of the columns, a row for each of the student's edits, and the coverage. */
function rowsOf(view: PlanView): Cell[][] {
  const { shown, reference, measure, top } = view;
  const { student, plan } = shown;
  const { edits, reference: teacher } = reference;
  const texts = planWords(student, plan.hypothesis, reference, numbers);
  const matrix = matrixOf(reference, measure);
  const heaviest = Math.max(...[...plan.hypothesis, ...edits].map(({ mass }) => mass));
  const bar = (part: number, value = part) => partBar(part, numbers.decimal(value));
  const mass = (edit: PlanEdit) => bar(edit.mass / heaviest, edit.mass);
  const label = (edit: PlanEdit, side: Side, index: number) => editHead(edit, signOf(side, index), view);
  const head = (look: string, words: string, content: string): Cell => ({ scope: 'col', look, words, content });
  const columns = (look: string, content: (edit: PlanEdit, column: number) => ComponentChildren): Cell[] =>
    edits.map((edit, column) => ({ look, words: texts.column(column), column, content: content(edit, column) }));
  const margin = (name: string, template: string, cells: readonly Cell[]): Cell[] => {
    const words = fillTemplate(template, teacher);
    const heading: Cell = { scope: 'row', look: 'margin', words, content: name };
    return [heading, { look: 'blank', words }, ...cells, { look: 'blank', words }];
  };
  const flow = (row: number, column: number): Cell => {
    const value = cellOf(matrix, row, column);
    const shown = isVisible(value)
      ? { look: 'flow', content: numbers.decimal(value) }
      : { look: 'flow none', content: '0' };
    return { ...shown, heat: heatOf(value, top), words: texts.cell(row, column), row, column };
  };
  return [
    [
      head('corner', l10n.t('Rows are {0}’s edits, columns are {1}’s.', student, teacher), l10n.t('Edit')),
      head(
        'margin',
        l10n.t('How much each of {0}’s edits changes the meaning: the length of its vector.', student),
        l10n.t('Mass'),
      ),
      ...columns('edit-head', (edit, column) => label(edit, 'reference', column)).map((cell): Cell => ({
        ...cell,
        scope: 'col',
      })),
      head('margin', l10n.t('The part of each edit’s mass that earns credit, 0 to 1.'), l10n.t('Credit')),
    ],
    margin(
      l10n.t('Mass'),
      l10n.t('How much each of {0}’s edits changes the meaning: the length of its vector.'),
      columns('mass upright', mass),
    ),
    ...plan.hypothesis.map((edit, row): Cell[] => {
      const words = texts.row(row);
      return [
        { scope: 'row', look: 'edit-head', words, row, content: label(edit, 'hypothesis', row) },
        { look: 'mass', words, row, content: mass(edit) },
        ...edits.map((_, column) => flow(row, column)),
        { look: 'share', words, row, content: bar(creditOf(row, edit, reference)) },
      ];
    }),
    margin(
      l10n.t('Covered'),
      l10n.t('How far each of {0}’s edits is covered, 0 to 1.'),
      columns('share', (edit, column) => bar(coverageOf(column, edit, reference))),
    ),
  ];
}

function GridCell({ scope, look, heat, content, tabIndex }: Cell & { tabIndex: number }) {
  if (scope) {
    return (
      <th class={look} scope={scope} role={scope === 'row' ? 'rowheader' : 'columnheader'} tabIndex={tabIndex}>
        {content}
      </th>
    );
  }
  const style = heat === undefined ? {} : { style: { '--heat': String(heat) } };
  return (
    <td class={look} role="gridcell" tabIndex={tabIndex} {...style}>
      {content}
    </td>
  );
}

function partBar(part: number, text: string) {
  return (
    <>
      <span class="bar" style={{ '--part': String(Math.max(0, Math.min(1, part))) }} />
      <span class="number">{text}</span>
    </>
  );
}

/** Return an edit by its sign, its words, and its type, which may break after a colon. */
function editHead(edit: PlanEdit, sign: string, view: PlanView) {
  const type = typeTexts(edit.type, view);
  return (
    <div class="label">
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      <span class="change">{editLabel(edit)}</span>
      <span class="type" title={type.hint}>
        {type.shown.split(/(?<=:)/).map((part) => [part, <wbr />])}
      </span>
    </div>
  );
}

/** A cell's row and column. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** Rows and columns that a key moves by; with Ctrl, it moves to the end. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Return the position that a key moves to, which may be outside the grid; `undefined` for other keys. */
export function target({ row, column }: GridPosition, key: string, control: boolean): GridPosition | undefined {
  if (key === 'Home' || key === 'End') {
    const far = key === 'Home' ? -Infinity : Infinity;
    return { row: control ? far : row, column: far };
  }
  const step = STEPS[key];
  if (!step) {
    return undefined;
  }
  const [down, right] = step.map((one) => (control && one !== 0 ? one * Infinity : one));
  return { row: row + (down ?? 0), column: column + (right ?? 0) };
}

/** Contrast of text and background, after WCAG 2.2. */

/** sRGB channels, 0 to 255. */
export type Colour = readonly [number, number, number];

/** The least contrast of readable text: WCAG's AA, and a little more for rounding. */
const MIN_CONTRAST = 4.6;

/** Return WCAG's contrast ratio of two colours, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((first, second) => second - first);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/**
 * Return the largest part of `colour` in a mixture with `ground` on which `text` is readable, 0 to `most`.
 *
 * Where the theme's text is not readable on the ground itself, return `most`.
 */
export function strongestMixture(colour: Colour, ground: Colour, text: Colour, most: number): number {
  const steps = 50;
  const isReadable = (step: number): boolean =>
    contrast(mixed(colour, ground, (most * step) / steps), text) >= MIN_CONTRAST;
  let step = contrast(ground, text) < MIN_CONTRAST ? steps : 0;
  while (step < steps && isReadable(step + 1)) {
    step += 1;
  }
  return (most * step) / steps;
}

/** Mix two colours in sRGB, as CSS does. */
export function mixed(colour: Colour, ground: Colour, part: number): Colour {
  const channel = (index: 0 | 1 | 2): number => colour[index] * part + ground[index] * (1 - part);
  return [channel(0), channel(1), channel(2)];
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The largest part of a scale's colour in a cell. */
const MAX_PART = 0.8;

/** Make the colour scales as strong as readable text allows, now and whenever the theme changes. */
export function keepHeatReadable(): void {
  const measure = (): void => {
    for (const one of MEASURES) {
      const [scale, ground, text] = resolvedColours([`--scale-${one}`, '--raised', '--text']);
      if (scale && ground && text) {
        const part = strongestMixture(scale, ground, text, MAX_PART);
        document.documentElement.style.setProperty(`--strongest-${one}`, `${(part * 100).toFixed(1)}%`);
      }
    }
  };
  measure();
  new MutationObserver(measure).observe(document.body, { attributes: true, attributeFilter: ['class'] });
}

/** Return the colours of custom properties in this theme. They are painted and read back, which works for every CSS notation. */
function resolvedColours(names: readonly string[]): (Colour | undefined)[] {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.hidden = true;
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colours = names.map((name) => {
    probe.style.setProperty('color', `var(${name})`);
    if (!context) {
      return undefined;
    }
    context.fillStyle = getComputedStyle(probe).color;
    context.clearRect(0, 0, 1, 1);
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue] as const;
  });
  probe.remove();
  return colours;
}
