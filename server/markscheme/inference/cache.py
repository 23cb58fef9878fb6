"""The store: one SQLite file that holds everything computed before.

A key is a digest of the identity of what computed the value (encoder or pipeline, with its revision) and of the
content it was computed from. So two values never share a key, and no key holds text. Each value stands with a checksum,
and a damaged one is dropped: what is computed from it anew is right. The values hold students' words, so only the user
may read the file.

Several processes share the file (WAL); one at a time creates or replaces it. A torn one, or an earlier version's, is
replaced. A file that is no cache stays as it is, and nothing is kept; in the user's cache folder it is set aside. A
fault of the store never stops the work.
"""

import hashlib
import logging
import os
import sqlite3
import threading
import time
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import attrs
from filelock import FileLock

from markscheme.inference.settings import DEFAULT_LIMIT, default_path
from markscheme.processes import without_package

if TYPE_CHECKING:
    from sqlite_utils import Database

logger = logging.getLogger(__name__)

APPLICATION_ID = int.from_bytes(b"Mksc", "big")
"""SQLite's application id of the file. A database with another id belongs to another program."""
_MAGIC, _ID_PLACE = b"SQLite format 3\0", slice(68, 72)
"""How a database begins, and where its application id stands (https://www.sqlite.org/fileformat.html)."""
SCHEMA_VERSION = 3
KEYS_PER_QUERY = 500
LOCK_TIMEOUT = 30
"""Seconds to wait for another process that writes."""
USE_RESOLUTION = 3_600_000
"""Milliseconds after which reading an entry updates its time of last use. So most reads write nothing."""
Kind = Literal["vector", "record"]
"""What an entry is: a vector's bytes, or JSON."""
Result = TypeVar("Result")
NO_FILE = (0, 0)
DATABASE_FAULTS = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What SQLite raises; the latter where its message quotes a damaged schema."""


@attrs.frozen
class CacheStats:
    """The number of entries of either kind, the bytes in use, and the most bytes allowed."""

    path: str
    vectors: int
    records: int
    bytes: int
    limit: int


def digest(*parts: str) -> str:
    """Return a key of the parts in their order: the first 32 hexadecimal digits of a SHA-256."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        hashed.update(len(data).to_bytes(8, "big"))
        hashed.update(data)
    return hashed.hexdigest()[:32]


