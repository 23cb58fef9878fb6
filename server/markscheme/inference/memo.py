"""The one memo: look values up by content, compute the missing ones in batches, and keep each batch at once.

A value is looked up in memory first, then in the SQLite store, and is computed last.
"""

import json
import threading
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs
from cachetools import LRUCache

from markscheme.inference.cache import Cache, Kind
from markscheme.progress import Progress, silent

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

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


@attrs.define(eq=False)
class Memo(Generic[Owner, Item, Value]):
    """Values of one sort by owner and item. Safe to use from several threads.

    The owner is the identity of what computes the value, such as a model's name and revision; a ``key`` is a
    :func:`~markscheme.inference.cache.digest`. The most recently used values, as many as ``capacity``, stay in memory.
    Missing items are computed by the sort key ``order``, or as they come. A function as ``batch_size`` is called once
    an item must be computed. ``working`` is held while values are computed; looking up and keeping never waits for it.
    """

    cache: Cache
    key: Callable[[Owner, Item], str]
    codec: Codec[Value]
    stage: str = attrs.field(default="", kw_only=True)
    capacity: int = attrs.field(default=0, kw_only=True)
    order: Callable[[Item], Any] | None = attrs.field(default=None, kw_only=True)
    batch_size: int | Callable[[], int] = attrs.field(default=BATCH_SIZE, kw_only=True)
    working: AbstractContextManager[Any] = attrs.field(factory=threading.RLock, kw_only=True)
    _recent: LRUCache[tuple[Owner, Item], Value] = attrs.field(init=False)
    _reading: threading.Lock = attrs.field(init=False, factory=threading.Lock)

    def __attrs_post_init__(self) -> None:
        self._recent = LRUCache(self.capacity)

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
