"""A metric that ends its process at one sentence, as a lack of memory may."""

import os
import signal
import time
from pathlib import Path

import attrs

from markscheme.metrics.base import ModelOutputs, Sentence
from markscheme.metrics.cleme2 import ChunkStatistics, Cleme2

HANDED_OVER = 0.3
"""Seconds after which a process has handed over what it did before; else its death is that of the item before."""


@attrs.frozen(kw_only=True)
class Deadly(Cleme2):
    """CLEME2.0, but for one sentence.

    Attributes
    ----------
    word
        In the deadly sentence.
    deaths
        A file whose length is the number of deaths.
    most
        Deaths after which the sentence is marked.
    """

    word: str = ""
    deaths: str = ""
    most: int = 1

    def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> ChunkStatistics:
        path = Path(self.deaths)
        if self.word in sentence.source and path.stat().st_size < self.most:
            with path.open("ab") as file:
                file.write(b"x")
            time.sleep(HANDED_OVER)
            os.kill(os.getpid(), signal.SIGKILL)
        return super().statistics(sentence, outputs)
