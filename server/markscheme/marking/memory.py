"""The marks of recent passages, by content: after a keystroke only the changed passage is marked again."""

from collections.abc import Sequence

import attrs
from cachetools import LRUCache

from markscheme.edits.passage_edits import PassageEdits
from markscheme.marking.marks import MarkSettings, PassageMarks
from markscheme.scoring.memos import PASSAGES_IN_MEMORY
from markscheme.scoring.weighing import Weighing


@attrs.frozen
class MarkKey:
    """Everything that decides a passage's marks, apart from its edits."""

    settings: MarkSettings
    with_vectors: bool
    weighing: Weighing


class RecentMarks:
    """The marks of the most recently used passages."""

    def __init__(self) -> None:
        self._marks: LRUCache[tuple[PassageEdits, MarkKey], PassageMarks] = LRUCache(PASSAGES_IN_MEMORY)

    def known(self, edits: Sequence[PassageEdits], key: MarkKey) -> list[PassageMarks | None]:
        """Return the marks of each passage, or ``None``."""
        return [self._marks.get((item, key)) for item in edits]

    def keep(self, edits: Sequence[PassageEdits], marks: Sequence[PassageMarks], key: MarkKey) -> None:
        """Keep the marks of passages."""
        for item, own in zip(edits, marks, strict=True):
            self._marks[(item, key)] = own
