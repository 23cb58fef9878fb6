"""Documents marked in this process: lined up, their edits extracted, marked or estimated, and placed in their files."""

from collections.abc import Hashable, Iterator, Sequence

import attrs
import numpy as np
from cachetools import LRUCache

from markscheme.documents.corpus import Document, Side
from markscheme.documents.places import LineIndex
from markscheme.edits.edit import Correction, Edits, PassageEdits, incomparable
from markscheme.edits.passages import Alignment, Passage
from markscheme.errors import DocumentError, JudgeError, MissingEncoder, RegistryError
from markscheme.exercises.decisions import DecisionKind, Decisions
from markscheme.exercises.versions import unchanged_positions
from markscheme.inference import encoder
from markscheme.inference.encoder import MAX_WORDS, Vectors, without_each
from markscheme.inference.judge import JudgeIdentity, OpenQuestion
from markscheme.inference.memo import RecentValues
from markscheme.inference.models import Models
from markscheme.languages.segments import Segment
from markscheme.marking._placement import PlacedPassages, place_estimates, place_marks
from markscheme.marking.driver import Outcome, PassagePlan, ReferencePlan, Task, plan_edits
from markscheme.marking.marks import (
    PassageKey,
    PassageMarks,
    PassageVectors,
    RecentVerdicts,
    credit_plans,
    has_too_many_changes,
    mark_passage,
    with_joined_changes,
)
from markscheme.marking.review import (
    DocumentReview,
    Estimate,
    Marks,
    MetricScores,
    MovedPassage,
    PartedReview,
    VerdictCounts,
)
from markscheme.marking.words import early_end_notices, other_language_notice
from markscheme.metrics import cleme2, errant, overlap
from markscheme.metrics.base import Need, numbers, signature
from markscheme.metrics.impara import (
    Closeness,
    EstimateSettings,
    SentenceEstimate,
    impacts,
    impara_signature,
    mean_estimate,
    sentence_estimate,
    similarities,
)
from markscheme.progress import Progress, silent
from markscheme.scoring.scorer import Scorer, ScoreRequest
from markscheme.scoring.statistics import Weighing, passage_edits, unanswered_questions, with_accepted


def variants(correction: Correction) -> tuple[str, ...]:
    """Return the source, the correction, and the correction without each edit; empty where no word is left."""
    return " ".join(correction.source[:MAX_WORDS]), *without_each(correction)


@attrs.frozen
class _EstimateKey:
    settings: EstimateSettings
    estimator: str
    with_vectors: bool


MARK_BYTES_IN_MEMORY = 4 * 2**20
ESTIMATE_BYTES_IN_MEMORY = 4 * 2**20


class Estimation:
    """Estimates sentences; what was estimated lately stays in memory, by content."""

    def __init__(self, models: Models) -> None:
        self._models = models
        self._recent: RecentValues[tuple[Correction, _EstimateKey], SentenceEstimate] = RecentValues(
            ESTIMATE_BYTES_IN_MEMORY, lambda _: 1_000
        )

    def sentences(
        self, corrections: Sequence[Correction], settings: EstimateSettings, *, with_vectors: bool, progress: Progress
    ) -> list[SentenceEstimate]:
        """Estimate each correction; DocumentError if the estimator's folder can't be used."""
        manner = _EstimateKey(settings, self._models.estimator_identity(settings.impara.estimator), with_vectors)
        wanted = [item for item in dict.fromkeys(corrections) if (item, manner) not in self._recent]
        found = dict(zip(wanted, self._estimated(wanted, manner, progress), strict=True))
        found |= {item: self._recent[item, manner] for item in set(corrections) - set(wanted)}
        self._recent.update({(item, manner): found[item] for item in wanted})
        self._recent.shrink(len(found))
        return [found[item] for item in corrections]

    def _estimated(
        self, corrections: Sequence[Correction], manner: _EstimateKey, progress: Progress
    ) -> list[SentenceEstimate]:
        versions = [variants(item) for item in corrections]
        texts = list(dict.fromkeys(text for own in versions for text in own if text))
        settings = manner.settings
        estimates = dict(zip(texts, self._models.estimates(texts, settings.impara.estimator, progress), strict=True))
        vectors: dict[str, Vectors] = {}
        if manner.with_vectors:
            vectors = dict(zip(texts, self._models.sentence_vectors(texts, progress), strict=True))
        return [
            sentence_estimate(
                [estimates.get(text) for text in own],
                _closeness(own, vectors) if manner.with_vectors else None,
                settings.impara.threshold,
                settings.margin,
            )
            for own in versions
        ]


