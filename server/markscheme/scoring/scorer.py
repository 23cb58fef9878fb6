"""From parallel texts to scores: in blocks of sentences, so that memory does not grow with the corpus.

For each hypothesis the passages are read a block at a time; models compute once what the metric needs for the block;
the metric turns each sentence into its statistics, and folds them one by one.
"""

from collections.abc import Sequence
from typing import Any

import attrs

from markscheme.alignment.passages import Passage
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.formats.parallel import ParallelText, sources_of
from markscheme.judges.environment import NO_JUDGE
from markscheme.judges.errors import JudgeError, Unanswered
from markscheme.judges.identity import JudgeIdentity
from markscheme.judges.judge_settings import JudgeSettings
from markscheme.metrics.base import Metric, Need, Score, SentenceScore
from markscheme.metrics.cleme2 import Cleme2
from markscheme.metrics.question import Question
from markscheme.progress import Progress, silent
from markscheme.scoring.computation import unanswered
from markscheme.scoring.corpus import Corpus
from markscheme.scoring.models import Models
from markscheme.scoring.sentences import seen_by, sentence_reader
from markscheme.scoring.signatures import SignatureNames, score_signature
from markscheme.scoring.statistics import CorpusStatistics, SentenceStatistics
from markscheme.text.errors import DocumentError


@attrs.frozen
class Run:
    """One hypothesis's score under one metric."""

    hypothesis: str
    metric: Metric[Any]
    result: Score[Any, Any]

    @property
    def signature(self) -> str:
        """The settings and models that made the score."""
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
        accepted: Decisions = Decisions(),
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
        check_references(metric, len(references))
        sources = sources_of([*hypotheses, *references], source)
        if not sources:
            given = source or hypotheses[0]
            raise DocumentError("the document has no sentence", path=given.path, line=1)
        identity = self._judge_identity(metric, judge)
        check_accepted(metric, accepted)
        signature = score_signature(metric, SignatureNames(self._models, identity), len(references), len(accepted))
        reader = sentence_reader(metric, accepted, self._models)
        corpora = [
            Corpus(sources, hypotheses, number, references, reader, progress) for number in range(len(hypotheses))
        ]
        if identity is not None:
            self._check_answered(corpora, metric, identity)
        statistics = SentenceStatistics(metric, self._models, identity)
        scores = (metric.fold(CorpusStatistics(corpus, statistics), keep_sentences=per_sentence) for corpus in corpora)
        return tuple(
            Run(text.name, metric, attrs.evolve(_numbered(score, references), signature=signature))
            for text, score in zip(hypotheses, scores, strict=True)
        )

    def score_passages(
        self,
        passages: Sequence[Passage],
        metric: Metric[Any],
        progress: Progress = silent,
        accepted: Decisions = Decisions(),
    ) -> Score[Any, Any]:
        """Score one document's passages under a metric that needs no language model.

        At least one passage must have a reference whose author has seen it; passages without one are left out.
        """
        passages = [item for item in passages if seen_by(item.references) or not item.references]
        sentences = sentence_reader(metric, accepted, self._models).read(passages, progress)
        statistics = SentenceStatistics(metric, self._models).of(sentences, (), progress)
        names = SignatureNames(self._models)
        signature = score_signature(metric, names, len(passages[0].references), len(accepted))
        return attrs.evolve(metric.fold(statistics, keep_sentences=False), signature=signature)

    def _judge_identity(self, metric: Metric[Any], judge: JudgeSettings | None) -> JudgeIdentity | None:
        if Need.JUDGE not in metric.needs:
            return None
        if judge is None:
            raise JudgeError(NO_JUDGE)
        return self._models.judge_identity(judge)

    def _check_answered(self, corpora: Sequence[Corpus], metric: Metric[Any], judge: JudgeIdentity) -> None:
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


def _numbered(score: Score[Any, Any], references: Sequence[ParallelText]) -> Score[Any, Any]:
    """Return the score with each sentence's reference by its index among all, also of those absent from the sentence.

    A metric numbers the references that it sees, and an accepted one behind them.
    """
    if not score.sentences or not any(side.absent for text in references for side in text.sides):
        return score
    sentences = (
        with_reference_numbers(sentence, (*seen_by([text.sides[number] for text in references]), len(references)))
        for number, sentence in enumerate(score.sentences)
    )
    return attrs.evolve(score, sentences=tuple(sentences))


def with_reference_numbers(sentence: SentenceScore[Any, Any], numbers: Sequence[int]) -> SentenceScore[Any, Any]:
    """Return a sentence's score with other numbers of its references, by those that it has."""
    chosen, against = (
        None if index is None else numbers[index] for index in (sentence.reference, sentence.weighed_against)
    )
    return attrs.evolve(sentence, reference=chosen, weighed_against=against)


def check_references(metric: Metric[Any], count: int) -> None:
    """Check that there is a reference, if the metric needs one.

    Raises
    ------
    DocumentError
        If there is none.
    """
    if Need.REFERENCES in metric.needs and not count:
        raise DocumentError("there is no reference text")


def check_accepted(metric: Metric[Any], accepted: Decisions) -> None:
    """Check that accepted corrections may take part in the metric.

    Raises
    ------
    DocumentError
        If it compares no edits.
    """
    compares_texts = Need.REFERENCES in metric.needs and not metric.needs & {Need.EDITS, Need.CHUNKS}
    if accepted and compares_texts:
        raise DocumentError(
            f"{metric.name} compares sentences and no edits: accepted corrections have no part in it",
            remedy="Leave them out, or take another metric",
        )
