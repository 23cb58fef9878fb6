import { errorTypeInWords } from '../../../marks/errorTypes';
import { CATEGORIES, VERDICTS, type Kind } from '../../../protocol/kinds';
import type { Cell, OverviewView } from './overviewView';

/** A type of errors, or a group of types, with the counts of its findings. */
export interface ErrorRow {
  readonly name: string;
  /** ERRANT's type; empty for a group. */
  readonly code: string;
  /** The part of a filter of places that names the type or the group. */
  readonly cell: Cell;
  countOf(kind: Kind): number;
}

/** The rows of the table of errors, and the kinds that have columns in it. */
export interface ErrorRows {
  readonly kinds: readonly Kind[];
  readonly rows: readonly ErrorRow[];
}

/** Return the groups of errors by verdicts; for CLEME2.0, ERRANT's types by categories. */
export function errorRows({ totals, vocabulary, strings }: OverviewView): ErrorRows {
  if (!vocabulary.showsCodes) {
    const rows = totals.groups.map(({ group, counts }) => ({
      name: group,
      code: '',
      cell: { group },
      countOf: ({ id }: Kind) => counts.find(({ verdict }) => verdict === id)?.count ?? 0,
    }));
    return { kinds: VERDICTS, rows };
  }
  const rows = totals.types.map(({ type, counts }) => ({
    name: errorTypeInWords(type, strings.types),
    code: type,
    cell: { type },
    countOf: ({ id }: Kind) => new Map<string, number>(Object.entries(counts)).get(id) ?? 0,
  }));
  return { kinds: CATEGORIES, rows };
}
