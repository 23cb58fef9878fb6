"""Estimates of documents without a reference."""

from typing_extensions import TypedDict

from markscheme.reports.contract.shapes import BeforeAndAfter, Range


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
