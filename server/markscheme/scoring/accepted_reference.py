"""One more reference, where a hypothesis makes a correction that a teacher accepted.

It is a reference's correction of the passage, with the hypothesis's edits at the accepted places. So no metric needs
to know of accepted alternatives: it sees one more reference in such passages.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

import attrs

from markscheme.edits.edit import Edits, apply_edits
from markscheme.edits.passage_edits import PassageEdits
from markscheme.exercises.decisions.decision import Decision, Placed
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.metrics import cleme2
from markscheme.metrics.cleme2 import Factors


class TokenSpan(Protocol):
    """A half-open range of source tokens, such as an edit or a mark's place."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


@attrs.frozen
class AcceptedReference:
    """A reference made of accepted alternatives.

    Attributes
    ----------
    alternatives
        Those that the hypothesis makes, with their places.
    base
        The index of the reference that it varies; ``None`` if it varies the source.
    """

    edits: Edits
    alternatives: tuple[Placed, ...]
    base: int | None

    def title(self, place: TokenSpan | None = None) -> str:
        """Return its name for people, with those who accepted the alternatives at a place, or anywhere."""
        return _title(item.decision for item in self.alternatives if place is None or _touches(item, place))

    def reaches(self, place: TokenSpan) -> bool:
        """Return whether an alternative is accepted there."""
        return any(_touches(item, place) for item in self.alternatives)


def _title(alternatives: Iterable[Decision]) -> str:
    people = "; ".join(dict.fromkeys(item.title for item in alternatives if item.title))
    return f"accepted ({people})" if people else "accepted"


def with_accepted(
    passages: Sequence[PassageEdits], alternatives: Decisions, factors: Factors
) -> tuple[list[PassageEdits], dict[int, AcceptedReference]]:
    """Return the passages, some with one more reference behind the others, and these references by passage."""
    if not alternatives:
        return list(passages), {}
    added = {
        index: reference
        for index, passage in enumerate(passages)
        if (reference := accepted_reference(passage, alternatives, factors)) is not None
    }
    widened = [
        attrs.evolve(passage, references=(*passage.references, added[index].edits)) if index in added else passage
        for index, passage in enumerate(passages)
    ]
    return widened, added


def accepted_reference(
    passage: PassageEdits, alternatives: Decisions, factors: Factors = Factors()
) -> AcceptedReference | None:
    """Return one more reference of a passage; ``None`` where its hypothesis makes no accepted correction.

    It varies the reference that CLEME2.0 chooses under dependence (the source, if there is none), and is chosen in
    its place: an accepted correction becomes a hit, and the passage's other marks do not change.
    """
    placed = tuple(item for item in alternatives.of(passage.source) if _makes(passage.source, passage.hypothesis, item))
    if not placed:
        return None
    [result] = cleme2.evaluate([passage.cut()], level="sentence", factors=factors).sentences
    chosen = passage.references[result.reference] if result.reference is not None else ()
    return AcceptedReference(_variant(chosen, passage.hypothesis, placed), placed, result.reference)


def _touches(item: Placed, other: TokenSpan) -> bool:
    """Return whether two places share a token or an end, and so are one chunk."""
    return other.start <= item.end and item.start <= other.end


def _makes(source: tuple[str, ...], hypothesis: Edits, item: Placed) -> bool:
    """Return whether the hypothesis's edits in and beside the place stay within it, and give the accepted text."""
    edits = [edit for edit in hypothesis if _touches(item, edit)]
    if not edits or edits[0].start < item.start or edits[-1].end > item.end:
        return False
    moved = tuple(attrs.evolve(edit, start=edit.start - item.start, end=edit.end - item.start) for edit in edits)
    return apply_edits(source[item.start : item.end], moved) == item.decision.replacement


def _variant(reference: Edits, hypothesis: Edits, placed: Sequence[Placed]) -> Edits:
    kept = [edit for edit in reference if not any(_touches(item, edit) for item in placed)]
    accepted = [edit for edit in hypothesis if any(_touches(item, edit) for item in placed)]
    return tuple(sorted((*kept, *accepted), key=lambda edit: (edit.start, edit.end)))
