"""Markscheme: corrections of learner English, marked against teachers' references.

``markscheme.score``, ``markscheme.review``, ``markscheme.convert``; ``torch_metric`` for training loops;
``SentenceScorer`` for tables, ``score_dataset`` and ``sentence_scores`` for Ray Data; ``compare`` for several
systems; ``evaluate`` for metrics beside people's judgements, ``tune`` for settings that these choose from a ``Grid``,
and ``read_metric_settings`` for settings in a file; ``agreement`` and ``coverage`` for annotators; ``decide``,
``withdraw``, ``read_accepted`` and ``read_decisions`` for what a teacher decides; ``build_supervision`` and
``train_estimator`` for IMPARA; ``Engine.models`` for ERRANT's edits and the encoder's vectors: these are the whole of
the public API, with the values that they take and return.
Nothing heavy is imported until one of them is used.
"""

from typing import TYPE_CHECKING, Any

from markscheme.version import VERSION

if TYPE_CHECKING:
    from markscheme.api.marking import review
    from markscheme.api.ray_data import SentenceScorer, score_dataset, sentence_scores
    from markscheme.api.research import (
        Conversion,
        agreement,
        build_supervision,
        compare,
        convert,
        coverage,
        evaluate,
        train_estimator,
        tune,
    )
    from markscheme.api.scoring import score, torch_metric
    from markscheme.edits.edit import Correction, Edit
    from markscheme.errors import ChoiceError, DocumentError
    from markscheme.exercises.configuration import MarkingOverrides
    from markscheme.exercises.decisions import (
        Decision,
        DecisionFolder,
        DecisionKind,
        decide,
        read_accepted,
        read_decisions,
        withdraw,
    )
    from markscheme.exercises.schemes import Scheme
    from markscheme.inference.estimator import EstimatorConfiguration
    from markscheme.inference.judge import Inquiry, Judge, JudgeError, JudgeSettings
    from markscheme.inference.settings import EngineSettings
    from markscheme.inference.supervision import SupervisionSettings, TrainingSettings
    from markscheme.marking.local import Engine
    from markscheme.marking.mark import Mark, MarkLine
    from markscheme.marking.settings import MarkSettings
    from markscheme.metrics.base import Metric, Score, metric
    from markscheme.metrics.cleme2 import Factors
    from markscheme.metrics.impara import EstimateSettings, ImparaSettings
    from markscheme.reports.report import Report, ReviewedDocument
    from markscheme.research.agreement import Agreement, AgreementSettings
    from markscheme.research.coverage import Coverage
    from markscheme.research.meta_evaluation import EvaluationSettings, MetaEvaluation
    from markscheme.research.ranking import ScoringSettings
    from markscheme.research.resampling import ResamplingSettings
    from markscheme.research.system_comparison import Comparison
    from markscheme.research.tuning import Axis, Grid, Tuning, TuningSettings, grids_with
    from markscheme.scoring.metric_settings import MetricSettings, read_metric_settings
    from markscheme.scoring.scorer import Run

__version__ = VERSION

