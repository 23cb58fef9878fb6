/** Fill in a template's `{0}`, `{1}`… */
export function fillTemplate(template: string, ...values: readonly (string | number)[]): string {
  return template.replace(/\{(\d+)\}/g, (place, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? place : String(value);
  });
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
