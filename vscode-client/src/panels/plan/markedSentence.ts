import type { PlanEdit } from '../../protocol/contract';

/** A stretch of a sentence: words that are kept, or an edit, by its index. */
export type Stretch = { readonly kept: string } | { readonly edit: number };

/** A sentence's tokens with edits in their places, in order; edits do not overlap. */
export function markedSentence(source: readonly string[], edits: readonly PlanEdit[]): Stretch[] {
  const stretches: Stretch[] = [];
  let next = 0;
  const keep = (until: number): void => {
    if (until > next) {
      stretches.push({ kept: source.slice(next, until).join(' ') });
      next = until;
    }
  };
  const order = edits.map((edit, index) => ({ edit, index }));
  order.sort((one, other) => one.edit.start - other.edit.start || one.edit.end - other.edit.end);
  for (const { edit, index } of order) {
    keep(edit.start);
    stretches.push({ edit: index });
    next = Math.max(next, edit.end);
  }
  keep(source.length);
  return stretches;
}
