"""The exercises of a workspace's folders, or of one folder or document, and the reviews of their texts.

Texts are as they stand in the editor, else on disk; files are searched for in another thread.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from markscheme.documents.files import TextSource
from markscheme.documents.folders import CONFIGURATION, companion
from markscheme.documents.formats import FORMATS
from markscheme.errors import DocumentError, Reminder
from markscheme.exercises.discovery import exercises_in, exercises_of
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import comments_of, file_texts
from markscheme.exercises.upkeep import may_be_newcomer, reminders
from markscheme.marking.driver import ItemOutcome, TaskSettings, WorkItem, requested, work_items
from markscheme.reports.class_questions import ClassQuestions, class_questions, key_item, key_questions
from markscheme.reports.overview import ExerciseOverview, Overview, exercise_overview
from markscheme.reports.progress import ClassPlace, PlaceFilter, student_places
from markscheme.reports.report import Report, report_of
from markscheme.reports.variants import VariantChange, variant_trials
from markscheme.server.documents import OutcomeMemory, TextDocument
from markscheme.server.editor import Reporter
from markscheme.server.editor_settings import Options
from markscheme.server.engine.protocol import Priority

if TYPE_CHECKING:
    from markscheme.server.session import Session


logger = logging.getLogger(__name__)


@attrs.frozen
class Search:
    """Exercises by folder and name, without ignored hypotheses; notices and problems are of the folders."""

    exercises: tuple[Exercise, ...]
    problems: tuple[DocumentError, ...]
    notices: tuple[Reminder, ...] = ()


async def search(session: "Session", place: Path | None = None) -> Search:
    """Return the exercises of a folder or a document, or else of the workspace's folders and the open documents.

    Raise DocumentError if the place does not exist, or no exercise is found and a configuration is broken.
    """
    read, folders = session.snapshot(), tuple(session.editor.folders)
    options = await session.configuration.of(None)
    if place is not None:
        result = await asyncio.to_thread(_search, [place], [], read, strict=True)
    else:
        opened = [document.path for document in session.documents.values()]
        result = await asyncio.to_thread(_search, folders, opened, read, strict=False)
    kept = await asyncio.to_thread(
        lambda: [without_ignored(exercise, options, folders) for exercise in result.exercises]
    )
    paths = frozenset(path for exercise in result.exercises for path in exercise.paths)
    session.listed = paths if place is None else session.listed | paths
    session.results.notify()
    return attrs.evolve(result, exercises=tuple(exercise for exercise in kept if exercise is not None))


async def documents_in(session: "Session") -> tuple[TextDocument, ...]:
    """Return every text of every exercise on disk, as views where a file has no lines; without ignored ones."""
    folders = tuple(session.editor.folders)
    options = await session.configuration.of(None)
    return await asyncio.to_thread(_documents, folders, options, session.snapshot())


async def concerns_exercises(session: "Session", paths: Iterable[Path]) -> bool:
    """Return whether files that changed belong to an exercise, or did when the exercises were last listed."""
    listed, read = session.listed, session.snapshot()

    def concerns(path: Path) -> bool:
        if path in listed or path.name == CONFIGURATION or companion(path) is not None:
            return True
        try:
            return path.exists() and (bool(exercises_of(path, read)) or may_be_newcomer(path, read))
        except (DocumentError, OSError):
            return False

    return await asyncio.to_thread(lambda: any(concerns(path) for path in paths))


async def follow_exercises(session: "Session") -> None:
    if session.follows_workspace:
        session.keep_marked(await documents_in(session))


def _documents(folders: Sequence[Path], options: Options, read: TextSource) -> tuple[TextDocument, ...]:
    exercises = _search(folders, [], read, strict=False).exercises
    inside = dict.fromkeys(path for exercise in exercises for path in sorted(exercise.paths))
    kept = (path for path in inside if not options.leaves_alone(path, folders))
    return tuple(document for path in kept for document in _texts_of(path, read))


def _texts_of(path: Path, read: TextSource) -> Iterator[TextDocument]:
    """Yield a file, or its texts' views; one that can't be read has its problem."""
    authors: list[str | None] = [None]
    if not FORMATS.has_lines(path):
        with suppress(DocumentError):
            authors = [text.author for text in file_texts(path, read)]
    yield from (TextDocument.on_disk(path, author) for author in authors)


def _search(places: Iterable[Path], opened: Iterable[Path], read: TextSource, *, strict: bool) -> Search:
    exercises: dict[Exercise, None] = {}
    problems: list[DocumentError] = []
    notices: dict[str, Reminder] = {}
    for place in places:
        own = _exercises(place, read, problems)
        exercises |= dict.fromkeys(own)
        if os.path.isdir(place):
            notices |= {notice.problem: notice for notice in reminders(place, own)}
    covered = {path for exercise in exercises for path in exercise.paths}
    for path in opened:
        exercises |= dict.fromkeys(_exercises(path, read, problems) if path not in covered else ())
    if strict and problems and not exercises:
        raise problems[0]
    for problem in problems:
        logger.warning("exercises are left out: %s:%s can't be used", problem.path, problem.line or 1)
    ordered = sorted(exercises, key=lambda exercise: (exercise.folder, exercise.name))
    return Search(tuple(ordered), tuple(problems), tuple(notices.values()))


def _exercises(place: Path, read: TextSource, problems: list[DocumentError]) -> Sequence[Exercise]:
    try:
        if os.path.isdir(place):
            return exercises_in(place, read, problems.append)
        if not place.exists():
            raise DocumentError("there is no such file or folder", path=place)
        return exercises_of(place, read)
    except (DocumentError, OSError) as problem:
        if isinstance(problem, OSError):
            problem = DocumentError(str(problem.strerror), path=place)
        problems.append(problem)
        return ()


def without_ignored(exercise: Exercise, options: Options, folders: Sequence[Path]) -> Exercise | None:
    """Return the exercise without ignored hypotheses; ``None`` if all of its documents are ignored."""
    if exercise.paths and all(options.leaves_alone(path, folders) for path in exercise.paths):
        return None
    kept = (item for item in exercise.hypotheses if not options.leaves_alone(item.path, folders))
    return attrs.evolve(exercise, hypotheses=tuple(kept))


Work = Sequence[tuple[Exercise, Sequence[Participant | None]]]
"""Exercises with the hypotheses that are marked; ``None`` stands for the source."""


async def outcomes_of(
    session: "Session",
    exercise: Exercise,
    participants: Sequence[Participant | None],
    read: TextSource,
    *,
    with_vectors: bool = False,
    memory: OutcomeMemory | None = None,
    prepared: Callable[[WorkItem], WorkItem] = lambda item: item,
) -> AsyncIterator[ItemOutcome]:
    """Mark an exercise's hypotheses, or its source (``None``), after open documents; yield each outcome.

    ``prepared`` returns what is marked in place of a work item; ``memory`` has outcomes of texts that are as they were.
    Raise EngineError if the engine does not answer, or lacks a part.
    """
    options = (await session.options_for(exercise)).marking(exercise)
    wanted = options.with_references(exercise)
    settings = TaskSettings(options.marks, options.estimates, vectors="all" if with_vectors else "scheme")
    items = await asyncio.to_thread(lambda: [*map(prepared, work_items(wanted, participants, read, settings))])
    driver = session.driver(options, Priority.WORKSPACE, shows_progress=False)
    for item in items:
        kept = memory.outcome(item, options) if memory is not None else None
        if kept is not None:
            yield ItemOutcome(item, kept)
            continue
        [outcome] = await driver.outcomes([_with_checked_size(item, options)])
        if memory is not None:
            memory.keep(item, options, outcome.outcome)
        yield outcome


def _with_checked_size(item: WorkItem, options: Options) -> WorkItem:
    if item.task is None:
        return item
    try:
        options.check_size(len(item.task.marked.text), item.path)
    except DocumentError as problem:
        return attrs.evolve(item, task=None, problem=problem)
    return item


@attrs.frozen
class Choice:
    """Which texts of a place are wanted; ``None`` leaves a part open. Students have one name in all documents."""

    assignment: str | None = None
    students: frozenset[str] | None = None

    def narrowed(self, work: Work) -> Work:
        """Return the work without files that hold no text of the choice; a file of several authors may hold one."""
        return [
            (exercise, [item for item in participants if self._may_take(exercise, item)])
            for exercise, participants in work
            if self.assignment in (None, exercise.assignment)
        ]

    def _may_take(self, exercise: Exercise, participant: Participant | None) -> bool:
        if self.students is None or participant is None:
            return True
        if exercise.student is not None:
            return exercise.student in self.students
        return participant.identity in self.students or not FORMATS.has_lines(participant.path)

    def report(self, report: Report) -> Report:
        students = self.students
        if students is None:
            return report
        return attrs.evolve(report, reviewed=tuple(item for item in report.reviewed if item.person in students))


async def report_in(session: "Session", place: Path, reporter: Reporter, choice: Choice = Choice()) -> Report:
    """Return the report of a document, or of a folder's chosen hypotheses; raises as :func:`outcomes_of`."""
    read = session.snapshot()
    problems: list[DocumentError] = []
    work = choice.narrowed(await asyncio.to_thread(requested, place, read, problems.append))
    outcomes: list[ItemOutcome] = []
    async for _, marked in _outcomes_with_progress(session, work, read, reporter, with_vectors=True):
        outcomes += marked
    return choice.report(await asyncio.to_thread(report_of, outcomes, problems, read))


