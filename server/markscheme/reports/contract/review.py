"""The output of ``review --format json``, and the answers of ``markscheme/marks``."""

from typing import Literal, NotRequired

from typing_extensions import TypeAliasType, TypedDict

from markscheme.marking.verdicts.verdict import Verdict

Category = TypeAliasType(
    "Category", Literal["hit-correction", "wrong-correction", "under-correction", "over-correction"]
)
"""CLEME2.0's categories, which are also the codes of diagnostics in its vocabulary."""

Weighting = TypeAliasType("Weighting", Literal["none", "length", "similarity", "vector", "llm"])
"""The rule that gives a chunk its weight in CLEME2.0 and CLEME."""


class Position(TypedDict):
    """LSP's position."""

    line: int
    """0-based."""
    character: int
    """0-based, in the session's encoding; in UTF-16 code units in what ``review`` writes."""


class Range(TypedDict):
    """LSP's half-open range."""

    start: Position
    """The position before the first character."""
    end: Position
    """The position after the last character."""


class Counts(TypedDict):
    """Numbers of CLEME2.0's chunks, or the sums of their weights."""

    tp: float
    """Hits."""
    fp_ne: float
    """Wrong corrections."""
    fp_un: float
    """Over-corrections."""
    fn: float
    """Under-corrections."""
    tn: float
    """Chunks that are rightly unchanged."""


class Scores(TypedDict):
    """CLEME2.0's Equations 1 to 5, each in 0 to 1."""

    hit: float
    """The share of hits among the places that need a correction."""
    wrong: float
    """The share of wrong corrections among those places; lower is better."""
    under: float
    """The share of under-corrections among those places; lower is better."""
    over: float
    """The share of over-corrections among the changes of the hypothesis; lower is better."""
    score: float
    """The four in one number, by the factors."""


class PrecisionRecall(TypedDict):
    """Precision, recall and F, each in 0 to 1."""

    precision: float
    """The share of the hypothesis's corrections that agree with the reference."""
    recall: float
    """The share of the reference's corrections that the hypothesis makes."""
    f: float
    """The weighted harmonic mean of both, by beta."""


class BeforeAndAfter(TypedDict):
    """A number for the source and for its correction."""

    before: float | None
    """For the source; ``null`` where it has no words, as before an added sentence."""
    after: float | None
    """For the correction; ``null`` where it has no words."""


class Comment(TypedDict):
    """What a student reads at a place, or of the whole text."""

    code: str
    """The code for the margin; empty where a teacher gave none."""
    text: str
    """The comment."""
    key: str | None
    """The entry of the bank that it is, else ``null``."""
    given: bool
    """Whether a teacher gave it here; ``false`` where it is the bank's for such a place."""
    by: str | None
    """The teacher who gave it, else ``null``."""
    date: str | None
    """The day on which it was given, such as ``2026-11-22``, else ``null``."""


class PlaceComment(Comment):
    """A teacher's comment on a place that is no finding."""

    range: Range
    """The place in the hypothesis."""


class UnplacedComment(TypedDict):
    """A teacher's comment, or a teacher's points, whose place is no longer in the text."""

    words: str
    """The words that it was about."""
    text: str
    """The comment; empty for points."""
    points: NotRequired[float]
    """The points, where it is no comment."""
    by: str | None
    """The teacher who gave it, else ``null``."""
    date: str | None
    """The day on which it was given, else ``null``."""


class Comments(TypedDict):
    """The comments of a document that are on no finding."""

    whole: list[Comment]
    """The teachers' comments on the whole text."""
    places: list[PlaceComment]
    """The teachers' comments on other places, in the order of the text."""
    unplaced: list[UnplacedComment]
    """The teachers' comments and points whose places are no longer there. They stay in their file."""


class CommentUse(TypedDict):
    """A comment, and how often students are given it."""

    code: str
    """The code for the margin."""
    text: str
    """The comment, with its placeholders."""
    key: str | None
    """The entry of the bank that it is, else ``null``."""
    count: int
    """The number of places and texts that have it."""


