"""Measure how well quality estimators order learners' sentences: JFLEG, with chains of corrections as in MAEGE.

Run ``python evaluate.py JFLEG_FOLDER/test/test [--estimator FOLDER ...]`` with the repository in ``PYTHONPATH``; the
prefix is that of ``.src`` and ``.ref0`` to ``.ref3``. With several estimators, such as those of several seeds, the
output also has their mean and standard deviation. The output is JSON:

* ``learner_above``: among the pairs of a sentence and a reference that changes it, the share in which the learner's
  sentence is estimated above the reference; ``ties``: the share in which both estimates are equal;
* ``maege``: see :class:`benchmarks.maege.Agreement`; an estimate is the
  quality, without theta. The same figures follow for other "estimates": the sentence's length; the encoder before
  training, with as many seeds; and the number of applied edits, which no metric without a reference knows, with noise,
  or with edits missed at random;
* ``similarity``: quantiles of the similarity of source and reference (IMPARA, Equation 10), and the share that theta
  rejects.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs
import numpy as np
from benchmarks.maege import Lattice, agreement, lattice

from markscheme import EngineSettings
from markscheme.documents.plain_text import Tokens, line_pairs
from markscheme.inference.encoder import Encoder
from markscheme.inference.estimator_training import Scorer
from markscheme.inference.models import Models
from markscheme.inference.settings import EncoderSettings
from markscheme.metrics.impara import quality, similarities
from markscheme.reviews import ImparaSettings

SEED = 1
NOISE = (1.0, 2.0)
"""Standard deviations, in edits."""
MISS_PROBABILITY = 0.5
"""The probability that an edit is not counted."""
QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75)
DIGITS = 3

Pair = tuple[Tokens, Tokens]


def pairs_of(prefix: Path) -> list[Pair]:
    """Return every pair of source and reference, reference by reference."""
    references = sorted(prefix.parent.glob(f"{prefix.name}.ref*"))
    source = prefix.with_name(f"{prefix.name}.src")
    return [pair for reference in references for pair in line_pairs(source, reference)]


def lattice_of(models: Models, pairs: Sequence[Pair]) -> Lattice:
    edits = dict(zip(pairs, models.edits(pairs), strict=True))
    sources: dict[Tokens, list[Pair]] = {}
    for pair in pairs:
        sources.setdefault(pair[0], []).append(pair)
    return lattice({source: [edits[pair] for pair in own] for source, own in sources.items()}, SEED)


def untrained(texts: Sequence[str], seeds: int) -> list[list[float]]:
    """Return the estimates before training, seed by seed: the first token's state times a random w."""
    encoder = Encoder(EncoderSettings(pooling="cls"))
    states = encoder.encode(texts)
    ws = [Scorer(encoder, rank=0, seed=seed).w.detach().numpy() for seed in range(1, seeds + 1)]
    return [(states @ w).tolist() for w in ws]


def above(models: Models, pairs: Sequence[Pair], estimator: str) -> dict[str, float]:
    sides = [" ".join(tokens) for pair in pairs for tokens in pair]
    estimates = np.array(models.estimates(sides, estimator)).reshape(-1, 2)
    own, corrected = estimates.T
    return {"learner_above": float((own > corrected).mean()), "ties": float((own == corrected).mean())}


def maege(models: Models, own: Lattice, estimator: str) -> dict[str, float]:
    texts = [version.text for version in own.versions]
    return attrs.asdict(agreement(own, [quality(value) for value in models.estimates(texts, estimator)]))


def others(own: Lattice, seeds: int) -> dict[str, object]:
    texts = [version.text for version in own.versions]
    made = np.array([version.made for version in own.versions])
    noise = np.random.default_rng(SEED)
    counts = {f"applied edits and noise {spread:g}": made + noise.normal(0, spread, len(made)) for spread in NOISE}
    counts[f"applied edits, each missed with probability {MISS_PROBABILITY:g}"] = noise.binomial(
        made, 1 - MISS_PROBABILITY
    )
    counts["sentence length"] = np.array([len(text.split()) for text in texts])
    found = {name: attrs.asdict(agreement(own, values.tolist())) for name, values in counts.items()}
    begun = [attrs.asdict(agreement(own, values)) for values in untrained(texts, seeds)]
    return {"untrained encoder": together(begun), **found}


def together(found: Sequence[Mapping[str, float]]) -> dict[str, object]:
    """Return the figures of several estimators, with their mean and standard deviation."""
    if len(found) == 1:
        return dict(found[0])
    columns = {name: [own[name] for own in found] for name in found[0]}
    return {
        "each": columns,
        "mean": {name: float(np.mean(values)) for name, values in columns.items()},
        "deviation": {name: float(np.std(values, ddof=1)) for name, values in columns.items()},
    }


def theta(models: Models, pairs: Sequence[Pair]) -> dict[str, float]:
    vectors = models.sentence_vectors([" ".join(tokens) for pair in pairs for tokens in pair])
    near = similarities(vectors[::2], vectors[1::2])
    threshold = ImparaSettings().threshold
    quantiles = dict(zip(map(str, QUANTILES), np.quantile(near, QUANTILES).tolist(), strict=True))
    return {**quantiles, f"not above {threshold:g}": float((near <= threshold).mean())}


def rounded(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: rounded(own) for name, own in value.items()}
    if isinstance(value, list):
        return [rounded(own) for own in value]
    return round(value, DIGITS) if isinstance(value, float) else value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prefix", type=Path)
    parser.add_argument("--estimator", action="append")
    arguments = parser.parse_args()
    estimators = arguments.estimator or ["bundled"]
    models = Models(EngineSettings())
    pairs = pairs_of(arguments.prefix)
    changed = [pair for pair in pairs if pair[0] != pair[1]]
    own = lattice_of(models, pairs)
    result = {
        "pairs": len(changed),
        **together([above(models, changed, estimator) for estimator in estimators]),
        "maege": {
            "sentences": len(own.corpora[0]),
            "chains": len(own.chains),
            "versions": sum(len(chain.versions) for chain in own.chains),
            "estimator": together([maege(models, own, estimator) for estimator in estimators]),
            **others(own, len(estimators)),
        },
        "similarity": theta(models, changed),
    }
    print(json.dumps(rounded(result), indent=2))


if __name__ == "__main__":
    main()
