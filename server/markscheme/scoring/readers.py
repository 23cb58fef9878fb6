"""Files to parallel texts, a stretch at a time: M2, lines, and records, one sentence a record; documents as a whole.

A :class:`TextReader` knows what only the whole file shows, such as its annotators, and works in other processes.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, TypeGuard

import attrs

from markscheme.documents import m2
from markscheme.documents.corpus import Corpus, Correction, Entry, Fault, ParallelText, Side, has_headings
from markscheme.documents.files import bare_path, is_compressed
from markscheme.documents.formats import (
    ALL_SIDES,
    FORMATS,
    CorpusFormat,
    DocumentFile,
    DocumentFormat,
    Format,
    SideFilesFormat,
)
from markscheme.documents.m2_format import M2
from markscheme.documents.m2_lines import View, line_reader
from markscheme.documents.plain_text import LINES, MULTIGEC, TEXT
from markscheme.documents.records import (
    JSONL,
    PARQUET,
    RECORD,
    is_array,
    parquet_stretches,
    read_records,
)
from markscheme.documents.streams import ANY_LINE, PackedOtherwise, Stretch, TextFile
from markscheme.edits.passages import Tokenisation, looks_tokenised
from markscheme.errors import DocumentError
from markscheme.inference.models import Models
from markscheme.languages.segments import Segment, whitespace_segment
from markscheme.scoring._preparation import prepared
from markscheme.scoring.marked_lines import FileLines

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

    def part(self, stretch: Stretch, first: int, end: int) -> Stretch | None:
        """Return some sentences of a stretch; ``None`` where it can't be parted."""
        del stretch, first, end
        return None

    def lines(self, stretch: Stretch, view: View) -> FileLines | None:
        """Return what a metric with this view reads of a stretch; ``None`` where only its texts are to be had."""
        del stretch, view
        return None


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

    def every(self, step: int) -> Iterator[Stretch]:
        """Yield every ``step``-th sentence as a stretch of one, the first one too."""
        for stretch in self.stretches(step):
            first = self.reader.part(stretch, 0, 1)
            if first is None:
                break
            yield first
        else:
            return
        yield from (stretch for stretch in self.stretches(1) if not stretch.first % step)

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
class LineReader(TextReader):
    """Makes texts of lines. ``is_tokenised``: whether white space parts their tokens; ``None`` if no line shows it."""

    is_tokenised: bool | None

    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        text = ParallelText.of_lines(stretch.text, self.names[0], self.path)
        if self.is_tokenised is False:
            lines = stretch.text.split("\n")[: stretch.size]
            text = attrs.evolve(text, sides=tuple(Side(tokenise(line)) for line in lines))
        return (attrs.evolve(text, lines=tuple(range(stretch.line, stretch.line + stretch.size))),)


def line_stream(file: TextFile, name: str, *, is_tokenised: bool = False) -> TextStream:
    """Return a file of lines; ``is_tokenised``: whether they are known to be; else their look decides."""
    size = sum(stretch.size for stretch in file.look_through(ANY_LINE))
    reader = LineReader(file.path, (name,), False, True if is_tokenised else _look(file.head))
    return TextStream(reader, size, partial(file.stretches, begins=ANY_LINE))


def with_one_tokenisation(streams: Sequence[TextStream]) -> tuple[TextStream, ...]:
    """Return the files of a corpus, where all files of lines are tokenised, or none is.

    Beside M2, which says what tokens are, white space parts those of lines. Raise DocumentError if a file of lines has
    words and punctuation together, and another file has them apart.
    """
    lines = [stream for stream in streams if isinstance(stream.reader, LineReader)]
    together = next((stream for stream in lines if _is_tokenised(stream.reader) is False), None)
    if together is None:
        return tuple(streams)
    apart = next((stream for stream in streams if _is_tokenised(stream.reader)), None)
    if apart is not None:
        raise DocumentError(
            f"punctuation is not parted from words by spaces in {together.title}, and it is in {apart.title}",
            path=together.reader.path,
            remedy="Tokenise it as that file is",
        )
    is_tokenised = any(isinstance(stream.reader, _M2Reader) for stream in streams)
    return tuple(
        attrs.evolve(stream, reader=attrs.evolve(stream.reader, is_tokenised=is_tokenised))
        if isinstance(stream.reader, LineReader)
        else stream
        for stream in streams
    )


