"""Error types in groups: ERRANT's three tiers, or patterns."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import partial

import attrs

from markscheme.formats.parallel import DETECTION


@attrs.frozen
class Grouping:
    """A way to group error types. It can be sent to another process.

    Attributes
    ----------
    name
        What the command line calls it.
    title
        What one group is called.
    groups_of
        Return the groups that a type belongs to.
    tier
        The number of ``errant_compare``'s ``-cat``; 0 for patterns.
    order
        The groups in the order in which they are shown; empty for that of their names.
    """

    name: str
    title: str
    groups_of: Callable[[str], Sequence[str]] = attrs.field(repr=False)
    tier: int = 0
    order: tuple[str, ...] = ()

    def groups(self, types: Iterable[str]) -> tuple[str, ...]:
        """Return the groups of some types, in the order in which they are shown."""
        return self.order or tuple(sorted({group for kind in types for group in self.groups_of(kind)}))


def _operation(kind: str) -> Sequence[str]:
    return (kind if kind == DETECTION else kind[:1],)


def _category(kind: str) -> Sequence[str]:
    return (kind if kind == DETECTION else kind[2:],)


def _type(kind: str) -> Sequence[str]:
    return (kind,)


GROUPINGS: Mapping[str, Grouping] = {
    grouping.name: grouping
    for grouping in (
        Grouping("operation", "Operation", _operation, 1),
        Grouping("category", "Category", _category, 2),
        Grouping("type", "Type", _type, 3),
    )
}
"""ERRANT's tiers by name. A type that is not ERRANT's is cut as ``errant_compare`` cuts it: by its first characters."""

TIERS: Mapping[int, Grouping] = {grouping.tier: grouping for grouping in GROUPINGS.values()}
"""The same by the number of ``-cat``."""


def by_patterns(patterns: Sequence[str]) -> Grouping:
    """Return one group for each pattern, in which ``*`` stands for any characters and ``?`` for one.

    >>> by_patterns(["R:*", "*:NOUN*"]).groups_of("R:NOUN:NUM")
    ('R:*', '*:NOUN*')
    """

    return Grouping("pattern", "Pattern", partial(_matching, patterns), order=tuple(dict.fromkeys(patterns)))


def _matching(patterns: Sequence[str], kind: str) -> tuple[str, ...]:
    return tuple(pattern for pattern in patterns if fnmatchcase(kind, pattern))


def grouping_of(names: Sequence[str]) -> Grouping | None:
    """Return the grouping of one of ERRANT's tiers by its name, or else by patterns; ``None`` without a name."""
    if not names:
        return None
    return GROUPINGS[names[0]] if len(names) == 1 and names[0] in GROUPINGS else by_patterns(names)
