"""A trained estimator on disk: a folder of weights, configuration, model card and report."""

import hashlib
import json
from pathlib import Path
from typing import Any

import attrs
import cattrs

from markscheme.documents.files import read_data, read_text
from markscheme.errors import DocumentError
from markscheme.metrics.impara import Calibration
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
    return quality_estimator()


def read_configuration(folder: Path) -> EstimatorConfiguration:
    """Return an estimator's configuration; raise DocumentError without one, or with other weights than it names."""
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