MarkLineKind = TypeAliasType(
    "MarkLineKind",
    Literal["full", "place", "given", "focus", "cap", "nothing-right", "words", "floor", "max", "rounding"],
)
"""What a line of a mark stands for."""


class Band(TypedDict):
    """A name for a range of marks."""

    name: str
    """The band's name, such as ``B`` or ``good``."""
    text: str
    """The teacher's sentence for the student; empty where there is none."""


class MarkLine(TypedDict):
    """One line of a mark's sum."""

    kind: MarkLineKind
    """What the line stands for: ``place`` for a finding; ``given`` for a teacher's points, for a finding, for other
    words or for the whole text; else the best mark to begin with, findings out of focus, a cap, a text in which nothing
    is corrected, the number of words, the lowest or the best mark, or rounding."""
    points: float
    """What the line adds, unrounded; negative where it takes."""
    why: str
    """The reason, in plain words."""
    finding: NotRequired[int]
    """The index of the line's finding in ``findings``, for ``place``, and for ``given`` where it is a finding."""
    range: NotRequired[Range]
    """The line's place in the hypothesis, where it has one."""
    weight: NotRequired[float]
    """The factor of the finding's kind of error, for ``place``."""
    by: NotRequired[str | None]
    """The teacher who gave the points, for ``given``; ``null`` where the file does not say."""
    scheme: NotRequired[float]
    """What the mark scheme would add in place of the teacher's points, for ``given`` at a finding."""


class MarkSummary(TypedDict):
    """A document's mark by the mark scheme of its exercise."""

    points: float | None
    """The mark, with at most two decimals; ``null`` where it is withheld."""
    max: float
    """The best mark."""
    band: Band | None
    """The band of the mark; ``null`` where the scheme has none for it."""
    withheld: str | None
    """Why there is no mark, in plain words; ``null`` where there is one."""
    open: int
    """The number of answers that nobody has decided yet and that change the mark; 0 for a mark that is final."""
    range: list[float] | None
    """The mark if all these answers are wrong, and if all are right; ``null`` where it is withheld."""


class Mark(MarkSummary):
    """A document's mark by the mark scheme of its exercise, as a sum."""

    lines: list[MarkLine]
    """The sum; the ``points`` of all lines together are the mark. Empty where the mark is withheld."""


class WithMark(TypedDict):
    """What a mark scheme adds to a document."""

    mark: NotRequired[Mark]
    """The mark, where ``markscheme.toml`` has a mark scheme; absent for a source that nobody has corrected."""


class CommentChoice(TypedDict):
    """A comment of the bank that a teacher can give at a place."""

    code: str
    """The code for the margin."""
    text: str
    """The comment, with its placeholders filled for this place."""
    template: str
    """The comment with its placeholders, as ``markscheme.comment`` takes it."""
    key: str | None
    """The entry's name in the bank, else ``null``."""
    fits: bool
    """Whether the entry is for such a place; these come first, the most specific one at the top."""


class PlacePoints(TypedDict):
    """Points that a place, or a criterion of the whole text, brings to the mark."""

    criterion: str
    """What points for a whole text are for; empty for a place, and for the text as a whole."""
    points: float | None
    """The points in the sum; ``null`` where there are none."""
    given: bool
    """Whether a teacher gave them."""
    by: str | None
    """The teacher who gave them, else ``null``."""
    scheme: float | None
    """What the mark scheme gives; ``null`` where it gives nothing to such a place."""


class PlaceChoices(TypedDict):
    """The answer of ``markscheme/placeChoices``: what a teacher can say and give at a place, or for the whole text."""

    about: str
    """The place in words, such as ``go → went`` or ``at home``; empty for the whole text."""
    range: Range | None
    """The place, to be sent with commands: a finding's, or a word's around an empty range; ``null`` for the whole
    text."""
    finding: int | None
    """The index of the finding in ``findings``; ``null`` for other words and for the whole text."""
    comment: Comment | None
    """The comment there now; ``null`` where nothing is said."""
    template: str
    """This comment with its placeholders; empty without one."""
    changed: bool
    """Whether a teacher gave the comment, or left it out, so that ``markscheme.restoreComment`` does something."""
    choices: list[CommentChoice]
    """The comments of the bank that can be given here."""
    points: list[PlacePoints] | None
    """The points there now: one for a place, and one for each criterion of a whole text; ``null`` without a mark
    scheme, where points can't be given."""
    by: str
    """The name with which comments and points are saved; may be empty."""


