"""The journal: what blocks contribute, kept by number until metrics fold it, in order.

One SQLite file. With a path it outlives the process, so that a run can be stopped and gone on with; a block is in it
whole or not at all.
"""

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

import attrs

from markscheme.documents.corpus import Fault, Faults
from markscheme.errors import DocumentError
from markscheme.inference.cache import DATABASE_FAULTS
from markscheme.metrics.base import Metric

T = TypeVar("T")

Seen = tuple[int, ...]
"""The references whose authors have seen a sentence."""
RowName = int | str
"""What a row of a block holds; of the sentences' statistics, the hypothesis's number."""
SEEN = -1
"""The row of what references' authors have seen."""
FAULTY = -2
"""The row of sentences in which a file has a fault: [index, path, line, reason, whether it is countable, what is left
out] each."""
_COMPRESSION = 1


@attrs.frozen
class MarkedBlock:
    """A block's statistics as a journal keeps them: compressed JSON by name, such as the hypothesis's number."""

    number: int
    size: int
    rows: Mapping[RowName, bytes]

    @classmethod
    def of(
        cls,
        number: int,
        size: int,
        rows: Mapping[RowName, Any],
        seen: Sequence[Seen] = (),
        faults: Mapping[int, Fault] = {},
    ) -> "MarkedBlock":
        """Return packed rows; ``seen`` is empty where all references' authors have seen all sentences."""
        more: dict[RowName, Any] = {SEEN: seen} if seen else {}
        if faults:
            more[FAULTY] = [
                (index, None if one.path is None else str(one.path), one.line, one.reason, one.is_countable, one.part)
                for index, one in sorted(faults.items())
            ]
        return cls(number, size, {name: _packed(value) for name, value in {**rows, **more}.items()})


def packed_lines(number: int, lines: Sequence[bytes]) -> MarkedBlock:
    """Return what a journal keeps of a block of one hypothesis, whose statistics are written as JSON already."""
    data = b"[" + b",".join(lines) + b"]"
    return MarkedBlock(number, len(lines), {0: zlib.compress(data, _COMPRESSION)})


def _packed(value: Any) -> bytes:
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode(), _COMPRESSION)


class Journal:
    """Keeps blocks by number; a context manager.

    Without a path the file ends with the process. ``run`` is what decides the statistics. Raise DocumentError if the
    file is another run's, in use, no journal, damaged, or can't be written.
    """

    def __init__(self, path: Path | None, run: Mapping[str, object] = {}) -> None:
        self._path = path
        with self._readable():
            self._database = sqlite3.connect(path or "", timeout=0)
            try:
                self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
                self._database.execute("PRAGMA synchronous = " + ("NORMAL" if path else "OFF"))
                self._check(run)
            except BaseException:
                self._database.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def _check(self, run: Mapping[str, object]) -> None:
        with self._database:
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
            self._database.executemany("INSERT OR REPLACE INTO run VALUES (?, ?)", run_values.items())

    def keep(self, block: MarkedBlock) -> None:
        with self._readable(), self._database:
            self._database.executemany(
                "INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?)",
                [(block.number, key, block.size, data) for key, data in block.rows.items()],
            )

    def sizes(self) -> dict[int, int]:
        """Return the number of sentences of each block that is there, by the block's number."""
        with self._readable():
            return dict(self._database.execute("SELECT DISTINCT block, size FROM blocks").fetchall())

    def statistics(self, name: RowName) -> "Rereadable":
        """Return the values of sentences, in order, in the rows of this name."""
        return Rereadable(lambda: self._values(name))

    def blocks(self, name: RowName) -> Iterator[tuple[int, Any]]:
        """Yield each block's size, in order, and its row of this name or ``None``; raise DocumentError if damaged."""
        with self._readable():
            rows = self._database.execute(
                "SELECT size, (SELECT data FROM blocks AS other WHERE other.block = blocks.block AND hypothesis = ?)"
                " FROM (SELECT DISTINCT block, size FROM blocks) AS blocks ORDER BY block",
                [name],
            )
            for size, data in rows:
                yield size, None if data is None else self._unpacked(data)

    def seen(self, metric: Metric[Any]) -> Iterator[tuple[int, tuple[int, ...] | None]]:
        """Yield the 1-based number of each sentence that a metric scores, and the references whose authors have seen
        it, ``None`` where they all have.
        """
        first = 1
        for (size, rows), (_, faulty) in zip(self.blocks(SEEN), self.blocks(FAULTY), strict=True):
            left_out = {row[0] for row in faulty or () if not counts(metric, _fault(row))}
            for index in range(size):
                if index not in left_out:
                    yield first + index, None if rows is None else tuple(rows[index])
            first += size

    def left_out(self, metric: Metric[Any]) -> Iterator[int]:
        """Yield the 1-based numbers of the sentences that a metric does not score."""
        first = 1
        for size, faulty in self.blocks(FAULTY):
            yield from (first + row[0] for row in faulty or () if not counts(metric, _fault(row)))
            first += size

    def faults(self) -> Faults:
        """Return the faults of the files."""
        faults = Faults()
        for _, faulty in self.blocks(FAULTY):
            faults += Faults.of(map(_fault, faulty or ()))
        return faults

    def _values(self, name: RowName) -> Iterator[Any]:
        """Yield the values of a row's sentences; those that are left out have ``None``."""
        for size, values in self.blocks(name):
            if values is None or len(values) != size:
                raise self._damaged()
            yield from (value for value in values if value is not None)

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
        except DATABASE_FAULTS as error:
            raise DocumentError(
                f"this is no journal of a run ({error})", path=self._path, remedy="Delete the file to begin anew"
            ) from error


def counts(metric: Metric[Any], fault: Fault) -> bool:
    """Return whether a metric scores a sentence in spite of a fault."""
    return fault.is_countable and metric.counts_lines


def scored_only(metric: Metric[Any], values: Sequence[T], faults: Mapping[int, Fault]) -> list[T | None]:
    """Return the values of a block's sentences, ``None`` where the metric leaves one out."""
    left_out = {index for index, fault in faults.items() if not counts(metric, fault)}
    return [None if index in left_out else value for index, value in enumerate(values)]


def _fault(row: Sequence[Any]) -> Fault:
    _, path, line, reason, is_countable, part = row
    return Fault(None if path is None else Path(path), line, reason, is_countable, part)


@attrs.frozen
class Rereadable:
    """Values that can be read several times, such as statistics in the order of sentences."""

    read: Callable[[], Iterator[Any]]

    def __iter__(self) -> Iterator[Any]:
        return self.read()
