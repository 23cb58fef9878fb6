"""The one memo: look values up by content, compute the missing ones in batches, keep each batch; and what is kept so.

A value is looked up in memory first, then in the SQLite store, and is computed last. Keys and stored values are those
of earlier versions, so that a cache stays valid. The key of sentences changes with the rules by which text is
tokenised.
"""

import json
import math
import threading
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs
from cachetools import LRUCache

from markscheme.edits.edit import Edit, Edits, edit_lines
from markscheme.inference.cache import Cache, Kind, digest
from markscheme.inference.judge import JudgeIdentity
from markscheme.languages.pipeline import SentenceSpan
from markscheme.languages.segments import Span
from markscheme.metrics.base import ModelQuestion, Sentence, TextPair
from markscheme.progress import Progress, silent
from markscheme.version import VERSION

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from cattrs import Converter

    from markscheme.edits.extraction import Pair
    from markscheme.inference.encoder import Vectors

Owner = TypeVar("Owner", bound=Hashable)
Item = TypeVar("Item", bound=Hashable)
Value = TypeVar("Value")

BATCH_SIZE = 512
"""Items that are computed, and then kept, at a time. A cancelled computation loses at most one batch."""


@attrs.frozen
class Codec(Generic[Value]):
    """How a value is written to the store and read again."""

    kind: Kind
    encode: Callable[[Value], bytes]
    decode: Callable[[bytes], Value]


def vectors() -> "Codec[npt.NDArray[np.float32]]":
    """Return the codec of vectors of shape (d,); one that is read again can't be written to."""

    def decode(data: bytes) -> "npt.NDArray[np.float32]":
        import numpy as np  # for those who have vectors

        return np.frombuffer(data, dtype=np.float32)

    return Codec("vector", lambda vector: vector.tobytes(), decode)


def _unchanged(value: Any) -> Any:
    return value


def records(
    to_json: Callable[[Value], Any] = _unchanged, from_json: Callable[[Any], Value] = _unchanged
) -> Codec[Value]:
    """Return the codec of values that are kept as JSON.

    >>> records(list, tuple).decode(records(list, tuple).encode((1, 2)))
    (1, 2)
    """
    return Codec(
        "record",
        lambda value: json.dumps(to_json(value), separators=(",", ":")).encode(),
        lambda data: from_json(json.loads(data)),
    )


Key = TypeVar("Key", bound=Hashable)


class RecentValues(LRUCache[Key, Value]):
    """The most recently used values: all of the work that goes on, and of earlier work as many bytes as the limit.

    ``size_of`` estimates a value's bytes, with those of its key: to measure them would take longer than to compute it.
    """

    def __init__(self, limit: int, size_of: Callable[[Value], int]) -> None:
        super().__init__(math.inf, size_of)
        self._limit = limit

    def shrink(self, kept: int) -> None:
        """Drop the values used longest ago down to the limit; a document's own, ``kept`` of them, stay."""
        while self.currsize > self._limit and len(self) > kept:
            self.popitem()


