"""Files to parallel texts, a stretch at a time: M2, lines, and records, one sentence a record.

A :class:`TextReader` knows what only the whole file shows, such as its annotators, and works in other processes.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import attrs

from markscheme.documents import m2
from markscheme.documents.corpus import Correction, Entry, ParallelText, Side, text_of_lines
from markscheme.documents.files import bare_path, is_compressed, is_file, read_text
from markscheme.documents.formats import CorpusFormat, DocumentFile, corpus_formats, format_to_read, text_format
from markscheme.documents.m2_format import M2
from markscheme.documents.plain_text import ALL_SIDES
from markscheme.documents.records import (
    JSONL,
    PARQUET,
    RECORD,
    is_array,
    parquet_stretches,
    read_records,
)
from markscheme.documents.streams import ANY_LINE, PackedOtherwise, Stretch, TextFile, head_lines
from markscheme.documents.tables import read_records as read_table
from markscheme.edits.passages import Tokenisation, read_parallel
from markscheme.errors import DocumentError
from markscheme.languages.segments import Segment, whitespace_segment

Tokenise = Callable[[str], Segment]
Role = Literal["source", "hypothesis", "reference"]


@attrs.frozen
class TextReader(ABC):
    """Makes parallel texts of a file's stretches, in another process too. ``names``: one for each person."""

    path: Path | None
    names: tuple[str, ...]
    carries_source: bool

    @abstractmethod
    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        """Return the stretch as one text for each name. Raise DocumentError with its line if it is malformed."""


@attrs.frozen
class TextStream:
    """A file of numbered sentences, looked through once. ``size``: the number of its sentences.

    ``stretches`` yields as many sentences at a time as it is asked for, and raises DocumentError if they can't be read.
    """

    reader: TextReader
    size: int
    stretches: Callable[[int], Iterator[Stretch]]

    @classmethod
    def held(cls, texts: Sequence[ParallelText]) -> "TextStream":
        """Return texts of one file that are in memory."""
        first, size = texts[0], len(texts[0].sides)
        reader = _HeldReader(first.path, tuple(text.name for text in texts), first.sources is not None)

        def stretches(count: int) -> Iterator[Stretch]:
            for begin in range(0, size, count):
                parts = tuple(_part(text, begin, min(begin + count, size)) for text in texts)
                yield _HeldStretch(begin, parts[0].lines[0], len(parts[0].sides), "", parts)

        return cls(reader, size, stretches)

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
class _HeldStretch(Stretch):
    texts: tuple[ParallelText, ...]


@attrs.frozen
class _HeldReader(TextReader):
    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        assert isinstance(stretch, _HeldStretch)
        return stretch.texts


def _part(text: ParallelText, first: int, end: int) -> ParallelText:
    return attrs.evolve(
        text,
        sides=text.sides[first:end],
        lines=text.lines[first:end],
        sources=None if text.sources is None else text.sources[first:end],
    )


@attrs.frozen
class _LineReader(TextReader):
    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        text = text_of_lines(stretch.text, self.names[0], self.path)
        return (attrs.evolve(text, lines=tuple(range(stretch.line, stretch.line + stretch.size))),)


def _line_stream(file: TextFile, name: str) -> TextStream:
    size = sum(stretch.size for stretch in file.look_through(ANY_LINE))
    return TextStream(_LineReader(file.path, (name,), False), size, partial(file.stretches, begins=ANY_LINE))


@attrs.frozen
class _M2Reader(TextReader):
    choices: tuple[m2.AnnotatorChoice, ...]

    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        sentences = m2.read_m2(stretch.text, self.path, stretch.line)
        return m2.texts_of_choices(sentences, self.choices, self.path)


def _m2_stream(file: TextFile, name: str) -> TextStream:
    survey = m2.Survey.of(file)
    numbers = survey.annotators
    names = [name] if len(numbers) == 1 else [f"{name}#{number}" for number in numbers]
    choices = m2.annotator_choices(names, numbers, survey.most)
    reader = _M2Reader(file.path, tuple(item.name for item in choices), True, choices)
    return TextStream(reader, survey.size, partial(file.stretches, begins=m2.SENTENCE))


