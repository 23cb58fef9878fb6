import type { PlanEdit, ReferencePlan } from '../../protocol/contract';
import { editInWords } from '../editLabel';
import { errorTypeInWords } from '../errorTypes';
import { cellOf, creditOf, isSomething, metOf } from './planFlow';
import type { PlanStrings } from './planStrings';
import { filled, type Numbers } from '../wording';

/** A plan's cells and margins in words, for the line below the grid and for reading aloud. */
export class PlanWords {
  constructor(
    private readonly student: string,
    private readonly hypothesis: readonly PlanEdit[],
    private readonly reference: ReferencePlan,
    private readonly strings: PlanStrings,
    private readonly numbers: Numbers,
  ) {}

  /** What a row's edit gives to a column's. */
  cell(row: number, column: number): string {
    const own = this.hypothesis[row];
    const other = this.reference.edits[column];
    if (!own || !other) {
      return '';
    }
    const moved = cellOf(this.reference.transport, row, column);
    return filled(
      isSomething(moved) ? this.strings.cellMoved : this.strings.cellNothing,
      this.student,
      this.change(own),
      this.numbers.decimal(moved),
      this.numbers.decimal(own.mass),
      this.reference.reference,
      this.change(other),
      this.numbers.decimal(cellOf(this.reference.gain, row, column)),
    );
  }

  /** A row's edit: its type, its mass and its credit. */
  row(row: number): string {
    const edit = this.hypothesis[row];
    return edit
      ? [
          this.whose(this.student, edit),
          filled(this.strings.itsCredit, this.numbers.decimal(creditOf(row, edit, this.reference))),
        ].join(' ')
      : '';
  }

  /** A column's edit: its type, its mass and how far it was met. */
  column(column: number): string {
    const edit = this.reference.edits[column];
    return edit
      ? [
          this.whose(this.reference.reference, edit),
          filled(this.strings.itsMet, this.numbers.percent(metOf(column, edit, this.reference))),
        ].join(' ')
      : '';
  }

  private whose(name: string, edit: PlanEdit): string {
    const type = errorTypeInWords(edit.type, this.strings.types);
    const mass = filled(this.strings.itsMass, this.numbers.decimal(edit.mass));
    return `${filled(this.strings.ofEdit, name, this.change(edit), type)} ${mass}`;
  }

  private change(edit: PlanEdit): string {
    return editInWords(edit, this.strings.change);
  }
}
