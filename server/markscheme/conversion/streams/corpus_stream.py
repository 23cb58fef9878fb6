"""A corpus that is read a stretch of entries at a time, so that memory does not grow with it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

import attrs

from markscheme.formats.annotators import Annotator, everybody
from markscheme.formats.corpus import Corpus


@attrs.frozen
class CorpusStream(ABC):
    """A corpus, looked through once.

    Attributes
    ----------
    size
        The number of its entries.
    people
        Everybody who has corrections, by first appearance.
    left_out
        As :attr:`Corpus.left_out <markscheme.formats.corpus.Corpus.left_out>`, of the whole corpus.
    """

    size: int
    people: tuple[Annotator, ...]
    left_out: tuple[str, ...]

    @abstractmethod
    def corpora(self, size: int) -> Iterator[Corpus]:
        """Yield the corpus in stretches of ``size`` entries, the last one of what is left.

        Raises
        ------
        DocumentError
            If a file can't be read, or is malformed there.
        """

    def whole(self) -> Corpus:
        """Return the corpus, read as a whole.

        Raises
        ------
        DocumentError
            As :meth:`corpora`.
        """
        [corpus] = self.corpora(self.size)
        return attrs.evolve(corpus, left_out=self.left_out)


@attrs.frozen
class HeldCorpus(CorpusStream):
    """A corpus in memory."""

    corpus: Corpus

    @classmethod
    def of(cls, corpus: Corpus) -> "HeldCorpus":
        """Return the stream of a corpus."""
        return cls(len(corpus.entries), everybody(corpus.entries), corpus.left_out, corpus)

    def corpora(self, size: int) -> Iterator[Corpus]:
        entries = self.corpus.entries
        for first in range(0, len(entries), size):
            yield Corpus(entries[first : first + size], self.corpus.tokenised)