def _closeness(variants: Sequence[str], vectors: dict[str, Vectors]) -> Closeness:
    source, whole, *parts = (vectors.get(text) for text in variants)
    near = 0.0 if source is None or whole is None else float(similarities(source, whole))
    return Closeness(near, tuple(_impact(whole, part) for part in parts))


def _impact(whole: Vectors | None, part: Vectors | None) -> float | None:
    return None if whole is None or part is None else float(impacts(whole, part))


LEAST_ENCODED = 50_000
"""Words that the encoder reads for the vectors of any document, however short."""
ENCODED_PER_TOKEN = 4
"""Words that it reads for each token of a longer document, its source and its references."""


def encoded_words(edits: Sequence[PassageEdits]) -> int:
    """Return the number of words that an encoder reads for the vectors of all edits: a text for each edit."""
    return sum(_encoded(item.source, side) for item in edits for side in (item.hypothesis, *item.references))


def _encoded(source: tuple[str, ...], side: Edits) -> int:
    if not side:
        return 0
    length = len(source) + sum(edit.growth for edit in side)
    return (len(side) + 1) * min(length, encoder.MAX_TOKENS)


def too_many_changes(edits: Sequence[PassageEdits], document: Document) -> DocumentError | None:
    """Return why a document's vectors are left out; ``None`` where they are not."""
    tokens = sum(len(item.source) * (len(item.references) + 2) for item in edits)
    words = encoded_words(edits)
    if words <= max(LEAST_ENCODED, ENCODED_PER_TOKEN * tokens):
        return None
    return DocumentError(
        f"this document has too many changes for credit and weights: the encoder would read {words} words",
        path=document.path,
        remedy="Mark it in parts",
    )


def long_sentences(aligned: Alignment, marked: Document) -> Iterator[DocumentError]:
    """Yield a problem for each sentence so long and so changed that parts of it count as one change."""
    versions = [(marked, [item.hypothesis for item in aligned.passages])]
    versions += [
        (document, [item.references[number] for item in aligned.passages])
        for number, document in enumerate(aligned.references)
    ]
    for document, sides in versions:
        for passage, side in zip(aligned.passages, sides, strict=True):
            if not side.states_edits and (words := incomparable(passage.source.tokens, side.segment.tokens)):
                yield _long_sentence(document, side, max(len(passage.source.tokens), len(side.segment.tokens)), words)


def overchanged_sentences(
    aligned: Alignment, marked: Document, edits: Sequence[PassageEdits]
) -> Iterator[DocumentError]:
    for passage, item in zip(aligned.passages, edits, strict=True):
        if has_too_many_changes(item):
            changes = max(map(len, (item.hypothesis, *item.references)))
            yield DocumentError(
                f"this sentence is changed {changes} times, and changes side by side count as one",
                path=marked.path,
                line=_line(marked, passage.hypothesis),
            )


def _long_sentence(document: Document, side: Side, length: int, words: int) -> DocumentError:
    return DocumentError(
        f"a sentence of {length} words is too long to be compared word by word: {words} of them count as one change",
        path=document.path,
        line=_line(document, side),
        remedy="End sentences with a full stop, a question mark or an exclamation mark",
    )


def _line(document: Document, side: Side) -> int | None:
    """Return the 1-based line where the part begins; ``None`` where the document is not its file."""
    if document.places is not None:
        return None
    return LineIndex(document.text).position(side.segment.start, "utf-32").line + 1


