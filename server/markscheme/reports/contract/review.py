"""The output of ``review --format json``, and the answers of ``markscheme/marks``."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from markscheme.reports.contract.assessment import Comment, Comments, CommentUse, WithMark
from markscheme.reports.contract.estimate import Estimate
from markscheme.reports.contract.shapes import Category, Counts, PrecisionRecall, Range, Scores, Verdict, Weighting


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
