"""The marked blocks of a run: what they contribute, kept on disk until all are there and are folded in order.

A journal with a path outlives the process, so that a run can be stopped and gone on with. It is one SQLite file, in
which a block is there whole or not at all.
"""

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import attrs
from sqlite_utils import Database

from markscheme.scoring.blocks.block_texts import Seen
from markscheme.scoring.blocks.marking import BlockStatistics
from markscheme.text.errors import DocumentError

RowName = int | str
"""What a row of a block holds; every block has the row 0."""
SEEN = -1
"""The row of what references' authors have seen."""
_COMPRESSION = 1


@attrs.frozen
class MarkedBlock:
    """A block's statistics as a journal keeps them: compressed JSON by name, such as the hypothesis's number."""

    number: int
    size: int
    rows: Mapping[RowName, bytes]

    @classmethod
    def of(cls, number: int, size: int, rows: Mapping[RowName, Any]) -> "MarkedBlock":
        """Return a block with these values, one of them under 0."""
        return cls(number, size, {name: _packed(value) for name, value in rows.items()})


def packed(block: BlockStatistics) -> MarkedBlock:
    """Return what a journal keeps of a block."""
    rows: dict[RowName, Any] = dict(enumerate(block.hypotheses))
    if block.seen:
        rows[SEEN] = block.seen
    return MarkedBlock.of(block.number, block.size, rows)


def packed_lines(number: int, lines: Sequence[bytes]) -> MarkedBlock:
    """Return what a journal keeps of a block of one hypothesis, whose statistics are written as JSON already."""
    data = b"[" + b",".join(lines) + b"]"
    return MarkedBlock(number, len(lines), {0: zlib.compress(data, _COMPRESSION)})


def _packed(value: Any) -> bytes:
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode(), _COMPRESSION)


class Journal:
    """Keeps blocks by number; a context manager.

    Parameters
    ----------
    path
        The file; ``None`` for one that ends with the process and that nobody else sees.
    run
        What decides the statistics, by name: inputs, settings, models. A journal of another run is not gone on with.

    Raises
    ------
    DocumentError
        If the file is another run's, in use, no journal, damaged, or can't be written.
    """

    def __init__(self, path: Path | None, run: Mapping[str, object] = {}) -> None:
        self._path = path
        with self._readable():
            connection = sqlite3.connect(path or "", timeout=0)
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA synchronous = " + ("NORMAL" if path else "OFF"))
            self._database = Database(connection)
            try:
                self._check(run)
            except BaseException:
                connection.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def _check(self, run: Mapping[str, object]) -> None:
        with self._database.conn:
            self._database.execute("CREATE TABLE IF NOT EXISTS run (name TEXT PRIMARY KEY, value TEXT)")
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS blocks"
                " (block INTEGER, hypothesis, size INTEGER, data BLOB, PRIMARY KEY (block, hypothesis))"
                " WITHOUT ROWID"
            )
            if self._database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise self._damaged()
            kept = dict(self._database.execute("SELECT name, value FROM run").fetchall())
            run_values = {name: json.dumps(value, sort_keys=True) for name, value in run.items()}
            if kept and kept != run_values:
                different = [name for name in {**kept, **run_values} if kept.get(name) != run_values.get(name)]
                raise DocumentError(
                    f"the journal is another run's: it differs in {', '.join(different)}",
                    path=self._path,
                    remedy="Go on with that run, or delete the file to begin anew",
                )
            self._database["run"].upsert_all(  # type: ignore[union-attr]
                [{"name": name, "value": value} for name, value in run_values.items()], pk="name"
            )

    def keep(self, block: MarkedBlock) -> None:
        """Keep a block."""
        with self._readable(), self._database.conn:
            self._database.conn.executemany(
                "INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?)",
                [(block.number, key, block.size, data) for key, data in block.rows.items()],
            )

    def sizes(self) -> dict[int, int]:
        """Return the numbers of the blocks that are there, each with the number of its sentences."""
        with self._readable():
            return dict(self._database.execute("SELECT block, size FROM blocks WHERE hypothesis = 0").fetchall())

    def statistics(self, name: RowName) -> "HypothesisStatistics":
        """Return the statistics of a hypothesis's sentences, in order; they are read anew each time."""
        return HypothesisStatistics(lambda: self._values(name))

    def blocks(self, name: RowName) -> Iterator[tuple[int, Any]]:
        """Yield the size of each block, in order, with its row of this name; ``None`` where it has none.

        Raises
        ------
        DocumentError
            If the journal is damaged there.
        """
        with self._readable():
            rows = self._database.execute(
                "SELECT size, (SELECT data FROM blocks AS other WHERE other.block = blocks.block AND hypothesis = ?)"
                " FROM blocks WHERE hypothesis = 0 ORDER BY block",
                [name],
            )
            for size, data in rows:
                yield size, None if data is None else self._unpacked(data)

    def seen(self) -> Iterator[Seen | None]:
        """Yield the references whose authors have seen each sentence, in order; ``None`` where they all have."""
        for size, rows in self.blocks(SEEN):
            yield from map(tuple, rows) if rows is not None else [None] * size

    def _values(self, name: RowName) -> Iterator[Any]:
        for size, values in self.blocks(name):
            if values is None or len(values) != size:
                raise self._damaged()
            yield from values

    def _unpacked(self, data: bytes) -> Any:
        try:
            return json.loads(zlib.decompress(data))  # with a checksum
        except (zlib.error, ValueError) as error:
            raise self._damaged() from error

    def _damaged(self) -> DocumentError:
        return DocumentError("the journal is damaged", path=self._path, remedy="Delete the file to begin anew")

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise DocumentError("another run is using the journal", path=self._path) from error
            raise DocumentError(f"the journal can't be written ({error})", path=self._path) from error
        except sqlite3.DatabaseError as error:
            raise DocumentError(
                f"this is no journal of a run ({error})", path=self._path, remedy="Delete the file to begin anew"
            ) from error


@attrs.frozen
class HypothesisStatistics:
    """Statistics in the order of sentences, which can be read several times."""

    read: Callable[[], Iterator[Any]]

    def __iter__(self) -> Iterator[Any]:
        return self.read()
