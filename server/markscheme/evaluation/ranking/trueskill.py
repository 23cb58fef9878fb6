"""TrueSkill ratings of systems from games of two (Herbrich, Minka and Graepel, NIPS 2006), in many samples at once.

With two players and no teams, the factor graph of TrueSkill has a closed solution: the messages are exact after one
pass. So one game is a few array operations, over all samples of a bootstrap. The tests compare every rating with the
package ``trueskill``.

A rating depends on the order of games. Scores of sentences are games in the order of sentences, and within a sentence
in that of the pairs (0, 1), (0, 2), … (1, 2), …, as gec-metrics has them. The games of a sentence whose systems'
numbers have the same sum share no system and can be played at once without changing any rating: every earlier game of
either system has a smaller sum.
"""

import attrs
import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri

from markscheme.evaluation.judgements.ranking import Comparisons

Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

_SMALLEST = 1e-300
"""Stands for a probability that is 0 in floating point."""


@attrs.frozen
class TrueSkill:
    """The settings of ratings; by default those that papers on grammatical error correction use.

    Attributes
    ----------
    mean, deviation
        Of a system that has not played.
    beta
        The deviation of a system's performance in one game.
    tie_probability
        The probability that two equal systems tie.
    """

    mean: float = 0.0
    deviation: float = 0.5
    beta: float = 0.25
    tie_probability: float = 0.25

    @property
    def margin(self) -> float:
        """The difference of two performances up to which a game is a tie."""
        return float(ndtri((self.tie_probability + 1) / 2)) * 2**0.5 * self.beta


class Ratings:
    """Means and variances of systems in samples, both of shape (systems, samples); games change them."""

    def __init__(self, settings: TrueSkill, systems: int, samples: int) -> None:
        self._settings = settings
        self.means = np.full((systems, samples), settings.mean)
        self.variances = np.full((systems, samples), settings.deviation**2)

    def play(self, first: Indices, second: Indices, outcomes: Numbers, samples: Indices) -> None:
        """Play games at once, in which no system is twice.

        Parameters
        ----------
        first, second
            Systems of each game, shape (games,).
        outcomes
            1 where the first wins, -1 where it loses, 0 for a tie; shape (games, samples).
        samples
            The numbers of the samples in which the games are played, shape (samples,).
        """
        one, other = np.ix_(first, samples), np.ix_(second, samples)
        mean, variance = self.means[one], self.variances[one]
        other_mean, other_variance = self.means[other], self.variances[other]
        spread = 2 * self._settings.beta**2 + variance + other_variance
        deviation = np.sqrt(spread)
        shift, shrinkage = _surprise((mean - other_mean) / deviation, self._settings.margin / deviation, outcomes)
        self.means[one] = mean + variance / deviation * shift
        self.means[other] = other_mean - other_variance / deviation * shift
        self.variances[one] = variance * (1 - variance / spread * shrinkage)
        self.variances[other] = other_variance * (1 - other_variance / spread * shrinkage)


def _surprise(lead: Numbers, margin: Numbers, outcomes: Numbers) -> tuple[Numbers, Numbers]:
    """Return by how much outcomes move means, v, and shrink variances, w (Herbrich et al., Section 3)."""
    side = np.where(outcomes < 0, -1.0, 1.0)
    lead = side * lead
    above, below = lead - margin, -lead - margin
    density, other_density = _density(above), _density(below)
    chance, other_chance = ndtr(above), ndtr(below)
    won = density / np.maximum(chance, _SMALLEST)
    tie_chance = np.maximum(1 - chance - other_chance, _SMALLEST)
    tied = (other_density - density) / tie_chance
    ties = outcomes == 0
    shift = np.where(ties, tied, won)
    shrinkage = np.where(ties, tied**2 - (above * density + below * other_density) / tie_chance, won * (won + above))
    return side * shift, shrinkage


def _density(value: Numbers) -> Numbers:
    """Return the standard normal density."""
    density: Numbers = np.exp(-0.5 * value**2) / np.sqrt(2 * np.pi)
    return density


def rate_scores(scores: Numbers, counts: Numbers, settings: TrueSkill = TrueSkill()) -> Numbers:
    """Return ratings of systems of which each plays every other one with each sentence; the higher score wins.

    Parameters
    ----------
    scores
        Shape (systems, sentences).
    counts
        How often each sample has each sentence, shape (samples, sentences), all samples with as many sentences. A
        sentence that a sample has twice is played twice, one after the other.

    Returns
    -------
    The means, shape (samples, systems).
    """
    systems = len(scores)
    drawn = np.stack([np.repeat(np.arange(len(row)), row) for row in counts.astype(np.int64)])
    samples = np.arange(len(drawn))
    ratings = Ratings(settings, systems, len(drawn))
    rounds = _rounds(systems)
    for column in drawn.T:
        values = scores[:, column]
        for first, second in rounds:
            ratings.play(first, second, np.sign(values[first] - values[second]), samples)
    return ratings.means.T


def _rounds(systems: int) -> list[tuple[Indices, Indices]]:
    """Return the games of one sentence by the sum of their systems' numbers."""
    rounds: list[tuple[Indices, Indices]] = []
    for total in range(1, 2 * systems - 2):
        first = np.array([number for number in range(systems) if number < total - number < systems], dtype=np.int64)
        rounds.append((first, total - first))
    return rounds


def rate_comparisons(comparisons: Comparisons, systems: int, settings: TrueSkill = TrueSkill()) -> Numbers:
    """Return ratings of systems from comparisons in their order: the means, shape (systems,)."""
    ratings = Ratings(settings, systems, 1)
    sample = np.zeros(1, dtype=np.int64)
    columns = (comparisons.first, comparisons.second, comparisons.outcomes.astype(np.float64))
    for first, second, outcome in zip(*columns, strict=True):
        ratings.play(np.array([first]), np.array([second]), np.array([[outcome]]), sample)
    return ratings.means[:, 0]
