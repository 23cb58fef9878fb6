/** Words that host and pages make in the same way: filled templates, edits, types of errors, qualities. */

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

/** The words for a kind of findings. */
export interface KindText {
  /** The name of one finding. */
  readonly title: string;
  /** The head of a column with counts. */
  readonly heading: string;
  /** What the student did. */
  readonly hint: string;
  /** The template of a count, `{0}`. */
  readonly count: string;
}

/** Return the words for a verdict or a category; for one that only a newer server has, its identifier. */
export function kindText(texts: Readonly<Record<string, KindText>>, id: string): KindText {
  return texts[id] ?? { title: id, heading: id, hint: '', count: `{0} ${id}` };
}

/** The words for a mark: "{0} of {1}", "{0} to {1} of {2}", and what is added where answers are open: "{0} to decide". */
export interface MarkTemplates {
  readonly points: string;
  readonly pointsBetween: string;
  readonly toDecide: string;
}

/** Return a mark between two values, with the number of answers that nobody has decided yet; `text` writes a number. */
export function markBetween(
  [lowest = 0, highest = lowest]: readonly number[],
  best: number,
  open: number,
  { points, pointsBetween, toDecide }: MarkTemplates,
  text: (value: number) => string,
): string {
  const [low, high, max] = [text(lowest), text(highest), text(best)];
  const mark = low === high ? fillTemplate(points, low, max) : fillTemplate(pointsBetween, low, high, max);
  return open > 0 ? `${mark}, ${fillTemplate(toDecide, open)}` : mark;
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

/** Templates in which `{0}` is the source's words, `{1}` the new ones. */
interface ChangeTemplates {
  readonly replaces: string;
  readonly inserts: string;
  readonly removes: string;
}

/** Return an edit as a short label: `know → hear`, `+ driving`, `− you`. */
export function editLabel({ source, replacement }: Change): string {
  if (!source) {
    return `+ ${replacement}`;
  }
  return replacement ? `${source} → ${replacement}` : `− ${source}`;
}

/** Return an edit in words, for screen readers. */
export function editInWords({ source, replacement }: Change, { replaces, inserts, removes }: ChangeTemplates): string {
  return fillTemplate(!source ? inserts : replacement ? replaces : removes, source, replacement);
}

/** Names of ERRANT's categories, and templates of its three operations, where `{0}` is a name. */
export interface ErrorTypeNames {
  readonly missing: string;
  readonly unnecessary: string;
  readonly replaced: string;
  readonly categories: Readonly<Record<string, string>>;
}

/** Categories that are a word class, of which one word replaces another. The other categories name the error itself. */
const WORD_CLASSES = new Set('ADJ ADV CONJ CONTR DET NOUN NUM PART PREP PRON PROPN PUNCT VERB'.split(' '));

/** Return an ERRANT type such as `R:PREP` in words; an unknown type as it is. */
export function errorTypeInWords(type: string, names: ErrorTypeNames): string {
  const [, operation = '', category = ''] = /^([MUR]):(.*)$/.exec(type) ?? [];
  const name = names.categories[category];
  if (name === undefined || (operation === 'R' && !WORD_CLASSES.has(category))) {
    return name ?? type;
  }
  const templates: Readonly<Record<string, string>> = { M: names.missing, U: names.unnecessary };
  return fillTemplate(templates[operation] ?? names.replaced, name);
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
