"""What a person should know of a folder's files, though everything in it is marked."""

from collections.abc import Sequence
from pathlib import Path

from markscheme.exercises.exercise import Exercise
from markscheme.exercises.upkeep.newcomers import newcomers
from markscheme.exercises.upkeep.reference_files import reference_reminders
from markscheme.exercises.upkeep.repeats import repeat_reminders
from markscheme.text.errors import NoCorrection, Reminder
from markscheme.text.reading import read_text


def reminders(folder: Path, exercises: Sequence[Exercise]) -> tuple[Reminder, ...]:
    """Return the reminders of a folder, given all exercises in it.

    Files that no pattern takes; students with several versions; assignments without a teacher's correction; references
    that are empty, or several of one person.
    """
    several = (item for exercise in exercises for item in repeat_reminders(exercise))
    references = (item for exercise in exercises for item in reference_reminders(exercise, read_text))
    return (
        *newcomers(folder, exercises),
        *several,
        *references,
        *(item for one in exercises for item in _uncorrected(one)),
    )


def _uncorrected(exercise: Exercise) -> tuple[Reminder, ...]:
    problem = exercise.problem
    if not isinstance(problem, NoCorrection) or exercise.student is not None:
        return ()
    return (
        Reminder(problem.problem, path=problem.path, line=problem.line, column=problem.column, length=problem.length),
    )
