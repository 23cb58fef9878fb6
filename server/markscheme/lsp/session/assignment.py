"""What a document asks of the engine, by the part that it has in its exercise."""

from collections.abc import Iterator
from pathlib import Path

import attrs

from markscheme.exercises.exercises import Exercise, Participant, Role, exercises_of
from markscheme.lsp.session.marked import TextDocument
from markscheme.lsp.session.options import Options
from markscheme.marking.tasks import ExerciseTasks, ReviewTask, Task, review_tasks
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
        Gives the document's own marks, or their estimate where there is no reference; ``None`` for a reference.
    others
        What it is compared with: of a source, every hypothesis's marks or estimate; of a reference, its own against
        each other reference, under that one's name.
    """

    exercise: Exercise
    role: Role
    task: Task | None
    others: tuple[tuple[Participant, Task], ...] = ()


def assigned(document: TextDocument, options: Options, read: TextSource) -> Assignment | None:
    """The work for a document; ``None`` for one of no exercise.

    Raises
    ------
    DocumentError
        If it can't be marked.
    """
    for found in exercises_of(document.path, read):
        exercise = with_wanted_references(found, options)
        marked = exercise.marked(document.path)
        if marked:
            tasks = ExerciseTasks(exercise, read, options.marks, estimates=options.estimates)
            task = tasks.of(marked[0])[0]
            if marked[0] is not None:
                return Assignment(exercise, "hypothesis", task)
            return Assignment(exercise, "source", task, tuple(_hypotheses(exercise, tasks)))
        own = next((item for item in exercise.references if item.path == document.path), None)
        if own is not None:
            return Assignment(exercise, "reference", None, tuple(_other_references(exercise, own, options, read)))
    return None


def with_wanted_references(exercise: Exercise, options: Options) -> Exercise:
    """The exercise with those of its references that are marked against; with a problem if that is none."""
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
    """A hypothesis that can't be used is told of in its own document."""
    for item in exercise.hypotheses:
        try:
            found = tasks.of(item)
        except DocumentError:
            continue
        yield from ((item, attrs.evolve(task, with_vectors=False)) for task in found)


def _other_references(
    exercise: Exercise, own: Participant, options: Options, read: TextSource
) -> Iterator[tuple[Participant, ReviewTask]]:
    for item in exercise.references:
        if item != own:
            pair = attrs.evolve(exercise, references=(item,))
            try:
                [task, *_] = review_tasks(pair, own, read, options.marks)
            except DocumentError as problem:
                if problem.path == own.path:
                    raise
                continue
            yield item, attrs.evolve(task, with_vectors=False)


def depends(exercise: Exercise, document: Path, changed: Path) -> bool:
    """Whether a document's marks may change with another's text: a hypothesis has no part in another's."""
    role = exercise.role(changed)
    if exercise.role(document) == "source" and role is not None:
        return True
    counts = role in ("source", "reference") or changed == exercise.accepted
    return exercise.role(document) is not None and counts
