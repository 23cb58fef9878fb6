"""Systems' scores as rows, and rows as the table of a paper, or as tidy CSV.

A row is one score of one system under one metric. :class:`PaperTable` lays rows out with a system a line and a metric a
column. CSV has a row a line, unrounded, below one line of column names.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import attrs

from markscheme.errors import ChoiceError
from markscheme.metrics.base import Metric, common_signature, distinct_titles, headline
from markscheme.reports._tables import (
    UNDEFINED,
    Cell,
    Table,
    TableReport,
    latex_report,
    markdown_report,
    page_report,
    terminal_report,
)
from markscheme.reports.output import Cells, csv_report

if TYPE_CHECKING:
    from markscheme.research.resampling import ResamplingSettings
    from markscheme.research.system_comparison import Comparison, Difference, MetricComparison
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
    """The system that p is of the difference from; empty for that system itself."""
    group: str | None = None
    """The group of error types that is scored; ``None`` for all edits."""
    title: str = ""
    """The metric's title."""
    is_headline: bool = False
    """Whether it is the score that the metric is known by."""
    lower_is_better: bool = False
    is_bounded: bool = True
    """Whether it is at most 1."""
    family: int = 0
    """How many differences the adjustment of p is over."""


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
    """Return the scores of all edits, then of groups of types; p is of the difference from the baseline, or the best.

    Raise ChoiceError if the baseline is no system.
    """
    if baseline is not None and baseline not in comparison.systems:
        raise ChoiceError(f"there is no system {baseline!r}. The systems are {', '.join(comparison.systems)}")
    metrics = zip(comparison.metrics, comparison.request.metrics, strict=True)
    return tuple(row for item, metric in metrics for row in _compared_rows(item, metric, baseline))


def _compared_rows(item: "MetricComparison", metric: Metric[Any], baseline: str | None) -> Iterator[ScoreRow]:
    tests = _tests(item.differences, baseline)
    for group in dict.fromkeys(one.group for one in item.scores):
        systems = item.of_group(group)
        for one in systems:
            for name, estimate in one.scores.items():
                lower_is_better = name in metric.lower_is_better
                values = {other.system: other.scores[name].value for other in systems}
                against = baseline or _best(values, lower_is_better)
                p, family = tests.get((group, name, one.system, against), (None, 0))
                yield ScoreRow(
                    one.system,
                    item.metric,
                    name,
                    *(estimate.value, estimate.low, estimate.high, p),
                    item.signature,
                    against if one.system != against else "",
                    group,
                    item.title,
                    name == item.headline,
                    lower_is_better,
                    metric.is_bounded,
                    family,
                )


def _tests(
    differences: Sequence["Difference"], baseline: str | None
) -> dict[tuple[str | None, str, str, str], tuple[float | None, int]]:
    """Return each tested pair's p after Holm's adjustment, and over how many differences that is.

    They are all pairs, or the pairs with a baseline, since no others are tested then: so more can be shown.
    """
    from markscheme.research.resampling import holm

    tested: list[tuple[Difference, float | None, int]] = []
    if baseline is None:
        tested = [(one, one.randomisation.adjusted, one.family) for one in differences]
    families: dict[tuple[bool, str], list[Difference]] = {}
    for one in differences:
        if one.randomisation.value is not None and baseline in (one.first, one.second):
            families.setdefault((one.group is None, one.score), []).append(one)
    for family in families.values():
        adjusted = holm([one.randomisation.value or 0.0 for one in family])
        tested += [(one, p, len(family)) for one, p in zip(family, adjusted, strict=True)]
    return {
        (one.group, one.score, *pair): (p, size)
        for one, p, size in tested
        for pair in ((one.first, one.second), (one.second, one.first))
    }


def _best(values: Mapping[str, float | None], lower_is_better: bool) -> str:
    defined = {system: value for system, value in values.items() if value is not None}
    choose = min if lower_is_better else max
    return choose(defined, key=defined.__getitem__) if defined else ""


def tidy(rows: Sequence[ScoreRow]) -> list[dict[str, Any]]:
    """Return rows as mappings of columns to values, for data frames; with ``group`` where rows are of groups."""
    columns = (*COLUMNS, "group") if any(row.group is not None for row in rows) else COLUMNS
    return [{name: getattr(row, name) for name in columns} for row in rows]


def tidy_cells(rows: Sequence[ScoreRow]) -> Cells:
    """Return rows as CSV and TSV have them: columns, and what stands in them."""
    items = tidy(rows)
    return tuple(items[0]) if items else COLUMNS, (item.values() for item in items)


