"""What a chunk is: hit, wrong, under- or over-correction (CLEME2.0, Section 3.2)."""

from collections.abc import Sequence
from enum import Enum
from typing import Literal, get_args

from markscheme.edits.chunks import Chunk, Partition

Assumption = Literal["dependent", "independent"]
"""Whether one reference is chosen for a whole sentence, or each chunk may follow any (CLEME, Section 3.3)."""

ASSUMPTIONS: dict[str, Assumption] = {name: name for name in get_args(Assumption)}
"""The assumptions by name."""


class Category(Enum):
    """What a chunk is: TP, FPne, FN and FPun; the values are LSP diagnostic codes."""

    HIT = "hit-correction"
    WRONG = "wrong-correction"
    UNDER = "under-correction"
    OVER = "over-correction"


COUNTED = (Category.HIT, Category.WRONG, Category.OVER, Category.UNDER, None)
"""The categories in the order in which they are counted: TP, FPne, FPun, FN, TN."""


def dependent_category(chunk: Chunk, reference: int) -> Category | None:
    """Return what the chunk is against one reference; ``None`` where neither side changes it."""
    expected = chunk.references[reference]
    if chunk.hypothesis is None:
        return None if expected is None else Category.UNDER
    if expected is None:
        return Category.OVER
    return Category.HIT if chunk.hypothesis == expected else Category.WRONG


def independent_category(chunk: Chunk) -> Category | None:
    """Return what the chunk is against all references at once: a hit if any has it, missed only if all change it."""
    if chunk.hypothesis is None:
        changed_by_all = bool(chunk.references) and None not in chunk.references
        return Category.UNDER if changed_by_all else None
    if chunk.hypothesis in chunk.references:
        return Category.HIT
    changed_by_any = any(reference is not None for reference in chunk.references)
    return Category.WRONG if changed_by_any else Category.OVER


def category_rows(sentence: Partition, assumption: Assumption) -> list[Sequence[Category | None]]:
    """Return a row of each chunk's category for each reference.

    Under independence, and without references, there is one row.
    """
    if assumption == "dependent" and sentence.references:
        columns = range(len(sentence.references))
        return [[dependent_category(chunk, column) for chunk in sentence.chunks] for column in columns]
    return [[independent_category(chunk) for chunk in sentence.chunks]]
