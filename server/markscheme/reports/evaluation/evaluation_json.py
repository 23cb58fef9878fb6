"""A meta-evaluation as JSON: unrounded numbers, and ``null`` where one is not defined."""

import json
from collections.abc import Sequence
from math import isfinite
from typing import Any

import attrs

from markscheme.annotation.agreement.resampling import Estimate
from markscheme.evaluation.correlation.columns import Column, Difference, Interval, Row
from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation


def evaluation_json(evaluation: MetaEvaluation) -> str:
    """Return the evaluation as one object."""
    settings = attrs.asdict(evaluation.settings, recurse=False)
    resampling = evaluation.settings.resampling
    shown = {
        "schema": 1,
        "benchmark": evaluation.benchmark.name,
        "sentences": len(evaluation.benchmark.source.sides),
        "aggregation": settings["aggregation"],
        "people": settings["people"],
        "ties": settings["ties"],
        "resamples": resampling.resamples,
        "seed": resampling.seed,
        "percentiles": [*resampling.percentiles] if resampling.resamples else None,
        "columns": list(map(_column, evaluation.columns)),
    }
    return f"{json.dumps(shown, indent=2, ensure_ascii=False, allow_nan=False)}\n"


def _column(column: Column) -> dict[str, Any]:
    names = column.systems.systems
    return {
        "judgements": column.judgements.title,
        "references": column.references.name,
        "reference_count": len(column.references.texts),
        "systems": column.systems.name,
        "people": _by_system(names, column.people),
        "metrics": [_row(row, names) for row in column.rows],
        "differences": [_difference(item, column.rows) for item in column.differences],
    }


def _row(row: Row, names: Sequence[str]) -> dict[str, Any]:
    return {
        "metric": row.metric,
        "signature": row.signature,
        "scores": _by_system(names, row.scores),
        **{name: _interval(interval) for name, interval in row.correlations.items()},
        "accuracy": _estimate(row.accuracy),
        "sentence_tau": _estimate(row.tau),
        "comparisons": row.compared,
        "tied": row.tied,
        "system_pairs": [
            {"systems": [names[first], names[second]], "accuracy": accuracy, "comparisons": count}
            for first, second, accuracy, count in row.pairs
        ],
        "windows": [attrs.asdict(window) for window in row.windows],
    }


def _difference(item: Difference, rows: Sequence[Row]) -> dict[str, Any]:
    test = item.test
    return {
        "metrics": [rows[place].metric for place in item.metrics],
        "pearson": _interval(item.difference),
        "williams": None if test is None else {"t": _finite(test.statistic), "p": test.p, "holm": item.adjusted},
    }


def _by_system(names: Sequence[str], values: Sequence[float]) -> dict[str, float | None]:
    return {name: _finite(value) for name, value in zip(names, values, strict=True)}


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


def _interval(interval: Interval) -> dict[str, Any]:
    return {
        "value": interval.value,
        "sentences": [interval.sentences.low, interval.sentences.high],
        "systems": [interval.systems.low, interval.systems.high],
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {"value": estimate.value, "sentences": [estimate.low, estimate.high]}
