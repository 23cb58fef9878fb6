"""The tables of a meta-evaluation, which text, Markdown and LaTeX lay out each in its own way."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from markscheme.annotation.agreement.resampling import Estimate
from markscheme.evaluation.correlation.agreement_by_sentence import TIE_POLICIES
from markscheme.evaluation.correlation.columns import Column, Row
from markscheme.evaluation.correlation.correlations import CORRELATIONS
from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.evaluation.ranking.aggregations import AGGREGATIONS

UNDEFINED = "–"
"""Stands for a number that is not defined."""
SMALLEST_SHOWN = 0.001
"""Smallest p value that is written out."""


@attrs.frozen
class Table:
    """A table of texts; the first column has names.

    Attributes
    ----------
    blocks
        Rows that belong together.
    """

    title: str
    header: tuple[str, ...]
    blocks: tuple[tuple[tuple[str, ...], ...], ...]


def tables(evaluation: MetaEvaluation) -> Iterator[Table]:
    """Yield the tables: for each kind of judgements correlations side by side, and then everything with intervals."""
    for judgements in evaluation.benchmark.judgements:
        columns = [column for column in evaluation.columns if column.judgements.name == judgements.name]
        yield _overview(judgements.title, columns)
        yield _systems(judgements.title, columns)
        yield _sentences(judgements.title, columns)
        if len(columns[0].rows) > 1:
            yield _differences(judgements.title, columns)


def protocol(evaluation: MetaEvaluation) -> tuple[str, ...]:
    """Return sentences that say how the numbers were made, and the metrics' signatures."""
    settings = evaluation.settings
    resampling = settings.resampling
    people = AGGREGATIONS.get(settings.people).title
    published = all(settings.people in item.published for item in evaluation.benchmark.judgements)
    lines = [
        f"{evaluation.benchmark.title}: {len(evaluation.benchmark.source.sides)} sentences.",
        f"Metrics' scores of systems: {AGGREGATIONS.get(settings.aggregation).title}. "
        f"People's: {people}, {'as published' if published else 'from their rankings'}.",
        f"Single comparisons: people's ties do not count; {TIE_POLICIES.get(settings.ties).title}.",
    ]
    if resampling.resamples:
        lines.append(
            f"Intervals hold {resampling.confidence:.0%} of {resampling.resamples} bootstrap samples "
            f"(seed {resampling.seed}), of sentences or of systems."
        )
    signatures = dict.fromkeys(row.signature for column in evaluation.columns for row in column.rows)
    return (*lines, *signatures)


def _overview(title: str, columns: Sequence[Column]) -> Table:
    symbols = " / ".join(correlation.symbol for correlation in CORRELATIONS.variants().values())
    rows = [
        (row.title, *(_correlations(column.rows[number]) for column in columns))
        for number, row in enumerate(columns[0].rows)
    ]
    return Table(f"{title}, systems: {symbols}", ("metric", *map(_name, columns)), (tuple(rows),))


def _systems(title: str, columns: Iterable[Column]) -> Table:
    header = ("metric", "r", "by sentences", "by systems", "ρ", "by sentences", "by systems")

    def cells(row: Row) -> Iterator[str]:
        yield row.title
        for name in ("pearson", "spearman"):
            interval = row.correlations[name]
            yield from (number(interval.value), ends(interval.sentences), ends(interval.systems))

    return _blocks(f"{title}, systems: intervals", header, columns, cells)


def _sentences(title: str, columns: Iterable[Column]) -> Table:
    header = ("metric", "accuracy", "by sentences", "τ", "by sentences", "comparisons", "tied")

    def cells(row: Row) -> Iterator[str]:
        yield row.title
        for estimate in (row.accuracy, row.tau):
            yield from (number(estimate.value), ends(estimate))
        yield from (str(row.compared), str(row.tied))

    return _blocks(f"{title}, single comparisons", header, columns, cells)


def _differences(title: str, columns: Iterable[Column]) -> Table:
    header = ("metrics", "difference of r", "by sentences", "by systems", "Williams' t", "p", "p (Holm)")
    blocks: list[tuple[tuple[str, ...], ...]] = []
    for column in columns:
        rows: list[tuple[str, ...]] = [_heading(column, header)]
        for item in column.differences:
            first, second = (column.rows[place].title for place in item.metrics)
            interval = item.difference
            test = (UNDEFINED,) * 2 if item.test is None else (f"{item.test.statistic:.2f}", probability(item.test.p))
            rows.append(
                (
                    f"{first} – {second}",
                    number(interval.value),
                    ends(interval.sentences),
                    ends(interval.systems),
                    *test,
                    probability(item.adjusted),
                )
            )
        blocks.append(tuple(rows))
    return Table(f"{title}, differences between metrics", header, tuple(blocks))


def _blocks(
    title: str, header: tuple[str, ...], columns: Iterable[Column], cells: Callable[[Row], Iterator[str]]
) -> Table:
    """Return a table with a block for each column of the evaluation, and in it a row for each metric."""
    blocks = tuple((_heading(column, header), *(tuple(cells(row)) for row in column.rows)) for column in columns)
    return Table(title, header, blocks)


def _heading(column: Column, header: Sequence[str]) -> tuple[str, ...]:
    return (_name(column), *("" for _ in header[1:]))


def _name(column: Column) -> str:
    return f"{column.references.title} ({column.systems.title})"


def _correlations(row: Row) -> str:
    return " / ".join(number(interval.value) for interval in row.correlations.values())


def number(value: float | None) -> str:
    """Return a number as papers write it, without the zero before the point.

    >>> number(-0.0512), number(1.0), number(None)
    ('-.051', '1.000', '–')
    """
    if value is None:
        return UNDEFINED
    text = f"{value:.3f}"
    if text == "-0.000":
        return ".000"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def probability(value: float | None) -> str:
    """Return a p value as papers write it.

    >>> probability(0.0002), probability(0.04)
    ('<.001', '.040')
    """
    return "<.001" if value is not None and value < SMALLEST_SHOWN else number(value)


def ends(estimate: Estimate) -> str:
    """Return the two ends of an interval."""
    if estimate.low is None or estimate.high is None:
        return UNDEFINED
    return f"{number(estimate.low)} to {number(estimate.high)}"
