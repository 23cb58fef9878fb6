import { errorTypeInWords } from '../../../marks/errorTypes';
import { CATEGORIES, VERDICTS, type Kind } from '../../../protocol/kinds';
import { errorGroups } from '../errorGroups';
import type { OverviewView } from './overviewView';

/** A type of errors, or a group of types, with the counts of its findings. */
export interface ErrorRow {
  readonly name: string;
  /** ERRANT's type; empty for a group. */
  readonly code: string;
  countOf(kind: Kind): number;
}

/** The rows of the table of errors, and the kinds that have columns in it. */
export interface ErrorRows {
  readonly kinds: readonly Kind[];
  readonly rows: readonly ErrorRow[];
}

/** Return the groups of errors by verdicts; ERRANT's types by categories for CLEME2.0, or where there are no groups. */
export function errorRows({ exercise, vocabulary, strings }: OverviewView): ErrorRows {
  const groups = vocabulary.showsCodes ? [] : errorGroups(exercise);
  if (groups.length > 0) {
    const rows = groups.map(({ group, counts }) => ({
      name: group,
      code: '',
      countOf: ({ id }: Kind) => counts.find(({ verdict }) => verdict === id)?.count ?? 0,
    }));
    return { kinds: VERDICTS, rows };
  }
  const rows = exercise.types.map(({ type, counts }) => ({
    name: errorTypeInWords(type, strings.types),
    code: type,
    countOf: ({ id }: Kind) => new Map<string, number>(Object.entries(counts)).get(id) ?? 0,
  }));
  return { kinds: CATEGORIES, rows };
}
