"""What is decided about a place of a sentence, and about the sentence."""

from collections.abc import Iterable

import attrs

from markscheme.exercises.adjudication.provenance import Origin, Provenance
from markscheme.formats.parallel import DETECTION

NOOP = "noop"
"""M2's type of a line that changes nothing."""
WHOLE = (-1, -1)
"""The place of a line about a whole sentence that changes nothing."""

Words = tuple[str, ...]


@attrs.frozen
class Ruling:
    """What stands at a place of a sentence, and why.

    Attributes
    ----------
    start, end
        The source tokens; both -1 for a whole sentence that stays as it is.
    replacement
        The tokens in their place; the source's own where nothing changes or an error is only marked.
    type
        ERRANT's type, ``UNK`` for an error that is marked without a correction, ``noop`` where the source stays.
    """

    start: int
    end: int
    replacement: Words
    type: str
    provenance: Provenance

    @property
    def place(self) -> tuple[int, int]:
        """Its source tokens."""
        return self.start, self.end

    @property
    def is_whole(self) -> bool:
        """Whether it says that the whole sentence stays as it is."""
        return self.place == WHOLE

    @property
    def changes(self) -> bool:
        """Whether it is a correction, and not a mark or a place that stays."""
        return self.type not in (NOOP, DETECTION)

    @property
    def stays(self) -> bool:
        """Whether the source stays, without a mark."""
        return self.type == NOOP

    def is_within(self, start: int, end: int) -> bool:
        """Return whether its place lies in a stretch of the source."""
        return start <= self.start and self.end <= end

    def clashes(self, start: int, end: int) -> bool:
        """Return whether it can't stand beside something at other source tokens."""
        if self.is_whole:
            return False
        return self.is_within(start, end) or (self.start < end and start < self.end)


SentenceKey = tuple[Words, int]
"""A sentence's source tokens, and its number among the sentences with the same ones, from 1."""


@attrs.frozen
class Record:
    """What is decided about a sentence.

    Attributes
    ----------
    rulings
        In source order, disjoint.
    is_decided
        Whether the sentence is decided as a whole; else places of it are still open.
    """

    rulings: tuple[Ruling, ...]
    is_decided: bool

    def at(self, start: int, end: int) -> tuple[Ruling, ...]:
        """Return the rulings at a place."""
        return tuple(item for item in self.rulings if item.clashes(start, end))

    @property
    def changes(self) -> tuple[Ruling, ...]:
        """The corrections and the marks."""
        return tuple(item for item in self.rulings if not item.stays)


def record_of(rulings: Iterable[Ruling], *, is_decided: bool, otherwise: Provenance) -> Record | None:
    """Return the record of some rulings; ``None`` for none.

    Parameters
    ----------
    otherwise
        Who decided that the sentence stays, where it is decided and nothing is said of a place.
    """
    items = tuple(sorted((item for item in rulings if not item.is_whole), key=lambda item: item.place))
    if not items and is_decided:
        items = (Ruling(*WHOLE, (), NOOP, attrs.evolve(otherwise, origin=Origin.LEFT, annotators=())),)
    return Record(items, is_decided) if items else None
