/** Checks of the JSON of Markscheme's server, one for each type of it. Generated from its Python types by `make contract`; do not edit. */
import * as v from 'valibot';

import type * as contract from './contract';

/** Accepts a value of a type; members that the type lacks are left out. */
export type Check<Value> = v.GenericSchema<unknown, Value>;

/** Make a check when it is first used, so that bundles leave out what they don't use. */
function check<Value>(make: () => Check<Value>): Check<Value> {
  let made: Check<Value> | undefined;
  return v.lazy(() => (made ??= make()));
}

const integer = (): Check<number> => v.pipe(v.number(), v.integer());

/**
 * Accepts each word of an enumeration, and words that a newer server may add. Such a word is shown as it stands:
 * `worded` of words.ts returns it where there is no text for it, and `kindOf` of vocabularies.ts marks it with "?".
 */
const word = <Word extends string>(): Check<Word> => v.string() as unknown as Check<Word>;

export const AcceptedAlternative: Check<contract.AcceptedAlternative> = /* @__PURE__ */ check(() =>
  v.object({
    source: v.string(),
    replacement: v.string(),
    type: v.string(),
    by: v.array(v.string()),
    students: v.array(v.string()),
  }),
);

export const Adjudication: Check<contract.Adjudication> = /* @__PURE__ */ check(() =>
  v.object({
    file: v.string(),
    annotators: v.array(v.string()),
    author: v.string(),
    counts: AdjudicationCounts,
    matching: integer(),
    sentences: v.array(AdjudicationSentence),
    problems: v.array(v.string()),
  }),
);

export const AdjudicationAction: Check<contract.AdjudicationAction> = /* @__PURE__ */ check(() =>
  word<'take' | 'own' | 'leave' | 'majority' | 'withdraw' | 'tag' | 'restore'>(),
);

export const AdjudicationChoices: Check<contract.AdjudicationChoices> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    formats: v.array(ExportFormat),
    annotators: v.array(v.string()),
    counts: AdjudicationCounts,
  }),
);

export const AdjudicationCounts: Check<contract.AdjudicationCounts> = /* @__PURE__ */ check(() =>
  v.object({
    sentences: integer(),
    agreed: integer(),
    open: integer(),
    decided: integer(),
    tags: integer(),
    unseen: integer(),
    places: integer(),
  }),
);

export const AdjudicationDecision: Check<contract.AdjudicationDecision> = /* @__PURE__ */ check(() =>
  v.object({
    action: AdjudicationAction,
    key: v.exactOptional(v.nullable(SentenceKey)),
    place: v.exactOptional(v.nullable(TokenSpan)),
    annotator: v.exactOptional(v.nullable(v.string())),
    words: v.exactOptional(v.nullable(v.string())),
    tag: v.exactOptional(v.nullable(v.string())),
    reason: v.exactOptional(v.nullable(v.string())),
    restore: v.exactOptional(v.nullable(v.array(RestoredSentence))),
    dryRun: v.exactOptional(v.nullable(v.boolean())),
  }),
);

export const AdjudicationExport: Check<contract.AdjudicationExport> = /* @__PURE__ */ check(() =>
  v.object({
    target: v.string(),
    format: v.exactOptional(v.nullable(v.string())),
    open: v.exactOptional(v.nullable(v.string())),
    overwrite: v.exactOptional(v.nullable(v.boolean())),
    workDoneToken: v.exactOptional(v.nullable(v.union([integer(), v.string()]))),
  }),
);

export const AdjudicationOrigin: Check<contract.AdjudicationOrigin> = /* @__PURE__ */ check(() =>
  word<'annotators' | 'agreed' | 'own' | 'left'>(),
);

export const AdjudicationParams: Check<contract.AdjudicationParams> = /* @__PURE__ */ check(() =>
  v.object({
    uri: v.string(),
    states: v.exactOptional(v.nullable(v.array(AdjudicationState))),
    key: v.exactOptional(v.nullable(SentenceKey)),
    offset: v.exactOptional(v.nullable(integer())),
    limit: v.exactOptional(v.nullable(integer())),
    after: v.exactOptional(v.nullable(integer())),
    workDoneToken: v.exactOptional(v.nullable(v.union([integer(), v.string()]))),
  }),
);

export const AdjudicationPlace: Check<contract.AdjudicationPlace> = /* @__PURE__ */ check(() =>
  v.object({
    start: integer(),
    end: integer(),
    source: v.string(),
    versions: v.array(AdjudicationVersion),
    equal: v.array(v.string()),
    state: word<'open' | 'decided'>(),
    rulings: v.array(AdjudicationRuling),
    documents: v.array(FileLocation),
  }),
);

export const AdjudicationResult: Check<contract.AdjudicationResult> = /* @__PURE__ */ check(() =>
  v.object({
    file: v.string(),
    changed: integer(),
    places: integer(),
    sentences: v.array(AdjudicationSentence),
    undo: v.array(RestoredSentence),
    next: v.nullable(SentenceKey),
    counts: AdjudicationCounts,
  }),
);

export const AdjudicationRuling: Check<contract.AdjudicationRuling> = /* @__PURE__ */ check(() =>
  v.object({
    start: integer(),
    end: integer(),
    source: v.string(),
    words: v.string(),
    type: v.string(),
    origin: AdjudicationOrigin,
    annotators: v.array(v.string()),
    author: v.string(),
    date: v.nullable(v.string()),
    reason: v.string(),
  }),
);

export const AdjudicationSentence: Check<contract.AdjudicationSentence> = /* @__PURE__ */ check(() =>
  v.object({
    index: integer(),
    key: SentenceKey,
    exercise: v.string(),
    state: AdjudicationState,
    tokens: v.array(v.string()),
    places: v.array(AdjudicationPlace),
    agreed: v.array(TokenEdit),
    annotators: v.array(AnnotatorSentence),
    absent: v.array(v.string()),
    rulings: v.array(AdjudicationRuling),
    result: v.string(),
    documents: v.array(FileLocation),
  }),
);

export const AdjudicationState: Check<contract.AdjudicationState> = /* @__PURE__ */ check(() =>
  word<'agreed' | 'open' | 'decided' | 'tags' | 'unseen'>(),
);

export const AdjudicationVersion: Check<contract.AdjudicationVersion> = /* @__PURE__ */ check(() =>
  v.object({
    words: v.string(),
    edits: v.array(TokenEdit),
    annotators: v.array(v.string()),
    alternatives: v.array(v.string()),
    detects: v.boolean(),
    majority: v.boolean(),
    tags: v.array(GivenTag),
  }),
);

export const AgreementAnswers: Check<contract.AgreementAnswers> = /* @__PURE__ */ check(() =>
  v.object({ changes: integer(), same: integer(), different: integer(), left: integer() }),
);

export const AgreementConfusion: Check<contract.AgreementConfusion> = /* @__PURE__ */ check(() =>
  v.object({
    types: v.array(v.string()),
    same_correction: integer(),
    other_correction: integer(),
    example: v.exactOptional(AgreementExample),
  }),
);

export const AgreementExample: Check<contract.AgreementExample> = /* @__PURE__ */ check(() =>
  v.object({
    exercise: v.string(),
    sentence: integer(),
    source: v.array(v.string()),
    start: integer(),
    end: integer(),
    opinions: v.array(AgreementOpinion),
  }),
);

export const AgreementKind: Check<contract.AgreementKind> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    words: v.string(),
    answers: AgreementAnswers,
    alpha: IntervalEstimate,
    annotators: v.record(v.string(), AgreementAnswers),
    example: v.exactOptional(AgreementExample),
  }),
);

export const AgreementOpinion: Check<contract.AgreementOpinion> = /* @__PURE__ */ check(() =>
  v.object({ annotator: v.string(), words: v.nullable(v.array(v.string())), type: v.string() }),
);

export const AgreementPair: Check<contract.AgreementPair> = /* @__PURE__ */ check(() =>
  v.object({
    annotators: v.array(v.string()),
    units: integer(),
    same: integer(),
    kappa: IntervalEstimate,
    f1: IntervalEstimate,
  }),
);

export const AgreementQuestion: Check<contract.AgreementQuestion> = /* @__PURE__ */ check(() =>
  v.object({
    question: word<'detection' | 'span' | 'correction' | 'type'>(),
    units: integer(),
    fleiss: IntervalEstimate,
    alpha: IntervalEstimate,
    unitized_alpha: IntervalEstimate,
    mean_kappa: IntervalEstimate,
    mean_f1: IntervalEstimate,
    pairs: v.array(AgreementPair),
  }),
);

