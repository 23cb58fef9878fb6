"""Keys and values in the store stay those of earlier versions, so that a user's cache stays valid."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np
import pytest

from markscheme.edits.edit import Edit
from markscheme.inference import memo as memos
from markscheme.inference.cache import Cache
from markscheme.inference.judge import JudgeIdentity
from markscheme.inference.memo import Memo
from markscheme.languages.pipeline import SentenceSpan
from markscheme.languages.segments import Span
from markscheme.metrics.base import ModelQuestion

SOURCE, TARGET = ("He", "go", "."), ("He", "goes", ".")
JUDGE = JudgeIdentity("m", "127.0.0.1:1/v1", 0.1)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    with closing(Cache(tmp_path / "cache.sqlite")) as opened:
        yield opened


KEPT: list[tuple[Any, Any, Any, Any, str, Any]] = [
    (
        memos.edit_memo,
        "p-1",
        (SOURCE, TARGET),
        (Edit(1, 2, ("goes",), "R:VERB:SVA"),),
        "6552e092ab7aee132e8e9c1a3f265acf",
        [{"start": 1, "end": 2, "replacement": ["goes"], "type": "R:VERB:SVA"}],
    ),
    (
        memos.sentence_memo,
        "p-1",
        "He go.",
        (SentenceSpan((Span(0, 2), Span(3, 5))),),
        "acd87db9a8bac55596eb776a86235b2a",
        [[[0, 2], [3, 5]]],
    ),
    (memos.similarity_memo, "e-1,5", ("a", "b"), 0.25, "8145a0da25a3ddc59c4108a6b6a992eb", 0.25),
    (memos.estimate_memo, "w/r", "He goes .", -1.5, "8956a958846dae05499cae3ad9a0a754", -1.5),
    (memos.judgement_memo, JUDGE, ModelQuestion("He go .", "go", "goes"), 4, "9001094deea7979b11e689c8f969593e", 4),
    (memos.judge_files_memo, None, "state", "folder@1", "5f7946d4dc679a80076bac1270afddba", "folder@1"),
]


def memo_of(make: Any, cache: Cache) -> Memo[Any, Any, Any]:
    single = make in (memos.judgement_memo, memos.judge_files_memo)
    memo: Memo[Any, Any, Any] = make(cache) if single else make(cache, RLock())
    return memo


@pytest.mark.parametrize(
    ("make", "owner", "item", "value", "key", "stored"), KEPT, ids=[row[0].__name__ for row in KEPT]
)
def test_records_have_the_keys_and_values_of_earlier_versions(
    cache: Cache, make: Any, owner: Any, item: Any, value: Any, key: str, stored: Any
):
    memo_of(make, cache).keep(owner, {item: value})
    assert json.loads(cache.find("record", [key])[key]) == stored
    assert memo_of(make, cache).find(owner, [item]) == {item: value}


def test_vectors_have_the_keys_and_values_of_earlier_versions(cache: Cache):
    vector = np.array([1.5, -2.0], dtype=np.float32)
    memos.vector_memo(cache, RLock()).keep("e-1,mean,float32", {"He goes .": vector})
    assert cache.find("vector", ["288ba9aa3c3f4523216503e1da8a325a"]) == {
        "288ba9aa3c3f4523216503e1da8a325a": vector.tobytes()
    }
