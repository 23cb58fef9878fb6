"""Measure, as MAEGE does, how well estimates order partly corrected sentences.

Choshen and Abend, *Automatic Metric Validation for Grammatical Error Correction*, ACL 2018, with the details of its
published code (``borgr/EoE``). Sentences that an annotator left unchanged are left out.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import attrs
import numpy as np
from scipy import stats

from markscheme.edits.edit import Edits, apply_edits
from markscheme.formats.plain_text.line_pairs import Tokens

MEANS = (0, 2, 4, 6, 8, 10)
"""Mean edits a sentence in the corpora that the corpus level compares."""
VARIANCE = 0.9


@attrs.frozen
class Version:
    """A source sentence with ``made`` of a reference's edits applied."""

    text: str
    made: int


@attrs.frozen
class Chain:
    """The versions with none, one, up to all of a reference's edits, which are applied in random order.

    ``scores`` are MAEGE's, at equal distances. A reference has 1. The source has 1 - (d + 1) / n, where d is the fewest
    edits to any of its references, and n its length in characters.
    """

    versions: tuple[Version, ...]
    scores: tuple[float, ...]


@attrs.frozen
class Lattice:
    """The chains of a corpus, one for each reference, and corpora with more and more applied edits."""

    chains: tuple[Chain, ...]
    corpora: tuple[tuple[Version, ...], ...]

    @property
    def versions(self) -> list[Version]:
        """Return the versions of all chains, then of all corpora."""
        parts = (*(chain.versions for chain in self.chains), *self.corpora)
        return [version for part in parts for version in part]


def lattice(found: Mapping[Tokens, Sequence[Edits]], seed: int) -> Lattice:
    """Return the lattice of source sentences and the edits of their references."""
    generator = random.Random(seed)
    changed = {source: references for source, references in found.items() if all(references)}
    chains = [chain for source, references in changed.items() for chain in _chains(source, references, generator)]
    corpora = [
        tuple(_drawn(source, references, mean, generator) for source, references in changed.items()) for mean in MEANS
    ]
    return Lattice(tuple(chains), tuple(corpora))


def _chains(source: Tokens, references: Sequence[Edits], generator: random.Random) -> Iterator[Chain]:
    first = 1 - (min(map(len, references)) + 1) / len(" ".join(source))
    for edits in references:
        order = _order(edits, generator)
        versions = tuple(_version(source, edits, order[:count]) for count in range(len(edits) + 1))
        yield Chain(versions, tuple(np.linspace(first, 1, len(versions)).tolist()))


def _drawn(source: Tokens, references: Sequence[Edits], mean: int, generator: random.Random) -> Version:
    """Return a version with a number of edits from a binomial distribution, or with all if there are fewer."""
    edits = references[int(generator.random() * len(references))]
    order = _order(edits, generator)
    share = (mean - VARIANCE) / mean if mean else 0.0
    draws = int(mean / share) if mean else 0
    return _version(source, edits, order[: sum(generator.random() < share for _ in range(draws))])


def _order(edits: Edits, generator: random.Random) -> list[int]:
    return sorted(range(len(edits)), key=lambda _: generator.random())


def _version(source: Tokens, edits: Edits, chosen: Sequence[int]) -> Version:
    made = tuple(edits[index] for index in sorted(chosen))
    return Version(" ".join(apply_edits(source, made)), len(made))


@attrs.frozen
class Agreement:
    """The agreement of estimates with MAEGE's scores.

    Attributes
    ----------
    corpus_pearson, corpus_spearman
        Correlations of a corpus's mean estimate and its mean number of edits, over six corpora.
    sentence_pearson, sentence_spearman
        Correlations of estimate and score, over all versions in all chains.
    chain_kendall
        Correlation over the pairs of versions inside each chain, without pairs of equal estimates.
    ties
        The share of pairs with equal estimates.
    """

    corpus_pearson: float
    corpus_spearman: float
    sentence_pearson: float
    sentence_spearman: float
    chain_kendall: float
    ties: float


def agreement(own: Lattice, estimates: Sequence[float]) -> Agreement:
    """Return the agreement of one estimate for each of :attr:`Lattice.versions`."""
    parts = (*(chain.versions for chain in own.chains), *own.corpora)
    split = np.split(np.asarray(estimates, dtype=np.float64), np.cumsum([len(part) for part in parts])[:-1])
    chains, corpora = split[: len(own.chains)], split[len(own.chains) :]
    means = [float(corpus.mean()) for corpus in corpora]
    scores = [score for chain in own.chains for score in chain.scores]
    pooled = np.concatenate(chains)
    steps = np.array([np.sign(later - sooner) for chain in chains for sooner, later in combinations(chain, 2)])
    ordered = steps[steps != 0]
    return Agreement(
        float(stats.pearsonr(means, MEANS).statistic),
        float(stats.spearmanr(means, MEANS).statistic),
        float(stats.pearsonr(pooled, scores).statistic),
        float(stats.spearmanr(pooled, scores).statistic),
        float(ordered.mean()) if len(ordered) else 0.0,
        1 - len(ordered) / len(steps),
    )
