"""IMPARA's results over parallel passages: qualities of hypotheses, and their similarities to the source."""

from collections.abc import Sequence

from markscheme.alignment.passages import Passage
from markscheme.metrics import impara
from markscheme.metrics.settings import ImparaSettings
from markscheme.progress import Progress
from markscheme.scoring.models import Models


def impara_results(
    passages: Sequence[Passage], sentences: int, settings: ImparaSettings, models: Models, progress: Progress
) -> list[impara.Result]:
    """One result a hypothesis.

    Parameters
    ----------
    passages
        Of one hypothesis after the other, ``sentences`` each; their references have no part in it.
    """
    sources = [" ".join(passage.source.tokens) for passage in passages]
    hypotheses = [" ".join(passage.hypothesis.segment.tokens) for passage in passages]
    estimates = models.estimates(hypotheses, settings.estimator, progress)
    vectors = models.sentence_vectors([*sources, *hypotheses], progress)
    near = impara.similarities(vectors[: len(sources)], vectors[len(sources) :]).tolist()
    cuts = [slice(at, at + sentences) for at in range(0, len(passages), sentences)]
    return [impara.evaluate(estimates[cut], near[cut], settings.threshold) for cut in cuts]
