"""Shapes that several other shapes hold: places, counts and scores."""

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

Category = TypeAliasType(
    "Category", Literal["hit-correction", "wrong-correction", "under-correction", "over-correction"]
)
"""CLEME2.0's categories, which are also the codes of diagnostics in its vocabulary."""

Verdict = TypeAliasType(
    "Verdict", Literal["correct", "partly-correct", "different", "missed", "not-needed", "optional"]
)
"""The verdicts, which are also the codes of diagnostics."""

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
