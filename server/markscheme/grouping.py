"""Items by what they share."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)


def grouped(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """Return items by a key; keys and items in the order in which they come.

    >>> grouped(["src", "hyp", "ref", "hint"], lambda word: word[0])
    {'s': ['src'], 'h': ['hyp', 'hint'], 'r': ['ref']}
    """
    groups: dict[Key, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
