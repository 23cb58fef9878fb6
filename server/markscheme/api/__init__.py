"""The Python API, and what the command line itself calls: a module for each room whose results it returns.

A module is imported when one of its functions is used: a command that scores needs nothing that evaluates metrics.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markscheme.api.annotation import PooledAdjudication, adjudications, agreement, coverage, export_adjudicated
    from markscheme.api.conversion import Conversion, convert
    from markscheme.api.estimators import build_supervision, train_estimator
    from markscheme.api.evaluation import compare, evaluate, evaluate_maege, tune
    from markscheme.api.inputs import AnyPath
    from markscheme.api.marking import review, review_stream
    from markscheme.api.scoring import score, torch_metric
    from markscheme.api.sentence_scorer import SentenceScorer
    from markscheme.marking.local_engine import Engine
    from markscheme.reports.report import Report

_HOMES = {
    "AnyPath": "markscheme.api.inputs",
    "Conversion": "markscheme.api.conversion",
    "Engine": "markscheme.marking.local_engine",
    "PooledAdjudication": "markscheme.api.annotation",
    "Report": "markscheme.reports.report",
    "SentenceScorer": "markscheme.api.sentence_scorer",
    "adjudications": "markscheme.api.annotation",
    "agreement": "markscheme.api.annotation",
    "build_supervision": "markscheme.api.estimators",
    "compare": "markscheme.api.evaluation",
    "convert": "markscheme.api.conversion",
    "coverage": "markscheme.api.annotation",
    "evaluate": "markscheme.api.evaluation",
    "evaluate_maege": "markscheme.api.evaluation",
    "export_adjudicated": "markscheme.api.annotation",
    "review": "markscheme.api.marking",
    "review_stream": "markscheme.api.marking",
    "score": "markscheme.api.scoring",
    "torch_metric": "markscheme.api.scoring",
    "train_estimator": "markscheme.api.estimators",
    "tune": "markscheme.api.evaluation",
}

__all__ = [
    "AnyPath",
    "Conversion",
    "Engine",
    "PooledAdjudication",
    "Report",
    "SentenceScorer",
    "adjudications",
    "agreement",
    "build_supervision",
    "compare",
    "convert",
    "coverage",
    "evaluate",
    "evaluate_maege",
    "export_adjudicated",
    "review",
    "review_stream",
    "score",
    "torch_metric",
    "train_estimator",
    "tune",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
