import type { PlanEdit } from '../../protocol/contract';

/** A part of a sentence: unchanged words, or an edit by its index. */
export type SentencePart = { readonly unchanged: string } | { readonly edit: number };

/** Return a sentence's tokens and edits in order. Edits must not overlap. */
export function markedSentence(source: readonly string[], edits: readonly PlanEdit[]): SentencePart[] {
  const parts: SentencePart[] = [];
  let next = 0;
  const keep = (until: number): void => {
    if (until > next) {
      parts.push({ unchanged: source.slice(next, until).join(' ') });
      next = until;
    }
  };
  const order = edits.map((edit, index) => ({ edit, index }));
  order.sort((one, other) => one.edit.start - other.edit.start || one.edit.end - other.edit.end);
  for (const { edit, index } of order) {
    keep(edit.start);
    parts.push({ edit: index });
    next = Math.max(next, edit.end);
  }
  keep(source.length);
  return parts;
}
