"""Parquet: a row for each text with its corrections, whose columns are the fields of JSON lines of texts."""

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markscheme.documents.corpus import PARTS, Annotator, Corpus, Entry, Part, corrections_by_annotator
from markscheme.documents.files import check_readable
from markscheme.documents.formats import DocumentFile
from markscheme.documents.records.json_records import JSONL, PLURAL, entries_and_other_fields, left_out_fields
from markscheme.documents.streams import STRETCH, StreamedFormat, Stretch
from markscheme.errors import DocumentError, MissingDocument

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 8192
"""Rows of a row group: what readers, and the writer, hold in memory."""


class ParquetFormat(StreamedFormat):
    """Parquet with the fields of JSON lines; needs pyarrow."""

    name = "parquet"
    title = "Parquet"
    suffixes = claimed = (".parquet",)
    carries = JSONL.carries
    can_be_packed = False

    def read_corpus(self, file: DocumentFile) -> Corpus:
        entries: list[Entry] = []
        unknown: dict[str, None] = {}
        for stretch in parquet_stretches(file.path, STRETCH):
            some, others = entries_and_other_fields(stretch.text, file.path, stretch.line)
            entries += some
            unknown |= dict.fromkeys(others)
        if not entries:
            raise DocumentError("the file has no record", path=file.path, remedy="Add a row")
        return Corpus(tuple(entries), tokenised=False, left_out=left_out_fields(unknown))

    def written(self, corpora: Iterable[Corpus], people: Sequence[Annotator]) -> Iterator[tuple[bytes, ...]]:
        """Yield row groups; a side is a column of texts if one person without a name has it, else of texts by name."""
        pyarrow, parquet = parquet_library("writing")
        names: dict[Part, list[str]] = {part: [name for side, name in people if side == part] for part in PARTS}
        schema = _schema(pyarrow, names)
        sink = _Sink()
        with parquet.ParquetWriter(sink, schema) as writer:
            rows: list[dict[str, object]] = []
            for entry in (entry for corpus in corpora for entry in corpus.entries):
                rows.append(_row(entry, names))
                if len(rows) == ROWS:
                    writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))
                    rows.clear()
                    yield (sink.taken(),)
            if rows:
                writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))
        yield (sink.taken(),)


def parquet_stretches(path: Path, size: int) -> Iterator[Stretch]:
    """Yield rows as JSON lines, ``size`` at a time; a line is a row's number. An empty cell is no field.

    Raise DocumentError also if pyarrow is missing, or two columns have one name.
    """
    first = 0
    with _opened(path) as file:
        names = file.schema_arrow.names
        if double := next((name for name in names if names.count(name) > 1), None):
            raise DocumentError(f"two columns are called {double!r}", path=path, remedy="Rename one")
        # A batch may have fewer rows than asked for, where a row group ends.
        rows: list[str] = []
        for batch in file.iter_batches(batch_size=size):
            for row in batch.to_pylist():
                rows.append(f"{json.dumps(_filled(row), default=_text)}\n")
                if len(rows) == size:
                    yield Stretch(first, first + 1, size, "".join(rows))
                    first, rows = first + size, []
        if rows:
            yield Stretch(first, first + 1, len(rows), "".join(rows))


def parquet_library(doing: str, path: Path | None = None) -> tuple[Any, Any]:
    """Return pyarrow and its module of Parquet. Raise DocumentError if pyarrow is missing; it says what needs it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise DocumentError(
            f"{doing} Parquet needs pyarrow", path=path, remedy="Install markscheme[parquet], or take JSON lines"
        ) from error
    return pyarrow, pyarrow.parquet


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    pyarrow, parquet = parquet_library("reading", path)
    try:
        check_readable(path)
        with parquet.ParquetFile(path, pre_buffer=False) as file:
            yield file
    except FileNotFoundError:
        raise MissingDocument("the file does not exist", path=path) from None
    except (pyarrow.ArrowException, OSError) as error:
        raise DocumentError("this Parquet file is damaged", path=path, remedy="Write it again") from error


def _filled(row: Mapping[str, object]) -> dict[str, object]:
    filled = {name: value for name, value in row.items() if value is not None}
    return {name: _filled(value) if isinstance(value, dict) else value for name, value in filled.items()}


def _text(value: object) -> str | None:
    """Return what JSON has for another value: text that is marked as bytes, as older programs write it, is text."""
    if not isinstance(value, bytes):
        return str(value)
    try:
        return value.decode()
    except UnicodeDecodeError:
        return None


def _schema(pyarrow: Any, names: Mapping[Part, Sequence[str]]) -> "pa.Schema":
    text = pyarrow.string()
    columns = {"id": text, "source": text}
    for part in PARTS:
        if names[part] == [part]:
            columns[part] = text
        elif names[part]:
            columns[PLURAL[part]] = pyarrow.struct(dict.fromkeys(names[part], text))
    return pyarrow.schema(columns)


def _row(entry: Entry, names: Mapping[Part, Sequence[str]]) -> dict[str, object]:
    texts = {person: correction.text for person, correction in corrections_by_annotator(entry).items()}
    row: dict[str, object] = {"id": entry.id or None, "source": entry.source}
    for part in PARTS:
        if names[part] == [part]:
            row[part] = texts.get((part, part))
        else:
            row[PLURAL[part]] = {name: texts.get((part, name)) for name in names[part]}
    return row


class _Sink(io.RawIOBase):
    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._position = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self._pieces.append(piece)
        self._position += len(piece)
        return len(piece)

    def taken(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


PARQUET = ParquetFormat()
