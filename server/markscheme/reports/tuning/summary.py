"""What was chosen, as a table for people."""

from collections.abc import Mapping
from typing import Any

import attrs
from rich import box
from rich.table import Table as TerminalTable
from rich.text import Text

from markscheme.evaluation.tuning.objectives import OBJECTIVES
from markscheme.evaluation.tuning.selection import mean_gain
from markscheme.evaluation.tuning.tuning import MetricTuning, Tuning
from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.signature import numbers
from markscheme.reports.terminal import rendered
from markscheme.reports.tuning.settings_document import decision
from markscheme.resampling.intervals import Estimate
from markscheme.scoring.metric_settings.values import plain_value

_HEADINGS = ("Metric", "Tried", "Default", "Best", "Difference", "Left-out references", "Other halves", "Chosen")


def summary(tuning: Tuning, width: int) -> str:
    """Return a table with a row for each metric, and what its numbers are.

    Parameters
    ----------
    width
        Of the console, in columns.
    """
    table = TerminalTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for heading in _HEADINGS:
        table.add_column(heading)
    for item in tuning.metrics:
        table.add_row(*_cells(item))
    objective = OBJECTIVES.get(tuning.settings.objective)
    notes = (
        f"Scores: {objective.title}; the mean over sets of references; "
        f"{' and '.join(tuning.settings.aggregation)} for metrics, {' and '.join(tuning.settings.people)} for people.",
        f"Intervals: {tuning.settings.resampling.resamples} bootstrap samples of sentences.",
        "Left-out references, other halves: mean gain over the default of settings chosen on the rest of the data.",
        tuning.settings.policy,
    )
    title = Text(f"Settings chosen on {tuning.benchmark.title}", style="bold")
    return rendered([title, table, *map(Text, notes)], width)


def _cells(item: MetricTuning) -> tuple[str, ...]:
    best = item.candidates[item.best]
    return (
        item.title,
        str(len(item.candidates)),
        f"{settings_text(item.default.settings)}\n{estimate_text(item.default.score)}",
        f"{settings_text(best.settings)}\n{estimate_text(best.score)}",
        estimate_text(item.difference, "+"),
        gain_text(mean_gain(item.over_references)),
        gain_text(mean_gain(item.over_halves)),
        f"{settings_text(item.settings)}\n{decision(item)}",
    )


def settings_text(settings: Mapping[str, Any]) -> str:
    """Return settings in a line.

    >>> settings_text({"tau": 0.5, "factors": Factors()})
    'tau 0.5, factors 0.5,0.4,0.05,0.05'
    """
    return ", ".join(f"{name} {_value(value)}" for name, value in settings.items())


def _value(value: Any) -> str:
    if isinstance(value, Factors):
        return numbers(attrs.astuple(value))
    return f"{value:.4g}" if isinstance(value, float) else str(plain_value(value))


def estimate_text(estimate: Estimate, sign: str = "") -> str:
    """Return a number with its interval; a dash where it is not defined."""
    if estimate.value is None:
        return "–"
    ends = "" if estimate.low is None else f" ({estimate.low:{sign}.3f} to {estimate.high:{sign}.3f})"
    return f"{estimate.value:{sign}.3f}{ends}"


def gain_text(gain: float | None) -> str:
    """Return a gain with its sign; a dash for none."""
    return "–" if gain is None else f"{gain:+.3f}"
