"""From parallel texts to scores: in blocks of sentences, so that memory does not grow with the corpus."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, TypeVar

import attrs

from markscheme.documents.corpus import ParallelText, Side, StatedEdit, sources_of
from markscheme.edits.edit import Edit, Edits, PassageEdits, apply_edits, generally_typed
from markscheme.edits.passages import Passage, parallel_passages
from markscheme.errors import DocumentError
from markscheme.exercises.decisions import Decisions
from markscheme.inference.judge import NO_JUDGE, JudgeError, JudgeIdentity, JudgeSettings, Unanswered
from markscheme.inference.memo import statistics_memo
from markscheme.inference.models import Models
from markscheme.languages.segments import Segment, whitespace_segment
from markscheme.metrics.base import (
    NO_INPUTS,
    Assumption,
    Level,
    Metric,
    ModelInputs,
    ModelOutputs,
    ModelQuestion,
    Need,
    Score,
    Sentence,
    SentenceScore,
)
from markscheme.metrics.cleme2 import Cleme2, Factors
from markscheme.metrics.weightings import ChunkWeights, Weighting, length_weights, mean_length
from markscheme.progress import Progress, silent
from markscheme.scoring.record_texts import with_accepted

Item = TypeVar("Item")


def compute(
    inputs: Sequence[ModelInputs],
    models: Models,
    progress: Progress,
    metric: Metric[Any] = Cleme2(),
    judge: JudgeIdentity | None = None,
) -> ModelOutputs:
    """Return what models compute for these sentences, each thing once; the ``judge`` has answered: nothing is sent."""
    inputs = [item for item in inputs if item is not NO_INPUTS]
    corrections = _distinct(item.corrections for item in inputs)
    estimates = _distinct(item.estimates for item in inputs)
    texts = _distinct(item.texts for item in inputs)
    pairs = _distinct(item.similarities for item in inputs)
    questions = _distinct(item.questions for item in inputs)
    return ModelOutputs(
        dict(zip(corrections, models.vectors(corrections, metric.vectorisation, progress), strict=True))
        if corrections
        else {},
        models.similarities(pairs, progress) if pairs else {},
        models.judgements(questions, judge) if judge is not None else {},
        dict(zip(estimates, models.estimates(estimates, metric.estimator, progress), strict=True)) if estimates else {},
        dict(zip(texts, models.sentence_vectors(texts, progress), strict=True)) if texts else {},
    )


def unanswered(inputs: Iterable[ModelInputs], judge: JudgeIdentity, models: Models) -> dict[ModelQuestion, int]:
    """Return the questions that a language model has not answered before, each with its 1-based sentence."""
    numbers: dict[ModelQuestion, int] = {}
    for number, item in enumerate(inputs, 1):
        for question in item.questions:
            numbers.setdefault(question, number)
    answers = models.judgements(numbers, judge)
    return {question: number for question, number in numbers.items() if question not in answers}


def _distinct(rows: Iterable[Iterable[Item]]) -> list[Item]:
    return list(dict.fromkeys(chain.from_iterable(rows)))


def unannotated(passages: Iterable[Passage]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for passage in passages:
        for side in (passage.hypothesis, *passage.references):
            if not side.states_edits:
                yield passage.source.tokens, side.segment.tokens


def passage_edits(
    passages: Sequence[Passage], models: Models, progress: Progress = silent, *, general_types: bool = False
) -> list[PassageEdits]:
    """Return every side's edits, its document's or else ERRANT's, with general types if ``general_types``."""
    pairs = list(unannotated(passages))
    edits_of_pairs = models.edits(pairs, progress)
    extracted = iter(map(generally_typed, edits_of_pairs) if general_types else edits_of_pairs)

    def edits(side: Side) -> Edits:
        return _edits(side.edits) if side.states_edits else next(extracted)

    return [
        PassageEdits(
            passage.source.tokens,
            edits(passage.hypothesis),
            tuple(edits(side) for side in passage.references),
            passage.parallel,
            frozenset([index for index, side in enumerate(passage.references) if side.absent]),
            _lines(passage.hypothesis),
            tuple(map(_lines, passage.references)),
        )
        for passage in passages
    ]


def _edits(stated: Sequence[StatedEdit]) -> Edits:
    return tuple([Edit(item.start, item.end, item.replacement, item.type) for item in stated])


def _lines(side: Side) -> Edits | None:
    """Return ``None`` where the lines of a document are the side's edits."""
    if side.edit_lines == side.edits:  # mostly the same values, so that nothing is compared
        return None
    edits, lines = _edits(side.edits), _edits(side.edit_lines)
    return None if len(lines) == len(edits) and set(lines) == set(edits) else lines