class EstimatedEdit(TypedDict):
    """An edit of a document without a reference."""

    range: Range
    """The place in the hypothesis."""
    passage: int
    """The index of the edit's passage in ``passages``."""
    type: str
    """ERRANT's type."""
    source: str
    """The words of the source."""
    hypothesis: str
    """The words of the hypothesis."""
    impact: float | None
    """IMPARA's Equation 5, in 0 to 2; ``null`` until vectors are available."""
    quality: float | None
    """IMPARA's Equation 3 for the passage with this edit, in 0 to 1."""
    qualityWithout: float | None
    """Equation 3 for the passage without this edit and with all others."""
    q: float | None
    """IMPARA's Equation 2 for the passage with this edit, any real number."""
    qWithout: float | None
    """Equation 2 for the passage without this edit and with all others."""
    lowers: bool
    """Whether ``qWithout - q`` is greater than the setting ``estimateMargin``."""


class EstimatedPassage(TypedDict):
    """A passage's estimated qualities. A number is ``null`` where there are no words to estimate."""

    range: Range
    """The place in the hypothesis."""
    text: str
    """The text of the hypothesis."""
    before: float | None
    """IMPARA's Equation 3 for the source, in 0 to 1; most values are close to 0 or 1."""
    after: float | None
    """Equation 3 for the correction, in 0 to 1."""
    q: BeforeAndAfter
    """IMPARA's Equation 2, any real number."""
    similarity: float | None
    """IMPARA's Equation 10; ``null`` until vectors are available."""
    score: float | None
    """IMPARA's Equation 1; ``null`` until vectors are available."""


class EstimateSummary(TypedDict):
    """The means of a document's estimates over its passages. These are not marks."""

    quality: BeforeAndAfter
    """The mean of IMPARA's Equation 3, in 0 to 1."""
    q: BeforeAndAfter
    """The mean of Equation 2, any real number."""
    similarity: float | None
    """The mean of Equation 10; ``null`` until vectors are available."""
    score: float | None
    """The mean of Equation 1; ``null`` until vectors are available."""
    lowering: int
    """The number of edits that lower the estimate."""
    estimator: str
    """The quality estimator."""
    signature: str
    """The metric and the settings that the numbers depend on."""


class Estimate(EstimateSummary):
    """IMPARA's estimate of a document that has no reference."""

    passages: list[EstimatedPassage]
    """The passages, in the order of the source."""
    edits: list[EstimatedEdit]
    """The edits, in the order of the text; empty for a source."""


class MetricScores(TypedDict):
    """A document's scores under one more metric."""

    name: str
    """The metric's name."""
    title: str
    """The metric's name for people."""
    scores: dict[str, float]
    """Scores, with members that depend on the metric."""
    signature: str
    """The metric and the settings that the numbers depend on."""


class VerdictCount(TypedDict):
    """The number of findings with one verdict."""

    verdict: Verdict
    """The verdict."""
    count: int
    """The number of findings, at least 1."""


class Verdicts(TypedDict):
    """The verdicts of a document or a passage, counted."""

    counts: list[VerdictCount]
    """The verdicts that findings have."""
    earned: float
    """The points that the places earn."""
    due: int
    """The points that there were to earn."""
    share: float | None
    """``earned / due``, in 0 to 1; ``null`` where nothing was due."""
    rewritten: int
    """The number of passages that are rewritten freely."""
    comparable: bool
    """Whether ``share`` can be compared with other documents; ``false`` where too much is rewritten freely."""
    open: int
    """The number of places whose answer nobody has decided yet."""
    range: list[float]
    """The points that the places earn if all these answers are wrong, and if all are right."""


