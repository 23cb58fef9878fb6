"""Files to parallel texts, in stretches where the format allows it: M2, lines, and records, one sentence a record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

import attrs

from markscheme.documents import streams
from markscheme.documents.corpus import Correction, Entry, ParallelText, Side
from markscheme.documents.files import bare_path, is_compressed, is_file, read_text
from markscheme.documents.formats import CorpusFormat, DocumentFile, corpus_formats, format_to_read, text_format
from markscheme.documents.m2_format import M2
from markscheme.documents.plain_text import ALL_SIDES
from markscheme.documents.records import JSONL, PARQUET, parquet_stretches, read_jsonl
from markscheme.documents.tables import read_records
from markscheme.edits.passages import Tokenisation, looks_tokenised, read_parallel
from markscheme.errors import DocumentError
from markscheme.inference.models import Models
from markscheme.languages.segments import whitespace_segment

Role = Literal["source", "hypothesis", "reference"]


def texts_of_file(
    role: Role, name: str, path: Path, columns: Mapping[str, str], models: Models
) -> tuple[ParallelText, ...]:
    """Return the texts of one role of a file that is read as a whole: M2, lines, or records.

    ``columns`` are a table's, by role. Records are a sentence each, with their sources. The language's pipeline
    tokenises them, except where the sources are tokenised already. Raise DocumentError if the file can't be used,
    nobody has a text of this role, or a hypothesis lacks one.
    """
    form = _records_format(path)
    if form is None:
        return read_parallel(read_text(path), name, path)
    entries = read_records(form, DocumentFile(path), columns).entries
    is_tokenised = looks_tokenised("\n".join(entry.source for entry in entries))
    return Records.of(path, role, name, people_of(entries, role), is_tokenised).texts(entries, models.segment)


def _records_format(path: Path) -> CorpusFormat | None:
    if not any(form.claims(path) for form in corpus_formats()):
        return None
    form = format_to_read(DocumentFile(path))
    return form if form is not None and form.carries >= ALL_SIDES | {"texts", "paragraphs"} else None


def people_of(entries: Iterable[Entry], role: Role) -> tuple[str, ...]:
    """Return the names of those who have a text of a role, by first appearance."""
    return tuple(dict.fromkeys(item.name for entry in entries for item in _corrections(entry, role)))


@attrs.frozen
class Records:
    """What records say of one role's texts: a name for each person (``NAME#PERSON`` if several), one for the source."""

    path: Path
    role: Role
    names: tuple[str, ...]
    people: tuple[str, ...]
    is_tokenised: bool

    @classmethod
    def of(cls, path: Path, role: Role, name: str, people: tuple[str, ...], is_tokenised: bool) -> "Records":
        """Raise DocumentError if nobody has a text of this role."""
        if role != "source" and not people:
            raise DocumentError(f"no record has a {role}", path=path)
        names = (name,) if len(people) <= 1 else tuple(f"{name}#{person}" for person in people)
        return cls(path, role, names, people, is_tokenised)

    def texts(self, entries: Sequence[Entry], tokenise: streams.Tokenise, first: int = 0) -> tuple[ParallelText, ...]:
        """Return people's texts, ``first`` 0-based; raise DocumentError if a hypothesis has none: a reference may."""
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
class RecordReader(streams.StretchReader):
    """Makes the texts of a stretch of records."""

    records: Records

    def texts(self, stretch: streams.Stretch, tokenise: streams.Tokenise) -> tuple[ParallelText, ...]:
        entries = read_jsonl(stretch.text, self.path, stretch.line).entries
        return self.records.texts(entries, tokenise, stretch.first)


def _surveyed(stretches: Iterable[streams.Stretch], path: Path, name: str, role: Role) -> tuple[RecordReader, int]:
    """Return the reader of a file's records, and their number; all sources together decide whether they are tokenised.

    Raise DocumentError at the first malformed record, or if nobody has a text of this role; UnreadableInStretches if
    there is no record.
    """
    people: dict[str, None] = {}
    look = Tokenisation()
    size = 0
    for stretch in stretches:
        if not stretch.size:
            continue
        entries = read_jsonl(stretch.text, path, stretch.line).entries
        people.update(dict.fromkeys(people_of(entries, role)))
        for number, entry in enumerate(entries, size):
            look.add(entry.source if number == 0 else f"\n{entry.source}")
        size += stretch.size
    if not size:
        raise streams.UnreadableInStretches
    records = Records.of(path, role, name, tuple(people), look.is_tokenised)
    return RecordReader(path, records.names, True, records), size


@attrs.frozen
class ParquetStream(streams.TextStream):
    """A Parquet file, opened anew whenever it is read."""

    path: Path

    def stretches(self, size: int) -> Iterator[streams.Stretch]:
        return parquet_stretches(self.path, size)


@attrs.frozen
class Opening:
    """Opens the files of a corpus; ``columns`` are a table's, by role."""

    columns: Mapping[str, str]
    models: Models

    def stream(self, role: Role, name: str, path: Path) -> streams.TextStream:
        """Return a file's stream: M2, lines and JSON lines in UTF-8, and Parquet, are read in stretches.

        Raise DocumentError if the file can't be used.
        """
        try:
            return self._in_stretches(role, name, path)
        except streams.UnreadableInStretches:
            if is_compressed(path) and is_file(path):
                raise DocumentError(
                    "a compressed file holds M2, lines or JSON lines in UTF-8, and this one does not",
                    path=path,
                    remedy="Unpack it",
                ) from None
        return streams.HeldStream.of(texts_of_file(role, name, path, self.columns, self.models))

    def _in_stretches(self, role: Role, name: str, path: Path) -> streams.TextStream:
        if not is_file(path):  # a pipe can be read only once
            raise streams.UnreadableInStretches
        if PARQUET.claims(path):
            try:
                return ParquetStream(*_surveyed(parquet_stretches(path, streams.STRETCH), path, name, role), path)
            except streams.UnreadableInStretches:
                raise DocumentError("the file has no record", path=path, remedy="Add a row") from None
        head = streams.head_lines(path)
        bare = bare_path(path)
        file = DocumentFile(bare, lambda _: head)
        if any(form.claims(bare) for form in corpus_formats()):
            is_lines = JSONL.claims(bare) and not head.lstrip().startswith("[")
            if not is_lines or self.columns or format_to_read(file) is not JSONL:
                raise streams.UnreadableInStretches
            stretches = streams.look_through(path, streams.is_record)
            return streams.FileStream(*_surveyed(stretches, path, name, role), path, streams.is_record)
        form = text_format(head, bare)
        if form is M2:
            return streams.m2_stream(path, name)
        if form.is_tokenised:
            raise streams.UnreadableInStretches
        return streams.line_stream(path, name)