@attrs.frozen
class SentenceReader:
    """Makes a metric's sentences of passages; an accepted correction adds a reference (:func:`with_accepted`)."""

    needs: frozenset[Need]
    models: Models
    alternatives: Decisions = Decisions()
    factors: Factors = Factors()

    @property
    def _reads_edits(self) -> bool:
        return bool(self.needs & {Need.EDITS, Need.CHUNKS})

    def extract(self, passages: Sequence[Passage], progress: Progress) -> None:
        """Have the edits of all these passages extracted at once, so that each source is parsed once."""
        if self._reads_edits and (pairs := list(unannotated(passages))):
            self.models.edits(pairs, progress)

    def read(self, passages: Sequence[Passage], progress: Progress) -> list[Sentence]:
        """Return a sentence for each passage, with the references whose authors have seen it."""
        if not self._reads_edits:
            return [Sentence(*_texts(passage)) for passage in passages]
        edits, _ = with_accepted(passage_edits(passages, self.models, progress), self.alternatives, self.factors)
        seen = [item.only(item.seen_by) if item.absent else item for item in edits]
        return [_with_edits(passage, item) for passage, item in zip(passages, seen, strict=True)]


@attrs.frozen
class ScoreRequest:
    """How to score hypotheses: ``judge`` where the metric needs one; ``per_sentence`` keeps the sentences' scores."""

    metric: Metric[Any] = Cleme2()
    accepted: Decisions = Decisions()
    per_sentence: bool = True
    judge: JudgeSettings | None = None

    def check(self, references: int) -> None:
        """Raise DocumentError if a needed reference is missing, or corrections are accepted that can't be compared."""
        needs = self.metric.needs
        if Need.REFERENCES not in needs:
            return
        if not references:
            raise DocumentError("there is no reference text")
        if self.accepted and not needs & {Need.EDITS, Need.CHUNKS}:
            raise DocumentError(
                f"{self.metric.name} compares sentences and no edits: accepted corrections have no part in it",
                remedy="Leave them out, or take another metric",
            )

    def reader(self, models: Models) -> SentenceReader:
        factors = self.metric.factors if isinstance(self.metric, Cleme2) else Factors()
        return SentenceReader(self.metric.needs, models, self.accepted, factors)

    def signature(self, references: int, models: Models, judge: JudgeIdentity | None = None) -> str:
        return models.signature(self.metric, references, accepted=len(self.accepted), judge=judge)


def seen_by(sides: Sequence[Side]) -> tuple[int, ...]:
    return tuple(index for index, side in enumerate(sides) if not side.absent)


def _texts(passage: Passage) -> tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, ...], ...]]:
    references = tuple([side.segment.tokens for side in passage.references if not side.absent])
    return passage.source.tokens, passage.hypothesis.segment.tokens, references


def _with_edits(passage: Passage, edits: PassageEdits) -> Sentence:
    """Return a sentence with its edits; a reference that these have beyond the passage's is the accepted one."""
    source, hypothesis, references = _texts(passage)
    accepted = edits.references[len(references) :]
    return Sentence(source, hypothesis, (*references, *(apply_edits(source, side) for side in accepted)), edits)


BLOCK = 1024
"""Source sentences that models compute for at a time."""


@attrs.frozen
class Block:
    """Consecutive sentences of one hypothesis; ``companions`` of later ones fill batches, and count in progress."""

    sentences: list[Sentence]
    companions: Callable[[], list[Sentence]]
    progress: Progress


Seen = tuple[int, ...]
"""The references whose authors have seen a sentence."""


@attrs.frozen
class Texts:
    """Hypotheses and references of the same source sentences."""

    sources: tuple[Segment, ...]
    hypotheses: Sequence[ParallelText]
    references: Sequence[ParallelText]

    @classmethod
    def of(
        cls,
        hypotheses: Sequence[ParallelText],
        references: Sequence[ParallelText],
        source: ParallelText | None,
        first: int = 0,
    ) -> "Texts":
        """Raise DocumentError if texts don't line up, or there is no source; ``first`` is their first sentence's."""
        return cls(sources_of([*hypotheses, *references], source, first), hypotheses, references)

    def corpora(self, reader: SentenceReader, progress: Progress) -> "Iterator[Corpus]":
        return (Corpus(self, number, reader, progress) for number in range(len(self.hypotheses)))

    def seen(self) -> tuple[Seen, ...]:
        """Return the references whose authors have seen each sentence; empty where they have seen all."""
        if not any(side.absent for text in self.references for side in text.sides):
            return ()
        return tuple(seen_by([text.sides[number] for text in self.references]) for number in range(len(self.sources)))


