import { editLabel } from '../../../marks/editLabel';
import { cellOf, creditOf, heatOf, isVisible, largestTransport, matrixOf, coverageOf } from '../planFlow';
import { PlanWords } from '../planWords';
import { fillTemplate } from '../../../template';
import type { PlanEdit } from '../../../protocol/contract';
import { element, type Child, type ElementOptions } from '../../page/elements';
import { GridWalk } from './gridWalk';
import { columnLabel, rowLabel, typeTexts, type PointedEdits, type PlanView } from './planView';

/** What a person does with the grid. */
export interface GridListener {
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
