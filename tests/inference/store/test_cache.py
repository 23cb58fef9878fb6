"""The cache on a real SQLite file: kept, shared, bounded, and never a reason to fail."""

import json
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import numpy as np
import pytest

from markscheme.inference import cache as cache_module
from markscheme.inference.cache import Cache, digest
from markscheme.inference.encoder import Vectors

OWNER = "encoder@1,mean,float32"
DIMENSIONS = 384
TEXTS = [f"Sentence number {number} ." for number in range(300)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "below" / "cache.sqlite"


@pytest.fixture
def opened(path: Path) -> Iterator[Cache]:
    with closing(Cache(path)) as cache:
        yield cache


def test_a_commit_waits_for_no_disk_and_tears_no_file(opened: Cache):
    """With a write-ahead log and ``synchronous = normal`` a crash of the machine may lose the last values alone."""
    database = opened._database
    assert database.execute("pragma journal_mode").fetchone()[0] == "wal"
    assert database.execute("pragma synchronous").fetchone()[0] == 1


def keep_vectors(cache: Cache, owner: str, texts: list[str], rows: Vectors) -> None:
    cache.keep("vector", {digest(owner, text): row.tobytes() for text, row in zip(texts, rows, strict=True)})


def vectors(cache: Cache, owner: str, texts: list[str]) -> dict[int, Vectors]:
    """The stored vectors by the index of their text."""
    stored = cache.find("vector", [digest(owner, text) for text in texts])
    keys = enumerate(digest(owner, text) for text in texts)
    return {index: np.frombuffer(stored[key], dtype=np.float32) for index, key in keys if key in stored}


def keep_records(cache: Cache, values: dict[str, object]) -> None:
    cache.keep("record", {key: json.dumps(value).encode() for key, value in values.items()})


def records(cache: Cache, keys: list[str]) -> dict[str, object]:
    return {key: json.loads(value) for key, value in cache.find("record", keys).items()}


def vectors_of(texts: list[str]) -> Vectors:
    return np.stack([np.full(DIMENSIONS, len(text) + 0.5, dtype=np.float32) for text in texts])


def fill(cache: Cache) -> None:
    keep_vectors(cache, OWNER, TEXTS, vectors_of(TEXTS))
    keep_records(cache, {digest(text): [text] for text in TEXTS})


def known(cache: Cache, texts: list[str]) -> list[bool]:
    found = vectors(cache, OWNER, texts)
    return [index in found for index in range(len(texts))]


def assert_usable(cache: Cache) -> None:
    """What is kept is found, and what is found is right."""
    assert_works(cache)
    assert cache.faults() == []


def assert_works(cache: Cache) -> None:
    fill(cache)
    found = vectors(cache, OWNER, TEXTS)
    assert np.array_equal(np.stack([found[index] for index in range(len(TEXTS))]), vectors_of(TEXTS))
    assert records(cache, [digest(text) for text in TEXTS]) == {digest(text): [text] for text in TEXTS}


# What is kept.


def test_vectors_and_records_come_back_as_they_were(opened: Cache):
    kept = np.random.default_rng(0).normal(size=(3, 5)).astype(np.float32)
    keep_vectors(opened, OWNER, ["a", "b", "é😀"], kept)
    value = {"edits": [[1, 2, ["goes", "é😀"]]], "none": None}
    keep_records(opened, {"key": value})
    found = vectors(opened, OWNER, ["é😀", "unknown", "a"])
    assert sorted(found) == [0, 2]
    assert np.array_equal(found[0], kept[2])
    assert np.array_equal(found[2], kept[0])
    assert records(opened, ["key", "other"]) == {"key": value}


def test_each_owner_has_its_own_vectors(opened: Cache):
    keep_vectors(opened, "one", ["a"], np.zeros((1, 2), dtype=np.float32))
    assert vectors(opened, "another", ["a"]) == {}


def test_a_value_kept_again_is_replaced(opened: Cache):
    for number in (1, 2):
        keep_vectors(opened, OWNER, ["a"], np.full((1, 2), number, dtype=np.float32))
        keep_records(opened, {"key": number})
    assert vectors(opened, OWNER, ["a"])[0].tolist() == [2.0, 2.0]
    assert records(opened, ["key"]) == {"key": 2}
    assert (opened.stats().vectors, opened.stats().records) == (1, 1)


def test_a_repeated_text_is_found_at_each_of_its_places(opened: Cache):
    keep_vectors(opened, OWNER, ["a"], np.ones((1, 2), dtype=np.float32))
    assert sorted(vectors(opened, OWNER, ["a", "b", "a"])) == [0, 2]


def test_nothing_asked_is_nothing_found(opened: Cache):
    assert vectors(opened, OWNER, []) == {}
    assert records(opened, []) == {}
    keep_vectors(opened, OWNER, [], np.zeros((0, 2), dtype=np.float32))
    keep_records(opened, {})


def test_more_keys_than_sqlite_takes_at_once(opened: Cache):
    texts = [str(number) for number in range(cache_module.KEYS_PER_QUERY * 3 + 1)]
    keep_vectors(opened, OWNER, texts, np.arange(len(texts), dtype=np.float32)[:, None])
    found = vectors(opened, OWNER, texts)
    assert [float(found[index][0]) for index in range(len(texts))] == list(range(len(texts)))


def test_keys_tell_their_parts_apart():
    assert len({digest("ab", "c"), digest("a", "bc"), digest("abc"), digest("abc", ""), digest("c", "ab")}) == 5
    assert digest("\ud83d") != digest("?")


def test_no_text_is_in_the_file(opened: Cache, path: Path):
    text = "My secret diary ."
    keep_vectors(opened, OWNER, [text], np.ones((1, 2), dtype=np.float32))
    opened.close()
    assert not any(b"secret" in file.read_bytes() for file in path.parent.iterdir())


def test_what_is_kept_outlives_the_process(opened: Cache, path: Path):
    fill(opened)
    opened.close()
    with closing(Cache(path)) as again:
        assert all(known(again, TEXTS))


def test_the_users_own_cache_is_in_their_cache_folder(user_cache: Path):
    with closing(Cache()) as cache:
        assert cache.path == user_cache / "markscheme" / "cache.sqlite"


# Stats, clearing, the limit.


def test_stats_count_what_is_kept(opened: Cache, path: Path):
    before = opened.stats()
    assert (before.vectors, before.records, before.path) == (0, 0, str(path))
    fill(opened)
    after = opened.stats()
    assert (after.vectors, after.records) == (len(TEXTS), len(TEXTS))
    assert after.bytes > before.bytes + vectors_of(TEXTS).nbytes


def test_clearing_forgets_everything_and_gives_the_space_back(opened: Cache, path: Path):
    fill(opened)
    opened.clear()
    assert (opened.stats().vectors, opened.stats().records) == (0, 0)
    assert not any(known(opened, TEXTS))
    size = sum(file.stat().st_size for file in path.parent.iterdir() if not file.name.endswith("-shm"))
    assert size < vectors_of(TEXTS).nbytes
    assert_usable(opened)


class Clock:
    """Stands in for the clock, so that hours pass between uses."""

    milliseconds = 1_000_000_000_000

    def now(self) -> int:
        return self.milliseconds

    def pass_hours(self, hours: int) -> None:
        self.milliseconds += hours * 3_600_000 + 1


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    own = Clock()
    monkeypatch.setattr(cache_module, "_now", own.now)
    return own


SMALL = 400_000
"""Bytes: less than the vectors of all the texts, more than those of a hundred."""


def test_the_least_recently_used_go_first(opened: Cache, path: Path, clock: Clock):
    keep_vectors(opened, OWNER, TEXTS, vectors_of(TEXTS))
    clock.pass_hours(2)
    assert all(known(opened, TEXTS[100:150]))
    clock.pass_hours(2)
    with closing(Cache(path, limit=SMALL)) as small:
        later = ["Kept later ."]
        keep_vectors(small, OWNER, later, vectors_of(later))
        assert small.stats().bytes <= SMALL
        assert all(known(small, [*TEXTS[100:150], *later]))
        assert not all(known(small, TEXTS[:100] + TEXTS[150:]))


def test_a_record_used_last_outlives_vectors_that_were_not(opened: Cache, path: Path, clock: Clock):
    keep_vectors(opened, OWNER, TEXTS, vectors_of(TEXTS))
    clock.pass_hours(2)
    with closing(Cache(path, limit=SMALL)) as small:
        keep_records(small, {"recent": 1})
        assert small.stats().bytes <= SMALL
        assert records(small, ["recent"]) == {"recent": 1}


def test_below_the_limit_nothing_is_forgotten(opened: Cache, path: Path):
    fill(opened)
    with closing(Cache(path, limit=opened.stats().bytes + 100_000)) as roomy:
        keep_records(roomy, {"one": "more"})
        assert all(known(roomy, TEXTS))


def test_a_limit_below_everything_ends(path: Path):
    with closing(Cache(path, limit=1)) as cache:
        fill(cache)
        assert (cache.stats().vectors, cache.stats().records) == (0, 0)


def test_the_limit_holds_as_the_cache_grows(path: Path):
    with closing(Cache(path, limit=SMALL)) as cache:
        for begin in range(0, 1200, 50):
            texts = [f"Sentence {number} ." for number in range(begin, begin + 50)]
            keep_vectors(cache, OWNER, texts, vectors_of(texts))
            keep_records(cache, {digest(text): [text] for text in texts})
            assert cache.stats().bytes <= SMALL
            assert all(known(cache, texts))


# Files that are not what they should be.


def truncated(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def cut_within_a_page(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2 + 100])


def random_in_the_middle(path: Path) -> None:
    content = bytearray(path.read_bytes())
    quarter = len(content) // 4
    content[quarter : 3 * quarter] = random.Random(1).randbytes(2 * quarter)
    path.write_bytes(content)


def random_all_over(path: Path) -> None:
    path.write_bytes(random.Random(2).randbytes(path.stat().st_size))


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def text_instead(path: Path) -> None:
    path.write_text("This is my shopping list .\n" * 200)


def foreign(*statements: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.unlink()
        with closing(sqlite3.connect(path)) as connection, connection:
            for statement in statements:
                connection.execute(statement)

    return write


def of_another_version(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma user_version = 2")


DAMAGES = {
    "truncated": truncated,
    "cut within a page": cut_within_a_page,
    "random bytes in the middle": random_in_the_middle,
    "empty": emptied,
    "another version's": of_another_version,
}
OTHER_FILES = {
    "random bytes all over": random_all_over,
    "a text file": text_instead,
    "another program's database": foreign("create table notes (text)", "insert into notes values ('mine')"),
    "another program's meta table": foreign("create table meta (name text, value int)"),
    "another program's keys": foreign("create table meta (key text primary key, value text)"),
    "another program's vectors": foreign(
        "create table meta (name text primary key, value int)", "create table vectors (id integer, embedding blob)"
    ),
}


@pytest.fixture(params=DAMAGES.values(), ids=DAMAGES)
def damaged(request: pytest.FixtureRequest, path: Path) -> Path:
    """Where a filled cache was, with something else in its place."""
    with closing(Cache(path)) as cache:
        fill(cache)
    request.param(path)
    return path


def test_a_damaged_file_is_no_reason_to_fail(damaged: Path):
    with closing(Cache(damaged)) as cache:
        vectors(cache, OWNER, TEXTS)
        records(cache, [digest(text) for text in TEXTS])
        assert_usable(cache)
        cache.clear()
        assert_usable(cache)
    with closing(Cache(damaged)) as again:
        assert all(known(again, TEXTS))


@pytest.fixture(params=OTHER_FILES.values(), ids=OTHER_FILES)
def write_other(request: pytest.FixtureRequest) -> Callable[[Path], None]:
    """Put a file that is no cache in a cache's place."""
    write: Callable[[Path], None] = request.param
    return write


def test_a_file_that_is_no_cache_stays_as_it_is(path: Path, write_other: Callable[[Path], None]):
    """It may be a teacher's reference, named by mistake."""
    Cache(path).close()
    write_other(path)
    before = path.read_bytes()
    with closing(Cache(path)) as cache:
        assert_works(cache)
        cache.clear()
        [fault] = cache.faults()
    assert "no cache of Markscheme" in fault
    assert path.read_bytes() == before
    assert {file.name for file in path.parent.iterdir()} <= {"cache.sqlite", "cache.sqlite.lock"}


@pytest.fixture
def own_user_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the test a user's cache folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))


@pytest.mark.usefixtures("own_user_cache")
def test_in_the_users_cache_folder_it_is_set_aside_whole(write_other: Callable[[Path], None]):
    for number in (1, 2):
        with closing(Cache()) as cache:
            path = cache.path
        write_other(path)
        before = path.read_bytes()
        with closing(Cache()) as cache:
            assert_usable(cache)
        assert path.with_name(f"cache.sqlite.broken-{number}").read_bytes() == before


def test_an_earlier_versions_cache_is_replaced_without_a_question(path: Path):
    earlier = foreign(
        "create table entries (kind text, key text, value blob not null, used int not null, primary key (kind, key))",
        f"insert into entries values ('record', '{digest('a')}', x'31', 0)",
        f"pragma application_id = {cache_module.APPLICATION_ID}",
        "pragma user_version = 2",
    )
    Cache(path).close()
    earlier(path)
    with closing(Cache(path)) as cache:
        assert records(cache, [digest("a")]) == {}
        assert_usable(cache)
    assert not list(path.parent.glob("*.broken-*"))


# Damaged values.


def change_values(path: Path, change: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"update entries set {change}")


@pytest.mark.parametrize(
    "change",
    [
        "value = cast(replace(value, 'number 7 ', 'number 9 ') as blob)",
        "value = x'5b'",
        "value = x''",
        "value = cast(value as text)",
        "value = 1",
        "checksum = checksum + 1",
        "checksum = 'odd'",
        "key = substr(key, 2) || substr(key, 1, 1)",
        "kind = case kind when 'vector' then 'record' else 'vector' end",
    ],
)
def test_a_damaged_value_is_dropped_and_told_of_once(path: Path, caplog: pytest.LogCaptureFixture, change: str):
    with closing(Cache(path)) as cache:
        fill(cache)
    change_values(path, change)
    with closing(Cache(path)) as cache:
        [fault] = cache.faults()
        assert "values are damaged" in fault
        right = {digest(text): [text] for text in TEXTS}
        found = records(cache, list(right))
        assert found.items() <= right.items()
        assert len(found) < len(right)
        assert all(
            np.array_equal(row, vectors_of(TEXTS)[number]) for number, row in vectors(cache, OWNER, TEXTS).items()
        )
        assert len(caplog.messages) <= 2  # one for either kind
        caplog.clear()
        records(cache, list(right))
        assert caplog.messages == []
        assert_works(cache)


def test_no_damage_of_the_file_changes_a_value_unnoticed(path: Path, seed: int):
    with closing(Cache(path)) as cache:
        fill(cache)
    sound = path.read_bytes()
    chance = random.Random(seed)
    for _ in range(25):
        damaged = bytearray(sound)
        for _ in range(20):
            damaged[chance.randrange(100, len(sound))] = chance.randrange(256)
        path.write_bytes(damaged)
        with closing(Cache(path)) as cache:
            for number, row in vectors(cache, OWNER, TEXTS).items():
                assert np.array_equal(row, vectors_of(TEXTS)[number])
            assert records(cache, [digest(text) for text in TEXTS]).items() <= {digest(t): [t] for t in TEXTS}.items()


def test_a_damaged_schema_that_is_no_text_is_damage(path: Path):
    """SQLite quotes the schema in its message, which Python can't decode then."""
    with closing(Cache(path)) as cache:
        fill(cache)
    data = path.read_bytes()
    assert b"CREATE TABLE" in data
    path.write_bytes(data.replace(b"CREATE TABLE", b"CREATE \x8d\x8d\x8d\x8d\x8d"))
    with closing(Cache(path)) as cache:
        assert_usable(cache)


def test_a_time_of_use_that_is_none_is_written_anew(path: Path):
    with closing(Cache(path)) as cache:
        fill(cache)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("update entries set used = x'00ff'")
    with closing(Cache(path)) as cache:
        assert len(vectors(cache, OWNER, TEXTS)) == len(TEXTS)
        assert len(records(cache, [digest(text) for text in TEXTS])) == len(TEXTS)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("select distinct typeof(used) from entries").fetchall() == [("integer",)]


@pytest.mark.usefixtures("own_user_cache")
@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_only_the_user_may_read_it():
    with closing(Cache()) as cache:
        fill(cache)
        folder = cache.path.parent
        files = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert {"cache.sqlite", "cache.sqlite-wal"} <= files.keys()
    assert set(files.values()) == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o755)
    cache.path.chmod(0o644)
    Cache().close()
    assert (folder.stat().st_mode & 0o777, cache.path.stat().st_mode & 0o777) == (0o700, 0o600)


@pytest.fixture
def damaged_while_open(opened: Cache, path: Path) -> Iterator[Cache]:
    fill(opened)
    opened.close()
    with closing(Cache(path)) as cache:
        random_in_the_middle(path)
        yield cache


USES: dict[str, Callable[[Cache], object]] = {
    "vectors": lambda cache: vectors(cache, OWNER, TEXTS),
    "keep_vectors": lambda cache: keep_vectors(cache, OWNER, TEXTS, vectors_of(TEXTS)),
    "records": lambda cache: records(cache, [digest(text) for text in TEXTS]),
    "keep_records": lambda cache: keep_records(cache, {digest(text): [text] for text in TEXTS}),
    "stats": lambda cache: cache.stats(),
    "clear": lambda cache: cache.clear(),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_damage_found_while_open_is_no_reason_to_fail(damaged_while_open: Cache, use: Callable[[Cache], object]):
    use(damaged_while_open)
    vectors(damaged_while_open, OWNER, TEXTS)
    records(damaged_while_open, [digest(text) for text in TEXTS])
    assert_usable(damaged_while_open)


def test_faults_are_told(damaged_while_open: Cache):
    faults = damaged_while_open.faults()
    assert faults
    assert all(isinstance(fault, str) for fault in faults)


NOWHERE = ["a file/cache.sqlite", "a file/below/cache.sqlite", "a folder", "/proc/markscheme/cache.sqlite"]


@pytest.mark.parametrize("place", NOWHERE)
def test_a_place_that_can_not_be_written_is_no_reason_to_fail(tmp_path: Path, place: str):
    (tmp_path / "a file").write_text("not a folder")
    (tmp_path / "a folder" / "inside").mkdir(parents=True)
    if place.startswith("/proc") and not Path("/proc/self").exists():
        pytest.skip("this system has no /proc")
    with closing(Cache(tmp_path / place)) as cache:
        assert_works(cache)
        assert cache.faults() == [cache.problem]
    assert (tmp_path / "a file").read_text() == "not a folder"
    assert (tmp_path / "a folder" / "inside").is_dir()


# Sharing.


def test_two_caches_on_one_file_see_each_other(opened: Cache, path: Path):
    with closing(Cache(path)) as other:
        keep_vectors(opened, OWNER, TEXTS, vectors_of(TEXTS))
        assert all(known(other, TEXTS))
        keep_records(other, {"from": "the other"})
        assert records(opened, ["from"]) == {"from": "the other"}
        other.clear()
        assert not any(known(opened, TEXTS))
        assert_usable(opened)


def test_threads_write_and_read_at_once(opened: Cache):
    def work(thread: int) -> int:
        own = f"owner {thread}"
        for begin in range(0, 100, 10):
            texts = TEXTS[begin : begin + 10]
            keep_vectors(opened, own, texts, np.full((len(texts), 4), thread, dtype=np.float32))
            keep_records(opened, {digest(own, text): thread for text in texts})
        found = vectors(opened, own, TEXTS[:100])
        return sum(int(vector[0]) == thread for vector in found.values())

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [100] * 8
    assert (opened.stats().vectors, opened.stats().records) == (800, 800)
    assert opened.faults() == []


WRITER = """
import sys
from pathlib import Path

from markscheme.inference.cache import Cache

print("ready", flush=True)
for line in sys.stdin:
    path, owner = line.strip().split("|")
    cache = Cache(Path(path))
    for begin in range(0, 100, 10):
        cache.keep("vector", {f"{owner} {number}": bytes(256) for number in range(begin, begin + 10)})
    print(len(cache.find("vector", [f"{owner} {number}" for number in range(100)])), flush=True)
    cache.close()
"""


@pytest.fixture
def writers() -> Iterator[list["subprocess.Popen[str]"]]:
    """Processes that, told a path and an owner, open the cache there and keep a hundred vectors."""
    pipe, command = subprocess.PIPE, [sys.executable, "-c", WRITER]
    with ExitStack() as stack:
        started = [
            stack.enter_context(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True))
            for _ in range(4)
        ]
        for process in started:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        yield started
        for process in started:
            process.kill()


def told(writers: list["subprocess.Popen[str]"], path: Path) -> None:
    """All at once write to one file; each finds all that it wrote."""
    for number, process in enumerate(writers):
        assert process.stdin is not None
        process.stdin.write(f"{path}|owner {number}\n")
        process.stdin.flush()
    for process in writers:
        assert process.stdout is not None
        assert process.stderr is not None
        answer = process.stdout.readline()
        if answer != "100\n":
            process.kill()
            pytest.fail(f"a process found {answer!r} of its hundred vectors: {process.stderr.read()}")
    with closing(Cache(path)) as cache:
        assert cache.stats().vectors == 100 * len(writers)
        assert cache.faults() == []


def test_processes_write_at_once(writers: list["subprocess.Popen[str]"], path: Path):
    Cache(path).close()
    told(writers, path)


def test_processes_make_the_file_at_once(writers: list["subprocess.Popen[str]"], tmp_path: Path):
    for number in range(8):
        told(writers, tmp_path / f"{number}.sqlite")
    assert not list(tmp_path.glob("*.broken-*"))


def test_a_process_that_ends_takes_nothing_from_one_with_two_caches(opened: Cache, path: Path):
    """A process whose locks are lost is one that others don't see: the last to close deletes the write-ahead log."""
    keep_vectors(opened, OWNER, TEXTS, vectors_of(TEXTS))
    log = path.with_name(f"{path.name}-wal")
    inode = log.stat().st_ino
    with closing(Cache(path)):
        use = "import sys, pathlib, markscheme.inference.cache as cache; cache.Cache(pathlib.Path(sys.argv[1])).close()"
        subprocess.run([sys.executable, "-c", use, str(path)], check=True, timeout=60)
        assert log.stat().st_ino == inode
    keep_records(opened, {"kept": "after"})
    with closing(Cache(path)) as other:
        assert records(other, ["kept"]) == {"kept": "after"}
        assert other.faults() == []