export const AgreementReport: Check<contract.AgreementReport> = /* @__PURE__ */ check(() =>
  v.object({
    generator: v.exactOptional(v.literal('Markscheme')),
    schema: v.literal(1),
    signature: v.string(),
    tags: Tags,
    percentiles: v.nullable(v.array(v.number())),
    sentences: integer(),
    shared_sentences: integer(),
    units: integer(),
    changed_units: integer(),
    annotators: v.array(AnnotatorAgreement),
    questions: v.array(AgreementQuestion),
    left_out: v.array(LeftOutAnnotator),
    ceilings: v.array(HumanCeiling),
    types: v.array(AgreementKind),
    groups: v.array(AgreementKind),
    confusions: v.array(AgreementConfusion),
    problems: v.array(v.string()),
    listed_units: v.exactOptional(v.array(AgreementSentence)),
  }),
);

export const AgreementSentence: Check<contract.AgreementSentence> = /* @__PURE__ */ check(() =>
  v.object({ exercise: v.string(), sentence: integer(), source: v.array(v.string()), units: v.array(AgreementUnit) }),
);

export const AgreementTreatment: Check<contract.AgreementTreatment> = /* @__PURE__ */ check(() =>
  v.object({ words: v.nullable(v.array(v.string())), type: v.string(), detected: v.boolean() }),
);

export const AgreementUnit: Check<contract.AgreementUnit> = /* @__PURE__ */ check(() =>
  v.object({ start: integer(), end: integer(), treatments: v.array(v.nullable(AgreementTreatment)) }),
);

export const AlignedEdit: Check<contract.AlignedEdit> = /* @__PURE__ */ check(() =>
  v.object({ source: v.string(), text: v.string(), type: v.string(), share: v.number(), gain: v.number() }),
);

export const AllowVariantsParams: Check<contract.AllowVariantsParams> = /* @__PURE__ */ check(() =>
  v.object({ uri: v.string(), allow: v.exactOptional(v.array(v.string())) }),
);

export const AnnotatorAgreement: Check<contract.AnnotatorAgreement> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    sentences: integer(),
    edits: integer(),
    changed: integer(),
    alone: integer(),
    answers: AgreementAnswers,
    kappas: v.record(v.string(), IntervalEstimate),
  }),
);

export const AnnotatorQuestion: Check<contract.AnnotatorQuestion> = /* @__PURE__ */ check(() =>
  v.object({
    key: v.string(),
    kind: QuestionName,
    title: v.string(),
    message: v.string(),
    prompt: v.string(),
    exercise: v.string(),
    uri: v.string(),
    sentence: v.string(),
    before: v.string(),
    place: v.nullable(FileLocation),
    sentencePlace: v.nullable(FileLocation),
    alternatives: v.array(QuestionAlternative),
    versions: v.array(QuestionVersion),
    answers: v.array(QuestionAnswer),
    effect: integer(),
    likelihood: v.number(),
    parts: QuestionLikelihood,
    priority: v.number(),
    why: v.string(),
    state: word<'open' | 'skipped' | 'answered'>(),
    replies: v.array(QuestionReply),
  }),
);

export const AnnotatorSentence: Check<contract.AnnotatorSentence> = /* @__PURE__ */ check(() =>
  v.object({ annotator: v.string(), words: v.string(), changed: v.boolean() }),
);

export const AnswerName: Check<contract.AnswerName> = /* @__PURE__ */ check(() =>
  word<'accept' | 'reject' | 'optional' | 'stands' | 'skip' | 'note' | 'partly'>(),
);

export const AnsweredQuestion: Check<contract.AnsweredQuestion> = /* @__PURE__ */ check(() =>
  v.object({
    question: AnnotatorQuestion,
    open: integer(),
    next: v.nullable(v.string()),
    replaced: v.array(v.string()),
  }),
);

export const Band: Check<contract.Band> = /* @__PURE__ */ check(() => v.object({ name: v.string(), text: v.string() }));

export const BeforeAndAfter: Check<contract.BeforeAndAfter> = /* @__PURE__ */ check(() =>
  v.object({ before: v.nullable(v.number()), after: v.nullable(v.number()) }),
);

export const Category: Check<contract.Category> = /* @__PURE__ */ check(() =>
  word<'hit-correction' | 'wrong-correction' | 'under-correction' | 'over-correction'>(),
);

export const CategoryCounts: Check<contract.CategoryCounts> = /* @__PURE__ */ check(() =>
  v.object({
    'hit-correction': integer(),
    'wrong-correction': integer(),
    'under-correction': integer(),
    'over-correction': integer(),
  }),
);

export const ChoosableStudent: Check<contract.ChoosableStudent> = /* @__PURE__ */ check(() =>
  v.object({ name: v.string(), label: v.string() }),
);

export const Chunk: Check<contract.Chunk> = /* @__PURE__ */ check(() =>
  v.object({
    category: Category,
    range: Range,
    source: v.string(),
    hypothesis: v.string(),
    type: v.string(),
    weight: v.nullable(v.number()),
    difference: v.nullable(v.number()),
    credit: v.nullable(v.number()),
    passage: integer(),
    references: v.array(FindingReference),
  }),
);

export const ClassPlace: Check<contract.ClassPlace> = /* @__PURE__ */ check(() =>
  v.object({
    student: v.string(),
    label: v.string(),
    assignment: v.string(),
    uri: v.string(),
    lines: v.boolean(),
    author: v.nullable(v.string()),
    view: v.nullable(v.string()),
    range: Range,
    verdict: v.nullable(Verdict),
    category: v.nullable(Category),
    rewritten: v.boolean(),
    group: v.string(),
    type: v.string(),
    before: v.string(),
    words: v.string(),
    after: v.string(),
    source: v.string(),
    change: v.string(),
    references: v.array(TeacherVersion),
  }),
);

export const ClassQuestion: Check<contract.ClassQuestion> = /* @__PURE__ */ check(() =>
  v.object({
    key: v.string(),
    assignment: v.string(),
    verdict: Verdict,
    sentence: v.string(),
    corrected: v.string(),
    source: v.string(),
    answer: v.string(),
    change: v.string(),
    sentences: integer(),
    rulings: v.array(v.string()),
    teachers: v.array(TeacherVersion),
    students: v.array(ConcernedStudent),
    width: v.number(),
  }),
);

export const ClassQuestions: Check<contract.ClassQuestions> = /* @__PURE__ */ check(() =>
  v.object({
    questions: v.array(ClassQuestion),
    open: integer(),
    places: integer(),
    sheets: v.array(StudentSheet),
    marks: v.array(TextMark),
    unmarked: v.array(UnmarkedText),
    course: v.array(CourseVerdict),
    problems: v.array(v.string()),
  }),
);

export const ClearedCache: Check<contract.ClearedCache> = /* @__PURE__ */ check(() =>
  v.object({ entries: integer(), bytes: integer() }),
);

export const Comment: Check<contract.Comment> = /* @__PURE__ */ check(() =>
  v.object({
    code: v.string(),
    text: v.string(),
    key: v.nullable(v.string()),
    given: v.boolean(),
    by: v.nullable(v.string()),
    date: v.nullable(v.string()),
  }),
);

export const CommentChoice: Check<contract.CommentChoice> = /* @__PURE__ */ check(() =>
  v.object({
    code: v.string(),
    text: v.string(),
    template: v.string(),
    key: v.nullable(v.string()),
    fits: v.boolean(),
  }),
);

export const CommentUse: Check<contract.CommentUse> = /* @__PURE__ */ check(() =>
  v.object({ code: v.string(), text: v.string(), key: v.nullable(v.string()), count: integer() }),
);

export const Comments: Check<contract.Comments> = /* @__PURE__ */ check(() =>
  v.object({ whole: v.array(Comment), places: v.array(PlaceComment), unplaced: v.array(UnplacedComment) }),
);

export const ComparedSentence: Check<contract.ComparedSentence> = /* @__PURE__ */ check(() =>
  v.object({
    sentence: integer(),
    system: v.string(),
    reference: v.nullable(integer()),
    counts: v.record(v.string(), v.number()),
    scores: v.record(v.string(), v.nullable(v.number())),
    edits: v.exactOptional(v.array(CountedEdit)),
  }),
);

export const ComparedSystem: Check<contract.ComparedSystem> = /* @__PURE__ */ check(() =>
  v.object({
    system: v.string(),
    group: v.nullable(v.string()),
    counts: v.record(v.string(), v.number()),
    scores: v.record(v.string(), IntervalEstimate),
  }),
);

