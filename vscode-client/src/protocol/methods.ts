/** The methods of Markscheme's own, each with its parameters and its result. Their JSON is in `contract.ts`. */

import type { Location, MarkupContent, Position, Range } from 'vscode-languageclient/node';

import type {
  AllowVariantsParams,
  Adjudication,
  AdjudicationChoices,
  AdjudicationParams,
  ClassQuestions,
  DecisionMade,
  DocumentEstimate,
  DocumentMarks,
  EngineStatus,
  Exercise,
  FeedbackChoices,
  OpenPlace,
  Overview,
  PlaceChoices,
  Places,
  Plan,
  Progress,
  PreviewSchemeParams,
  QuestionQueue,
  SchemeForm,
  SchemeParams,
  SchemePreview,
  SetUp,
  SetUpParams,
  SetUpPreviewParams,
  Texts,
  UnmarkedDocument,
  Views,
  WriteSchemeParams,
  Variants,
  WriteSetUpParams,
  WrittenScheme,
  WrittenSetUp,
} from './contract';

/** The marks, or the estimate, of a document. */
export type DocumentAnswer = DocumentMarks | DocumentEstimate;

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

/** Whether two filters name the same number. */
export function isSameFilter(one: PlacesFilter | undefined, other: PlacesFilter | undefined): boolean {
  const parts = ['folder', 'assignment', 'student', 'verdict', 'category', 'group', 'type', 'outcome'] as const;
  return one !== undefined && other !== undefined && parts.every((part) => one[part] === other[part]);
}

export interface QuestionsParams extends OverviewParams {
  /** The largest number of questions. */
  readonly limit?: number;
  /** Whether the answered questions are wanted in place of the open ones. */
  readonly answered?: boolean;
}

export interface NextOpenParams extends Partial<PlaceParams> {
  /** Whether the place before the position is meant. */
  readonly backwards?: boolean;
}

export interface StatusParams {
  /** Whether to start an engine that does not run. */
  readonly start: boolean;
}

/** Parameters and result of each request. */
export interface Requests {
  'textDocument/hover': { params: PlaceParams; result: { readonly contents: MarkupContent } | null };
  'markscheme/adjudication': { params: AdjudicationParams; result: Adjudication };
  'markscheme/adjudicationChoices': { params: { readonly uri: string }; result: AdjudicationChoices };
  'markscheme/classQuestions': { params: OverviewParams & { readonly limit?: number }; result: ClassQuestions };
  'markscheme/exercises': { params: Record<string, never>; result: readonly Exercise[] };
  'markscheme/feedbackChoices': { params: { readonly uri: string }; result: FeedbackChoices };
  'markscheme/marks': { params: DocumentParams; result: DocumentAnswer | null };
  'markscheme/nextFinding': { params: PlaceParams; result: Location | null };
  'markscheme/nextOpen': { params: NextOpenParams; result: OpenPlace | null };
  'markscheme/overview': { params: OverviewParams; result: Overview };
  'markscheme/placeChoices': { params: DocumentParams & { readonly range?: Range }; result: PlaceChoices };
  'markscheme/places': { params: PlacesFilter & { readonly uri: string | null }; result: Places };
  'markscheme/plan': { params: PlaceParams; result: Plan | null };
  'markscheme/previewScheme': { params: PreviewSchemeParams; result: SchemePreview };
  'markscheme/previousFinding': { params: PlaceParams; result: Location | null };
  'markscheme/progress': { params: OverviewParams; result: Progress };
  'markscheme/questions': { params: QuestionsParams; result: QuestionQueue };
  'markscheme/scheme': { params: SchemeParams; result: SchemeForm };
  'markscheme/setUp': { params: SetUpParams; result: SetUp };
  'markscheme/setUpPreview': { params: SetUpPreviewParams; result: SetUp };
  'markscheme/status': { params: StatusParams; result: EngineStatus | null };
  'markscheme/texts': { params: DocumentParams; result: Texts | null };
  'markscheme/views': { params: DocumentParams; result: Views };
  'markscheme/writeScheme': { params: WriteSchemeParams; result: WrittenScheme };
  'markscheme/writeSetUp': { params: WriteSetUpParams; result: WrittenSetUp };
  'markscheme/variants': { params: AllowVariantsParams; result: Variants };
}

/** Parameters of each notification from the server. */
export interface Notifications {
  'markscheme/decided': DecisionMade;
  'markscheme/exercisesChanged': Record<string, never>;
  'markscheme/marksChanged': DocumentAnswer | UnmarkedDocument;
}
