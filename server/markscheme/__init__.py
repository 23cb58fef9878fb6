"""Markscheme: corrections of learner English, marked against teachers' references.

``markscheme.score``, ``markscheme.review``, ``markscheme.convert``; ``torch_metric`` for training loops;
``SentenceScorer`` for tables, ``score_dataset`` and ``sentence_scores`` for Ray Data; ``compare`` for several
systems; ``evaluate`` for metrics beside people's judgements, ``tune`` for settings that these choose, and
``read_metric_settings`` for settings in a file; ``agreement`` and ``coverage`` for annotators; ``decide``,
``withdraw``, ``read_accepted`` and ``read_decisions`` for what a teacher decides; ``build_supervision`` and
``train_estimator`` for IMPARA: these are the whole of the public API, with the values that they take and return.
Nothing heavy is imported until one of them is used.
"""

from typing import TYPE_CHECKING, Any

from markscheme.version import VERSION

if TYPE_CHECKING:
    from markscheme.annotation.agreement.analysis import Agreement, AgreementSettings
    from markscheme.annotation.coverage.coverage import Coverage
    from markscheme.api.annotation import agreement, coverage
    from markscheme.api.conversion import Conversion, convert
    from markscheme.api.estimators import build_supervision, train_estimator
    from markscheme.api.evaluation import compare, evaluate, evaluate_maege, tune
    from markscheme.api.marking import review
    from markscheme.api.ray_data import score_dataset, sentence_scores
    from markscheme.api.scoring import score, torch_metric
    from markscheme.api.sentence_scorer import SentenceScorer
    from markscheme.estimators.folder import EstimatorConfiguration
    from markscheme.estimators.training_settings import SupervisionSettings, TrainingSettings
    from markscheme.evaluation.comparison.system_comparison import Comparison
    from markscheme.evaluation.correlation.evaluation_settings import EvaluationSettings
    from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
    from markscheme.evaluation.partial_corrections.maege import MaegeEvaluation
    from markscheme.evaluation.tuning.tuning import Tuning, TuningSettings
    from markscheme.exercises.configuration import MarkingOverrides
    from markscheme.exercises.decisions.decision import Decision, DecisionKind
    from markscheme.exercises.decisions.decision_file import read_accepted, read_decisions
    from markscheme.exercises.decisions.decision_folder import DecisionFolder, decide, withdraw
    from markscheme.exercises.scheme.scheme import Scheme
    from markscheme.judges.errors import JudgeError
    from markscheme.judges.inquiry import Inquiry
    from markscheme.judges.judge import Judge
    from markscheme.judges.judge_settings import JudgeSettings
    from markscheme.marking.local_engine import Engine
    from markscheme.marking.passages.marks import MarkSettings
    from markscheme.marking.scheme.mark import Mark, MarkLine
    from markscheme.metrics.base import Metric, Score
    from markscheme.metrics.estimates import EstimateSettings
    from markscheme.metrics.impara import ImparaSettings
    from markscheme.metrics.registry import metric
    from markscheme.reports.report import Report, ReviewedDocument
    from markscheme.resampling.draws import ResamplingSettings
    from markscheme.scoring.metric_settings.settings_file import MetricSettings, read_metric_settings
    from markscheme.scoring.scorer import Run
    from markscheme.scoring.settings import EngineSettings
    from markscheme.text.errors import ChoiceError, DocumentError

__version__ = VERSION

_HOMES = {
    "Agreement": "markscheme.annotation.agreement.analysis",
    "AgreementSettings": "markscheme.annotation.agreement.analysis",
    "ChoiceError": "markscheme.text.errors",
    "Comparison": "markscheme.evaluation.comparison.system_comparison",
    "Conversion": "markscheme.api.conversion",
    "Coverage": "markscheme.annotation.coverage.coverage",
    "Decision": "markscheme.exercises.decisions.decision",
    "DecisionFolder": "markscheme.exercises.decisions.decision_folder",
    "DecisionKind": "markscheme.exercises.decisions.decision",
    "DocumentError": "markscheme.text.errors",
    "Engine": "markscheme.marking.local_engine",
    "EngineSettings": "markscheme.scoring.settings",
    "EstimateSettings": "markscheme.metrics.estimates",
    "EstimatorConfiguration": "markscheme.estimators.folder",
    "EvaluationSettings": "markscheme.evaluation.correlation.evaluation_settings",
    "ImparaSettings": "markscheme.metrics.impara",
    "Inquiry": "markscheme.judges.inquiry",
    "Judge": "markscheme.judges.judge",
    "JudgeError": "markscheme.judges.errors",
    "JudgeSettings": "markscheme.judges.judge_settings",
    "Mark": "markscheme.marking.scheme.mark",
    "MarkLine": "markscheme.marking.scheme.mark",
    "MarkSettings": "markscheme.marking.passages.marks",
    "MaegeEvaluation": "markscheme.evaluation.partial_corrections.maege",
    "MetaEvaluation": "markscheme.evaluation.correlation.meta_evaluation",
    "Metric": "markscheme.metrics.base",
    "MetricSettings": "markscheme.scoring.metric_settings.settings_file",
    "MarkingOverrides": "markscheme.exercises.configuration",
    "Report": "markscheme.reports.report",
    "ReviewedDocument": "markscheme.reports.report",
    "ResamplingSettings": "markscheme.resampling.draws",
    "Run": "markscheme.scoring.scorer",
    "Scheme": "markscheme.exercises.scheme.scheme",
    "Score": "markscheme.metrics.base",
    "SentenceScorer": "markscheme.api.sentence_scorer",
    "SupervisionSettings": "markscheme.estimators.training_settings",
    "TrainingSettings": "markscheme.estimators.training_settings",
    "Tuning": "markscheme.evaluation.tuning.tuning",
    "TuningSettings": "markscheme.evaluation.tuning.tuning",
    "agreement": "markscheme.api.annotation",
    "build_supervision": "markscheme.api.estimators",
    "compare": "markscheme.api.evaluation",
    "convert": "markscheme.api.conversion",
    "coverage": "markscheme.api.annotation",
    "decide": "markscheme.exercises.decisions.decision_folder",
    "evaluate": "markscheme.api.evaluation",
    "evaluate_maege": "markscheme.api.evaluation",
    "metric": "markscheme.metrics.registry",
    "read_accepted": "markscheme.exercises.decisions.decision_file",
    "read_decisions": "markscheme.exercises.decisions.decision_file",
    "read_metric_settings": "markscheme.scoring.metric_settings.settings_file",
    "review": "markscheme.api.marking",
    "score": "markscheme.api.scoring",
    "score_dataset": "markscheme.api.ray_data",
    "sentence_scores": "markscheme.api.ray_data",
    "torch_metric": "markscheme.api.scoring",
    "train_estimator": "markscheme.api.estimators",
    "tune": "markscheme.api.evaluation",
    "withdraw": "markscheme.exercises.decisions.decision_folder",
}

__all__ = [
    "Agreement",
    "AgreementSettings",
    "ChoiceError",
    "Comparison",
    "Conversion",
    "Coverage",
    "Decision",
    "DecisionFolder",
    "DecisionKind",
    "DocumentError",
    "Engine",
    "EngineSettings",
    "EstimateSettings",
    "EstimatorConfiguration",
    "EvaluationSettings",
    "ImparaSettings",
    "Inquiry",
    "Judge",
    "JudgeError",
    "JudgeSettings",
    "MaegeEvaluation",
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
    "evaluate_maege",
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
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
