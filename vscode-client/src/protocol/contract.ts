/** The JSON of Markscheme's server. Made from its Python types by `make contract`; do not edit. */
export type Category = 'hit-correction' | 'wrong-correction' | 'under-correction' | 'over-correction';
export type Weighting = 'none' | 'length' | 'similarity' | 'vector' | 'llm';

/** An accepted correction that students make. */
export interface AcceptedAlternative {
  readonly source: string;
  readonly replacement: string;
  readonly type: string;

  /** Who accepted it. */
  readonly by: readonly string[];
  readonly students: readonly string[];
}

/** A reference edit that a finding lines up with. */
export interface AlignedEdit {
  readonly source: string;
  readonly text: string;
  readonly type: string;

  /** The part of the finding's mass that goes to this edit, in 0 to 1. */
  readonly share: number;

  /** How alike the two are, in 0 to 1. */
  readonly gain: number;
}

/** A number of the source and of its correction; `null` where there are no words. */
export interface BeforeAndAfter {
  readonly before: number | null;
  readonly after: number | null;
}
export interface CategoryCounts {
  readonly 'hit-correction': number;
  readonly 'wrong-correction': number;
  readonly 'under-correction': number;
  readonly 'over-correction': number;
}

/** The result of the command `markscheme.clearCache`. */
export interface ClearedCache {
  readonly entries: number;

  /** Given back to the disk. */
  readonly bytes: number;
}

/** CLEME2.0's chunks of each kind, or the sums of their weights. */
export interface Counts {
  /** Hit. */
  readonly tp: number;

  /** Wrong. */
  readonly fp_ne: number;

  /** Over-corrected. */
  readonly fp_un: number;

  /** Under-corrected. */
  readonly fn: number;

  /** Rightly unchanged. */
  readonly tn: number;
}

/** The answer of `markscheme/marks` for a document without a reference. */
export interface DocumentEstimate {
  readonly uri: string;
  readonly lines: boolean;
  readonly exercise: string;
  readonly author: string | null;
  readonly estimate: Estimate;
  readonly version: number | null;
  readonly complete: boolean;
  readonly ignored: readonly number[];
}

/** IMPARA's view of a document that has no reference. */
export interface Estimate {
  readonly quality: BeforeAndAfter;
  readonly q: BeforeAndAfter;
  readonly similarity: number | null;
  readonly score: number | null;
  readonly lowering: number;
  readonly estimator: string;
  readonly signature: string;
  readonly passages: readonly EstimatedPassage[];
  readonly edits: readonly EstimatedEdit[];
}

/** A passage's estimated qualities; `before` and `after` are Equation 3, in 0 to 1. */
export interface EstimatedPassage {
  readonly range: Range;
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly q: BeforeAndAfter;

  /** Equation 10; `null` until vectors are there. */
  readonly similarity: number | null;

  /** Equation 1; `null` until vectors are there. */
  readonly score: number | null;
}

/** LSP's range: half-open. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** LSP's position: 0-based, `character` in the session's encoding; UTF-16 in what `review` writes. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** An edit of a document without a reference. */
export interface EstimatedEdit {
  readonly range: Range;

  /** An index into `passages`. */
  readonly passage: number;
  readonly type: string;
  readonly source: string;
  readonly hypothesis: string;

  /** IMPARA's Equation 5, in 0 to 2; `null` until vectors are there. */
  readonly impact: number | null;

  /** Equation 3, of its passage with the edit, in 0 to 1. */
  readonly quality: number | null;

  /** The same without this edit, all others made. */
  readonly qualityWithout: number | null;

  /** Equation 2, of its passage with the edit: any real number. */
  readonly q: number | null;

  /** The same without this edit. */
  readonly qWithout: number | null;

  /** Whether `qWithout` is more than `q` by more than the setting `estimateMargin`. */
  readonly lowers: boolean;
}

/** The answer of `markscheme/marks` for a document with references. */
export interface DocumentMarks {
  readonly uri: string;
  readonly lines: boolean;
  readonly exercise: string;
  readonly author: string | null;
  readonly marks: Marks;
  readonly passages: readonly Passage[];
  readonly findings: readonly Finding[];
  readonly version: number | null;
  readonly complete: boolean;
  readonly ignored: readonly number[];
}

/** A document's marks against its references. */
export interface Marks {
  readonly counts: Counts;

  /** How the scores are weighted; `none` until what the weighting needs is there. */
  readonly weighting: 'none' | 'length' | 'similarity' | 'vector' | 'llm';