def _is_tokenised(reader: TextReader) -> bool | None:
    return reader.is_tokenised if isinstance(reader, LineReader | _M2Reader) else None


@attrs.frozen
class _M2Reader(TextReader):
    choices: tuple[m2.AnnotatorChoice, ...]
    is_tokenised: bool | None
    strict: bool

    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        sentences = m2.read_m2(stretch.text, self.path, stretch.line, strict=self.strict)
        return m2.texts_of_choices(sentences, self.choices, self.path)

    def part(self, stretch: Stretch, first: int, end: int) -> Stretch:
        starts = m2.sentence_starts(stretch.text)
        begin = starts[first]
        text = stretch.text[begin : starts[end] if end < len(starts) else None]
        return Stretch(stretch.first + first, stretch.line + stretch.text.count("\n", 0, begin), end - first, text)

    def lines(self, stretch: Stretch, view: View) -> FileLines | None:
        people = [item.annotator for item in self.choices]
        sentences = line_reader(view).read(stretch, people)
        return None if sentences is None else FileLines(len(people), sentences)


def _m2_stream(file: TextFile, name: str, *, strict: bool = True) -> TextStream:
    survey = m2.Survey.of(file, strict=strict)
    numbers = survey.annotators
    names = [name] if len(numbers) == 1 else [f"{name}#{number}" for number in numbers]
    choices = m2.annotator_choices(names, numbers, survey.most)
    sources = "\n".join(line[2:] for line in file.head.splitlines() if line.startswith("S "))
    reader = _M2Reader(file.path, tuple(item.name for item in choices), True, choices, _look(sources), strict)
    return TextStream(reader, survey.size, partial(file.stretches, begins=m2.sentence_starts))


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
    """Opens the files of a corpus. ``columns`` are a table's, by role; ``read_as``: a format's name, or by content.

    Unless ``strict``, sentences with faulty lines have a fault (:attr:`markscheme.documents.corpus.Side.fault`).
    """

    models: Models
    columns: Mapping[str, str] = {}
    read_as: str | None = None
    strict: bool = True

    def stream(self, role: Role, name: str, path: Path) -> TextStream:
        """Return a file's stream: M2, lines, JSON lines and Parquet are read in stretches, others are held.

        Raise DocumentError if the file can't be used, or holds no sentences that can be scored.
        """
        try:
            form = FORMATS.corpus(self.read_as) if self.read_as else self._format(path)
            if form is M2:
                return _m2_stream(TextFile.opened(path), name, strict=self.strict)
            if form is LINES or form is TEXT:
                return line_stream(TextFile.opened(path), name, is_tokenised=form is LINES)
            if _holds_records(form):
                return self._record_stream(form, role, name, path)
            if is_compressed(path):
                raise PackedOtherwise
            return self._document_stream(form, name, path)
        except PackedOtherwise:
            raise DocumentError(
                "a compressed file holds M2, lines or JSON lines in UTF-8, and this one does not",
                path=path,
                remedy="Unpack it",
            ) from None

    def _format(self, path: Path) -> Format:
        bare = path if PARQUET.claims(path) else bare_path(path)
        claiming = [form for form in FORMATS.variants().values() if form.claims(bare)]
        if claiming and not any(form is JSONL for form in claiming):
            if is_compressed(path):
                raise PackedOtherwise
            return _recognised(DocumentFile(path))
        file = TextFile.opened(path)
        if bare.suffix in M2.suffixes and not m2.looks_like_m2(file.head):
            raise DocumentError("it begins like no M2 file", path=path, line=1, remedy="M2 begins with a line 'S ...'")
        if claiming and is_array(file.head):
            if is_compressed(path):
                raise PackedOtherwise
            return _recognised(DocumentFile(path))
        if has_headings(file.head):
            return MULTIGEC
        return _recognised(DocumentFile(bare, lambda _: file.head))

    def _document_stream(self, form: Format, name: str, path: Path) -> TextStream:
        """Return what the document becomes as M2: sentences with their edits. One that has no source is refused."""
        file = DocumentFile(path)
        corpus = _corpus_of(form, file, name, strict=self.strict)
        if corpus is None:
            raise DocumentError(
                f"this is {form.title}, and not numbered sentences that can be scored",
                path=path,
                remedy="Write one tokenised sentence a line, or make M2 of it with its source (markscheme convert)",
            )
        if not _has_sentences(corpus):  # nobody knows which are beside those of other files
            corpus = _corpus_of(form, file, name, strict=True) or corpus
        is_apart = len(corpus.entries) == 1 and looks_tokenised(corpus.entries[0].source)
        tokenised = prepared(corpus, M2, self.models, split=_lines_of_tokens if is_apart else None).corpus
        faults = tuple(_faults_of_sentences(tokenised, corpus))
        text = M2.write_corpus(tokenised, path.name)[path.name].decode()
        stream = _m2_stream(TextFile.of(text, path), name)
        [stretch] = stream.stretches(max(stream.size, 1))
        texts = stream.reader.texts(stretch, self.models.segment)
        lines = range(1, stream.size + 1) if is_apart else [1] * stream.size
        return TextStream.held(
            [
                attrs.evolve(
                    text,
                    lines=tuple(lines),
                    sides=tuple(
                        side if fault is None else attrs.evolve(side, fault=fault)
                        for side, fault in zip(text.sides, faults, strict=True)
                    ),
                )
                for text in texts
            ]
        )

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
        entries = form.read_columns(DocumentFile(path), self.columns).entries
        survey.add(entries)
        return TextStream.held(survey.reader(path, name).texts_of(entries, self.models.segment))


