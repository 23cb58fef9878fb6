"""IMPARA's quality estimator: its supervision data, and its training; and metrics for training loops.

``TorchMetric`` needs ``markscheme[torchmetrics]``, and is imported when it is used.
"""

from typing import TYPE_CHECKING, Any

from markscheme.api.research import build_supervision, train_estimator
from markscheme.inference.estimator import EstimatorConfiguration
from markscheme.inference.supervision import SupervisionSettings, TrainingSettings

if TYPE_CHECKING:
    from markscheme.api.torch_metrics import TorchMetric

__all__ = [
    "EstimatorConfiguration",
    "SupervisionSettings",
    "TorchMetric",
    "TrainingSettings",
    "build_supervision",
    "train_estimator",
]


def __getattr__(name: str) -> Any:
    if name != "TorchMetric":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from markscheme.api.torch_metrics import TorchMetric

    return TorchMetric


def __dir__() -> list[str]:
    return __all__
