"""Files that have nothing in them yet: what a student has begun to hand in, or a teacher to correct."""

from pathlib import Path

import attrs

from markscheme.exercises.exercise import Exercise
from markscheme.formats.registry import has_lines
from markscheme.text.errors import DocumentError, NoCorrection
from markscheme.text.reading import TextSource


def is_empty(path: Path, read: TextSource) -> bool:
    """Return whether a file has nothing in it but white space; a Word document has, unless it has no bytes at all."""
    try:
        return not read(path).strip() if has_lines(path) else path.stat().st_size == 0
    except (DocumentError, OSError):
        return False


def without_empty_references(exercise: Exercise, read: TextSource) -> Exercise:
    """Return the exercise without its empty references, which are no references yet.

    Where none is left, its problem says that there is no teacher's correction.
    """
    references = tuple(item for item in exercise.references if not is_empty(item.path, read))
    if len(references) == len(exercise.references):
        return exercise
    problem = exercise.problem
    if not references and problem is None:
        problem = no_correction(exercise)
    return attrs.evolve(exercise, references=references, problem=problem)


def no_correction(exercise: Exercise) -> NoCorrection:
    """Return that an exercise has no teacher's correction yet."""
    whose = exercise.assignment if exercise.student is None else f"{exercise.student}'s text"
    return NoCorrection(f"{whose} has no teacher's correction yet", path=exercise.references[0].path)
