"""How well whole texts read, by the bundled estimator: to tell a corrected version of a text from the learner's."""

import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec

from markscheme.encoders.settings import EncoderError
from markscheme.text.errors import DocumentError
from markscheme_models import quality_estimator

MAX_SENTENCES = 60
"""Most sentences of a text that are read."""
_SENTENCE = re.compile(r"[^\s.!?][^.!?\n]*[.!?]*")


def bundled_reader() -> Callable[[Sequence[str]], list[float]] | None:
    """Return a function that gives each text's mean quality, higher for better; ``None`` where torch is missing.

    The estimator is loaded at the function's first call. If it can't be loaded, all texts read equally well.
    """
    return _read if find_spec("torch") is not None else None


def _read(texts: Sequence[str]) -> list[float]:
    from markscheme.estimators.estimator import QualityEstimator

    try:
        estimator = QualityEstimator(quality_estimator(), "cpu")
    except (DocumentError, EncoderError):
        return [0.0 for _ in texts]
    sentences = [_SENTENCE.findall(text)[:MAX_SENTENCES] for text in texts]
    values = iter(estimator.estimates([one for each in sentences for one in each]).tolist())
    return [sum(next(values) for _ in each) / max(len(each), 1) for each in sentences]
