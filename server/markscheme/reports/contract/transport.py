"""What ``markscheme/plan`` answers: a passage's transport plans."""

from typing_extensions import TypedDict

from markscheme.reports.contract.shapes import PrecisionRecall, Range


class PlanEdit(TypedDict):
    """An edit of the passage's source tokens ``start`` to ``end``."""

    start: int
    end: int
    source: str
    replacement: str
    type: str
    mass: float
    """Under credit."""


class ReferencePlan(TypedDict):
    """The hypothesis's edits (rows) against one reference's (columns)."""

    reference: str
    edits: list[PlanEdit]
    gain: list[list[float]]
    """How alike two edits are, in 0 to 1."""
    transport: list[list[float]]
    """The mass that is moved."""
    scores: PrecisionRecall


class Plan(TypedDict):
    """The answer of ``markscheme/plan``."""

    uri: str
    version: int
    passage: int
    range: Range
    source: list[str]
    """The passage's tokens."""
    hypothesis: list[PlanEdit]
    references: list[ReferencePlan]
    signature: str
