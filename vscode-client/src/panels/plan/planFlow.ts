import * as l10n from '@vscode/l10n';

import { errorTypeInWords } from '../../marks/kindText';
import { editInWords, fillTemplate } from '../../words';
import type { PlanEdit, ReferencePlan } from '../../protocol/contract';
import type { Vocabulary } from '../../protocol/vocabularies';
import type { Numbers } from '../numbers';
import type { ShownPlan, Side } from './planMessages';

/** What a cell shows: the mass that is transported, or the gain of a unit of mass. */
export type Measure = 'mass' | 'gain';

export const MEASURES: readonly Measure[] = ['mass', 'gain'];

/** Return the name of a measure. */
export function measureName(measure: Measure): string {
  return measure === 'mass' ? l10n.t('Mass') : l10n.t('Gain');
}

/** Smaller numbers show as 0.00. */
const MIN_VISIBLE = 5e-3;

/** Return the matrix that a measure shows, with a row for each of the hypothesis's edits. */
export function matrixOf(plan: ReferencePlan, measure: Measure): readonly (readonly number[])[] {
  return measure === 'mass' ? plan.transport : plan.gain;
}

/** Return a cell of a matrix; 0 outside it. */
export function cellOf(matrix: readonly (readonly number[])[], row: number, column: number): number {
  return matrix[row]?.[column] ?? 0;
}

/** Whether a number is more than 0.00 at two decimals. */
export function isVisible(value: number): boolean {
  return value >= MIN_VISIBLE;
}

/** Return the credit of a hypothesis's edit: the part of its mass that earns credit, sum_j g_ij T_ij / a_i, 0 to 1. */
export function creditOf(row: number, { mass }: PlanEdit, plan: ReferencePlan): number {
  return share(
    plan.edits.map((_, column) => gainedIn(plan, row, column)),
    mass,
  );
}

/** Return how far a reference's edit is covered, sum_i g_ij T_ij / b_j, 0 to 1. */
export function coverageOf(column: number, { mass }: PlanEdit, plan: ReferencePlan): number {
  return share(
    plan.transport.map((_, row) => gainedIn(plan, row, column)),
    mass,
  );
}

function gainedIn({ gain, transport }: ReferencePlan, row: number, column: number): number {
  return cellOf(gain, row, column) * cellOf(transport, row, column);
}

function share(parts: readonly number[], whole: number): number {
  const sum = parts.reduce((total, part) => total + part, 0);
  return whole > 0 ? Math.min(1, Math.max(0, sum / whole)) : 0;
}

/** Return the largest mass that a plan transports in one cell, which is the top of the colour scale. */
export function largestTransport(plans: readonly ReferencePlan[]): number {
  return Math.max(0, ...plans.flatMap((plan) => plan.transport.flat()));
}

/** Return a value's place on the colour scale, 0 for nothing to 1 for `top`. */
export function heatOf(value: number, top: number): number {
  return isVisible(value) && top > 0 ? Math.min(1, value / top) : 0;
}

/** The edits under the pointer or the focus: a row's, a column's, both or none. */
export interface PointedEdits {
  readonly row?: number | undefined;
  readonly column?: number | undefined;
}

/** What the page shows of a plan, and what a person does with it. */
export interface PlanView {
  readonly shown: ShownPlan;
  readonly reference: ReferencePlan;
  readonly measure: Measure;
  /** The top of the colour scale. */
  readonly top: number;
  readonly vocabulary: Vocabulary;
  readonly numbers: Numbers;
  readonly pinned: boolean;
  readonly pointed: PointedEdits;
  /** The number of the grid, which is drawn anew for each plan. */
  readonly drawing: number;
  readonly choose: (change: { readonly reference?: string | undefined } | { readonly measure: Measure }) => void;
  readonly pin: () => void;
  readonly write: (how: 'copy' | 'save') => void;
  /** Show an edit in the editor. */
  readonly go: (side: Side, edit: number) => void;
  /** Highlight edits, and describe what is pointed at, if it is a cell. */
  readonly point: (edits: PointedEdits, words?: string) => void;
}

/** Return the texts for an edit's type: its words, with ERRANT's code on request, or the other way round. */
export function typeTexts(type: string, { vocabulary }: PlanView): { readonly shown: string; readonly hint: string } {
  const words = errorTypeInWords(type);
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

/** Describes a plan's cells and margins in words, for the line below the grid and for screen readers. */
export class PlanWords {
  constructor(
    private readonly student: string,
    private readonly hypothesis: readonly PlanEdit[],
    private readonly reference: ReferencePlan,
    private readonly numbers: Numbers,
  ) {}

  /** Describe how a row's edit lines up with a column's. */
  cell(row: number, column: number): string {
    const rowEdit = this.hypothesis[row];
    const columnEdit = this.reference.edits[column];
    if (!rowEdit || !columnEdit) {
      return '';
    }
    const mass = cellOf(this.reference.transport, row, column);
    return fillTemplate(
      isVisible(mass)
        ? l10n.t('{0}’s edit {1}: {2} of its mass {3} lines up with {4}’s edit {5}, with gain {6}.')
        : l10n.t('{0}’s edit {1} does not line up with {4}’s edit {5}. The gain would be {6}.'),
      this.student,
      this.change(rowEdit),
      this.numbers.decimal(mass),
      this.numbers.decimal(rowEdit.mass),
      this.reference.reference,
      this.change(columnEdit),
      this.numbers.decimal(cellOf(this.reference.gain, row, column)),
    );
  }

  /** Describe a row's edit by type, mass and credit. */
  row(row: number): string {
    const edit = this.hypothesis[row];
    return edit
      ? [
          this.edit(this.student, edit),
          l10n.t(
            'Credit {0}: the part of its mass that earns credit.',
            this.numbers.decimal(creditOf(row, edit, this.reference)),
          ),
        ].join(' ')
      : '';
  }

  /** Describe a column's edit by type, mass and how far it is covered. */
  column(column: number): string {
    const edit = this.reference.edits[column];
    return edit
      ? [
          this.edit(this.reference.reference, edit),
          l10n.t('{0} of it is covered.', this.numbers.percent(coverageOf(column, edit, this.reference))),
        ].join(' ')
      : '';
  }

  private edit(name: string, edit: PlanEdit): string {
    const type = errorTypeInWords(edit.type);
    const mass = l10n.t('Mass {0}.', this.numbers.decimal(edit.mass));
    return `${l10n.t('{0}’s edit {1}, {2}.', name, this.change(edit), type)} ${mass}`;
  }

  private change(edit: PlanEdit): string {
    return editInWords(edit);
  }
}
