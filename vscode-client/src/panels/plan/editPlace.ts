import type { PlanEdit } from '../../protocol/contract';

/** Offsets into a text, the second outside. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** How far ahead a token is looked for: what lies between may be markup, or a token written otherwise. */
const REACH = 60;

/**
 * Where an edit stands in a hypothesis's text, or where it would.
 *
 * The text is the sentence as it stands in the document; tokens that are written otherwise there are passed over.
 * `own` says that the edit is one of the hypothesis's: then its new words are meant, else the source's words where the
 * hypothesis has kept them, and what it has in their place where it has not.
 */
export function placeOfEdit(
  text: string,
  source: readonly string[],
  edits: readonly PlanEdit[],
  edit: PlanEdit,
  own: boolean,
): Extent {
  const extents = extentsOf(text, corrected(source, edits));
  const meant = extents.filter(({ piece }) => (own ? piece.edit === edit : overlaps(piece, edit)));
  const [first] = meant;
  const last = meant.at(-1);
  if (first && last) {
    return { start: first.start, end: last.end };
  }
  const before = extents.filter(({ piece }) => piece.end <= edit.start).at(-1);
  const at = before?.end ?? 0;
  return { start: at, end: at };
}

/** A token of the corrected sentence: the source's tokens that it stands for, and the edit that made it. */
interface Piece {
  readonly token: string;
  readonly start: number;
  readonly end: number;
  readonly edit: PlanEdit | undefined;
}

function overlaps(piece: Piece, edit: PlanEdit): boolean {
  return piece.start < edit.end && edit.start < piece.end;
}

function corrected(source: readonly string[], edits: readonly PlanEdit[]): Piece[] {
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
  const found: (Extent & { piece: Piece })[] = [];
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece.token, from);
    if (piece.token && at >= 0 && at - from <= REACH) {
      from = at + piece.token.length;
      found.push({ piece, start: at, end: from });
    }
  }
  return found;
}
