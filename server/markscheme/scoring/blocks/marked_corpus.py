"""A corpus's blocks marked into a journal: those that are not there yet, by whatever executor."""

from hashlib import file_digest

import attrs

from markscheme.execution.executor import Executor, Work
from markscheme.formats.streams.stream import TextStream
from markscheme.progress import Progress
from markscheme.scoring.blocks.block import Block, CorpusFiles
from markscheme.scoring.blocks.journal import Journal, MarkedBlock
from markscheme.scoring.corpus import BLOCK
from markscheme.scoring.models import Models
from markscheme.version import VERSION

LEAST_BLOCK = 128
"""Sentences of a block in a small corpus."""
LEAST_BLOCKS = 32
"""Blocks of a corpus, as far as they are not smaller than that: with enough of them, all workers end at much the same
time."""


def block_size(sentences: int) -> int:
    """Return how many sentences a block has in a corpus of this size.

    It does not depend on the number of workers: a run that was stopped goes on with more or fewer of them.
    """
    return min(max(LEAST_BLOCK, sentences // LEAST_BLOCKS), BLOCK)


@attrs.frozen
class MarkedCorpus:
    """Files that are marked in blocks.

    Attributes
    ----------
    block
        Sentences of a block.
    """

    files: CorpusFiles
    block: int

    @property
    def identity(self) -> dict[str, object]:
        """What decides a journal's blocks besides the work that is done with them."""
        return {
            "version": VERSION,
            "block size": self.block,
            "hypotheses": [_file_identity(stream) for stream in self.files.hypotheses],
            "references": [_file_identity(stream) for stream in self.files.references],
            "source": _file_identity(self.files.source) if self.files.source else None,
        }

    def mark(
        self,
        work: Work[Block, MarkedBlock, Models],
        executor: Executor[Models],
        journal: Journal,
        progress: Progress,
    ) -> None:
        """Mark the blocks that the journal has not.

        Raises
        ------
        DocumentError
            If a file can't be read, or is malformed.
        """
        count, size = len(self.files.names), self.files.carrier.size
        kept = journal.sizes()
        marked = sum(kept.values())

        def within(block: Block) -> Progress:
            begin, total = marked * count, block.size * count

            def report(stage: str, done: int, of: int) -> None:
                progress(stage, begin + total * done // max(of, 1), size * count)

            return report

        blocks = (block for block in self.files.blocks(self.block) if block.number not in kept)
        for block in executor.run(work, blocks, within):
            journal.keep(block)
            marked += block.size
            progress("sentences", marked * count, size * count)


def _file_identity(stream: TextStream) -> list[object]:
    if stream.reader.path is None:
        return [stream.reader.names, stream.size]
    with stream.reader.path.open("rb") as data:
        return [stream.reader.names, file_digest(data, "sha256").hexdigest()]
