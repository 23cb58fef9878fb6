"""The tasks of a document, by its role in its exercise."""

from collections.abc import Iterator
from pathlib import Path

import attrs

from markscheme.exercises.discovery import exercises_of
from markscheme.exercises.exercise import Exercise, Participant, Role
from markscheme.lsp.editor.options import Options
from markscheme.lsp.session.marked import TextDocument
from markscheme.marking.tasks import ExerciseTasks, Task, TaskSettings
from markscheme.metrics.estimates import EstimateSettings
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource


@attrs.frozen
class Assignment:
    """The work for one document.

    Attributes
    ----------
    role
        The document's part in the exercise.
    task
        The document's own task; ``None`` for a reference.
    others
        The tasks of the versions that it is compared with: every hypothesis of a source. A reference is compared with
        each other reference: each task marks it against that one, whose participant stands beside it.
    """

    exercise: Exercise
    role: Role
    task: Task | None
    others: tuple[tuple[Participant, Task], ...] = ()


def assigned(document: TextDocument, options: Options, read: TextSource) -> Assignment | None:
    """Return the work for a document; ``None`` for one of no exercise.

    Raises
    ------
    DocumentError
        If it can't be marked.
    """
    for found in exercises_of(document.path, read):
        exercise = with_wanted_references(found, options)
        marked = exercise.marked(document.path)
        if marked:
            tasks = ExerciseTasks(exercise, read, TaskSettings(options.marks, options.estimates))
            task = tasks.of(marked[0])[0]
            if marked[0] is not None:
                return Assignment(exercise, "hypothesis", task)
            return Assignment(exercise, "source", task, tuple(_hypotheses(exercise, tasks)))
        own = next((item for item in exercise.references if item.path == document.path), None)
        if own is not None:
            return Assignment(exercise, "reference", None, tuple(_other_references(exercise, own, options, read)))
    return None


def with_wanted_references(exercise: Exercise, options: Options) -> Exercise:
    """Return the exercise with the references that the options want; with a problem where they want none."""
    wanted = tuple(item for item in exercise.references if options.uses(item.name))
    if exercise.references and not wanted and exercise.problem is None:
        names = ", ".join(item.name for item in exercise.references)
        problem = DocumentError(
            f"no reference of the exercise {exercise.name!r} is wanted",
            remedy=f"The setting markscheme.references leaves out all of {names}",
        )
        return attrs.evolve(exercise, problem=problem)
    return attrs.evolve(exercise, references=wanted)


def _hypotheses(exercise: Exercise, tasks: ExerciseTasks) -> Iterator[tuple[Participant, Task]]:
    """Yield the hypotheses' tasks; one that can't be used shows its problem in its own document."""
    for item in exercise.hypotheses:
        try:
            own = tasks.of(item)
        except DocumentError:
            continue
        yield from ((item, attrs.evolve(task, with_vectors=False)) for task in own)


def _other_references(
    exercise: Exercise, own: Participant, options: Options, read: TextSource
) -> Iterator[tuple[Participant, Task]]:
    settings = TaskSettings(options.marks, EstimateSettings(wanted=False), with_vectors=False)
    for item in exercise.references:
        if item != own:
            pair = attrs.evolve(exercise, references=(item,))
            try:
                [task, *_] = ExerciseTasks(pair, read, settings).of(own)
            except DocumentError as problem:
                if problem.path == own.path:
                    raise
                continue
            yield item, task


def depends(exercise: Exercise, document: Path, changed: Path) -> bool:
    """Return whether a document's marks may change with another's text; two hypotheses are independent."""
    role = exercise.role(changed)
    if exercise.role(document) == "source" and role is not None:
        return True
    counts = role in ("source", "reference") or changed in (exercise.accepted, exercise.decisions)
    return exercise.role(document) is not None and counts
