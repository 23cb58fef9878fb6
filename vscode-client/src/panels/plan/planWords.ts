import type { PlanEdit, ReferencePlan } from '../../protocol/contract';
import { editInWords } from '../../marks/editLabel';
import { errorTypeInWords } from '../../marks/errorTypes';
import { cellOf, creditOf, isVisible, coverageOf } from './planFlow';
import type { PlanStrings } from './planStrings';
import type { Numbers } from '../numbers';
import { fillTemplate } from '../../template';

/** Describes a plan's cells and margins in words, for the line below the grid and for screen readers. */
export class PlanWords {
  constructor(
    private readonly student: string,
    private readonly hypothesis: readonly PlanEdit[],
    private readonly reference: ReferencePlan,
    private readonly strings: PlanStrings,
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
      isVisible(mass) ? this.strings.cellMoved : this.strings.cellNothing,
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
          fillTemplate(this.strings.itsCredit, this.numbers.decimal(creditOf(row, edit, this.reference))),
        ].join(' ')
      : '';
  }

  /** Describe a column's edit by type, mass and how far it is covered. */
  column(column: number): string {
    const edit = this.reference.edits[column];
    return edit
      ? [
          this.edit(this.reference.reference, edit),
          fillTemplate(this.strings.itsCoverage, this.numbers.percent(coverageOf(column, edit, this.reference))),
        ].join(' ')
      : '';
  }

  private edit(name: string, edit: PlanEdit): string {
    const type = errorTypeInWords(edit.type, this.strings.types);
    const mass = fillTemplate(this.strings.itsMass, this.numbers.decimal(edit.mass));
    return `${fillTemplate(this.strings.ofEdit, name, this.change(edit), type)} ${mass}`;
  }

  private change(edit: PlanEdit): string {
    return editInWords(edit, this.strings.change);
  }
}