class Marks(TypedDict):
    """A document's marks against its references."""

    verdicts: Verdicts
    """The verdicts, counted."""

    counts: Counts
    """Numbers of chunks, by category."""
    weighting: Weighting
    """The weighting of the scores; ``"none"`` until the encoder or the language model has answered."""
    weights: Counts | None
    """Sums of weights, by category; ``null`` without weighting."""
    scores: Scores
    """CLEME2.0's scores of the whole document."""
    errant: PrecisionRecall
    """ERRANT's scores, with beta 0.5."""
    credit: PrecisionRecall | None
    """``null`` until vectors are available."""
    references: int
    """The number of references."""
    signature: str
    """The metrics and settings that the numbers depend on."""
    metric: NotRequired[MetricScores]
    """The scores of one more metric, where the setting ``metric`` names one and its models have answered."""


class AlignedEdit(TypedDict):
    """A reference edit that a finding aligns with."""

    source: str
    """The words that the reference replaces."""
    text: str
    """The words of the reference."""
    type: str
    """ERRANT's type."""
    share: float
    """The part of the finding's mass that is transported to this edit, in 0 to 1."""
    gain: float
    """The similarity of the two edits, in 0 to 1; 1 for equal edits."""


class FindingReference(TypedDict):
    """One reference's version at a finding's place."""

    reference: str
    """The reference's name."""
    text: str
    """The words of the reference."""
    category: Category | None
    """The category against this reference; ``null`` where neither the hypothesis nor this reference changes the
    source."""
    alignment: float | None
    """The finding's credit against this reference, in 0 to 1; ``null`` until vectors are available."""
    edits: list[AlignedEdit]
    """The reference's edits that the finding aligns with, the largest share first."""


class WholeWords(TypedDict):
    """A change in whole words, as people read it: ``can't`` and not its token ``ca``."""

    before: str
    """The words."""
    after: str
    """The words in their place."""


class PlaceReference(FindingReference):
    """One reference's version at a finding's place."""

    source: str
    """The words of the source in the place of ``text``, which may be more than the finding's."""
    follows: bool
    """Whether the verdict was judged against this reference."""
    whole: NotRequired[WholeWords]
    """``source`` and ``text`` in whole words, where they are parts of words."""


class Suggestion(TypedDict):
    """Words that could stand at a place instead. They differ from the hypothesis's, and lower no mark."""

    range: Range
    """The place in the hypothesis."""
    before: str
    """The words of the hypothesis."""
    text: str
    """The words of the references."""
    references: list[str]
    """The references that have these words."""
    whole: NotRequired[WholeWords]
    """``before`` and ``text`` in whole words, where they are parts of words."""


class MissingEdit(TypedDict):
    """An edit that is left to be done at a place that is partly correct."""

    range: Range
    """The place in the hypothesis."""
    before: str
    """The words of the hypothesis."""
    text: str
    """The words that belong there."""
    whole: NotRequired[WholeWords]
    """``before`` and ``text`` in whole words, where they are parts of words."""


