"""A hypothesis's sentences, a block at a time, so that memory does not grow with the corpus."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import attrs

from markscheme.alignment.parallel import parallel_passages
from markscheme.alignment.passages import Passage
from markscheme.formats.parallel import ParallelText
from markscheme.metrics.base import Sentence
from markscheme.progress import Progress
from markscheme.scoring.sentences import SentenceReader
from markscheme.text.segments import Segment

BLOCK = 1024
"""Source sentences that models compute for at a time."""


@attrs.frozen
class Block:
    """Consecutive sentences of one hypothesis.

    Attributes
    ----------
    companions
        Read what the hypotheses that are scored later have for the same source sentences. Models compute for them in
        the same batches, which are fuller so, and keep the results.
    progress
        Of work on this block, counted in sentences of all hypotheses.
    """

    sentences: list[Sentence]
    companions: Callable[[], list[Sentence]]
    progress: Progress


@attrs.frozen
class Corpus:
    """The sentences of the hypothesis of this number, read anew each time."""

    sources: Sequence[Segment]
    hypotheses: Sequence[ParallelText]
    number: int
    references: Sequence[ParallelText]
    reader: SentenceReader
    progress: Progress

    def blocks(self) -> Iterator[Block]:
        """Yield the sentences in blocks, the first hypothesis's with companions."""
        size = len(self.sources)
        for begin in range(0, size, BLOCK):
            end = min(begin + BLOCK, size)
            done = self.number * size + begin
            progress = self._progress(done, end - begin)
            progress("sentences", 0, 1)
            passages = self._passages(self.number, begin, end)
            later = () if self.number else range(1, len(self.hypotheses))
            companions = [passage for number in later for passage in self._passages(number, begin, end)]
            self.reader.extract([*passages, *companions], progress)
            yield Block(self.reader.read(passages, progress), partial(self.reader.read, companions, progress), progress)
        self.progress("sentences", (self.number + 1) * size, size * len(self.hypotheses))

    def _passages(self, number: int, begin: int, end: int) -> list[Passage]:
        return list(parallel_passages(self.sources, self.hypotheses[number], self.references, begin, end))

    def _progress(self, done: int, size: int) -> Progress:
        total = len(self.sources) * len(self.hypotheses)

        def report(stage: str, number: int, count: int) -> None:
            self.progress(stage, done + size * number // max(count, 1), total)

        return report
