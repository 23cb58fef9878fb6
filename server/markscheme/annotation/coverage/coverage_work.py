"""What exercises contribute to coverage, as work for an executor."""

from collections.abc import Sequence

import attrs

from markscheme.annotation.coverage.covered_pool import out_of_order
from markscheme.annotation.coverage.exercise_coverage import ExerciseCoverage, exercise_coverage
from markscheme.annotation.pooled_texts import pooled_texts
from markscheme.annotation.reading import PeopleOrder
from markscheme.execution.executor import Executor, Loss, WholeWork
from markscheme.execution.ordering import in_order
from markscheme.exercises.exercise import Exercise
from markscheme.marking.tasks import TaskSettings
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text


@attrs.frozen
class CoveredExercise:
    """An exercise, with its place among the items of a run, and the order of its people where it is not its own."""

    number: int
    exercise: Exercise
    people: PeopleOrder | None = None


@attrs.frozen
class CoverageWork(WholeWork[CoveredExercise, ExerciseCoverage]):
    """Reads exercises and compares their hypotheses with their references.

    Attributes
    ----------
    credit
        Whether to compute the credit of corrections, which needs the encoder.
    """

    tasks: TaskSettings
    credit: bool

    def done(self, item: CoveredExercise, tools: Models, progress: Progress) -> ExerciseCoverage:
        """Return what an exercise contributes; an exercise that can't be used contributes its failure."""
        try:
            texts = pooled_texts(item.exercise, read_text, self.tasks)
        except DocumentError as problem:
            return ExerciseCoverage(item.number, failure=problem)
        part = exercise_coverage(item.number, texts, tools, item.people, progress, credit=self.credit)
        tools.forget()  # another exercise has other sentences
        return part

    def title(self, item: CoveredExercise) -> str:
        """Return the exercise's name."""
        return f"the exercise {item.exercise.name!r}"

    def lost(self, item: CoveredExercise, loss: Loss) -> ExerciseCoverage:
        """Return the exercise's failure: its versions are lined up together, so it is not cut."""
        own = item.exercise
        return ExerciseCoverage(item.number, failure=loss.problem(self.title(item), own.source or own.folder))


def covered_exercises(
    exercises: Sequence[Exercise], work: CoverageWork, executor: Executor[Models], progress: Progress = silent
) -> list[ExerciseCoverage]:
    """Return what exercises contribute, in their order; the people of each stand in the order of everybody.

    Raises
    ------
    Cancelled
        If ``progress`` raises it.
    """

    def within(_: CoveredExercise) -> Progress:
        return progress

    items = [CoveredExercise(number, exercise) for number, exercise in enumerate(exercises)]
    parts: list[ExerciseCoverage] = []
    progress("texts", 0, len(items))
    for part in in_order(executor.run(work, items, within)):
        parts.append(part)
        progress("texts", len(parts), len(items))
    # An exercise that is lost only now takes its people with it, and may leave another order to the others.
    while orders := out_of_order(parts):
        again = [CoveredExercise(place, exercises[number], own) for place, (number, own) in enumerate(orders.items())]
        for number, part in zip(orders, in_order(executor.run(work, again, within)), strict=True):
            parts[number] = attrs.evolve(part, number=number)
    return parts
