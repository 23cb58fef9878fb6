"""A file of numbered sentences that is read a stretch at a time, so that memory does not grow with the file.

A :class:`TextStream` stays where the file is and cuts it into stretches, which costs little. Its :class:`StretchReader`
makes parallel texts of a stretch, in another process too: it knows what only the whole file shows, such as who has
annotated it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.formats.parallel import ParallelText
from markscheme.text.compression import opened_text
from markscheme.text.segments import Segment

Tokenise = Callable[[str], Segment]
"""Returns the tokens of a text as people write it."""


@attrs.frozen
class Stretch:
    """Consecutive sentences of a file.

    Attributes
    ----------
    first
        The 0-based number of the first one.
    line
        The 1-based line at which the stretch begins in the file.
    size
        The number of its sentences.
    text
        Its text, lines ended by ``\\n``.
    held
        Its texts, where the file was read as a whole.
    """

    first: int
    line: int
    size: int
    text: str = ""
    held: tuple[ParallelText, ...] = ()


@attrs.frozen
class StretchReader(ABC):
    """Makes parallel texts of a file's stretches. It is small, and can be sent to another process.

    Attributes
    ----------
    path
        The file, for messages.
    names
        The name of each text: several where the file has several people's corrections.
    carries_source
        Whether its texts carry their source sentences.
    """

    path: Path | None
    names: tuple[str, ...]
    carries_source: bool

    @abstractmethod
    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        """Return the stretch as one text for each of the names.

        Raises
        ------
        DocumentError
            If the stretch is malformed, with its line in the file.
        """


@attrs.frozen
class TextStream(ABC):
    """A file of numbered sentences, looked through once.

    Attributes
    ----------
    reader
        Makes texts of its stretches.
    size
        The number of its sentences.
    """

    reader: StretchReader
    size: int

    @abstractmethod
    def stretches(self, size: int) -> Iterator[Stretch]:
        """Yield the file in stretches of ``size`` sentences, the last one of what is left.

        Raises
        ------
        DocumentError
            If the file can't be read.
        """

    @property
    def title(self) -> str:
        """What messages call the file."""
        return self.reader.path.name if self.reader.path else self.reader.names[0]

    def line_of(self, number: int, tokenise: Tokenise) -> int:
        """Return the 1-based line of the sentence of this 0-based number; 1 where there is none."""
        for stretch in self.stretches(1):
            if stretch.first == number:
                return self.reader.texts(stretch, tokenise)[0].lines[0]
        return 1


@attrs.frozen
class FileStream(TextStream):
    """A text file, opened anew whenever it is read."""

    path: Path

    def stretches(self, size: int) -> Iterator[Stretch]:
        with opened_text(self.path) as lines:
            yield from cut(lines, size, self.begins_sentence)

    @staticmethod
    @abstractmethod
    def begins_sentence(line: str) -> bool:
        """Return whether a sentence begins at this line of the file."""


def cut(lines: Iterable[str], size: int, begins_sentence: Callable[[str], bool]) -> Iterator[Stretch]:
    """Yield lines in stretches of ``size`` sentences; what stands before the first sentence is in the first stretch."""
    part: list[str] = []
    first = count = 0
    begin = 1
    for number, line in enumerate(lines, 1):
        if begins_sentence(line):
            if count == size:
                yield Stretch(first, begin, count, "".join(part))
                part, first, count, begin = [], first + count, 0, number
            count += 1
        part.append(line)
    if part:
        yield Stretch(first, begin, count, "".join(part))


@attrs.frozen
class HeldReader(StretchReader):
    """Takes the texts that a stretch holds."""

    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        return stretch.held


@attrs.frozen
class HeldStream(TextStream):
    """Texts of one file that are in memory."""

    held: tuple[ParallelText, ...]

    @classmethod
    def of(cls, texts: Sequence[ParallelText]) -> "HeldStream":
        """Return the stream of a file's texts, at least one."""
        first = texts[0]
        reader = HeldReader(first.path, tuple(text.name for text in texts), first.sources is not None)
        return cls(reader, len(first.sides), tuple(texts))

    def stretches(self, size: int) -> Iterator[Stretch]:
        for first in range(0, self.size, size):
            end = min(first + size, self.size)
            held = tuple(_part(text, first, end) for text in self.held)
            yield Stretch(first, held[0].lines[0], end - first, held=held)


def _part(text: ParallelText, first: int, end: int) -> ParallelText:
    return attrs.evolve(
        text,
        sides=text.sides[first:end],
        lines=text.lines[first:end],
        sources=None if text.sources is None else text.sources[first:end],
    )
