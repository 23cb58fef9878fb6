"""The annotators behind a pool's references: one who gives several corrections of an edit is several references."""

import re
from collections.abc import Iterable

import attrs

from markscheme.annotation.pool import Pool
from markscheme.formats.document import Document

_CHOICE = re.compile(r"(.+) \((\d+)\)")
"""The name of the reference that has an annotator's further corrections: ``reference#0 (2)``."""


@attrs.frozen
class Annotators:
    """The people who made a pool's references.

    Attributes
    ----------
    names
        Their names, in the order of their first references.
    of_references
        The index of each reference's annotator.
    """

    names: tuple[str, ...]
    of_references: tuple[int, ...]

    def of(self, references: Iterable[int]) -> frozenset[int]:
        """Return the annotators of some references."""
        return frozenset(self.of_references[reference] for reference in references)


def annotators_of(pool: Pool) -> Annotators:
    """Return the annotators of a pool's references."""
    names: dict[str, int] = {}
    numbers: list[int] = []
    for index, name in enumerate(pool.references):
        first = _first_choice(pool, index)
        numbers.append(names.setdefault(name if first is None else pool.references[first], len(names)))
    return Annotators(tuple(names), tuple(numbers))


def _first_choice(pool: Pool, index: int) -> int | None:
    """Return the reference with the first of an annotator's corrections; ``None`` where a reference is that itself."""
    match = _CHOICE.fullmatch(pool.references[index])
    if match is None or match[1] not in pool.references:
        return None
    first = pool.references.index(match[1])
    pairs = ((text.references[first], text.references[index]) for text in pool.texts)
    return first if all(_are_of_one_file(one, other) for one, other in pairs) else None


def _are_of_one_file(one: Document | None, other: Document | None) -> bool:
    """Return whether a further choice stands in the file of the first; a text without it says nothing."""
    return other is None or (one is not None and one.path == other.path)
