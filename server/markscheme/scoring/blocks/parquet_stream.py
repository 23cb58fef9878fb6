"""Parquet read a stretch of rows at a time, each row a record as of JSON lines: its columns are a record's fields."""

from collections.abc import Iterator
from pathlib import Path

import attrs

from markscheme.formats.records.parquet import parquet_stretches
from markscheme.formats.streams.stream import Stretch, TextStream
from markscheme.formats.streams.survey import STRETCH, UnreadableInStretches
from markscheme.scoring.blocks.record_stream import surveyed
from markscheme.scoring.record_texts import Role
from markscheme.text.errors import DocumentError


@attrs.frozen
class ParquetStream(TextStream):
    """A Parquet file, opened anew whenever it is read."""

    path: Path

    def stretches(self, size: int) -> Iterator[Stretch]:
        return parquet_stretches(self.path, size)


def parquet_stream(path: Path, name: str, role: Role) -> ParquetStream:
    """Return the stream of a Parquet file in a role.

    Raises
    ------
    DocumentError
        If pyarrow is missing, the file is damaged, a row is no record, or nobody has a text of this role.
    """
    try:
        reader, size = surveyed(parquet_stretches(path, STRETCH), path, name, role)
    except UnreadableInStretches:
        raise DocumentError("the file has no record", path=path, remedy="Add a row") from None
    return ParquetStream(reader, size, path)
