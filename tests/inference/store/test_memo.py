"""The memo: whatever was asked before, values are those computed directly, and each is computed once."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.inference.cache import Cache, digest
from markscheme.inference.memo import Memo, RecentValues, records, vectors
from markscheme.progress import Cancelled, Progress

BATCH_SIZE = 3
Numbers = Memo[str, int, list[int]]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cache]:
    with closing(Cache(tmp_path_factory.mktemp("memo") / "cache.sqlite")) as opened:
        yield opened


def value(owner: str, item: int) -> list[int]:
    return [len(owner), item, item * item]


class Computing:
    """Computes an owner's values, counts how often it does, and may be stopped at a batch."""

    def __init__(self, owner: str, count: dict[tuple[str, int], int], stop_at: int | None = None) -> None:
        self._owner, self._count, self._stop_at = owner, count, stop_at
        self.batches: list[list[int]] = []
        self.steps: list[tuple[str, int, int]] = []

    def compute(self, batch: Sequence[int], progress: Progress) -> list[list[int]]:
        progress("inner", 1, len(batch))
        self.batches.append(list(batch))
        for item in batch:
            self._count[self._owner, item] = self._count.get((self._owner, item), 0) + 1
        return [value(self._owner, item) for item in batch]

    def progress(self, stage: str, done: int, total: int) -> None:
        self.steps.append((stage, done, total))
        if stage == "squares" and self._stop_at == done // BATCH_SIZE:
            raise Cancelled


def memo_on(cache: Cache, **options: Any) -> Numbers:
    return Memo(cache, lambda owner, item: digest("number", owner, str(item)), records(), **options)


def squares(cache: Cache, capacity: int) -> Numbers:
    return memo_on(cache, stage="squares", capacity=capacity, batch_size=BATCH_SIZE)


items = st.lists(st.integers(0, 12), max_size=12)
owners = st.sampled_from(["a", "another"])
actions = st.one_of(
    st.tuples(st.just("values"), owners, items, st.none() | st.integers(0, 2)),
    st.tuples(st.just("find"), owners, items, st.none()),
    st.tuples(st.just("keep"), owners, items, st.none()),
    st.tuples(st.just("reopen"), owners, items, st.none()),
)


@given(st.lists(actions, max_size=8), st.sampled_from([0, 4, 1000]))
def test_any_order_of_asking_gives_the_values_computed_directly_each_computed_once(
    cache: Cache, steps: list[tuple[str, str, list[int], int | None]], capacity: int
):
    cache.clear()
    count: dict[tuple[str, int], int] = {}
    kept: set[tuple[str, int]] = set()
    memo = squares(cache, capacity)
    for action, owner, wanted, stop_at in steps:
        if action == "reopen":
            memo = squares(cache, capacity)
        elif action == "keep":
            memo.keep(owner, {item: value(owner, item) for item in wanted})
            kept |= {(owner, item) for item in wanted}
        elif action == "find":
            assert memo.find(owner, wanted) == {item: value(owner, item) for item in wanted if (owner, item) in kept}
        else:
            computing = Computing(owner, count, stop_at)
            missing = [item for item in dict.fromkeys(wanted) if (owner, item) not in kept]
            try:
                found = memo.values(owner, wanted, computing.compute, computing.progress)
            except Cancelled:
                assert stop_at is not None
                finished = missing[: stop_at * BATCH_SIZE]
            else:
                assert found == {item: value(owner, item) for item in wanted}
                finished = missing
            assert [item for batch in computing.batches for item in batch] == finished
            assert set(memo.find(owner, wanted)) == set(wanted) - set(missing) | set(finished)
            kept |= {(owner, item) for item in finished}
    assert set(count.values()) <= {1}


@given(items)
def test_a_memo_remembers_within_its_capacity(cache: Cache, wanted: list[int]):
    cache.clear()
    count: dict[tuple[str, int], int] = {}
    memo = squares(cache, capacity=1000)
    for _ in range(2):
        cache.clear()
        found = memo.values("a", wanted, Computing("a", count).compute)
        assert found == {item: value("a", item) for item in wanted}
    assert all(times == 1 for times in count.values())


def test_progress_counts_all_missing_items_from_batch_to_batch(cache: Cache):
    cache.clear()
    computing = Computing("a", {})
    squares(cache, 0).values("a", range(5), computing.compute, computing.progress)
    assert computing.steps == [("squares", 0, 5), ("inner", 1, 5), ("squares", 3, 5), ("inner", 4, 5)]


def test_missing_items_are_computed_in_the_order_of_their_sort_key(cache: Cache):
    cache.clear()
    computing = Computing("a", {})
    memo = memo_on(cache, order=lambda item: -item)
    memo.values("a", [2, 5, 3], computing.compute)
    assert computing.batches == [[5, 3, 2]]


def test_the_number_at_a_time_is_asked_for_only_where_something_is_missing(cache: Cache):
    cache.clear()
    asked: list[int] = []

    def at_a_time() -> int:
        asked.append(2)
        return 2

    computing = Computing("a", {})
    memo = memo_on(cache, batch_size=at_a_time)
    assert not memo.values("a", [], computing.compute)
    assert not asked
    memo.values("a", range(5), computing.compute)
    memo.values("a", range(5), computing.compute)
    assert (computing.batches, asked) == ([[0, 1], [2, 3], [4]], [2])


def test_two_threads_that_want_the_same_compute_it_once(cache: Cache):
    cache.clear()
    count: dict[tuple[str, int], int] = {}
    memo, barrier = squares(cache, 0), threading.Barrier(4)

    def work() -> dict[int, list[int]]:
        barrier.wait()
        return memo.values("a", range(50), Computing("a", count).compute)

    with ThreadPoolExecutor(4) as pool:
        results = [future.result() for future in [pool.submit(work) for _ in range(4)]]
    assert results == [{item: value("a", item) for item in range(50)}] * 4
    assert set(count.values()) == {1}


def test_looking_up_and_keeping_do_not_wait_for_who_computes(cache: Cache):
    memo = squares(cache, 10)
    memo.keep("other", {1: [1]})

    def compute(batch: Sequence[int], _: Progress) -> list[list[int]]:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(memo.keep, "other", {2: [2]}).result(timeout=10)
            assert pool.submit(memo.find, "other", [1, 2]).result(timeout=10) == {1: [1], 2: [2]}
        return [[item] for item in batch]

    assert memo.values("fresh", [7], compute) == {7: [7]}


def test_vectors_come_back_as_they_were(tmp_path: Path):
    with closing(Cache(tmp_path / "cache.sqlite")) as cache:
        memo = Memo(cache, digest, vectors())
        rows = np.random.default_rng(0).normal(size=(2, 4)).astype(np.float32)
        memo.values("encoder", ["a", "b"], lambda *_: rows)
        assert np.array_equal(memo.find("encoder", ["b"])["b"], rows[1])
        assert (cache.stats().vectors, cache.stats().records) == (2, 0)


def test_earlier_values_go_and_a_documents_own_stay():
    recent: RecentValues[int, str] = RecentValues(100, len)
    for number in range(20):
        recent[number] = "x" * 10
    recent.shrink(kept=15)
    assert list(recent) == list(range(5, 20))
    recent.shrink(kept=3)
    assert list(recent) == list(range(10, 20))
