import { editLabel, errorTypeInWords, fillTemplate } from '../../../words';
import type { PlanEdit, ReferencePlan } from '../../../protocol/contract';
import type { Vocabulary } from '../../../protocol/vocabularies';
import type { Numbers } from '../../numbers';
import { type Child, element, type ElementOptions } from '../../page/elements';
import {
  cellOf,
  coverageOf,
  creditOf,
  heatOf,
  isVisible,
  largestTransport,
  matrixOf,
  type Measure,
  MEASURES,
  PlanWords,
} from '../planFlow';
import type { PlanStrings, ShownPlan } from '../planMessages';

/** What the page shows: a plan, a reference, a measure, and the language's strings and numbers. */
export interface PlanView {
  readonly shown: ShownPlan;
  readonly reference: ReferencePlan;
  readonly measure: Measure;
  readonly vocabulary: Vocabulary;
  readonly strings: PlanStrings;
  readonly numbers: Numbers;
}

/** The edits under the pointer or the focus: a row's, a column's, both or none. */
export interface PointedEdits {
  readonly row: number | undefined;
  readonly column: number | undefined;
}

/** The texts for an edit's type: the one that is shown, and the one on request. */
interface TypeTexts {
  readonly shown: string;
  readonly hint: string;
}

/** Return the texts for an edit's type: its words, with ERRANT's code on request, or the other way round. */
export function typeTexts(type: string, { strings, vocabulary }: PlanView): TypeTexts {
  const words = errorTypeInWords(type, strings.types);
  return vocabulary.showsCodes ? { shown: type, hint: words } : { shown: words, hint: type };
}

/** Return the label of a row, which its edit also has in the sentence above: 1, 2, 3… */
export function rowLabel(row: number): string {
  return String(row + 1);
}

/** Return the label of a column: a, b, c… z, aa… */
export function columnLabel(column: number): string {
  const letter = String.fromCharCode(97 + (column % 26));
  return column < 26 ? letter : columnLabel(Math.floor(column / 26) - 1) + letter;
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
  if (contrast(ground, text) < MIN_CONTRAST) {
    return most;
  }
  for (let step = 1; step <= steps; step += 1) {
    if (contrast(mixed(colour, ground, (most * step) / steps), text) < MIN_CONTRAST) {
      return (most * (step - 1)) / steps;
    }
  }
  return most;
}

/** Mix two colours in sRGB, as CSS does. */
export function mixed(colour: Colour, ground: Colour, part: number): Colour {
  const channel = (index: 0 | 1 | 2): number => colour[index] * part + ground[index] * (1 - part);
  return [channel(0), channel(1), channel(2)];
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
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
  const probe = element('span', { attributes: { hidden: '' } });
  document.body.append(probe);
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

/** A cell's row and column. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** Moves through a grid with the keyboard: one cell is in the tab order, and arrow keys move to its neighbours. */
class GridWalk {
  private at: GridPosition = { row: 0, column: 0 };

  constructor(private readonly cells: readonly (readonly HTMLElement[])[]) {
    for (const [row, line] of cells.entries()) {
      for (const [column, cell] of line.entries()) {
        cell.addEventListener('focus', () => {
          this.moveTo({ row, column });
        });
        cell.addEventListener('keydown', (event) => {
          this.press(event);
        });
      }
    }
    this.moveTo(this.at);
  }

  get position(): GridPosition {
    return this.at;
  }

  /** Put a cell into the tab order; the nearest one for a position outside the grid. */
  moveTo(position: GridPosition): void {
    this.cell(this.at)?.setAttribute('tabindex', '-1');
    this.at = this.inside(position);
    this.cell(this.at)?.setAttribute('tabindex', '0');
  }

  focus(): void {
    this.cell(this.at)?.focus();
  }

  private press(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey || event.shiftKey) {
      return;
    }
    const next = target(this.at, event.key, event.ctrlKey);
    if (next) {
      event.preventDefault();
      this.moveTo(next);
      this.focus();
      this.cell(this.at)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }

  private inside({ row, column }: GridPosition): GridPosition {
    const within = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value));
    const y = within(row, this.cells.length);
    return { row: y, column: within(column, this.cells[y]?.length ?? 1) };
  }

  private cell({ row, column }: GridPosition): HTMLElement | undefined {
    return this.cells[row]?.[column];
  }
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

/** What a person does with the grid. */
interface GridListener {
  /** Called for the cell with the focus or under the mouse, with its description. */
  point(words: string, pointed: PointedEdits): void;
  /** Called when a person wants to see an edit in the editor. */
  enter(pointed: PointedEdits): void;
}

/** The plan as a heat map: an HTML table in which arrow keys move from cell to cell. */
export class PlanGrid {
  readonly element: HTMLTableElement;
  readonly walk: GridWalk;
  private readonly words: PlanWords;
  private readonly heaviest: number;
  private readonly top: number;

  constructor(
    private readonly view: PlanView,
    private readonly listener: GridListener,
  ) {
    const { shown, reference, strings, numbers } = view;
    const { hypothesis, references } = shown.plan;
    this.words = new PlanWords(shown.student, hypothesis, reference, strings, numbers);
    this.heaviest = Math.max(...[...hypothesis, ...reference.edits].map(({ mass }) => mass));
    this.top = view.measure === 'gain' ? 1 : largestTransport(references);
    const rows = [
      this.headRow(),
      this.massRow(),
      ...hypothesis.map((edit, row) => this.editRow(edit, row)),
      this.coverageRow(),
    ];
    this.element = element(
      'table',
      { class: `plan ${view.measure}-scale`, attributes: { role: 'grid', 'aria-describedby': 'keys' } },
      element('caption', { class: 'visually-hidden' }, fillTemplate(strings.plan, shown.student, reference.reference)),
      element('thead', { attributes: { role: 'rowgroup' } }, ...rows.slice(0, 2)),
      element('tbody', { attributes: { role: 'rowgroup' } }, ...rows.slice(2)),
    );
    this.walk = new GridWalk(rows.map((row) => [...row.cells]));
  }

