"""JSON lines of texts read a stretch of records at a time."""

from collections.abc import Iterable
from pathlib import Path

import attrs

from markscheme.alignment.parallel import Tokenisation
from markscheme.formats.corpus import Entry
from markscheme.formats.parallel import ParallelText
from markscheme.formats.records.jsonl import read_jsonl
from markscheme.formats.streams.stream import FileStream, Stretch, StretchReader, Tokenise
from markscheme.formats.streams.survey import UnreadableInStretches, look_through
from markscheme.scoring.record_texts import Records, Role, people_of, text_names
from markscheme.text.errors import DocumentError


@attrs.frozen
class RecordReader(StretchReader):
    """Makes the texts of a stretch of records."""

    records: Records

    def texts(self, stretch: Stretch, tokenise: Tokenise) -> tuple[ParallelText, ...]:
        return self.records.texts(_entries(stretch, self.path), tokenise, stretch.first)


@attrs.frozen
class RecordStream(FileStream):
    """A file of JSON lines."""

    @staticmethod
    def begins_sentence(line: str) -> bool:
        return bool(line.strip())


def record_stream(path: Path, name: str, role: Role) -> RecordStream:
    """Return the stream of a file of JSON lines in a role.

    Raises
    ------
    DocumentError
        At the first malformed record; or if nobody has a text of this role.
    UnreadableInStretches
        If the file is not text in UTF-8, or has no record.
    """
    reader, size = surveyed(look_through(path, RecordStream.begins_sentence), path, name, role)
    return RecordStream(reader, size, path)


def surveyed(stretches: Iterable[Stretch], path: Path, name: str, role: Role) -> tuple[RecordReader, int]:
    """Return the reader of a file's records, and their number.

    The people are those of all records, and all sources together decide whether they are tokenised.

    Raises
    ------
    DocumentError
        As :func:`record_stream`.
    UnreadableInStretches
        If there is no record.
    """
    people: dict[str, None] = {}
    look = Tokenisation()
    size = 0
    for stretch in stretches:
        if not stretch.size:
            continue
        entries = _entries(stretch, path)
        people.update(dict.fromkeys(people_of(entries, role)))
        for number, entry in enumerate(entries, size):
            look.add(entry.source if number == 0 else f"\n{entry.source}")
        size += stretch.size
    if not size:
        raise UnreadableInStretches
    if role != "source" and not people:
        raise DocumentError(f"no record has a {role}", path=path)
    names = text_names(name, tuple(people))
    return RecordReader(path, names, True, Records(path, role, names, tuple(people), look.is_tokenised)), size


def _entries(stretch: Stretch, path: Path | None) -> tuple[Entry, ...]:
    return read_jsonl(stretch.text, path, stretch.line).entries
