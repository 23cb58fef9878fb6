"""The output of ``evaluate maege --format json``."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class MaegeCorrelations(TypedDict):
    """Pearson's r and Spearman's rho."""

    pearson: float | None
    """Pearson's r; ``null`` where it is not defined."""
    spearman: float | None
    """Spearman's rho; ``null`` where it is not defined."""


class MaegeMetric(TypedDict):
    """One metric beside the numbers of corrections."""

    metric: str
    """The metric's name."""
    signature: str
    """The metric and the settings that the numbers depend on."""
    corpus: MaegeCorrelations
    """Over six corpora with more and more corrections."""
    sentence: MaegeCorrelations
    """Over all versions in all chains, with MAEGE's scores."""
    chain_kendall: float | None
    """Kendall's tau over the pairs of versions inside each chain, without the metric's ties; ``null`` if all tie."""
    ties: float
    """The share of those pairs that the metric ties."""


class MaegeReport(TypedDict):
    """The output of ``evaluate maege --format json``. Numbers are unrounded."""

    generator: NotRequired[Literal["Markscheme"]]
    """The mark of a file that Markscheme wrote; not on standard output."""
    schema: Literal[1]
    """The version of this shape."""
    sentences: int
    """The number of sentences that all annotators change."""
    annotators: int
    """The number of annotators."""
    chains: int
    """The number of chains."""
    versions: int
    """The number of versions in all chains."""
    references: Literal["others", "all"]
    """Which references metrics see of a version: those of the other annotators, or all."""
    seed: int
    """The seed of the order of edits."""
    metrics: list[MaegeMetric]
    """One for each metric."""
