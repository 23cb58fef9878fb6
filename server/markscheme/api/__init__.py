"""The Python API, and what the command line itself calls: a module for each room whose results it returns."""

from markscheme.api.annotation import PooledAdjudication, adjudications, agreement, coverage, export_adjudicated
from markscheme.api.conversion import Conversion, convert
from markscheme.api.estimators import build_supervision, train_estimator
from markscheme.api.evaluation import compare, evaluate, evaluate_maege, tune
from markscheme.api.inputs import AnyPath
from markscheme.api.marking import review
from markscheme.api.scoring import score, torch_metric
from markscheme.marking.local_engine import Engine
from markscheme.reports.report import Report

__all__ = [
    "AnyPath",
    "Conversion",
    "Engine",
    "PooledAdjudication",
    "Report",
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
    "score",
    "torch_metric",
    "train_estimator",
    "tune",
]
