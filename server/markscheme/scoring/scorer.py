"""From parallel texts to scores: in blocks of sentences, so that memory does not grow with the corpus.

For each hypothesis the passages are read a block at a time; models compute once what the metric needs for the block;
the metric turns each sentence into its statistics, and folds them one by one.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import attrs

from markscheme.alignment.parallel import parallel_passages
from markscheme.alignment.passages import Passage
from markscheme.exercises.accepted import Alternatives
from markscheme.formats.parallel import ParallelText, sources_of
from markscheme.judges.environment import NO_JUDGE
from markscheme.judges.errors import JudgeError, Unanswered
from markscheme.judges.identity import JudgeIdentity
from markscheme.judges.judge_settings import JudgeSettings
from markscheme.metrics.base import Metric, Need, Score, Sentence
from markscheme.metrics.cleme2 import Cleme2, Factors
from markscheme.metrics.question import Question
from markscheme.progress import Progress, silent
from markscheme.scoring.computation import compute, unanswered
from markscheme.scoring.memos import statistics_memo
from markscheme.scoring.models import Models
from markscheme.scoring.sentences import SentenceReader
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.text.errors import DocumentError
from markscheme.text.segments import Segment

BLOCK = 1024
"""Source sentences that models compute for at a time."""


@attrs.frozen
class Run:
    """One hypothesis's score under one metric."""

    hypothesis: str
    metric: Metric[Any]
    result: Score[Any, Any]

    @property
    def signature(self) -> str:
        """How the score was made."""
        return self.result.signature


class Scorer:
    """Scores parallel texts with one set of models."""

    def __init__(self, models: Models) -> None:
        self._models = models

    def score(
        self,
        hypotheses: Sequence[ParallelText],
        references: Sequence[ParallelText],
        source: ParallelText | None,
        metric: Metric[Any] = Cleme2(),
        progress: Progress = silent,
        *,
        accepted: Alternatives = Alternatives(),
        judge: JudgeSettings | None = None,
        per_sentence: bool = True,
    ) -> tuple[Run, ...]:
        """Score hypotheses against the same references.

        In a sentence where a hypothesis makes an accepted correction, one more reference follows the others.

        Parameters
        ----------
        judge
            The language model, for a metric that needs one.
        per_sentence
            Whether each sentence's score is kept.

        Raises
        ------
        DocumentError
            If the texts don't line up, there is no source, there is no reference and the metric needs one, or
            the metric compares no edits and there are accepted ones.
        Cancelled
            If ``progress`` asks for it.
        JudgeError
            If the metric needs a language model that has not answered every question yet
            (:class:`~markscheme.judges.errors.Unanswered`), or there is none.
        """
        if Need.REFERENCES in metric.needs and not references:
            raise DocumentError("there is no reference text")
        sources = sources_of([*hypotheses, *references], source)
        if not sources:
            given = source or hypotheses[0]
            raise DocumentError("the document has no sentence", path=given.path, line=1)
        identity = self._judge_identity(metric, judge)
        _check_accepted(metric, accepted)
        signature = score_signature(metric, SignatureNames(self._models, identity), len(references), len(accepted))
        factors = metric.factors if isinstance(metric, Cleme2) else Factors()
        reader = SentenceReader(metric.needs, accepted, factors, self._models)
        corpora = [
            _Corpus(sources, hypotheses, number, references, reader, progress) for number in range(len(hypotheses))
        ]
        if identity is not None:
            self._check_answered(corpora, metric, identity)
        return tuple(
            Run(text.name, metric, attrs.evolve(score, signature=signature))
            for text, corpus in zip(hypotheses, corpora, strict=True)
            for score in [metric.fold(_Statistics(corpus, metric, self._models, identity), keep_sentences=per_sentence)]
        )

    def _judge_identity(self, metric: Metric[Any], judge: JudgeSettings | None) -> JudgeIdentity | None:
        if Need.JUDGE not in metric.needs:
            return None
        if judge is None:
            raise JudgeError(NO_JUDGE)
        return self._models.judge_identity(judge)

    def _check_answered(self, corpora: "Sequence[_Corpus]", metric: Metric[Any], judge: JudgeIdentity) -> None:
        """Raise one error that lists the unanswered questions of all hypotheses."""
        missing: dict[Question, int] = {}
        for corpus in corpora:
            before = 0
            for block in corpus.blocks():
                inputs = [metric.inputs(sentence) for sentence in block.sentences]
                for question, number in unanswered(inputs, judge, self._models).items():
                    missing.setdefault(question, before + number)
                before += len(inputs)
        if missing:
            raise Unanswered(missing)


def _check_accepted(metric: Metric[Any], accepted: Alternatives) -> None:
    compares_texts = Need.REFERENCES in metric.needs and not metric.needs & {Need.EDITS, Need.CHUNKS}
    if accepted and compares_texts:
        raise DocumentError(
            f"{metric.name} compares sentences and no edits: accepted corrections have no part in it",
            remedy="Leave them out, or take another metric",
        )


@attrs.frozen
class _Block:
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
class _Corpus:
    """The sentences of the hypothesis of this number, read anew each time."""

    sources: Sequence[Segment]
    hypotheses: Sequence[ParallelText]
    number: int
    references: Sequence[ParallelText]
    reader: SentenceReader
    progress: Progress

    def blocks(self) -> Iterator[_Block]:
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
            yield _Block(
                self.reader.read(passages, progress), partial(self.reader.read, companions, progress), progress
            )
        self.progress("sentences", (self.number + 1) * size, size * len(self.hypotheses))

    def _passages(self, number: int, begin: int, end: int) -> list[Passage]:
        return list(parallel_passages(self.sources, self.hypotheses[number], self.references, begin, end))

    def _progress(self, done: int, size: int) -> Progress:
        total = len(self.sources) * len(self.hypotheses)

        def report(stage: str, number: int, count: int) -> None:
            self.progress(stage, done + size * number // max(count, 1), total)

        return report


@attrs.frozen
class _Statistics:
    """The statistics of one hypothesis's sentences; computed anew each time that they are read."""

    corpus: _Corpus
    metric: Metric[Any]
    models: Models
    judge: JudgeIdentity | None

    def __iter__(self) -> Iterator[Any]:
        statistics = self._kept if self.metric.costly else self._computed
        # Chunks are cut for each hypothesis alone, and so their texts are shared by few hypotheses.
        needs_models = bool(self.metric.needs & {Need.VECTORS, Need.SIMILARITIES, Need.ESTIMATOR})
        batched = needs_models and Need.CHUNKS not in self.metric.needs
        for block in self.corpus.blocks():
            companions = block.companions() if batched else []
            yield from statistics(block.sentences, companions, block.progress)

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

    def _kept(self, sentences: Sequence[Sentence], companions: Sequence[Sentence], progress: Progress) -> list[Any]:
        """Return statistics from the cache, and compute those that are not there; then no vector is needed for them."""
        settings = dict(self.metric.signature_settings(SignatureNames(self.models, self.judge)))

        def compute_batch(batch: Sequence[Sentence], progress: Progress) -> list[Any]:
            return self._computed(batch, (), progress)

        memo = statistics_memo(self.models.cache)
        owner = f"{self.metric.name} {settings}"
        statistics = memo.values(owner, (*sentences, *companions), compute_batch, progress)
        return [statistics[sentence] for sentence in sentences]
