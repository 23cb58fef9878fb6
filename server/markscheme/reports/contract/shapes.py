"""Shapes that several others hold: places, counts and scores."""

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

Category = TypeAliasType(
    "Category", Literal["hit-correction", "wrong-correction", "under-correction", "over-correction"]
)
"""CLEME2.0's categories; the codes of diagnostics too."""

Weighting = TypeAliasType("Weighting", Literal["none", "length", "similarity", "vector", "llm"])


class Position(TypedDict):
    """LSP's position: 0-based, ``character`` in the session's encoding; UTF-16 in what ``review`` writes."""

    line: int
    character: int


class Range(TypedDict):
    """LSP's range: half-open."""

    start: Position
    end: Position


class Counts(TypedDict):
    """CLEME2.0's chunks of each kind, or the sums of their weights."""

    tp: float
    """Hit."""
    fp_ne: float
    """Wrong."""
    fp_un: float
    """Over-corrected."""
    fn: float
    """Under-corrected."""
    tn: float
    """Rightly unchanged."""


class Scores(TypedDict):
    """CLEME2.0's Equations 1 to 5, each in 0 to 1."""

    hit: float
    wrong: float
    """Lower is better, as for ``under`` and ``over``."""
    under: float
    over: float
    score: float


class PrecisionRecall(TypedDict):
    """Precision, recall and F of beta, each in 0 to 1."""

    precision: float
    recall: float
    f: float


class BeforeAndAfter(TypedDict):
    """A number of the source and of its correction; ``null`` where there are no words."""

    before: float | None
    after: float | None
