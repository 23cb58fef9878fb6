import type { PlanEdit } from '../../protocol/contract';

/** Offsets in a text; the end is exclusive. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Characters to search ahead for a token. Between two tokens there may be markup, or a token with another spelling. */
const SEARCH_WIDTH = 60;

/**
 * Return the place of an edit in a hypothesis's text.
 *
 * `text` is the sentence as it is in the document; tokens with another spelling there are skipped. With
 * `isHypothesisEdit`, the place is that of the edit's new words. Otherwise the edit is a reference's: the place is that
 * of the source's words, or of the words that the hypothesis has instead. The place is empty where there are no words.
 */
export function placeOfEdit(
  text: string,
  source: readonly string[],
  edits: readonly PlanEdit[],
  edit: PlanEdit,
  isHypothesisEdit: boolean,
): Extent {
  const extents = extentsOf(text, correctedTokens(source, edits));
  const matches = extents.filter(({ piece }) => (isHypothesisEdit ? piece.edit === edit : overlaps(piece, edit)));
  const [first] = matches;
  const last = matches.at(-1);
  if (first && last) {
    return { start: first.start, end: last.end };
  }
  const before = extents.filter(({ piece }) => piece.end <= edit.start).at(-1);
  const at = before?.end ?? 0;
  return { start: at, end: at };
}

/** A token of the corrected sentence, the source's tokens that it replaces, and the edit that inserted it. */
interface Piece {
  readonly token: string;
  readonly start: number;
  readonly end: number;
  readonly edit: PlanEdit | undefined;
}

function overlaps(piece: Piece, edit: PlanEdit): boolean {
  return piece.start < edit.end && edit.start < piece.end;
}

function correctedTokens(source: readonly string[], edits: readonly PlanEdit[]): Piece[] {
  const pieces: Piece[] = [];
  let next = 0;
  const keep = (until: number): void => {
    for (; next < until; next += 1) {
      pieces.push({ token: source[next] ?? '', start: next, end: next + 1, edit: undefined });
    }
  };
  for (const edit of [...edits].sort((one, other) => one.start - other.start || one.end - other.end)) {
    keep(edit.start);
    for (const token of edit.replacement.split(' ').filter(Boolean)) {
      pieces.push({ token, start: edit.start, end: edit.end, edit });
    }
    next = Math.max(next, edit.end);
  }
  keep(source.length);
  return pieces;
}

function extentsOf(text: string, pieces: readonly Piece[]): (Extent & { piece: Piece })[] {
  const extents: (Extent & { piece: Piece })[] = [];
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece.token, from);
    if (piece.token && at >= 0 && at - from <= SEARCH_WIDTH) {
      from = at + piece.token.length;
      extents.push({ piece, start: at, end: from });
    }
  }
  return extents;
}
