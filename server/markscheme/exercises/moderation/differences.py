"""Where the decisions or the comments of two teachers on the same texts differ. Pure."""

from collections.abc import Iterable

import attrs

from markscheme.exercises.comments.given_comment import GivenComment, newest
from markscheme.exercises.comments.quotes import Quote
from markscheme.exercises.decisions.decision import Decision, in_force

Entry = Decision | GivenComment
"""What a teacher decided, or said."""


@attrs.frozen
class Difference:
    """What two teachers say on one topic; ``None`` for the one who says nothing."""

    one: Entry | None
    other: Entry | None

    @property
    def is_contrary(self) -> bool:
        """Whether both say something, and not the same."""
        return self.one is not None and self.other is not None

    @property
    def entry(self) -> Entry:
        """What is said; the first teacher's where both say something."""
        entry = self.one or self.other
        assert entry is not None
        return entry


def differences(one: Iterable[Entry], other: Iterable[Entry]) -> tuple[Difference, ...]:
    """Return the topics on which two teachers do not say the same, in the order of a file."""
    first, second = by_topic(one), by_topic(other)
    pairs = (Difference(first.get(topic), second.get(topic)) for topic in {**first, **second})
    return tuple(sorted((pair for pair in pairs if not _agree(pair)), key=lambda pair: place_in_file(pair.entry)))


def by_topic(entries: Iterable[Entry]) -> dict[object, Entry]:
    """Return what counts on each topic."""
    return {entry.topic: entry for entry in counting(entries)}


def counting(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entries that count: of contrary decisions the last kind, of comments on a topic the newest."""
    items = tuple(entries)
    decisions = in_force([item for item in items if isinstance(item, Decision)])
    return (*decisions, *newest(item for item in items if isinstance(item, GivenComment)))


def place_in_file(entry: Entry) -> tuple[bool, str, str]:
    """Return a key that sorts entries: decisions first, and each in the order of its file."""
    return isinstance(entry, GivenComment), repr(entry.order), repr(entry)


def say_the_same(one: Entry, other: Entry) -> bool:
    """Return whether two entries on one topic agree, whoever wrote them and when."""
    return _content(one) == _content(other)


def _agree(pair: Difference) -> bool:
    return pair.one is not None and pair.other is not None and say_the_same(pair.one, pair.other)


def _content(entry: Entry) -> object:
    """Return all that an entry says but its topic, its author and its day."""
    if isinstance(entry, Decision):
        return entry.content
    return attrs.evolve(entry, exercise="", student="", quote=Quote(), change=None, key="", author="", date=None)
