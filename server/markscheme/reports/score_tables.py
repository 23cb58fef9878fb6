"""Systems' scores as rows, and rows as the table of a paper, or as tidy CSV.

A row is one score of one system under one metric. :class:`PaperTable` lays rows out with a system a line and a metric a
column. CSV has a row a line, unrounded, below one line of column names.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any, Literal

import attrs

from markscheme.documents.tables import harmless
from markscheme.errors import ChoiceError
from markscheme.metrics.base import Metric, headline

if TYPE_CHECKING:
    from markscheme.research.resampling import ResamplingSettings
    from markscheme.research.system_comparison import Comparison, MetricComparison
    from markscheme.scoring.scorer import Run

COLUMNS = ("system", "metric", "score", "value", "low", "high", "p", "against", "signature")
"""The columns of tidy CSV, and of a data frame."""


@attrs.frozen
class ScoreRow:
    """One score of one system. Numbers are unrounded; ``None`` stands for one that is not defined or not asked for."""

    system: str
    metric: str
    """The metric's name."""
    score: str
    """The score's name, such as ``precision``."""
    value: float | None
    low: float | None = None
    """The lower end of its interval."""
    high: float | None = None
    p: float | None = None
    """Two-sided, of the difference from the system ``against``, by paired randomisation, after Holm's adjustment."""
    signature: str = ""
    against: str = ""
    title: str = ""
    """The metric's title."""
    is_headline: bool = False
    """Whether it is the score that the metric is known by."""
    lower_is_better: bool = False
    is_bounded: bool = True
    """Whether it is at most 1."""


def score_rows(runs: Iterable["Run"]) -> tuple[ScoreRow, ...]:
    """Return the scores of runs, each run's in the metric's order."""
    return tuple(row for run in runs for row in _run_rows(run))


def _run_rows(run: "Run") -> Iterator[ScoreRow]:
    scores: Mapping[str, float] = attrs.asdict(run.result.scores)
    known_by = headline(tuple(scores))
    for name, value in scores.items():
        yield ScoreRow(
            run.system,
            run.metric.name,
            name,
            None if value != value else float(value),  # NaN is a score that is not defined
            signature=run.signature,
            title=run.metric.title,
            is_headline=name == known_by,
            lower_is_better=name in run.metric.lower_is_better,
            is_bounded=run.metric.is_bounded,
        )


def comparison_rows(comparison: "Comparison", baseline: str | None = None) -> tuple[ScoreRow, ...]:
    """Return the scores of all edits, with intervals; p is of the difference from the baseline, or from the best.

    Raise ChoiceError if the baseline is no system.
    """
    if baseline is not None and baseline not in comparison.systems:
        raise ChoiceError(f"there is no system {baseline!r}. The systems are {', '.join(comparison.systems)}")
    metrics = zip(comparison.metrics, comparison.request.metrics, strict=True)
    return tuple(row for item, metric in metrics for row in _compared_rows(item, metric, baseline))


def _compared_rows(item: "MetricComparison", metric: Metric[Any], baseline: str | None) -> Iterator[ScoreRow]:
    systems = item.of_group()
    against = {
        name: baseline or _best({one.system: one.scores[name].value for one in systems}, name in metric.lower_is_better)
        for name in systems[0].scores
    }
    tests = {
        (one.score, *pair): one.randomisation.adjusted
        for one in item.differences
        if not one.group
        for pair in ((one.first, one.second), (one.second, one.first))
    }
    for one in systems:
        for name, estimate in one.scores.items():
            yield ScoreRow(
                one.system,
                item.metric,
                name,
                *(estimate.value, estimate.low, estimate.high),
                tests.get((name, one.system, against[name])),
                item.signature,
                against[name] if one.system != against[name] else "",
                item.title,
                name == item.headline,
                name in metric.lower_is_better,
                metric.is_bounded,
            )


def _best(values: Mapping[str, float | None], lower_is_better: bool) -> str:
    defined = {system: value for system, value in values.items() if value is not None}
    choose = min if lower_is_better else max
    return choose(defined, key=defined.__getitem__) if defined else ""


def tidy(rows: Iterable[ScoreRow]) -> list[dict[str, Any]]:
    """Return rows as mappings of :data:`COLUMNS` to values, for CSV and data frames."""
    return [{name: getattr(row, name) for name in COLUMNS} for row in rows]


def tidy_csv(rows: Iterable[ScoreRow], delimiter: Literal[",", "\t"] = ",") -> str:
    """Return rows as CSV or TSV; a number that is not defined is an empty cell."""
    lines = StringIO(newline="")
    writer = csv.DictWriter(lines, COLUMNS, delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    for row in tidy(rows):
        writer.writerow({key: harmless(cell) if isinstance(cell, str) else cell for key, cell in row.items()})
    return lines.getvalue()


@attrs.frozen(kw_only=True)
class PaperTable:
    """How scores are laid out: a system a line, a metric a column, or a column for each of its ``scores``."""

    scores: tuple[str, ...] = ()
    """Names of scores that are shown beside the one that each metric is known by; ``all`` for all of them."""
    intervals: Literal["none", "brackets", "plus-minus"] = "none"
    scale: Literal[1, 100] = 100
    decimals: int = attrs.field(default=1, validator=[attrs.validators.ge(0), attrs.validators.le(10)])
    level: float = 0.05
    """A system is marked where p is below it; 0 for no marks."""
    bold: bool = True
    """Whether the best of a column is in bold; all of those that look alike."""
    caption: str = ""
    label: str = "tab:scores"

    def latex(self, rows: Sequence[ScoreRow], resampling: "ResamplingSettings | None" = None) -> str:
        """Return a table for a document that loads booktabs; the caption has the signatures."""
        raise NotImplementedError

    def markdown(self, rows: Sequence[ScoreRow], resampling: "ResamplingSettings | None" = None) -> str:
        raise NotImplementedError

    def html(self, rows: Sequence[ScoreRow], resampling: "ResamplingSettings | None" = None) -> str:
        raise NotImplementedError
