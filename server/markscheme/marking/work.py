"""What there is to mark: the exercises and documents that a path stands for, and a work item for each correction."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.conversion.advice import conversion_command
from markscheme.exercises.companions import companion
from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.folders import OnProblem, governing_configuration
from markscheme.exercises.participation import participation_fault
from markscheme.exercises.upkeep.reminders import reminders
from markscheme.formats.registry import has_lines, needs_conversion, read_texts
from markscheme.marking.tasks import ExerciseTasks, Outcome, Task, TaskSettings
from markscheme.text.errors import DocumentError, NothingToMark
from markscheme.text.reading import TextSource, is_folder, read_data


@attrs.frozen
class WorkItem:
    """One correction to be marked, or a file that holds none that can be.

    Attributes
    ----------
    name
        The name of the person whose correction it is, as findings show it.
    path
        Its file.
    author
        The author's name in the file, where the file holds several corrections.
    task
        ``None`` where ``problem`` says why it can't be marked.
    person
        The name that the person has in all of their documents; other than ``name`` where an exercise has several.
    """

    exercise: Exercise
    name: str
    path: Path
    author: str | None
    task: Task | None
    problem: DocumentError | None = None
    person: str = attrs.field(default=attrs.Factory(lambda self: self.name, takes_self=True))


@attrs.frozen
class ItemOutcome:
    """A work item with its outcome."""

    item: WorkItem
    outcome: Outcome


def requested(
    path: Path, read: TextSource, on_problem: OnProblem
) -> list[tuple[Exercise, Sequence[Participant | None]]]:
    """Return what a path stands for: of each exercise some hypotheses, or the source (``None``).

    A folder, or a ``markscheme.toml``, stands for everything in it: every hypothesis, and sources without one.
    """
    folder = is_folder(path)
    if folder or path.name == CONFIGURATION:
        return _requested_in(path if folder else path.parent, read, on_problem)
    try:
        _check_readable(path, read)
        exercises = exercises_of(path, read)
    except DocumentError as problem:
        on_problem(problem)
        return []
    work = [(exercise, marked) for exercise in exercises if (marked := exercise.marked(path))]
    if not work:
        on_problem(_unreadable(path, read) or nothing_to_mark(path, exercises, read))
    return list(work)


def _check_readable(path: Path, read: TextSource) -> None:
    if has_lines(path) and not needs_conversion(path):
        read(path)
    else:
        read_data(path)


def _requested_in(
    folder: Path, read: TextSource, on_problem: OnProblem
) -> list[tuple[Exercise, Sequence[Participant | None]]]:
    problems: list[DocumentError] = []
    exercises = exercises_in(folder, read, problems.append)
    if not exercises and not problems:
        problems.append(no_exercise(folder))
    for problem in problems:
        on_problem(problem)
    for reminder in reminders(folder, exercises):
        on_problem(reminder)
    for exercise in exercises:
        if isinstance(exercise.problem, NothingToMark) and not exercise.hypotheses:
            on_problem(exercise.problem)
    return [(exercise, _marked_in(exercise)) for exercise in exercises]


def _marked_in(exercise: Exercise) -> Sequence[Participant | None]:
    """Return an exercise's hypotheses, or its source (``None``); nothing where nobody has handed in anything yet."""
    nothing: tuple[Participant | None, ...] = () if isinstance(exercise.problem, NothingToMark) else (None,)
    return exercise.hypotheses or nothing


def _unreadable(path: Path, read: TextSource) -> DocumentError | None:
    """Return why a document of a word processor can't be read; ``None`` if it can, and for text."""
    try:
        if not has_lines(path):
            read_texts(path, read, path.stem)
    except DocumentError as problem:
        return problem
    return None


def nothing_to_mark(path: Path, exercises: Sequence[Exercise], read: TextSource) -> DocumentError:
    """Return why a document that takes part in these exercises, or in none, has nothing to mark."""
    if exercises:
        return DocumentError("this document is a reference; there is nothing to mark", path=path)
    if (product := participation_fault(path)) is not None:
        return product
    if (file := companion(path)) is not None:
        return DocumentError(f"these are {file.contents}; there is nothing to mark", path=path)
    try:
        remedy = _way_to_exercise(path, read)
        governing = governing_configuration(path.parent, read)
        if governing is not None and governing.tables and not needs_conversion(path):
            remedy = "It fits no pattern of markscheme.toml; set the folder up again, or list it there"
    except DocumentError as fault:
        return fault
    return DocumentError("this document belongs to no exercise", path=path, remedy=remedy)


def _way_to_exercise(path: Path, read: TextSource) -> str:
    if needs_conversion(path):
        return f"Convert it to files that can be marked: {conversion_command(path, read)}"
    suffix = path.suffix or ".txt"
    names = f"STEM.hyp.NAME{suffix} beside STEM.src{suffix} and STEM.ref.NAME{suffix}"
    return f"Name it {names}, or list it in markscheme.toml"


def work_items(
    exercise: Exercise,
    participants: Iterable[Participant | None],
    read: TextSource,
    settings: TaskSettings = TaskSettings(),
) -> Iterator[WorkItem]:
    """Yield an item for each correction in the files of an exercise's hypotheses, or for its source (``None``)."""
    tasks = ExerciseTasks(exercise, read, settings)
    for participant in participants:
        named = participant or Participant("source", exercise.source or exercise.folder)
        try:
            own_tasks = tasks.of(participant)
        except DocumentError as problem:
            yield WorkItem(exercise, named.name, named.path, named.person, None, problem, named.identity)
            continue
        for task in own_tasks:
            own = task.marked
            is_one = len(own_tasks) == 1
            author = named.person if is_one else (own.author or own.name)
            person = named.identity if is_one else own.name
            yield WorkItem(exercise, own.name, own.path or named.path, author, task, person=person)
