"""The edits of a passage: one source, one hypothesis, every reference."""

from collections.abc import Sequence
from itertools import zip_longest

import attrs

from markscheme.edits.chunks import Partition, partition, present_references
from markscheme.edits.edit import Edits, scored


@attrs.frozen(cache_hash=True)
class PassageEdits:
    """A passage's source tokens, and its hypothesis's and references' edits.

    Attributes
    ----------
    parallel
        As :attr:`markscheme.alignment.passages.Passage.parallel`.
    absent
        The indices of the references whose authors have not seen the passage; they have no edits.
    hypothesis_lines, reference_lines
        A side's edits as its document states them (:attr:`markscheme.formats.parallel.Side.edit_lines`); ``None`` where
        they are its edits. By default those of all sides are.
    """

    source: tuple[str, ...]
    hypothesis: Edits
    references: tuple[Edits, ...]
    parallel: bool = True
    absent: frozenset[int] = frozenset()
    hypothesis_lines: Edits | None = None
    reference_lines: tuple[Edits | None, ...] = ()

    def cut(self) -> Partition:
        """Return its chunks."""
        return partition(
            self.source, self.hypothesis, self.references, empty_is_absent=self.parallel, absent=self.absent
        )

    @property
    def present_references(self) -> tuple[int, ...]:
        """The indices of the references that its partition has too."""
        return present_references(self.source, self.references, empty_is_absent=self.parallel, absent=self.absent)

    @property
    def seen_by(self) -> tuple[int, ...]:
        """The indices of the references whose authors have seen the passage."""
        return tuple(index for index in range(len(self.references)) if index not in self.absent)

    @property
    def is_unseen(self) -> bool:
        """Whether it has references, and the author of none has seen it: there is nothing to mark it against."""
        return bool(self.references) and not self.seen_by

    @property
    def counted_hypothesis(self) -> Edits:
        """The hypothesis's edits as its document states them."""
        return self.hypothesis if self.hypothesis_lines is None else self.hypothesis_lines

    @property
    def counted_references(self) -> tuple[Edits, ...]:
        """Each reference's edits as its document states them."""
        return tuple(
            edits if lines is None else lines
            for edits, lines in zip_longest(self.references, self.reference_lines[: len(self.references)])
        )

    def only(self, indices: Sequence[int]) -> "PassageEdits":
        """Return the same passage with some of its references, given by their indices in ascending order."""
        if len(indices) == len(self.references):
            return self
        lines = self.reference_lines
        return attrs.evolve(
            self,
            references=tuple(self.references[index] for index in indices),
            reference_lines=tuple(lines[index] if index < len(lines) else None for index in indices),
            absent=frozenset(number for number, index in enumerate(indices) if index in self.absent),
        )

    def scored(self) -> "PassageEdits":
        """Return the same passage without the edits that correct nothing (``noop`` and ``UNK``)."""
        return attrs.evolve(self, hypothesis=scored(self.hypothesis), references=tuple(map(scored, self.references)))
