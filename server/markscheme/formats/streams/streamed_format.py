"""A corpus format whose files are written a stretch of entries at a time, so that memory does not grow with them."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from markscheme.formats.annotators import Annotator, everybody
from markscheme.formats.base import CorpusFormat
from markscheme.formats.corpus import Corpus


class StreamedFormat(CorpusFormat):
    """A format that holds any number of texts and everybody's corrections, and is written entry by entry.

    Attributes
    ----------
    depends_on_people
        Whether what is written of an entry, or where, depends on who has corrections of the other entries.
    can_be_packed
        Whether a file may be written packed by gzip or Zstandard as a whole.
    """

    depends_on_people: ClassVar[bool] = True
    can_be_packed: ClassVar[bool] = True

    @abstractmethod
    def file_names(self, name: str, people: Sequence[Annotator]) -> tuple[str, ...]:
        """Return the names of the files, for a file to write of this name and everybody who has corrections.

        Raises
        ------
        DocumentError
            If two people's files would have the same name.
        """

    @abstractmethod
    def written(self, corpora: Iterable[Corpus], people: Sequence[Annotator]) -> Iterator[tuple[bytes, ...]]:
        """Yield what is written next to each of the files; the stretches of a corpus follow each other.

        Parameters
        ----------
        people
            Everybody who has corrections of the whole corpus, by first appearance.

        Raises
        ------
        DocumentError
            If the format can't hold an entry.
        """

    def counted_losses(self, corpus: Corpus) -> Mapping[str, int]:
        """Return how often files of this format lose something of a stretch of a corpus.

        The keys are lines for people, with ``{}`` where the sum stands.
        """
        return {}

    def lost_names(self, people: Iterable[Annotator]) -> Iterator[str]:
        """Yield what files of this format lose of people's names, a line each, for people."""
        yield from ()

    def summed_losses(self, people: Iterable[Annotator], counts: Mapping[str, int]) -> Iterator[str]:
        """Yield what files lose of a corpus of these people, for which :meth:`counted_losses` has these sums."""
        yield from self.lost_names(people)
        yield from (line.format(count) for line, count in counts.items() if count)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        yield from self.summed_losses(everybody(corpus.entries), self.counted_losses(corpus))

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        people = everybody(corpus.entries)
        names = self.file_names(name, people)
        pieces = zip(*self.written([corpus], people), strict=True)
        return dict(zip(names, map(b"".join, pieces), strict=True))
