"""What was computed before, in one SQLite file: vectors, edits and sentence splits.

Keys hold who computed a value (encoder or pipeline, with revision) and the SHA-256 of what it was computed
from, so a value can never be mistaken for another's, and no text is stored in a key. Several processes share
the file (WAL); one at a time makes or replaces it. A torn or foreign file is set aside and rebuilt; a cache
is never a reason to fail.
"""

import hashlib
import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Literal, TypeVar

import attrs
import numpy as np
from filelock import FileLock
from sqlite_utils import Database

from markscheme.encoders.encoder import Vectors
from markscheme.encoders.settings import CACHE_LIMIT, default_path

logger = logging.getLogger(__name__)

APPLICATION = int.from_bytes(b"Mksc", "big")
"""SQLite's application id of our files: another program's database is known by having another."""
SCHEMA = 2
CHUNK = 500
PATIENCE = 30
"""Seconds to wait for another process that writes."""
TOUCHED_AFTER = 3_600_000
"""Milliseconds after which a read is noted as a use: reading is mostly reading, then, and not writing."""
Kind = Literal["vector", "record"]
_T = TypeVar("_T")


@attrs.frozen
class CacheStats:
    """What is in the cache: number of entries of either kind, the file's size and its bound in bytes."""

    path: str
    vectors: int
    records: int
    bytes: int
    limit: int


