import type { ShownPlan } from '../../messages';
import type { Measure } from '../planFlow';
import type { PlanStrings } from '../planStrings';
import type { Numbers } from '../../wording';
import type { PlanEdit, ReferencePlan } from '../../../protocol/contract';

/** What of a plan is on the page: which reference, which measure, in whose words. */
export interface PlanView {
  readonly shown: ShownPlan;
  readonly reference: ReferencePlan;
  readonly measure: Measure;
  readonly strings: PlanStrings;
  readonly numbers: Numbers;
}

/** Edits that are pointed at: a row's, a column's, both or none. */
export interface Pointed {
  readonly row: number | undefined;
  readonly column: number | undefined;
}

/** The sign by which a row's edit is found in the sentence above: 1, 2, 3… */
export function rowSign(row: number): string {
  return String(row + 1);
}

/** The same for a column: a, b, c… z, aa… */
export function columnSign(column: number): string {
  const letter = String.fromCharCode(97 + (column % 26));
  return column < 26 ? letter : columnSign(Math.floor(column / 26) - 1) + letter;
}

/** An edit's key among one side's. */
export interface SidedEdit {
  readonly edit: PlanEdit;
  readonly index: number;
  readonly sign: string;
}
