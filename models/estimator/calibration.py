"""Fit the map from what a single edit adds to q to the probability that the edit is valid.

    python calibration.py EWT_FOLDER ESTIMATOR [--differing CONLL14 GJG15 SN8GEC] [--write ewt|differing]

The maps are logistic, with two numbers (:class:`markscheme.metrics.impara.Calibration`), and fitted by maximum
likelihood: one on the treebank's test part with errors added, and one on the systems' edits in the development half of
``differing_edits.py``. In the treebank's sentences about a third of the edits undo an error, a third put another error
in an error's place, and a third make an error where there was none. ``--write`` puts a map into the configuration of
the estimator, ``bundled`` or a folder.
"""

import argparse
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs
import numpy as np
from corpus import sentences
from differing_edits import DIGITS, JudgedEdit, gains, needed, of_systems, read, reliability, rounded
from errors import Maker, Sentence, error_in, makers
from near_words import near_words
from sklearn.linear_model import LogisticRegression
from versions import errors_of, with_errors

from markscheme import EngineSettings
from markscheme.edits.edit import Edit
from markscheme.inference.encoder import Encoder
from markscheme.inference.estimator import (
    CONFIGURATION,
    configuration_file,
    estimator_folder,
    read_configuration,
)
from markscheme.inference.models import Models
from markscheme.inference.settings import EncoderSettings
from markscheme.metrics.impara import Calibration

SEED = 5


def made_edits(sentence: Sentence, shares: Mapping[Maker, int], rng: random.Random) -> list[JudgedEdit]:
    """Return a valid edit, another one at its place, and a needless one; fewer where one is not possible.

    Each replaces the whole sentence: only the sentence with it and the one without it are compared.
    """
    errors = errors_of(sentence, shares, rng)
    if not errors:
        return []
    source = with_errors(sentence, errors).words
    error = rng.choice(errors)
    others = [other for other in errors if other is not error]
    other = error_in(sentence, shares, rng, others, at=error.start)
    needless = error_in(sentence, shares, rng, errors)
    versions = [with_errors(sentence, others).words]
    if other is not None and other != error:
        versions.append(with_errors(sentence, [*others, other]).words)
    if needless is not None:
        versions.append(with_errors(sentence, [*errors, needless]).words)
    return [
        JudgedEdit(source, Edit(0, len(source), words), valid=number == 0, by_system=True)
        for number, words in enumerate(versions)
        if words and source and words != source
    ]


def fitted(values: Mapping[JudgedEdit, float]) -> Calibration:
    """Return the map that makes the validity of the systems' edits most likely."""
    own = [item for item in values if item.by_system]
    gained = np.array([[values[item]] for item in own])
    model = LogisticRegression(C=np.inf).fit(gained, [item.valid for item in own])
    return Calibration(float(model.intercept_[0]), float(model.coef_[0][0]))


def ewt_edits(treebank: Path) -> list[JudgedEdit]:
    """Return made edits of the treebank's test part."""
    encoder = Encoder(EncoderSettings(pooling="cls", device="cpu"))
    shares = makers(near_words(encoder, list(sentences(treebank / "train.conllu"))))
    rng = random.Random(SEED)
    made = (made_edits(sentence, shares, rng) for sentence in sentences(treebank / "test.conllu"))
    return [item for items in made for item in items]


def write(folder: Path, calibration: Calibration) -> None:
    """Put a calibration into an estimator's configuration, rounded."""
    own = Calibration(round(calibration.intercept, DIGITS), round(calibration.slope, DIGITS))
    configuration = attrs.evolve(read_configuration(folder), calibration=own)
    (folder / CONFIGURATION).write_bytes(configuration_file(configuration))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("ewt", type=Path)
    parser.add_argument("estimator")
    parser.add_argument("--differing", nargs=3, type=Path)
    parser.add_argument("--write", choices=("ewt", "differing"))
    arguments = parser.parse_args()
    if arguments.write == "differing" and not arguments.differing:
        parser.error("--write differing needs --differing CONLL14 GJG15 SN8GEC")
    models = Models(EngineSettings())
    edits_by_data: dict[str, Sequence[JudgedEdit]] = {"ewt": ewt_edits(arguments.ewt)}
    if arguments.differing:
        judged = needed(read(models, *arguments.differing, "development"))
        edits_by_data["differing"] = [item for items in judged.values() for item in items]
    values = {name: gains(models, edits, arguments.estimator) for name, edits in edits_by_data.items()}
    maps = {name: fitted(value) for name, value in values.items()}
    reliabilities = {
        f"{name} on {of}": attrs.asdict(reliability(*of_systems(calibration, value)))
        for name, calibration in maps.items()
        for of, value in values.items()
    }
    figures = {"maps": {name: attrs.asdict(calibration) for name, calibration in maps.items()}, **reliabilities}
    print(json.dumps(rounded(figures), indent=2))
    if arguments.write:
        write(estimator_folder(arguments.estimator), maps[arguments.write])


if __name__ == "__main__":
    main()