@attrs.define
class _RecordSurvey:
    """What all records together show of one role: who has a text of it; and whether the sources are tokenised."""

    role: Role
    people: dict[str, None] = attrs.field(factory=dict)
    _look: Tokenisation = attrs.field(factory=Tokenisation)
    _is_first: bool = True

    def add(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.people |= dict.fromkeys(item.name for item in _corrections(entry, self.role))
            self._look.add(entry.source if self._is_first else f"\n{entry.source}")
            self._is_first = False

    def reader(self, path: Path, name: str) -> "_RecordReader":
        """Return the reader of one text for each person, ``NAME#PERSON`` if several, or of the source.

        Raise DocumentError if nobody has a text of this role.
        """
        people = tuple(self.people)
        if self.role != "source" and not people:
            raise DocumentError(f"no record has a {self.role}", path=path)
        names = (name,) if len(people) <= 1 else tuple(f"{name}#{person}" for person in people)
        return _RecordReader(path, names, True, self.role, people, self._look.is_tokenised)


@attrs.frozen
class _RecordReader(TextReader):
    """Makes the texts of one role; the language's pipeline tokenises them, except where the sources are tokenised."""

    role: Role
    people: tuple[str, ...]
    is_tokenised: bool

    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        """Raise DocumentError also if a hypothesis has no text: a reference may have none."""
        return self.texts_of(read_records(stretch, self.path), tokenise, stretch.first)

    def texts_of(self, entries: Sequence[Entry], tokenise: Tokenise, first: int = 0) -> tuple[ParallelText, ...]:
        segment = whitespace_segment if self.is_tokenised else tokenise
        sources = tuple(segment(entry.source) for entry in entries)
        numbers = tuple(range(first + 1, first + len(sources) + 1))
        if self.role == "source":
            return (ParallelText(self.names[0], self.path, tuple(map(Side, sources)), numbers, sources),)
        texts: list[ParallelText] = []
        for name, person in zip(self.names, self.people, strict=True):
            written = [_text(entry, self.role, person) for entry in entries]
            if self.role == "hypothesis" and None in written:
                number = first + written.index(None) + 1
                whose = "" if person == self.role else f" by {person}"
                raise DocumentError(
                    f"record {number} has no hypothesis{whose}", path=self.path, remedy="Write the source for no change"
                )
            sides = tuple(Side(segment(text or "")) for text in written)
            texts.append(ParallelText(name, self.path, sides, numbers, sources))
        return tuple(texts)


def _corrections(entry: Entry, role: Role) -> tuple[Correction, ...]:
    match role:
        case "source":
            return ()
        case "hypothesis":
            return entry.hypotheses
        case "reference":
            return entry.references


def _text(entry: Entry, role: Role, person: str) -> str | None:
    return next((item.text for item in _corrections(entry, role) if item.name == person), None)


@attrs.frozen
class FileOpener:
    """Opens the files of a corpus; ``columns`` are a table's, by role. ``tokenise`` is for records held in memory."""

    columns: Mapping[str, str]
    tokenise: Tokenise

    def stream(self, role: Role, name: str, path: Path) -> TextStream:
        """Return a file's stream: M2, lines, JSON lines and Parquet are read in stretches, others are held.

        Raise DocumentError if the file can't be used.
        """
        try:
            form = None if bare_path(path).suffix in M2.suffixes else self._records_format(path)
            return self._text_stream(name, path) if form is None else self._record_stream(form, role, name, path)
        except PackedOtherwise:
            raise DocumentError(
                "a compressed file holds M2, lines or JSON lines in UTF-8, and this one does not",
                path=path,
                remedy="Unpack it",
            ) from None

    def _records_format(self, path: Path) -> CorpusFormat | None:
        """Return the format of a file whose name says that it holds records, one sentence each."""
        bare = path if PARQUET.claims(path) else bare_path(path)
        if not any(form.claims(bare) for form in corpus_formats()):
            return None
        file = DocumentFile(path)
        head = head_lines(path) if JSONL.claims(bare) and is_file(path) else None
        if head is not None and not is_array(head):
            file = DocumentFile(bare, lambda _: head)
        elif is_compressed(path):
            raise PackedOtherwise
        form = format_to_read(file)
        return form if form is not None and form.carries >= ALL_SIDES | {"texts", "paragraphs"} else None

    def _text_stream(self, name: str, path: Path) -> TextStream:
        file = TextFile.opened(path)
        bare = bare_path(path)
        is_m2 = bare.suffix in M2.suffixes and m2.looks_like_m2(file.head)
        form = M2 if is_m2 else text_format(file.head, bare)
        if form is M2:
            return _m2_stream(file, name)
        if not form.is_tokenised:
            return _line_stream(file, name)
        if is_compressed(path):
            raise PackedOtherwise
        return TextStream.held(read_parallel(read_text(path), name, path))

    def _record_stream(self, form: CorpusFormat, role: Role, name: str, path: Path) -> TextStream:
        survey = _RecordSurvey(role)
        if form is PARQUET:
            size = PARQUET.stream(TextFile(path, ""), survey.add).size
            return TextStream(survey.reader(path, name), size, partial(parquet_stretches, path))
        if form is JSONL and not self.columns:
            file = TextFile.opened(path)
            if not is_array(file.head):
                size = JSONL.stream(file, survey.add).size
                return TextStream(survey.reader(path, name), size, partial(file.stretches, begins=RECORD))
        if is_compressed(path):
            raise PackedOtherwise
        entries = read_table(form, DocumentFile(path), self.columns).entries
        survey.add(entries)
        return TextStream.held(survey.reader(path, name).texts_of(entries, self.tokenise))