  private headRow(): HTMLTableRowElement {
    const { shown, reference, strings } = this.view;
    const corner = fillTemplate(strings.tableCorner, shown.student, reference.reference);
    return this.row(
      this.head('col', 'corner', corner, {}, strings.corner),
      this.head('col', 'margin', fillTemplate(strings.massColumn, shown.student), {}, strings.massHeader),
      ...reference.edits.map((edit, column) =>
        this.head('col', 'edit-head', this.words.column(column), { column }, ...this.label(edit, columnLabel(column))),
      ),
      this.head('col', 'margin', strings.creditColumn, {}, strings.creditHeader),
    );
  }

  private massRow(): HTMLTableRowElement {
    const { reference, strings } = this.view;
    const words = fillTemplate(strings.massRow, reference.reference);
    return this.row(
      this.head('row', 'margin', words, {}, strings.massHeader),
      this.cell('blank', words, {}),
      ...reference.edits.map((edit, column) =>
        this.cell(
          'mass upright',
          this.words.column(column),
          { column },
          ...this.bar(edit.mass / this.heaviest, edit.mass),
        ),
      ),
      this.cell('blank', words, {}),
    );
  }

  private editRow(edit: PlanEdit, row: number): HTMLTableRowElement {
    const { reference } = this.view;
    const words = this.words.row(row);
    const credit = creditOf(row, edit, reference);
    return this.row(
      this.head('row', 'edit-head', words, { row }, ...this.label(edit, rowLabel(row))),
      this.cell('mass', words, { row }, ...this.bar(edit.mass / this.heaviest, edit.mass)),
      ...reference.edits.map((_, column) => this.flow(row, column)),
      this.cell('share', words, { row }, ...this.bar(credit, credit)),
    );
  }

  private coverageRow(): HTMLTableRowElement {
    const { reference, strings } = this.view;
    const words = fillTemplate(strings.coverageRow, reference.reference);
    return this.row(
      this.head('row', 'margin', words, {}, strings.coveredHeader),
      this.cell('blank', words, {}),
      ...reference.edits.map((edit, column) => {
        const coverage = coverageOf(column, edit, reference);
        return this.cell('share', this.words.column(column), { column }, ...this.bar(coverage, coverage));
      }),
      this.cell('blank', words, {}),
    );
  }

  private flow(row: number, column: number): HTMLTableCellElement {
    const value = cellOf(matrixOf(this.view.reference, this.view.measure), row, column);
    const heat = heatOf(value, this.top);
    const visible = isVisible(value);
    return this.newCell(
      'td',
      {
        class: visible ? 'flow' : 'flow none',
        attributes: { role: 'gridcell' },
        style: { '--heat': String(heat) },
      },
      this.words.cell(row, column),
      { row, column },
      visible ? this.view.numbers.decimal(value) : '0',
    );
  }

  private label(edit: PlanEdit, sign: string): Child[] {
    const type = typeTexts(edit.type, this.view);
    return [
      element(
        'div',
        { class: 'label' },
        element('span', { class: 'sign', attributes: { 'aria-hidden': 'true' } }, sign),
        element('span', { class: 'change' }, editLabel(edit)),
        element('span', { class: 'type', attributes: { title: type.hint } }, ...breakable(type.shown)),
      ),
    ];
  }

  private bar(part: number, value: number): Child[] {
    return [
      element('span', { class: 'bar', style: { '--part': `${Math.max(0, Math.min(1, part))}` } }),
      element('span', { class: 'number' }, this.view.numbers.decimal(value)),
    ];
  }

  private row(...cells: readonly HTMLTableCellElement[]): HTMLTableRowElement {
    return element('tr', { attributes: { role: 'row' } }, ...cells);
  }

  private head(
    scope: 'row' | 'col',
    name: string,
    words: string,
    pointed: Partial<PointedEdits>,
    ...children: readonly Child[]
  ): HTMLTableCellElement {
    const role = scope === 'row' ? 'rowheader' : 'columnheader';
    return this.newCell('th', { class: name, attributes: { scope, role } }, words, pointed, ...children);
  }

  private cell(
    name: string,
    words: string,
    pointed: Partial<PointedEdits>,
    ...children: readonly Child[]
  ): HTMLTableCellElement {
    return this.newCell('td', { class: name, attributes: { role: 'gridcell' } }, words, pointed, ...children);
  }

  private newCell(
    tag: 'th' | 'td',
    options: ElementOptions,
    words: string,
    { row, column }: Partial<PointedEdits>,
    ...children: readonly Child[]
  ): HTMLTableCellElement {
    const pointed = { row, column };
    const point = (): void => {
      this.listener.point(words, pointed);
    };
    const enter = (): void => {
      this.listener.enter(pointed);
    };
    return element(
      tag,
      {
        ...options,
        attributes: { ...options.attributes, tabindex: -1 },
        on: {
          focus: point,
          mouseenter: point,
          dblclick: enter,
          keydown: (event) => {
            if (event instanceof KeyboardEvent && event.key === 'Enter') {
              enter();
            }
          },
        },
      },
      ...children,
    );
  }
}

/** Return an ERRANT type that may break after a colon. */
function breakable(type: string): Child[] {
  return type.split(/(?<=:)/).flatMap((part) => [part, element('wbr')]);
}
