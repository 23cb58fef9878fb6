"""The annotators of a pool: one who gives alternatives is several references of it, and one person."""

import re
from collections.abc import Collection

import attrs

from markscheme.annotation.pool import Pool, PooledSentence, Version

_ALTERNATIVE = re.compile(r"(?P<name>.+) \(\d+\)")
"""The name of a reference with an annotator's second or third choice, as :mod:`markscheme.formats.m2.sides` has it."""


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
    people: dict[str, list[int]] = {}
    for index, name in enumerate(pool.references):
        paths = {item.path.name for text in pool.texts if (item := text.references[index]) is not None and item.path}
        if paths and paths <= set(left_out):
            continue
        match = _ALTERNATIVE.fullmatch(name)
        is_choice = (
            match is not None and match["name"] in people and _share_a_file(pool, people[match["name"]][0], index)
        )
        people.setdefault(match["name"] if match and is_choice else name, []).append(index)
    return tuple(Annotator(name, tuple(indices)) for name, indices in people.items())


def _share_a_file(pool: Pool, one: int, other: int) -> bool:
    """Return whether two references are of one file wherever both are."""
    pairs = [(text.references[one], text.references[other]) for text in pool.texts]
    files = {(first and first.path, second and second.path) for first, second in pairs if second is not None}
    return bool(files) and all(first == second for first, second in files)
