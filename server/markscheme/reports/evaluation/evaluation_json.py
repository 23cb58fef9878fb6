"""A meta-evaluation as JSON: unrounded numbers, and ``null`` where one is not defined."""

import json
from collections.abc import Sequence
from math import isfinite
from typing import Final

from markscheme.evaluation.correlation.columns import Column, Difference, Interval, Row
from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.evaluation.correlation.times import Times
from markscheme.evaluation.edit_space.typed_vectors import TypedVectors
from markscheme.reports.contract.research import meta_evaluation as shapes
from markscheme.resampling.intervals import Estimate

SCHEMA: Final = 1


def evaluation_json(evaluation: MetaEvaluation) -> str:
    """Return the evaluation as one object."""
    return f"{json.dumps(evaluation_object(evaluation), indent=2, ensure_ascii=False, allow_nan=False)}\n"


def evaluation_object(evaluation: MetaEvaluation) -> shapes.MetaEvaluation:
    """Return the evaluation in the shape of JSON."""
    settings = evaluation.settings
    resampling = settings.resampling
    return {
        "schema": SCHEMA,
        "benchmark": evaluation.benchmark.name,
        "sentences": len(evaluation.benchmark.source.sides),
        "aggregation": settings.aggregation,
        "people": [*settings.people],
        "score": settings.scoring.score or None,
        "unchanged_references": settings.scoring.unchanged_references,
        "reference_edits": settings.scoring.reference_edits,
        "ties": settings.ties,
        "resamples": resampling.resamples,
        "seed": resampling.seed,
        "percentiles": [*resampling.percentiles] if resampling.resamples else None,
        "columns": list(map(_column, evaluation.columns)),
        "vectors": None if evaluation.vectors is None else _vectors(evaluation.vectors),
        "times": None if evaluation.times is None else _times(evaluation.times),
    }


def _column(column: Column) -> shapes.EvaluationColumn:
    names = column.systems.systems
    return {
        "judgements": column.judgements.title,
        "method": column.method,
        "references": column.references.name,
        "reference_count": len(column.references.texts),
        "systems": column.systems.name,
        "people": _by_system(names, column.people),
        "metrics": [_row(row, names) for row in column.rows],
        "differences": [_difference(item, column.rows) for item in column.differences],
    }


def _row(row: Row, names: Sequence[str]) -> shapes.MetricAgreement:
    correlations = row.correlations
    return {
        "metric": row.metric,
        "signature": row.signature,
        "scores": _by_system(names, row.scores),
        "pearson": _interval(correlations["pearson"]),
        "spearman": _interval(correlations["spearman"]),
        "kendall": _interval(correlations["kendall"]),
        "accuracy": _estimate(row.accuracy),
        "sentence_tau": _estimate(row.tau),
        "comparisons": row.compared,
        "tied": row.tied,
        "system_pairs": [
            {"systems": [names[first], names[second]], "accuracy": accuracy, "comparisons": count}
            for first, second, accuracy, count in row.pairs
        ],
        "windows": [
            {
                "first": window.first,
                "systems": [*window.systems],
                "pearson": window.pearson,
                "spearman": window.spearman,
            }
            for window in row.windows
        ],
    }


def _difference(item: Difference, rows: Sequence[Row]) -> shapes.MetricDifference:
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


def _interval(interval: Interval) -> shapes.SampledCorrelation:
    return {
        "value": interval.value,
        "sentences": [interval.sentences.low, interval.sentences.high],
        "systems": [interval.systems.low, interval.systems.high],
    }


def _estimate(estimate: Estimate) -> shapes.SampledNumber:
    return {"value": estimate.value, "sentences": [estimate.low, estimate.high]}


def _vectors(edits: TypedVectors) -> shapes.EditVectors:
    return {
        "system": edits.system,
        "sentences": edits.sentences,
        "edits": len(edits.types),
        "least": edits.least,
        "encoder": edits.encoder,
        "norms": [
            {"type": norm.type, "edits": norm.edits, "mean": norm.mean, "deviation": norm.deviation}
            for norm in edits.norms()
        ],
    }


def _times(times: Times) -> shapes.MetricTimes:
    return {
        "references": times.references.name,
        "sentences": times.sentences,
        "metrics": [{"metric": item.metric, "signature": item.signature} for item in times.metrics],
        "systems": [{"system": row.system, "edits": row.edits, "seconds": [*row.seconds]} for row in times.systems],
    }