class Cache:
    """Bytes by kind and key. Safe to use from several threads and processes."""

    def __init__(self, path: Path | None = None, limit: int = DEFAULT_LIMIT) -> None:
        """Open or create the file, the user's by default; beyond ``limit`` bytes the least recently used go."""
        self.path = path or default_path()
        self.limit = limit
        self._is_own_place = self.path == default_path()
        self.problem = ""
        """Why nothing is kept; empty where the file is used."""
        self._lock = threading.Lock()
        self.file = NO_FILE
        """The device and inode of the file in use."""
        self._database = self._opened()
        _CACHES.add(self)

    def find(self, kind: Kind, keys: Iterable[str]) -> dict[str, bytes]:
        """Return the stored values by key (made with :func:`digest`); none where the file can't be read now."""
        distinct = list(dict.fromkeys(keys))
        now = _now()

        def find(database: sqlite3.Connection) -> dict[str, bytes]:
            values: dict[str, bytes] = {}
            damaged: list[str] = []
            for part in _parts(distinct):
                read = f"select key, value, used, checksum from entries where {_which(part)}"
                rows = database.execute(read, [kind, *part]).fetchall()
                sound = {key: value for key, value, _, checksum in rows if _is_sound(checksum, kind, key, value)}
                values |= sound
                damaged += [key for key, *_ in rows if key not in sound]
                # Damage may leave something else than a time there: it is written anew.
                old = [key for key, _, used, _ in rows if not isinstance(used, int) or now - used > USE_RESOLUTION]
                _touch(database, kind, old, now)
            self._drop(database, kind, damaged)
            return values

        return self._attempt(find, {})

    def keep(self, kind: Kind, values: Mapping[str, bytes]) -> None:
        """Store values by key, in place of earlier ones; store nothing where the file can't be written now."""
        now = _now()
        rows = [(kind, key, value, now, _checksum(kind, key, value)) for key, value in values.items()]

        def keep(database: sqlite3.Connection) -> None:
            with database:
                database.executemany("insert or replace into entries values (?, ?, ?, ?, ?)", rows)
            _evict(database, self.limit)

        self._attempt(keep, None)

    def stats(self) -> CacheStats:
        """Return what the store holds; raise sqlite3.OperationalError if it stays locked for LOCK_TIMEOUT."""

        def stats(database: sqlite3.Connection) -> CacheStats:
            counts = dict(database.execute("select kind, count(*) from entries group by kind").fetchall())
            sizes = counts.get("vector", 0), counts.get("record", 0), _bytes_used(database)
            return CacheStats(str(self.path), *sizes, self.limit)

        return self._use(stats)

    def clear(self) -> None:
        """Delete all entries and free their disk space; raises as :meth:`stats`."""

        def clear(database: sqlite3.Connection) -> None:
            whole = _schema(database)
            whole.table("entries").delete_where()
            whole.vacuum()
            database.execute("pragma wal_checkpoint(truncate)")

        self._use(clear)

    def faults(self) -> list[str]:
        """Return why the file isn't used, what SQLite's integrity check reports, and the number of damaged values."""
        with self._lock:
            try:
                rows = self._database.execute("pragma integrity_check").fetchall()
                entries = self._database.execute("select checksum, kind, key, value from entries")
                damaged = sum(not _is_sound(*entry) for entry in entries)
            except DATABASE_FAULTS as error:
                return [str(error)]
        faults = [self.problem, *(row[0] for row in rows if row[0] != "ok")]
        return [*filter(None, faults), *([f"{damaged} values are damaged"] if damaged else [])]

    def close(self) -> None:
        with self._lock:
            self._database.close()
            self.file = NO_FILE

    def _opened(self) -> sqlite3.Connection:
        try:
            with self._alone():
                if self.path.exists() and not _is_cache(self.path):
                    return self._in_place_of_other()
                try:
                    return self._connected()
                except DATABASE_FAULTS as error:
                    if not _damaged(error):
                        raise
                    return self._replaced(error)
        except (OSError, *DATABASE_FAULTS) as error:
            return self._in_memory(str(error))

    def _rebuilt(self, error: Exception) -> sqlite3.Connection:
        try:
            with self._alone():
                if self.path.exists() and _file(self.path) != self.file:
                    return self._connected()
                return self._replaced(error)
        except (OSError, *DATABASE_FAULTS) as second:
            return self._in_memory(str(second))

    def _alone(self) -> FileLock:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._is_own_place:
            _make_private(self.path.parent, 0o700)
        return FileLock(self.path.with_name(f"{self.path.name}.lock"), timeout=LOCK_TIMEOUT, mode=0o600)

    def _in_place_of_other(self) -> sqlite3.Connection:
        problem = "it is no cache of Markscheme"
        if not self._is_own_place:
            return self._in_memory(f"{problem}, and stays as it is")
        aside = next(path for path in self._names_aside() if not path.exists())
        logger.warning("the cache %s can't be used (%s); it is set aside as %s", self.path, problem, aside.name)
        self.path.replace(aside)
        return self._new()

    def _names_aside(self) -> Iterator[Path]:
        return (self.path.with_name(f"{self.path.name}.broken-{number}") for number in count(1))

    def _replaced(self, error: Exception) -> sqlite3.Connection:
        """Remove a cache, of which nothing is lost but time."""
        logger.warning("the cache %s can't be used (%s); a new one begins", self.path, error)
        self.path.unlink(missing_ok=True)
        return self._new()

    def _new(self) -> sqlite3.Connection:
        for suffix in ("-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        return self._connected()

    def _in_memory(self, problem: str) -> sqlite3.Connection:
        self.problem = f"{self.path} can't be used ({problem})"
        logger.warning("the cache %s; nothing is kept after this run", self.problem)
        return _prepared(sqlite3.connect(":memory:", check_same_thread=False))

    def _connected(self) -> sqlite3.Connection:
        self.path.touch(mode=0o600)
        _make_private(self.path, 0o600)
        database = _prepared(sqlite3.connect(self.path, timeout=LOCK_TIMEOUT, check_same_thread=False))
        self.file = _file(self.path)
        return database

    def _drop(self, database: sqlite3.Connection, kind: Kind, keys: list[str]) -> None:
        if keys:
            logger.warning("the cache %s: %d damaged values are dropped and computed anew", self.path, len(keys))
            for part in _parts(keys):
                with database:
                    database.execute(f"delete from entries where {_which(part)}", [kind, *part])

    def _use(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        with self._lock:
            try:
                return work(self._database)
            except DATABASE_FAULTS as error:
                if not _damaged(error):
                    raise
                self._database.close()
                self._database = self._rebuilt(error)
                return work(self._database)

    def _attempt(self, work: Callable[[sqlite3.Connection], Result], otherwise: Result) -> Result:
        """Return ``otherwise`` if the file is locked or the disk full."""
        try:
            return self._use(work)
        except DATABASE_FAULTS as error:
            logger.warning("the cache %s: %s", self.path, error)
            return otherwise


_CACHES: "weakref.WeakSet[Cache]" = weakref.WeakSet()
"""The caches of this process."""


def _is_cache(path: Path) -> bool:
    """Return whether a file is a cache, or is empty. Nothing is opened as a database that is not one of ours."""
    if not path.is_file():
        return False
    if _file(path) in [cache.file for cache in _CACHES]:
        # To close a file ends all locks that the process has on it, SQLite's too, on which other processes rely
        # (https://www.sqlite.org/howtocorrupt.html, 2.2). So one that is in use here is not read here.
        return True
    with path.open("rb") as stream:
        head = stream.read(_ID_PLACE.stop)
    return not head or (head.startswith(_MAGIC) and int.from_bytes(head[_ID_PLACE], "big") == APPLICATION_ID)


def _file(path: Path) -> tuple[int, int]:
    """Return what tells a file from the one that stood at its path before."""
    status = path.stat()
    return status.st_dev, status.st_ino


def _make_private(path: Path, mode: int) -> None:
    """Let the user alone read what belongs to them."""
    if os.name == "posix" and (found := path.stat()).st_mode & 0o077 and found.st_uid == os.geteuid():
        path.chmod(mode)


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Raise sqlite3.DatabaseError if the file is damaged, or another version's."""
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        has_tables = connection.execute("select 1 from sqlite_master where type = 'table'").fetchone() is not None
        if has_tables and connection.execute("pragma user_version").fetchone()[0] != SCHEMA_VERSION:
            raise sqlite3.DatabaseError("it was written by another version")
        # Before there is a write-ahead log, so that it stands in the file itself.
        connection.execute(f"pragma application_id = {APPLICATION_ID}")
        connection.execute("pragma journal_mode = wal")
        # A commit then waits for no disk. A crash of the machine may lose the last values, and never tears a WAL file.
        connection.execute("pragma synchronous = normal")
        if not has_tables:
            key = ("kind", "key")
            columns = {"kind": str, "key": str, "value": bytes, "used": int, "checksum": int}
            entries = _schema(connection).table("entries")
            entries.create(columns, pk=key, not_null={"value", "used", "checksum"}).create_index(["used"])
        connection.execute(f"pragma user_version = {SCHEMA_VERSION}")
    except BaseException:
        connection.close()
        raise
    return connection


def _schema(connection: sqlite3.Connection) -> "Database":
    """Return what changes a database as a whole. Values are found and kept without it, since its import takes long."""
    with without_package("pandas"), without_package("numpy"):
        from sqlite_utils import Database

    return Database(connection)


def _checksum(kind: str, key: str, value: bytes) -> int:
    """Return the checksum of a value at its place."""
    return zlib.crc32(value, zlib.crc32(f"{kind} {key}".encode("utf-8", "surrogatepass")))


def _is_sound(checksum: object, kind: object, key: object, value: object) -> bool:
    """Return whether an entry is as it was kept. SQLite's columns have no types: damage can make a text of bytes."""
    if not (isinstance(kind, str) and isinstance(key, str) and isinstance(value, bytes)):
        return False
    return checksum == _checksum(kind, key, value)


def _which(keys: Sequence[str]) -> str:
    return f"kind = ? and key in ({','.join('?' * len(keys))})"


def _touch(database: sqlite3.Connection, kind: Kind, keys: list[str], now: int) -> None:
    if keys:
        with database:
            database.execute(f"update entries set used = ? where {_which(keys)}", [now, kind, *keys])


def _bytes_used(database: sqlite3.Connection) -> int:
    pages = database.execute("pragma page_count").fetchone()[0]
    free = database.execute("pragma freelist_count").fetchone()[0]
    size = database.execute("pragma page_size").fetchone()[0]
    return int((pages - free) * size)


def _count(database: sqlite3.Connection) -> int:
    return int(database.execute("select count(*) from entries").fetchone()[0])


def _evict(database: sqlite3.Connection, limit: int) -> None:
    while _bytes_used(database) > limit and (entries := _count(database)):
        oldest = "select rowid from entries order by used, key limit ?"
        with database:
            database.execute(f"delete from entries where rowid in ({oldest})", [1 + entries // 4])


def _now() -> int:
    return int(time.time() * 1000)


def _damaged(error: Exception) -> bool:
    """Return whether the file itself is at fault, rather than a full disk, a lock or a permission."""
    return not isinstance(error, sqlite3.OperationalError) or "malformed" in str(error)


def _parts(keys: list[str]) -> Iterable[list[str]]:
    return (keys[begin : begin + KEYS_PER_QUERY] for begin in range(0, len(keys), KEYS_PER_QUERY))
