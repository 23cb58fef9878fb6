import type { Plan, PlanEdit, ReferencePlan } from '../../protocol/contract';
import { cellOf, creditOf, matrixOf, type Measure } from './planFlow';

/**
 * Return a plan's matrix as CSV (RFC 4180), with the masses of both sides and each edit's credit.
 *
 * Numbers are unrounded, with a decimal point. Labels begin with the edit's place, so that no program reads a learner's
 * words as a formula.
 */
export function planCsv(plan: Plan, reference: ReferencePlan, measure: Measure): string {
  const matrix = matrixOf(reference, measure);
  const rows = [
    ['edit', 'mass', ...reference.edits.map(label), 'credit'],
    ['mass', '', ...reference.edits.map(({ mass }) => String(mass)), ''],
    ...plan.hypothesis.map((edit, row) => [
      label(edit),
      String(edit.mass),
      ...reference.edits.map((_, column) => String(cellOf(matrix, row, column))),
      String(creditOf(row, edit, reference)),
    ]),
  ];
  return rows.map((row) => row.map(quoted).join(',')).join('\r\n') + '\r\n';
}

function label({ start, end, source, replacement, type }: PlanEdit): string {
  return `${start}-${end} ${source || '(nothing)'} -> ${replacement || '(nothing)'} [${type}]`;
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
