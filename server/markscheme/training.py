"""IMPARA's quality estimator: its supervision data, and its training."""

from markscheme.api.research import build_supervision, train_estimator
from markscheme.inference.estimator import EstimatorConfiguration
from markscheme.inference.supervision import SupervisionSettings, TrainingSettings

__all__ = [
    "EstimatorConfiguration",
    "SupervisionSettings",
    "TrainingSettings",
    "build_supervision",
    "train_estimator",
]
