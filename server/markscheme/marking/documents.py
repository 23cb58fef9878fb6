"""Documents marked in this process: lined up, their edits extracted, marked or estimated, and placed in their files."""

from collections.abc import Sequence

import attrs
import numpy as np

from markscheme.alignment.alignment import Alignment, align
from markscheme.alignment.passages import Passage
from markscheme.edits.edit import Correction
from markscheme.edits.passage_edits import PassageEdits
from markscheme.encoders.encoder import Vectors
from markscheme.exercises.classmates import unchanged_spots
from markscheme.exercises.decisions.decision import DecisionKind
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.exercises.material import decisions_of
from markscheme.formats.document import Document
from markscheme.judges.errors import JudgeError
from markscheme.judges.identity import JudgeIdentity
from markscheme.judges.inquiry import OpenQuestion
from markscheme.marking.estimation import Estimation
from markscheme.marking.limits import long_sentences, tangled_sentences, too_many_changes
from markscheme.marking.passages.marks import PassageMarks
from markscheme.marking.passages.memory import MarkKey, PassageKey, RecentMarks, RecentVerdicts
from markscheme.marking.passages.passage import PassageVectors, credit_plans, mark_passage
from markscheme.marking.passages.tangles import untangled
from markscheme.marking.passages.transport_plan import PassagePlan, ReferencePlan, plan_edits
from markscheme.marking.review.document_review import DocumentReview, Estimate, MetricScores
from markscheme.marking.review.placed_passages import PlacedPassages
from markscheme.marking.review.placement import DocumentScores, place_estimates, place_marks
from markscheme.marking.signatures import Provenance
from markscheme.marking.tasks import Outcome, Task
from markscheme.marking.wording.notice_words import early_end_notices, other_language_notice
from markscheme.metrics import cleme2, errant, overlap
from markscheme.metrics.base import Need
from markscheme.metrics.estimates import EstimateSettings, mean_estimate
from markscheme.progress import Progress, silent
from markscheme.registry import RegistryError
from markscheme.scoring.accepted_reference import with_accepted
from markscheme.scoring.models import Models
from markscheme.scoring.scorer import Scorer
from markscheme.scoring.sentences import passage_edits
from markscheme.scoring.weighing import Weighing, unanswered_questions
from markscheme.text.errors import DocumentError
from markscheme.text.segments import Segment


