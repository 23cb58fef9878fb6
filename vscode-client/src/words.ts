/** Words that host and pages make in the same way: filled templates, marks, edits, qualities. */

import * as l10n from '@vscode/l10n';

import type { BeforeAndAfter } from './protocol/contract';

/** Fill in a template's `{0}`, `{1}`… */
export function fillTemplate(template: string, ...values: readonly (string | number)[]): string {
  return template.replace(/\{(\d+)\}/g, (place, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? place : String(value);
  });
}

/** Return the words for a value of the server's; for one that only a newer server has, the value itself. */
export function worded(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? value;
}

/** Return a mark, "7 of 10" or "7 to 8 of 10, 2 to decide", of answers that nobody has decided; `text` writes a number. */
export function markBetween(
  [lowest = 0, highest = lowest]: readonly number[],
  best: number,
  open: number,
  text: (value: number) => string,
): string {
  const [low, high, max] = [text(lowest), text(highest), text(best)];
  const mark = low === high ? l10n.t('{0} of {1}', low, max) : l10n.t('{0} to {1} of {2}', low, high, max);
  return open > 0 ? `${mark}, ${l10n.t('{0} to decide', open)}` : mark;
}

/** Return the message of an error, or of any other thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The words that an edit removes and inserts. */
interface Change {
  readonly source: string;
  readonly replacement: string;
}

/** Return an edit as a short label: `know → hear`, `+ driving`, `− you`. */
export function editLabel({ source, replacement }: Change): string {
  if (!source) {
    return `+ ${replacement}`;
  }
  return replacement ? `${source} → ${replacement}` : `− ${source}`;
}

/** Return an edit in words, for screen readers. */
export function editInWords({ source, replacement }: Change): string {
  if (!source) {
    return l10n.t('add “{0}”', replacement);
  }
  return replacement ? l10n.t('“{0}” → “{1}”', source, replacement) : l10n.t('remove “{0}”', source);
}

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
