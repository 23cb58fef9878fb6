"""The answer of ``markscheme/plan``: a passage's transport plans."""

from typing_extensions import TypedDict

from markscheme.reports.contract.shapes import PrecisionRecall, Range


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
