/** The methods of Markscheme's own: what each is sent, and the check of what it answers. */

import * as v from 'valibot';
import type { MarkupContent, Position, Range } from 'vscode-languageclient/node';

import * as check from './checks';
import type { Check } from './checks';
import type {
  AdjudicationParams,
  AllowVariantsParams,
  DocumentEstimate,
  DocumentMarks,
  PreviewSchemeParams,
  SchemeParams,
  SetUpParams,
  SetUpPreviewParams,
  WriteSchemeParams,
  WriteSetUpParams,
} from './contract';

/** The marks, or the estimate, of a document. */
export type DocumentAnswer = DocumentMarks | DocumentEstimate;

interface DocumentParams {
  readonly textDocument: { readonly uri: string };
  /** Whose correction is meant in a file that holds several; the first if it is not given. */
  readonly author?: string;
}

interface PlaceParams extends DocumentParams {
  readonly position: Position;
}

interface OverviewParams {
  /** A folder or a document; `null` for all exercises. */
  readonly uri: string | null;
  readonly workDoneToken?: string;
}

/** The number of an overview whose places are wanted; what is left out stays open. */
export interface PlacesFilter {
  /** The `uri` of the class. */
  readonly folder: string;
  readonly assignment?: string;
  readonly student?: string;
  readonly verdict?: string;
  readonly category?: string;
  readonly group?: string;
  readonly type?: string;
  /** A number of `markscheme/progress`. */
  readonly outcome?: 'made' | 'found' | 'missed';
}

interface LimitedParams extends OverviewParams {
  /** The largest number of questions. */
  readonly limit?: number;
}

/** Parameters of each request. */
interface Parameters {
  'textDocument/hover': PlaceParams;
  'markscheme/adjudication': AdjudicationParams;
  'markscheme/adjudicationChoices': { readonly uri: string };
  'markscheme/classQuestions': LimitedParams;
  'markscheme/exercises': Record<string, never>;
  'markscheme/feedbackChoices': { readonly uri: string };
  'markscheme/marks': DocumentParams;
  'markscheme/nextFinding': PlaceParams;
  /** `backwards`: the place before the position. */
  'markscheme/nextOpen': Partial<PlaceParams> & { readonly backwards?: boolean };
  'markscheme/overview': OverviewParams;
  'markscheme/placeChoices': DocumentParams & { readonly range?: Range };
  'markscheme/places': PlacesFilter & { readonly uri: string | null };
  'markscheme/plan': PlaceParams;
  'markscheme/previewScheme': PreviewSchemeParams;
  'markscheme/previousFinding': PlaceParams;
  'markscheme/progress': OverviewParams;
  /** `answered`: those in place of the open ones. */
  'markscheme/questions': LimitedParams & { readonly answered?: boolean };
  'markscheme/scheme': SchemeParams;
  'markscheme/setUp': SetUpParams;
  'markscheme/setUpPreview': SetUpPreviewParams;
  /** `start`: whether to start an engine that does not run. */
  'markscheme/status': { readonly start: boolean };
  'markscheme/texts': DocumentParams;
  'markscheme/views': DocumentParams;
  'markscheme/writeScheme': WriteSchemeParams;
  'markscheme/writeSetUp': WriteSetUpParams;
  'markscheme/variants': AllowVariantsParams;
}

const markup: Check<MarkupContent> = v.object({ kind: v.picklist(['plaintext', 'markdown']), value: v.string() });

const documentAnswer: Check<DocumentAnswer> = v.union([check.DocumentMarks, check.DocumentEstimate]);

/** The check of each value, by its name. */
type ChecksOf<Values> = { readonly [Name in keyof Values]: Check<Values[Name]> };

/** The values that checks accept, by their names. */
type ValuesOf<Checks> = { readonly [Name in keyof Checks]: Checks[Name] extends Check<infer Value> ? Value : never };

function checksOf<Values>(checks: ChecksOf<Values>): ChecksOf<Values> {
  return checks;
}

