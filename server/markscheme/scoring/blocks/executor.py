"""Where blocks are marked: an executor takes blocks and returns what they contribute, in any order.

Whatever executor is taken, the journal puts blocks in order before they are folded: so the result is the same to the
last bit.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

import attrs

from markscheme.progress import Progress
from markscheme.scoring.blocks.block import Block
from markscheme.scoring.blocks.journal import MarkedBlock, packed
from markscheme.scoring.blocks.marking import Marking
from markscheme.scoring.models import Models


class BlockProgress(Protocol):
    """Returns the progress of work within a block, counted in sentences of all hypotheses of the corpus."""

    def __call__(self, block: Block) -> Progress: ...


class Executor(Protocol):
    """Marks blocks, and holds few of them at a time."""

    def run(self, marking: Marking, blocks: Iterable[Block], progress: BlockProgress) -> Iterator[MarkedBlock]:
        """Yield every block, marked, as each is done.

        Raises
        ------
        DocumentError
            If a block can't be marked.
        """
        ...


@attrs.frozen
class OneProcess:
    """Marks blocks here, one after another."""

    models: Models

    def run(self, marking: Marking, blocks: Iterable[Block], progress: BlockProgress) -> Iterator[MarkedBlock]:
        for block in blocks:
            yield packed(marking.marked(block, self.models, progress(block)))
