"""A trained estimator on disk: a folder of weights, configuration, model card and report."""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs
import cattrs

from markscheme.encoders.settings import EncoderError
from markscheme.metrics.impara import Calibration
from markscheme.text.errors import DocumentError
from markscheme.text.files import read_data, read_text
from markscheme_models import quality_estimator

SCHEMA = 1
KIND = "impara-estimator"
CONFIGURATION = "config.json"
"""The file that is written last: a folder that has it is complete."""
WEIGHTS = "estimator.safetensors"
BUNDLED = "bundled"
_converter = cattrs.Converter(forbid_extra_keys=True)


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
    import markscheme_models

    return markscheme_models.quality_estimator()


def read_configuration(folder: Path) -> EstimatorConfiguration:
    """Return a trained estimator's configuration; check the weights' file against it.

    Raise DocumentError if the folder holds no trained estimator, or other weights than the configuration names.
    """
    path = folder / CONFIGURATION
    if not path.is_file():
        remedy = "Train one with: markscheme impara train"
        raise DocumentError("this folder holds no trained quality estimator", path=folder, remedy=remedy)
    try:
        value: Any = json.loads(read_text(path))
        configuration = _converter.structure(value, EstimatorConfiguration)
        if (configuration.schema, configuration.kind) != (SCHEMA, KIND):
            raise ValueError
    except (ValueError, TypeError, KeyError, cattrs.BaseValidationError) as error:
        raise DocumentError("this is no quality estimator's configuration of this version", path=path) from error
    if hashlib.sha256(read_data(folder / WEIGHTS)).hexdigest() != configuration.weights:
        remedy = "Copy the whole folder again, or train it again"
        raise DocumentError("these are not the weights that config.json names", path=folder / WEIGHTS, remedy=remedy)
    return configuration


def configuration_file(configuration: EstimatorConfiguration) -> bytes:
    return (json.dumps(_converter.unstructure(configuration), indent=2) + "\n").encode()


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
