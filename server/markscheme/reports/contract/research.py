"""JSON of results over corpora: agreement and coverage of annotators, systems compared, metrics beside people."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from markscheme.metrics.base import Assumption, Level
from markscheme.reports.contract.review import Weighting


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


class SampledNumber(TypedDict):
    """A number with its bootstrap interval over sentences."""

    value: float | None
    """The number, unrounded; ``null`` where it is not defined."""
    sentences: list[float | None]
    """The two ends of the interval over sentences; ``null`` without one."""


class SampledCorrelation(SampledNumber):
    """A number with its intervals over sentences and over systems."""

    systems: list[float | None]
    """The two ends of the interval over systems; ``null`` without one."""


class SystemPairAgreement(TypedDict):
    """How often a metric agrees with people on the outputs of two systems."""

    systems: list[str]
    """The two systems."""
    accuracy: float
    """The share of the comparisons that people decide in which the metric agrees."""
    comparisons: int
    """The number of comparisons that count."""


class SystemWindow(TypedDict):
    """Correlations over systems that follow each other by people's scores."""

    first: int
    """The rank of the first one; 1 is the best."""
    systems: list[str]
    """The systems, the best first."""
    pearson: float | None
    """Pearson's r; ``null`` where the metric scores all of them alike."""
    spearman: float | None
    """Spearman's rho; ``null`` as for Pearson's r."""


class MetricAgreement(TypedDict):
    """One metric beside people."""

    metric: str
    """The metric's name."""
    signature: str
    """The metric and the settings that the numbers depend on."""
    scores: dict[str, float | None]
    """The metric's score of each system; ``null`` where it is not defined."""
    pearson: SampledCorrelation
    """Pearson's r over systems."""
    spearman: SampledCorrelation
    """Spearman's rho over systems."""
    kendall: SampledCorrelation
    """Kendall's tau-b over systems."""
    accuracy: SampledNumber
    """The share of single comparisons in which the metric agrees with people."""
    sentence_tau: SampledNumber
    """Kendall's tau on single comparisons."""
    comparisons: int
    """The number of single comparisons that count."""
    tied: int
    """The number of those that people decide and the metric ties."""
    system_pairs: list[SystemPairAgreement]
    """Agreement by pairs of systems."""
    windows: list[SystemWindow]
    """Window analysis, from the best system on."""


class WilliamsTest(TypedDict):
    """Williams' test of two correlations."""

    t: float | None
    """Student's t; positive where the first correlation is higher; ``null`` where it is infinite."""
    p: float
    """The two-sided probability."""
    holm: float | None
    """The same, adjusted by Holm's method over the column's pairs of metrics."""


class MetricDifference(TypedDict):
    """The first metric's correlation with people less the second's."""

    metrics: list[str]
    """The two metrics."""
    pearson: SampledCorrelation
    """The difference of Pearson's r, with intervals of the paired bootstrap."""
    williams: WilliamsTest | None
    """The test; ``null`` with fewer than four systems, and where a correlation is not defined."""


class EvaluationColumn(TypedDict):
    """Metrics beside one kind of judgements, against one set of references."""

    judgements: str
    """What papers call the judgements."""
    method: str
    """The aggregation that made people's scores."""
    references: str
    """The name of the set of references."""
    reference_count: int
    """The number of references."""
    systems: str
    """The name of the set of systems."""
    people: dict[str, float | None]
    """People's score of each system."""
    metrics: list[MetricAgreement]
    """One for each metric."""
    differences: list[MetricDifference]
    """One for each pair of metrics."""


class EditTypeNorm(TypedDict):
    """How long the vectors of one type's edits are."""

    type: str
    """The ERRANT type without its operation."""
    edits: int
    """The number of edits."""
    mean: float
    """The mean L2 norm."""
    deviation: float
    """The sample's standard deviation."""


class EditVectors(TypedDict):
    """One system's edit vectors by type."""

    system: str
    """The system's name."""
    sentences: int
    """The number of its sentences, judged or not."""
    edits: int
    """The number of its edits, of all types."""
    least: int
    """The smallest number of edits of a type that is shown."""
    encoder: str
    """The encoder with its revision."""
    norms: list[EditTypeNorm]
    """One for each type, the shortest mean first."""


class TimedMetric(TypedDict):
    """A metric whose time is measured."""

    metric: str
    """The metric's name."""
    signature: str
    """The metric and the settings that its time depends on."""


class SystemTimes(TypedDict):
    """How long metrics take for one system's output."""

    system: str
    """The system's name."""
    edits: float
    """The mean number of edits in a sentence."""
    seconds: list[float]
    """CPU seconds for a sentence, in the order of the metrics."""


class MetricTimes(TypedDict):
    """How long metrics take with models loaded and an empty cache."""

    references: str
    """The name of the set of references."""
    sentences: int
    """The number of sentences."""
    metrics: list[TimedMetric]
    """The metrics that were measured."""
    systems: list[SystemTimes]
    """One for each system, that with the fewest edits first."""


class MetaEvaluation(TypedDict):
    """The output of ``evaluate seeda --format json`` and ``evaluate gjg15 --format json``. Numbers are unrounded."""

    generator: NotRequired[Literal["Markscheme"]]
    """The mark of a file that Markscheme wrote; not on standard output."""
    schema: Literal[1]
    """The version of this shape."""
    benchmark: str
    """The benchmark's name."""
    sentences: int
    """The number of its sentences."""
    aggregation: str
    """How metrics' scores of sentences became scores of systems."""
    people: list[str]
    """How people's judgements became scores of systems; each way has columns of its own."""
    score: str | None
    """The name of the score that ranks systems and sentences; ``null`` for each metric's main one."""
    unchanged_references: bool
    """Whether a reference that leaves a sentence as it is counts there."""
    reference_edits: Literal["extracted", "stated"]
    """Where the edits of references come from: ERRANT, or their file where it states them."""
    ties: str
    """What a metric's tie of two sentences means."""
    resamples: int
    """The number of bootstrap samples; 0 for no intervals."""
    seed: int
    """The seed of the samples."""
    percentiles: list[float] | None
    """The percentiles at which intervals end; ``null`` without samples."""
    columns: list[EvaluationColumn]
    """One for each kind of judgements, way to make people's scores, set of systems and set of references."""
    vectors: EditVectors | None
    """One system's edit vectors by type; ``null`` if not asked for."""
    times: MetricTimes | None
    """How long metrics take; ``null`` if not asked for."""


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