export const ComparisonPValue: Check<contract.ComparisonPValue> = /* @__PURE__ */ check(() =>
  v.object({ value: v.nullable(v.number()), adjusted: v.nullable(v.number()) }),
);

export const ConcernedStudent: Check<contract.ConcernedStudent> = /* @__PURE__ */ check(() =>
  v.object({
    student: v.string(),
    label: v.string(),
    uri: v.string(),
    points: v.nullable(v.number()),
    max: v.nullable(v.number()),
    after: v.record(v.string(), v.array(v.number())),
  }),
);

export const CountedEdit: Check<contract.CountedEdit> = /* @__PURE__ */ check(() =>
  v.object({
    count: word<'tp' | 'fp' | 'fn'>(),
    start: integer(),
    end: integer(),
    replacement: v.array(v.string()),
    type: v.string(),
  }),
);

export const Counts: Check<contract.Counts> = /* @__PURE__ */ check(() =>
  v.object({ tp: integer(), fp_ne: integer(), fp_un: integer(), fn: integer(), tn: integer() }),
);

export const CourseVerdict: Check<contract.CourseVerdict> = /* @__PURE__ */ check(() =>
  v.object({ change: v.string(), decided: v.string(), students: v.array(v.string()) }),
);

export const CoverageCorrection: Check<contract.CoverageCorrection> = /* @__PURE__ */ check(() =>
  v.object({
    exercise: v.string(),
    sentence: integer(),
    source: v.array(v.string()),
    edit: TokenEdit,
    group: v.string(),
    standing: word<'variant' | 'hole'>(),
    makings: v.array(CoverageMaking),
    seen_by: v.array(v.string()),
    credit: v.nullable(v.number()),
    nearest: v.nullable(CoverageNearest),
  }),
);

export const CoverageCurves: Check<contract.CoverageCurves> = /* @__PURE__ */ check(() =>
  v.object({ made: v.array(CoveragePoint), distinct: v.array(CoveragePoint), references: v.array(CoveragePoint) }),
);

export const CoverageGroup: Check<contract.CoverageGroup> = /* @__PURE__ */ check(() =>
  v.object({ group: v.string(), made: CoverageStandings, distinct: CoverageStandings, richness: CoverageRichness }),
);

export const CoverageMaking: Check<contract.CoverageMaking> = /* @__PURE__ */ check(() =>
  v.object({
    people: v.array(v.string()),
    verdict: Verdict,
    covering: v.array(v.string()),
    decided: v.nullable(v.string()),
  }),
);

export const CoverageNearest: Check<contract.CoverageNearest> = /* @__PURE__ */ check(() =>
  v.object({ edit: TokenEdit, references: v.array(v.string()) }),
);

export const CoveragePerson: Check<contract.CoveragePerson> = /* @__PURE__ */ check(() =>
  v.object({ name: v.string(), made: CoverageStandings }),
);

export const CoveragePoint: Check<contract.CoveragePoint> = /* @__PURE__ */ check(() =>
  v.object({
    references: integer(),
    share: v.number(),
    interval: v.nullable(v.array(v.number())),
    range: v.nullable(v.array(v.number())),
    corrections: integer(),
  }),
);

export const CoverageReport: Check<contract.CoverageReport> = /* @__PURE__ */ check(() =>
  v.object({
    generator: v.exactOptional(v.literal('Markscheme')),
    schema: v.literal(1),
    signature: v.string(),
    sentences: integer(),
    annotators: v.array(v.string()),
    hypotheses: v.array(v.string()),
    made: CoverageStandings,
    distinct: CoverageStandings,
    rewritten: integer(),
    unseen: integer(),
    groups: v.array(CoverageGroup),
    people: v.array(CoveragePerson),
    curves: CoverageCurves,
    richness: CoverageRichness,
    corrections: v.array(CoverageCorrection),
    problems: v.array(v.string()),
    tags: Tags,
  }),
);

export const CoverageRichness: Check<contract.CoverageRichness> = /* @__PURE__ */ check(() =>
  v.object({
    observed: integer(),
    once: integer(),
    twice: integer(),
    chao1: v.nullable(v.number()),
    interval: v.nullable(v.array(v.number())),
    ace: v.nullable(v.number()),
    completeness: v.nullable(v.number()),
  }),
);

export const CoverageStandings: Check<contract.CoverageStandings> = /* @__PURE__ */ check(() =>
  v.object({ count: integer(), covered: integer(), decided: integer(), variants: integer(), holes: integer() }),
);

export const DecisionMade: Check<contract.DecisionMade> = /* @__PURE__ */ check(() =>
  v.object({ message: v.string(), key: v.string(), undo: v.boolean() }),
);

export const DocumentEstimate: Check<contract.DocumentEstimate> = /* @__PURE__ */ check(() =>
  v.object({
    uri: v.string(),
    lines: v.boolean(),
    exercise: v.string(),
    assignment: v.string(),
    student: v.string(),
    author: v.nullable(v.string()),
    notices: v.exactOptional(v.array(Notice)),
    comments: v.exactOptional(Comments),
    reference_authors: v.exactOptional(v.string()),
    estimate: Estimate,
    version: v.nullable(integer()),
    complete: v.boolean(),
    ignored: v.array(integer()),
    students: v.exactOptional(integer()),
  }),
);

export const DocumentMarks: Check<contract.DocumentMarks> = /* @__PURE__ */ check(() =>
  v.object({
    uri: v.string(),
    lines: v.boolean(),
    exercise: v.string(),
    assignment: v.string(),
    student: v.string(),
    author: v.nullable(v.string()),
    notices: v.exactOptional(v.array(Notice)),
    comments: v.exactOptional(Comments),
    reference_authors: v.exactOptional(v.string()),
    mark: v.exactOptional(Mark),
    marks: Marks,
    passages: v.array(Passage),
    findings: v.array(Finding),
    chunks: v.array(Chunk),
    version: v.nullable(integer()),
    complete: v.boolean(),
    ignored: v.array(integer()),
    students: v.exactOptional(integer()),
  }),
);

export const DocumentPlace: Check<contract.DocumentPlace> = /* @__PURE__ */ check(() =>
  v.object({
    uri: v.string(),
    lines: v.boolean(),
    exercise: v.string(),
    assignment: v.string(),
    student: v.string(),
    author: v.nullable(v.string()),
    notices: v.exactOptional(v.array(Notice)),
    comments: v.exactOptional(Comments),
    reference_authors: v.exactOptional(v.string()),
  }),
);

export const EngineStatus: Check<contract.EngineStatus> = /* @__PURE__ */ check(() =>
  v.object({
    pid: integer(),
    pipeline: v.string(),
    pipelineLoaded: v.boolean(),
    encoder: v.nullable(v.string()),
    encoderLoaded: v.boolean(),
    device: v.nullable(v.string()),
    cache: v.string(),
    memory: integer(),
    clients: integer(),
    queue: integer(),
    running: v.boolean(),
    batches: integer(),
    encoderLoads: integer(),
    cacheEntries: v.nullable(integer()),
    cacheBytes: v.nullable(integer()),
  }),
);

export const Essay: Check<contract.Essay> = /* @__PURE__ */ check(() =>
  v.object({ assignment: v.string(), exercise: integer(), student: integer() }),
);

export const Estimate: Check<contract.Estimate> = /* @__PURE__ */ check(() =>
  v.object({
    quality: BeforeAndAfter,
    q: BeforeAndAfter,
    similarity: v.nullable(v.number()),
    score: v.nullable(v.number()),
    lowering: integer(),
    estimator: v.string(),
    signature: v.string(),
    passages: v.array(EstimatedPassage),
    edits: v.array(EstimatedEdit),
  }),
);

export const EstimateSummary: Check<contract.EstimateSummary> = /* @__PURE__ */ check(() =>
  v.object({
    quality: BeforeAndAfter,
    q: BeforeAndAfter,
    similarity: v.nullable(v.number()),
    score: v.nullable(v.number()),
    lowering: integer(),
    estimator: v.string(),
    signature: v.string(),
  }),
);

export const EstimatedDocument: Check<contract.EstimatedDocument> = /* @__PURE__ */ check(() =>
  v.object({
    uri: v.string(),
    lines: v.boolean(),
    exercise: v.string(),
    assignment: v.string(),
    student: v.string(),
    author: v.nullable(v.string()),
    notices: v.exactOptional(v.array(Notice)),
    comments: v.exactOptional(Comments),
    reference_authors: v.exactOptional(v.string()),
    estimate: Estimate,
  }),
);

