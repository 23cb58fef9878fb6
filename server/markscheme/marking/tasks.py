"""What an engine is asked and what it answers; nothing heavy to import."""

from collections.abc import Mapping

import attrs

from markscheme.exercises.configuration import MarkingOverrides
from markscheme.exercises.exercises import Exercise, Participant
from markscheme.exercises.material import ExerciseMaterials, Material
from markscheme.formats.document import Document
from markscheme.judges.prompt import Question
from markscheme.marking.estimates import DocumentEstimate
from markscheme.marking.findings import DocumentReview
from markscheme.marking.marks import MarkSettings
from markscheme.metrics.settings import EstimateSettings, Weighting
from markscheme.text.errors import DocumentError, NoReference
from markscheme.text.reading import TextSource


@attrs.frozen
class ReviewTask:
    """One hypothesis document to be marked.

    Attributes
    ----------
    material
        The document, and what it is marked against.
    tokenised
        Whether the texts are one tokenised sentence a line; ``None``: look at them.
    with_vectors
        Whether weights, plans and credit are wanted, or categories alone.
    """

    material: Material
    tokenised: bool | None = None
    settings: MarkSettings = MarkSettings()
    with_vectors: bool = True

    @property
    def weighting(self) -> Weighting:
        """The weighting in use: none where it comes late and vectors are not wanted, or there is nobody to ask."""
        settings = self.settings
        waits = settings.weighs_late and not self.with_vectors
        return "none" if waits or (settings.weighting == "llm" and settings.judge is None) else settings.weighting

    @property
    def marked(self) -> Document:
        """The document that is marked."""
        return self.material.marked


@attrs.frozen
class EstimateTask:
    """One hypothesis document whose exercise has no reference, to be estimated.

    Attributes
    ----------
    material
        The document and its source; without references.
    tokenised
        As :attr:`ReviewTask.tokenised`.
    with_vectors
        Whether similarities, scores and impacts are wanted, or qualities alone.
    """

    material: Material
    tokenised: bool | None = None
    settings: EstimateSettings = EstimateSettings()
    with_vectors: bool = True

    @property
    def marked(self) -> Document:
        """The document that is estimated."""
        return self.material.marked


Task = ReviewTask | EstimateTask
"""What shows a person a document's corrections."""


class ExerciseTasks:
    """What marks an exercise's documents; its source and its references are read once.

    The exercise's configuration comes before ``settings`` and ``estimates``, and ``overrides`` come before both.
    """

    def __init__(
        self,
        exercise: Exercise,
        read: TextSource,
        settings: MarkSettings,
        overrides: MarkingOverrides = MarkingOverrides(),
        estimates: EstimateSettings = EstimateSettings(),
    ) -> None:
        wanted = estimates.wanted if exercise.marking.estimate is None else exercise.marking.estimate
        wanted = wanted if overrides.estimate is None else overrides.estimate
        self._estimated = wanted and isinstance(exercise.problem, NoReference) and bool(exercise.hypotheses)
        self._estimates = estimates
        self._materials = ExerciseMaterials(exercise, read)
        self._tokenised = exercise.tokenised
        self._settings = settings.overridden(exercise.marking).overridden(overrides)

    def of(self, participant: Participant | None) -> tuple[Task, ...]:
        """What marks a hypothesis's file, or the source (``None``): a task for each correction that it holds.

        Where the exercise names no reference they are estimated, if that is wanted and there is a hypothesis.

        Raises
        ------
        DocumentError
            If the exercise has a problem, the file can't be used, there is no source, or no reference can be used.
        """
        if self._estimated:
            unreferenced = self._materials.unreferenced(participant)
            return tuple(EstimateTask(found, self._tokenised, self._estimates) for found in unreferenced)
        return tuple(ReviewTask(found, self._tokenised, self._settings) for found in self._materials.of(participant))


def review_tasks(
    exercise: Exercise,
    participant: Participant | None,
    read: TextSource,
    settings: MarkSettings,
) -> tuple[ReviewTask, ...]:
    """What marks one of an exercise's documents against references, and nothing else; see :meth:`ExerciseTasks.of`."""
    found = ExerciseTasks(exercise, read, settings, estimates=EstimateSettings(wanted=False))
    return tuple(task for task in found.of(participant) if isinstance(task, ReviewTask))


@attrs.frozen
class ReviewOutcome:
    """A review, and the references that could not be used, each with why.

    ``unanswered``: what a language model has to be asked before edits can be weighed, each with the number of its
    passage (1-based); until then they are not.
    """

    review: DocumentReview
    problems: tuple[DocumentError, ...]
    unanswered: Mapping[Question, int] = attrs.field(factory=dict)


@attrs.frozen
class EstimateOutcome:
    """An estimate, and what of the files could not be used for it."""

    estimate: DocumentEstimate
    problems: tuple[DocumentError, ...]
