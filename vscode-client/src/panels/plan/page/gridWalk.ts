/** A cell's row and column. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

/** Moves through a grid with the keyboard: one cell is in the tab order, and arrow keys move to its neighbours. */
export class GridWalk {
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