  /** Summed weights by category; `null` without weighting. */
  readonly weights: Counts | null;
  readonly scores: Scores;
  readonly errant: PrecisionRecall;

  /** `null` until vectors are there. */
  readonly credit: PrecisionRecall1 | null;
  readonly references: number;
  readonly signature: string;
}

/** CLEME2.0's Equations 1 to 5, each in 0 to 1. */
export interface Scores {
  readonly hit: number;

  /** Lower is better, as for `under` and `over`. */
  readonly wrong: number;
  readonly under: number;
  readonly over: number;
  readonly score: number;
}

/** ERRANT's, with beta 0.5. */
export interface PrecisionRecall {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
}

/** Precision, recall and F of beta, each in 0 to 1. */
export interface PrecisionRecall1 {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
}

/** An aligned group of sentences. */
export interface Passage {
  readonly range: Range;

  /** As the hypothesis has it. */
  readonly text: string;
  readonly counts: Counts;

  /** CLEME2.0's, in 0 to 1. */
  readonly score: number;
  readonly credit: number | null;
}

/** A category at a place. */
export interface Finding {
  readonly category: Category;
  readonly range: Range;
  readonly source: string;
  readonly hypothesis: string;

  /** ERRANT's types, joined by `+`. */
  readonly type: string;

  /** At least 0; `null` until what it needs is there. */
  readonly weight: number | null;
  /**
   * Under weighting by similarity, the weight with its sign: negative where the correction took the sentence away
   * from the reference.
   */
  readonly difference: number | null;

  /** In 0 to 1; `null` for an under-correction, and until vectors are there. */
  readonly credit: number | null;

  /** An index into `passages`. */
  readonly passage: number;
  readonly references: readonly FindingReference[];
}

/** What one reference has at a finding's place. */
export interface FindingReference {
  /** Its name. */
  readonly reference: string;
  readonly text: string;

  /** What the finding's chunk is against this reference; `null` where neither changes it. */
  readonly category: Category | null;

  /** The finding's credit against this reference, in 0 to 1; `null` until vectors are there. */
  readonly alignment: number | null;

  /** The largest share first. */
  readonly edits: readonly AlignedEdit[];
}

/** Which document something is about. */
export interface DocumentPlace {
  readonly uri: string;

  /** Whether the file has lines that an editor can go to; if not, ranges are of the corrected text. */
  readonly lines: boolean;
  readonly exercise: string;

  /** Whose correction it is, where the file holds several. */
  readonly author: string | null;
}

/** What the engine has loaded, and what it works on. */
export interface EngineStatus {
  readonly pid: number;
  readonly pipeline: string;
  readonly pipelineLoaded: boolean;
  readonly encoder: string;
  readonly encoderLoaded: boolean;

  /** `null` until the encoder is loaded. */
  readonly device: string | null;

  /** The cache's file. */
  readonly cache: string;

  /** Resident bytes. */
  readonly memory: number;

  /** The number of windows. */
  readonly clients: number;

  /** The number of jobs that wait. */
  readonly queue: number;
  readonly running: boolean;

  /** The number of batches begun. */
  readonly batches: number;
  readonly encoderLoads: number;

  /** `null` while another process locks the cache. */
  readonly cacheEntries: number | null;
  readonly cacheBytes: number | null;
}

/** A document's estimate at a glance: means over passages. These are not marks. */
export interface EstimateSummary {
  readonly quality: BeforeAndAfter1;
  readonly q: BeforeAndAfter2;
  readonly similarity: number | null;
  readonly score: number | null;

  /** The number of edits that lower the estimate. */
  readonly lowering: number;
  readonly estimator: string;
  readonly signature: string;
}

/** A number of the source and of its correction; `null` where there are no words. */
export interface BeforeAndAfter1 {
  readonly before: number | null;
  readonly after: number | null;
}

/** A number of the source and of its correction; `null` where there are no words. */
export interface BeforeAndAfter2 {
  readonly before: number | null;
  readonly after: number | null;
}

/** A document whose exercise has no reference. */
export interface EstimatedDocument {
  readonly uri: string;
  readonly lines: boolean;
  readonly exercise: string;
  readonly author: string | null;
  readonly estimate: Estimate;
}

/** One of the answers of `markscheme/exercises`. */
export interface Exercise {
  readonly name: string;

  /** The folder that holds the source, or else all documents. */
  readonly uri: string;
  readonly source: string | null;
  readonly hypotheses: readonly Hypothesis[];
  readonly references: readonly Reference[];
}

