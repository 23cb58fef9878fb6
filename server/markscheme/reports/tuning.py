"""Chosen settings of metrics: as a file of settings with its evidence, and as a table for people.

The evidence has no date and no path. Of many candidates the best are listed, with the mean of all, as in CLEME2.0's
Table 11. Numbers of evidence are rounded to :data:`DECIMALS`, those of settings are exact.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs
import tomlkit
from tomlkit.items import Array, InlineTable
from tomlkit.items import Table as TomlTable

from markscheme.metrics.base import numbers
from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.settings import plain_value
from markscheme.reports._tables import Cell, Table, TableReport, table_layouts
from markscheme.reports.output import Cells
from markscheme.research.resampling import Estimate
from markscheme.research.tuning import DECIMALS as COMPARED_DECIMALS
from markscheme.research.tuning import OBJECTIVES, Candidate, Fold, MetricTuning, Settings, Tuning, mean_gain
from markscheme.scoring.metric_settings import SCHEMA
from markscheme.version import VERSION

DECIMALS = 4
LISTED = 100
"""Candidates of a metric that are listed, the best first; of more, the mean of all their scores is given."""


def settings_document(tuning: Tuning) -> str:
    document = tomlkit.document()
    name = tuning.benchmark.name
    document.add(tomlkit.comment(f"Settings of metrics, chosen by: markscheme eval tune --on {name}"))
    document.add(tomlkit.comment("Use them with: markscheme score --set PATH, the path of this file"))
    document.add("schema", tomlkit.item(SCHEMA))
    document.add("name", tomlkit.item(name))
    metrics = tomlkit.table(is_super_table=True)
    for item in tuning.metrics:
        metrics.add(item.metric, _table(_plain(item.settings)))
    document.add("metrics", metrics)
    document.add("evidence", _evidence(tuning))
    return tomlkit.dumps(document)


def _evidence(tuning: Tuning) -> TomlTable:
    benchmark, settings = tuning.benchmark, tuning.settings
    evidence = _table(
        {
            "benchmark": benchmark.title,
            "version": VERSION,
            "systems": list(benchmark.names),
            "sentences": len(benchmark.source.sides),
            "rankings": sum(len(item.rankings) for item in benchmark.judgements),
            "aggregation": _one_or_all(settings.aggregation),
            "people": _one_or_all(settings.people),
            "objective": settings.objective,
            "resamples": settings.resampling.resamples,
            "seed": settings.resampling.seed,
            "confidence": settings.resampling.confidence,
            "splits": settings.splits,
            "policy": settings.policy,
        }
    )
    evidence.add("sha256", _table(tuning.fingerprints))
    metrics = tomlkit.table(is_super_table=True)
    for item in tuning.metrics:
        metrics.add(item.metric, _metric(item))
    evidence.add("metrics", metrics)
    return evidence


def _one_or_all(names: Sequence[str]) -> str | list[str]:
    return names[0] if len(names) == 1 else list(names)


def _metric(item: MetricTuning) -> TomlTable:
    best = item.candidates[item.best]
    table = _table(
        {
            "decision": decision(item),
            "tried": len(item.candidates),
            "signature": item.signature,
            "default": _inline(_candidate(item.default)),
            "best": _inline(_candidate(best)),
            "difference": _inline(_estimate(item.difference, "value")),
        }
    )
    for name, folds in (("reference_sets", item.over_references), ("halves", item.over_halves)):
        gain = mean_gain(folds)
        if gain is not None:
            table.add(f"gain_over_{name}", tomlkit.item(_rounded(gain)))
            labels = item.references if name == "reference_sets" else ()
            table.add(f"folds_over_{name}", _rows(_folds(item, folds, labels)))
    table.add("by_references", _rows(_by_references(item, best)))
    ranked = sorted(item.candidates, key=_descending)
    if len(ranked) > LISTED:
        scores = [candidate.score.value for candidate in ranked if candidate.score.value is not None]
        table.add("mean_of_all", tomlkit.item(_rounded(math.fsum(scores) / len(scores))))
    table.add("candidates", _rows(_candidate(candidate) for candidate in ranked[:LISTED]))
    return table


def decision(item: MetricTuning) -> str:
    if item.settings == item.default.settings:
        return "the default is the best" if item.best == item.chosen else "the default stays"
    return "changed"


def _folds(item: MetricTuning, folds: Sequence[Fold], left_out: Sequence[str]) -> Iterable[Mapping[str, Any]]:
    for number, fold in enumerate(folds):
        label = {"left_out": left_out[number]} if left_out else {}
        winner = _compact(item.candidates[fold.winner].settings)
        yield {**label, **winner, "chosen": _rounded(fold.chosen), "default": _rounded(fold.default)}


def _by_references(item: MetricTuning, best: Candidate) -> Iterable[Mapping[str, Any]]:
    for number, references in enumerate(item.references):
        row: dict[str, Any] = {"references": references} if references else {}
        for name, candidate in (("default", item.default), ("best", best)):
            values = candidate.correlations[number]
            row[name] = {key: _rounded(value) for key, value in values.items() if key != "average"}
        yield row


def _candidate(candidate: Candidate) -> Mapping[str, Any]:
    return {**_compact(candidate.settings), **_estimate(candidate.score, "score")}


def _estimate(estimate: Estimate, name: str) -> Mapping[str, Any]:
    values = {name: estimate.value, "low": estimate.low, "high": estimate.high}
    return {key: _rounded(value) for key, value in values.items() if value is not None}


def _descending(candidate: Candidate) -> float:
    value = candidate.score.value
    return math.inf if value is None else -round(value, COMPARED_DECIMALS)


def _rounded(value: float) -> float:
    return round(value, DECIMALS) + 0.0


def _plain(settings: Settings) -> Mapping[str, Any]:
    return {name: plain_value(value) for name, value in settings.items()}


def _compact(settings: Settings) -> Mapping[str, Any]:
    return {
        name: list(attrs.astuple(value)) if isinstance(value, Factors) else plain_value(value)
        for name, value in settings.items()
    }


def _table(values: Mapping[str, Any]) -> TomlTable:
    table = tomlkit.table()
    for key, value in values.items():
        table.add(key, _inline(value) if isinstance(value, Mapping) and not hasattr(value, "as_string") else value)
    return table


def _inline(values: Mapping[str, Any]) -> InlineTable:
    table = tomlkit.inline_table()
    for key, value in values.items():
        table.append(key, _inline(value) if isinstance(value, Mapping) else value)
    return table


def _rows(rows: Iterable[Mapping[str, Any]]) -> Array:
    array = tomlkit.array()
    for row in rows:
        array.append(_inline(row))
    return array.multiline(True)


_COLUMNS = ("metric", "tried", "default", "best", "difference", "left-out references", "other halves", "chosen")


def tuning_report(tuning: Tuning) -> TableReport:
    objective = OBJECTIVES.get(tuning.settings.objective)
    notes = (
        f"Scores: {objective.title}; the mean over sets of references; "
        f"{' and '.join(tuning.settings.aggregation)} for metrics, {' and '.join(tuning.settings.people)} for people.",
        f"Intervals: {tuning.settings.resampling.resamples} bootstrap samples of sentences.",
        "Left-out references, other halves: mean gain over the default of settings chosen on the rest of the data.",
        tuning.settings.policy,
    )
    title = f"Settings chosen on {tuning.benchmark.title}"
    table = Table(title, _COLUMNS, [map(_cells, tuning.metrics)], names=4, words=1)
    return TableReport((table,), notes, tuple(item.signature for item in tuning.metrics), title)


def _cells(item: MetricTuning) -> tuple[str | Cell, ...]:
    best = item.candidates[item.best]
    return (
        item.title,
        str(len(item.candidates)),
        Cell(settings_text(item.default.settings), detail=estimate_text(item.default.score)),
        Cell(settings_text(best.settings), detail=estimate_text(best.score)),
        estimate_text(item.difference, "+"),
        gain_text(mean_gain(item.over_references)),
        gain_text(mean_gain(item.over_halves)),
        Cell(settings_text(item.settings), detail=f"({decision(item)})"),
    )


_CANDIDATE_COLUMNS = ("metric", "settings", "score", "low", "high", "is default", "is best", "is chosen")


def _candidate_cells(tuning: Tuning) -> Cells:
    """Return every candidate's score, unrounded."""
    return _CANDIDATE_COLUMNS, (
        (
            *(item.metric, settings_text(one.settings), one.score.value, one.score.low, one.score.high),
            *(int(one.settings == item.default.settings), int(number == item.best), int(number == item.chosen)),
        )
        for item in tuning.metrics
        for number, one in enumerate(item.candidates)
    )


LAYOUTS = table_layouts(lambda tuning, _: tuning_report(tuning), cells=_candidate_cells)


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
    if estimate.value is None:
        return "–"
    ends = "" if estimate.low is None else f" ({estimate.low:{sign}.3f} to {estimate.high:{sign}.3f})"
    return f"{estimate.value:{sign}.3f}{ends}"


def gain_text(gain: float | None) -> str:
    return "–" if gain is None else f"{gain:+.3f}"