@attrs.define(eq=False)
class Memo(Generic[Owner, Item, Value]):
    """Values of one sort by owner and item. Safe to use from several threads.

    The owner is the identity of what computes the value, such as a model's name and revision; a ``key`` is a
    :func:`~markscheme.inference.cache.digest`. The most recently used values stay in memory: as many as ``capacity``,
    or bytes where ``size_of`` estimates these. Missing items are computed by the sort key ``order``, or as they come. A
    function as ``batch_size`` is called once an item must be computed. ``working`` is held while values are computed;
    looking up and keeping never waits for it.
    """

    cache: Cache
    key: Callable[[Owner, Item], str]
    codec: Codec[Value]
    stage: str = attrs.field(default="", kw_only=True)
    capacity: int = attrs.field(default=0, kw_only=True)
    size_of: Callable[[Value], int] = attrs.field(default=lambda _: 1, kw_only=True)
    order: Callable[[Item], Any] | None = attrs.field(default=None, kw_only=True)
    batch_size: int | Callable[[], int] = attrs.field(default=BATCH_SIZE, kw_only=True)
    working: AbstractContextManager[Any] = attrs.field(factory=threading.RLock, kw_only=True)
    _recent: LRUCache[tuple[Owner, Item], Value] = attrs.field(init=False)
    _reading: threading.Lock = attrs.field(init=False, factory=threading.Lock)

    def __attrs_post_init__(self) -> None:
        self._recent = LRUCache(self.capacity, self.size_of)

    def find(self, owner: Owner, items: Iterable[Item]) -> dict[Item, Value]:
        """Return the values that are in memory or in the store, by item; compute none."""
        distinct = dict.fromkeys(items)
        values = self._remembered(owner, distinct)
        missing = [item for item in distinct if item not in values]
        if missing:
            keys = {item: self.key(owner, item) for item in missing}
            found = self.cache.find(self.codec.kind, list(keys.values()))
            stored = {item: self.codec.decode(found[key]) for item, key in keys.items() if key in found}
            self._remember(owner, stored)
            values.update(stored)
        return values

    def keep(self, owner: Owner, values: Mapping[Item, Value]) -> None:
        self._remember(owner, values)
        if values:
            encoded = {self.key(owner, item): self.codec.encode(value) for item, value in values.items()}
            self.cache.keep(self.codec.kind, encoded)

    def __len__(self) -> int:
        return len(self._recent)

    def forget(self) -> None:
        """Drop the values in memory; the store keeps its own."""
        with self._reading:
            self._recent.clear()

    def values(
        self,
        owner: Owner,
        items: Iterable[Item],
        compute: Callable[[Sequence[Item], Progress], Iterable[Value]],
        progress: Progress = silent,
    ) -> dict[Item, Value]:
        """Return distinct items' values; ``compute`` keeps the order. If progress raises, earlier batches stay kept."""
        distinct = list(dict.fromkeys(items))
        values = self.find(owner, distinct)
        if len(values) == len(distinct):
            return values
        with self.working:
            # Another thread may have computed them while this one waited.
            values.update(self.find(owner, [item for item in distinct if item not in values]))
            missing = [item for item in distinct if item not in values]
            if self.order is not None:
                missing.sort(key=self.order)
            size = (self.batch_size() if callable(self.batch_size) else self.batch_size) if missing else 1
            for begin in range(0, len(missing), size):
                batch = missing[begin : begin + size]
                progress(self.stage, begin, len(missing))
                computed = compute(batch, _from(progress, begin, len(missing)))
                fresh = dict(zip(batch, computed, strict=True))
                self.keep(owner, fresh)
                values.update(fresh)
        return values

    def _remembered(self, owner: Owner, items: Iterable[Item]) -> dict[Item, Value]:
        values: dict[Item, Value] = {}
        if self.capacity:
            with self._reading:
                for item in items:
                    with suppress(KeyError):
                        values[item] = self._recent[owner, item]
        return values

    def _remember(self, owner: Owner, values: Mapping[Item, Value]) -> None:
        if self.capacity:
            with self._reading:
                self._recent.update({(owner, item): value for item, value in values.items()})


def _from(progress: Progress, begin: int, total: int) -> Progress:
    def report(stage: str, done: int, _: int) -> None:
        progress(stage, min(begin + done, total), total)

    return report


Working = AbstractContextManager[Any]
"""The lock of the models: one thread computes at a time."""

EDIT_BYTES_IN_MEMORY = 4 * 2**20
JUDGEMENTS_IN_MEMORY = 20_000
LANGUAGES_IN_MEMORY = 1_000
PAIRS_PER_BATCH = 4096
"""Pairs of texts, of some 600 texts, that are compared and kept at a time."""
SENTENCES_PER_BATCH = 8192
"""Sentences whose statistics are computed and kept at a time."""


@cache
def _converter() -> "Converter":
    from cattrs import Converter  # a score of M2 extracts no edits
    from cattrs.gen import make_dict_unstructure_fn

    converter = Converter()
    # Edits that are computed have no tag of an annotator's: their values are those of earlier versions.
    converter.register_unstructure_hook(Edit, make_dict_unstructure_fn(Edit, converter, _cattrs_omit_if_default=True))
    return converter


