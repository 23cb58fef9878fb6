"""Where numbers come from: the signatures that travel with them."""

from collections.abc import Sequence

import attrs

from markscheme.judges.identity import JudgeIdentity
from markscheme.marking.tasks import Task
from markscheme.metrics.settings import ENCODED, EstimateSettings, ImparaSettings, Weighting
from markscheme.metrics.signature import signature
from markscheme.scoring.models import Models
from markscheme.scoring.ngrams import library
from markscheme.scoring.settings import NGRAM_METRICS, ScoreSettings
from markscheme.text.errors import DocumentError


class Provenance:
    """Makes the signatures of results; loads nothing."""

    def __init__(self, models: Models) -> None:
        self._models = models

    def review(self, task: Task, accepted: int, judge: JudgeIdentity | None) -> str:
        """The signature of a document's marks, by so many accepted alternatives and a language model, if one weighs."""
        settings = task.settings
        return signature(
            "cleme2+credit" if task.with_vectors else "cleme2",
            {
                "level": settings.level,
                "assumption": settings.assumption,
                **self._weighting_settings(task.weighting, settings.credit.floor, judge),
                "factors": _numbers(attrs.astuple(settings.factors)),
                "refs": len(task.material.references),
                "accepted": accepted or None,
                **(
                    self._credit_settings(settings.credit.tau, settings.credit.floor, settings.credit.beta)
                    if task.with_vectors
                    else {}
                ),
                "pipeline": self._models.pipeline_identity,
            },
        )

    def estimate(self, settings: EstimateSettings, *, with_vectors: bool) -> str:
        """Return the signature of the estimate of a document without a reference."""
        impara = settings.impara
        estimator = {"estimator": self._models.estimator_identity(impara.estimator)}
        return signature(
            "impara",
            {
                **(self._impara_settings(impara) if with_vectors else estimator),
                "margin": settings.margin,
                "refs": 0,
                "pipeline": self._models.pipeline_identity,
            },
        )

    def score(self, settings: ScoreSettings, references: int, accepted: int, judge: JudgeIdentity | None) -> str:
        """The signature of a corpus's score; ``judge``: the language model, if one weighs.

        Raises
        ------
        DocumentError
            If there are accepted corrections, and the metric compares no edits.
        """
        if settings.metric == "impara":
            made = self._impara_settings(settings.impara)
        elif settings.metric in NGRAM_METRICS:
            made = _ngram_settings(settings, references, accepted)
        else:
            made = self._edit_settings(settings, references, accepted, judge)
        return signature(settings.metric, made)

    def _weighting_settings(self, weighting: Weighting, floor: float, judge: JudgeIdentity | None) -> dict[str, object]:
        """What decides chunk weights; the encoder or the language model where it does."""
        own: dict[str, object] = {"weighting": weighting}
        if weighting == "similarity":
            own["layer"] = self._models.token_layer
        if weighting == "vector":
            own["floor"] = floor
        if weighting in ENCODED:
            own["encoder"] = self._models.encoder_identity
        if weighting == "llm" and judge is not None:
            own["model"] = judge.model
            own["temperature"] = judge.temperature
        return own

    def _credit_settings(self, tau: float, floor: float, beta: float) -> dict[str, object]:
        return {"tau": tau, "floor": floor, "beta": beta, "encoder": self._models.encoder_identity}

    def _impara_settings(self, settings: ImparaSettings) -> dict[str, object]:
        return {
            "threshold": settings.threshold,
            "estimator": self._models.estimator_identity(settings.estimator),
            "encoder": self._models.encoder_identity,
        }

    def _edit_settings(
        self, settings: ScoreSettings, references: int, accepted: int, judge: JudgeIdentity | None
    ) -> dict[str, object]:
        own: dict[str, object]
        if settings.metric == "cleme2":
            own = {
                "assumption": settings.assumption,
                **self._weighting_settings(settings.edit_weighting, settings.credit.floor, judge),
                "factors": _numbers(attrs.astuple(settings.factors)),
            }
        elif settings.metric == "cleme":
            own = {
                "assumption": settings.assumption,
                **self._weighting_settings(settings.edit_weighting, settings.credit.floor, judge),
                "beta": settings.beta,
            }
        elif settings.metric == "errant":
            own = {"beta": settings.beta}
        elif settings.metric == "pt-errant":
            own = {
                "beta": settings.beta,
                "layer": self._models.token_layer,
                "encoder": self._models.encoder_identity,
            }
        elif settings.metric == "uot-errant":
            uot = settings.uot
            own = {
                "reg": uot.regularisation,
                "reg_m": uot.relaxation,
                "mass": uot.mass,
                "cost": uot.cost,
                "vectors": settings.vectorisation,
                "beta": uot.beta,
                "encoder": self._models.encoder_identity,
            }
        else:
            soft = settings.credit
            own = {
                "vectors": settings.vectorisation,
                **self._credit_settings(soft.tau, soft.floor, soft.beta),
            }
        return {
            "level": settings.level,
            "refs": references,
            "accepted": accepted or None,
            **own,
            "pipeline": self._models.pipeline_identity,
        }


def _ngram_settings(settings: ScoreSettings, references: int, accepted: int) -> dict[str, object]:
    if accepted:
        raise DocumentError(
            f"{settings.metric} compares sentences and no edits: accepted corrections have no part in it",
            remedy="Leave them out, or take another metric",
        )
    own = settings.ngrams
    return {
        "level": settings.level,
        "refs": references,
        "n": own.longest,
        **({"beta": own.beta} if settings.metric == "green" else {"counts": own.gleu, "samples": own.samples}),
        "by": library(),
    }


def _numbers(values: Sequence[float]) -> str:
    return ",".join(f"{value:g}" for value in values)
