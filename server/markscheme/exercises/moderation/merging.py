"""The decisions or comments of two teachers as one set. Pure; nothing is decided without a choice."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from markscheme.exercises.decisions.decision import Decision
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
    dropped
        The second lines of rejections that count no longer: an answer that loses goes as a whole.
    """

    entries: tuple[Entry, ...]
    added: tuple[Entry, ...] = ()
    replaced: tuple[tuple[Entry, Entry], ...] = ()
    earlier: tuple[Entry, ...] = ()
    open: tuple[Difference, ...] = ()
    dropped: tuple[Entry, ...] = ()


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
    replaced = tuple(_replaced(first, second, choose))
    dropped = _parts_of([loser for loser, _ in replaced], first, second)
    first, second = _without(first, dropped), _without(second, dropped)
    entries: list[Entry] = []
    added: list[Entry] = []
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
    whole = tuple(sorted(entries, key=place_in_file))
    return Merge(whole, tuple(added), replaced, tuple(earlier), tuple(left), dropped)


def _replaced(
    first: Mapping[object, Entry], second: Mapping[object, Entry], choose: Choose
) -> Iterator[tuple[Entry, Entry]]:
    """Yield the contrary entries that count no longer, each with the one that does."""
    for topic in (item for item in first if item in second):
        one, other = first[topic], second[topic]
        chosen = None if say_the_same(one, other) else choose(Difference(one, other))
        if chosen is not None:
            yield (other if chosen == one else one, chosen)


def _parts_of(losers: Sequence[Entry], *sides: Mapping[object, Entry]) -> tuple[Entry, ...]:
    """Return the other lines of rejections that count no longer."""
    rejections = [item for item in losers if isinstance(item, Decision)]
    entries = dict.fromkeys(item for side in sides for item in side.values())
    decisions = (item for item in entries if isinstance(item, Decision))
    return tuple(item for item in decisions if any(item.is_part_of(rejection) for rejection in rejections))


def _without(entries: Mapping[object, Entry], dropped: Sequence[Entry]) -> dict[object, Entry]:
    return {topic: entry for topic, entry in entries.items() if entry not in dropped}


def _day(entry: Entry) -> datetime.date:
    return entry.date or datetime.date.min
