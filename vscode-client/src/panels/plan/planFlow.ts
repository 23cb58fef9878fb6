import type { PlanEdit, ReferencePlan } from '../../protocol/contract';

/** What a cell shows: the mass that is moved, or what a unit of it gains. */
export type Measure = 'mass' | 'gain';

export const MEASURES: readonly Measure[] = ['mass', 'gain'];

/** Below this a number shows as 0.00. */
const NOTHING = 5e-3;

/** The matrix that a measure shows, a row for each of the hypothesis's edits. */
export function matrixOf(plan: ReferencePlan, measure: Measure): readonly (readonly number[])[] {
  return measure === 'mass' ? plan.transport : plan.gain;
}

/** A cell of a matrix; 0 outside it. */
export function cellOf(matrix: readonly (readonly number[])[], row: number, column: number): number {
  return matrix[row]?.[column] ?? 0;
}

/** Whether a mass shows at two digits. */
export function isSomething(value: number): boolean {
  return value >= NOTHING;
}

/** An edit's own credit: the part of its mass that earns something, sum_j g_ij T_ij / a_i, in 0 to 1. */
export function creditOf(row: number, edit: PlanEdit, plan: ReferencePlan): number {
  const gained = plan.edits.reduce(
    (sum, _, column) => sum + cellOf(plan.gain, row, column) * cellOf(plan.transport, row, column),
    0,
  );
  return share(gained, edit.mass);
}

/** How far a reference's edit was met, sum_i g_ij T_ij / b_j, in 0 to 1. */
export function metOf(column: number, edit: PlanEdit, plan: ReferencePlan): number {
  const gained = plan.transport.reduce(
    (sum, _, row) => sum + cellOf(plan.gain, row, column) * cellOf(plan.transport, row, column),
    0,
  );
  return share(gained, edit.mass);
}

/** The largest mass that any of the plans moves in one cell: the top of the colour scale. */
export function largestTransport(plans: readonly ReferencePlan[]): number {
  return Math.max(0, ...plans.flatMap((plan) => plan.transport.flat()));
}

/** How far up the colour scale a value is, 0 (nothing) to 1 (`top`). */
export function heatOf(value: number, top: number): number {
  return isSomething(value) && top > 0 ? Math.min(1, value / top) : 0;
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
}