class Finding(TypedDict):
    """A place of a document with its verdict."""

    verdict: Verdict
    """The verdict."""
    category: Category | None
    """The category of CLEME2.0's chunk at this place; ``null`` where CLEME2.0 counts the chunk as rightly
    unchanged, and for a passage that is rewritten freely."""
    range: Range
    """The place in the hypothesis."""
    source_range: Range | None
    """The place in the source's file; ``null`` where that file can't be read."""
    source: str
    """The words of the source."""
    hypothesis: str
    """The words of the hypothesis."""
    whole: NotRequired[WholeWords]
    """``source`` and ``hypothesis`` in whole words, where they are parts of words."""
    type: str
    """ERRANT's types of the hypothesis's edits there, or else of a reference's, joined by ``+``; empty for a passage
    that is rewritten freely."""
    error_type: str
    """ERRANT's types of the error, joined by ``+``: those of most references that correct it; ``type`` where the
    hypothesis corrects it, and where no reference does."""
    group: str
    """The group of ``error_type`` in a teacher's words; empty where it is."""
    weight: float | None
    """The weight of CLEME2.0's chunk at this place; ``null`` where ``category`` is, and until the encoder or the
    language model has answered."""
    credit: float | None
    """The credit against the first reference, in 0 to 1; ``null`` where the hypothesis has no edit, and until vectors
    are available."""
    passage: int
    """The index of the finding's passage in ``passages``."""
    earned: float
    """The points that the place earns."""
    due: int
    """The points that there were to earn."""
    references: list[PlaceReference]
    """Each reference's version at this place; those that the verdict was judged against come first."""
    suggestions: list[Suggestion]
    """Words that could stand here instead; the first is what the verdict was judged against."""
    missing: NotRequired[list[MissingEdit]]
    """The edits that are left, where the verdict is ``partly-correct``."""
    tolerances: list[str]
    """The tolerances that make the place correct."""
    decided: str | None
    """The person who decided the verdict, and the date; ``null`` where the references did."""
    open: bool
    """Whether the student's answer is no reference's, and nobody has decided about it yet."""
    rewritten: bool
    """Whether the finding stands for a whole passage that is rewritten freely."""
    comment: NotRequired[Comment | None]
    """The comment on this place, where comments are in use; ``null`` where nothing is said."""


class Chunk(TypedDict):
    """A chunk of CLEME2.0's with its category, at a place of a document."""

    category: Category
    """The chunk's category."""
    range: Range
    """The place in the hypothesis."""
    source: str
    """The words of the source."""
    hypothesis: str
    """The words of the hypothesis."""
    type: str
    """ERRANT's types, joined by ``+``."""
    weight: float | None
    """The weight, at least 0; ``null`` until the encoder or the language model has answered."""
    difference: float | None
    """With the weighting ``similarity``, the weight with its sign: negative where the edit makes the sentence less
    similar to the reference; ``null`` with other weightings."""
    credit: float | None
    """The credit, in 0 to 1; ``null`` for an under-correction, and until vectors are available."""
    passage: int
    """The index of the finding's passage in ``passages``."""
    references: list[FindingReference]
    """Each reference's version at this place."""


class Passage(TypedDict):
    """An aligned group of sentences."""

    range: Range
    """The place in the hypothesis."""
    text: str
    """The text of the hypothesis."""
    verdicts: Verdicts
    """The passage's verdicts, counted."""
    counts: Counts
    """Numbers of chunks, by category."""
    score: float
    """CLEME2.0's score, in 0 to 1."""
    credit: float | None
    """The F score of credit, in 0 to 1; ``null`` until vectors are available."""
    references: NotRequired[int]
    """The number of references that the passage has, where it has fewer than the document."""


class Notice(TypedDict):
    """What a person should know of a whole document; its marks stand all the same."""

    code: str
    """The kind of the notice: ``other-language`` where the source is not in the language that it is marked in,
    ``reference-ends-early`` where a reference has not seen the end of the source, ``mark-reopened`` where the text has
    changed since a teacher called its mark final."""
    message: str
    """The notice in words, with what to do."""


class DocumentPlace(TypedDict):
    """The document that marks or an estimate belong to."""

    uri: str
    """The document's URI."""
    lines: bool
    """Whether the file has lines that an editor can go to; ``false`` for Word documents, where ranges are positions
    in the corrected text."""
    exercise: str
    """The exercise's name."""
    assignment: str
    """The assignment's name: the exercise's, unless each student has an essay of their own."""
    student: str
    """The name of the person whose correction it is."""
    author: str | None
    """The author of this correction if the file holds several, else ``null``."""
    comments: NotRequired[Comments]
    """The comments that are on no finding, where comments are in use."""
    notices: NotRequired[list[Notice]]
    """What a person should know of the whole document, if there is anything."""
    reference_authors: NotRequired[str]
    """How the authors of a file share the work, in words: ``Ms Kim and Mr Roy together``, or ``Ms Kim or Mr Roy``;
    absent where there is nothing to say."""