async def class_report(session: "Session", place: Path | None, reporter: Reporter) -> Report:
    """Return the report of a folder's or the workspace's exercises, in ``markscheme.toml``'s order, without weights.

    Raise DocumentError if the folder is missing, or no exercise is found and a configuration is broken; or EngineError.
    """
    chosen = await search(session, place)
    read = session.snapshot()
    places = [place] if place is not None else list(session.editor.folders)
    problems = [*chosen.problems]
    order = await asyncio.to_thread(_listed_order, places, read, problems)
    exercises = sorted(chosen.exercises, key=lambda exercise: order.get(_assignment_of(exercise), len(order)))
    outcomes: list[ItemOutcome] = []
    async for _, marked in class_outcomes(session, exercises, read, reporter):
        outcomes += marked
    return await asyncio.to_thread(report_of, outcomes, problems, read)


def _listed_order(
    places: Sequence[Path], read: TextSource, problems: list[DocumentError]
) -> dict[tuple[Path, str], int]:
    listed = (exercise for place in places for exercise, _ in requested(place, read, problems.append))
    return {key: number for number, key in enumerate(dict.fromkeys(map(_assignment_of, listed)))}


def _assignment_of(exercise: Exercise) -> tuple[Path, str]:
    return exercise.class_folder, exercise.assignment


