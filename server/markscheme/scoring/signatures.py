"""The signatures of scores, which name the models that made them."""

from collections.abc import Mapping
from typing import Any

import attrs

from markscheme.judges.identity import JudgeIdentity
from markscheme.metrics.base import Metric, Need
from markscheme.metrics.signature import signature
from markscheme.scoring.models import Models


@attrs.frozen
class SignatureNames:
    """What signatures say of models (:class:`markscheme.metrics.base.ModelNames`); loads none."""

    models: Models
    judge: JudgeIdentity | None = None

    @property
    def encoder(self) -> str:
        return self.models.encoder_identity

    @property
    def token_layer(self) -> int:
        return self.models.token_layer

    def estimator(self, name: str) -> str:
        return self.models.estimator_identity(name)

    @property
    def edits(self) -> Mapping[str, str]:
        """What decides edits: the language and its pipeline."""
        return {"language": self.models.language, "pipeline": self.models.pipeline_identity}


def score_signature(
    metric: Metric[Any],
    names: SignatureNames,
    references: int,
    accepted: int,
    edits: Mapping[str, object] = {},
) -> str:
    """Return the signature of a score against this number of references, with this number of accepted corrections.

    Parameters
    ----------
    edits
        What chose the edits that take part; ``None`` values are left out.
    """
    needs_edits = bool(metric.needs & {Need.EDITS, Need.CHUNKS})
    settings: dict[str, object] = {}
    if Need.REFERENCES in metric.needs:
        settings |= {"level": metric.level, "refs": references}
    if needs_edits:
        settings["accepted"] = accepted or None
    settings |= {**metric.signature_settings(names), **edits}
    if needs_edits:
        settings |= names.edits
    return signature(metric.name, settings)
