"""What scoring and comparing a corpus return: rows for tables, data frames and LaTeX, and numbers of sentences."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Literal

import attrs

from markscheme.documents.corpus import Faults
from markscheme.errors import ChoiceError, installing
from markscheme.reports.score_tables import COLUMNS, PaperTable, ScoreRow, comparison_rows, score_rows, tidy
from markscheme.scoring.scorer import Run

if TYPE_CHECKING:
    import pandas as pd

    from markscheme.research.resampling import ResamplingSettings
    from markscheme.research.system_comparison import Comparison as SystemComparison


@attrs.frozen
class SentenceRow:
    """What one sentence of one system has under one metric."""

    system: str
    metric: str
    sentence: int
    """Its number, from 1."""
    reference: int | None
    """The 0-based index of the reference that it is scored against; ``None`` if there is no single one."""
    counts: Mapping[str, float]
    scores: Mapping[str, float | None]


class SentenceRows(tuple[SentenceRow, ...]):
    """Sentences' numbers: metric by metric, system by system, in order; empty if they were not kept."""

    __slots__ = ()

    def to_frame(self) -> "pd.DataFrame":
        """Return a row a sentence; needs ``markscheme[pandas]``.

        Columns are ``system``, ``metric``, ``sentence``, ``reference``, and ``counts.NAME`` and ``scores.NAME``.
        """
        return _frame([dict(_cells(row)) for row in self], ("system", "metric", "sentence", "reference"))


def _cells(row: SentenceRow) -> Iterator[tuple[str, str | float | None]]:
    yield from (("system", row.system), ("metric", row.metric))
    yield from (("sentence", row.sentence), ("reference", row.reference))
    yield from ((f"counts.{name}", value) for name, value in row.counts.items())
    yield from ((f"scores.{name}", value) for name, value in row.scores.items())


def _frame(rows: Sequence[Mapping[str, object]], columns: Sequence[str]) -> "pd.DataFrame":
    try:
        import pandas
    except ImportError as error:
        raise ChoiceError(f"a data frame needs pandas. {installing('pandas')}") from error
    return pandas.DataFrame(rows, columns=None if rows else list(columns))


class ScoreTable(ABC):
    """Scores of systems under metrics, as rows of which tables are made."""

    @property
    @abstractmethod
    def rows(self) -> tuple[ScoreRow, ...]:
        """One for each metric, system and score, in this order."""

    @property
    @abstractmethod
    def sentences(self) -> SentenceRows: ...

    def __repr__(self) -> str:
        systems, metrics = (dict.fromkeys(getattr(row, name) for row in self.rows) for name in ("system", "metric"))
        return f"<{type(self).__name__} of {', '.join(systems)} under {', '.join(metrics)}>"

    @property
    def signatures(self) -> tuple[str, ...]:
        """How each metric's numbers were made."""
        return tuple(dict.fromkeys(row.signature for row in self.rows))

    @property
    def _resampling(self) -> "ResamplingSettings | None":
        return None

    def to_frame(self) -> "pd.DataFrame":
        """Return a row a score, with the columns of tidy CSV; needs ``markscheme[pandas]``."""
        return _frame(tidy(self.rows), COLUMNS)

    def to_latex(
        self,
        *,
        scores: str | Sequence[str] = (),
        intervals: Literal["none", "brackets", "plus-minus"] = "none",
        scale: Literal[1, 100] = 100,
        decimals: int = 1,
        level: float = 0.05,
        bold: bool = True,
        caption: str = "",
        label: str = "tab:scores",
    ) -> str:
        """Return a table of LaTeX, with booktabs: a system a line, a metric a column; signatures are in the caption.

        Beside the score that a metric is known by, others are shown by name, or ``"all"``. A system is marked where p
        is below ``level``; the best of each column is ``bold``.
        """
        names = (scores,) if isinstance(scores, str) else tuple(scores)
        table = PaperTable(
            scores=names,
            intervals=intervals,
            scale=scale,
            decimals=decimals,
            level=level,
            bold=bold,
            caption=caption,
            label=label,
        )
        return table.latex(self.rows, self._resampling)


@attrs.frozen(repr=False)
class Scores(ScoreTable):
    """Every system's score under every metric."""

    runs: tuple[Run, ...]
    """One for each metric and system, with counts and everything else that the metric returned."""
    faults: Faults = Faults()
    """Lines of the files that are not as their format says."""

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        return score_rows(self.runs)

    @property
    def sentences(self) -> SentenceRows:
        return SentenceRows(row for run in self.runs for row in _sentence_rows(run))


def _sentence_rows(run: Run) -> Iterator[SentenceRow]:
    left_out = frozenset(run.left_out)
    numbers = (number for number in count(1) if number not in left_out)
    for number, sentence in zip(numbers, run.result.sentences, strict=False):
        counts, scores = attrs.asdict(sentence.counts), attrs.asdict(sentence.scores)
        yield SentenceRow(run.system, run.metric.name, number, sentence.reference, counts, scores)


@attrs.frozen(repr=False)
class Comparison(ScoreTable):
    """Systems' scores with intervals, and their differences with p values."""

    result: "SystemComparison"
    """All numbers: counts, differences of each pair of systems, scores by error type."""
    baseline: str | None = None
    """The system that the others' p values are against; ``None`` for the best."""
    faults: Faults = Faults()
    """Lines of the files that are not as their format says."""

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        return comparison_rows(self.result, self.baseline)

    @property
    def sentences(self) -> SentenceRows:
        return SentenceRows(
            SentenceRow(one.system, item.metric, one.sentence + 1, one.reference, one.counts, one.scores)
            for item in self.result.all
            for one in item.sentences
        )

    @property
    def _resampling(self) -> "ResamplingSettings":
        return self.result.request.settings
