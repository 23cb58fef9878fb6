"""Meta-evaluation of metrics as text, JSON, Markdown and LaTeX."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, groupby
from math import inf

import attrs

from markscheme.registry import Registry
from markscheme.reports._tables import (
    UNDEFINED,
    Table,
    TableReport,
    ends,
    number,
    probability,
    table_layouts,
)
from markscheme.reports.output import Cells, json_report
from markscheme.research.meta_evaluation import CORRELATIONS, TIE_POLICIES, Column, MetaEvaluation, Row
from markscheme.research.ranking import AGGREGATIONS, ScoringSettings

DEFAULT_TABLES = ("systems", "intervals", "sentences", "differences", "times")
"""The tables that are shown where none is named; those left out are long."""


def evaluation_report(evaluation: MetaEvaluation, names: Sequence[str] = DEFAULT_TABLES) -> TableReport:
    signatures = dict.fromkeys(row.signature for column in evaluation.columns for row in column.rows)
    return TableReport(
        tuple(tables(evaluation, names)), protocol(evaluation), tuple(signatures), evaluation.benchmark.title
    )


def tables(evaluation: MetaEvaluation, names: Sequence[str] = DEFAULT_TABLES) -> Iterator[Table]:
    """Yield the tables of these names, those of each kind of judgements first; one with nothing to show is left out."""
    chosen = [TABLES.get(name) for name in names]
    for title, columns in _judgements(evaluation):
        yield from (table for kind in chosen if kind.of_columns and (table := kind.of_columns(title, columns)))
    yield from (table for kind in chosen if kind.of_all and (table := kind.of_all(evaluation)))


def _judgements(evaluation: MetaEvaluation) -> Iterator[tuple[str, list[Column]]]:
    several = len(evaluation.settings.people) > 1
    for (title, method), columns in groupby(evaluation.columns, lambda item: (item.judgements.title, item.method)):
        yield f"{title} by {AGGREGATIONS.get(method).title}" if several else title, list(columns)


def protocol(evaluation: MetaEvaluation) -> tuple[str, ...]:
    settings = evaluation.settings
    resampling = settings.resampling
    people = " and ".join(_people(evaluation, method) for method in settings.people)
    lines = [
        f"{evaluation.benchmark.title}: {evaluation.sentences} sentences.",
        f"Metrics' scores of systems: {AGGREGATIONS.get(settings.aggregation).title}. People's: {people}.",
        f"Single comparisons: people's ties do not count; {TIE_POLICIES.get(settings.ties).title}.",
        *_scoring(settings.scoring),
        *_unrated(evaluation),
    ]
    if resampling.resamples:
        lines.append(
            f"Intervals hold {resampling.coverage} of {resampling.resamples} bootstrap samples "
            f"(seed {resampling.seed}), of sentences or of systems."
        )
    if evaluation.times is not None:
        lines.append(
            f"Times: CPU seconds of one process with models loaded and an empty cache, on {evaluation.times.sentences} "
            f"sentences with the references {evaluation.times.references.title}."
        )
    return tuple(lines)


def _scoring(settings: ScoringSettings) -> Iterator[str]:
    if settings.score is not None:
        yield f"Ranked by the score {settings.score}, by 1 minus it where smaller is better."
    if not settings.unchanged_references:
        yield "References that leave a sentence as it is don't count; sentences that no reference changes are left out."
    if settings.reference_edits == "stated":
        yield "Edits of references: those that their file states, where it does."


def _unrated(evaluation: MetaEvaluation) -> Iterator[str]:
    unrated = {(column.judgements.title, column.method): column.unrated for column in evaluation.columns}
    for (title, method), systems in unrated.items():
        if systems:
            verb = "has" if len(systems) == 1 else "have"
            yield (
                f"{title}: {', '.join(systems)} {verb} no decided comparison, and so no score by "
                f"{AGGREGATIONS.get(method).title}; correlations are over the others."
            )


def _people(evaluation: MetaEvaluation, method: str) -> str:
    published = all(method in item.published for item in evaluation.benchmark.judgements)
    return f"{AGGREGATIONS.get(method).title}, {'as published' if published else 'from their rankings'}"


def _overview(title: str, columns: Sequence[Column]) -> Table:
    symbols = " / ".join(correlation.symbol for correlation in CORRELATIONS.variants().values())
    rows = [
        (row.title, *(_correlations(column.rows[number]) for column in columns))
        for number, row in enumerate(columns[0].rows)
    ]
    return Table(f"{title}, systems: {symbols}", ("metric", *map(_name, columns)), [rows])


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
        for sampled in (row.accuracy, row.sentence_tau):
            yield from (number(sampled.value), ends(sampled.sentences))
        yield from (str(row.comparisons), str(row.tied))

    return _blocks(f"{title}, single comparisons", header, columns, cells)


def _differences(title: str, columns: Sequence[Column]) -> Table | None:
    if len(columns[0].rows) < 2:
        return None
    header = ("metrics", "difference of r", "by sentences", "by systems", "Williams' t", "p", "p (Holm)")
    blocks: list[tuple[tuple[str, ...], ...]] = []
    for column in columns:
        rows: list[tuple[str, ...]] = [_heading(column, header)]
        for item in column.differences:
            difference, test = item.pearson, item.williams
            rows.append(
                (
                    f"{item.first.title} – {item.second.title}",
                    number(difference.value),
                    ends(difference.sentences),
                    ends(difference.systems),
                    UNDEFINED if test is None else f"{test.statistic:.2f}",
                    probability(None if test is None else test.p),
                    probability(None if test is None else test.holm),
                )
            )
        blocks.append(tuple(rows))
    return Table(f"{title}, differences between metrics", header, blocks)


def _blocks(
    title: str, header: tuple[str, ...], columns: Iterable[Column], cells: Callable[[Row], Iterator[str]]
) -> Table:
    blocks = tuple((_heading(column, header), *(tuple(cells(row)) for row in column.rows)) for column in columns)
    return Table(title, header, blocks)


def _heading(column: Column, header: Sequence[str]) -> tuple[str, ...]:
    return (_name(column), *("" for _ in header[1:]))


def _name(column: Column) -> str:
    return f"{column.references.title} ({column.systems.title})"


def _correlations(row: Row) -> str:
    return " / ".join(number(interval.value) for interval in row.correlations.values())


def _windows(title: str, columns: Sequence[Column]) -> Table | None:
    if not any(row.windows for column in columns for row in column.rows):
        return None
    header = ("people's ranks", *(row.title for row in columns[0].rows))
    blocks: list[tuple[tuple[str, ...], ...]] = []
    for column in columns:
        rows = [_heading(column, header)]
        for same in zip(*(row.windows for row in column.rows), strict=True):
            first, last = same[0].first, same[0].first + len(same[0].systems) - 1
            cells = (f"{number(window.pearson)} / {number(window.spearman)}" for window in same)
            rows.append((f"{first}–{last}: {', '.join(same[0].systems)}", *cells))
        blocks.append(tuple(rows))
    return Table(f"{title}, windows of systems by people's scores: r / ρ", header, blocks)


def _pairs(title: str, columns: Sequence[Column]) -> Table | None:
    if not any(row.pairs for column in columns for row in column.rows):
        return None
    header = ("systems", "comparisons", *(row.title for row in columns[0].rows))
    blocks: list[tuple[tuple[str, ...], ...]] = []
    for column in columns:
        by_pair = [{pair.systems: pair for pair in row.pairs} for row in column.rows]
        rows = [_heading(column, header)]
        for systems in combinations(column.systems.systems, 2):
            pairs = [pairs.get(systems) for pairs in by_pair]
            counts = [pair.comparisons if pair else 0 for pair in pairs]
            if any(counts):
                count = str(max(counts)) if min(counts) == max(counts) else f"{min(counts)}–{max(counts)}"
                shares = (number(pair.accuracy if pair else None) for pair in pairs)
                rows.append((" – ".join(systems), count, *shares))
        blocks.append(tuple(rows))
    return Table(f"{title}, agreement by pairs of systems", header, blocks)


def _people_scores(title: str, columns: Sequence[Column]) -> Table:
    scores = {column.systems.title: column.people for column in columns}

    def best(name: str) -> float:
        values = (people.get(name) for people in scores.values())
        return max((value for value in values if value is not None), default=-inf)

    names = sorted(dict.fromkeys(name for people in scores.values() for name in people), key=best, reverse=True)
    rows = [(name, *(number(people.get(name)) for people in scores.values())) for name in names]
    return Table(f"{title}, people's scores of systems", ("system", *scores), [rows])


def _times(evaluation: MetaEvaluation) -> Table | None:
    if evaluation.times is None:
        return None
    rows = [
        (item.system, f"{item.edits:.2f}", *(f"{seconds:.4f}" for seconds in item.seconds))
        for item in evaluation.times.systems
    ]
    columns = ("system", "edits", *(item.title for item in evaluation.times.metrics))
    return Table("CPU seconds for a sentence", columns, [rows])


@attrs.frozen
class TableKind:
    """A table of one kind of judgements, given title and columns, or of all; ``None`` where it has nothing to show."""

    of_columns: Callable[[str, Sequence[Column]], Table | None] | None = None
    of_all: Callable[[MetaEvaluation], Table | None] | None = None


SYSTEMS = TableKind(_overview)
INTERVALS = TableKind(_systems)
SENTENCES = TableKind(_sentences)
DIFFERENCES = TableKind(_differences)
WINDOWS = TableKind(_windows)
PAIRS = TableKind(_pairs)
PEOPLE = TableKind(_people_scores)
TIMES = TableKind(of_all=_times)

TABLES: Registry[TableKind] = Registry(
    "table",
    {
        name: f"{__name__}:{name.upper()}"
        for name in (
            "systems",
            "intervals",
            "sentences",
            "differences",
            "windows",
            "pairs",
            "people",
            "times",
        )
    },
)


_CORRELATION_COLUMNS = (
    *("judgements", "people", "references", "systems", "metric", "measure", "value"),
    *("low by sentences", "high by sentences", "low by systems", "high by systems", "signature"),
)


def _correlation_cells(evaluation: MetaEvaluation) -> Cells:
    """Return each metric's agreement with people, unrounded; intervals are of sentences, and of systems, as drawn."""
    return _CORRELATION_COLUMNS, (
        (column.judgements.title, column.method, column.references.name, column.systems.name, row.metric, *cells)
        for column in evaluation.columns
        for row in column.rows
        for cells in _measures(row)
    )


def _measures(row: Row) -> Iterator[tuple[object, ...]]:
    for name, over_systems in row.correlations.items():
        yield name, over_systems.value, *over_systems.sentences, *over_systems.systems, row.signature
    for name, share in (("accuracy", row.accuracy), ("sentence_tau", row.sentence_tau)):
        yield name, share.value, *share.sentences, None, None, row.signature


LAYOUTS = table_layouts(
    lambda evaluation, names, _: evaluation_report(evaluation, names),
    json=lambda evaluation, _: json_report(evaluation),
    cells=lambda evaluation, _: _correlation_cells(evaluation),
)
"""They take an evaluation and the names of the tables that are shown; JSON has everything."""