/** A correction to be marked. */
export interface Hypothesis {
  readonly name: string;
  readonly uri: string;

  /** Whose it is, where the file holds several corrections. */
  readonly author: string | null;
}

/** A teacher's file. */
export interface Reference {
  readonly name: string;
  readonly uri: string;
}

/** One version as running text. */
export interface ExerciseText {
  readonly name: string;
  readonly uri: string;

  /** `null` where the file can't be read. */
  readonly text: string | null;

  /** Whether the file holds exactly this text, so that a client may open it instead. */
  readonly whole: boolean;
  readonly problem?: string;
}

/** The `data` of a code lens. */
export interface LensData {
  /** Whether the lens shows an estimate, so that there is no plan for it. */
  readonly estimate: boolean;
}

/** A document marked against references. */
export interface MarkedDocument {
  readonly uri: string;
  readonly lines: boolean;
  readonly exercise: string;
  readonly author: string | null;
  readonly marks: Marks;
  readonly passages: readonly Passage[];
  readonly findings: readonly Finding[];
}

/** The result of the command `markscheme.markWorkspace`: how many there are of each. */
export interface MarkedWorkspace {
  readonly documents: number;
  readonly findings: number;
  readonly problems: number;
}

/** The answer of `markscheme/overview`. */
export interface Overview {
  readonly exercises: readonly OverviewExercise[];

  /** Of all marks; a setting in which they differ has each of its values. */
  readonly signature: string;

  /** Folders that could not be searched. */
  readonly problems: readonly string[];
}

/** An exercise's students. */
export interface OverviewExercise {
  readonly name: string;
  readonly uri: string;

  /** The most references that any student is marked against. */
  readonly references: number;
  readonly students: readonly OverviewStudent[];

  /** Those with the most findings that are no hit first. */
  readonly types: readonly TypeCounts[];

  /** Those of most students first. */
  readonly accepted: readonly AcceptedAlternative[];

  /** Files, such as references, that the marks had to do without. */
  readonly problems: readonly string[];
}

/** One correction: its marks, or its estimate, or the problem that prevents both. */
export interface OverviewStudent {
  readonly name: string;
  readonly uri: string;
  readonly author: string | null;
  readonly marks: Marks | null;
  readonly estimate: EstimateSummary | null;
  readonly problem: string | null;
}

/** How the findings of one type are shared out among the categories, over all students. */
export interface TypeCounts {
  readonly type: string;
  readonly counts: CategoryCounts;
}

/** The answer of `markscheme/plan`. */
export interface Plan {
  readonly uri: string;
  readonly version: number;
  readonly passage: number;
  readonly range: Range;

  /** The passage's tokens. */
  readonly source: readonly string[];
  readonly hypothesis: readonly PlanEdit[];
  readonly references: readonly ReferencePlan[];
  readonly signature: string;
}

/** An edit of the passage's source tokens `start` to `end`. */
export interface PlanEdit {
  readonly start: number;
  readonly end: number;
  readonly source: string;
  readonly replacement: string;
  readonly type: string;

  /** Under credit. */
  readonly mass: number;
}

/** The hypothesis's edits (rows) against one reference's (columns). */
export interface ReferencePlan {
  readonly reference: string;
  readonly edits: readonly PlanEdit[];

  /** How alike two edits are, in 0 to 1. */
  readonly gain: readonly number[][];

  /** The mass that is moved. */
  readonly transport: readonly number[][];
  readonly scores: PrecisionRecall1;
}

/** Why a file could not be used. */
export interface Problem {
  readonly path: string | null;
  readonly line: number | null;
  readonly message: string;
}

/** What `review --format json` writes. */
export interface Review {
  readonly schema: 1;
  readonly documents: readonly MarkedDocument[];
  readonly estimated: readonly EstimatedDocument[];
  readonly problems: readonly Problem[];
}

/** How a document stands in the editor. */
export interface Shown {
  /** `null` for one that is not open. */
  readonly version: number | null;

  /** Whether weights and credit, or impacts, are there. */
  readonly complete: boolean;

  /** Indices of the findings, or of the estimate's edits, that are not shown. */
  readonly ignored: readonly number[];
}

/** The answer of `markscheme/texts`. */
export interface Texts {
  readonly exercise: string;
  readonly source: ExerciseText;
  readonly hypothesis: ExerciseText | null;
  readonly references: readonly ExerciseText[];
}

/** What `markscheme/marksChanged` says of a document that has no marks any more. */
export interface UnmarkedDocument {
  readonly uri: string;
  readonly marks: null;
}
