"""A file of numbered sentences that is read a stretch at a time, so that memory does not grow with the file.

A :class:`StretchReader` knows what only the whole file shows, such as its annotators, and works in other processes.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import attrs

from markscheme.documents import m2
from markscheme.documents.corpus import Annotator, Corpus, ParallelText, everybody, text_of_lines
from markscheme.documents.files import (
    UTF_8,
    encoding_of,
    is_compressed,
    kind_of,
    looks_like_utf_16,
    opened_data,
    opened_text,
)
from markscheme.documents.formats import CorpusFormat
from markscheme.errors import DocumentError
from markscheme.languages.segments import Segment

Tokenise = Callable[[str], Segment]


@attrs.frozen
class Stretch:
    """Consecutive sentences of a file: the first one's number (from 0), the stretch's first line (from 1), their count.

    ``text``: lines ended by ``\\n``. ``held``: its texts, where the file was read as a whole.
    """

    first: int
    line: int
    size: int
    text: str = ""
    held: tuple[ParallelText, ...] = ()


@attrs.frozen
class StretchReader(ABC):
    """Makes parallel texts of a file's stretches, in another process too. ``names``: one for each person."""

    path: Path | None
    names: tuple[str, ...]
    carries_source: bool

    @abstractmethod
    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        """Return the stretch as one text for each name. Raise DocumentError with its line if it is malformed."""


@attrs.frozen
class TextStream(ABC):
    """A file of numbered sentences, looked through once. ``size``: the number of its sentences."""

    reader: StretchReader
    size: int

    @abstractmethod
    def stretches(self, size: int) -> Iterator[Stretch]:
        """Yield stretches of ``size`` sentences, the last of what is left; raise DocumentError if unreadable."""

    @property
    def title(self) -> str:
        return self.reader.path.name if self.reader.path else self.reader.names[0]

    def line_of(self, number: int, tokenise: Tokenise) -> int:
        """Return the 1-based line of the sentence of this 0-based number; 1 where there is none."""
        for stretch in self.stretches(1):
            if stretch.first == number:
                return self.reader.texts(stretch, tokenise)[0].lines[0]
        return 1


@attrs.frozen
class FileStream(TextStream):
    """A text file, opened anew whenever it is read. ``begins_sentence``: whether a sentence begins at a line."""

    path: Path
    begins_sentence: Callable[[str], bool]

    def stretches(self, size: int) -> Iterator[Stretch]:
        with opened_text(self.path) as lines:
            yield from cut(lines, size, self.begins_sentence)


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


STRETCH = 1024
"""Sentences that are looked through at a time."""
HEAD = 2**16
"""Bytes of a file's beginning by which its format is recognised."""
MAX_FIRST_LINE = 2**24
"""Bytes that are looked at where the first line is longer than that."""


class UnreadableInStretches(Exception):
    """A file must be read as a whole: it is damaged, or not text in UTF-8."""


def look_through(path: Path, begins_sentence: Callable[[str], bool]) -> Iterator[Stretch]:
    """Yield a file's stretches. Raise DocumentError if it can't be read, UnreadableInStretches if not UTF-8 text."""
    try:
        with opened_text(path) as lines:
            for stretch in cut(lines, STRETCH, begins_sentence):
                if "\0" in stretch.text:
                    raise UnreadableInStretches
                yield stretch
    except UnicodeDecodeError as error:
        raise UnreadableInStretches from error


def head_lines(path: Path) -> str:
    """Return the whole lines that a file begins with; the first one, if it is long.

    Raise DocumentError if it can't be read, or is compressed and empty; UnreadableInStretches if it has no UTF-8 line.
    """
    with opened_data(path) as data:
        head = data.read(HEAD)
        while _end_of_lines(head) == 0 and len(head) < MAX_FIRST_LINE and (more := data.read(len(head))):
            head += more
        is_whole = not data.read(1)
    if not head and is_compressed(path):
        raise DocumentError("the compressed file is empty", path=path, remedy="Compress the text again")
    if kind_of(head) is not None or encoding_of(head).name != UTF_8.name or looks_like_utf_16(head):
        raise UnreadableInStretches
    lines = head if is_whole else head[: _end_of_lines(head)]
    try:
        text = lines.removeprefix(encoding_of(head).mark).decode()
    except UnicodeDecodeError as error:
        raise UnreadableInStretches from error
    if not text.strip():
        raise UnreadableInStretches
    return text


