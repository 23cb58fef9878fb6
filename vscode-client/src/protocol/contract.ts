/** What Markscheme's server answers beyond LSP: the types of docs/protocol.md. */

import type { Location, Position, Range } from 'vscode-languageclient/node';

export type Category = 'hit-correction' | 'wrong-correction' | 'under-correction' | 'over-correction';

/** In the order in which they are shown everywhere. */
export const CATEGORIES: readonly Category[] = [
  'hit-correction',
  'wrong-correction',
  'under-correction',
  'over-correction',
];

/** CLEME2.0's chunks: `fp_ne` wrong, `fp_un` over, `fn` under. */
export interface Counts {
  readonly tp: number;
  readonly fp_ne: number;
  readonly fp_un: number;
  readonly fn: number;
  readonly tn: number;
}

/** How many chunks of a category there are. */
export function countOf(counts: Counts, category: Category): number {
  const key = {
    'hit-correction': 'tp',
    'wrong-correction': 'fp_ne',
    'under-correction': 'fn',
    'over-correction': 'fp_un',
  } as const;
  return counts[key[category]];
}

/** Each in 0 to 1. */
export interface PrecisionRecall {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
}

/** CLEME2.0's four scores and their sum by its factors, each in 0 to 1. */
export interface Scores {
  readonly hit: number;
  readonly wrong: number;
  readonly under: number;
  readonly over: number;
  readonly score: number;
}

export interface Marks {
  readonly counts: Counts;
  readonly scores: Scores;
  readonly errant: PrecisionRecall;
  readonly credit: PrecisionRecall | null;
  readonly references: number;
  readonly signature: string;
}

export interface FindingReference {
  readonly reference: string;
  readonly text: string;
  readonly category: Category | null;
  readonly alignment: number | null;
}

export interface Finding {
  readonly category: Category;
  readonly range: Range;
  readonly source: string;
  readonly hypothesis: string;
  readonly type: string;
  readonly weight: number | null;
  readonly credit: number | null;
  readonly passage: number;
  readonly references: readonly FindingReference[];
}

export interface Passage {
  readonly range: Range;
  readonly text: string;
  readonly counts: Counts;
  readonly score: number;
  readonly credit: number | null;
}

/** What every answer of `markscheme/marks` tells. */
interface MarkedDocument {
  readonly uri: string;
  readonly version: number | null;
  readonly complete: boolean;
  /** Whether the document has lines that an editor can go to (a Word document has none). */
  readonly lines: boolean;
  readonly exercise: string;
  readonly author: string | null;
  /** Indices of findings, or of estimated edits, that are not shown. */
  readonly ignored: readonly number[];
}

/** Answer of `markscheme/marks` for a document that teachers' references mark. */
export interface DocumentMarks extends MarkedDocument {
  readonly marks: Marks;
  readonly findings: readonly Finding[];
  readonly passages: readonly Passage[];
}

/** Of what the learner wrote, and of its correction; `null` of no words. */
export interface BeforeAndAfter {
  readonly before: number | null;
  readonly after: number | null;
}

/** An edit as the estimator sees it. */
export interface EstimatedEdit {
  readonly range: Range;
  readonly passage: number;
  readonly source: string;
  readonly hypothesis: string;
  readonly type: string;
  /** How far the sentence's meaning moves without it, 0 to 2; `null` until it is known. */
  readonly impact: number | null;
  /** The sentence's estimated quality without it. */
  readonly qualityWithout: number | null;
  /** Whether the estimate is clearly better without it. */
  readonly lowers: boolean;
}

/** `before` and `after` are its qualities. */
export interface EstimatedPassage extends BeforeAndAfter {
  readonly range: Range;
  readonly text: string;
  readonly q: BeforeAndAfter;
}

/** What a document without a reference is estimated to be worth. */
export interface Estimate {
  /** In 0 to 1. */
  readonly quality: BeforeAndAfter;
  /** What lies behind the quality: any real number. */
  readonly q: BeforeAndAfter;
  readonly edits: readonly EstimatedEdit[];
  readonly passages: readonly EstimatedPassage[];
  readonly signature: string;
}

/** Answer of `markscheme/marks` for a document without a teacher's reference. */
export interface DocumentEstimate extends MarkedDocument {
  readonly estimate: Estimate;
}

/** Answer of `markscheme/marks`. */
export type DocumentAnswer = DocumentMarks | DocumentEstimate;

/** Whether no teacher's reference spoke. */
export function isEstimate(answer: DocumentAnswer | undefined): answer is DocumentEstimate {
  return answer !== undefined && 'estimate' in answer;
}

