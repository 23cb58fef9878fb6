"""The marks and verdicts of recent passages, by content: after a keystroke only the changed passage is marked again."""

from collections.abc import Sequence

import attrs
from cachetools import LRUCache

from markscheme.edits.passage_edits import PassageEdits
from markscheme.exercises.decisions.decision import Placed
from markscheme.marking.passages.marks import MarkSettings, PassageMarks
from markscheme.marking.passages.passage import taught_edits
from markscheme.marking.verdicts.places import verdicts
from markscheme.marking.verdicts.rules import rules_with
from markscheme.marking.verdicts.verdict import Place
from markscheme.metrics.categories import Assumption
from markscheme.scoring.memos import PASSAGES_IN_MEMORY
from markscheme.scoring.weighing import Weighing


@attrs.frozen
class PassageKey:
    """A passage's edits, and what teachers decided about it.

    Attributes
    ----------
    accepted
        Number of its last references that are made of accepted alternatives.
    unchanged, people
        As in :class:`markscheme.marking.verdicts.rules.Rules`.
    """

    edits: PassageEdits
    decisions: tuple[Placed, ...] = ()
    accepted: int = 0
    unchanged: frozenset[int] = frozenset()
    people: tuple[int, ...] = ()


@attrs.frozen
class VerdictKey:
    """Everything that decides a passage's verdicts, for one language."""

    passage: PassageKey
    equal: tuple[str, ...]
    assumption: Assumption


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

    @property
    def passages_in_memory(self) -> int:
        """The number of passages with their marks."""
        return len(self._marks)

    def known(self, passages: Sequence[PassageKey], key: MarkKey) -> list[PassageMarks | None]:
        """Return the marks of each passage, or ``None``."""
        return [self._marks.get((item, key)) for item in passages]

    def keep(self, passages: Sequence[PassageKey], marks: Sequence[PassageMarks], key: MarkKey) -> None:
        """Keep the marks of passages."""
        for item, own in zip(passages, marks, strict=True):
            self._marks[(item, key)] = own


class RecentVerdicts:
    """The verdicts of the most recently used passages. A passage has the same ones without vectors and with them."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._places: LRUCache[VerdictKey, tuple[Place, ...]] = LRUCache(PASSAGES_IN_MEMORY)

    def of(self, passage: PassageKey, settings: MarkSettings) -> tuple[Place, ...]:
        """Return a passage's places with their verdicts."""
        key = VerdictKey(passage, settings.equal, settings.verdict_assumption)
        places = self._places.get(key)
        if places is None:
            rules = rules_with(self._language, settings.equal, settings.verdict_assumption)
            rules = attrs.evolve(rules, decisions=passage.decisions, unchanged=passage.unchanged, people=passage.people)
            places = verdicts(taught_edits(passage.edits, passage.accepted), rules)
            self._places[key] = places
        return places
