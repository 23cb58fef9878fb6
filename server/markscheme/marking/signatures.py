"""The signatures that travel with marks and estimates."""

import attrs

from markscheme.judges.identity import JudgeIdentity
from markscheme.marking.tasks import Task
from markscheme.metrics.estimates import EstimateSettings
from markscheme.metrics.impara import impara_signature
from markscheme.metrics.signature import numbers, signature
from markscheme.scoring.models import Models
from markscheme.scoring.signatures import SignatureNames


class Provenance:
    """Makes the signatures of marks and estimates; loads nothing."""

    def __init__(self, models: Models) -> None:
        self._models = models

    def review(self, task: Task, references: int, accepted: int, judge: JudgeIdentity | None) -> str:
        """Return the signature of a document's marks.

        Parameters
        ----------
        references
            Number of references that the document is marked against; one file may hold several.
        accepted
            Number of accepted alternatives.
        judge
            The language model, if one weighs.
        """
        settings, names = task.settings, SignatureNames(self._models, judge)
        credit = settings.credit.signature_settings(names.encoder) if task.with_vectors else {}
        return signature(
            "cleme2+credit" if task.with_vectors else "cleme2",
            {
                "level": settings.level,
                "assumption": settings.cleme2_assumption,
                "choice": "sentence" if settings.cleme2_assumption == "dependent" else "chunk",
                "verdicts": "any" if settings.verdict_assumption == "independent" else "one",
                "equal": ",".join(settings.equal) or None,
                **task.chunk_weighting.signature_settings(names),
                "factors": numbers(attrs.astuple(settings.factors)),
                "refs": references,
                "accepted": accepted or None,
                **credit,
                **names.edits,
            },
        )

    def estimate(self, settings: EstimateSettings, *, with_vectors: bool) -> str:
        """Return the signature of the estimate of a document without a reference."""
        names = SignatureNames(self._models)
        estimator = {"estimator": names.estimator(settings.impara.estimator)}
        return signature(
            "impara",
            {
                **(impara_signature(settings.impara, names) if with_vectors else estimator),
                "margin": settings.margin,
                "refs": 0,
                **names.edits,
            },
        )
