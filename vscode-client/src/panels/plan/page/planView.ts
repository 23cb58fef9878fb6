import type { ShownPlan } from '../planMessages';
import type { Measure } from '../planFlow';
import type { PlanStrings } from '../planStrings';
import type { Numbers } from '../../numbers';
import { errorTypeInWords } from '../../../marks/errorTypes';
import type { ReferencePlan } from '../../../protocol/contract';
import type { Vocabulary } from '../../../protocol/vocabularies';

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
export interface TypeTexts {
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
