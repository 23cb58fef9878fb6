"""The output of ``score --format json``."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from markscheme.metrics.base import Level
from markscheme.metrics.categories import Assumption
from markscheme.reports.contract.shapes import Weighting


class ScoredSentence(TypedDict):
    """One sentence's counts and scores."""

    reference: int | None
    """The index of the reference that the sentence is scored against; ``null`` if there is no single one."""
    counts: dict[str, float]
    """Counts, with the same members as the run's."""
    scores: dict[str, float]
    """Scores, with the same members as the run's."""
    weights: NotRequired[dict[str, float] | None]
    """Sums of weights, with the members of ``counts``, where edits are weighted."""
    weighed_against: NotRequired[int | None]
    """The index of the reference that the weights are computed against, where edits are weighted."""


class ScoreRun(TypedDict):
    """One hypothesis scored by one metric. Numbers are unrounded."""

    hypothesis: str
    """The hypothesis's name."""
    metric: str
    """The metric's name."""
    level: Level
    """Whether the scores are computed from the total counts, or are the mean of the sentences' scores."""
    assumption: NotRequired[Assumption]
    """Whether a sentence is scored against one reference, or each chunk against any; for ``cleme2`` and ``cleme``."""
    weighting: NotRequired[Weighting]
    """The weighting of chunks; for ``cleme2`` and ``cleme``."""
    sentences: int
    """The number of sentences."""
    counts: dict[str, float]
    """Counts, with members that depend on the metric; empty for metrics that count nothing."""
    weights: NotRequired[dict[str, float]]
    """Sums of weights, with the members of ``counts``, where edits are weighted."""
    scores: dict[str, float]
    """Scores, with members that depend on the metric."""
    signature: str
    """The metric and the settings that the numbers depend on."""
    per_sentence: NotRequired[list[ScoredSentence]]
    """The sentences, in the order of the corpus; with ``--per-sentence``."""


class ScoreReport(TypedDict):
    """The output of ``score --format json``."""

    generator: NotRequired[Literal["Markscheme"]]
    """The mark of a file that Markscheme wrote; not on standard output."""
    schema: Literal[1]
    """The version of this shape."""
    runs: list[ScoreRun]
    """One run for each hypothesis."""
