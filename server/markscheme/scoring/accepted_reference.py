"""One more reference: where a hypothesis makes a correction that a teacher accepted.

It is a reference's own correction of the passage, but for the accepted places, which are as the hypothesis has
them. So metrics stay as they are, and see one more reference in such passages and none in others.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

import attrs

from markscheme.edits.edit import Edits, apply_edits
from markscheme.edits.passage_edits import PassageEdits
from markscheme.exercises.accepted import Accepted, Alternatives, Placed
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
    """The reference, and the alternatives that the hypothesis makes, where it makes them.

    ``base`` is the index of the reference that it was made of; ``None``: of the source.
    """

    edits: Edits
    made: tuple[Placed, ...]
    base: int | None

    def title(self, place: TokenSpan | None = None) -> str:
        """Its name for people: who accepted what is made, at a place or anywhere."""
        own = (item.alternative for item in self.made if place is None or _touches(item, place))
        return _title(own)

    def reaches(self, place: TokenSpan) -> bool:
        """Whether something is accepted there."""
        return any(_touches(item, place) for item in self.made)


def _title(alternatives: Iterable[Accepted]) -> str:
    people = "; ".join(dict.fromkeys(item.title for item in alternatives if item.title))
    return f"accepted ({people})" if people else "accepted"


def with_accepted(
    passages: Sequence[PassageEdits], alternatives: Alternatives, factors: Factors
) -> tuple[list[PassageEdits], dict[int, AcceptedReference]]:
    """The passages, some with one more reference behind their own, and these references by passage."""
    found = {
        index: reference
        for index, passage in enumerate(passages)
        if (reference := accepted_reference(passage, alternatives, factors)) is not None
    }
    widened = [
        attrs.evolve(passage, references=(*passage.references, found[index].edits)) if index in found else passage
        for index, passage in enumerate(passages)
    ]
    return widened, found


def accepted_reference(
    passage: PassageEdits, alternatives: Alternatives, factors: Factors = Factors()
) -> AcceptedReference | None:
    """The one more reference of a passage; ``None`` where its hypothesis makes no accepted correction.

    It is made of the reference that CLEME2.0 chooses under dependence (of the source, where none is there), and
    is chosen in its stead: what is accepted becomes a hit, and the passage's other marks stay as they are.
    """
    made = tuple(item for item in alternatives.of(passage.source) if _makes(passage.source, passage.hypothesis, item))
    if not made:
        return None
    [result] = cleme2.evaluate([passage.cut()], level="sentence", factors=factors).sentences
    chosen = passage.references[result.reference] if result.reference is not None else ()
    return AcceptedReference(_variant(chosen, passage.hypothesis, made), made, result.reference)


def _touches(item: Placed, other: TokenSpan) -> bool:
    """Whether two places share a token or an end, and so are one chunk."""
    return other.start <= item.end and item.start <= other.end


def _makes(source: tuple[str, ...], hypothesis: Edits, item: Placed) -> bool:
    """Whether the hypothesis's edits in and beside the place stay within it, and give exactly what is accepted."""
    there = [edit for edit in hypothesis if _touches(item, edit)]
    if not there or there[0].start < item.start or there[-1].end > item.end:
        return False
    moved = tuple(attrs.evolve(edit, start=edit.start - item.start, end=edit.end - item.start) for edit in there)
    return apply_edits(source[item.start : item.end], moved) == item.alternative.replacement


def _variant(reference: Edits, hypothesis: Edits, made: Sequence[Placed]) -> Edits:
    kept = [edit for edit in reference if not any(_touches(item, edit) for item in made)]
    own = [edit for edit in hypothesis if any(_touches(item, edit) for item in made)]
    return tuple(sorted((*kept, *own), key=lambda edit: (edit.start, edit.end)))