@attrs.frozen
class Corpus:
    """The sentences of the hypothesis of this number, read anew each time."""

    texts: Texts
    number: int
    reader: SentenceReader
    progress: Progress

    def blocks(self) -> Iterator[Block]:
        size, hypotheses = len(self.texts.sources), len(self.texts.hypotheses)
        for begin in range(0, size, BLOCK):
            end = min(begin + BLOCK, size)
            done = self.number * size + begin
            progress = self._progress(done, end - begin)
            progress("sentences", 0, 1)
            passages = self._passages(self.number, begin, end)
            later = () if self.number else range(1, hypotheses)
            companions = [passage for number in later for passage in self._passages(number, begin, end)]
            self.reader.extract([*passages, *companions], progress)
            yield Block(self.reader.read(passages, progress), partial(self.reader.read, companions, progress), progress)
        self.progress("sentences", (self.number + 1) * size, size * hypotheses)

    def _passages(self, number: int, begin: int, end: int) -> list[Passage]:
        texts = self.texts
        return list(parallel_passages(texts.sources, texts.hypotheses[number], texts.references, begin, end))

    def _progress(self, done: int, size: int) -> Progress:
        total = len(self.texts.sources) * len(self.texts.hypotheses)

        def report(stage: str, number: int, count: int) -> None:
            self.progress(stage, done + size * number // max(count, 1), total)

        return report


@attrs.frozen
class SentenceStatistics:
    """Computes the statistics of sentences; the judge has answered every question."""

    metric: Metric[Any]
    models: Models
    judge: JudgeIdentity | None = None

    @property
    def shares_batches(self) -> bool:
        """Whether models compute for several hypotheses at once; chunks are cut for each alone, and share few texts."""
        return self.metric.needs_models and Need.CHUNKS not in self.metric.needs

    def of(self, sentences: Sequence[Sentence], progress: Progress, companions: Sequence[Sentence] = ()) -> list[Any]:
        """Return the statistics of each sentence; what models compute now for the companions is kept for later."""
        if not self.metric.costly:
            return self._computed(sentences, progress, companions)
        owner = f"{self.metric.name} {dict(self.metric.signature_settings(self.models.names(self.judge)))}"

        def compute_batch(batch: Sequence[Sentence], progress: Progress) -> list[Any]:
            return self._computed(batch, progress)

        memo = statistics_memo(self.models.cache)
        statistics = memo.values(owner, (*sentences, *companions), compute_batch, progress)
        return [statistics[sentence] for sentence in sentences]

    def _computed(
        self, sentences: Sequence[Sentence], progress: Progress, companions: Sequence[Sentence] = ()
    ) -> list[Any]:
        inputs = [self.metric.inputs(sentence) for sentence in (*sentences, *companions)]
        outputs = compute(inputs, self.models, progress, self.metric, self.judge)
        return [self.metric.statistics(sentence, outputs) for sentence in sentences]


@attrs.frozen
class CorpusStatistics:
    """The statistics of one hypothesis's sentences; computed anew each time that they are read."""

    corpus: Corpus
    statistics: SentenceStatistics

    def __iter__(self) -> Iterator[Any]:
        for block in self.corpus.blocks():
            companions = block.companions() if self.statistics.shares_batches else []
            yield from self.statistics.of(block.sentences, block.progress, companions)


@attrs.frozen
class Run:
    """One hypothesis's score under one metric."""

    hypothesis: str
    metric: Metric[Any]
    result: Score[Any, Any]

    @property
    def signature(self) -> str:
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
        request: ScoreRequest = ScoreRequest(),
        progress: Progress = silent,
    ) -> tuple[Run, ...]:
        """Score hypotheses against the same references.

        In a sentence where a hypothesis makes an accepted correction, one more reference follows the others. Raise
        DocumentError as :meth:`ScoreRequest.check`, or if the texts don't line up, or the source is missing; JudgeError
        without a needed language model, or if it has not answered every question
        (:class:`~markscheme.inference.judge.Unanswered`).
        """
        request.check(len(references))
        texts = Texts.of(hypotheses, references, source)
        if not texts.sources:
            given = source or hypotheses[0]
            raise DocumentError("the document has no sentence", path=given.path, line=1)
        judge = self._judge_identity(request)
        corpora = list(texts.corpora(request.reader(self._models), progress))
        if judge is not None:
            self._check_answered(corpora, request.metric, judge)
        statistics = SentenceStatistics(request.metric, self._models, judge)
        signature = request.signature(len(references), self._models, judge)
        seen = texts.seen()
        runs: list[Run] = []
        for corpus in corpora:
            score = request.metric.fold(CorpusStatistics(corpus, statistics), keep_sentences=request.per_sentence)
            if seen and score.sentences:
                numbered = tuple(map(partial(with_reference_numbers, len(references)), score.sentences, seen))
                score = attrs.evolve(score, sentences=numbered)
            name = hypotheses[corpus.number].name
            runs.append(Run(name, request.metric, attrs.evolve(score, signature=signature)))
        return tuple(runs)

    def score_passages(
        self, passages: Sequence[Passage], request: ScoreRequest, progress: Progress = silent
    ) -> Score[Any, Any]:
        """Score one document's passages under a metric that needs no language model.

        At least one passage must have a reference whose author has seen it; passages without one are left out.
        """
        passages = [item for item in passages if seen_by(item.references) or not item.references]
        sentences = request.reader(self._models).read(passages, progress)
        statistics = SentenceStatistics(request.metric, self._models).of(sentences, progress)
        signature = request.signature(len(passages[0].references), self._models)
        return attrs.evolve(request.metric.fold(statistics, keep_sentences=False), signature=signature)

    def _judge_identity(self, request: ScoreRequest) -> JudgeIdentity | None:
        if Need.JUDGE not in request.metric.needs:
            return None
        if request.judge is None:
            raise JudgeError(NO_JUDGE)
        return self._models.judge_identity(request.judge)

    def _check_answered(self, corpora: Sequence[Corpus], metric: Metric[Any], judge: JudgeIdentity) -> None:
        missing: dict[ModelQuestion, int] = {}
        for corpus in corpora:
            before = 0
            for block in corpus.blocks():
                inputs = [metric.inputs(sentence) for sentence in block.sentences]
                for question, number in unanswered(inputs, judge, self._models).items():
                    missing.setdefault(question, before + number)
                before += len(inputs)
        if missing:
            raise Unanswered(missing)