export const EstimatedEdit: Check<contract.EstimatedEdit> = /* @__PURE__ */ check(() =>
  v.object({
    range: Range,
    passage: integer(),
    type: v.string(),
    source: v.string(),
    hypothesis: v.string(),
    impact: v.nullable(v.number()),
    quality: v.nullable(v.number()),
    qualityWithout: v.nullable(v.number()),
    q: v.nullable(v.number()),
    qWithout: v.nullable(v.number()),
    lowers: v.boolean(),
  }),
);

export const EstimatedPassage: Check<contract.EstimatedPassage> = /* @__PURE__ */ check(() =>
  v.object({
    range: Range,
    text: v.string(),
    before: v.nullable(v.number()),
    after: v.nullable(v.number()),
    q: BeforeAndAfter,
    similarity: v.nullable(v.number()),
    score: v.nullable(v.number()),
  }),
);

export const EvaluationColumn: Check<contract.EvaluationColumn> = /* @__PURE__ */ check(() =>
  v.object({
    judgements: v.string(),
    method: v.string(),
    references: v.string(),
    reference_count: integer(),
    systems: v.string(),
    people: v.record(v.string(), v.nullable(v.number())),
    metrics: v.array(MetricAgreement),
    differences: v.array(MetricDifference),
  }),
);

export const Exercise: Check<contract.Exercise> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    assignment: v.string(),
    folder: v.string(),
    student: v.nullable(v.string()),
    problem: v.nullable(v.string()),
    notices: v.array(v.string()),
    uri: v.string(),
    source: v.nullable(v.string()),
    source_view: v.nullable(v.string()),
    hypotheses: v.array(Hypothesis),
    references: v.array(Reference),
  }),
);

export const ExerciseText: Check<contract.ExerciseText> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    label: v.string(),
    uri: v.string(),
    view: v.nullable(v.string()),
    text: v.nullable(v.string()),
    whole: v.boolean(),
    problem: v.exactOptional(v.string()),
  }),
);

export const ExportFormat: Check<contract.ExportFormat> = /* @__PURE__ */ check(() =>
  v.object({ name: v.string(), title: v.string(), suffix: v.string() }),
);

export const ExportOptions: Check<contract.ExportOptions> = /* @__PURE__ */ check(() =>
  v.object({
    assignment: v.exactOptional(v.nullable(v.string())),
    worksheet: v.exactOptional(v.nullable(v.string())),
    feedback: v.exactOptional(v.nullable(v.string())),
    workbook: v.exactOptional(v.nullable(v.boolean())),
    maximum: v.exactOptional(v.nullable(v.union([v.number(), integer()]))),
    overwrite: v.exactOptional(v.nullable(v.boolean())),
    open: v.exactOptional(v.nullable(word<'as-they-are' | 'lowest' | 'highest'>())),
    workDoneToken: v.exactOptional(v.nullable(v.union([integer(), v.string()]))),
  }),
);

export const ExportedAdjudication: Check<contract.ExportedAdjudication> = /* @__PURE__ */ check(() =>
  v.object({
    files: v.array(v.string()),
    existing: v.array(v.string()),
    format: v.string(),
    filled: integer(),
    losses: v.array(v.string()),
  }),
);

export const ExportedFile: Check<contract.ExportedFile> = /* @__PURE__ */ check(() =>
  v.object({ uri: v.string(), text: v.string() }),
);

export const ExportedGrades: Check<contract.ExportedGrades> = /* @__PURE__ */ check(() =>
  v.object({ files: v.array(ExportedFile), notices: v.array(v.string()), kept: v.array(v.string()), open: integer() }),
);

export const FeedbackChoices: Check<contract.FeedbackChoices> = /* @__PURE__ */ check(() =>
  v.object({
    folder: v.string(),
    assignments: v.array(v.string()),
    students: v.array(ChoosableStudent),
    groups: v.array(v.string()),
  }),
);

export const FeedbackOptions: Check<contract.FeedbackOptions> = /* @__PURE__ */ check(() =>
  v.object({
    assignment: v.exactOptional(v.nullable(v.string())),
    students: v.exactOptional(v.nullable(v.array(v.string()))),
    focus: v.exactOptional(v.nullable(v.array(v.string()))),
    bundle: v.exactOptional(v.nullable(word<'each' | 'zip' | 'together'>())),
    open: v.exactOptional(v.nullable(word<'as-they-are' | 'lowest' | 'highest'>())),
    workDoneToken: v.exactOptional(v.nullable(v.union([integer(), v.string()]))),
  }),
);

export const FileLocation: Check<contract.FileLocation> = /* @__PURE__ */ check(() =>
  v.object({ uri: v.string(), range: Range }),
);

export const Finding: Check<contract.Finding> = /* @__PURE__ */ check(() =>
  v.object({
    verdict: Verdict,
    category: v.nullable(Category),
    range: Range,
    source_range: v.nullable(Range),
    source: v.string(),
    hypothesis: v.string(),
    type: v.string(),
    error_type: v.string(),
    group: v.string(),
    weight: v.nullable(v.number()),
    credit: v.nullable(v.number()),
    passage: integer(),
    earned: v.number(),
    due: integer(),
    references: v.array(PlaceReference),
    suggestions: v.array(Suggestion),
    tolerances: v.array(v.string()),
    decided: v.nullable(v.string()),
    open: v.boolean(),
    rewritten: v.boolean(),
    whole: v.exactOptional(WholeWords),
    missing: v.exactOptional(v.array(MissingEdit)),
    comment: v.exactOptional(v.nullable(Comment)),
  }),
);

export const FindingReference: Check<contract.FindingReference> = /* @__PURE__ */ check(() =>
  v.object({
    reference: v.string(),
    text: v.string(),
    category: v.nullable(Category),
    alignment: v.nullable(v.number()),
    edits: v.array(AlignedEdit),
  }),
);

export const GivenTag: Check<contract.GivenTag> = /* @__PURE__ */ check(() =>
  v.object({ start: integer(), end: integer(), name: v.string(), annotators: v.array(v.string()) }),
);

export const GroupCounts: Check<contract.GroupCounts> = /* @__PURE__ */ check(() =>
  v.object({ group: v.string(), counts: v.array(VerdictCount) }),
);

export const HumanCeiling: Check<contract.HumanCeiling> = /* @__PURE__ */ check(() =>
  v.object({
    metric: v.string(),
    headline: v.string(),
    people: v.record(v.string(), v.number()),
    systems: v.array(SystemShare),
  }),
);

export const Hypothesis: Check<contract.Hypothesis> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    label: v.string(),
    uri: v.string(),
    lines: v.boolean(),
    author: v.nullable(v.string()),
    view: v.nullable(v.string()),
  }),
);

export const ImportOptions: Check<contract.ImportOptions> = /* @__PURE__ */ check(() =>
  v.object({
    names: v.exactOptional(v.nullable(v.string())),
    anonymous: v.exactOptional(v.nullable(v.boolean())),
    overwrite: v.exactOptional(v.nullable(v.boolean())),
    workDoneToken: v.exactOptional(v.nullable(v.union([integer(), v.string()]))),
  }),
);

export const ImportedClass: Check<contract.ImportedClass> = /* @__PURE__ */ check(() =>
  v.object({
    folder: v.string(),
    assignment: v.string(),
    system: v.string(),
    texts: integer(),
    left_out: v.array(v.string()),
    complete: v.boolean(),
  }),
);

export const IntervalEstimate: Check<contract.IntervalEstimate> = /* @__PURE__ */ check(() =>
  v.object({ value: v.nullable(v.number()), low: v.nullable(v.number()), high: v.nullable(v.number()) }),
);

export const KindValue: Check<contract.KindValue> = /* @__PURE__ */ check(() =>
  v.object({ kind: v.string(), value: v.number() }),
);

export const LeftOutAnnotator: Check<contract.LeftOutAnnotator> = /* @__PURE__ */ check(() =>
  v.object({
    annotator: v.string(),
    sentences: integer(),
    scores: v.record(v.string(), LeftOutScore),
    verdicts: v.nullable(LeftOutVerdicts),
  }),
);

export const LeftOutScore: Check<contract.LeftOutScore> = /* @__PURE__ */ check(() =>
  v.object({
    counts: v.record(v.string(), v.number()),
    scores: v.record(v.string(), v.number()),
    signature: v.string(),
  }),
);

export const LeftOutVerdicts: Check<contract.LeftOutVerdicts> = /* @__PURE__ */ check(() =>
  v.object({
    counts: v.record(v.string(), integer()),
    earned: v.number(),
    due: integer(),
    share: v.nullable(v.number()),
  }),
);

