"""What a block of sentences contributes to a metric: a pure function of the block, whichever process computes it."""

from typing import Any

import attrs

from markscheme.exercises.decisions.lookup import Decisions
from markscheme.metrics.base import Metric
from markscheme.progress import Progress, silent
from markscheme.scoring.blocks.block import Block, CorpusFiles
from markscheme.scoring.blocks.block_texts import BlockReaders, Seen
from markscheme.scoring.corpus import Corpus
from markscheme.scoring.models import Models
from markscheme.scoring.sentences import sentence_reader
from markscheme.scoring.statistics import CorpusStatistics, SentenceStatistics


@attrs.frozen
class BlockStatistics:
    """What a block's sentences contribute.

    Attributes
    ----------
    number, size
        The block's number, and the number of its sentences.
    hypotheses
        For each hypothesis the statistics of each sentence, as :meth:`Metric.statistics` returns them.
    seen
        The references whose authors have seen each sentence; empty where they have seen all of the block's.
    """

    number: int
    size: int
    hypotheses: tuple[tuple[Any, ...], ...]
    seen: tuple[Seen, ...] = ()


@attrs.frozen
class Marking:
    """Marks blocks of one corpus under one metric. It can be sent to another process."""

    metric: Metric[Any]
    accepted: Decisions
    readers: BlockReaders

    @classmethod
    def of(cls, files: CorpusFiles, metric: Metric[Any], accepted: Decisions) -> "Marking":
        """Return the marking of a corpus's files."""
        return cls(metric, accepted, BlockReaders.of(files))

    def marked(self, block: Block, models: Models, progress: Progress = silent) -> BlockStatistics:
        """Return what a block's sentences contribute.

        Raises
        ------
        DocumentError
            If a file is malformed there, or carries another source than the others.
        """
        texts = self.readers.texts(block, models)
        reader = sentence_reader(self.metric, self.accepted, models)
        statistics = SentenceStatistics(self.metric, models)
        corpora = (
            Corpus(texts.sources, texts.hypotheses, number, texts.references, reader, progress)
            for number in range(len(texts.hypotheses))
        )
        rows = tuple(tuple(CorpusStatistics(corpus, statistics)) for corpus in corpora)
        return BlockStatistics(block.number, block.size, rows, texts.seen())
