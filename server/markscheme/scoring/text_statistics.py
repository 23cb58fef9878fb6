"""Sentences that are given as strings, to what each contributes to a metric."""

from collections.abc import Sequence
from typing import Any

import attrs

from markscheme.alignment.passages import Passage
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.formats.parallel import Side
from markscheme.metrics.base import Metric
from markscheme.progress import silent
from markscheme.scoring.models import Models
from markscheme.scoring.record_texts import tokenised_segment
from markscheme.scoring.sentences import sentence_reader
from markscheme.scoring.statistics import SentenceStatistics
from markscheme.text.segments import Segment, whitespace_segment


@attrs.frozen
class TextStatistics:
    """Computes the statistics of texts, one sentence each.

    Attributes
    ----------
    tokenised
        Whether white space parts tokens; if not, the language's pipeline tokenises.
    """

    metric: Metric[Any]
    models: Models
    tokenised: bool = True

    def of(self, sources: Sequence[str], hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> list[Any]:
        """Return the statistics of each sentence, as :meth:`Metric.statistics` returns them.

        Parameters
        ----------
        references
            Those of each sentence; an empty one is not compared.
        """
        passages = [
            Passage(self._segment(source), self._side(text), tuple(map(self._side, texts)), True)
            for source, text, texts in zip(sources, hypotheses, references, strict=True)
        ]
        sentences = sentence_reader(self.metric, Decisions(), self.models).read(passages, silent)
        return SentenceStatistics(self.metric, self.models).of(sentences, (), silent)

    def _segment(self, text: str) -> Segment:
        return whitespace_segment(text) if self.tokenised else tokenised_segment(text, self.models)

    def _side(self, text: str) -> Side:
        return Side(self._segment(text))