/** The check of each request's answer. */
export const ANSWERS = checksOf({
  'textDocument/hover': v.nullable(v.object({ contents: markup })),
  'markscheme/adjudication': check.Adjudication,
  'markscheme/adjudicationChoices': check.AdjudicationChoices,
  'markscheme/classQuestions': check.ClassQuestions,
  'markscheme/exercises': v.array(check.Exercise),
  'markscheme/feedbackChoices': check.FeedbackChoices,
  'markscheme/marks': v.nullable(documentAnswer),
  'markscheme/nextFinding': v.nullable(check.FileLocation),
  'markscheme/nextOpen': v.nullable(check.OpenPlace),
  'markscheme/overview': check.Overview,
  'markscheme/placeChoices': check.PlaceChoices,
  'markscheme/places': check.Places,
  'markscheme/plan': v.nullable(check.Plan),
  'markscheme/previewScheme': check.SchemePreview,
  'markscheme/previousFinding': v.nullable(check.FileLocation),
  'markscheme/progress': check.Progress,
  'markscheme/questions': check.QuestionQueue,
  'markscheme/scheme': check.SchemeForm,
  'markscheme/setUp': check.SetUp,
  'markscheme/setUpPreview': check.SetUp,
  'markscheme/status': v.nullable(check.EngineStatus),
  'markscheme/texts': v.nullable(check.Texts),
  'markscheme/views': check.Views,
  'markscheme/writeScheme': check.WrittenScheme,
  'markscheme/writeSetUp': check.WrittenSetUp,
  'markscheme/variants': check.Variants,
});

/** Parameters and result of each request. */
export type Requests = {
  readonly [Method in keyof Parameters]: {
    readonly params: Parameters[Method];
    readonly result: ValuesOf<typeof ANSWERS>[Method];
  };
};

/** The check of the answer of each command that the client sends itself, not by VS Code. */
export const COMMAND_ANSWERS = checksOf({
  'markscheme.adjudicate': check.AdjudicationResult,
  'markscheme.answerQuestion': check.AnsweredQuestion,
  'markscheme.callMarkFinal': v.nullable(check.Ruled),
  'markscheme.decideAnswer': v.nullable(check.Ruled),
  'markscheme.decideAt': v.nullable(check.Ruled),
  'markscheme.decideSheet': v.nullable(check.Ruled),
  'markscheme.exportAdjudication': check.ExportedAdjudication,
  'markscheme.exportGrades': check.ExportedGrades,
  'markscheme.importSubmissions': v.nullable(check.ImportedClass),
  'markscheme.undoAnswer': check.AnsweredQuestion,
  'markscheme.undoDecision': v.nullable(check.Ruled),
  'markscheme.writeFeedback': check.WrittenFeedback,
});

export type CommandAnswers = ValuesOf<typeof COMMAND_ANSWERS>;
export type CommandName = keyof CommandAnswers;

/** The check of each notification's parameters. */
export const NOTIFICATIONS = checksOf({
  'markscheme/decided': check.DecisionMade,
  'markscheme/exercisesChanged': v.object({}),
  'markscheme/marksChanged': v.union([documentAnswer, check.UnmarkedDocument]),
});

export type Notifications = ValuesOf<typeof NOTIFICATIONS>;

/** Whether a document is estimated, since it has no reference. */
export function isEstimate(answer: DocumentAnswer | undefined): answer is DocumentEstimate {
  return answer !== undefined && 'estimate' in answer;
}

/** Whether references mark a document. */
export function isMarks(answer: DocumentAnswer | undefined): answer is DocumentMarks {
  return answer !== undefined && !('estimate' in answer);
}

/** Return the marks or the estimate in a notification; `undefined` if the document has neither any more. */
export function answerIn(params: Notifications['markscheme/marksChanged']): DocumentAnswer | undefined {
  return 'estimate' in params || params.marks !== null ? params : undefined;
}