def with_reference_numbers(references: int, sentence: SentenceScore[Any, Any], seen: Seen) -> SentenceScore[Any, Any]:
    """Number references among all; a metric numbers those that have seen the sentence, and an accepted one last."""
    numbers = (*seen, references)
    chosen, against = (
        None if index is None else numbers[index] for index in (sentence.reference, sentence.weighed_against)
    )
    return attrs.evolve(sentence, reference=chosen, weighed_against=against)


@attrs.frozen
class TextStatistics:
    """Computes the statistics of texts, one sentence each; if not ``tokenised``, the language's pipeline tokenises."""

    metric: Metric[Any]
    models: Models
    tokenised: bool = True

    def of(self, sources: Sequence[str], hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> list[Any]:
        """Return the statistics of each sentence; an empty reference is not compared."""
        passages = [
            Passage(self._segment(source), self._side(text), tuple(map(self._side, texts)), True)
            for source, text, texts in zip(sources, hypotheses, references, strict=True)
        ]
        sentences = ScoreRequest(self.metric).reader(self.models).read(passages, silent)
        return SentenceStatistics(self.metric, self.models).of(sentences, silent)

    def _segment(self, text: str) -> Segment:
        return whitespace_segment(text) if self.tokenised else self.models.segment(text)

    def _side(self, text: str) -> Side:
        return Side(self._segment(text))


@attrs.frozen
class Weighing:
    """How chunks are weighed; ``mean_length``, of the references' changed ones, is ``None`` where it plays no part."""

    weighting: Weighting
    assumption: Assumption
    level: Level
    mean_length: float | None
    judge: JudgeIdentity | None = None

    @classmethod
    def of(
        cls,
        edits: Sequence[PassageEdits],
        weighting: Weighting,
        assumption: Assumption,
        level: Level,
        judge: JudgeIdentity | None = None,
    ) -> "Weighing":
        mean = mean_length([passage.cut() for passage in edits]) if weighting.by_length else None
        return cls(weighting, assumption, level, mean, judge if weighting.needs_judge else None)

    def weights(self, edits: Sequence[PassageEdits], models: Models, progress: Progress) -> list[ChunkWeights] | None:
        """Return each passage's weights, ``None`` where all are 1; raise JudgeError without a model or its answers."""
        if self.mean_length is not None:
            mean = self.mean_length
            return [length_weights(passage.cut(), mean, self.assumption, self.level) for passage in edits]
        if self.weighting.needs_judge:
            if self.judge is None:
                raise JudgeError(NO_JUDGE)
            if missing := unanswered_questions(edits, self.weighting, self.judge, models):
                raise Unanswered(missing)
        outputs = compute(_inputs(edits, self.weighting), models, progress, judge=self.judge)
        weights: list[ChunkWeights] = []
        for passage in edits:
            rows = self.weighting.weights(passage.source, passage.cut(), outputs)
            if rows is None:
                return None
            weights.append(rows)
        return weights


def unanswered_questions(
    edits: Sequence[PassageEdits], weighting: Weighting, judge: JudgeIdentity, models: Models
) -> dict[ModelQuestion, int]:
    """Return the questions that a language model must answer before it can weigh, each with its 1-based passage."""
    return unanswered(_inputs(edits, weighting), judge, models)


def _inputs(edits: Sequence[PassageEdits], weighting: Weighting) -> list[ModelInputs]:
    return [weighting.inputs(passage.source, passage.cut()) for passage in edits]
