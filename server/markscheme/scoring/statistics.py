"""From passages to a metric's sentences, and to what each contributes: its statistics, with what models compute.

Where a hypothesis makes a correction that a teacher accepted, its sentence has one more reference: one of the
passage's, with the hypothesis's edits at the accepted places. So no metric needs to know of accepted alternatives.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol, TypeVar

import attrs

from markscheme.documents.corpus import Side, StatedEdit
from markscheme.edits.edit import Correction, Edit, Edits, PassageEdits, TagsUsed, apply_edits, generally_typed
from markscheme.edits.passages import Passage
from markscheme.errors import JudgeError
from markscheme.exercises.decisions import Decision, Decisions, Placed
from markscheme.inference.judge import NO_JUDGE, JudgeIdentity, Unanswered
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
    Sentence,
)
from markscheme.metrics.cleme2 import Cleme2, Factors
from markscheme.metrics.weightings import ChunkWeights, Weighting, length_weights, mean_length
from markscheme.progress import Progress, silent

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
        _judgements(questions, judge, models) if judge is not None else {},
        dict(zip(estimates, models.estimates(estimates, metric.estimator, progress), strict=True)) if estimates else {},
        dict(zip(texts, models.sentence_vectors(texts, progress), strict=True)) if texts else {},
    )


def unanswered(inputs: Iterable[ModelInputs], judge: JudgeIdentity, models: Models) -> dict[ModelQuestion, int]:
    """Return the questions that a language model has not answered before, each with its 1-based sentence.

    They are asked in the language of the texts.
    """
    numbers: dict[ModelQuestion, int] = {}
    for number, item in enumerate(inputs, 1):
        for question in item.questions:
            numbers.setdefault(attrs.evolve(question, language=models.language), number)
    answers = models.judgements(numbers, judge)
    return {question: number for question, number in numbers.items() if question not in answers}


def _judgements(questions: Iterable[ModelQuestion], judge: JudgeIdentity, models: Models) -> dict[ModelQuestion, int]:
    asked = {question: attrs.evolve(question, language=models.language) for question in questions}
    answers = models.judgements(asked.values(), judge)
    return {question: answers[one] for question, one in asked.items() if one in answers}


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


def with_errant_types(passages: Sequence[PassageEdits], models: Models, progress: Progress) -> list[PassageEdits]:
    """Return the same edits with ERRANT's types; marks of errors without a correction keep theirs."""
    bare = [
        Correction(passage.source, tuple(attrs.evolve(edit, type="") if edit.corrects else edit for edit in side))
        for passage in passages
        for side in (passage.hypothesis, *passage.references)
    ]
    typed = iter(models.typed(bare, progress))

    def of_line(edit: Edit, source: tuple[str, ...], types: Mapping[Any, str]) -> Edit:
        if not edit.corrects:
            return edit
        if edit.key in types:
            return attrs.evolve(edit, type=types[edit.key])
        [[alone]] = models.typed([Correction(source, (attrs.evolve(edit, type=""),))])
        return alone

    def of_lines(passage: PassageEdits, lines: Edits | None, side: Edits) -> Edits | None:
        types = {edit.key: edit.type for edit in side}
        return None if lines is None else tuple(of_line(edit, passage.source, types) for edit in lines)

    def of_passage(passage: PassageEdits) -> PassageEdits:
        hypothesis, *references = (next(typed) for _ in range(1 + len(passage.references)))
        return attrs.evolve(
            passage,
            hypothesis=hypothesis,
            references=tuple(references),
            hypothesis_lines=of_lines(passage, passage.hypothesis_lines, hypothesis),
            reference_lines=tuple(
                of_lines(passage, lines, side) for lines, side in zip(passage.reference_lines, references, strict=False)
            ),
        )

    return [of_passage(passage) for passage in passages]


@attrs.frozen
class SentenceReader:
    """Makes a metric's sentences of passages; an accepted correction adds a reference (:func:`with_accepted`)."""

    needs: frozenset[Need]
    models: Models
    alternatives: Decisions = Decisions()
    factors: Factors = Factors()
    tags: TagsUsed = "own"
    """``own``: stated edits have the types that files give them; ``errant``: ERRANT's."""

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
        stated = passage_edits(passages, self.models, progress)
        if self.tags == "errant":
            stated = with_errant_types(stated, self.models, progress)
        edits, _ = with_accepted(stated, self.alternatives, self.factors)
        seen = [item.only(item.seen_by) if item.absent else item for item in edits]
        return [_with_edits(passage, item) for passage, item in zip(passages, seen, strict=True)]


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


