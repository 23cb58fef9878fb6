"""How well a quality estimator orders real learners' sentences: JFLEG, and chains of corrections as in MAEGE.

Run ``python evaluate.py JFLEG_FOLDER/test/test [--estimator FOLDER]``; the prefix is that of ``.src`` and ``.ref0`` to
``.ref3``. Prints JSON:

* ``learner_above``: of the pairs of a sentence and a reference that changes it, the share where the learner's own is
  estimated above; ``ties``: the share where both are estimated the same;
* ``chains`` (Choshen and Abend, *Automatic Metric Validation for Grammatical Error Correction*, ACL 2018): a
  reference's edits made one after the other in random order. Pearson and Spearman correlation over all sentences of
  estimate and number of edits made (``made``), and of estimate and number of edits still to make, with a minus
  (``to_make``); Kendall's of the pairs inside each chain, ties of the estimate left out, and their share. Beside it
  the same for other "estimates";
* ``similarity``: quantiles of the similarity of source and reference (IMPARA, Equation 10), and the share that
  theta refuses.
"""

import argparse
import json
import random
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy import stats

from markscheme import EngineSettings, ImparaSettings
from markscheme.documents.line_pairs import Tokens, line_pairs
from markscheme.edits.edit import Edits, apply_edits
from markscheme.encoders.encoder import Encoder
from markscheme.encoders.settings import EncoderSettings
from markscheme.engine.work import Workshop
from markscheme.estimators.scorer import Scorer
from markscheme.metrics.impara import quality, similarities

SEED = 1
NOISE = (1.0, 2.0)
"""Standard deviations, in edits."""
QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75)

Chain = list[str]


def pairs_of(prefix: Path) -> list[tuple[Tokens, Tokens]]:
    """Every (source, reference) of every sentence, references that change nothing left out."""
    references = sorted(prefix.parent.glob(f"{prefix.name}.ref*"))
    source = prefix.with_name(f"{prefix.name}.src")
    return [pair for reference in references for pair in line_pairs(source, reference) if pair[0] != pair[1]]


def chain(source: Tokens, edits: Edits, generator: random.Random) -> Chain:
    """The source, then with one more edit each time, up to all."""
    order = sorted(range(len(edits)), key=lambda _: generator.random())
    made = [sorted(order[:count]) for count in range(len(edits) + 1)]
    return [" ".join(apply_edits(source, tuple(edits[index] for index in chosen))) for chosen in made]


def correlations(estimates: Sequence[Sequence[float]]) -> dict[str, object]:
    """Of each chain's estimates with 0, 1, 2, ..."""
    made = [count for own in estimates for count in range(len(own))]
    to_make = [1 + count - len(own) for own in estimates for count in range(len(own))]
    pooled = [value for own in estimates for value in own]
    steps = [np.sign(later - sooner) for own in estimates for sooner, later in combinations(own, 2)]
    told = [step for step in steps if step]
    return {
        "made": _correlated(pooled, made),
        "to_make": _correlated(pooled, to_make),
        "kendall": round(float(np.mean(told)), 3) if told else 0.0,
        "ties": round(1 - len(told) / len(steps), 3),
    }


def _correlated(estimates: Sequence[float], counts: Sequence[int]) -> dict[str, float]:
    return {
        "pearson": round(float(stats.pearsonr(estimates, counts).statistic), 3),
        "spearman": round(float(stats.spearmanr(estimates, counts).statistic), 3),
    }


def untrained(texts: Sequence[str]) -> list[float]:
    """The estimates that training begins with: the first token's state, times a random w."""
    encoder = Encoder(EncoderSettings(pooling="cls"))
    w = Scorer(encoder, rank=0, seed=SEED).w.detach().numpy()
    return [float(value) for value in encoder.encode(texts) @ w]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prefix", type=Path)
    parser.add_argument("--estimator", default="bundled")
    arguments = parser.parse_args()
    workshop = Workshop(EngineSettings())
    pairs = pairs_of(arguments.prefix)
    sides = [" ".join(tokens) for pair in pairs for tokens in pair]
    estimates = np.array(workshop.estimates(sides, arguments.estimator)).reshape(-1, 2)
    vectors = workshop.sentence_vectors(sides)

    generator = random.Random(SEED)
    by_source: dict[Tokens, list[Tokens]] = {}
    for source, reference in pairs:
        by_source.setdefault(source, []).append(reference)
    drawn = [(source, generator.choice(references)) for source, references in by_source.items()]
    chains = [chain(source, own, generator) for (source, _), own in zip(drawn, workshop.edits(drawn), strict=True)]
    texts = [text for own in chains for text in own]
    ends = np.cumsum([len(own) for own in chains])[:-1]

    def compared(values: Sequence[float]) -> dict[str, object]:
        return correlations([part.tolist() for part in np.split(np.array(values, dtype=np.float64), ends)])

    noise = np.random.default_rng(SEED)
    counts = np.array([count for own in chains for count in range(len(own))])
    own_qualities = [quality(value) for value in workshop.estimates(texts, arguments.estimator)]
    near = similarities(vectors[::2], vectors[1::2])
    theta = ImparaSettings().threshold
    result = {
        "pairs": len(pairs),
        "learner_above": round(float((estimates[:, 0] > estimates[:, 1]).mean()), 4),
        "ties": round(float((estimates[:, 0] == estimates[:, 1]).mean()), 4),
        "chains": {
            "number": len(chains),
            "sentences": len(texts),
            "estimator": compared(own_qualities),
            "sentence length": compared([len(text.split()) for text in texts]),
            "untrained encoder": compared(untrained(texts)),
            **{f"edits and noise {sd:g}": compared(list(counts + noise.normal(0, sd, len(counts)))) for sd in NOISE},
        },
        "similarity": dict(zip(map(str, QUANTILES), np.quantile(near, QUANTILES).round(3).tolist(), strict=True)),
        f"not above {theta:g}": round(float((near <= theta).mean()), 4),
    }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
