"""How often a metric prefers the output that people prefer, sentence by sentence.

A comparison of two outputs that people tie does not count. Accuracy is the share of the others in which the metric
agrees; Kendall's tau is the agreements minus the disagreements, as a share of both (SEEDA, Section 5.2). What a
metric's own tie means differs between papers, and decides much: metrics often tie two outputs. Each policy is an object
in a registry.
"""

from collections.abc import Callable

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.evaluation.judgements.ranking import Comparisons
from markscheme.registry import Registry

Numbers = npt.NDArray[np.float64]


@attrs.frozen
class TiePolicy:
    """What a metric's tie means where people prefer one output.

    Attributes
    ----------
    title
        What it means, for people.
    agreement
        Return the share of agreement, 1 or 0, that ties count as; given people's outcomes.
    counts
        Whether ties count at all.
    """

    title: str
    agreement: Callable[[npt.NDArray[np.int64]], Numbers]
    counts: bool = True


def _none(outcomes: npt.NDArray[np.int64]) -> Numbers:
    return np.zeros(len(outcomes))


DISAGREE = TiePolicy("a metric's tie is a disagreement", _none)
FIRST_LOSES = TiePolicy(
    "in a metric's tie the system whose name comes first loses, as in SEEDA's and gec-metrics' code",
    lambda outcomes: (outcomes < 0).astype(np.float64),
)
LEAVE_OUT = TiePolicy("a metric's ties do not count", _none, counts=False)

TIE_POLICIES: Registry[TiePolicy] = Registry(
    "policy on ties",
    {name: f"{__name__}:{name.upper().replace('-', '_')}" for name in ("disagree", "first-loses", "leave-out")},
)
"""The policies by their names."""


@attrs.frozen(eq=False)
class Agreements:
    """How often a metric agrees with people.

    Attributes
    ----------
    agreed, counted
        Comparisons in which both agree, and that count; by sentence, shape (sentences,).
    agreed_by_pair, counted_by_pair
        The same by pairs of systems, shape (systems, systems), symmetric.
    tied
        Number of comparisons that people decide and the metric ties.
    """

    agreed: Numbers
    counted: Numbers
    agreed_by_pair: Numbers
    counted_by_pair: Numbers
    tied: int

    def accuracy(self, counts: Numbers) -> Numbers:
        """Return the accuracy in samples, shape (samples,), from how often each has each sentence."""
        counted = counts @ self.counted
        values = np.full(len(counts), np.nan)
        np.divide(counts @ self.agreed, counted, out=values, where=counted > 0)
        return values

    def tau(self, counts: Numbers) -> Numbers:
        """Return Kendall's tau in samples; as :meth:`accuracy`."""
        return 2 * self.accuracy(counts) - 1

    @property
    def by_pair(self) -> Numbers:
        """The accuracy for each pair of systems; NaN where no comparison counts."""
        values = np.full(self.counted_by_pair.shape, np.nan)
        np.divide(self.agreed_by_pair, self.counted_by_pair, out=values, where=self.counted_by_pair > 0)
        return values


def agreements(scores: Numbers, people: Comparisons, policy: TiePolicy) -> Agreements:
    """Return how often scores agree with people's decided comparisons.

    Parameters
    ----------
    scores
        Shape (systems, sentences).
    """
    decided = people.decided
    metric = np.sign(scores[decided.first, decided.sentences] - scores[decided.second, decided.sentences]).astype(
        np.int64
    )
    ties = metric == 0
    agreed = np.where(ties, policy.agreement(decided.outcomes), metric == decided.outcomes).astype(np.float64)
    counted = np.where(ties, float(policy.counts), 1.0)
    systems, sentences = scores.shape
    return Agreements(
        _by_sentence(decided, agreed, sentences),
        _by_sentence(decided, counted, sentences),
        _symmetric(decided, agreed, systems),
        _symmetric(decided, counted, systems),
        int(ties.sum()),
    )


def _by_sentence(comparisons: Comparisons, values: Numbers, sentences: int) -> Numbers:
    table = np.zeros(sentences)
    np.add.at(table, comparisons.sentences, values)
    return table


def _symmetric(comparisons: Comparisons, values: Numbers, systems: int) -> Numbers:
    table = np.zeros((systems, systems))
    np.add.at(table, (comparisons.first, comparisons.second), values)
    return table + table.T
