"""The output of ``compare --format json``."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from markscheme.metrics.base import Level


class ComparisonEstimate(TypedDict):
    """A number with its bootstrap interval over sentences."""

    value: float | None
    """The number, unrounded; ``null`` where it is not defined."""
    low: float | None
    """The lower end of its interval; ``null`` without one."""
    high: float | None
    """The upper end of its interval; ``null`` without one."""


class ComparisonPValue(TypedDict):
    """A two-sided p value."""

    value: float | None
    """The value; ``null`` where there is no difference to test."""
    adjusted: float | None
    """The same, adjusted by Holm's method over the pairs of systems, and over the groups of types if there are any."""


class ComparedSystem(TypedDict):
    """One system's counts and scores."""

    system: str
    """The system's name."""
    group: str | None
    """The group of error types; ``null`` for all edits."""
    counts: dict[str, float]
    """Counts, with members that depend on the metric."""
    scores: dict[str, ComparisonEstimate]
    """Scores, with members that depend on the metric."""


class SystemDifference(TypedDict):
    """The first system's score less the second's."""

    first: str
    """The first system's name."""
    second: str
    """The second system's name."""
    group: str | None
    """The group of error types; ``null`` for all edits."""
    score: str
    """The name of the score."""
    difference: ComparisonEstimate
    """The difference."""
    randomisation: ComparisonPValue
    """By paired approximate randomisation."""
    bootstrap: ComparisonPValue
    """By the paired bootstrap, shifted to no difference."""
    family: int
    """The number of differences that Holm's adjustment is over; 0 where the difference is not defined."""


class CountedEdit(TypedDict):
    """An edit that ERRANT counts in a sentence; in token-based detection, one token of it."""

    count: Literal["tp", "fp", "fn"]
    """What it counts as; a ``tp`` is the reference's edit."""
    start: int
    """The first source token."""
    end: int
    """The source token behind the last one."""
    replacement: list[str]
    """The tokens in their place."""
    type: str
    """The error type."""


class ComparedSentence(TypedDict):
    """What one sentence of one system counts."""

    sentence: int
    """The sentence's number, from 0."""
    system: str
    """The system's name."""
    reference: int | None
    """The index of the reference that the sentence is scored against; ``null`` if there is no single one."""
    counts: dict[str, float]
    """Counts, with the same members as the system's."""
    scores: dict[str, float | None]
    """Scores, with the same members as the system's; ``null`` where one is not defined."""
    edits: NotRequired[list[CountedEdit]]
    """What ERRANT counts."""


class MetricComparison(TypedDict):
    """Systems beside each other under one metric."""

    metric: str
    """The metric's name; ``sentences`` for shares of whole sentences."""
    mode: NotRequired[str]
    """What ERRANT counts."""
    level: Level
    """Whether the scores are computed from the total counts, or are the mean of the sentences' scores."""
    headline: str
    """The name of the score that the metric is known by."""
    signature: str
    """The metric and the settings that the numbers depend on."""
    groups: list[str]
    """The groups of error types."""
    systems: list[ComparedSystem]
    """Each system's scores: of all edits, then of each group."""
    differences: list[SystemDifference]
    """The differences of each pair of systems in each score and group."""
    per_sentence: NotRequired[list[ComparedSentence]]
    """What each sentence of each system counts; with ``--per-sentence``."""


class SystemComparison(TypedDict):
    """The output of ``compare --format json``. Numbers are unrounded."""

    generator: NotRequired[Literal["Markscheme"]]
    """The mark of a file that Markscheme wrote; not on standard output."""
    schema: Literal[1]
    """The version of this shape."""
    systems: list[str]
    """The systems' names."""
    sentences: int
    """The number of sentences."""
    references: int
    """The number of references."""
    resamples: int
    """The number of bootstrap resamples, and of random swaps."""
    confidence: float
    """The share of the resamples that an interval holds, above 0 and below 1."""
    seed: int
    """The seed of the resamples."""
    by: str | None
    """How error types are grouped: ``operation``, ``category``, ``type`` or ``pattern``; ``null`` without groups."""
    without: list[str]
    """Error types whose edits take no part, or patterns of them."""
    unmatched: list[str]
    """Those of them that no edit has: a name may be mistyped."""
    edits: Literal["single", "multi"] | None
    """The length of the edits that take part; ``null`` for any."""
    metrics: list[MetricComparison]
    """One comparison for each metric, then that of whole sentences."""
