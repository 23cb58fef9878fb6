"""The marks of recent passages, by content: after a keystroke only the changed passage is marked again."""

from collections.abc import Sequence

from cachetools import LRUCache

from markscheme.marking.marks import MarkSettings, PassageMarks
from markscheme.marking.passage import PassageEdits

PASSAGES = 20_000
"""So many are kept."""


class RecentMarks:
    """Marks of the most recently used passages."""

    def __init__(self) -> None:
        self._marks: LRUCache[tuple[PassageEdits, MarkSettings, bool], PassageMarks] = LRUCache(PASSAGES)

    def known(
        self, edits: Sequence[PassageEdits], settings: MarkSettings, with_vectors: bool
    ) -> list[PassageMarks | None]:
        """The marks of each passage, or ``None``."""
        return [self._marks.get((item, settings, with_vectors)) for item in edits]

    def keep(
        self,
        edits: Sequence[PassageEdits],
        marks: Sequence[PassageMarks],
        settings: MarkSettings,
        with_vectors: bool,
    ) -> None:
        for item, own in zip(edits, marks, strict=True):
            self._marks[(item, settings, with_vectors)] = own
