/**
 * The JSON that Markscheme's server sends and takes beyond LSP: type declarations only, grouped by message.
 *
 * docs/protocol.md describes the messages. Helpers for these values stand in the modules beside this one.
 */

import type { Location, Position, Range } from 'vscode-languageclient/node';

// Values of several messages

export type Category = 'hit-correction' | 'wrong-correction' | 'under-correction' | 'over-correction';

/** How edits are weighted in CLEME2.0. */
export type Weighting = 'none' | 'length' | 'similarity' | 'vector' | 'llm';

/** Numbers of CLEME2.0's chunks, or their summed weights: `fp_ne` wrong, `fp_un` over, `fn` under. */
export interface Counts {
  readonly tp: number;
  readonly fp_ne: number;
  readonly fp_un: number;
  readonly fn: number;
  readonly tn: number;
}

/** CLEME2.0's four scores and their sum by its factors, each in 0 to 1. */
export interface Scores {
  readonly hit: number;
  readonly wrong: number;
  readonly under: number;
  readonly over: number;
  readonly score: number;
}

/** Each in 0 to 1. */
export interface PrecisionRecall {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
}

/** The marks of a whole document. */
export interface Marks {
  readonly counts: Counts;
  readonly weighting: Weighting;
  /** `null` without a weighting. */
  readonly weights: Counts | null;
  readonly scores: Scores;
  readonly errant: PrecisionRecall;
  /** `null` until it is computed. */
  readonly credit: PrecisionRecall | null;
  /** Number of references. */
  readonly references: number;
  readonly signature: string;
}

/** A number for the learner's text and one for its correction; `null` for a text without words. */
export interface BeforeAndAfter {
  readonly before: number | null;
  readonly after: number | null;
}

/** The numbers of an estimate of a whole document. */
export interface EstimateSummary {
  /** In 0 to 1. */
  readonly quality: BeforeAndAfter;
  /** The same before it is mapped to 0 to 1: any real number. */
  readonly q: BeforeAndAfter;
  /** `null` until it is computed. */
  readonly similarity: number | null;
  /** `null` until it is computed. */
  readonly score: number | null;
  /** Number of edits that lower the estimate. */
  readonly lowering: number;
  readonly estimator: string;
  readonly signature: string;
}

// markscheme/marks and markscheme/marksChanged

/** The marks, or the estimate, of a document. */
export type DocumentAnswer = DocumentMarks | DocumentEstimate;

/** Members that marks and estimates of a document have in common. */
export interface DocumentHead {
  readonly uri: string;
  /** `null` for a document that is not open. */
  readonly version: number | null;
  /** `false` while the server still computes weights and credit, or impacts. */
  readonly complete: boolean;
  /** Whether an editor can go to a line of the document; `false` for Word. */
  readonly lines: boolean;
  /** The exercise's name. */
  readonly exercise: string;
  /** `null` but for a file that holds several corrections. */
  readonly author: string | null;
  /** Indices of the findings, or of the estimated edits, that are not shown. */
  readonly ignored: readonly number[];
}

/** A document that references mark. */
export interface DocumentMarks extends DocumentHead {
  readonly marks: Marks;
  readonly findings: readonly Finding[];
  readonly passages: readonly Passage[];
}

export interface Passage {
  readonly range: Range;
  /** The hypothesis's text. */
  readonly text: string;
  readonly counts: Counts;
  readonly score: number;
  readonly credit: number | null;
}

export interface Finding {
  readonly category: Category;
  readonly range: Range;
  readonly source: string;
  readonly hypothesis: string;
  /** ERRANT's type. */
  readonly type: string;
  readonly weight: number | null;
  /** The weight with its sign; `null` but for the weighting `similarity`. */
  readonly difference: number | null;
  readonly credit: number | null;
  /** Index of its passage. */
  readonly passage: number;
  readonly references: readonly FindingReference[];
}

export interface FindingReference {
  readonly reference: string;
  readonly text: string;
  readonly category: Category | null;
  readonly alignment: number | null;
  readonly edits: readonly AlignedEdit[];
}

/** An edit of a reference that a finding lines up with. */
export interface AlignedEdit {
  readonly source: string;
  readonly text: string;
  readonly type: string;
  readonly share: number;
  readonly gain: number;
}

/** A document without a reference. */
export interface DocumentEstimate extends DocumentHead {
  readonly estimate: Estimate;
}

export interface Estimate extends EstimateSummary {
  readonly edits: readonly EstimatedEdit[];
  readonly passages: readonly EstimatedPassage[];
}

/** `before` and `after` are its qualities. */
export interface EstimatedPassage extends BeforeAndAfter {
  readonly range: Range;
  readonly text: string;
  readonly q: BeforeAndAfter;
  readonly similarity: number | null;
  readonly score: number | null;
}

export interface EstimatedEdit {
  readonly range: Range;
  /** Index of its passage. */
  readonly passage: number;
  readonly type: string;
  readonly source: string;
  readonly hypothesis: string;
  /** How far the passage's meaning moves without the edit, 0 to 2; `null` until it is computed. */
  readonly impact: number | null;
  /** The passage's quality with the edit. */
  readonly quality: number | null;
  /** The passage's quality without the edit. */
  readonly qualityWithout: number | null;
  readonly q: number | null;
  readonly qWithout: number | null;
  /** Whether the estimate is clearly better without the edit. */
  readonly lowers: boolean;
}

/** A document that has no marks any more. */
export interface UnmarkedDocument {
  readonly uri: string;
  readonly marks: null;
}

// markscheme/plan

