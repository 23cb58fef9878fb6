"""A correction without a reference: what the estimator and the encoder are asked of its sentences, each once."""

from collections.abc import Sequence

import attrs
from cachetools import LRUCache

from markscheme.edits.edit import Correction
from markscheme.encoders.edit_vectors import MAX_WORDS, without_each
from markscheme.encoders.encoder import Vectors
from markscheme.metrics.estimates import Closeness, EstimateSettings, SentenceEstimate, sentence_estimate
from markscheme.metrics.impara import impacts, similarities
from markscheme.progress import Progress
from markscheme.scoring.memos import PASSAGES_IN_MEMORY
from markscheme.scoring.models import Models


def variants(correction: Correction) -> tuple[str, ...]:
    """Return the source, the correction, and the correction without each edit; empty where no word is left."""
    return " ".join(correction.source[:MAX_WORDS]), *without_each(correction)


@attrs.frozen
class _EstimateKey:
    settings: EstimateSettings
    estimator: str
    with_vectors: bool


class Estimation:
    """Estimates sentences; what was estimated lately stays in memory, by content."""

    def __init__(self, models: Models) -> None:
        self._models = models
        self._recent: LRUCache[tuple[Correction, _EstimateKey], SentenceEstimate] = LRUCache(PASSAGES_IN_MEMORY)

    def sentences(
        self, corrections: Sequence[Correction], settings: EstimateSettings, *, with_vectors: bool, progress: Progress
    ) -> list[SentenceEstimate]:
        """Each correction's estimate.

        Raises
        ------
        DocumentError
            If the estimator's folder can't be used.
        """
        manner = _EstimateKey(settings, self._models.estimator_identity(settings.impara.estimator), with_vectors)
        wanted = [item for item in dict.fromkeys(corrections) if (item, manner) not in self._recent]
        found = dict(zip(wanted, self._estimated(wanted, manner, progress), strict=True))
        found |= {item: self._recent[item, manner] for item in set(corrections) - set(wanted)}
        self._recent.update({(item, manner): found[item] for item in wanted})
        return [found[item] for item in corrections]

    def _estimated(
        self, corrections: Sequence[Correction], manner: _EstimateKey, progress: Progress
    ) -> list[SentenceEstimate]:
        versions = [variants(item) for item in corrections]
        texts = list(dict.fromkeys(text for own in versions for text in own if text))
        settings = manner.settings
        estimates = dict(zip(texts, self._models.estimates(texts, settings.impara.estimator, progress), strict=True))
        vectors: dict[str, Vectors] = {}
        if manner.with_vectors:
            vectors = dict(zip(texts, self._models.sentence_vectors(texts, progress), strict=True))
        return [
            sentence_estimate(
                [estimates.get(text) for text in own],
                _closeness(own, vectors) if manner.with_vectors else None,
                settings.impara.threshold,
                settings.margin,
            )
            for own in versions
        ]


def _closeness(variants: Sequence[str], vectors: dict[str, Vectors]) -> Closeness:
    source, whole, *parts = (vectors.get(text) for text in variants)
    near = 0.0 if source is None or whole is None else float(similarities(source, whole))
    return Closeness(near, tuple(_impact(whole, part) for part in parts))


def _impact(whole: Vectors | None, part: Vectors | None) -> float | None:
    return None if whole is None or part is None else float(impacts(whole, part))
