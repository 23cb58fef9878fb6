"""The annotators of a pool: one who gives alternatives is several references of it, and one person."""

from collections.abc import Collection

import attrs

from markscheme.annotation.pool import Pool, PooledSentence, Version


@attrs.frozen
class Annotator:
    """A person with references in a pool.

    Attributes
    ----------
    references
        The indices of the person's references in the pool; the first one has the first of several choices.
    """

    name: str
    references: tuple[int, ...]

    def versions(self, sentence: PooledSentence) -> tuple[Version, ...]:
        """Return the person's versions of a sentence; none where the person has not seen it."""
        return tuple(item for index in self.references if not (item := sentence.references[index]).is_absent)


def annotators_of(pool: Pool, left_out: Collection[str] = ()) -> tuple[Annotator, ...]:
    """Return the annotators in the order of the pool's references.

    Parameters
    ----------
    left_out
        The names of files that no annotator made, such as an adjudicated one.
    """
    people: dict[int, list[int]] = {}
    for index, first in enumerate(pool.first_choices):
        paths = {item.path.name for text in pool.texts if (item := text.references[index]) is not None and item.path}
        if not paths or not paths <= set(left_out):
            people.setdefault(first, []).append(index)
    return tuple(Annotator(pool.references[first], tuple(indices)) for first, indices in people.items())
