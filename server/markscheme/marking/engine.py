"""The engine: reviews and scores over one set of models. The language server talks to it in another process;
the command line and the Python API hold one of their own."""

from collections.abc import Sequence

import attrs
import numpy as np

from markscheme.alignment.alignment import Alignment, align
from markscheme.alignment.parallel import ParallelText, parallel_passages, sources_of
from markscheme.alignment.passages import Passage, Side
from markscheme.edits.edit import Edit, Edits
from markscheme.encoders import edit_vectors
from markscheme.encoders.encoder import Vectors
from markscheme.exercises.accepted import Alternatives, read_accepted
from markscheme.judges.errors import JudgeError
from markscheme.judges.identity import JudgeIdentity
from markscheme.judges.judge_settings import JudgeSettings
from markscheme.judges.prompt import Question
from markscheme.marking.accepted import with_accepted
from markscheme.marking.estimates import place_estimates
from markscheme.marking.estimation import Correction, Estimation
from markscheme.marking.findings import DocumentScores, place
from markscheme.marking.marks import PassageMarks
from markscheme.marking.memory import MarkKey, RecentMarks
from markscheme.marking.passage import PassageEdits, PassageVectors, credit_plans, mark_passage
from markscheme.marking.plan import PassagePlan, ReferencePlan, plan_edits
from markscheme.marking.tasks import EstimateOutcome, EstimateTask, ReviewOutcome, ReviewTask, Task
from markscheme.metrics import cleme2, impara, ngrams, overlap
from markscheme.metrics.estimates import mean_estimate
from markscheme.metrics.settings import Weighting
from markscheme.progress import Progress, silent
from markscheme.scoring.edit_metrics import EditResult, edit_results, errant_result, scored_edits
from markscheme.scoring.models import Models
from markscheme.scoring.ngrams import ngram_results
from markscheme.scoring.provenance import Provenance
from markscheme.scoring.quality import impara_results
from markscheme.scoring.settings import NGRAM_METRICS, EngineSettings, ScoreSettings
from markscheme.scoring.weighing import Weighing, questions, unanswered
from markscheme.text.errors import DocumentError

Result = EditResult | impara.Result | ngrams.Result


@attrs.frozen
class Run:
    """One hypothesis's score under one metric."""

    hypothesis: str
    settings: ScoreSettings
    result: Result
    signature: str