_MODULES = {
    "Agreement": "markscheme.research.agreement",
    "AgreementSettings": "markscheme.research.agreement",
    "Axis": "markscheme.research.tuning",
    "ChoiceError": "markscheme.errors",
    "Comparison": "markscheme.research.system_comparison",
    "Conversion": "markscheme.api.research",
    "Correction": "markscheme.edits.edit",
    "Coverage": "markscheme.research.coverage",
    "Decision": "markscheme.exercises.decisions",
    "DecisionFolder": "markscheme.exercises.decisions",
    "DecisionKind": "markscheme.exercises.decisions",
    "DocumentError": "markscheme.errors",
    "Edit": "markscheme.edits.edit",
    "Engine": "markscheme.marking.local",
    "EngineSettings": "markscheme.inference.settings",
    "EstimateSettings": "markscheme.metrics.impara",
    "EstimatorConfiguration": "markscheme.inference.estimator",
    "EvaluationSettings": "markscheme.research.meta_evaluation",
    "Factors": "markscheme.metrics.cleme2",
    "Grid": "markscheme.research.tuning",
    "ImparaSettings": "markscheme.metrics.impara",
    "Inquiry": "markscheme.inference.judge",
    "Judge": "markscheme.inference.judge",
    "JudgeError": "markscheme.inference.judge",
    "JudgeSettings": "markscheme.inference.judge",
    "Mark": "markscheme.marking.mark",
    "MarkLine": "markscheme.marking.mark",
    "MarkSettings": "markscheme.marking.marks",
    "MetaEvaluation": "markscheme.research.meta_evaluation",
    "Metric": "markscheme.metrics.base",
    "MetricSettings": "markscheme.scoring.metric_settings",
    "MarkingOverrides": "markscheme.exercises.configuration",
    "Report": "markscheme.reports.report",
    "ReviewedDocument": "markscheme.reports.report",
    "ResamplingSettings": "markscheme.research.resampling",
    "Run": "markscheme.scoring.scorer",
    "Scheme": "markscheme.exercises.schemes",
    "Score": "markscheme.metrics.base",
    "ScoringSettings": "markscheme.research.ranking",
    "SentenceScorer": "markscheme.api.ray_data",
    "SupervisionSettings": "markscheme.inference.supervision",
    "TrainingSettings": "markscheme.inference.supervision",
    "Tuning": "markscheme.research.tuning",
    "TuningSettings": "markscheme.research.tuning",
    "agreement": "markscheme.api.research",
    "build_supervision": "markscheme.api.research",
    "compare": "markscheme.api.research",
    "convert": "markscheme.api.research",
    "coverage": "markscheme.api.research",
    "decide": "markscheme.exercises.decisions",
    "evaluate": "markscheme.api.research",
    "grids_with": "markscheme.research.tuning",
    "metric": "markscheme.metrics.base",
    "read_accepted": "markscheme.exercises.decisions",
    "read_decisions": "markscheme.exercises.decisions",
    "read_metric_settings": "markscheme.scoring.metric_settings",
    "review": "markscheme.api.marking",
    "score": "markscheme.api.scoring",
    "score_dataset": "markscheme.api.ray_data",
    "sentence_scores": "markscheme.api.ray_data",
    "torch_metric": "markscheme.api.scoring",
    "train_estimator": "markscheme.api.research",
    "tune": "markscheme.api.research",
    "withdraw": "markscheme.exercises.decisions",
}

__all__ = [
    "Agreement",
    "AgreementSettings",
    "Axis",
    "ChoiceError",
    "Comparison",
    "Conversion",
    "Correction",
    "Coverage",
    "Decision",
    "DecisionFolder",
    "DecisionKind",
    "DocumentError",
    "Edit",
    "Engine",
    "EngineSettings",
    "EstimateSettings",
    "EstimatorConfiguration",
    "EvaluationSettings",
    "Factors",
    "Grid",
    "ImparaSettings",
    "Inquiry",
    "Judge",
    "JudgeError",
    "JudgeSettings",
    "Mark",
    "MarkLine",
    "MarkSettings",
    "MarkingOverrides",
    "MetaEvaluation",
    "Metric",
    "MetricSettings",
    "Report",
    "ResamplingSettings",
    "ReviewedDocument",
    "Run",
    "Scheme",
    "Score",
    "ScoringSettings",
    "SentenceScorer",
    "SupervisionSettings",
    "TrainingSettings",
    "Tuning",
    "TuningSettings",
    "__version__",
    "agreement",
    "build_supervision",
    "compare",
    "convert",
    "coverage",
    "decide",
    "evaluate",
    "grids_with",
    "metric",
    "read_accepted",
    "read_decisions",
    "read_metric_settings",
    "review",
    "score",
    "score_dataset",
    "sentence_scores",
    "torch_metric",
    "train_estimator",
    "tune",
    "withdraw",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_MODULES[name]), name)