def edit_memo(cache: Cache, working: Working) -> "Memo[str, Pair, Edits]":
    def key(pipeline: str, pair: "Pair") -> str:
        source, target = pair
        return digest("edits", pipeline, "\n".join(source), "\n".join(target))

    def structure(value: Any) -> Edits:
        return _converter().structure(value, tuple[Edit, ...])

    codec = records(lambda edits: _converter().unstructure(edits), structure)

    def size_of(edits: Edits) -> int:
        return 600 + 400 * len(edits)

    capacity = EDIT_BYTES_IN_MEMORY
    return Memo(cache, key, codec, stage="edits", capacity=capacity, size_of=size_of, working=working)


def sentence_memo(cache: Cache, working: Working) -> Memo[str, str, tuple[SentenceSpan, ...]]:
    def to_json(sentences: tuple[SentenceSpan, ...]) -> Any:
        return [[[span.start, span.end] for span in sentence.tokens] for sentence in sentences]

    def from_json(value: Any) -> tuple[SentenceSpan, ...]:
        return tuple(SentenceSpan(tuple(Span(*span) for span in spans)) for spans in value)

    codec = records(to_json, from_json)
    return Memo(cache, partial(digest, "split at run-ons"), codec, stage="sentences", working=working)


def language_memo(cache: Cache, working: Working) -> Memo[str, tuple[str, ...], str]:
    def key(detector: str, stretches: tuple[str, ...]) -> str:
        return digest("language", detector, *stretches)

    return Memo(cache, key, records(), stage="language", capacity=LANGUAGES_IN_MEMORY, working=working)


def vector_memo(
    cache: Cache, working: Working, texts: int | Callable[[], int] = BATCH_SIZE
) -> "Memo[str, str, Vectors]":
    """Return the memo of sentence vectors; ``texts``, or what it returns, are encoded and kept at a time."""
    return Memo(cache, digest, vectors(), stage="vectors", order=len, batch_size=texts, working=working)


def similarity_memo(cache: Cache, working: Working) -> Memo[str, TextPair, float]:
    """Return the memo of similarities, by encoder and layer; token states, a thousand times as large, are not kept."""

    def key(encoder: str, pair: TextPair) -> str:
        return digest("similarity", encoder, *pair)

    return Memo(cache, key, records(), stage="vectors", batch_size=PAIRS_PER_BATCH, working=working)


def estimate_memo(cache: Cache, working: Working) -> Memo[str, str, float]:
    return Memo(cache, partial(digest, "estimate"), records(), stage="estimates", order=len, working=working)


def statistics_memo(cache: Cache) -> Memo[str, Sentence, Any]:
    def key(metric: str, sentence: Sentence) -> str:
        edits = sentence.edits
        sides = map(edit_lines, (edits.hypothesis, *edits.references))
        return digest("statistics", VERSION, metric, "\n".join(edits.source), *sides)

    return Memo(cache, key, records(), stage="statistics", batch_size=SENTENCES_PER_BATCH)


def judgement_memo(cache: Cache) -> Memo[JudgeIdentity, ModelQuestion, int]:
    def key(judge: JudgeIdentity, question: ModelQuestion) -> str:
        return digest("judgement", judge.owner, question.prompt)

    return Memo(cache, key, records(), capacity=JUDGEMENTS_IN_MEMORY)


def judge_files_memo(cache: Cache) -> Memo[None, str, str]:
    """Return the memo of the identities of language models in folders, by the state of their files."""
    return Memo(cache, lambda _, state: digest("judge files", state), records())


class Memos:
    """What one set of models remembers; ``texts``: how many are encoded, and kept, at a time."""

    def __init__(self, cache: Cache, working: Working, texts: int | Callable[[], int]) -> None:
        self.edits = edit_memo(cache, working)
        self.sentences = sentence_memo(cache, working)
        self.languages = language_memo(cache, working)
        self.vectors = vector_memo(cache, working, texts)
        self.similarities = similarity_memo(cache, working)
        self.estimates = estimate_memo(cache, working)
        self.judgements = judgement_memo(cache)
        self.judge_files = judge_files_memo(cache)

    def forget(self) -> None:
        """Drop what is in memory of texts; the store keeps its own."""
        self.edits.forget()
        self.sentences.forget()
        self.languages.forget()
