"""Marking blocks as work for an executor, in this process or in others."""

import attrs

from markscheme.execution.executor import WholeWork
from markscheme.progress import Progress
from markscheme.scoring.blocks.block import Block
from markscheme.scoring.blocks.journal import MarkedBlock, packed
from markscheme.scoring.blocks.marking import Marking
from markscheme.scoring.models import Models


@attrs.frozen
class BlockWork(WholeWork[Block, MarkedBlock]):
    """Marks blocks, and packs what they contribute. A score lacks no block."""

    marking: Marking

    def done(self, item: Block, tools: Models, progress: Progress) -> MarkedBlock:
        """Return what a block contributes.

        Raises
        ------
        DocumentError
            If a file is malformed there, or carries another source than the others.
        """
        return packed(self.marking.marked(item, tools, progress))

    def title(self, item: Block) -> str:
        """Return the block's sentences."""
        return f"sentences {item.first + 1} to {item.first + item.size}"