def _recognised(file: DocumentFile) -> Format:
    """Return the format of a corpus or of a document; plain text if it is no other."""
    return FORMATS.to_read(file) or FORMATS.recognised(file)


def _holds_records(form: Format) -> TypeGuard[CorpusFormat]:
    return (
        isinstance(form, CorpusFormat)
        and not isinstance(form, SideFilesFormat)
        and form.carries >= ALL_SIDES | {"texts", "paragraphs"}
    )


def _has_sentences(corpus: Corpus) -> bool:
    """Return whether all of the source is known in spite of faults, and what they are about, and something is sound."""
    faults = corpus.faults
    is_known = all(entry.fault is None or entry.source for entry in corpus.entries)
    is_listed = faults.count == len(faults.first) and all(fault.part != "line" for fault in faults.first)
    return is_known and is_listed and any(entry.fault is None for entry in corpus.entries)


def _faults_of_sentences(tokenised: Corpus, corpus: Corpus) -> Iterator[Fault | None]:
    """Yield why a sentence is left out: its text's fault, or that of a line about any of its words."""
    source = "\n".join(entry.source for entry in corpus.entries)
    position = 0
    for entry in tokenised.entries:
        start = position
        for number, token in enumerate(entry.source.split()):
            place = source.find(token, position)
            if place >= 0:
                start = start if number else place
                position = place + len(token)
        about = (
            attrs.evolve(fault, part="text" if fault.place is None else "sentence")
            for fault in corpus.faults.first
            if fault.place is None or (fault.place.start <= position and start <= fault.place.end)
        )
        yield entry.fault or next(about, None)


def _corpus_of(form: Format, file: DocumentFile, name: str, *, strict: bool) -> Corpus | None:
    """Return the texts of a file that holds a source and corrections; ``None`` if it does not."""
    if isinstance(form, CorpusFormat):
        read = form.read_corpus if strict else form.read_tolerantly
        return None if isinstance(form, SideFilesFormat) else read(file)
    if not isinstance(form, DocumentFormat):
        return None
    texts = form.texts(file, name)
    if texts.source is None:
        return None
    corrections = tuple(Correction(item.name, item.text, item.edits) for item in texts.corrections)
    return Corpus((Entry("", texts.source.text, references=corrections),), tokenised=form.is_tokenised)


def _look(head: str) -> bool | None:
    look = Tokenisation()
    look.add(head)
    return None if look.spaced == look.attached else look.is_tokenised


def _lines_of_tokens(text: str, offset: int) -> tuple[Segment, ...]:
    return (whitespace_segment(text, offset),)
