"""What a report or an overview needs reviewed, before anybody reviews it, and what came of it.

The Python API asks an engine of its own for the reviews, the language server one in another process: both begin
with the same list and end with the same outcomes.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.exercises.accepted import ACCEPTED
from markscheme.exercises.configuration import CONFIGURATION, MarkingOverrides
from markscheme.exercises.exercises import Exercise, OnProblem, Participant, exercises_in, exercises_of
from markscheme.exercises.material import WORD
from markscheme.formats.registry import format_suffixes
from markscheme.marking.estimates import DocumentEstimate
from markscheme.marking.findings import DocumentReview
from markscheme.marking.marks import MarkSettings
from markscheme.marking.tasks import ExerciseTasks, Task
from markscheme.metrics.settings import EstimateSettings
from markscheme.reports.report import EstimatedDocument, Report, ReviewedDocument
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource, is_folder, read_data


@attrs.frozen
class WorkItem:
    """One correction that is to be reviewed, or a file of which no correction can be.

    Attributes
    ----------
    name, path
        Whose it is, as findings name them, and the file that holds it.
    author
        Whose it is in its file, where that holds several.
    task
        What an engine is asked; ``None`` where ``problem`` says why it can't be.
    """

    exercise: Exercise
    name: str
    path: Path
    author: str | None
    task: Task | None
    problem: DocumentError | None = None


@attrs.frozen
class Outcome:
    """What came of a piece of work.

    There is a review, or an estimate where the exercise has no reference; neither where the first of ``problems``
    forbids it. Else these tell what could not be used.
    """

    item: WorkItem
    review: DocumentReview | None
    problems: tuple[DocumentError, ...] = ()
    estimate: DocumentEstimate | None = None


def requested(path: Path, read: TextSource, refuse: OnProblem) -> list[tuple[Exercise, Sequence[Participant | None]]]:
    """What a path asks to be reviewed: of each exercise some hypotheses, or the source (``None``).

    A folder, or a ``markscheme.toml``, stands for all that is in it: every hypothesis, and sources that have none.
    What stands in the way is refused.
    """
    folder = is_folder(path)
    if folder or path.name == CONFIGURATION:
        return _requested_in(path if folder else path.parent, read, refuse)
    try:
        _check_readable(path, read)
        found = exercises_of(path, read)
    except DocumentError as problem:
        refuse(problem)
        return []
    work = [(exercise, marked) for exercise in found if (marked := exercise.marked(path))]
    if not work:
        refuse(_nothing_to_mark(path, found))
    return list(work)


def _check_readable(path: Path, read: TextSource) -> None:
    if path.suffix.lower() == WORD:
        read_data(path)
    else:
        read(path)


def _requested_in(
    folder: Path, read: TextSource, refuse: OnProblem
) -> list[tuple[Exercise, Sequence[Participant | None]]]:
    problems: list[DocumentError] = []
    exercises = exercises_in(folder, read, problems.append)
    if not exercises and not problems:
        problems.append(
            DocumentError("there is no exercise in this folder", path=folder, remedy="See the README for file names")
        )
    for problem in problems:
        refuse(problem)
    return [(exercise, exercise.hypotheses or (None,)) for exercise in exercises]


def _nothing_to_mark(path: Path, found: Sequence[Exercise]) -> DocumentError:
    if found:
        return DocumentError("this document is a reference; there is nothing to mark", path=path)
    if path.name == ACCEPTED:
        return DocumentError("these are accepted alternatives; there is nothing to mark", path=path)
    return DocumentError("this document belongs to no exercise", path=path, remedy=_way_to_exercise(path))


def _way_to_exercise(path: Path) -> str:
    if path.suffix.lower() in format_suffixes("jsonl", "wi", "tsv"):
        return f"Convert it to files that can be marked: markscheme convert {path.name} {path.stem}.src.txt"
    suffix = path.suffix or ".txt"
    names = f"STEM.hyp.NAME{suffix} beside STEM.src{suffix} and STEM.ref.NAME{suffix}"
    return f"Name it {names}, or list it in markscheme.toml"


def worklist(
    exercise: Exercise,
    participants: Iterable[Participant | None],
    read: TextSource,
    settings: MarkSettings,
    overrides: MarkingOverrides = MarkingOverrides(),
    estimates: EstimateSettings = EstimateSettings(),
) -> Iterator[WorkItem]:
    """An item for each correction in the files of an exercise's hypotheses, or for its source (``None``).

    The exercise's source and its references are read once.
    """
    tasks = ExerciseTasks(exercise, read, settings, overrides, estimates)
    for participant in participants:
        named = participant or Participant("source", exercise.source or exercise.folder)
        try:
            found = tasks.of(participant)
        except DocumentError as problem:
            yield WorkItem(exercise, named.name, named.path, named.author, None, problem)
            continue
        for task in found:
            own = task.marked
            author = (own.author or own.name) if len(found) > 1 else named.author
            yield WorkItem(exercise, own.name, own.path or named.path, author, task)


def report_of(outcomes: Iterable[Outcome], problems: Iterable[DocumentError], read: TextSource) -> Report:
    """The report of what was reviewed, and of what stood in the way, each told once."""
    told = {str(problem): problem for problem in problems}
    documents: list[ReviewedDocument] = []
    estimated: list[EstimatedDocument] = []
    for outcome in outcomes:
        told |= {str(problem): problem for problem in outcome.problems}
        try:
            documents += reviewed_documents(outcome, read)
            estimated += estimated_documents(outcome, read)
        except DocumentError as problem:
            told[str(problem)] = problem
    return Report(tuple(documents), tuple(told.values()), tuple(estimated))


def reviewed_documents(outcome: Outcome, read: TextSource) -> Iterator[ReviewedDocument]:
    """The review, if there is one, with the text that its spans point into.

    Raises
    ------
    DocumentError
        If the file can't be read any more.
    """
    item = outcome.item
    if item.task is not None and outcome.review is not None:
        text = _shown_text(item, item.task, read)
        yield ReviewedDocument(item.path, item.exercise.name, text, outcome.review, item.author)


def estimated_documents(outcome: Outcome, read: TextSource) -> Iterator[EstimatedDocument]:
    """The estimate, if there is one, with the text that its spans point into.

    Raises
    ------
    DocumentError
        If the file can't be read any more.
    """
    item = outcome.item
    if item.task is not None and outcome.estimate is not None:
        text = _shown_text(item, item.task, read)
        yield EstimatedDocument(item.path, item.exercise.name, text, outcome.estimate, item.author)


def _shown_text(item: WorkItem, task: Task, read: TextSource) -> str:
    return task.marked.text if task.marked.places is None else read(item.path)