def tidy_csv(rows: Sequence[ScoreRow], delimiter: Literal[",", "\t"] = ",") -> str:
    """Return rows as CSV or TSV; a number that is not defined is an empty cell."""
    return csv_report(*tidy_cells(rows), delimiter=delimiter)


def resamples_note(family: int, resamples: int, level: float) -> str:
    """Return that no p can be below the level after Holm's adjustment over so many differences; else nothing."""
    least = family / (resamples + 1)
    if least <= level:
        return ""
    return (
        f"With {resamples} resamples no adjusted p can be below {min(least, 1):.3f}: for {level:g} take "
        f"{math.ceil(family / level) - 1} or more."
    )


def excess_note(rows: Iterable[ScoreRow], scale: int = 1) -> str:
    """Return which metrics' scores can be more than 1, and are not 1 of a perfect correction; else nothing."""
    titles = dict.fromkeys(row.title or row.metric for row in rows if not row.is_bounded)
    if not titles:
        return ""
    return f"Scores of {' and '.join(titles)} can exceed {scale}, and a perfect correction's is not {scale}."


def _label(row: ScoreRow, *, is_alone: bool) -> str:
    """Return the words above a column, below the metric's: F with its beta, nothing for a metric's only score."""
    if row.score == "f":
        beta = next((part.removeprefix("beta:") for part in row.signature.split("|") if part.startswith("beta:")), "")
        return f"F{beta.removesuffix('.0')}"
    return "" if is_alone else row.score.replace("_", " ")


MARK = "*"
"""Stands behind a score that differs from another system's by more than chance."""
ALL = "all"
"""Stands for all scores of a metric."""