export const LensData: Check<contract.LensData> = /* @__PURE__ */ check(() => v.object({ estimate: v.boolean() }));

export const Mark: Check<contract.Mark> = /* @__PURE__ */ check(() =>
  v.object({
    points: v.nullable(v.number()),
    max: v.number(),
    band: v.nullable(Band),
    withheld: v.nullable(v.string()),
    open: integer(),
    range: v.nullable(v.array(v.number())),
    lines: v.array(MarkLine),
  }),
);

export const MarkLine: Check<contract.MarkLine> = /* @__PURE__ */ check(() =>
  v.object({
    kind: MarkLineKind,
    points: v.number(),
    why: v.string(),
    finding: v.exactOptional(integer()),
    range: v.exactOptional(Range),
    weight: v.exactOptional(v.number()),
    by: v.exactOptional(v.nullable(v.string())),
    scheme: v.exactOptional(v.number()),
  }),
);

export const MarkLineKind: Check<contract.MarkLineKind> = /* @__PURE__ */ check(() =>
  word<'full' | 'place' | 'given' | 'focus' | 'cap' | 'nothing-right' | 'words' | 'floor' | 'max' | 'rounding'>(),
);

export const MarkSummary: Check<contract.MarkSummary> = /* @__PURE__ */ check(() =>
  v.object({
    points: v.nullable(v.number()),
    max: v.number(),
    band: v.nullable(Band),
    withheld: v.nullable(v.string()),
    open: integer(),
    range: v.nullable(v.array(v.number())),
  }),
);

export const MarkedDocument: Check<contract.MarkedDocument> = /* @__PURE__ */ check(() =>
  v.object({
    uri: v.string(),
    lines: v.boolean(),
    exercise: v.string(),
    assignment: v.string(),
    student: v.string(),
    author: v.nullable(v.string()),
    notices: v.exactOptional(v.array(Notice)),
    comments: v.exactOptional(Comments),
    reference_authors: v.exactOptional(v.string()),
    mark: v.exactOptional(Mark),
    marks: Marks,
    passages: v.array(Passage),
    findings: v.array(Finding),
    chunks: v.array(Chunk),
  }),
);

export const MarkedWorkspace: Check<contract.MarkedWorkspace> = /* @__PURE__ */ check(() =>
  v.object({ documents: integer(), findings: integer(), problems: integer() }),
);

export const Marks: Check<contract.Marks> = /* @__PURE__ */ check(() =>
  v.object({
    verdicts: Verdicts,
    counts: Counts,
    weighting: Weighting,
    weights: v.nullable(Weights),
    scores: Scores,
    errant: PrecisionRecall,
    credit: v.nullable(PrecisionRecall),
    references: integer(),
    signature: v.string(),
    metric: v.exactOptional(MetricScores),
  }),
);

export const MetaEvaluation: Check<contract.MetaEvaluation> = /* @__PURE__ */ check(() =>
  v.object({
    generator: v.exactOptional(v.literal('Markscheme')),
    schema: v.literal(1),
    benchmark: v.string(),
    sentences: integer(),
    aggregation: v.string(),
    people: v.array(v.string()),
    score: v.nullable(v.string()),
    unchanged_references: v.boolean(),
    reference_edits: word<'extracted' | 'stated'>(),
    ties: v.string(),
    resamples: integer(),
    seed: integer(),
    percentiles: v.nullable(v.array(v.number())),
    columns: v.array(EvaluationColumn),
    times: v.nullable(MetricTimes),
  }),
);

export const MetricAgreement: Check<contract.MetricAgreement> = /* @__PURE__ */ check(() =>
  v.object({
    metric: v.string(),
    signature: v.string(),
    scores: v.record(v.string(), v.nullable(v.number())),
    pearson: SampledCorrelation,
    spearman: SampledCorrelation,
    kendall: SampledCorrelation,
    accuracy: SampledNumber,
    sentence_tau: SampledNumber,
    comparisons: integer(),
    tied: integer(),
    system_pairs: v.array(SystemPairAgreement),
    windows: v.array(SystemWindow),
  }),
);

export const MetricComparison: Check<contract.MetricComparison> = /* @__PURE__ */ check(() =>
  v.object({
    metric: v.string(),
    level: word<'corpus' | 'sentence'>(),
    headline: v.string(),
    signature: v.string(),
    groups: v.array(v.string()),
    systems: v.array(ComparedSystem),
    differences: v.array(SystemDifference),
    mode: v.exactOptional(v.string()),
    per_sentence: v.exactOptional(v.array(ComparedSentence)),
  }),
);

export const MetricDifference: Check<contract.MetricDifference> = /* @__PURE__ */ check(() =>
  v.object({ metrics: v.array(v.string()), pearson: SampledCorrelation, williams: v.nullable(WilliamsTest) }),
);

export const MetricScores: Check<contract.MetricScores> = /* @__PURE__ */ check(() =>
  v.object({ name: v.string(), title: v.string(), scores: v.record(v.string(), v.number()), signature: v.string() }),
);

export const MetricTimes: Check<contract.MetricTimes> = /* @__PURE__ */ check(() =>
  v.object({
    references: v.string(),
    sentences: integer(),
    metrics: v.array(TimedMetric),
    systems: v.array(SystemTimes),
  }),
);

export const MissingEdit: Check<contract.MissingEdit> = /* @__PURE__ */ check(() =>
  v.object({ range: Range, before: v.string(), text: v.string(), whole: v.exactOptional(WholeWords) }),
);

export const MovedMark: Check<contract.MovedMark> = /* @__PURE__ */ check(() =>
  v.object({ student: v.string(), label: v.string(), before: v.string(), after: v.string() }),
);

export const Notice: Check<contract.Notice> = /* @__PURE__ */ check(() =>
  v.object({ code: v.string(), message: v.string() }),
);

export const OpenPlace: Check<contract.OpenPlace> = /* @__PURE__ */ check(() =>
  v.object({ key: v.string(), change: v.string(), location: v.nullable(FileLocation) }),
);

export const Overview: Check<contract.Overview> = /* @__PURE__ */ check(() =>
  v.object({
    classes: v.array(OverviewClass),
    exercises: v.array(OverviewExercise),
    signature: v.string(),
    problems: v.array(v.string()),
    notices: v.array(v.string()),
  }),
);

export const OverviewAssignment: Check<contract.OverviewAssignment> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    references: integer(),
    groups: v.array(GroupCounts),
    types: v.array(TypeCounts),
    accepted: v.array(AcceptedAlternative),
    comments: v.exactOptional(v.array(CommentUse)),
    to_decide: integer(),
  }),
);

export const OverviewClass: Check<contract.OverviewClass> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    uri: v.string(),
    people: v.array(Person),
    assignments: v.array(OverviewAssignment),
    references: integer(),
    groups: v.array(GroupCounts),
    types: v.array(TypeCounts),
    accepted: v.array(AcceptedAlternative),
    comments: v.exactOptional(v.array(CommentUse)),
    to_decide: integer(),
  }),
);

export const OverviewExercise: Check<contract.OverviewExercise> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    assignment: v.string(),
    uri: v.string(),
    references: integer(),
    students: v.array(OverviewStudent),
    groups: v.array(GroupCounts),
    types: v.array(TypeCounts),
    accepted: v.array(AcceptedAlternative),
    problems: v.array(v.string()),
    comments: v.exactOptional(v.array(CommentUse)),
    to_decide: integer(),
    reference_authors: v.exactOptional(v.string()),
  }),
);

export const OverviewStudent: Check<contract.OverviewStudent> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    uri: v.string(),
    lines: v.boolean(),
    author: v.nullable(v.string()),
    view: v.nullable(v.string()),
    marks: v.nullable(Marks),
    estimate: v.nullable(EstimateSummary),
    problem: v.nullable(v.string()),
    mark: v.exactOptional(MarkSummary),
  }),
);

export const Passage: Check<contract.Passage> = /* @__PURE__ */ check(() =>
  v.object({
    range: Range,
    text: v.string(),
    verdicts: Verdicts,
    counts: Counts,
    score: v.number(),
    credit: v.nullable(v.number()),
    references: v.exactOptional(integer()),
  }),
);

export const Person: Check<contract.Person> = /* @__PURE__ */ check(() =>
  v.object({ name: v.string(), label: v.string(), essays: v.array(Essay), verdicts: v.nullable(Verdicts) }),
);

