"""What was computed before, in one SQLite file: vectors, edits and sentence splits.

Keys hold who computed a value (encoder or pipeline, with revision) and the SHA-256 of what it was computed
from, so a value can never be mistaken for another's, and no text is stored in a key. Several processes share
the file (WAL). A torn or foreign file is set aside and rebuilt; a cache is never a reason to fail.
"""

import hashlib
import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import attrs
import numpy as np
import platformdirs
from sqlite_utils import Database

from markscheme.encoders.encoder import Vectors
from markscheme.encoders.settings import CACHE_LIMIT

logger = logging.getLogger(__name__)

SCHEMA = 1
CHUNK = 500
TOUCHED_AFTER = 3_600_000
"""Milliseconds after which a read is noted as a use: reading is mostly reading, then, and not writing."""
_VECTORS, _RECORDS, _META = "vectors", "records", "meta"
_KINDS = (_VECTORS, _RECORDS)
_T = TypeVar("_T")


def default_path() -> Path:
    """The cache file in the user's own cache folder."""
    return Path(platformdirs.user_cache_dir("markscheme")) / "cache.sqlite"


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
            The file; by default :func:`default_path`.
        limit
            Most bytes of values kept; the least recently used go first.
        """
        self.path = path or default_path()
        self.limit = limit
        self._lock = threading.Lock()
        self._database = self._opened()

    def vectors(self, owner: str, texts: Sequence[str]) -> dict[int, Vectors]:
        """The vectors that are known, by the index of their text; each of shape (d,)."""
        keys = [digest(owner, text) for text in texts]
        found = self._find(_VECTORS, keys)
        return {index: np.frombuffer(found[key], dtype=np.float32) for index, key in enumerate(keys) if key in found}

    def keep_vectors(self, owner: str, texts: Sequence[str], vectors: Vectors) -> None:
        rows = zip(texts, vectors, strict=True)
        self._keep(_VECTORS, ((digest(owner, text), row.tobytes()) for text, row in rows))

    def records(self, keys: Sequence[str]) -> dict[str, Any]:
        """The JSON values that are known, by key (made with :func:`digest`)."""
        return {key: json.loads(value) for key, value in self._find(_RECORDS, keys).items()}

    def keep_records(self, records: Mapping[str, Any]) -> None:
        encoded = ((key, json.dumps(value, separators=(",", ":"))) for key, value in records.items())
        self._keep(_RECORDS, ((key, text.encode()) for key, text in encoded))

    def stats(self) -> CacheStats:
        with self._lock:
            counts = [self._database.table(kind).count for kind in _KINDS]
            return CacheStats(str(self.path), counts[0], counts[1], _bytes_used(self._database), self.limit)

    def clear(self) -> None:
        """Forget everything and give the disk space back."""
        with self._lock:
            for kind in _KINDS:
                self._database.table(kind).delete_where()
            self._database.vacuum()
            self._database.execute("pragma wal_checkpoint(truncate)")

    def faults(self) -> list[str]:
        """What SQLite's own integrity check finds; empty for a sound file."""
        with self._lock:
            rows = self._database.execute("pragma integrity_check").fetchall()
        return [row[0] for row in rows if row[0] != "ok"]

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def _opened(self) -> Database:
        try:
            return self._connected()
        except sqlite3.DatabaseError as error:
            if not _damaged(error):
                return self._in_memory(error)
            return self._rebuilt(error)
        except OSError as error:
            return self._in_memory(error)

    def _rebuilt(self, error: Exception) -> Database:
        """A new file; the one that can't be used is kept beside it."""
        aside = self.path.with_name(f"{self.path.name}.broken-{time.strftime('%Y%m%d-%H%M%S')}")
        logger.warning("the cache %s can't be used (%s); it is set aside as %s", self.path, error, aside.name)
        try:
            self.path.replace(aside)
            for suffix in ("-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
            return self._connected()
        except (OSError, sqlite3.DatabaseError) as second:
            return self._in_memory(second)

    def _in_memory(self, error: Exception) -> Database:
        """Nowhere to keep anything: what is computed is kept for this process alone."""
        logger.warning("the cache %s can't be used (%s); nothing is kept after this run", self.path, error)
        return self._prepared(sqlite3.connect(":memory:", check_same_thread=False))

    def _attempt(self, work: Callable[[Database], _T], otherwise: _T) -> _T:
        """Do it, or do without: a file that turns out damaged is rebuilt, one that is full or locked left."""
        with self._lock:
            try:
                return work(self._database)
            except sqlite3.DatabaseError as error:
                if _damaged(error):
                    self._database.close()
                    self._database = self._rebuilt(error)
                else:
                    logger.warning("the cache %s: %s", self.path, error)
                return otherwise

    def _connected(self) -> Database:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return self._prepared(sqlite3.connect(self.path, timeout=30, check_same_thread=False))

    def _prepared(self, connection: sqlite3.Connection) -> Database:
        try:
            database = Database(connection)
            database.enable_wal()
            self._check_schema(database)
        except sqlite3.Error:
            connection.close()
            raise
        return database

    def _check_schema(self, database: Database) -> None:
        tables = set(database.table_names())
        if tables and _META not in tables:
            raise sqlite3.DatabaseError("it is not a cache of Markscheme's")
        meta = database.table(_META).create({"name": str, "value": int}, pk="name", if_not_exists=True)
        meta.insert({"name": "schema", "value": SCHEMA}, ignore=True)
        if meta.get("schema")["value"] != SCHEMA:
            raise sqlite3.DatabaseError("it was written by another version")
        for kind in _KINDS:
            database.table(kind).create(
                {"key": str, "value": bytes, "used": int},
                pk="key",
                not_null={"value", "used"},
                if_not_exists=True,
            )
            database.table(kind).create_index(["used"], if_not_exists=True)

    def _find(self, kind: str, keys: Sequence[str]) -> dict[str, bytes]:
        wanted = list(dict.fromkeys(keys))
        now = _now()

        def find(database: Database) -> dict[str, bytes]:
            found: dict[str, bytes] = {}
            for part in _parts(wanted):
                marks = ",".join("?" * len(part))
                rows = database.execute(f"select key, value, used from {kind} where key in ({marks})", part).fetchall()
                found.update((key, value) for key, value, _ in rows)
                _touch(database, kind, [key for key, _, used in rows if now - used > TOUCHED_AFTER], now)
            return found

        return self._attempt(find, {})

    def _keep(self, kind: str, rows: Iterable[tuple[str, bytes]]) -> None:
        now = _now()
        values = [(key, value, now) for key, value in rows]

        def keep(database: Database) -> None:
            with database.conn:
                database.conn.executemany(f"insert or replace into {kind} (key, value, used) values (?, ?, ?)", values)
            _evict(database, self.limit)

        self._attempt(keep, None)


def _touch(database: Database, kind: str, keys: list[str], now: int) -> None:
    if keys:
        marks = ",".join("?" * len(keys))
        with database.conn:
            database.execute(f"update {kind} set used = ? where key in ({marks})", [now, *keys])


def _bytes_used(database: Database) -> int:
    pages = database.execute("pragma page_count").fetchone()[0]
    free = database.execute("pragma freelist_count").fetchone()[0]
    size = database.execute("pragma page_size").fetchone()[0]
    return int((pages - free) * size)


def _evict(database: Database, limit: int) -> None:
    """Forget the least recently used quarter of either kind until the rest fits."""
    while _bytes_used(database) > limit and any(database.table(kind).count for kind in _KINDS):
        for kind in _KINDS:
            oldest = f"select key from {kind} order by used, key limit ?"
            with database.conn:
                database.execute(f"delete from {kind} where key in ({oldest})", [1 + database.table(kind).count // 4])


def _now() -> int:
    return int(time.time() * 1000)


def _damaged(error: sqlite3.DatabaseError) -> bool:
    """Whether the file itself is at fault, and not a full disk, a lock or a permission."""
    return not isinstance(error, sqlite3.OperationalError) or "malformed" in str(error)


def _parts(keys: list[str]) -> Iterable[list[str]]:
    return (keys[begin : begin + CHUNK] for begin in range(0, len(keys), CHUNK))
