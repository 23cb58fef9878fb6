"""The edits of a passage: one source, one hypothesis, every reference."""

import attrs

from markscheme.edits.chunks import Partition, partition, present_references
from markscheme.edits.edit import Edits, scored


@attrs.frozen
class PassageEdits:
    """A passage's source tokens, and its hypothesis's and references' edits.

    Attributes
    ----------
    parallel
        As :attr:`markscheme.alignment.passages.Passage.parallel`.
    """

    source: tuple[str, ...]
    hypothesis: Edits
    references: tuple[Edits, ...]
    parallel: bool = True

    def cut(self) -> Partition:
        """Return its chunks."""
        return partition(self.source, self.hypothesis, self.references, empty_is_absent=self.parallel)

    @property
    def present_references(self) -> tuple[int, ...]:
        """The indices of the references that its partition has too."""
        return present_references(self.source, self.references, empty_is_absent=self.parallel)

    def scored(self) -> "PassageEdits":
        """Return the same passage without the edits that correct nothing (``noop`` and ``UNK``)."""
        return attrs.evolve(self, hypothesis=scored(self.hypothesis), references=tuple(map(scored, self.references)))
