"""The marks of recent passages, by content: after a keystroke only the changed passage is marked again."""

from collections.abc import Sequence

import attrs
from cachetools import LRUCache

from markscheme.edits.passage_edits import PassageEdits
from markscheme.exercises.decisions.decision import Placed
from markscheme.marking.passages.marks import MarkSettings, PassageMarks
from markscheme.scoring.memos import PASSAGES_IN_MEMORY
from markscheme.scoring.weighing import Weighing


@attrs.frozen
class PassageKey:
    """A passage's edits, and what teachers decided about it.

    Attributes
    ----------
    accepted
        Number of its last references that are made of accepted alternatives.
    """

    edits: PassageEdits
    decisions: tuple[Placed, ...] = ()
    accepted: int = 0


@attrs.frozen
class MarkKey:
    """Everything that decides a passage's marks, apart from its edits and decisions."""

    settings: MarkSettings
    with_vectors: bool
    weighing: Weighing


class RecentMarks:
    """The marks of the most recently used passages."""

    def __init__(self) -> None:
        self._marks: LRUCache[tuple[PassageKey, MarkKey], PassageMarks] = LRUCache(PASSAGES_IN_MEMORY)

    def known(self, passages: Sequence[PassageKey], key: MarkKey) -> list[PassageMarks | None]:
        """Return the marks of each passage, or ``None``."""
        return [self._marks.get((item, key)) for item in passages]

    def keep(self, passages: Sequence[PassageKey], marks: Sequence[PassageMarks], key: MarkKey) -> None:
        """Keep the marks of passages."""
        for item, own in zip(passages, marks, strict=True):
            self._marks[(item, key)] = own
