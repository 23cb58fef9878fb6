/** One place of a grid. */
export interface Spot {
  readonly row: number;
  readonly column: number;
}

/** Walks a grid with the keyboard: one of its cells is in the tab order, arrow keys move to its neighbours. */
export class GridWalk {
  private at: Spot = { row: 0, column: 0 };

  constructor(private readonly cells: readonly (readonly HTMLElement[])[]) {
    for (const [row, line] of cells.entries()) {
      for (const [column, cell] of line.entries()) {
        cell.addEventListener('focus', () => {
          this.settle({ row, column });
        });
        cell.addEventListener('keydown', (event) => {
          this.press(event);
        });
      }
    }
    this.settle(this.at);
  }

  get spot(): Spot {
    return this.at;
  }

  /** Makes a cell the one that Tab comes to; outside the grid, the nearest. */
  settle(spot: Spot): void {
    this.cell(this.at)?.setAttribute('tabindex', '-1');
    this.at = this.inside(spot);
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
      this.settle(next);
      this.focus();
      this.cell(this.at)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }

  private inside({ row, column }: Spot): Spot {
    const within = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value));
    const y = within(row, this.cells.length);
    return { row: y, column: within(column, this.cells[y]?.length ?? 1) };
  }

  private cell({ row, column }: Spot): HTMLElement | undefined {
    return this.cells[row]?.[column];
  }
}

/** Rows and columns that a key goes; with Ctrl, as far as it gets. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Where a key leads from a place; rows and columns may lie outside the grid. */
export function target({ row, column }: Spot, key: string, control: boolean): Spot | undefined {
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
