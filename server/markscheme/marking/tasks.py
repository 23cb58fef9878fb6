"""The one task of marking, a document with its material and settings, and its outcome; nothing heavy to import."""

import attrs

from markscheme.exercises.configuration import MarkingOverrides
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import ExerciseMaterials, Material
from markscheme.formats.document import Document
from markscheme.judges.inquiry import OpenQuestion
from markscheme.judges.judge_settings import JudgeSettings
from markscheme.marking.passages.marks import MarkSettings
from markscheme.marking.review.document_review import DocumentReview
from markscheme.metrics.estimates import EstimateSettings
from markscheme.metrics.weightings.none import NoWeighting
from markscheme.metrics.weightings.weighting import Weighting, WeightingName
from markscheme.text.errors import DocumentError, NoReference
from markscheme.text.reading import TextSource


@attrs.frozen
class Task:
    """One document to be marked.

    Attributes
    ----------
    material
        The document, its source and its references.
    tokenised
        Whether the texts are one tokenised sentence a line; ``None``: look at them.
    settings
        How it is marked against its references.
    estimates
        How it is estimated, where its exercise names no reference; ``None``: it is marked.
    with_vectors
        Whether the parts that need vectors are wanted: weights, plans and credit, or an estimate's similarities,
        scores and impacts.
    states_language
        Whether a person said which language the texts are in; else the source's is looked at.
    """

    material: Material
    tokenised: bool | None = None
    settings: MarkSettings = MarkSettings()
    estimates: EstimateSettings | None = None
    with_vectors: bool = True
    states_language: bool = False

    @property
    def marked(self) -> Document:
        """The document that is marked."""
        return self.material.marked

    @property
    def is_judged(self) -> bool:
        """Whether a judge is to weigh its edits, if there is one."""
        return self.estimates is None and self.settings.chunk_weighting.needs_judge

    @property
    def has_second_stage(self) -> bool:
        """Whether what its settings want comes with vectors alone; credit apart."""
        return self.estimates is not None or self.settings.weighs_late

    @property
    def chunk_weighting(self) -> Weighting:
        """The weighting in use: none where it needs vectors that are not wanted, or a judge and there is none."""
        settings = self.settings
        waits = settings.weighs_late and not self.with_vectors
        return NoWeighting() if waits or (self.is_judged and settings.judge is None) else settings.chunk_weighting

    @property
    def weighting(self) -> WeightingName:
        """The name of the weighting in use."""
        return self.chunk_weighting.name

    def judged_by(self, judge: JudgeSettings | None) -> "Task":
        """Return the task with another judge; without one its edits are not weighted. Other tasks stay as they are."""
        return attrs.evolve(self, settings=attrs.evolve(self.settings, judge=judge)) if self.is_judged else self


@attrs.frozen
class Outcome:
    """What marking a document gave.

    Attributes
    ----------
    review
        ``None`` where the first of ``problems`` forbids it.
    problems
        Files, or parts of them, that could not be used, each with why.
    questions
        What the judge has to answer before edits can be weighed; until then they are not.
    """

    review: DocumentReview | None
    problems: tuple[DocumentError, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()


@attrs.frozen
class TaskSettings:
    """What decides the tasks of an exercise's documents.

    Attributes
    ----------
    marks, estimates
        The settings where the exercise's own configuration says nothing.
    overrides
        The settings whatever the exercise's own configuration says.
    with_vectors
        As :attr:`Task.with_vectors`.
    language
        The code of the engine's language, where the engine is chosen before the exercise; else ``None``.
    """

    marks: MarkSettings = MarkSettings()
    estimates: EstimateSettings = EstimateSettings()
    overrides: MarkingOverrides = MarkingOverrides()
    with_vectors: bool = True
    language: str | None = None

    def estimates_of(self, exercise: Exercise) -> EstimateSettings | None:
        """Return how an exercise's documents are estimated; ``None`` for an exercise whose documents are marked."""
        wanted = self.estimates.wanted if exercise.marking.estimate is None else exercise.marking.estimate
        wanted = wanted if self.overrides.estimate is None else self.overrides.estimate
        can_be = isinstance(exercise.problem, NoReference) and bool(exercise.hypotheses)
        return self.estimates if wanted and can_be else None

    def marks_of(self, exercise: Exercise) -> MarkSettings:
        """Return how an exercise's documents are marked."""
        return self.marks.overridden(exercise.marking).overridden(self.overrides)

    def may_be_judged(self, exercise: Exercise) -> bool:
        """Return whether a judge is to weigh the edits of an exercise's documents, if there is one."""
        return self.estimates_of(exercise) is None and self.marks_of(exercise).chunk_weighting.needs_judge

    def check_language(self, exercise: Exercise) -> None:
        """Raise a DocumentError if the exercise's configuration names another language than the engine's."""
        language = exercise.marking.language
        if self.language is not None and language not in (None, self.language):
            raise DocumentError(
                f"the exercise {exercise.name!r} is in the language {language!r}, and the engine's is "
                f"{self.language!r}",
                remedy=f"Mark it with the language {language!r}",
            )


class ExerciseTasks:
    """The tasks of an exercise's documents; its source and its references are read once."""

    def __init__(self, exercise: Exercise, read: TextSource, settings: TaskSettings = TaskSettings()) -> None:
        self._materials = ExerciseMaterials(exercise, read)
        self._exercise = exercise = self._materials.exercise
        self._check_language = settings.check_language
        self._tokenised = exercise.tokenised
        self._settings = settings.marks_of(exercise)
        self._estimates = settings.estimates_of(exercise)
        self._with_vectors = settings.with_vectors or exercise.needs_credit
        self._states_language = (settings.overrides.language or exercise.marking.language) is not None

    def of(self, participant: Participant | None) -> tuple[Task, ...]:
        """Return the tasks of a hypothesis's file, or of the source (``None``): one for each correction in the file.

        Raises
        ------
        DocumentError
            If the exercise has a problem or another language than the engine, the file can't be used, there is no
            source, or no reference can be used.
        """
        self._check_language(self._exercise)
        is_estimated = self._estimates is not None
        materials = self._materials.unreferenced(participant) if is_estimated else self._materials.of(participant)
        return tuple(
            Task(material, self._tokenised, self._settings, self._estimates, self._with_vectors, self._states_language)
            for material in materials
        )
