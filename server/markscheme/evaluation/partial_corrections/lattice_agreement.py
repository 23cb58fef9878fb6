"""How far a metric orders partly corrected sentences as the number of their corrections does (MAEGE)."""

from collections.abc import Sequence
from itertools import combinations

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.correlation.correlations import pearson, spearman
from markscheme.evaluation.partial_corrections.lattice import MEANS, Lattice


@attrs.frozen
class Agreement:
    """The agreement of a metric with MAEGE's scores; a correlation is NaN where the metric scores everything alike.

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


def agreement(lattice: Lattice, estimates: Sequence[float]) -> Agreement:
    """Return the agreement of one estimate for each of :attr:`Lattice.versions`."""
    parts = (*(chain.versions for chain in lattice.chains), *lattice.corpora)
    split = np.split(np.asarray(estimates, dtype=np.float64), np.cumsum([len(part) for part in parts])[:-1])
    chains, corpora = split[: len(lattice.chains)], split[len(lattice.chains) :]
    means = [float(corpus.mean()) for corpus in corpora]
    scores = [score for chain in lattice.chains for score in chain.scores]
    pooled = np.concatenate(chains)
    steps = np.array([np.sign(later - sooner) for chain in chains for sooner, later in combinations(chain, 2)])
    ordered = steps[steps != 0]
    return Agreement(
        float(pearson(*_rows(means, MEANS))[0]),
        float(spearman(*_rows(means, MEANS))[0]),
        float(pearson(*_rows(pooled.tolist(), scores))[0]),
        float(spearman(*_rows(pooled.tolist(), scores))[0]),
        float(ordered.mean()) if len(ordered) else float("nan"),
        1 - len(ordered) / len(steps),
    )


def _rows(one: Sequence[float], other: Sequence[float]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return two series as arrays of one row."""
    return np.array([one], dtype=np.float64), np.array([other], dtype=np.float64)
