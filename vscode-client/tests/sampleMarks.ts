import type { Counts, DocumentEstimate, DocumentMarks, EstimateSummary, Marks } from '../src/protocol/contract';

/** A place at the start of a document. */
export const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const NONE = { precision: 0, recall: 0, f: 0 };

/** Return marks with these counts, and all else 0 or from `changes`. */
export function marksWith(counts: Partial<Counts>, changes: Partial<Marks> = {}): Marks {
  return {
    counts: { tp: 0, fp_ne: 0, fp_un: 0, fn: 0, tn: 0, ...counts },
    weighting: 'none',
    weights: null,
    scores: { hit: 0, wrong: 0, under: 0, over: 0, score: 0 },
    errant: NONE,
    credit: null,
    references: 1,
    signature: '',
    ...changes,
  };
}

/** Return the summary of an estimate, with the number of edits that lower it. */
export function estimateWith(lowering: number, changes: Partial<EstimateSummary> = {}): EstimateSummary {
  return {
    quality: { before: 0.4, after: 0.6 },
    q: { before: -0.4, after: 0.4 },
    similarity: 0.9,
    score: 0.6,
    lowering,
    estimator: 'e',
    signature: '',
    ...changes,
  };
}

const HEAD = { uri: 'file:///a', version: 1, complete: true, lines: true, exercise: 'e', author: null, ignored: [] };

/** Return the marks of a document without passages. */
export function documentMarks(changes: Partial<DocumentMarks> = {}): DocumentMarks {
  return { ...HEAD, marks: marksWith({}), passages: [], findings: [], ...changes };
}

/** Return the estimate of a document without passages. */
export function documentEstimate(changes: Partial<DocumentEstimate> = {}): DocumentEstimate {
  return { ...HEAD, estimate: { ...estimateWith(0), passages: [], edits: [] }, ...changes };
}