export interface PlanEdit {
  readonly start: number;
  readonly end: number;
  readonly source: string;
  readonly replacement: string;
  readonly type: string;
  readonly mass: number;
}

/** How one reference's edits line up with the hypothesis's: rows are the hypothesis's edits, columns the reference's. */
export interface ReferencePlan {
  readonly reference: string;
  readonly edits: readonly PlanEdit[];
  readonly gain: readonly (readonly number[])[];
  readonly transport: readonly (readonly number[])[];
  readonly scores: PrecisionRecall;
}

/** Answer of `markscheme/plan`. */
export interface Plan {
  readonly uri: string;
  readonly version: number;
  readonly passage: number;
  readonly range: Range;
  readonly source: readonly string[];
  readonly hypothesis: readonly PlanEdit[];
  readonly references: readonly ReferencePlan[];
  readonly signature: string;
}

export interface Participant {
  readonly name: string;
  readonly uri: string;
  readonly author?: string | null;
}

/** One of the answers of `markscheme/exercises`. */
export interface Exercise {
  readonly name: string;
  readonly uri: string;
  readonly source: string | null;
  readonly hypotheses: readonly Participant[];
  readonly references: readonly Participant[];
}

export interface OverviewStudent extends Participant {
  readonly marks: Marks | null;
  /** Without a teacher's reference, in place of marks. */
  readonly estimate?: OverviewEstimate | null;
  readonly problem: string | null;
}

/** What a correction without a reference is estimated to be worth, and how many of its edits lower that. */
export interface OverviewEstimate {
  readonly quality: BeforeAndAfter;
  readonly q: BeforeAndAfter;
  readonly lowering: number;
}

export interface TypeCounts {
  readonly type: string;
  readonly counts: Readonly<Record<Category, number>>;
}

export interface AcceptedAlternative {
  readonly source: string;
  readonly replacement: string;
  readonly type: string;
  readonly by: readonly string[];
  readonly students: readonly string[];
}

export interface OverviewExercise {
  readonly name: string;
  readonly uri: string;
  readonly references: number;
  readonly students: readonly OverviewStudent[];
  readonly types: readonly TypeCounts[];
  readonly accepted: readonly AcceptedAlternative[];
  /** Files that the marks had to do without, and why. */
  readonly problems: readonly string[];
}

/** Answer of `markscheme/overview`. */
export interface Overview {
  readonly exercises: readonly OverviewExercise[];
  readonly signature: string;
  /** Folders that could not be searched, and why. */
  readonly problems: readonly string[];
}

export interface ExerciseText {
  readonly name: string;
  readonly uri: string;
  readonly text: string | null;
  /** Whether the text is the file's very text. */
  readonly whole: boolean;
  readonly problem?: string;
}

/** Answer of `markscheme/texts`. */
export interface Texts {
  readonly exercise: string;
  readonly source: ExerciseText | null;
  readonly hypothesis: ExerciseText | null;
  readonly references: readonly ExerciseText[];
}

/** Answer of `markscheme/status`; `memory` in bytes. */
export interface EngineStatus {
  readonly pid: number;
  readonly pipeline: string;
  readonly pipelineLoaded: boolean;
  readonly encoder: string;
  readonly encoderLoaded: boolean;
  /** `null` until the encoder is loaded. */
  readonly device: string | null;
  readonly cache: string;
  readonly memory: number;
  readonly clients: number;
  readonly queue: number;
  readonly running: boolean;
  readonly cacheEntries: number | null;
  readonly cacheBytes: number | null;
}

export interface DocumentParams {
  readonly textDocument: { readonly uri: string };
}

export interface PlaceParams extends DocumentParams {
  readonly position: Position;
}

/** The server's own requests: what each is asked with and what it answers. */
export interface Requests {
  'markscheme/exercises': { params: Record<string, never>; result: readonly Exercise[] };
  'markscheme/marks': { params: DocumentParams; result: DocumentAnswer | null };
  'markscheme/nextFinding': { params: PlaceParams; result: Location | null };
  'markscheme/previousFinding': { params: PlaceParams; result: Location | null };
  'markscheme/overview': { params: { uri: string | null; workDoneToken?: string }; result: Overview };
  'markscheme/plan': { params: PlaceParams; result: Plan | null };
  'markscheme/status': { params: { start: boolean }; result: EngineStatus | null };
  'markscheme/texts': { params: DocumentParams; result: Texts | null };
}