export const PlaceChoices: Check<contract.PlaceChoices> = /* @__PURE__ */ check(() =>
  v.object({
    about: v.string(),
    range: v.nullable(Range),
    finding: v.nullable(integer()),
    comment: v.nullable(Comment),
    template: v.string(),
    changed: v.boolean(),
    choices: v.array(CommentChoice),
    points: v.nullable(v.array(PlacePoints)),
    by: v.string(),
  }),
);

export const PlaceComment: Check<contract.PlaceComment> = /* @__PURE__ */ check(() =>
  v.object({
    code: v.string(),
    text: v.string(),
    key: v.nullable(v.string()),
    given: v.boolean(),
    by: v.nullable(v.string()),
    date: v.nullable(v.string()),
    range: Range,
  }),
);

export const PlacePoints: Check<contract.PlacePoints> = /* @__PURE__ */ check(() =>
  v.object({
    criterion: v.string(),
    points: v.nullable(v.number()),
    given: v.boolean(),
    by: v.nullable(v.string()),
    scheme: v.nullable(v.number()),
  }),
);

export const PlaceReference: Check<contract.PlaceReference> = /* @__PURE__ */ check(() =>
  v.object({
    reference: v.string(),
    text: v.string(),
    category: v.nullable(Category),
    alignment: v.nullable(v.number()),
    edits: v.array(AlignedEdit),
    source: v.string(),
    follows: v.boolean(),
    whole: v.exactOptional(WholeWords),
  }),
);

export const Places: Check<contract.Places> = /* @__PURE__ */ check(() => v.object({ places: v.array(ClassPlace) }));

export const Plan: Check<contract.Plan> = /* @__PURE__ */ check(() =>
  v.object({
    uri: v.string(),
    version: integer(),
    passage: integer(),
    range: Range,
    source: v.array(v.string()),
    hypothesis: v.array(PlanEdit),
    references: v.array(ReferencePlan),
    signature: v.string(),
  }),
);

export const PlanEdit: Check<contract.PlanEdit> = /* @__PURE__ */ check(() =>
  v.object({
    start: integer(),
    end: integer(),
    source: v.string(),
    replacement: v.string(),
    type: v.string(),
    mass: v.number(),
  }),
);

export const Position: Check<contract.Position> = /* @__PURE__ */ check(() =>
  v.object({ line: integer(), character: integer() }),
);

export const PrecisionRecall: Check<contract.PrecisionRecall> = /* @__PURE__ */ check(() =>
  v.object({ precision: v.number(), recall: v.number(), f: v.number() }),
);

export const PreviewSchemeParams: Check<contract.PreviewSchemeParams> = /* @__PURE__ */ check(() =>
  v.object({
    uri: v.string(),
    exercise: v.exactOptional(v.nullable(integer())),
    table: v.nullable(SchemeTable),
    student: v.exactOptional(v.nullable(v.string())),
    workDoneToken: v.exactOptional(v.union([v.string(), integer()])),
  }),
);

export const Problem: Check<contract.Problem> = /* @__PURE__ */ check(() =>
  v.object({ path: v.nullable(v.string()), line: v.nullable(integer()), message: v.string() }),
);

export const Progress: Check<contract.Progress> = /* @__PURE__ */ check(() =>
  v.object({ classes: v.array(ProgressClass), missing: v.array(v.string()) }),
);

export const ProgressClass: Check<contract.ProgressClass> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    uri: v.string(),
    assignments: v.array(v.string()),
    whole: ProgressCourse,
    people: v.array(ProgressCourse),
  }),
);

export const ProgressCourse: Check<contract.ProgressCourse> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    label: v.string(),
    totals: v.array(v.nullable(ProgressTally)),
    groups: v.array(ProgressGroup),
  }),
);

export const ProgressGroup: Check<contract.ProgressGroup> = /* @__PURE__ */ check(() =>
  v.object({ group: v.string(), tallies: v.array(v.nullable(ProgressTally)) }),
);

export const ProgressTally: Check<contract.ProgressTally> = /* @__PURE__ */ check(() =>
  v.object({ made: integer(), found: integer(), missed: integer() }),
);

export const QuestionAlternative: Check<contract.QuestionAlternative> = /* @__PURE__ */ check(() =>
  v.object({
    before: v.string(),
    after: v.string(),
    type: v.string(),
    references: v.array(v.string()),
    hypotheses: v.array(v.string()),
    asked: v.boolean(),
  }),
);

export const QuestionAnswer: Check<contract.QuestionAnswer> = /* @__PURE__ */ check(() =>
  v.object({ name: AnswerName, title: v.string() }),
);

export const QuestionLikelihood: Check<contract.QuestionLikelihood> = /* @__PURE__ */ check(() =>
  v.object({ share: v.number(), credit: v.nullable(v.number()), quality: v.nullable(v.number()) }),
);

export const QuestionName: Check<contract.QuestionName> = /* @__PURE__ */ check(() =>
  word<'uncovered-correction' | 'contradicting-references' | 'unchanged-reference' | 'uncorrected-error'>(),
);

export const QuestionQueue: Check<contract.QuestionQueue> = /* @__PURE__ */ check(() =>
  v.object({
    author: v.string(),
    open: integer(),
    skipped: integer(),
    answered: integer(),
    questions: v.array(AnnotatorQuestion),
    problems: v.array(v.string()),
    tags: v.array(v.string()),
  }),
);

export const QuestionReply: Check<contract.QuestionReply> = /* @__PURE__ */ check(() =>
  v.object({
    answer: AnswerName,
    author: v.string(),
    date: v.nullable(v.string()),
    alternatives: v.array(integer()),
    note: v.string(),
    text: v.string(),
  }),
);

export const QuestionVersion: Check<contract.QuestionVersion> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    label: v.string(),
    role: word<'reference' | 'hypothesis'>(),
    words: v.nullable(v.string()),
    place: v.nullable(FileLocation),
  }),
);

export const Range: Check<contract.Range> = /* @__PURE__ */ check(() => v.object({ start: Position, end: Position }));

export const Reference: Check<contract.Reference> = /* @__PURE__ */ check(() =>
  v.object({ name: v.string(), label: v.string(), uri: v.string(), view: v.nullable(v.string()) }),
);

export const ReferencePlan: Check<contract.ReferencePlan> = /* @__PURE__ */ check(() =>
  v.object({
    reference: v.string(),
    edits: v.array(PlanEdit),
    gain: v.array(v.array(v.number())),
    transport: v.array(v.array(v.number())),
    scores: PrecisionRecall,
  }),
);

export const RestoredSentence: Check<contract.RestoredSentence> = /* @__PURE__ */ check(() =>
  v.object({ key: SentenceKey, body: v.nullable(v.string()) }),
);

export const Review: Check<contract.Review> = /* @__PURE__ */ check(() =>
  v.object({
    generator: v.exactOptional(v.literal('Markscheme')),
    schema: v.literal(1),
    documents: v.array(MarkedDocument),
    estimated: v.array(EstimatedDocument),
    problems: v.array(Problem),
    absent: v.array(v.string()),
    notices: v.array(Problem),
    comments: v.exactOptional(v.array(CommentUse)),
  }),
);

export const Ruled: Check<contract.Ruled> = /* @__PURE__ */ check(() =>
  v.object({
    key: v.string(),
    change: v.string(),
    ruling: v.nullable(v.string()),
    message: v.string(),
    moves: v.array(MovedMark),
    next: v.nullable(OpenPlace),
    state: ClassQuestions,
  }),
);

export const SampledCorrelation: Check<contract.SampledCorrelation> = /* @__PURE__ */ check(() =>
  v.object({
    value: v.nullable(v.number()),
    sentences: v.array(v.nullable(v.number())),
    systems: v.array(v.nullable(v.number())),
  }),
);

export const SampledNumber: Check<contract.SampledNumber> = /* @__PURE__ */ check(() =>
  v.object({ value: v.nullable(v.number()), sentences: v.array(v.nullable(v.number())) }),
);

export const SchemeBand: Check<contract.SchemeBand> = /* @__PURE__ */ check(() =>
  v.object({ lowest: v.number(), name: v.string(), text: v.string() }),
);

export const SchemeFault: Check<contract.SchemeFault> = /* @__PURE__ */ check(() =>
  v.object({ path: v.array(v.union([v.string(), integer()])), message: v.string() }),
);

export const SchemeForm: Check<contract.SchemeForm> = /* @__PURE__ */ check(() =>
  v.object({
    configuration: v.string(),
    exercise: v.nullable(integer()),
    targets: v.array(SchemeTarget),
    table: v.nullable(SchemeTable),
    inherited: SchemeTable,
    effective: v.nullable(SchemeTable),
    presets: v.array(SchemePreset),
    groups: v.array(v.string()),
    types: v.array(v.string()),
    digest: v.string(),
  }),
);

