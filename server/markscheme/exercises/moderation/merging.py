"""The decisions or comments of two teachers as one set. Pure; nothing is decided without a choice."""

import datetime
from collections.abc import Callable, Iterable

import attrs

from markscheme.exercises.moderation.differences import Difference, Entry, by_topic, place_in_file, say_the_same
from markscheme.registry import Registry

Choose = Callable[[Difference], Entry | None]
"""Return which of two contrary entries counts; ``None`` leaves the first teacher's, and the question open."""


@attrs.frozen
class Preference:
    """Whose entry counts where two are contrary."""

    choose: Choose
    words: str


@attrs.frozen
class Merge:
    """Two teachers' entries as one set.

    Attributes
    ----------
    entries
        One on each topic that either teacher has.
    added
        Those that only the second teacher has.
    replaced
        The contrary ones that count no longer, each with the one that does.
    earlier
        Those that say the same as the first teacher's, and stay in their place since they are older.
    open
        The contrary ones that nobody decided on; the first teacher's are among the entries.
    """

    entries: tuple[Entry, ...]
    added: tuple[Entry, ...] = ()
    replaced: tuple[tuple[Entry, Entry], ...] = ()
    earlier: tuple[Entry, ...] = ()
    open: tuple[Difference, ...] = ()


def newer(pair: Difference) -> Entry | None:
    """Return the later of two contrary entries, or the only one.

    One without a date is older than one with a date. Of the same day, it is the decision that is better for the
    student, and of comments the one whose text comes first in the alphabet.
    """
    one, other = pair.one, pair.other
    if one is None or other is None:
        return one or other
    if _day(one) != _day(other):
        return one if _day(one) > _day(other) else other
    return min(one, other, key=place_in_file)


A = Preference(lambda pair: pair.one, "the first teacher's")
B = Preference(lambda pair: pair.other, "the second teacher's")
NEWEST = Preference(newer, "the newer one")
NONE = Preference(lambda _: None, "nobody's: the first teacher's stay as they are")
PREFERENCES: Registry[Preference] = Registry(
    "preference", {name: f"{__name__}:{name.upper()}" for name in ("A", "B", "newest", "none")}
)


def merge(one: Iterable[Entry], other: Iterable[Entry], choose: Choose) -> Merge:
    """Return two teachers' entries as one set, in the order of a file.

    Where both say the same, the entry of the one who said it first stays.
    """
    first, second = by_topic(one), by_topic(other)
    entries: list[Entry] = []
    added: list[Entry] = []
    replaced: list[tuple[Entry, Entry]] = []
    earlier: list[Entry] = []
    left: list[Difference] = []
    for topic in {**first, **second}:
        pair = Difference(first.get(topic), second.get(topic))
        if pair.one is None or pair.other is None:
            entries.append(pair.entry)
            added += [pair.entry] if pair.one is None else []
        elif say_the_same(pair.one, pair.other):
            entries.append(min(pair.one, pair.other, key=lambda item: (item.date or datetime.date.max, repr(item))))
            earlier += [entries[-1]] if entries[-1] != pair.one else []
        else:
            chosen = choose(pair)
            entries.append(chosen or pair.one)
            left += [pair] if chosen is None else []
            if chosen is not None:
                replaced.append((pair.other if chosen == pair.one else pair.one, chosen))
    return Merge(tuple(sorted(entries, key=place_in_file)), tuple(added), tuple(replaced), tuple(earlier), tuple(left))


def _day(entry: Entry) -> datetime.date:
    return entry.date or datetime.date.min
