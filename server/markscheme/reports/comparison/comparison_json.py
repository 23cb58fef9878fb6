"""A comparison of systems as JSON."""

import json
import math
from typing import Final

from markscheme.evaluation.comparison.counted_sentences import CountedSentence
from markscheme.evaluation.comparison.metric_comparison import Difference, MetricComparison, PValue
from markscheme.evaluation.comparison.system_comparison import Comparison
from markscheme.reports.contract.research import system_comparison as shapes
from markscheme.resampling.intervals import Estimate

SCHEMA: Final = 1


def comparison_json(comparison: Comparison) -> str:
    """Return a comparison as one object."""
    return f"{json.dumps(comparison_object(comparison), indent=2, ensure_ascii=False)}\n"


def comparison_object(comparison: Comparison) -> shapes.SystemComparison:
    """Return a comparison in the shape of JSON."""
    settings = comparison.settings
    return {
        "schema": SCHEMA,
        "systems": [*comparison.systems],
        "sentences": comparison.sentences,
        "references": comparison.references,
        "resamples": settings.resamples,
        "confidence": settings.confidence,
        "seed": settings.seed,
        "by": None if comparison.grouping is None else comparison.grouping.name,
        "without": [*comparison.chosen.without],
        "unmatched": [*comparison.unmatched],
        "edits": None if comparison.chosen.length is None else comparison.chosen.length.value,
        "metrics": [_metric(item) for item in comparison.all],
    }


def _metric(item: MetricComparison) -> shapes.MetricComparison:
    shown: shapes.MetricComparison = {
        "metric": item.metric,
        "level": item.level,
        "headline": item.headline,
        "signature": item.signature,
        "groups": [*item.groups],
        "systems": [
            {
                "system": scored.system,
                "group": scored.group,
                "counts": dict(scored.counts),
                "scores": {name: _estimate(score) for name, score in scored.scores.items()},
            }
            for scored in item.scores
        ],
        "differences": [_difference(difference) for difference in item.differences],
    }
    if item.mode:
        shown["mode"] = item.mode
    if item.sentences:
        shown["per_sentence"] = [_sentence(sentence) for sentence in item.sentences]
    return shown


def _sentence(item: CountedSentence) -> shapes.ComparedSentence:
    shown: shapes.ComparedSentence = {
        "sentence": item.number - 1,
        "system": item.system,
        "reference": item.reference,
        "counts": dict(item.counts),
        "scores": {name: None if math.isnan(value) else value for name, value in item.scores.items()},
    }
    if item.edits:
        shown["edits"] = [
            {
                "count": counted.count,
                "start": counted.start,
                "end": counted.end,
                "replacement": [*counted.edit.replacement],
                "type": counted.edit.type,
            }
            for counted in item.edits
        ]
    return shown


def _difference(item: Difference) -> shapes.SystemDifference:
    return {
        "first": item.first,
        "second": item.second,
        "group": item.group,
        "score": item.score,
        "difference": _estimate(item.estimate),
        "randomisation": _p(item.randomisation),
        "bootstrap": _p(item.bootstrap),
        "family": item.family,
    }


def _estimate(item: Estimate) -> shapes.ComparisonEstimate:
    return {"value": item.value, "low": item.low, "high": item.high}


def _p(item: PValue) -> shapes.ComparisonPValue:
    return {"value": item.value, "adjusted": item.adjusted}