export const SchemeParams: Check<contract.SchemeParams> = /* @__PURE__ */ check(() =>
  v.object({ uri: v.string(), exercise: v.exactOptional(v.nullable(integer())) }),
);

export const SchemePoints: Check<contract.SchemePoints> = /* @__PURE__ */ check(() =>
  v.object({
    correct: v.exactOptional(v.number()),
    partly_correct: v.exactOptional(v.union([v.number(), v.literal('share')])),
    different: v.exactOptional(v.union([v.number(), v.literal('credit')])),
    missed: v.exactOptional(v.number()),
    not_needed: v.exactOptional(v.number()),
  }),
);

export const SchemePreset: Check<contract.SchemePreset> = /* @__PURE__ */ check(() =>
  v.object({ name: v.string(), description: v.string(), table: SchemeTable }),
);

export const SchemePreview: Check<contract.SchemePreview> = /* @__PURE__ */ check(() =>
  v.object({ faults: v.array(SchemeFault), students: v.array(SchemeStudent), sum: v.nullable(SchemeSum) }),
);

export const SchemeStudent: Check<contract.SchemeStudent> = /* @__PURE__ */ check(() =>
  v.object({
    id: v.string(),
    name: v.string(),
    assignment: v.string(),
    before: v.nullable(MarkSummary),
    after: v.nullable(MarkSummary),
    problem: v.nullable(v.string()),
  }),
);

export const SchemeSum: Check<contract.SchemeSum> = /* @__PURE__ */ check(() =>
  v.object({
    id: v.string(),
    uri: v.string(),
    view: v.nullable(v.string()),
    mark: MarkSummary,
    rows: v.array(SchemeSumRow),
  }),
);

export const SchemeSumRow: Check<contract.SchemeSumRow> = /* @__PURE__ */ check(() =>
  v.object({ points: v.number(), words: v.string(), lines: v.array(MarkLine) }),
);

export const SchemeTable: Check<contract.SchemeTable> = /* @__PURE__ */ check(() =>
  v.object({
    preset: v.exactOptional(v.string()),
    basis: v.exactOptional(word<'share' | 'points' | 'deduct'>()),
    max: v.exactOptional(v.number()),
    floor: v.exactOptional(v.number()),
    rounding: v.exactOptional(v.number()),
    points: v.exactOptional(SchemePoints),
    weights: v.exactOptional(v.array(KindValue)),
    focus: v.exactOptional(v.array(v.string())),
    caps: v.exactOptional(v.array(KindValue)),
    words: v.exactOptional(v.array(SchemeWordRule)),
    bands: v.exactOptional(v.array(SchemeBand)),
  }),
);

export const SchemeTarget: Check<contract.SchemeTarget> = /* @__PURE__ */ check(() =>
  v.object({ exercise: v.nullable(integer()), name: v.string(), written: v.boolean() }),
);

export const SchemeWordRule: Check<contract.SchemeWordRule> = /* @__PURE__ */ check(() =>
  v.object({ over: v.boolean(), bound: v.number(), points: v.number() }),
);

export const ScoreReport: Check<contract.ScoreReport> = /* @__PURE__ */ check(() =>
  v.object({ generator: v.exactOptional(v.literal('Markscheme')), schema: v.literal(1), runs: v.array(ScoreRun) }),
);

export const ScoreRun: Check<contract.ScoreRun> = /* @__PURE__ */ check(() =>
  v.object({
    hypothesis: v.string(),
    metric: v.string(),
    level: word<'corpus' | 'sentence'>(),
    assumption: v.exactOptional(word<'dependent' | 'independent'>()),
    weighting: v.exactOptional(Weighting),
    sentences: integer(),
    counts: v.record(v.string(), v.number()),
    weights: v.exactOptional(v.record(v.string(), v.number())),
    scores: v.record(v.string(), v.number()),
    signature: v.string(),
    left_out: v.exactOptional(v.array(integer())),
    per_sentence: v.exactOptional(v.array(ScoredSentence)),
  }),
);

export const ScoredSentence: Check<contract.ScoredSentence> = /* @__PURE__ */ check(() =>
  v.object({
    reference: v.nullable(integer()),
    counts: v.record(v.string(), v.number()),
    scores: v.record(v.string(), v.number()),
    weights: v.exactOptional(v.nullable(v.record(v.string(), v.number()))),
    weighed_against: v.exactOptional(v.nullable(integer())),
  }),
);

export const Scores: Check<contract.Scores> = /* @__PURE__ */ check(() =>
  v.object({ hit: v.number(), wrong: v.number(), under: v.number(), over: v.number(), score: v.number() }),
);

export const SentenceKey: Check<contract.SentenceKey> = /* @__PURE__ */ check(() =>
  v.object({ source: v.array(v.string()), number: integer() }),
);

export const SetUp: Check<contract.SetUp> = /* @__PURE__ */ check(() =>
  v.object({
    uri: v.string(),
    configuration: v.string(),
    exists: v.boolean(),
    summary: v.string(),
    exercises: v.array(SetUpExercise),
    files: v.array(SetUpFile),
    questions: v.array(SetUpQuestion),
    warnings: v.array(v.string()),
    toml: v.string(),
  }),
);

export const SetUpChoice: Check<contract.SetUpChoice> = /* @__PURE__ */ check(() =>
  v.object({ id: v.string(), label: v.string() }),
);

export const SetUpChoices: Check<contract.SetUpChoices> = /* @__PURE__ */ check(() =>
  v.object({ files: v.array(SetUpFileChoice), answers: v.record(v.string(), v.string()) }),
);

export const SetUpExercise: Check<contract.SetUpExercise> = /* @__PURE__ */ check(() =>
  v.object({ name: v.string(), essays: v.boolean(), students: v.array(v.string()), teachers: v.array(v.string()) }),
);

export const SetUpFile: Check<contract.SetUpFile> = /* @__PURE__ */ check(() =>
  v.object({
    path: v.string(),
    uri: v.string(),
    author: v.nullable(v.string()),
    authors: v.array(v.string()),
    role: word<'source' | 'hypothesis' | 'reference' | 'complete' | 'none'>(),
    person: v.nullable(v.string()),
    exercise: v.nullable(v.string()),
    essay: v.nullable(v.string()),
    reason: v.string(),
    sureness: word<'sure' | 'likely' | 'ask'>(),
    chosen: v.boolean(),
  }),
);

export const SetUpFileChoice: Check<contract.SetUpFileChoice> = /* @__PURE__ */ check(() =>
  v.object({
    path: v.string(),
    author: v.exactOptional(v.nullable(v.string())),
    role: v.exactOptional(word<'source' | 'hypothesis' | 'reference' | 'complete' | 'none'>()),
    person: v.exactOptional(v.string()),
    exercise: v.exactOptional(v.string()),
  }),
);

export const SetUpParams: Check<contract.SetUpParams> = /* @__PURE__ */ check(() => v.object({ uri: v.string() }));

export const SetUpPreviewParams: Check<contract.SetUpPreviewParams> = /* @__PURE__ */ check(() =>
  v.object({ uri: v.string(), choices: SetUpChoices, scheme: v.exactOptional(v.string()) }),
);

export const SetUpQuestion: Check<contract.SetUpQuestion> = /* @__PURE__ */ check(() =>
  v.object({
    id: v.string(),
    text: v.string(),
    choices: v.array(SetUpChoice),
    default: v.string(),
    answer: v.string(),
    files: v.array(v.string()),
  }),
);

export const SheetAnswer: Check<contract.SheetAnswer> = /* @__PURE__ */ check(() =>
  v.object({
    key: v.string(),
    sentence: v.string(),
    change: v.string(),
    teachers: v.array(TeacherVersion),
    rulings: v.array(v.string()),
    right: v.string(),
  }),
);

export const Shown: Check<contract.Shown> = /* @__PURE__ */ check(() =>
  v.object({
    version: v.nullable(integer()),
    complete: v.boolean(),
    ignored: v.array(integer()),
    students: v.exactOptional(integer()),
  }),
);

export const StudentSheet: Check<contract.StudentSheet> = /* @__PURE__ */ check(() =>
  v.object({ key: v.string(), label: v.string(), uri: v.string(), mark: v.string(), answers: v.array(SheetAnswer) }),
);

