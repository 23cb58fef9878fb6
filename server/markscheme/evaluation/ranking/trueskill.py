"""TrueSkill ratings of systems from games of two (Herbrich, Minka and Graepel, NIPS 2006), in many samples at once.

With two players and no teams, the factor graph of TrueSkill has a closed solution: the messages are exact after one
pass. So one game is a few array operations, over all samples of a bootstrap and all metrics at once. The tests compare
every rating with the package ``trueskill``.

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

    def play(self, first: Indices, second: Indices, outcomes: Numbers) -> None:
        """Play games at once, in every sample, in which no system is twice.

        Parameters
        ----------
        first, second
            Systems of each game, shape (games,).
        outcomes
            1 where the first wins, -1 where it loses, 0 for a tie; shape (games, samples).
        """
        mean, variance = self.means[first], self.variances[first]
        other_mean, other_variance = self.means[second], self.variances[second]
        spread = 2 * self._settings.beta**2 + variance + other_variance
        deviation = np.sqrt(spread)
        shift, shrinkage = _surprise((mean - other_mean) / deviation, self._settings.margin / deviation, outcomes)
        self.means[first] = mean + variance / deviation * shift
        self.means[second] = other_mean - other_variance / deviation * shift
        self.variances[first] = variance * (1 - variance / spread * shrinkage)
        self.variances[second] = other_variance * (1 - other_variance / spread * shrinkage)


def _surprise(lead: Numbers, margin: Numbers, outcomes: Numbers) -> tuple[Numbers, Numbers]:
    """Return by how much outcomes move means, v, and shrink variances, w (Herbrich et al., Section 3)."""
    side = np.where(outcomes < 0, -1.0, 1.0)
    lead = side * lead
    above = lead - margin
    density, chance = _density(above), ndtr(above)
    shift = density / np.maximum(chance, _SMALLEST)
    shrinkage = shift * (shift + above)
    if (ties := outcomes == 0).any():
        shift[ties], shrinkage[ties] = _tie(above[ties], -lead[ties] - margin[ties], density[ties], chance[ties])
    return side * shift, shrinkage


def _tie(above: Numbers, below: Numbers, density: Numbers, chance: Numbers) -> tuple[Numbers, Numbers]:
    """Return v and w of ties, from the density and the chance of ``above``."""
    other_density = _density(below)
    tie_chance = np.maximum(1 - chance - ndtr(below), _SMALLEST)
    shift = (other_density - density) / tie_chance
    return shift, shift**2 - (above * density + below * other_density) / tie_chance


def _density(value: Numbers) -> Numbers:
    """Return the standard normal density."""
    density: Numbers = np.exp(-0.5 * value**2) / np.sqrt(2 * np.pi)
    return density


def rate_scores(scores: Numbers, counts: Numbers, settings: TrueSkill = TrueSkill()) -> Numbers:
    """Return ratings of systems of which each plays every other one with each sentence; the higher score wins.

    Parameters
    ----------
    scores
        Shape (systems, sentences), or (metrics, systems, sentences) for several metrics, which are rated apart.
    counts
        How often each sample has each sentence, shape (samples, sentences), all samples with as many sentences. A
        sentence that a sample has twice is played twice, one after the other.

    Returns
    -------
    The means, shape (samples, systems); for several metrics (metrics, samples, systems).
    """
    stacked = scores if scores.ndim > 2 else scores[None]
    metrics, systems, _ = stacked.shape
    drawn = np.stack([np.repeat(np.arange(len(row)), row) for row in counts.astype(np.int64)])
    ratings = Ratings(settings, systems, metrics * len(drawn))
    rounds = _rounds(systems)
    by_system = stacked.swapaxes(0, 1)
    for column in drawn.T:
        values = by_system[:, :, column].reshape(systems, -1)
        for first, second in rounds:
            ratings.play(first, second, np.sign(values[first] - values[second]))
    means = ratings.means.reshape(systems, metrics, len(drawn)).transpose(1, 2, 0)
    return means if scores.ndim > 2 else means[0]


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
    columns = (comparisons.first, comparisons.second, comparisons.outcomes.astype(np.float64))
    for first, second, outcome in zip(*columns, strict=True):
        ratings.play(np.array([first]), np.array([second]), np.array([[outcome]]))
    return ratings.means[:, 0]