@attrs.frozen(kw_only=True)
class PaperTable:
    """How scores are laid out: a system a line, a metric a column, or a column for each of its ``scores``."""

    scores: tuple[str, ...] = ()
    """Names of scores that are shown beside the one that each metric is known by; ``all`` for all of them."""
    intervals: Literal["none", "brackets", "plus-minus"] = attrs.field(
        default="none", validator=attrs.validators.in_(("none", "brackets", "plus-minus"))
    )
    """``plus-minus`` shows half the width of the interval."""
    scale: int = attrs.field(default=100, validator=attrs.validators.in_((1, 100)))
    decimals: int = attrs.field(default=1, validator=[attrs.validators.ge(0), attrs.validators.le(10)])
    level: float = attrs.field(default=0.05, validator=[attrs.validators.ge(0.0), attrs.validators.lt(1.0)])
    """A system is marked where p is below it; 0 for no marks."""
    bold: bool = True
    """Whether the best of a column is in bold, and all that look the same; never where it is alone."""
    caption: str = ""
    """The caption's first sentence, in place of one that says what stands in the table."""
    label: str = "tab:scores"
    """What LaTeX's ``\\ref`` refers to the table by."""

    def latex(self, rows: Sequence[ScoreRow], resampling: "ResamplingSettings | None" = None) -> str:
        """Return a table for a document that loads booktabs. Its caption has the signatures.

        Raise ChoiceError if there is no row, or no metric has a score that is asked for.
        """
        return latex_report(self._report(rows, resampling))

    def markdown(self, rows: Sequence[ScoreRow], resampling: "ResamplingSettings | None" = None) -> str:
        return markdown_report(self._report(rows, resampling))

    def html(self, rows: Sequence[ScoreRow], resampling: "ResamplingSettings | None" = None) -> str:
        """Return a page."""
        return page_report(self._report(rows, resampling))

    def text(self, rows: Sequence[ScoreRow], width: int, resampling: "ResamplingSettings | None" = None) -> str:
        """Return the table for a terminal, without bold."""
        table = attrs.evolve(self, bold=False).table(rows, resampling)
        return terminal_report(TableReport((table,), signatures=table.signatures), width)

    def _report(self, rows: Sequence[ScoreRow], resampling: "ResamplingSettings | None") -> TableReport:
        table = self.table(rows, resampling)
        return TableReport((table,), signatures=table.signatures, title=self.caption or "Scores of systems")

    def table(self, rows: Sequence[ScoreRow], resampling: "ResamplingSettings | None" = None) -> Table:
        """Return the table, of all edits; ``resampling`` is how intervals and p were made, which its note then says."""
        rows = [row for row in rows if row.group is None]
        metrics = self._metrics(rows)
        systems = tuple(dict.fromkeys(row.system for row in rows))
        signatures = [
            common_signature([row.signature or f"metric:{row.metric}" for row in metric[0]]) for metric in metrics
        ]
        titles = distinct_titles([metric[0][0].title or metric[0][0].metric for metric in metrics], signatures)
        labels = [_label(column[0], is_alone=len(metric) == 1) for metric in metrics for column in metric]
        cells = [self._cells(column, systems) for metric in metrics for column in metric]
        spans = tuple((title, len(metric)) for title, metric in zip(titles, metrics, strict=True))
        has_labels = any(labels)
        return Table(
            self.caption or f"Scores of systems{' (× 100)' if self.scale == 100 else ''}",
            ("system", *(labels if has_labels else titles)),
            [zip(systems, *cells, strict=True)],
            note=" ".join(self._notes([row for metric in metrics for column in metric for row in column], resampling)),
            spans=(("", 1), *spans) if has_labels else (),
            label=self.label,
            signatures=tuple(dict.fromkeys(signatures)),
        )

    def _metrics(self, rows: Sequence[ScoreRow]) -> list[list[list[ScoreRow]]]:
        """Return the rows of each metric's columns; a metric that comes again has other settings."""
        names = dict.fromkeys(row.score for row in rows)
        if not names:
            raise ChoiceError("there is no score for a table")
        if unknown := [name for name in self.scores if name not in (*names, ALL)]:
            raise ChoiceError(f"no metric here has a score {unknown[0]!r}. There are {', '.join(names)}")
        seen: Counter[tuple[str, str, str]] = Counter()
        metrics: dict[tuple[str, int], dict[str, list[ScoreRow]]] = {}
        for row in rows:
            seen[row.system, row.metric, row.score] += 1
            if row.is_headline or row.score in self.scores or ALL in self.scores:
                columns = metrics.setdefault((row.metric, seen[row.system, row.metric, row.score]), {})
                columns.setdefault(row.score, []).append(row)
        return [[*columns.values()] for columns in metrics.values()]

    def _cells(self, column: Sequence[ScoreRow], systems: Sequence[str]) -> list[Cell]:
        values = [row.value for row in column if row.value is not None]
        choose = min if column[0].lower_is_better else max
        best = self._number(choose(values)) if values and len(systems) > 1 else ""
        cells = {row.system: self._cell(row, best) for row in column}
        return [cells.get(system, Cell(UNDEFINED)) for system in systems]

    def _cell(self, row: ScoreRow, best: str) -> Cell:
        if row.value is None:
            return Cell(UNDEFINED)
        words = self._number(row.value)
        return Cell(
            words,
            is_bold=self.bold and words == best,
            mark=MARK if row.p is not None and row.p < self.level else "",
            detail=self._interval(row),
        )

    def _number(self, value: float) -> str:
        return f"{value * self.scale:z.{self.decimals}f}"

    def _interval(self, row: ScoreRow) -> str:
        if self.intervals == "none" or row.low is None or row.high is None:
            return ""
        if self.intervals == "plus-minus":
            return f"± {self._number((row.high - row.low) / 2)}"
        return f"[{self._number(row.low)}, {self._number(row.high)}]"

    def _notes(self, rows: Sequence[ScoreRow], resampling: "ResamplingSettings | None") -> Iterator[str]:
        if self.bold and len({row.system for row in rows}) > 1:
            yield "Best in bold."
        lower = dict.fromkeys(row.score.replace("_", " ") for row in rows if row.lower_is_better)
        if lower:
            yield f"Lower is better for {', '.join(lower)}."
        tested = [row for row in rows if row.p is not None]
        if self.level and tested:
            others = {row.against for row in tested}
            against = others.pop() if len(others) == 1 else "the best of the column"
            swaps = f" with {resampling.resamples} swaps of sentences" if resampling else ""
            pairs = math.comb(len({row.system for row in rows}), 2)
            family = max((row.family for row in tested if row.group is None), default=pairs)
            over = "all pairs of systems" if family == pairs else f"the {family} systems that are compared with it"
            test = f"paired randomisation{swaps}, Holm's adjustment over {over}"
            is_marked = any(row.p is not None and row.p < self.level for row in tested)
            found = f"{MARK} differs from {against}" if is_marked else f"No system differs from {against}"
            yield f"{found} (p < {self.level:g}; {test})."
            if resampling:
                yield from filter(None, [resamples_note(family, resampling.resamples, self.level)])
        if self.intervals != "none" and any(row.low is not None for row in rows):
            what = "Brackets:" if self.intervals == "brackets" else "±: half the width of"
            of = f" of {resampling.coverage} from {resampling.resamples} bootstrap resamples" if resampling else ""
            yield f"{what} intervals{of}."
        yield from filter(None, [excess_note(rows, self.scale)])


@attrs.frozen(kw_only=True)
class TableChoice:
    """What a report of scores shows: tables by their names, or those that are usual for the kind of output."""

    names: tuple[str, ...] = ()
    paper: PaperTable = PaperTable()
    baseline: str | None = None
    """The system with which others are compared; ``None`` for the best of a column."""
