"""Rankings of systems' outputs, and the comparisons of two systems that they hold."""

from collections.abc import Iterable, Sequence
from itertools import combinations

import attrs
import numpy as np
import numpy.typing as npt

Indices = npt.NDArray[np.int64]


@attrs.frozen
class Ranking:
    """One annotator's ranking of several systems' outputs for one sentence.

    Attributes
    ----------
    sentence
        The sentence's index in its benchmark.
    annotator
        The annotator's name.
    ranks
        Each system with its rank; 1 is the best, and equal ranks are ties. Systems with the same output share a rank.
    """

    sentence: int
    annotator: str
    ranks: tuple[tuple[str, int], ...]


@attrs.frozen(eq=False)
class Comparisons:
    """Comparisons of two systems' outputs for one sentence, each array of shape (comparisons,).

    Attributes
    ----------
    sentences
        Indices of sentences.
    first, second
        Indices of the systems; the first one comes earlier among the systems.
    outcomes
        1 where the first is better, -1 where the second is, 0 for a tie.
    """

    sentences: Indices
    first: Indices
    second: Indices
    outcomes: Indices

    @property
    def decided(self) -> "Comparisons":
        """The comparisons that are no ties."""
        return self._chosen(self.outcomes != 0)

    def among(self, sentences: Indices) -> "Comparisons":
        """Return the comparisons in these sentences, numbered by their places among them.

        Parameters
        ----------
        sentences
            Indices in ascending order, shape (kept sentences,).
        """
        kept = self._chosen(np.isin(self.sentences, sentences))
        return attrs.evolve(kept, sentences=np.searchsorted(sentences, kept.sentences))

    def within(self, sentences: npt.NDArray[np.bool_]) -> "Comparisons":
        """Return the comparisons in some sentences, with the numbers that they have.

        Parameters
        ----------
        sentences
            Whether each sentence is one of them, shape (sentences,).
        """
        return self._chosen(sentences[self.sentences])

    def _chosen(self, kept: npt.NDArray[np.bool_]) -> "Comparisons":
        return Comparisons(self.sentences[kept], self.first[kept], self.second[kept], self.outcomes[kept])


def comparisons_of(rankings: Iterable[Ranking], systems: Sequence[str]) -> Comparisons:
    """Return the comparisons of these systems in rankings: in the rankings' order, then in that of the systems.

    A ranking of five outputs that seven systems made holds 21 comparisons. Other systems are left out.
    """
    numbers = {name: number for number, name in enumerate(systems)}
    rows: list[tuple[int, int, int, int]] = []
    for ranking in rankings:
        ranked = sorted((numbers[name], rank) for name, rank in ranking.ranks if name in numbers)
        for (first, one), (second, other) in combinations(ranked, 2):
            rows.append((ranking.sentence, first, second, (one < other) - (other < one)))
    table = np.array(rows, dtype=np.int64).reshape(-1, 4)
    return Comparisons(table[:, 0], table[:, 1], table[:, 2], table[:, 3])