class Engine:
    """Loads what it needs when it needs it; everything that it computed it keeps."""

    def __init__(self, settings: EngineSettings = EngineSettings()) -> None:
        self.models = Models(settings)
        self._recent = RecentMarks()
        self._estimation = Estimation(self.models)
        self._provenance = Provenance(self.models)

    def review(self, task: ReviewTask, progress: Progress = silent) -> ReviewOutcome:
        """Mark one document.

        Raises
        ------
        DocumentError
            If the source or the hypothesis can't be used, or no reference can.
        Cancelled
            If ``progress`` asks for it.
        """
        aligned = self._referenced(task)
        alternatives, unread = _alternatives(task)
        edits, accepted = with_accepted(self._passage_edits(aligned, progress), alternatives, task.settings.factors)
        judge, missing, unweighed = self._unanswered(edits, task)
        if missing or unweighed:
            task = attrs.evolve(task, settings=attrs.evolve(task.settings, weighting="none"))
        marks = self._marks(edits, task, judge, progress)
        scores = DocumentScores(
            cleme2.document_scores(
                [own.weights or own.counts for own in marks], task.settings.level, task.settings.factors
            ),
            task.weighting,
            errant_result(edits, ScoreSettings("errant", task.settings.level)).scores,
            self._provenance.review(task, len(alternatives), judge),
        )
        review = place(aligned, task.marked, marks, task.settings, scores, accepted)
        return ReviewOutcome(review, (*task.material.problems, *aligned.problems, *unread, *unweighed), missing)

    def _unanswered(
        self, edits: Sequence[PassageEdits], task: ReviewTask
    ) -> tuple[JudgeIdentity | None, dict[Question, int], tuple[DocumentError, ...]]:
        """The language model that weighs; what it is to be asked first, or why it can't be: the marks don't wait."""
        try:
            judge = self._judge(task.weighting, task.settings.judge)
        except JudgeError as problem:
            return None, {}, (DocumentError(str(problem)),)
        return judge, {} if judge is None else unanswered(questions(edits), judge, self.models), ()

    def _judge(self, weighting: Weighting, judge: JudgeSettings | None) -> JudgeIdentity | None:
        return self.models.judge_identity(judge) if weighting == "llm" and judge is not None else None

    def plan(self, task: ReviewTask, passage: int, progress: Progress = silent) -> PassagePlan:
        """The transport plans of one of a document's passages.

        Raises
        ------
        DocumentError
            As :meth:`review`, or if there is no such passage.
        Cancelled
            If ``progress`` asks for it.
        """
        aligned = self._referenced(task)
        if not 0 <= passage < len(aligned.passages):
            raise DocumentError(f"there is no passage {passage}", path=task.marked.path)
        [edits] = self._passage_edits(attrs.evolve(aligned, passages=(aligned.passages[passage],)), progress)
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
                for name, own, plan in zip(names, edits.references, plans, strict=True)
            ),
            self._provenance.review(whole, 0, self._judge(whole.weighting, whole.settings.judge)),
        )

    def estimate(self, task: EstimateTask, progress: Progress = silent) -> EstimateOutcome:
        """IMPARA's view of one document that has no reference: nothing in it is a category, nothing a mark.

        Raises
        ------
        DocumentError
            If the source, the hypothesis or the estimator can't be used.
        Cancelled
            If ``progress`` asks for it.
        """
        aligned = self._aligned(task)
        edits = self._passage_edits(aligned, progress)
        corrections = [Correction(item.source, item.hypothesis) for item in edits]
        sentences = self._estimation.sentences(
            corrections, task.settings, with_vectors=task.with_vectors, progress=progress
        )
        own = [item.hypothesis for item in edits]
        manner = self._provenance.estimate(task)
        estimate = place_estimates(aligned, task.marked, own, sentences, mean_estimate(sentences), manner)
        return EstimateOutcome(estimate, (*task.material.problems, *aligned.problems))

    def _referenced(self, task: ReviewTask) -> Alignment:
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

    def score(
        self,
        hypotheses: Sequence[ParallelText],
        references: Sequence[ParallelText],
        source: ParallelText | None,
        settings: ScoreSettings = ScoreSettings(),
        progress: Progress = silent,
        accepted: Alternatives = Alternatives(),
    ) -> tuple[Run, ...]:
        """Score parallel hypotheses against the same references; under IMPARA, against the source alone.

        In a sentence where a hypothesis makes an accepted correction, one more reference follows the others.

        Raises
        ------
        DocumentError
            If the texts don't line up, there is no source, there is no reference and the metric needs one, or
            the metric compares no edits and there are accepted ones.
        Cancelled
            If ``progress`` asks for it.
        JudgeError
            If edits are weighed by a language model that has not been asked about all of them yet
            (:class:`~markscheme.judges.errors.Unanswered`), or by none.
        """
        if not references and settings.metric != "impara":
            raise DocumentError("there is no reference text")
        sources = sources_of([*hypotheses, *references], source)
        if not sources:
            given = source or hypotheses[0]
            raise DocumentError("the document has no sentence", path=given.path, line=1)
        passages = [
            passage for hypothesis in hypotheses for passage in parallel_passages(sources, hypothesis, references)
        ]
        judge = self._judge(settings.edit_weighting, settings.judge)
        made = self._provenance.score(settings, len(references), len(accepted), judge)
        results: Sequence[Result]
        if settings.metric == "impara":
            results = impara_results(passages, len(sources), settings.impara, self.models, progress)
        elif settings.metric in NGRAM_METRICS:
            results = ngram_results(passages, len(sources), settings, progress)
        else:
            edits, _ = with_accepted(self.edits(passages, progress), accepted, settings.factors)
            results = edit_results(edits, len(sources), settings, judge, self.models, progress)
        return tuple(
            Run(hypothesis.name, settings, result, made) for hypothesis, result in zip(hypotheses, results, strict=True)
        )

    def _passage_edits(self, aligned: Alignment, progress: Progress) -> list[PassageEdits]:
        return scored_edits(self.edits(aligned.passages, progress))

    def edits(self, passages: Sequence[Passage], progress: Progress = silent) -> list[PassageEdits]:
        """Every side's edits: those that its document says, or else ERRANT's."""
        pairs = [
            (passage.source.tokens, side.segment.tokens)
            for passage in passages
            for side in (passage.hypothesis, *passage.references)
            if side.annotations is None
        ]
        found = iter(self.models.edits(pairs, progress))

        def own(side: Side) -> Edits:
            if side.annotations is None:
                return next(found)
            return tuple(Edit(item.start, item.end, item.replacement, item.type) for item in side.annotations)

        return [
            PassageEdits(
                passage.source.tokens,
                own(passage.hypothesis),
                tuple(own(side) for side in passage.references),
                passage.parallel,
            )
            for passage in passages
        ]

    def _marks(
        self, edits: Sequence[PassageEdits], task: ReviewTask, judge: JudgeIdentity | None, progress: Progress
    ) -> list[PassageMarks]:
        settings = task.settings
        floor = settings.credit.floor
        weighing = Weighing.of(edits, task.weighting, settings.assumption, settings.level, floor, judge)
        manner = MarkKey(settings, task.with_vectors, weighing)
        marks = self._recent.known(edits, manner)
        missing = [index for index, known in enumerate(marks) if known is None]
        wanted = [edits[index] for index in missing]
        vectors = self._passage_vectors(wanted, progress) if task.with_vectors else [None] * len(wanted)
        weights = weighing.weights(wanted, self.models, progress)
        for number, (index, own) in enumerate(zip(missing, vectors, strict=True)):
            marks[index] = mark_passage(edits[index], own, settings, None if weights is None else weights[number])
        complete = [known for known in marks if known is not None]
        self._recent.keep(edits, complete, manner)
        return complete

    def _passage_vectors(self, edits: Sequence[PassageEdits], progress: Progress) -> list[PassageVectors]:
        vectors = iter(self.models.vectors(_sides(edits), progress=progress))
        return [
            PassageVectors(_exact(next(vectors)), tuple(_exact(next(vectors)) for _ in item.references))
            for item in edits
        ]


def _alternatives(task: ReviewTask) -> tuple[Alternatives, tuple[DocumentError, ...]]:
    """What was accepted, or why it can't be known; the marks don't wait for it."""
    if task.material.accepted is None:
        return Alternatives(), ()
    try:
        return Alternatives(read_accepted(task.material.accepted.text, task.material.accepted.path)), ()
    except DocumentError as problem:
        return Alternatives(), (problem,)


def _sides(edits: Sequence[PassageEdits]) -> list[edit_vectors.Side]:
    return [edit_vectors.Side(item.source, side) for item in edits for side in (item.hypothesis, *item.references)]


def _exact(vectors: Vectors) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    return vectors.astype(np.float64)
