/** What the extension and the plan's page share: a plan's numbers and words, and the messages between the two. */

import * as l10n from '@vscode/l10n';

import { errorTypeInWords } from '../../marks/kindText';
import type { Plan, PlanEdit, ReferencePlan } from '../../protocol/contract';
import type { VocabularyName } from '../../protocol/vocabularies';
import { editInWords, fillTemplate } from '../../words';
import type { Failed, Focus, Notice, Place, RemedyRequest } from '../messages';
import type { Numbers } from '../numbers';

export interface ShownPlan {
  readonly type: 'plan';
  /** Returned with each action of the person, which is dropped if the panel shows another plan by then. */
  readonly id: number;
  readonly student: string;
  readonly exercise: string;
  readonly place: Place;
  readonly plan: Plan;
  readonly vocabulary: VocabularyName;
}

export type ToPlanPage =
  | ShownPlan
  /** What is not ready yet: the plan, or first the engine's models, or first the server. */
  | { readonly type: 'waiting'; readonly awaited: 'plan' | 'engine' | 'server' }
  | { readonly type: 'nothing' }
  | Failed
  | Notice
  | Focus;

/** Whose edit is meant. */
export type Side = 'hypothesis' | 'reference';

/** What a person does with a plan against one of its references. */
export type PlanAction = { readonly id: number; readonly reference: number } & (
  | { readonly type: 'go'; readonly side: Side; readonly edit: number }
  | { readonly type: 'copy' | 'save'; readonly measure: Measure }
);

export type FromPlanPage =
  { readonly type: 'ready' } | { readonly type: 'pin'; readonly pinned: boolean } | PlanAction | RemedyRequest;

/** What the plan's page keeps over a reload. */
export interface PlanPageState {
  readonly place?: Place | undefined;
  readonly pinned?: boolean | undefined;
  readonly reference?: string | undefined;
  readonly measure?: Measure | undefined;
  readonly scroll?: number | undefined;
}

/** What a cell shows: the mass that is transported, or the gain of a unit of mass. */
export const MEASURES = ['mass', 'gain'] as const;

export type Measure = (typeof MEASURES)[number];

/** Return the name of a measure. */
export function measureName(measure: Measure): string {
  return measure === 'mass' ? l10n.t('Mass') : l10n.t('Gain');
}

type Matrix = readonly (readonly number[])[];

/** Return the matrix that a measure shows, with a row for each of the hypothesis's edits. */
export function matrixOf(plan: ReferencePlan, measure: Measure): Matrix {
  return measure === 'mass' ? plan.transport : plan.gain;
}

/** Return a cell of a matrix; 0 outside it. */
export function cellOf(matrix: Matrix, row: number, column: number): number {
  return matrix[row]?.[column] ?? 0;
}

/** Whether a number is more than 0.00 at two decimals. */
export function isVisible(value: number): boolean {
  return value >= 5e-3;
}

/** Return the credit of a hypothesis's edit: the part of its mass that earns credit, sum_j g_ij T_ij / a_i, 0 to 1. */
export function creditOf(row: number, { mass }: PlanEdit, { edits, gain, transport }: ReferencePlan): number {
  return share(
    edits.map((_, column) => cellOf(gain, row, column) * cellOf(transport, row, column)),
    mass,
  );
}

/** Return how far a reference's edit is covered, sum_i g_ij T_ij / b_j, 0 to 1. */
export function coverageOf(column: number, { mass }: PlanEdit, { gain, transport }: ReferencePlan): number {
  return share(
    transport.map((_, row) => cellOf(gain, row, column) * cellOf(transport, row, column)),
    mass,
  );
}

function share(parts: readonly number[], whole: number): number {
  const sum = parts.reduce((total, part) => total + part, 0);
  return whole > 0 ? Math.min(1, Math.max(0, sum / whole)) : 0;
}

/** Return the largest mass that a plan transports in one cell, which is the top of the colour scale. */
export function largestTransport(plans: readonly ReferencePlan[]): number {
  return Math.max(0, ...plans.flatMap(({ transport }) => transport.flat()));
}

/** Return a value's place on the colour scale, 0 for nothing to 1 for `top`. */
export function heatOf(value: number, top: number): number {
  return isVisible(value) && top > 0 ? Math.min(1, value / top) : 0;
}

/** Words that follow one another in a corrected sentence, and the source's tokens at which they stand. */
interface Stretch {
  readonly words: readonly string[];
  readonly start: number;
  readonly end: number;
  /** The index of the edit that wrote them; none for the source's own tokens. */
  readonly edit?: number;
}

/** Return a sentence's unchanged stretches and its edits in order. Edits must not overlap. */
export function stretchesOf(source: readonly string[], edits: readonly PlanEdit[]): Stretch[] {
  const stretches: Stretch[] = [];
  let next = 0;
  const keep = (end: number): void => {
    if (end > next) {
      stretches.push({ words: source.slice(next, end), start: next, end });
    }
    next = Math.max(next, end);
  };
  const order = [...edits.entries()];
  for (const [index, edit] of order.sort(([, a], [, b]) => a.start - b.start || a.end - b.end)) {
    const { start, end, replacement } = edit;
    keep(start);
    stretches.push({ words: replacement.split(' ').filter(Boolean), start, end, edit: index });
    next = Math.max(next, end);
  }
  keep(source.length);
  return stretches;
}

interface PlanWords {
  /** Describe how a row's edit lines up with a column's. */
  cell(row: number, column: number): string;
  /** Describe a row's edit by type, mass and credit. */
  row(row: number): string;
  /** Describe a column's edit by type, mass and how far it is covered. */
  column(column: number): string;
}

/** Return what describes a plan's cells and margins in words, for the line below the grid and for screen readers. */
export function planWords(
  student: string,
  hypothesis: readonly PlanEdit[],
  plan: ReferencePlan,
  { decimal, percent }: Numbers,
): PlanWords {
  const { reference, edits, transport, gain } = plan;
  const describe = (name: string, edit: PlanEdit, end: string): string => {
    const words = l10n.t('{0}’s edit {1}, {2}.', name, editInWords(edit), errorTypeInWords(edit.type));
    return [words, l10n.t('Mass {0}.', decimal(edit.mass)), end].join(' ');
  };
  return {
    cell: (row, column) => {
      const [one, other] = [hypothesis[row], edits[column]];
      const mass = cellOf(transport, row, column);
      const template = isVisible(mass)
        ? l10n.t('{0}’s edit {1}: {2} of its mass {3} lines up with {4}’s edit {5}, with gain {6}.')
        : l10n.t('{0}’s edit {1} does not line up with {4}’s edit {5}. The gain would be {6}.');
      return one && other
        ? fillTemplate(
            template,
            ...[student, editInWords(one), decimal(mass), decimal(one.mass)],
            ...[reference, editInWords(other), decimal(cellOf(gain, row, column))],
          )
        : '';
    },
    row: (row) => {
      const edit = hypothesis[row];
      const words = (credit: string) => l10n.t('Credit {0}: the part of its mass that earns credit.', credit);
      return edit ? describe(student, edit, words(decimal(creditOf(row, edit, plan)))) : '';
    },
    column: (column) => {
      const edit = edits[column];
      const words = (covered: string) => l10n.t('{0} of it is covered.', covered);
      return edit ? describe(reference, edit, words(percent(coverageOf(column, edit, plan)))) : '';
    },
  };
}