async def class_overview(session: "Session", place: Path | None, reporter: Reporter) -> Overview:
    """Return an overview of a folder, or of the workspace and open exercises; raises as :func:`class_report`."""
    found = await search(session, place)
    read = session.snapshot()

    def at_a_glance(exercise: Exercise, outcomes: list[ItemOutcome]) -> ExerciseOverview:
        return exercise_overview(exercise, outcomes, comments_of(exercise, read))

    overviews = [
        await asyncio.to_thread(at_a_glance, exercise, outcomes)
        async for exercise, outcomes in class_outcomes(session, found.exercises, read, reporter)
    ]
    return Overview(tuple(overviews), found.problems, found.notices)


async def class_places(
    session: "Session", place: Path | None, wanted: PlaceFilter, reporter: Reporter
) -> tuple[ClassPlace, ...]:
    """Return the places behind a number of :func:`class_overview`, in the order of its exercises and students."""
    found = await search(session, place)
    read, encoding = session.snapshot(), session.editor.encoding
    vocabulary = wanted.vocabulary or (await session.configuration.of(None)).vocabulary
    exercises = [wanted.narrowed(exercise) for exercise in found.exercises if wanted.takes_exercise(exercise)]

    def found_in(outcomes: list[ItemOutcome]) -> list[ClassPlace]:
        found = (student_places(item, wanted, vocabulary, read, encoding) for item in outcomes)
        return [*chain.from_iterable(found)]

    places: list[ClassPlace] = []
    async for _, outcomes in class_outcomes(session, exercises, read, reporter):
        places += await asyncio.to_thread(found_in, outcomes)
    return tuple(places)


async def open_answers_of(
    session: "Session",
    place: Path | None,
    reporter: Reporter,
    source: TextSource | None = None,
    *,
    own_correction: bool = False,
) -> ClassQuestions:
    """Return what is left to decide, as :func:`class_overview`; ``source`` reads texts other than the editor's.

    ``own_correction``: ask whether each of the only teacher's corrections is needed, and about no student's text.
    """
    found = await search(session, place)
    read = source or session.snapshot()
    memory = session.class_outcomes if source is None else None
    outcomes: list[ItemOutcome] = []
    if own_correction:
        for exercise in found.exercises:
            # The source as a text in which nobody in the class changed anything.
            outcomes += [item async for item in outcomes_of(session, exercise, (None,), read, prepared=key_item)]
    else:
        async for _, marked in class_outcomes(session, found.exercises, read, reporter, memory):
            outcomes += marked
    if own_correction:
        return await asyncio.to_thread(key_questions, outcomes, found.problems)
    comments = partial(comments_of, read=read)
    return await asyncio.to_thread(class_questions, outcomes, comments, found.problems)


async def variants_of(session: "Session", place: Path) -> list[VariantChange]:
    """Return what it would change to allow each variant in the class; raises as :func:`class_report`."""
    read = session.snapshot()
    problems: list[DocumentError] = []
    exercises = await asyncio.to_thread(exercises_in, place, read, problems.append)

    async def marked(some: Sequence[Exercise]) -> list[ItemOutcome]:
        return [item async for _, own in class_outcomes(session, some, read, Reporter()) for item in own]

    now = await marked(exercises)
    equal = (await session.configuration.of(None)).equal
    return [trial.change(now, await marked(trial.exercises)) for trial in variant_trials(exercises, equal)]


def class_outcomes(
    session: "Session",
    exercises: Sequence[Exercise],
    read: TextSource,
    reporter: Reporter,
    memory: OutcomeMemory | None = None,
) -> AsyncIterator[tuple[Exercise, list[ItemOutcome]]]:
    """Yield each exercise with its hypotheses' outcomes, and report the progress; raises as :func:`outcomes_of`."""
    work = [(exercise, exercise.hypotheses) for exercise in exercises]
    return _outcomes_with_progress(session, work, read, reporter, memory=memory)


async def _outcomes_with_progress(
    session: "Session", work: Work, read: TextSource, reporter: Reporter, **options: Any
) -> AsyncIterator[tuple[Exercise, list[ItemOutcome]]]:
    total, done = sum(len(participants) for _, participants in work), 0
    for exercise, participants in work:
        outcomes: list[ItemOutcome] = []
        async for outcome in outcomes_of(session, exercise, participants, read, **options):
            outcomes.append(outcome)
            done = min(done + 1, total)
            reporter.show(f"{outcome.item.name} ({done} of {total})", done, total)
        yield exercise, outcomes
