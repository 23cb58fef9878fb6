"""What a block of sentences contributes to a metric: a pure function of the block, whichever process computes it."""

from collections.abc import Sequence
from typing import Any

import attrs

from markscheme.exercises.decisions.lookup import Decisions
from markscheme.formats.parallel import ParallelText, sources_of
from markscheme.formats.streams.stream import Stretch, StretchReader
from markscheme.metrics.base import Metric
from markscheme.progress import Progress, silent
from markscheme.scoring.blocks.block import Block, CorpusFiles
from markscheme.scoring.corpus import Corpus
from markscheme.scoring.models import Models
from markscheme.scoring.record_texts import tokenised_segment
from markscheme.scoring.sentences import seen_by, sentence_reader
from markscheme.scoring.statistics import CorpusStatistics, SentenceStatistics

Seen = tuple[int, ...]


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
    """Marks blocks of one corpus under one metric. It can be sent to another process.

    Attributes
    ----------
    hypotheses, references, source
        Make texts of the stretches of each file.
    """

    metric: Metric[Any]
    accepted: Decisions
    hypotheses: tuple[StretchReader, ...]
    references: tuple[StretchReader, ...]
    source: StretchReader | None

    @classmethod
    def of(cls, files: CorpusFiles, metric: Metric[Any], accepted: Decisions) -> "Marking":
        """Return the marking of a corpus's files."""
        hypotheses, references = (
            tuple(stream.reader for stream in streams) for streams in (files.hypotheses, files.references)
        )
        return cls(metric, accepted, hypotheses, references, files.source.reader if files.source else None)

    def marked(self, block: Block, models: Models, progress: Progress = silent) -> BlockStatistics:
        """Return what a block's sentences contribute.

        Raises
        ------
        DocumentError
            If a file is malformed there, or carries another source than the others.
        """

        def read(readers: Sequence[StretchReader], stretches: Sequence[Stretch]) -> list[ParallelText]:
            pairs = zip(readers, stretches, strict=True)
            return [text for reader, stretch in pairs for text in reader.texts(stretch, tokenise)]

        def tokenise(text: str) -> Any:
            return tokenised_segment(text, models)

        hypotheses, references = read(self.hypotheses, block.hypotheses), read(self.references, block.references)
        source = self.source.texts(block.source, tokenise)[0] if self.source and block.source else None
        sources = sources_of([*hypotheses, *references], source, block.first)
        reader = sentence_reader(self.metric, self.accepted, models)
        statistics = SentenceStatistics(self.metric, models)
        corpora = (
            Corpus(sources, hypotheses, number, references, reader, progress) for number in range(len(hypotheses))
        )
        rows = tuple(tuple(CorpusStatistics(corpus, statistics)) for corpus in corpora)
        return BlockStatistics(block.number, block.size, rows, _seen(references, block.size))


def _seen(references: Sequence[ParallelText], size: int) -> tuple[Seen, ...]:
    if not any(side.absent for text in references for side in text.sides):
        return ()
    return tuple(seen_by([text.sides[number] for text in references]) for number in range(size))
