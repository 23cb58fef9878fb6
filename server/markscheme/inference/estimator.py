"""A trained quality estimator, loaded when it is first needed."""

import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from markscheme.errors import DocumentError
from markscheme.inference.estimator_folder import WEIGHTS, read_configuration
from markscheme.inference.settings import Device, EncoderError, EncoderSettings
from markscheme.progress import Progress, silent
from markscheme_models import quality_estimator

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class QualityEstimator:
    """q(Y) of sentences (IMPARA, Equation 2), with the detector of an estimator that has one."""

    def __init__(self, folder: Path, device: Device = "auto") -> None:
        """Raise DocumentError if there is no estimator, or another encoder; EncoderError if that can't be loaded."""
        from safetensors import SafetensorError
        from safetensors.torch import load_file

        from markscheme.inference.encoder import Encoder, find_encoder
        from markscheme.inference.estimator_scorer import DetectingScorer, Scorer

        configuration = read_configuration(folder)
        settings = EncoderSettings(configuration.encoder, pooling="cls", device=device)
        revision = find_encoder(settings).revision
        if revision != configuration.revision:
            problem = (
                f"it was trained from {configuration.encoder} {configuration.revision}, and this one is {revision}"
            )
            raise DocumentError(problem, path=folder)
        self.identity = configuration.identity
        self._encoder = Encoder(settings)
        kind = DetectingScorer if configuration.detects else Scorer
        scorer = kind(self._encoder, configuration.rank, seed=0)
        try:
            scorer.load(load_file(folder / WEIGHTS))
        except (SafetensorError, ValueError) as error:
            raise DocumentError(f"these weights can't be used ({error})", path=folder / WEIGHTS) from error
        scorer.merged()
        self._scorer = scorer.eval()

    def estimates(self, texts: Sequence[str], progress: Progress = silent) -> "npt.NDArray[np.float64]":
        """Return q(Y) of each text, higher for better, alike for equal tokens; the bundled encoder ignores capitals."""
        read = self._scorer.read
        return self._encoder.read(texts, lambda batch: read(batch)[:, None], 1, progress)[:, 0].astype("float64")


MAX_SENTENCES = 60
"""Most sentences of a text that are read."""
_SENTENCE = re.compile(r"[^\s.!?][^.!?\n]*[.!?]*")


def bundled_reader() -> Callable[[Sequence[str]], list[float]] | None:
    """Return what gives texts' mean quality, loaded at the first call (failing: all tie); ``None`` without torch."""
    return _read if find_spec("torch") is not None else None


def _read(texts: Sequence[str]) -> list[float]:
    try:
        estimator = QualityEstimator(quality_estimator(), "cpu")
    except (DocumentError, EncoderError):
        return [0.0 for _ in texts]
    sentences = [_SENTENCE.findall(text)[:MAX_SENTENCES] for text in texts]
    values = iter(estimator.estimates([one for each in sentences for one in each]).tolist())
    return [sum(next(values) for _ in each) / max(len(each), 1) for each in sentences]