class MarkedDocument(DocumentPlace, WithMark):
    """A document marked against references."""

    marks: Marks
    """The document's counts and scores."""
    passages: list[Passage]
    """The aligned sentences, in the order of the source."""
    findings: list[Finding]
    """All places with a verdict, in the order of the text."""
    chunks: list[Chunk]
    """All chunks with a category of CLEME2.0's, in the order of the text. ``counts`` counts these."""


class EstimatedDocument(DocumentPlace):
    """A document whose exercise has no reference."""

    estimate: Estimate
    """The document's estimate."""


class Problem(TypedDict):
    """The reason that a file can't be used."""

    path: str | None
    """The file."""
    line: int | None
    """The line, 1-based."""
    message: str
    """What is wrong, and what to do."""


class Review(TypedDict):
    """The output of ``review --format json``."""

    generator: NotRequired[Literal["Markscheme"]]
    """The mark of a file that Markscheme wrote; not on standard output."""
    schema: Literal[1]
    """The version of this shape."""
    documents: list[MarkedDocument]
    """Documents marked against references."""
    estimated: list[EstimatedDocument]
    """Documents without a reference, estimated by a model."""
    problems: list[Problem]
    """Files that can't be used."""
    absent: list[str]
    """Students of whom there is nothing to mark yet, such as a revision or a correction, a sentence each."""
    notices: list[Problem]
    """What a person should know of a folder's files, without a fault: files that fit no pattern, several versions by
    one student, an assignment without a teacher's correction."""
    comments: NotRequired[list[CommentUse]]
    """The comments that are used, the most frequent first, where comments are in use."""


class Shown(TypedDict):
    """The state of a document in the editor."""

    version: int | None
    """The version of the text that the numbers belong to; ``null`` for a document that is not open."""
    complete: bool
    """Whether weights and credit, or impacts and similarities, are final."""
    ignored: list[int]
    """The indices in ``findings`` of what the person ignores; in ``chunks`` with the setting ``vocabulary``
    ``"cleme2"``, and in the estimate's ``edits`` without a reference."""
    students: NotRequired[int]
    """The number of students' corrections, in the answer for a source; its findings are the places to correct."""


class DocumentMarks(MarkedDocument, Shown):
    """The answer of ``markscheme/marks`` for a document with references."""


class DocumentEstimate(EstimatedDocument, Shown):
    """The answer of ``markscheme/marks`` for a document without a reference."""


class UnmarkedDocument(TypedDict):
    """The parameters of ``markscheme/marksChanged`` for a document that has no marks."""

    uri: str
    """The document's URI."""
    marks: None
    """Always ``null``."""


class PlanEdit(TypedDict):
    """An edit of a passage's source tokens."""

    start: int
    """The index of the first token that the edit replaces."""
    end: int
    """The index after the last token that the edit replaces; equal to ``start`` for an insertion."""
    source: str
    """The words that the edit replaces."""
    replacement: str
    """The words of the edit."""
    type: str
    """ERRANT's type."""
    mass: float
    """The edit's mass under credit."""


class ReferencePlan(TypedDict):
    """The transport plan between the hypothesis's edits and one reference's edits."""

    reference: str
    """The reference's name."""
    edits: list[PlanEdit]
    """The reference's edits."""
    gain: list[list[float]]
    """The similarity of two edits, in 0 to 1: a row for each hypothesis edit, a column for each reference edit."""
    transport: list[list[float]]
    """The mass that is transported between two edits, in the same rows and columns."""
    scores: PrecisionRecall
    """The passage's credit against this reference."""


class Plan(TypedDict):
    """The answer of ``markscheme/plan``."""

    uri: str
    """The document's URI."""
    version: int
    """The version of the text."""
    passage: int
    """The index of the passage in the document's ``passages``."""
    range: Range
    """The passage's place in the hypothesis."""
    source: list[str]
    """The tokens of the passage's source."""
    hypothesis: list[PlanEdit]
    """The hypothesis's edits."""
    references: list[ReferencePlan]
    """One plan for each reference."""
    signature: str
    """The metric and the settings that the numbers depend on."""
