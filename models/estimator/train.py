"""Make IMPARA's bundled quality estimator, from the treebank's files to the folder that ships.

Run ``OMP_NUM_THREADS=1 python train.py EWT_FOLDER`` in this folder, with the ``recipes`` dependencies installed. It is
fast on a processor that computes in bfloat16. ``--seed`` trains with another seed; ``--trial 20 --out TRIAL`` stops
after 20 steps. Then ``calibration.py`` adds the calibration.
"""

import argparse
import hashlib
import random
from itertools import islice
from pathlib import Path

import attrs
import torch
from corpus import sentences
from errors import makers
from near_words import near_words
from safetensors.torch import save
from training import Settings, accuracy, centre, new_scorer, train
from versions import VersionPair, pair_of

from markscheme.inference.encoder import Encoder, find_encoder, identity
from markscheme.inference.estimator import CONFIGURATION, WEIGHTS, EstimatorConfiguration, configuration_file
from markscheme.inference.settings import EncoderSettings
from markscheme.metrics.base import signature

SHIPPED = Path(__file__).parent.parent / "markscheme_models" / "estimator"
VALIDATION_SEED = 3
REPORTED_STEPS = 20
ENCODER = EncoderSettings(pooling="cls", device="cpu")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ewt", type=Path)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--seed", type=int, default=Settings().seed)
    parser.add_argument("--trial", type=int)
    arguments = parser.parse_args()
    settings = Settings(seed=arguments.seed)
    torch.manual_seed(settings.seed)
    encoder = Encoder(ENCODER)
    own, validation = (list(sentences(arguments.ewt / f"{part}.conllu")) for part in ("train", "dev"))
    shares = makers(near_words(encoder, own))
    scorer = new_scorer(encoder, settings)
    pair, token = 0.0, 0.0
    steps = train(scorer, encoder.tokenizer, own, shares, settings)
    for step, losses in enumerate(islice(steps, arguments.trial), 1):
        pair, token = pair + losses.pairs / REPORTED_STEPS, token + losses.tokens / REPORTED_STEPS
        if step % REPORTED_STEPS == 0:
            print(f"step {step}: loss of pairs {pair:.4f}, of tokens {token:.4f}", flush=True)
            pair, token = 0.0, 0.0
    rng = random.Random(VALIDATION_SEED)
    pairs: list[VersionPair] = [made for sentence in validation if (made := pair_of(sentence, shares, rng))]
    centre(scorer, encoder.tokenizer, pairs)
    reached = attrs.asdict(accuracy(scorer, encoder.tokenizer, pairs))
    figures = {f"validation_accuracy_{name}": value for name, value in reached.items()}
    print(figures)
    tensors = {name: value.detach().half().contiguous() for name, value in scorer.trained().items()}
    write(arguments.out, save(tensors), settings, figures, digest(arguments.ewt / "train.conllu"))


def digest(path: Path) -> str:
    """Return 12 digits of a file's SHA-256."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def write(out: Path, weights: bytes, settings: Settings, figures: dict[str, float], data: str) -> None:
    """Write the folder that ships; the weights are in half precision."""
    origin = {"data": data, "encoder": identity(ENCODER)}
    configuration = EstimatorConfiguration(
        ENCODER.name,
        find_encoder(ENCODER).revision,
        settings.rank,
        hashlib.sha256(weights).hexdigest(),
        signature("impara-estimator", {**origin, **attrs.asdict(settings), "detects": "tokens"}),
        figures,
        detects=True,
    )
    out.mkdir(parents=True, exist_ok=True)
    (out / WEIGHTS).write_bytes(weights)
    (out / CONFIGURATION).write_bytes(configuration_file(configuration))


if __name__ == "__main__":
    main()
