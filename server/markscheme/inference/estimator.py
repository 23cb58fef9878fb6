"""A trained quality estimator: a folder of weights, configuration, model card and report, loaded when it is needed."""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.documents.files import read_data, read_json
from markscheme.errors import DocumentError, EncoderError
from markscheme.inference.settings import Device, EncoderSettings
from markscheme.languages.pipeline import BUNDLED
from markscheme.metrics.impara import Calibration
from markscheme.progress import Progress, silent
from markscheme_models import quality_estimator

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SCHEMA = 1
KIND = "impara-estimator"
CONFIGURATION = "config.json"
"""The file that is written last: a folder that has it is complete."""
WEIGHTS = "estimator.safetensors"


@attrs.frozen
class EstimatorConfiguration:
    """The content of ``config.json``.

    The encoder is ``bundled``, a folder or a model id; the estimator works with no other revision. ``rank`` is 0 where
    the whole encoder was trained. ``weights`` is the file's SHA-256. ``calibration`` leads from a gain of q(Y) to the
    probability that an edit is valid, ``None`` if not fitted. Estimators of earlier versions have no detector in q(Y).
    """

    encoder: str
    revision: str
    rank: int
    weights: str
    signature: str
    figures: dict[str, float]
    detects: bool = False
    calibration: Calibration | None = None
    schema: int = SCHEMA
    kind: str = KIND

    @property
    def identity(self) -> str:
        """The estimator's identity, by which estimates are cached and which signatures show."""
        return f"{self.weights[:12]}/{self.revision}"


def estimator_folder(name: str) -> Path:
    """Return the folder that an estimator's name stands for; for ``~NAME`` of no user, the name as a path."""
    if name != BUNDLED:
        try:
            return Path(name).expanduser()
        except RuntimeError:
            return Path(name)
    return quality_estimator()


def read_configuration(folder: Path) -> EstimatorConfiguration:
    """Return an estimator's configuration; raise DocumentError without one, or with other weights than it names."""
    path = folder / CONFIGURATION
    if not path.is_file():
        remedy = "Train one with: markscheme eval impara train"
        raise DocumentError("this folder holds no trained quality estimator", path=folder, remedy=remedy)
    from cattrs import BaseValidationError, Converter  # few scores need an estimator

    try:
        value: Any = read_json(path)
        configuration = Converter(forbid_extra_keys=True).structure(value, EstimatorConfiguration)
        if (configuration.schema, configuration.kind) != (SCHEMA, KIND):
            raise ValueError
    except (ValueError, TypeError, KeyError, BaseValidationError) as error:
        raise DocumentError("this is no quality estimator's configuration of this version", path=path) from error
    if hashlib.sha256(read_data(folder / WEIGHTS)).hexdigest() != configuration.weights:
        remedy = "Copy the whole folder again, or train it again"
        raise DocumentError("these are not the weights that config.json names", path=folder / WEIGHTS, remedy=remedy)
    return configuration


def configuration_file(configuration: EstimatorConfiguration) -> bytes:
    return (json.dumps(attrs.asdict(configuration), indent=2) + "\n").encode()


class QualityEstimator:
    """q(Y) of sentences (IMPARA, Equation 2), with the detector of an estimator that has one."""

    def __init__(self, folder: Path, device: Device = "auto") -> None:
        """Raise DocumentError if there is no estimator, or another encoder; EncoderError if that can't be loaded."""
        from markscheme.inference.encoder import Encoder, find_encoder

        configuration = read_configuration(folder)
        settings = EncoderSettings(configuration.encoder, pooling="cls", device=device)
        revision = find_encoder(settings).revision
        from safetensors import SafetensorError
        from safetensors.torch import load_file

        from markscheme.inference.estimator_training import DetectingScorer, Scorer

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


_MAX_SENTENCES = 60
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
    sentences = [_SENTENCE.findall(text)[:_MAX_SENTENCES] for text in texts]
    values = iter(estimator.estimates([one for each in sentences for one in each]).tolist())
    return [sum(next(values) for _ in each) / max(len(each), 1) for each in sentences]
