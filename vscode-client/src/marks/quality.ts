import type { BeforeAndAfter } from '../protocol/contract';

/** Nearer to 1 than this, or as near to 0, qualities are not told apart by themselves. */
const CLOSEST = 0.99;

/** A number with so many digits after the point. */
type Decimal = (value: number, digits: number) => string;

const fixed: Decimal = (value, digits) => value.toFixed(digits);

/** "0.41 → 0.62", and where one is next to 0 or 1, what lies behind them too: ">0.99 → >0.99 (q 9.5 → 12.0)". */
export function changeText(quality: BeforeAndAfter, q: BeforeAndAfter, decimal = fixed): string {
  const words = `${qualityText(quality.before, decimal)} → ${qualityText(quality.after, decimal)}`;
  const alike = isPlain(quality.before) && isPlain(quality.after);
  return alike || q.before === null || q.after === null
    ? words
    : `${words} (q ${decimal(q.before, 1)} → ${decimal(q.after, 1)})`;
}

/** An estimated quality in 0 to 1; of no words, a dash. */
export function qualityText(quality: number | null, decimal = fixed): string {
  if (quality === null) {
    return '–';
  }
  if (quality > CLOSEST) {
    return `>${decimal(CLOSEST, 2)}`;
  }
  return quality < 1 - CLOSEST ? `<${decimal(1 - CLOSEST, 2)}` : decimal(quality, 2);
}

function isPlain(quality: number | null): boolean {
  return quality !== null && quality <= CLOSEST && quality >= 1 - CLOSEST;
}
