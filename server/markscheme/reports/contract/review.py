"""What ``review --format json`` writes and ``markscheme/marks`` answers."""

from typing import Literal

from typing_extensions import TypedDict

from markscheme.reports.contract.shapes import (
    BeforeAndAfter,
    Category,
    Counts,
    PrecisionRecall,
    Range,
    Scores,
    Weighting,
)


class Marks(TypedDict):
    """A document's marks against its references."""

    counts: Counts
    weighting: Weighting
    """How the scores are weighted; ``none`` until what the weighting needs is there."""
    weights: Counts | None
    """Summed weights by category; ``null`` without weighting."""
    scores: Scores
    errant: PrecisionRecall
    """ERRANT's, with beta 0.5."""
    credit: PrecisionRecall | None
    """``null`` until vectors are there."""
    references: int
    signature: str


class AlignedEdit(TypedDict):
    """A reference edit that a finding lines up with."""

    source: str
    text: str
    type: str
    share: float
    """The part of the finding's mass that goes to this edit, in 0 to 1."""
    gain: float
    """How alike the two are, in 0 to 1."""


class FindingReference(TypedDict):
    """What one reference has at a finding's place."""

    reference: str
    """Its name."""
    text: str
    category: Category | None
    """What the finding's chunk is against this reference; ``null`` where neither changes it."""
    alignment: float | None
    """The finding's credit against this reference, in 0 to 1; ``null`` until vectors are there."""
    edits: list[AlignedEdit]
    """The largest share first."""


class Finding(TypedDict):
    """A category at a place."""

    category: Category
    range: Range
    source: str
    hypothesis: str
    type: str
    """ERRANT's types, joined by ``+``."""
    weight: float | None
    """At least 0; ``null`` until what it needs is there."""
    difference: float | None
    """Under weighting by similarity, the weight with its sign: negative where the correction took the sentence away
    from the reference."""
    credit: float | None
    """In 0 to 1; ``null`` for an under-correction, and until vectors are there."""
    passage: int
    """An index into ``passages``."""
    references: list[FindingReference]


class Passage(TypedDict):
    """An aligned group of sentences."""

    range: Range
    text: str
    """As the hypothesis has it."""
    counts: Counts
    score: float
    """CLEME2.0's, in 0 to 1."""
    credit: float | None


class EstimatedEdit(TypedDict):
    """An edit of a document without a reference."""

    range: Range
    passage: int
    """An index into ``passages``."""
    type: str
    source: str
    hypothesis: str
    impact: float | None
    """IMPARA's Equation 5, in 0 to 2; ``null`` until vectors are there."""
    quality: float | None
    """Equation 3, of its passage with the edit, in 0 to 1."""
    qualityWithout: float | None
    """The same without this edit, all others made."""
    q: float | None
    """Equation 2, of its passage with the edit: any real number."""
    qWithout: float | None
    """The same without this edit."""
    lowers: bool
    """Whether ``qWithout`` is more than ``q`` by more than the setting ``estimateMargin``."""


class EstimatedPassage(TypedDict):
    """A passage's estimated qualities; ``before`` and ``after`` are Equation 3, in 0 to 1."""

    range: Range
    text: str
    before: float | None
    after: float | None
    q: BeforeAndAfter
    similarity: float | None
    """Equation 10; ``null`` until vectors are there."""
    score: float | None
    """Equation 1; ``null`` until vectors are there."""


class EstimateSummary(TypedDict):
    """A document's estimate at a glance: means over passages. These are not marks."""

    quality: BeforeAndAfter
    """IMPARA's Equation 3, in 0 to 1."""
    q: BeforeAndAfter
    """Equation 2, any real number."""
    similarity: float | None
    score: float | None
    lowering: int
    """The number of edits that lower the estimate."""
    estimator: str
    signature: str


class Estimate(EstimateSummary):
    """IMPARA's view of a document that has no reference."""

    passages: list[EstimatedPassage]
    edits: list[EstimatedEdit]


class DocumentPlace(TypedDict):
    """Which document something is about."""

    uri: str
    lines: bool
    """Whether the file has lines that an editor can go to; if not, ranges are of the corrected text."""
    exercise: str
    author: str | None
    """Whose correction it is, where the file holds several."""


class MarkedDocument(DocumentPlace):
    """A document marked against references."""

    marks: Marks
    passages: list[Passage]
    findings: list[Finding]


class EstimatedDocument(DocumentPlace):
    """A document whose exercise has no reference."""

    estimate: Estimate


class Problem(TypedDict):
    """Why a file could not be used."""

    path: str | None
    line: int | None
    message: str


class Review(TypedDict):
    """What ``review --format json`` writes."""

    schema: Literal[1]
    documents: list[MarkedDocument]
    estimated: list[EstimatedDocument]
    problems: list[Problem]


class Shown(TypedDict):
    """How a document stands in the editor."""

    version: int | None
    """``null`` for one that is not open."""
    complete: bool
    """Whether weights and credit, or impacts, are there."""
    ignored: list[int]
    """Indices of the findings, or of the estimate's edits, that are not shown."""


class DocumentMarks(MarkedDocument, Shown):
    """The answer of ``markscheme/marks`` for a document with references."""


class DocumentEstimate(EstimatedDocument, Shown):
    """The answer of ``markscheme/marks`` for a document without a reference."""


class UnmarkedDocument(TypedDict):
    """What ``markscheme/marksChanged`` says of a document that has no marks any more."""

    uri: str
    marks: None
