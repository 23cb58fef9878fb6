"""Sentences to what each contributes to a metric: models compute once for all of them, then the metric for each."""

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from markscheme.judges.identity import JudgeIdentity
from markscheme.metrics.base import Metric, Need, Sentence
from markscheme.progress import Progress
from markscheme.scoring.computation import compute
from markscheme.scoring.corpus import Corpus
from markscheme.scoring.memos import statistics_memo
from markscheme.scoring.models import Models
from markscheme.scoring.signatures import SignatureNames


@attrs.frozen
class SentenceStatistics:
    """Computes the statistics of sentences.

    Attributes
    ----------
    judge
        The language model, for a metric that needs one; it has answered every question.
    """

    metric: Metric[Any]
    models: Models
    judge: JudgeIdentity | None = None

    @property
    def shares_batches(self) -> bool:
        """Whether models compute for several hypotheses of the same sentences at once.

        Chunks are cut for each hypothesis alone, and so few hypotheses share their texts.
        """
        return self.metric.needs_models and Need.CHUNKS not in self.metric.needs

    def of(self, sentences: Sequence[Sentence], companions: Sequence[Sentence], progress: Progress) -> list[Any]:
        """Return the statistics of each sentence.

        Parameters
        ----------
        companions
            Sentences whose statistics will be wanted later; what models compute for them now is kept.
        """
        if not self.metric.costly:
            return self._computed(sentences, companions, progress)
        names = SignatureNames(self.models, self.judge)
        owner = f"{self.metric.name} {dict(self.metric.signature_settings(names))}"

        def compute_batch(batch: Sequence[Sentence], progress: Progress) -> list[Any]:
            return self._computed(batch, (), progress)

        memo = statistics_memo(self.models.cache)
        statistics = memo.values(owner, (*sentences, *companions), compute_batch, progress)
        return [statistics[sentence] for sentence in sentences]

    def _computed(self, sentences: Sequence[Sentence], companions: Sequence[Sentence], progress: Progress) -> list[Any]:
        outputs = compute(
            [self.metric.inputs(sentence) for sentence in (*sentences, *companions)],
            self.models,
            progress,
            vectorisation=self.metric.vectorisation,
            estimator=self.metric.estimator,
            judge=self.judge,
        )
        return [self.metric.statistics(sentence, outputs) for sentence in sentences]


@attrs.frozen
class CorpusStatistics:
    """The statistics of one hypothesis's sentences; computed anew each time that they are read."""

    corpus: Corpus
    statistics: SentenceStatistics

    def __iter__(self) -> Iterator[Any]:
        for block in self.corpus.blocks():
            companions = block.companions() if self.statistics.shares_batches else []
            yield from self.statistics.of(block.sentences, companions, block.progress)
