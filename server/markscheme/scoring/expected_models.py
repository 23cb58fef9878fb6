"""The models that numbers come from. A process on another machine may have others, and then it computes nothing."""

from collections.abc import Iterable
from typing import Any

import attrs

from markscheme.metrics.base import Metric
from markscheme.scoring.models import Models
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.text.errors import DocumentError


@attrs.frozen
class ExpectedModels:
    """What signatures say of the models that metrics use; loads none. It can be sent to another process.

    Attributes
    ----------
    signatures
        Metrics, each with its signature under the models that are expected.
    """

    signatures: tuple[tuple[Metric[Any], str], ...]

    @classmethod
    def of(cls, metrics: Iterable[Metric[Any]], models: Models) -> "ExpectedModels":
        """Return what these models are to metrics."""
        return cls(tuple((metric, _signature(metric, models)) for metric in metrics))

    def check(self, models: Models) -> None:
        """Check that a process has the same models.

        Raises
        ------
        DocumentError
            If a signature differs.
        """
        for metric, expected in self.signatures:
            found = _signature(metric, models)
            if found != expected:
                raise DocumentError(
                    f"a worker has other models than this command: {found} and not {expected}",
                    remedy="Install the same versions, and put encoders' and estimators' folders at the same place, "
                    "on all machines",
                )


def _signature(metric: Metric[Any], models: Models) -> str:
    return score_signature(metric, SignatureNames(models), 0, 0)
