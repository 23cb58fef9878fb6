"""A trained estimator on disk: a folder of weights, configuration, model card and report."""

import hashlib
import json
from pathlib import Path
from typing import Any

import attrs
import cattrs

from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_data, read_text

SCHEMA = 1
KIND = "impara-estimator"
CONFIGURATION = "config.json"
"""Written last: a folder that has it is complete."""
WEIGHTS = "estimator.safetensors"
BUNDLED = "bundled"
_converter = cattrs.Converter(forbid_extra_keys=True)


@attrs.frozen
class EstimatorConfiguration:
    """What ``config.json`` says.

    Attributes
    ----------
    encoder
        The encoder that was fine-tuned, as it was named: ``bundled``, a folder or a model id.
    revision
        Its revision, which the one that is found must have.
    rank
        Of the adapter; 0 where the whole encoder was trained.
    weights
        SHA-256 of the weights' file.
    signature
        How it was trained.
    figures
        What was measured when it was trained.
    """

    encoder: str
    revision: str
    rank: int
    weights: str
    signature: str
    figures: dict[str, float]
    schema: int = SCHEMA
    kind: str = KIND

    @property
    def identity(self) -> str:
        """What estimates are kept under, and signatures show."""
        return f"{self.weights[:12]}/{self.revision}"


def estimator_folder(name: str) -> Path:
    """The folder that an estimator's name means: where ``~`` names nobody, the name as it is."""
    if name != BUNDLED:
        try:
            return Path(name).expanduser()
        except RuntimeError:
            return Path(name)
    import markscheme_models

    return markscheme_models.quality_estimator()


def read_configuration(folder: Path) -> EstimatorConfiguration:
    """A trained estimator's configuration, its weights' file checked against it.

    Raises
    ------
    DocumentError
        If the folder holds no trained estimator, or not the weights that it should.
    """
    path = folder / CONFIGURATION
    if not path.is_file():
        remedy = "Train one with: markscheme impara train"
        raise DocumentError("this folder holds no trained quality estimator", path=folder, remedy=remedy)
    try:
        value: Any = json.loads(read_text(path))
        found = _converter.structure(value, EstimatorConfiguration)
        if (found.schema, found.kind) != (SCHEMA, KIND):
            raise ValueError
    except (ValueError, TypeError, KeyError, cattrs.BaseValidationError) as error:
        raise DocumentError("this is no quality estimator's configuration of this version", path=path) from error
    if hashlib.sha256(read_data(folder / WEIGHTS)).hexdigest() != found.weights:
        remedy = "Copy the whole folder again, or train it again"
        raise DocumentError("these are not the weights that config.json names", path=folder / WEIGHTS, remedy=remedy)
    return found


def configuration_file(configuration: EstimatorConfiguration) -> bytes:
    """``config.json``."""
    return (json.dumps(_converter.unstructure(configuration), indent=2) + "\n").encode()