def digest(*parts: str) -> str:
    """A key of the parts, in order: SHA-256, 32 hexadecimal digits of it."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        hashed.update(len(data).to_bytes(8, "big"))
        hashed.update(data)
    return hashed.hexdigest()[:32]


class Cache:
    """Vectors and JSON records by key. Safe to use from several threads and processes."""

    def __init__(self, path: Path | None = None, limit: int = CACHE_LIMIT) -> None:
        """Open or make the file.

        Parameters
        ----------
        path
            The file; by default :func:`markscheme.encoders.settings.default_path`.
        limit
            Most bytes of values kept; the least recently used go first.
        """
        self.path = path or default_path()
        self.limit = limit
        self._lock = threading.Lock()
        self._inode = 0
        self._database = self._opened()

    def vectors(self, owner: str, texts: Sequence[str]) -> dict[int, Vectors]:
        """The vectors that are known, by the index of their text; each of shape (d,)."""
        keys = [digest(owner, text) for text in texts]
        found = self._find("vector", keys)
        return {index: np.frombuffer(found[key], dtype=np.float32) for index, key in enumerate(keys) if key in found}

    def keep_vectors(self, owner: str, texts: Sequence[str], vectors: Vectors) -> None:
        rows = zip(texts, vectors, strict=True)
        self._keep("vector", ((digest(owner, text), row.tobytes()) for text, row in rows))

    def records(self, keys: Sequence[str]) -> dict[str, Any]:
        """The JSON values that are known, by key (made with :func:`digest`)."""
        return {key: json.loads(value) for key, value in self._find("record", keys).items()}

    def keep_records(self, records: Mapping[str, Any]) -> None:
        encoded = ((key, json.dumps(value, separators=(",", ":"))) for key, value in records.items())
        self._keep("record", ((key, text.encode()) for key, text in encoded))

    def stats(self) -> CacheStats:
        """What is in it.

        Raises
        ------
        sqlite3.OperationalError
            If another process keeps the file locked.
        """

        def stats(database: Database) -> CacheStats:
            counts = dict(database.execute("select kind, count(*) from entries group by kind").fetchall())
            sizes = counts.get("vector", 0), counts.get("record", 0), _bytes_used(database)
            return CacheStats(str(self.path), *sizes, self.limit)

        return self._use(stats)

    def clear(self) -> None:
        """Forget everything and give the disk space back.

        Raises
        ------
        sqlite3.OperationalError
            If another process keeps the file locked.
        """

        def clear(database: Database) -> None:
            database.table("entries").delete_where()
            database.vacuum()
            database.execute("pragma wal_checkpoint(truncate)")

        self._use(clear)

    def faults(self) -> list[str]:
        """What SQLite's own integrity check finds; empty for a sound file."""
        with self._lock:
            try:
                rows = self._database.execute("pragma integrity_check").fetchall()
            except sqlite3.DatabaseError as error:
                return [str(error)]
        return [row[0] for row in rows if row[0] != "ok"]

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def _opened(self) -> Database:
        try:
            with self._alone():
                try:
                    return self._connected()
                except sqlite3.DatabaseError as error:
                    if not _damaged(error):
                        raise
                    return self._replaced(error)
        except (OSError, sqlite3.DatabaseError) as error:
            return self._in_memory(error)

    def _rebuilt(self, error: Exception) -> Database:
        """The file that another process has already put in the damaged one's place, or a new one."""
        try:
            with self._alone():
                if self.path.exists() and self.path.stat().st_ino != self._inode:
                    return self._connected()
                return self._replaced(error)
        except (OSError, sqlite3.DatabaseError) as second:
            return self._in_memory(second)

    def _alone(self) -> FileLock:
        """What a process holds while it makes or replaces the file."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(self.path.with_name(f"{self.path.name}.lock"), timeout=PATIENCE)

    def _replaced(self, error: Exception) -> Database:
        """A new file; the one that can't be used is kept beside it."""
        aside = next(path for path in self._names_aside() if not path.exists())
        logger.warning("the cache %s can't be used (%s); it is set aside as %s", self.path, error, aside.name)
        self.path.replace(aside)
        for suffix in ("-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        return self._connected()

    def _names_aside(self) -> Iterator[Path]:
        return (self.path.with_name(f"{self.path.name}.broken-{number}") for number in count(1))

    def _in_memory(self, error: Exception) -> Database:
        """Nowhere to keep anything: what is computed is kept for this process alone."""
        logger.warning("the cache %s can't be used (%s); nothing is kept after this run", self.path, error)
        return _prepared(sqlite3.connect(":memory:", check_same_thread=False))

    def _connected(self) -> Database:
        database = _prepared(sqlite3.connect(self.path, timeout=PATIENCE, check_same_thread=False))
        self._inode = self.path.stat().st_ino
        return database

    def _use(self, work: Callable[[Database], _T]) -> _T:
        """Do it; a file that turns out damaged is rebuilt first."""
        with self._lock:
            try:
                return work(self._database)
            except sqlite3.DatabaseError as error:
                if not _damaged(error):
                    raise
                self._database.close()
                self._database = self._rebuilt(error)
                return work(self._database)

    def _attempt(self, work: Callable[[Database], _T], otherwise: _T) -> _T:
        """Do it, or do without: the file may be locked, or the disk full."""
        try:
            return self._use(work)
        except sqlite3.DatabaseError as error:
            logger.warning("the cache %s: %s", self.path, error)
            return otherwise

    def _find(self, kind: Kind, keys: Sequence[str]) -> dict[str, bytes]:
        wanted = list(dict.fromkeys(keys))
        now = _now()

        def find(database: Database) -> dict[str, bytes]:
            found: dict[str, bytes] = {}
            for part in _parts(wanted):
                which = f"kind = ? and key in ({','.join('?' * len(part))})"
                rows = database.execute(f"select key, value, used from entries where {which}", [kind, *part]).fetchall()
                found.update((key, value) for key, value, _ in rows)
                _touch(database, kind, [key for key, _, used in rows if now - used > TOUCHED_AFTER], now)
            return found

        return self._attempt(find, {})

    def _keep(self, kind: Kind, rows: Iterable[tuple[str, bytes]]) -> None:
        now = _now()
        values = [(kind, key, value, now) for key, value in rows]

        def keep(database: Database) -> None:
            with database.conn:
                database.conn.executemany("insert or replace into entries values (?, ?, ?, ?)", values)
            _evict(database, self.limit)

        self._attempt(keep, None)


def _prepared(connection: sqlite3.Connection) -> Database:
    """The database with its table, made if the file is new.

    Raises
    ------
    sqlite3.DatabaseError
        If it is no database, another program's, or another version's.
    """
    try:
        database = Database(connection)
        _check_application(database)
        database.enable_wal()
        key = ("kind", "key")
        columns = {"kind": str, "key": str, "value": bytes, "used": int}
        entries = database.table("entries").create(columns, pk=key, not_null={"value", "used"}, if_not_exists=True)
        entries.create_index(["used"], if_not_exists=True)
        database.execute(f"pragma user_version = {SCHEMA}")
        database.execute(f"pragma application_id = {APPLICATION}")
    except sqlite3.Error:
        connection.close()
        raise
    return database


def _check_application(database: Database) -> None:
    if not database.table_names():
        return
    if database.execute("pragma application_id").fetchone()[0] != APPLICATION:
        raise sqlite3.DatabaseError("it is not a cache of Markscheme's")
    if database.execute("pragma user_version").fetchone()[0] != SCHEMA:
        raise sqlite3.DatabaseError("it was written by another version")


def _touch(database: Database, kind: Kind, keys: list[str], now: int) -> None:
    if keys:
        which = f"kind = ? and key in ({','.join('?' * len(keys))})"
        with database.conn:
            database.execute(f"update entries set used = ? where {which}", [now, kind, *keys])


def _bytes_used(database: Database) -> int:
    pages = database.execute("pragma page_count").fetchone()[0]
    free = database.execute("pragma freelist_count").fetchone()[0]
    size = database.execute("pragma page_size").fetchone()[0]
    return int((pages - free) * size)


def _evict(database: Database, limit: int) -> None:
    """Forget the least recently used quarter until the rest fits."""
    while _bytes_used(database) > limit and (entries := database.table("entries").count):
        oldest = "select rowid from entries order by used, key limit ?"
        with database.conn:
            database.execute(f"delete from entries where rowid in ({oldest})", [1 + entries // 4])


def _now() -> int:
    return int(time.time() * 1000)


def _damaged(error: sqlite3.DatabaseError) -> bool:
    """Whether the file itself is at fault, and not a full disk, a lock or a permission."""
    return not isinstance(error, sqlite3.OperationalError) or "malformed" in str(error)


def _parts(keys: list[str]) -> Iterable[list[str]]:
    return (keys[begin : begin + CHUNK] for begin in range(0, len(keys), CHUNK))