def _end_of_lines(data: bytes) -> int:
    return max(data.rfind(b"\n"), data.rfind(b"\r")) + 1


@attrs.frozen
class LineReader(StretchReader):
    """Makes the text of a stretch of lines."""

    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        text = text_of_lines(stretch.text, self.names[0], self.path)
        return (attrs.evolve(text, lines=tuple(range(stretch.line, stretch.line + stretch.size))),)


def is_sentence(line: str) -> bool:  # noqa: ARG001
    return True


def is_record(line: str) -> bool:
    return bool(line.strip())


def line_stream(path: Path, name: str) -> FileStream:
    """Return the stream of a file of lines. Raise UnreadableInStretches if the file is not text in UTF-8."""
    size = sum(stretch.size for stretch in look_through(path, is_sentence))
    return FileStream(LineReader(path, (name,), False), size, path, is_sentence)


@attrs.frozen
class M2Reader(StretchReader):
    """Makes the annotators' texts of a stretch of M2."""

    choices: tuple[m2.AnnotatorChoice, ...]

    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        sentences = m2.read_m2(stretch.text, self.path, stretch.line)
        return m2.texts_of_choices(sentences, self.choices, self.path)


def m2_stream(path: Path, name: str) -> FileStream:
    """Return the stream of an M2 file, whose annotators are those of all its sentences.

    Only stretches that look unusual are read in full here. Raise DocumentError if such a stretch is malformed;
    UnreadableInStretches if the file is not text in UTF-8, or has no sentence or too many annotators.
    """
    people: set[int] = set()
    most: dict[int, int] = {}
    size = 0
    for stretch in look_through(path, m2.begins_sentence):
        people |= m2.named_annotators(stretch.text)
        size += stretch.size
        if stretch.size and m2.is_unusual(stretch.text):
            for number, count in m2.most_choices(m2.read_m2(stretch.text, path, stretch.line)).items():
                most[number] = max(most.get(number, 1), count)
    if not size or len(people) > m2.MAX_ANNOTATORS:
        raise UnreadableInStretches
    numbers = tuple(sorted(people)) or (0,)
    names = [name] if len(numbers) == 1 else [f"{name}#{number}" for number in numbers]
    choices = m2.annotator_choices(names, numbers, most)
    reader = M2Reader(path, tuple(item.name for item in choices), True, choices)
    return FileStream(reader, size, path, m2.begins_sentence)


class StreamedFormat(CorpusFormat):
    """A format that holds any number of texts and everybody's corrections, and is written entry by entry.

    ``depends_on_people``: whether an entry's output depends on who corrects others. ``can_be_packed``: by gzip or Zstd.
    """

    depends_on_people: ClassVar[bool] = True
    can_be_packed: ClassVar[bool] = True

    def file_names(self, name: str, people: Sequence[Annotator]) -> tuple[str, ...]:
        """Return the names of the files to write. Raise DocumentError if two people's would be the same."""
        return (name,)

    @abstractmethod
    def written(self, corpora: Iterable[Corpus], people: Sequence[Annotator]) -> Iterator[tuple[bytes, ...]]:
        """Yield what is written next to each file, stretch by stretch; ``people``: everybody, by first appearance."""

    def counted_losses(self, corpus: Corpus) -> Mapping[str, int]:
        """Return how often a stretch loses something, by lines for people, with ``{}`` where the sum stands."""
        return {}

    def summed_losses(self, people: Iterable[Annotator], counts: Mapping[str, int]) -> Iterator[str]:
        """Yield what files lose of a corpus of these people, for which :meth:`counted_losses` has these sums."""
        yield from (line.format(count) for line, count in counts.items() if count)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        yield from self.summed_losses(everybody(corpus.entries), self.counted_losses(corpus))

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        people = everybody(corpus.entries)
        names = self.file_names(name, people)
        pieces = zip(*self.written([corpus], people), strict=True)
        return dict(zip(names, map(b"".join, pieces), strict=True))