class DocumentMarker:
    """Marks documents over one set of models; keeps the marks and estimates of recent passages."""

    def __init__(self, models: Models) -> None:
        self.models = models
        self._recent = RecentMarks()
        self._verdicts = RecentVerdicts(models.language)
        self._placed = PlacedPassages()
        self._estimation = Estimation(models)
        self._provenance = Provenance(models)
        self._scorer = Scorer(models)

    @property
    def passages_in_memory(self) -> int:
        """The number of passages whose marks, or places in documents, are remembered."""
        return max(self._recent.passages_in_memory, self._placed.passages_in_memory)

    def mark(self, task: Task, progress: Progress = silent) -> Outcome:
        """Mark one document against its references, or estimate it where its task says so.

        Raises
        ------
        DocumentError
            If the source or the hypothesis can't be used, or no reference, or the estimator.
        Cancelled
            If ``progress`` raises it.
        """
        if (settings := task.estimates) is None:
            return self._marked(task, progress)
        aligned = self._aligned(task)
        other = self._other_language(task, aligned)
        task, edits, limits = _limited(task, aligned, self._edits(aligned, other, progress))
        review = self._with_notices(self._estimated(task, settings, aligned, edits, progress), aligned, other)
        return Outcome(review, (*task.material.problems, *aligned.problems, *limits))

    def plan(self, task: Task, passage: int, progress: Progress = silent) -> PassagePlan:
        """Return the transport plans of one of a document's passages.

        Raises
        ------
        DocumentError
            As :meth:`mark`, or if there is no such passage.
        Cancelled
            If ``progress`` raises it.
        """
        aligned = self._referenced(task)
        general_types = bool(self._other_language(task, aligned))
        if not 0 <= passage < len(aligned.passages):
            raise DocumentError(f"there is no passage {passage}", path=task.marked.path)
        [edits] = self._passage_edits([aligned.passages[passage]], progress, general_types=general_types)
        edits = untangled(edits)
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
            self._provenance.review(whole, len(aligned.references), 0, self._judge(whole)),
        )

    def _marked(self, task: Task, progress: Progress) -> Outcome:
        aligned = self._referenced(task)
        decisions, unreadable = decisions_of(task.material)
        alternatives = decisions.only(DecisionKind.ACCEPTED)
        other = self._other_language(task, aligned)
        task, extracted, limits = _limited(task, aligned, self._edits(aligned, other, progress))
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
            raise DocumentError("no reference has a sentence of this document", path=task.marked.path)
        metric, metric_problems = self._metric_scores(aligned, alternatives, task, progress)
        scores = DocumentScores(
            cleme2.document_scores(
                [own.weights or own.counts for own, item in zip(marks, edits, strict=True) if not item.is_unseen],
                task.settings.level,
                task.settings.factors,
            ),
            task.weighting,
            errant.evaluate(seen, level=task.settings.level).scores,
            self._provenance.review(task, len(aligned.references), len(alternatives), judge),
            metric,
        )
        placed = place_marks(aligned, task.marked, marks, task.settings, scores, accepted, self._placed)
        review = self._with_notices(placed, aligned, other)
        problems = (*task.material.problems, *aligned.problems, *unreadable, *judge_problems, *metric_problems, *limits)
        return Outcome(review, problems, open_questions)

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
            mean_estimate(sentences),
            self.models.estimator_identity(settings.impara.estimator),
            settings.impara.threshold,
            settings.margin,
            self._provenance.estimate(settings, with_vectors=task.with_vectors),
        )
        return place_estimates(aligned, task.marked, [item.hypothesis for item in edits], sentences, estimate)

    def _metric_scores(
        self, aligned: Alignment, alternatives: Decisions, task: Task, progress: Progress
    ) -> tuple[MetricScores | None, tuple[DocumentError, ...]]:
        """Return the scores of the metric that the settings name, or why there are none; marks don't wait for them."""
        try:
            metric = task.settings.document_metric()
        except RegistryError as problem:
            return None, (DocumentError(str(problem)),)
        if metric is None or Need.JUDGE in metric.needs or (metric.needs_models and not task.with_vectors):
            return None, ()
        score = self._scorer.score_passages(aligned.passages, metric, progress, accepted=alternatives)
        scores = tuple(attrs.asdict(score.scores).items())
        return MetricScores(metric.name, metric.title, scores, score.signature), ()

    def _open_questions(
        self, edits: Sequence[PassageEdits], task: Task
    ) -> tuple[JudgeIdentity | None, tuple[OpenQuestion, ...], tuple[DocumentError, ...]]:
        """Return the judge, what it has to be asked first, and why it can't be; marks don't wait for it."""
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
            raise (*aligned.problems, DocumentError("no reference can be used"))[0]
        return aligned

    def _aligned(self, task: Task) -> Alignment:
        aligned = align(
            task.material.source,
            task.material.hypothesis,
            task.material.references,
            tokenised=task.tokenised,
            split=self.models.split,
            line_up=self.models.line_up,
        )
        if not aligned.passages:
            raise (*aligned.problems, DocumentError("nothing of the source is in this document"))[0]
        return aligned

    def _edits(self, aligned: Alignment, other_language: str, progress: Progress) -> list[PassageEdits]:
        return self._passage_edits(aligned.passages, progress, general_types=bool(other_language))

    def _passage_edits(
        self, passages: Sequence[Passage], progress: Progress, *, general_types: bool
    ) -> list[PassageEdits]:
        extracted = passage_edits(passages, self.models, progress, general_types=general_types)
        return [edits.scored() for edits in extracted]

    def _other_language(self, task: Task, aligned: Alignment) -> str:
        """Return the language that the source seems to be in, if it is not the models' and nobody said which it is."""
        if task.states_language:
            return ""
        return self.models.other_language([" ".join(passage.source.tokens) for passage in aligned.passages])

    def _with_notices(self, review: DocumentReview, aligned: Alignment, other: str) -> DocumentReview:
        language = (other_language_notice(other, self.models.language),) if other else ()
        return attrs.evolve(review, notices=(*language, *early_end_notices(aligned)))

    def _marks(
        self, passages: Sequence[PassageKey], task: Task, judge: JudgeIdentity | None, progress: Progress
    ) -> list[PassageMarks]:
        """Return the marks of each passage; recent ones are not computed again."""
        settings = task.settings
        edits = [item.edits for item in passages]
        weighing = Weighing.of(edits, task.chunk_weighting, settings.cleme2_assumption, settings.level, judge)
        key = MarkKey(settings, task.with_vectors, weighing)
        marks = self._recent.known(passages, key)
        missing = [index for index, known in enumerate(marks) if known is None]
        missing_edits = [edits[index] for index in missing]
        vectors = self._passage_vectors(missing_edits, progress) if task.with_vectors else [None] * len(missing)
        weights = weighing.weights(missing_edits, self.models, progress)
        for number, (index, own) in enumerate(zip(missing, vectors, strict=True)):
            passage = passages[index]
            marks[index] = mark_passage(
                passage.edits,
                own,
                settings,
                None if weights is None else weights[number],
                accepted=passage.accepted,
                places=() if passage.edits.is_unseen else self._verdicts.of(passage, settings),
            )
        complete = [known for known in marks if known is not None]
        self._recent.keep([passages[index] for index in missing], [complete[index] for index in missing], key)
        return complete

    def _passage_vectors(self, edits: Sequence[PassageEdits], progress: Progress) -> list[PassageVectors]:
        corrections = [Correction(item.source, side) for item in edits for side in (item.hypothesis, *item.references)]
        vectors = iter(self.models.vectors(corrections, progress=progress))
        return [
            PassageVectors(_exact(next(vectors)), tuple(_exact(next(vectors)) for _ in item.references))
            for item in edits
        ]


def _people(references: Sequence[Document]) -> tuple[int, ...]:
    """Return the number of each reference's author; nothing where each has one."""
    names = [item.name.rpartition(" (")[0] if item.choice else item.name for item in references]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return tuple(numbers[name] for name in names) if any(item.choice for item in references) else ()


def _unchanged(task: Task, source: Segment) -> frozenset[int]:
    """Return the spots of a passage that nearly nobody in the class changes; none where there is no class to tell."""
    changed = task.material.changed
    return frozenset() if changed is None else unchanged_spots(source, changed)


def _limited(
    task: Task, aligned: Alignment, edits: Sequence[PassageEdits]
) -> tuple[Task, list[PassageEdits], tuple[DocumentError, ...]]:
    """Return the task and the edits as far as they are not too much, and what is left out, in words for people."""
    problems = [*long_sentences(aligned, task.marked), *tangled_sentences(aligned, task.marked, edits)]
    edits = [untangled(item) for item in edits]
    if task.with_vectors and (problem := too_many_changes(edits, task.marked)):
        problems.append(problem)
        task = attrs.evolve(task, with_vectors=False)
    return task, edits, tuple(problems)


def _exact(vectors: Vectors) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    return vectors.astype(np.float64)