/** How the edits of a passage line up with each reference's. */
export interface Plan {
  readonly uri: string;
  readonly version: number;
  /** Index of the passage. */
  readonly passage: number;
  readonly range: Range;
  /** Tokens of the source. */
  readonly source: readonly string[];
  readonly hypothesis: readonly PlanEdit[];
  readonly references: readonly ReferencePlan[];
  readonly signature: string;
}

/** `gain` and `transport` have a row for each of the hypothesis's edits, a column for each of the reference's. */
export interface ReferencePlan {
  readonly reference: string;
  readonly edits: readonly PlanEdit[];
  readonly gain: readonly (readonly number[])[];
  readonly transport: readonly (readonly number[])[];
  readonly scores: PrecisionRecall;
}

/** `start` and `end` count tokens of the source. */
export interface PlanEdit {
  readonly start: number;
  readonly end: number;
  readonly source: string;
  readonly replacement: string;
  readonly type: string;
  readonly mass: number;
}

// markscheme/exercises

export interface Exercise {
  readonly name: string;
  /** The exercise's folder. */
  readonly uri: string;
  readonly source: string | null;
  readonly hypotheses: readonly Hypothesis[];
  readonly references: readonly Reference[];
}

export interface Reference {
  readonly name: string;
  readonly uri: string;
}

export interface Hypothesis {
  readonly name: string;
  readonly uri: string;
  /** `null` but for a file that holds several corrections. */
  readonly author: string | null;
}

// markscheme/overview

export interface Overview {
  readonly exercises: readonly OverviewExercise[];
  readonly signature: string;
  /** Folders that could not be searched, each with the reason. */
  readonly problems: readonly string[];
}

export interface OverviewExercise {
  readonly name: string;
  readonly uri: string;
  /** Number of references. */
  readonly references: number;
  readonly students: readonly OverviewStudent[];
  readonly types: readonly TypeCounts[];
  readonly accepted: readonly AcceptedAlternative[];
  /** Files that could not be used, each with the reason. */
  readonly problems: readonly string[];
}

/** `marks` and `estimate` are `null` where `problem` says why. */
export interface OverviewStudent extends Hypothesis {
  readonly marks: Marks | null;
  /** In place of marks, without a reference. */
  readonly estimate: EstimateSummary | null;
  readonly problem: string | null;
}

/** Numbers of findings of one of ERRANT's types. */
export interface TypeCounts {
  readonly type: string;
  readonly counts: Readonly<Record<Category, number>>;
}

export interface AcceptedAlternative {
  readonly source: string;
  readonly replacement: string;
  readonly type: string;
  /** Names of the teachers who accepted it. */
  readonly by: readonly string[];
  /** Names of the students who wrote it. */
  readonly students: readonly string[];
}

// markscheme/texts

export interface Texts {
  /** The exercise's name. */
  readonly exercise: string;
  readonly source: ExerciseText | null;
  readonly hypothesis: ExerciseText | null;
  readonly references: readonly ExerciseText[];
}

export interface ExerciseText {
  readonly name: string;
  readonly uri: string;
  /** `null` where `problem` says why. */
  readonly text: string | null;
  /** Whether the file holds exactly this text. */
  readonly whole: boolean;
  readonly problem?: string;
}

// markscheme/status

export interface EngineStatus {
  readonly pid: number;
  readonly pipeline: string;
  readonly pipelineLoaded: boolean;
  readonly encoder: string;
  readonly encoderLoaded: boolean;
  /** `null` until the encoder is loaded. */
  readonly device: string | null;
  readonly cache: string;
  /** Bytes. */
  readonly memory: number;
  readonly clients: number;
  readonly queue: number;
  readonly running: boolean;
  readonly batches: number;
  readonly encoderLoads: number;
  /** `null` while another process locks the cache. */
  readonly cacheEntries: number | null;
  /** `null` while another process locks the cache. */
  readonly cacheBytes: number | null;
}

// Parts of LSP's own messages

/** `data` of a code lens. */
export interface LensData {
  /** Whether the lens shows an estimate, so that there is no plan for it. */
  readonly estimate: boolean;
}

/** Result of the command `markscheme.markWorkspace`. */
export interface MarkedWorkspace {
  readonly documents: number;
  readonly findings: number;
  readonly problems: number;
}

/** Result of the command `markscheme.clearCache`. */
export interface ClearedCache {
  readonly entries: number;
  readonly bytes: number;
}

// Methods

export interface DocumentParams {
  readonly textDocument: { readonly uri: string };
  /** Whose correction is meant in a file that holds several; the first if it is not given. */
  readonly author?: string;
}

export interface PlaceParams extends DocumentParams {
  readonly position: Position;
}

export interface OverviewParams {
  /** A folder or a document; `null` for all exercises. */
  readonly uri: string | null;
  readonly workDoneToken?: string;
}

export interface StatusParams {
  /** Whether to start an engine that does not run. */
  readonly start: boolean;
}

/** Parameters and result of each request. */
export interface Requests {
  'markscheme/exercises': { params: Record<string, never>; result: readonly Exercise[] };
  'markscheme/marks': { params: DocumentParams; result: DocumentAnswer | null };
  'markscheme/nextFinding': { params: PlaceParams; result: Location | null };
  'markscheme/overview': { params: OverviewParams; result: Overview };
  'markscheme/plan': { params: PlaceParams; result: Plan | null };
  'markscheme/previousFinding': { params: PlaceParams; result: Location | null };
  'markscheme/status': { params: StatusParams; result: EngineStatus | null };
  'markscheme/texts': { params: DocumentParams; result: Texts | null };
}

/** Parameters of each notification from the server. */
export interface Notifications {
  'markscheme/marksChanged': DocumentAnswer | UnmarkedDocument;
}