@attrs.frozen(eq=False)
class _Compared:
    """A document lined up with its references, and the edits of each passage."""

    alignment: Alignment
    other_language: str
    edits: list[PassageEdits]


_COMPARED_DOCUMENTS = 2
"""Documents whose comparison is remembered from one stage of their marking to the next."""


class DocumentMarker:
    """Marks documents over one set of models; keeps the marks and estimates of recent passages."""

    def __init__(self, models: Models) -> None:
        self.models = models
        self._recent: RecentValues[Hashable, PassageMarks] = RecentValues(
            MARK_BYTES_IN_MEMORY, lambda item: 3_000 + 1_500 * (len(item.marks) + len(item.places))
        )
        self._verdicts = RecentVerdicts(models.language)
        self._placed = PlacedPassages()
        self._estimation = Estimation(models)
        self._compared: LRUCache[Hashable, _Compared] = LRUCache(_COMPARED_DOCUMENTS)
        self._scorer = Scorer(models)

    @property
    def passages_in_memory(self) -> int:
        return max(len(self._recent), self._placed.passages_in_memory)

    def mark(self, task: Task, progress: Progress = silent) -> Outcome:
        """Mark one document against its references, or estimate it where its task says so.

        Raise DocumentError if the source, the hypothesis, every reference or the estimator can't be used; Cancelled if
        ``progress`` raises it.
        """
        outcome, passages = self.mark_in_parts(task, progress)
        if outcome.review is None or not passages:
            return outcome
        return attrs.evolve(outcome, review=PartedReview(outcome.review, passages).whole)

    def mark_in_parts(self, task: Task, progress: Progress = silent) -> tuple[Outcome, tuple[MovedPassage, ...]]:
        """Return what :meth:`mark` does, with the review's passages apart; an estimate's are in the review."""
        unweighed: tuple[DocumentError, ...] = ()
        if not self.models.has_encoder:
            unweighed = tuple(_unweighed(task))
            task = attrs.evolve(task, with_vectors=False)
        compared = self._compare(task, progress)
        if (settings := task.estimates) is None:
            outcome, passages = self._marked(task, compared, progress)
            return attrs.evolve(outcome, problems=(*outcome.problems, *unweighed)), passages
        aligned = compared.alignment
        task, edits, limits = _limited(task, aligned, compared.edits)
        review = self._with_notices(self._estimated(task, settings, aligned, edits, progress), compared)
        return Outcome(review, (*task.material.problems, *aligned.problems, *limits)), ()

    def plan(self, task: Task, passage: int, progress: Progress = silent) -> PassagePlan:
        """Return the plans of one passage; raise as :meth:`mark`, or if there is no such passage."""
        aligned = self._referenced(task)
        general_types = bool(self._other_language(task, aligned))
        if not 0 <= passage < len(aligned.passages):
            raise DocumentError(f"there is no passage {passage}", path=task.marked.path)
        [edits] = self._passage_edits([aligned.passages[passage]], progress, general_types=general_types)
        edits = with_joined_changes(edits)
        if problem := too_many_changes([edits], task.marked):
            raise problem
        [vectors] = self._passage_vectors([edits], progress)
        plans = credit_plans(edits, vectors, task.settings.credit)
        names = [document.name for document in aligned.references]
        whole = attrs.evolve(task, with_vectors=True)
        hypothesis = plans[0].hypothesis
        return PassagePlan(
            edits.source,
            plan_edits(edits.source, edits.hypothesis, hypothesis.tolist()),
            tuple(
                ReferencePlan(
                    name,
                    plan_edits(edits.source, own, plan.reference.tolist()),
                    tuple(map(tuple, plan.gain.tolist())),
                    tuple(map(tuple, plan.transport.tolist())),
                    overlap.f_score(plan.overlap, task.settings.credit.beta),
                )
                for index, (name, own, plan) in enumerate(zip(names, edits.references, plans, strict=True))
                if index not in edits.absent
            ),
            self._review_signature(whole, len(aligned.references), 0, self._judge(whole)),
        )

    def _compare(self, task: Task, progress: Progress) -> _Compared:
        """Line a document's versions up and extract their edits; the stages of a document do so once."""
        material = task.material
        documents = (material.source, material.hypothesis, material.references)
        key = (*documents, task.tokenised, task.states_language, task.estimates is None)
        compared = self._compared.get(key)
        if compared is None:
            aligned = self._aligned(task) if task.estimates is not None else self._referenced(task)
            other = self._other_language(task, aligned)
            edits = self._passage_edits(aligned.passages, progress, general_types=bool(other))
            compared = self._compared[key] = _Compared(aligned, other, edits)
        return compared

    def _marked(self, task: Task, compared: _Compared, progress: Progress) -> tuple[Outcome, tuple[MovedPassage, ...]]:
        aligned = compared.alignment
        decisions, unreadable = task.material.read_decisions()
        alternatives = decisions.only(DecisionKind.ACCEPTED)
        task, extracted, limits = _limited(task, aligned, compared.edits)
        edits, accepted = with_accepted(extracted, alternatives, task.settings.factors)
        judge, open_questions, judge_problems = self._open_questions(edits, task)
        if open_questions or judge_problems:
            task, judge = task.judged_by(None), None
        people = _people(aligned.references)
        keys = [
            PassageKey(
                item,
                decisions.of(item.source),
                1 if index in accepted else 0,
                _unchanged(task, passage.source),
                people,
            )
            for index, (item, passage) in enumerate(zip(edits, aligned.passages, strict=True))
        ]
        marks = self._marks(keys, task, judge, progress)
        seen = [item.only(item.seen_by) for item in edits if not item.is_unseen]
        if not seen:
            raise DocumentError("no teacher has corrected a sentence of this text", path=task.marked.path)
        metric, metric_problems = self._metric_scores(aligned, alternatives, task, progress)
        settings, counted = task.settings, [own.weights or own.counts for own in marks]
        counted = [counts for counts, item in zip(counted, edits, strict=True) if not item.is_unseen]
        weights = [own.weights for own in marks if own.weights is not None]
        overlaps = [own.credit for own in marks if own.credit is not None]
        is_complete = len(overlaps) == len(marks)
        whole = Marks(
            sum((own.counts for own in marks), cleme2.Counts()),
            sum(weights, cleme2.Weights()) if weights else None,
            cleme2.document_scores(counted, settings.level, settings.factors),
            errant.evaluate(seen, level=settings.level).scores,
            overlap.f_score(sum(overlaps, overlap.Overlap()), settings.credit.beta) if is_complete else None,
            len(aligned.references),
            self._review_signature(task, len(aligned.references), len(alternatives), judge),
            _verdict_counts(aligned, marks),
            task.weighting,
            metric,
        )
        placed = place_marks(aligned, task.marked, marks, settings, whole, accepted, self._placed)
        review = self._with_notices(placed.rest, compared)
        problems = (*task.material.problems, *aligned.problems, *unreadable, *judge_problems, *metric_problems, *limits)
        return Outcome(review, problems, open_questions), placed.passages

    def _estimated(
        self,
        task: Task,
        settings: EstimateSettings,
        aligned: Alignment,
        edits: Sequence[PassageEdits],
        progress: Progress,
    ) -> DocumentReview:
        corrections = [Correction(item.source, item.hypothesis) for item in edits]
        sentences = self._estimation.sentences(corrections, settings, with_vectors=task.with_vectors, progress=progress)
        estimate = Estimate(
            mean_estimate([item.text for item in sentences]),
            self.models.estimator_identity(settings.impara.estimator),
            settings.impara.threshold,
            settings.margin,
            self._estimate_signature(settings, with_vectors=task.with_vectors),
        )
        return place_estimates(aligned, task.marked, [item.hypothesis for item in edits], sentences, estimate)

    def _review_signature(self, task: Task, references: int, accepted: int, judge: JudgeIdentity | None) -> str:
        settings, names = task.settings, self.models.names(judge)
        credit = settings.credit.signature_settings(names.encoder) if task.with_vectors else {}
        return signature(
            "cleme2+credit" if task.with_vectors else "cleme2",
            {
                "level": settings.level,
                "assumption": settings.cleme2_assumption,
                "choice": "sentence" if settings.cleme2_assumption == "dependent" else "chunk",
                "verdicts": "any" if settings.verdict_assumption == "independent" else "one",
                "equal": ",".join(settings.equal) or None,
                **task.chunk_weighting.signature_settings(names),
                "factors": numbers(attrs.astuple(settings.factors)),
                "refs": references,
                "accepted": accepted or None,
                **credit,
                **self.models.edit_settings,
            },
        )

    def _estimate_signature(self, settings: EstimateSettings, *, with_vectors: bool) -> str:
        names = self.models.names()
        estimator = {"estimator": names.estimator(settings.impara.estimator)}
        return signature(
            "impara",
            {
                **(impara_signature(settings.impara, names) if with_vectors else estimator),
                "margin": settings.margin,
                "refs": 0,
                **self.models.edit_settings,
            },
        )

    def _metric_scores(
        self, aligned: Alignment, alternatives: Decisions, task: Task, progress: Progress
    ) -> tuple[MetricScores | None, tuple[DocumentError, ...]]:
        """Return the scores, or why there are none; marks don't wait for them."""
        try:
            metric = task.settings.document_metric()
        except RegistryError as problem:
            return None, (DocumentError(str(problem)),)
        if metric is None or Need.JUDGE in metric.needs or (metric.needs_models and not task.with_vectors):
            return None, ()
        score = self._scorer.score_passages(aligned.passages, ScoreRequest(metric, alternatives), progress)
        return MetricScores(metric.name, metric.title, attrs.asdict(score.scores), score.signature), ()

    def _open_questions(
        self, edits: Sequence[PassageEdits], task: Task
    ) -> tuple[JudgeIdentity | None, tuple[OpenQuestion, ...], tuple[DocumentError, ...]]:
        try:
            judge = self._judge(task)
        except JudgeError as problem:
            return None, (), (DocumentError(str(problem)),)
        if judge is None:
            return None, (), ()
        missing = unanswered_questions(edits, task.chunk_weighting, judge, self.models)
        return judge, tuple(OpenQuestion(question, number) for question, number in missing.items()), ()

    def _judge(self, task: Task) -> JudgeIdentity | None:
        settings = task.settings.judge
        if settings is None or not task.chunk_weighting.needs_judge:
            return None
        return self.models.judge_identity(settings)

    def _referenced(self, task: Task) -> Alignment:
        aligned = self._aligned(task)
        if not aligned.references:
            raise (*aligned.problems, DocumentError("no teacher's correction can be used"))[0]
        return aligned

    def _aligned(self, task: Task) -> Alignment:
        material = task.material
        aligned = self.models.aligner.align(
            material.source, material.hypothesis, material.references, tokenised=task.tokenised
        )
        if not aligned.passages:
            raise (*aligned.problems, DocumentError("nothing of the source is in this document"))[0]
        return aligned

    def _passage_edits(
        self, passages: Sequence[Passage], progress: Progress, *, general_types: bool
    ) -> list[PassageEdits]:
        extracted = passage_edits(passages, self.models, progress, general_types=general_types)
        return [edits.scored() for edits in extracted]

    def _other_language(self, task: Task, aligned: Alignment) -> str:
        if task.states_language:
            return ""
        return self.models.other_language([" ".join(passage.source.tokens) for passage in aligned.passages])

    def _with_notices(self, review: DocumentReview, compared: _Compared) -> DocumentReview:
        other = compared.other_language
        language = (other_language_notice(other, self.models.language),) if other else ()
        return attrs.evolve(review, notices=(*language, *early_end_notices(compared.alignment)))

    def _marks(
        self, passages: Sequence[PassageKey], task: Task, judge: JudgeIdentity | None, progress: Progress
    ) -> list[PassageMarks]:
        settings = task.settings
        edits = [item.edits for item in passages]
        weighing = Weighing.of(edits, task.chunk_weighting, settings.cleme2_assumption, settings.level, judge)
        keys = [(item, settings, task.with_vectors, weighing) for item in passages]
        marks = [self._recent.get(key) for key in keys]
        missing = [index for index, known in enumerate(marks) if known is None]
        missing_edits = [edits[index] for index in missing]
        vectors = self._passage_vectors(missing_edits, progress) if task.with_vectors else [None] * len(missing)
        weights = weighing.weights(missing_edits, self.models, progress)
        for number, (index, own) in enumerate(zip(missing, vectors, strict=True)):
            passage = passages[index]
            places = () if passage.edits.is_unseen else self._verdicts.of(passage, settings)
            own_weights = None if weights is None else weights[number]
            marks[index] = mark_passage(passage, places, own, settings, own_weights)
        complete = [known for known in marks if known is not None]
        self._recent.update((keys[index], complete[index]) for index in missing)
        # With vectors and without them.
        for recent, times in ((self._recent, 2), (self._verdicts, 1), (self._placed, 2)):
            recent.shrink(times * len(passages))
        return complete

    def _passage_vectors(self, edits: Sequence[PassageEdits], progress: Progress) -> list[PassageVectors]:
        corrections = [Correction(item.source, side) for item in edits for side in (item.hypothesis, *item.references)]
        vectors = iter(self.models.vectors(corrections, progress=progress))
        return [
            PassageVectors(_exact(next(vectors)), tuple(_exact(next(vectors)) for _ in item.references))
            for item in edits
        ]


