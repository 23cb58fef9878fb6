/** Medians of a class's numbers, and a layout of dots that do not cover each other. */

/** Return the middle value, or the mean of the two in the middle; `undefined` if there are no values. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[middle - 1];
  if (upper === undefined) {
    return undefined;
  }
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}

/** A dot of a strip: the value's index, its place along the strip, and its level: 0 in the middle, ±1, ±2… beside it. */
export interface Dot {
  readonly index: number;
  readonly x: number;
  readonly level: number;
}

/**
 * Lay out dots in a row, each exactly at its value, and move one up or down where it would cover another.
 *
 * `values` are 0 to 1. The strip's `width` and the dots' `diameter` have one unit. Levels stay within `±levels`; where
 * all are taken, dots cover each other in the middle.
 */
export function layOutDots(values: readonly number[], width: number, diameter: number, levels: number): Dot[] {
  const order = values.map((value, index) => ({ index, x: value * width }));
  order.sort((one, other) => one.x - other.x || one.index - other.index);
  const last = new Map<number, number>();
  return order.map(({ index, x }) => {
    const level = levelsFromMiddle(levels).find((one) => x - (last.get(one) ?? -Infinity) >= diameter) ?? 0;
    last.set(level, x);
    return { index, x, level };
  });
}

function levelsFromMiddle(levels: number): number[] {
  return [0, ...Array.from({ length: levels }, (_, index) => [-(index + 1), index + 1]).flat()];
}
