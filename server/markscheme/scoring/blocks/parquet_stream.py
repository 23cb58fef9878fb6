"""Parquet read a stretch of rows at a time, each row a record as of JSON lines: its columns are a record's fields."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs

from markscheme.formats.streams.stream import Stretch, TextStream
from markscheme.formats.streams.survey import STRETCH, UnreadableInStretches
from markscheme.scoring.blocks.record_stream import surveyed
from markscheme.scoring.record_texts import Role
from markscheme.text.errors import DocumentError

SUFFIX = ".parquet"


@attrs.frozen
class ParquetStream(TextStream):
    """A Parquet file, opened anew whenever it is read."""

    path: Path

    def stretches(self, size: int) -> Iterator[Stretch]:
        return _stretches(self.path, size)


def parquet_stream(path: Path, name: str, role: Role) -> ParquetStream:
    """Return the stream of a Parquet file in a role.

    Raises
    ------
    DocumentError
        If pyarrow is missing, the file is damaged, a row is no record, or nobody has a text of this role.
    """
    try:
        reader, size = surveyed(_stretches(path, STRETCH), path, name, role)
    except UnreadableInStretches:
        raise DocumentError("the file has no record", path=path, remedy="Add a row") from None
    return ParquetStream(reader, size, path)


def _stretches(path: Path, size: int) -> Iterator[Stretch]:
    """Yield rows as lines of JSON; a line is a row's number. An empty cell is no field."""
    first = 0
    with _opened(path) as file:
        # A batch may have fewer rows than asked for, where a row group ends.
        rows: list[str] = []
        for batch in file.iter_batches(batch_size=size):
            for row in batch.to_pylist():
                fields = {name: value for name, value in row.items() if value is not None}
                rows.append(f"{json.dumps(fields, default=str)}\n")
                if len(rows) == size:
                    yield Stretch(first, first + 1, size, "".join(rows))
                    first, rows = first + size, []
        if rows:
            yield Stretch(first, first + 1, len(rows), "".join(rows))


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    try:
        import pyarrow
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise DocumentError(
            "reading Parquet needs pyarrow", path=path, remedy="Install markscheme[parquet], or write JSON lines"
        ) from error
    try:
        with ParquetFile(path, pre_buffer=False) as file:
            yield file
    except (pyarrow.ArrowException, OSError) as error:
        raise DocumentError("this Parquet file is damaged", path=path, remedy="Write it again") from error