MOST_REWRITTEN = 0.25
"""Share of a document's source tokens in passages that are rewritten freely, above which it can't be compared."""


def _verdict_counts(aligned: Alignment, marks: Sequence[PassageMarks]) -> VerdictCounts:
    lengths = [len(passage.source.tokens) for passage in aligned.passages]
    rewritten = sum(length for length, item in zip(lengths, marks, strict=True) if item.rewritten)
    counts = VerdictCounts.total(item.verdict_counts for item in marks)
    return attrs.evolve(counts, is_comparable=rewritten <= MOST_REWRITTEN * sum(lengths))


def _people(references: Sequence[Document]) -> tuple[int, ...]:
    names = [item.name.rpartition(" (")[0] if item.choice else item.name for item in references]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return tuple(numbers[name] for name in names) if any(item.choice for item in references) else ()


def _unchanged(task: Task, source: Segment) -> frozenset[int]:
    changed = task.material.changed
    return frozenset() if changed is None else unchanged_positions(source, changed)


def _unweighed(task: Task) -> Iterator[DocumentError]:
    """Yield what can't be had without the encoder and was asked for; raise DocumentError where that is everything."""
    path = task.marked.path
    if task.estimates is not None:
        raise DocumentError(f"a text without a teacher's correction is estimated, and {MissingEncoder()}", path=path)
    if task.settings.chunk_weighting.needs_encoder and task.with_vectors:
        yield DocumentError(f"edits are not weighted by {task.settings.weighting}: {MissingEncoder()}")  # of all alike


def _limited(
    task: Task, aligned: Alignment, edits: Sequence[PassageEdits]
) -> tuple[Task, list[PassageEdits], tuple[DocumentError, ...]]:
    problems = [*long_sentences(aligned, task.marked), *overchanged_sentences(aligned, task.marked, edits)]
    edits = [with_joined_changes(item) for item in edits]
    if task.with_vectors and (problem := too_many_changes(edits, task.marked)):
        problems.append(problem)
        task = attrs.evolve(task, with_vectors=False)
    return task, edits, tuple(problems)


def _exact(vectors: Vectors) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    return vectors.astype(np.float64)
