import type {
  Chunk,
  Counts,
  DocumentEstimate,
  DocumentMarks,
  EstimateSummary,
  Finding,
  Mark,
  Marks,
  Passage,
  Verdict,
  Verdicts,
} from '../src/protocol/contract';

/** A place at the start of a document. */
export const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const NONE = { precision: 0, recall: 0, f: 0 };

/** Return verdicts with these counts, `earned` of `due` points, and no free rewriting unless `changes` say so. */
export function verdictsWith(
  counts: Partial<Record<Verdict, number>>,
  [earned, due]: readonly [number, number] = [0, 0],
  changes: Partial<Verdicts> = {},
): Verdicts {
  return {
    counts: Object.entries(counts).map(([verdict, count]) => ({ verdict: verdict as Verdict, count })),
    earned,
    due,
    share: due > 0 ? earned / due : null,
    rewritten: 0,
    comparable: true,
    open: 0,
    range: [earned, earned],
    ...changes,
  };
}

/** Return marks with these counts, and all else 0 or from `changes`. */
export function marksWith(counts: Partial<Counts>, changes: Partial<Marks> = {}): Marks {
  return {
    verdicts: verdictsWith({}),
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

/** Return a mark out of 10, with all else from `changes`. */
export function markWith(points: number | null, changes: Partial<Mark> = {}): Mark {
  const range = points === null ? null : [points, points];
  return { points, max: 10, band: null, withheld: null, open: 0, range, lines: [], ...changes };
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

const HEAD = {
  ...{ uri: 'file:///a', version: 1, complete: true, lines: true, author: null, ignored: [] },
  ...{ exercise: 'e', assignment: 'e', student: 'lena' },
};

/** Return the marks of a document without passages. */
export function documentMarks(changes: Partial<DocumentMarks> = {}): DocumentMarks {
  return { ...HEAD, marks: marksWith({}), passages: [], findings: [], chunks: [], ...changes };
}

/** Return the estimate of a document without passages. */
export function documentEstimate(changes: Partial<DocumentEstimate> = {}): DocumentEstimate {
  return { ...HEAD, estimate: { ...estimateWith(0), passages: [], edits: [] }, ...changes };
}

/** Return a passage without findings, with all else from `changes`. */
export function passageWith(text: string, changes: Partial<Passage> = {}): Passage {
  const { verdicts, counts } = marksWith({});
  return { range: START, text, verdicts, counts, score: 0, credit: null, ...changes };
}

/** Return a finding in the first passage, with all else from `changes`. */
export function findingWith(verdict: Verdict, changes: Partial<Finding> = {}): Finding {
  return {
    verdict,
    category: null,
    range: START,
    source_range: null,
    source: 'a',
    hypothesis: 'b',
    type: 'R:OTHER',
    error_type: 'R:OTHER',
    group: 'word choice',
    weight: null,
    credit: null,
    passage: 0,
    earned: 0,
    due: 1,
    references: [],
    suggestions: [],
    tolerances: [],
    decided: null,
    open: false,
    rewritten: false,
    ...changes,
  };
}

/** Return a chunk in the first passage, with all else from `changes`. */
export function chunkWith(changes: Partial<Chunk> = {}): Chunk {
  return {
    category: 'hit-correction',
    range: START,
    source: 'a',
    hypothesis: 'b',
    type: 'R:OTHER',
    weight: null,
    difference: null,
    credit: null,
    passage: 0,
    references: [],
    ...changes,
  };
}

/** Return a suggestion of words at the start of a document. */
export function suggestion(text: string): Finding['suggestions'][number] {
  return { range: START, before: 'a', text, references: ['kim'] };
}