export const Suggestion: Check<contract.Suggestion> = /* @__PURE__ */ check(() =>
  v.object({
    range: Range,
    before: v.string(),
    text: v.string(),
    references: v.array(v.string()),
    whole: v.exactOptional(WholeWords),
  }),
);

export const SystemComparison: Check<contract.SystemComparison> = /* @__PURE__ */ check(() =>
  v.object({
    generator: v.exactOptional(v.literal('Markscheme')),
    schema: v.literal(1),
    systems: v.array(v.string()),
    sentences: integer(),
    references: integer(),
    resamples: integer(),
    confidence: v.number(),
    seed: integer(),
    by: v.nullable(v.string()),
    without: v.array(v.string()),
    unmatched: v.array(v.string()),
    edits: v.nullable(word<'single' | 'multi'>()),
    metrics: v.array(MetricComparison),
  }),
);

export const SystemDifference: Check<contract.SystemDifference> = /* @__PURE__ */ check(() =>
  v.object({
    first: v.string(),
    second: v.string(),
    group: v.nullable(v.string()),
    score: v.string(),
    difference: IntervalEstimate,
    randomisation: ComparisonPValue,
    bootstrap: ComparisonPValue,
    family: integer(),
  }),
);

export const SystemPairAgreement: Check<contract.SystemPairAgreement> = /* @__PURE__ */ check(() =>
  v.object({ systems: v.array(v.string()), accuracy: v.number(), comparisons: integer() }),
);

export const SystemShare: Check<contract.SystemShare> = /* @__PURE__ */ check(() =>
  v.object({ hypothesis: v.string(), scores: v.record(v.string(), v.number()), share: v.nullable(v.number()) }),
);

export const SystemTimes: Check<contract.SystemTimes> = /* @__PURE__ */ check(() =>
  v.object({ system: v.string(), edits: v.number(), seconds: v.array(v.number()) }),
);

export const SystemWindow: Check<contract.SystemWindow> = /* @__PURE__ */ check(() =>
  v.object({
    first: integer(),
    systems: v.array(v.string()),
    pearson: v.nullable(v.number()),
    spearman: v.nullable(v.number()),
  }),
);

export const Tag: Check<contract.Tag> = /* @__PURE__ */ check(() => v.object({ name: v.string(), set: v.string() }));

export const Tags: Check<contract.Tags> = /* @__PURE__ */ check(() =>
  v.object({ used: word<'own' | 'errant'>(), sets: v.array(v.string()), untagged: integer(), words: v.string() }),
);

export const TeacherVersion: Check<contract.TeacherVersion> = /* @__PURE__ */ check(() =>
  v.object({ names: v.string(), text: v.string() }),
);

export const TextMark: Check<contract.TextMark> = /* @__PURE__ */ check(() =>
  v.object({
    student: v.string(),
    label: v.string(),
    uri: v.string(),
    points: v.number(),
    max: v.number(),
    range: v.array(v.number()),
    open: integer(),
    places: v.array(OpenPlace),
    final: v.nullable(v.string()),
    reopened: v.nullable(v.string()),
  }),
);

export const Texts: Check<contract.Texts> = /* @__PURE__ */ check(() =>
  v.object({
    exercise: v.string(),
    source: ExerciseText,
    hypothesis: v.nullable(ExerciseText),
    references: v.array(ExerciseText),
  }),
);

export const TimedMetric: Check<contract.TimedMetric> = /* @__PURE__ */ check(() =>
  v.object({ metric: v.string(), signature: v.string() }),
);

export const TokenEdit: Check<contract.TokenEdit> = /* @__PURE__ */ check(() =>
  v.object({
    start: integer(),
    end: integer(),
    replacement: v.array(v.string()),
    type: v.string(),
    tag: v.nullable(Tag),
  }),
);

export const TokenSpan: Check<contract.TokenSpan> = /* @__PURE__ */ check(() =>
  v.object({ start: integer(), end: integer() }),
);

export const Totals: Check<contract.Totals> = /* @__PURE__ */ check(() =>
  v.object({
    references: integer(),
    groups: v.array(GroupCounts),
    types: v.array(TypeCounts),
    accepted: v.array(AcceptedAlternative),
    comments: v.exactOptional(v.array(CommentUse)),
    to_decide: integer(),
  }),
);

export const TypeCounts: Check<contract.TypeCounts> = /* @__PURE__ */ check(() =>
  v.object({ type: v.string(), counts: CategoryCounts }),
);

export const UnmarkedDocument: Check<contract.UnmarkedDocument> = /* @__PURE__ */ check(() =>
  v.object({ uri: v.string(), marks: v.null() }),
);

export const UnmarkedText: Check<contract.UnmarkedText> = /* @__PURE__ */ check(() =>
  v.object({
    student: v.string(),
    label: v.string(),
    uri: v.string(),
    reason: v.string(),
    open: integer(),
    places: v.array(OpenPlace),
  }),
);

export const UnplacedComment: Check<contract.UnplacedComment> = /* @__PURE__ */ check(() =>
  v.object({
    words: v.string(),
    text: v.string(),
    by: v.nullable(v.string()),
    date: v.nullable(v.string()),
    points: v.exactOptional(v.number()),
  }),
);

export const Variant: Check<contract.Variant> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    title: v.string(),
    example: v.string(),
    allowed: v.boolean(),
    answers: integer(),
    students: integer(),
  }),
);

export const Variants: Check<contract.Variants> = /* @__PURE__ */ check(() => v.object({ variants: v.array(Variant) }));

export const Verdict: Check<contract.Verdict> = /* @__PURE__ */ check(() =>
  word<'correct' | 'partly-correct' | 'different' | 'missed' | 'not-needed' | 'optional'>(),
);

export const VerdictCount: Check<contract.VerdictCount> = /* @__PURE__ */ check(() =>
  v.object({ verdict: Verdict, count: integer() }),
);

export const Verdicts: Check<contract.Verdicts> = /* @__PURE__ */ check(() =>
  v.object({
    counts: v.array(VerdictCount),
    earned: v.number(),
    due: integer(),
    share: v.nullable(v.number()),
    rewritten: integer(),
    comparable: v.boolean(),
    open: integer(),
    range: v.array(v.number()),
  }),
);

export const View: Check<contract.View> = /* @__PURE__ */ check(() =>
  v.object({
    name: v.string(),
    label: v.string(),
    author: v.nullable(v.string()),
    role: v.nullable(word<'source' | 'hypothesis' | 'reference'>()),
    uri: v.string(),
  }),
);

export const Views: Check<contract.Views> = /* @__PURE__ */ check(() =>
  v.object({ exercise: v.nullable(v.string()), views: v.array(View) }),
);

export const Weighting: Check<contract.Weighting> = /* @__PURE__ */ check(() =>
  word<'none' | 'length' | 'similarity' | 'vector' | 'llm'>(),
);

export const Weights: Check<contract.Weights> = /* @__PURE__ */ check(() =>
  v.object({ tp: v.number(), fp_ne: v.number(), fp_un: v.number(), fn: v.number(), tn: v.number() }),
);

export const WholeWords: Check<contract.WholeWords> = /* @__PURE__ */ check(() =>
  v.object({ before: v.string(), after: v.string() }),
);

export const WilliamsTest: Check<contract.WilliamsTest> = /* @__PURE__ */ check(() =>
  v.object({ t: v.nullable(v.number()), p: v.number(), holm: v.nullable(v.number()) }),
);

export const WriteSchemeParams: Check<contract.WriteSchemeParams> = /* @__PURE__ */ check(() =>
  v.object({
    uri: v.string(),
    exercise: v.exactOptional(v.nullable(integer())),
    table: v.nullable(SchemeTable),
    digest: v.string(),
  }),
);

export const WriteSetUpParams: Check<contract.WriteSetUpParams> = /* @__PURE__ */ check(() =>
  v.object({ uri: v.string(), choices: SetUpChoices, scheme: v.exactOptional(v.string()), overwrite: v.boolean() }),
);

export const WrittenFeedback: Check<contract.WrittenFeedback> = /* @__PURE__ */ check(() =>
  v.object({
    folder: v.string(),
    files: v.array(v.string()),
    texts: integer(),
    problems: v.array(v.string()),
    open: integer(),
  }),
);

export const WrittenScheme: Check<contract.WrittenScheme> = /* @__PURE__ */ check(() =>
  v.object({ written: v.boolean(), faults: v.array(SchemeFault) }),
);

export const WrittenSetUp: Check<contract.WrittenSetUp> = /* @__PURE__ */ check(() =>
  v.object({ uri: v.string(), toml: v.string() }),
);
