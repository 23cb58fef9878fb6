import type { BeforeAndAfter } from '../protocol/contract';

/** Qualities above this, or below 1 minus this, all look alike at two decimals. */
const MAX_DISTINCT = 0.99;

/** Writes a number with a number of decimals. */
type Decimal = (value: number, digits: number) => string;

const fixed: Decimal = (value, digits) => value.toFixed(digits);

/** Write a change of quality: "0.41 → 0.62". Next to 0 or 1, add the change of q: ">0.99 → >0.99 (q 9.5 → 12.0)". */
export function changeText(quality: BeforeAndAfter, q: BeforeAndAfter, decimal = fixed): string {
  const words = `${qualityText(quality.before, decimal)} → ${qualityText(quality.after, decimal)}`;
  const isClear = isDistinct(quality.before) && isDistinct(quality.after);
  return isClear || q.before === null || q.after === null
    ? words
    : `${words} (q ${decimal(q.before, 1)} → ${decimal(q.after, 1)})`;
}

/** Write a quality, 0 to 1; a dash for a text without words. */
export function qualityText(quality: number | null, decimal = fixed): string {
  if (quality === null) {
    return '–';
  }
  if (quality > MAX_DISTINCT) {
    return `>${decimal(MAX_DISTINCT, 2)}`;
  }
  return quality < 1 - MAX_DISTINCT ? `<${decimal(1 - MAX_DISTINCT, 2)}` : decimal(quality, 2);
}

function isDistinct(quality: number | null): boolean {
  return quality !== null && quality <= MAX_DISTINCT && quality >= 1 - MAX_DISTINCT;
}
