/** What a figure of a class's numbers needs: medians, and dots that do not cover each other. */

/** The middle value, or the mean of the two in the middle; `undefined` of none. */
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

/** A dot of a strip: the value's index, its place along the strip and its level, 0 in the middle, ±1, ±2… beside it. */
export interface Dot {
  readonly index: number;
  readonly x: number;
  readonly level: number;
}

/**
 * Dots in a row, each at its value's very place, moved up or down where it would cover another.
 *
 * `values` are in 0 to 1; `width` is the strip's, `diameter` the dots', in one unit. Levels stay within `±levels`;
 * where there is no room, dots cover each other in the middle.
 */
export function dodged(values: readonly number[], width: number, diameter: number, levels: number): Dot[] {
  const order = values.map((value, index) => ({ index, x: value * width }));
  order.sort((one, other) => one.x - other.x || one.index - other.index);
  const last = new Map<number, number>();
  return order.map(({ index, x }) => {
    const level = candidates(levels).find((one) => x - (last.get(one) ?? -Infinity) >= diameter) ?? 0;
    last.set(level, x);
    return { index, x, level };
  });
}

function candidates(levels: number): number[] {
  return [0, ...Array.from({ length: levels }, (_, index) => [-(index + 1), index + 1]).flat()];
}