@attrs.frozen
class SentenceStatistics:
    """Computes the statistics of sentences; the judge has answered every question."""

    metric: Metric[Any]
    models: Models
    judge: JudgeIdentity | None = None

    def of(self, sentences: Sequence[Sentence], progress: Progress) -> list[Any]:
        if not self.metric.costly:
            return self._computed(sentences, progress)
        owner = f"{self.metric.name} {dict(self.metric.signature_settings(self.models.names(self.judge)))}"
        statistics = statistics_memo(self.models.cache).values(owner, sentences, self._computed, progress)
        return [statistics[sentence] for sentence in sentences]

    def of_several(self, hypotheses: Sequence[Sequence[Sentence]], progress: Progress) -> list[list[Any]]:
        """Return the statistics of each hypothesis's sentences.

        Models compute for all at once, so that batches are full; but chunks are cut for each alone, and share few
        texts.
        """
        if not self.metric.needs_models or Need.CHUNKS in self.metric.needs:
            return [self.of(sentences, progress) for sentences in hypotheses]
        statistics = iter(self.of(list(chain.from_iterable(hypotheses)), progress))
        return [[next(statistics) for _ in sentences] for sentences in hypotheses]

    def questions(self, sentences: Iterable[Sentence]) -> dict[ModelQuestion, int]:
        """Return the questions that the judge has not answered, each with its 1-based sentence."""
        assert self.judge is not None
        return unanswered(map(self.metric.inputs, sentences), self.judge, self.models)

    def _computed(self, sentences: Sequence[Sentence], progress: Progress) -> list[Any]:
        inputs = [self.metric.inputs(sentence) for sentence in sentences]
        outputs = compute(inputs, self.models, progress, self.metric, self.judge)
        return [self.metric.statistics(sentence, outputs) for sentence in sentences]


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
        sentences = SentenceReader(self.metric.needs, self.models).read(passages, silent)
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


class TokenSpan(Protocol):
    """A half-open range of source tokens, such as an edit or a mark's place."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


@attrs.frozen
class AcceptedReference:
    """A reference made of accepted alternatives that a hypothesis makes; without a ``base`` it varies the source."""

    edits: Edits
    alternatives: tuple[Placed, ...]
    base: int | None

    def title(self, place: TokenSpan | None = None) -> str:
        """Return its name for people, with those who accepted the alternatives at a place, or anywhere."""
        return _title(item.decision for item in self.alternatives if place is None or _touches(item, place))

    def reaches(self, place: TokenSpan) -> bool:
        return any(_touches(item, place) for item in self.alternatives)


def _title(alternatives: Iterable[Decision]) -> str:
    people = "; ".join(dict.fromkeys(item.title for item in alternatives if item.title))
    return f"accepted ({people})" if people else "accepted"


def with_accepted(
    passages: Sequence[PassageEdits], alternatives: Decisions, factors: Factors
) -> tuple[list[PassageEdits], dict[int, AcceptedReference]]:
    """Return the passages, some with one more reference behind the others, and these references by passage."""
    if not alternatives:
        return list(passages), {}
    added = {
        index: reference
        for index, passage in enumerate(passages)
        if (reference := accepted_reference(passage, alternatives, factors)) is not None
    }
    widened = [
        attrs.evolve(passage, references=(*passage.references, added[index].edits)) if index in added else passage
        for index, passage in enumerate(passages)
    ]
    return widened, added


def accepted_reference(
    passage: PassageEdits, alternatives: Decisions, factors: Factors = Factors()
) -> AcceptedReference | None:
    """Return one more reference of a passage; ``None`` where its hypothesis makes no accepted correction.

    It varies the reference that CLEME2.0 chooses under dependence (the source, if there is none), and is chosen in
    its place: an accepted correction becomes a hit, and the passage's other marks do not change.
    """
    placed = tuple(item for item in alternatives.of(passage.source) if _makes(passage.source, passage.hypothesis, item))
    if not placed:
        return None
    [result] = Cleme2(level="sentence", factors=factors).evaluate([passage.cut()]).sentences
    chosen = passage.references[result.reference] if result.reference is not None else ()
    return AcceptedReference(_variant(chosen, passage.hypothesis, placed), placed, result.reference)


def _touches(item: Placed, other: TokenSpan) -> bool:
    """Return whether two places share a token or an end, and so are one chunk."""
    return other.start <= item.end and item.start <= other.end


def _makes(source: tuple[str, ...], hypothesis: Edits, item: Placed) -> bool:
    edits = [edit for edit in hypothesis if _touches(item, edit)]
    if not edits or edits[0].start < item.start or edits[-1].end > item.end:
        return False
    moved = tuple(attrs.evolve(edit, start=edit.start - item.start, end=edit.end - item.start) for edit in edits)
    return apply_edits(source[item.start : item.end], moved) == item.decision.replacement


def _variant(reference: Edits, hypothesis: Edits, placed: Sequence[Placed]) -> Edits:
    kept = [edit for edit in reference if not any(_touches(item, edit) for item in placed)]
    accepted = [edit for edit in hypothesis if any(_touches(item, edit) for item in placed)]
    return tuple(sorted((*kept, *accepted), key=lambda edit: (edit.start, edit.end)))
