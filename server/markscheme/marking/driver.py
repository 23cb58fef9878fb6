"""The one way from documents to their outcomes; the command line, the Python API and the server call it. Its rules are:

- A document that can't be marked has an outcome with its problem, and stops no other document.
- The judge is asked what the outcomes leave open, once for all documents that are marked together, and only if the
  policy permits it. Documents with open questions are then marked again.
- If the judge may not be asked, or does not answer everything, no document that is marked together is weighted by it.
- An open document is shown in stages: categories or qualities first, then with vectors, then weighted by the judge.

The driver is written as coroutines. The server awaits them; in this process nothing is waited for, and
:func:`run_at_once` runs them without an event loop.
"""

import os
import shlex
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeVar

import attrs

from markscheme.contract import shape
from markscheme.documents.corpus import Document
from markscheme.documents.files import TextSource, read_data, shown_path
from markscheme.documents.folders import CONFIGURATION, companion
from markscheme.documents.formats import FORMATS, CorpusFormat, DocumentFile
from markscheme.documents.plain_text import ESSAYS, LINES, MULTIGEC
from markscheme.edits.edit import Edits
from markscheme.errors import DocumentError, JudgeError, NoReference, NothingToMark
from markscheme.exercises.configuration import OnProblem, governing_configuration
from markscheme.exercises.decisions import DecisionKind
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import ExerciseMaterials, FinalMark, Material
from markscheme.exercises.patterns import participation_fault
from markscheme.exercises.schemes import MarkingOverrides
from markscheme.exercises.upkeep import reminders
from markscheme.inference.judge import Inquiry, JudgeSettings, OpenQuestion, question_places
from markscheme.marking.review import DocumentReview, Finality
from markscheme.marking.settings import MarkSettings
from markscheme.marking.verdict import OpenAnswers
from markscheme.marking.words import reopened_notice
from markscheme.metrics.base import ModelQuestion
from markscheme.metrics.impara import EstimateSettings
from markscheme.metrics.overlap import Scores
from markscheme.metrics.weightings import NoWeighting, Weighting, WeightingName
from markscheme.progress import Progress, silent

Matrix = tuple[tuple[float, ...], ...]
"""Rows are hypothesis edits, columns reference edits."""


@shape()
@attrs.frozen
class PlanEdit:
    """An edit of a passage's source tokens."""

    start: int
    """The index of the first token that the edit replaces."""
    end: int
    """The index after the last token that the edit replaces; equal to ``start`` for an insertion."""
    source: str
    """The words that the edit replaces."""
    replacement: str
    """The words of the edit."""
    type: str
    """ERRANT's type."""
    mass: float
    """The edit's mass under credit."""


@shape()
@attrs.frozen
class ReferencePlan:
    """The transport plan between the hypothesis's edits and one reference's edits."""

    reference: str
    """The reference's name."""
    edits: tuple[PlanEdit, ...]
    """The reference's edits."""
    gain: Matrix
    """The similarity of two edits, in 0 to 1: a row for each hypothesis edit, a column for each reference edit."""
    transport: Matrix
    """The mass that is transported between two edits, in the same rows and columns."""
    scores: Scores
    """The passage's credit against this reference."""


@attrs.frozen
class PassagePlan:
    """A passage's plans."""

    source: tuple[str, ...]
    """The tokens of the passage's source."""
    hypothesis: tuple[PlanEdit, ...]
    """The hypothesis's edits."""
    references: tuple[ReferencePlan, ...]
    """One plan for each reference."""
    signature: str
    """The metric and the settings that the numbers depend on."""


def plan_edits(source: Sequence[str], edits: Edits, masses: Sequence[float]) -> tuple[PlanEdit, ...]:
    return tuple(
        PlanEdit(
            edit.start,
            edit.end,
            " ".join(source[edit.start : edit.end]),
            " ".join(edit.replacement),
            edit.type,
            float(mass),
        )
        for edit, mass in zip(edits, masses, strict=True)
    )


@attrs.frozen
class Task:
    """One document to be marked; with ``estimates``, it is estimated without a reference.

    Without ``tokenised`` the texts are looked at; unless ``states_language``, the source's language is looked at.
    ``with_vectors`` asks for weights, plans and credit, or an estimate's similarities, scores and impacts.
    """

    material: Material
    tokenised: bool | None = None
    settings: MarkSettings = MarkSettings()
    estimates: EstimateSettings | None = None
    with_vectors: bool = True
    states_language: bool = False

    @property
    def marked(self) -> Document:
        return self.material.marked

    @property
    def is_judged(self) -> bool:
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
        return self.chunk_weighting.name

    def judged_by(self, judge: JudgeSettings | None) -> "Task":
        """Return the task with another judge; without one its edits are not weighted. Other tasks stay as they are."""
        return attrs.evolve(self, settings=attrs.evolve(self.settings, judge=judge)) if self.is_judged else self


@attrs.frozen
class Outcome:
    """What marking a document gave: no review where the first problem forbids it.

    ``questions`` are what the judge has to answer before edits can be weighed; until then they are not.
    """

    review: DocumentReview | None
    problems: tuple[DocumentError, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()


Vectors = Literal["all", "asked", "scheme"]
"""Of what vectors of edits are computed: of everything; of weights and estimates that are asked for, and by mark
schemes; by mark schemes alone. Verdicts, points and marks are the same.
"""


@attrs.frozen
class TaskSettings:
    """What decides the tasks of an exercise's documents: an exercise's own configuration stands over ``marks`` and
    ``estimates``, and ``overrides`` over both.

    ``vectors`` says of what weights, plans and credit are computed. ``language`` is the engine's, where the engine is
    chosen before the exercise.
    """

    marks: MarkSettings = MarkSettings()
    estimates: EstimateSettings = EstimateSettings()
    overrides: MarkingOverrides = MarkingOverrides()
    vectors: Vectors = "all"
    language: str | None = None

    def estimates_of(self, exercise: Exercise) -> EstimateSettings | None:
        wanted = self.estimates.wanted if exercise.marking.estimate is None else exercise.marking.estimate
        wanted = wanted if self.overrides.estimate is None else self.overrides.estimate
        can_be = isinstance(exercise.problem, NoReference) and bool(exercise.hypotheses)
        return self.estimates if wanted and can_be else None

    def marks_of(self, exercise: Exercise) -> MarkSettings:
        return self.marks.overridden(exercise.marking).overridden(self.overrides)

    def with_vectors(self, exercise: Exercise) -> bool:
        """Return whether an exercise's documents are marked with vectors."""
        if self.vectors == "all" or exercise.needs_credit:
            return True
        is_asked = self.estimates_of(exercise) is not None or self.marks_of(exercise).weighs_late
        return self.vectors == "asked" and is_asked

    def may_be_judged(self, exercise: Exercise) -> bool:
        return self.estimates_of(exercise) is None and self.marks_of(exercise).chunk_weighting.needs_judge

    def check_language(self, exercise: Exercise) -> None:
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
        self._with_vectors = settings.with_vectors(exercise)
        self._states_language = (settings.overrides.language or exercise.marking.language) is not None

    def of(self, participant: Participant | None) -> tuple[Task, ...]:
        """Return the tasks of a hypothesis's file, or of the source (``None``): one for each correction in the file.

        Raise DocumentError if the exercise has a problem or another language than the engine, or a file can't be used.
        """
        self._check_language(self._exercise)
        is_estimated = self._estimates is not None
        materials = self._materials.unreferenced(participant) if is_estimated else self._materials.of(participant)
        return tuple(
            Task(material, self._tokenised, self._settings, self._estimates, self._with_vectors, self._states_language)
            for material in materials
        )


_LAYOUTS: tuple[tuple[CorpusFormat, str, str], ...] = (
    (ESSAYS, ".src.txt", ""),
    (MULTIGEC, ".src.md", f" --to {MULTIGEC.name}"),
)
"""Formats with the end of the source's name and of the command; the first that holds the texts as they are is best."""
_LAST = ".src"


def conversion_command(path: Path, read: TextSource) -> str:
    """Return the shell command, for this folder, that makes an exercise of a corpus; DocumentError if it can't."""
    file = DocumentFile(path, read)
    form = FORMATS.to_read(file)
    if form is None:
        raise DocumentError("the file is of no format that can be converted", path=path)
    corpus = form.read_corpus(file)
    end, options = _LAST, f" --to {LINES.name}"
    for layout, name_end, needed in _LAYOUTS:
        try:
            layout.check_texts(corpus)
            layout.write_corpus(corpus, f"{path.stem}{name_end}")
        except DocumentError:
            continue
        end, options = name_end, needed
        break
    target = path.with_name(path.stem + end)
    return f"markscheme convert {shlex.quote(shown_path(path))} {shlex.quote(shown_path(target))}{options}"


@attrs.frozen
class WorkItem:
    """One correction to be marked; no task where ``problem`` says why it can't be.

    ``author`` is the name in a file of several corrections. ``person`` is the same in all documents of a person;
    ``name``, as findings show it, differs from it where an exercise has several documents of one.
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
    folder = os.path.isdir(path)
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
        on_problem(nothing_to_mark(path, exercises, read))
    return list(work)


def _check_readable(path: Path, read: TextSource) -> None:
    if FORMATS.has_lines(path) and not FORMATS.needs_conversion(path):
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
    nothing: tuple[Participant | None, ...] = () if isinstance(exercise.problem, NothingToMark) else (None,)
    return exercise.hypotheses or nothing


def nothing_to_mark(path: Path, exercises: Sequence[Exercise], read: TextSource) -> DocumentError:
    """Return why a document is marked in none of its exercises, with the way to mark it if there is one."""
    if (product := participation_fault(path)) is not None:
        return product
    if (file := companion(path)) is not None:
        return DocumentError(f"these are {file.contents}; there is nothing to mark", path=path)
    try:
        if not FORMATS.has_lines(path):
            FORMATS.texts(path, read, path.stem)
        if exercises:
            return DocumentError("this is a teacher's correction; there is nothing to mark", path=path)
        remedy = _way_to_exercise(path, read)
        governing = governing_configuration(path.parent, read)
        if governing is not None and governing.tables and not FORMATS.needs_conversion(path):
            line = f'hypotheses = ["{Path(os.path.relpath(path, governing.path.parent)).as_posix()}"]'
            remedy = f"It fits no pattern of markscheme.toml; set the folder up again, or list it there: {line}"
    except DocumentError as fault:
        return fault
    return DocumentError("this document belongs to no exercise", path=path, remedy=remedy)


def _way_to_exercise(path: Path, read: TextSource) -> str:
    if FORMATS.needs_conversion(path):
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


T = TypeVar("T")
FINAL_ANSWERS = {
    DecisionKind.FINAL: OpenAnswers.AS_THEY_ARE,
    DecisionKind.FINAL_LOWEST: OpenAnswers.LOWEST,
    DecisionKind.FINAL_HIGHEST: OpenAnswers.HIGHEST,
}


class Marker(Protocol):
    """Marks documents, and asks judges."""

    async def mark(self, task: Task) -> Outcome:
        """Mark one document; DocumentError if it can't be marked. An outcome without a review says the same."""

    async def ask(self, questions: dict[ModelQuestion, str], judge: JudgeSettings, key: str | None) -> None:
        """Ask a judge, with the endpoint's key, and keep its answers; JudgeError if not every question is answered.

        Each question has the place of its sentence, for error messages.
        """


class JudgePolicy(Protocol):
    """Which judge may be asked, and what the person says to it."""

    def prepared(self, task: Task) -> Task:
        """Return the task with the judge that may weigh its edits; tell the person where there is none."""

    async def permits(self, inquiry: Inquiry) -> bool:
        """Return whether these questions may be asked; JudgeError if not, and it is to be reported as a failure."""

    def key(self) -> str | None:
        """Return the endpoint's key; JudgeError if it can't be used."""

    def failed(self, inquiry: Inquiry, error: JudgeError) -> None:
        """Report that the judge did not answer."""


@attrs.frozen
class Stage:
    """One stage of an open document."""

    task: Task
    outcome: Outcome
    is_last: bool


@attrs.frozen
class Driver:
    """Marks documents with a marker, and lets a judge weigh edits where a policy permits it.

    ``progress`` is called after each of several documents, with the stage ``texts``.
    """

    marker: Marker
    policy: JudgePolicy
    progress: Progress = silent

    async def outcomes(self, items: Sequence[WorkItem]) -> list[ItemOutcome]:
        tasks = [self._prepared(item.task) for item in items]
        outcomes: list[Outcome] = []
        for item, task in zip(items, tasks, strict=True):
            outcomes.append(await self._item_outcome(item, task))
            self.progress("texts", len(outcomes), len(items))
        outcomes = await self._weighed(tasks, outcomes)
        return [ItemOutcome(item, outcome) for item, outcome in zip(items, outcomes, strict=True)]

    async def stages(self, task: Task, with_vectors: Sequence[bool], *, ahead: bool = False) -> AsyncIterator[Stage]:
        """Mark one document in one or more stages, with vectors or not; another follows where the judge is asked.

        With ``ahead`` the marker works on the next stage while the caller shows one; this needs an event loop.
        """
        import asyncio  # which takes long to import, and for stages alone

        prepared, outcome = self.policy.prepared(task), Outcome(None)
        tasks = [attrs.evolve(prepared, with_vectors=vectors) for vectors in with_vectors]
        following: asyncio.Task[Outcome] | None = None
        try:
            for task, after in zip_longest(tasks, tasks[1:]):
                outcome = await (self.outcome(task) if following is None else following)
                if ahead and after is not None and outcome.review is not None:
                    following = asyncio.create_task(self.outcome(after))
                    await asyncio.sleep(0)  # The marker is asked before the caller goes on.
                is_last = outcome.review is None or (after is None and not outcome.questions)
                yield Stage(task, outcome, is_last)
                if outcome.review is None:
                    return
        finally:
            if following is not None and not following.done():
                following.cancel()
        if outcome.questions:
            [outcome] = await self._weighed([task], [outcome])
            yield Stage(task, outcome, is_last=True)

    async def outcome(self, task: Task) -> Outcome:
        """Mark one document as it stands; the judge is not asked."""
        try:
            outcome = await self.marker.mark(task)
        except DocumentError as problem:
            return Outcome(None, (problem,))
        final = task.material.final
        if final is None or outcome.review is None:
            return outcome
        return attrs.evolve(outcome, review=_with_final_mark(outcome.review, final))

    def _prepared(self, task: Task | None) -> Task | None:
        return None if task is None else self.policy.prepared(task)

    async def _item_outcome(self, item: WorkItem, task: Task | None) -> Outcome:
        if task is None:
            return Outcome(None, (item.problem,) if item.problem else ())
        return await self.outcome(task)

    async def _weighed(self, tasks: Sequence[Task | None], outcomes: Sequence[Outcome]) -> list[Outcome]:
        questions: dict[ModelQuestion, str] = {}
        judge: JudgeSettings | None = None
        for task, outcome in zip(tasks, outcomes, strict=True):
            if task is not None and outcome.questions:
                judge = judge or task.settings.judge
                path = task.marked.path
                questions = {**question_places(outcome.questions, path.name if path else None), **questions}
        if judge is None:
            return list(outcomes)
        is_answered = await self._is_answered(questions, judge)
        return [
            await self._marked_again(task, outcome, is_answered) for task, outcome in zip(tasks, outcomes, strict=True)
        ]

    async def _is_answered(self, questions: dict[ModelQuestion, str], judge: JudgeSettings) -> bool:
        inquiry = Inquiry.of(questions, judge)
        try:
            if not await self.policy.permits(inquiry):
                return False
            await self.marker.ask(questions, judge, self.policy.key())
        except JudgeError as error:
            self.policy.failed(inquiry, error)
            return False
        return True

    async def _marked_again(self, task: Task | None, outcome: Outcome, is_answered: bool) -> Outcome:
        """Return the outcome after the judge was asked; one with open questions is not weighted yet."""
        if task is None or not task.is_judged or outcome.review is None:
            return outcome
        if is_answered != bool(outcome.questions):
            return outcome
        again = await self.outcome(task if is_answered else task.judged_by(None))
        return again if again.review is not None else attrs.evolve(again, review=outcome.review)


def _with_final_mark(review: DocumentReview, final: FinalMark) -> DocumentReview:
    """Return the review with its final mark; it says so where the text has changed since."""
    if not final.is_of_text:
        return attrs.evolve(review, notices=(*review.notices, reopened_notice(final.signed)))
    return review.finalised(Finality(FINAL_ANSWERS[final.kind], final.signed))


def run_at_once(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that waits for nothing; RuntimeError if it waits. There may be an event loop or none."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    work.close()
    raise RuntimeError("this work waits; it needs an event loop")


FILES: Final = 32
"""The most files of a batch. Its exercises' references are read once for it."""
FEWEST_FILES: Final = 8
BATCHES: Final = 16
"""Batches, of as few files, that a review has at least: with enough of them, all workers end at much the same time."""
Request = tuple[Exercise, Sequence[Participant | None]]
"""Of an exercise some hypotheses, or the source (``None``)."""


@attrs.frozen
class Batch:
    """Some files of exercises; ``number`` counts batches from 0, and ``begin`` is the number of files before it."""

    number: int
    begin: int
    requests: tuple[Request, ...]

    @property
    def files(self) -> int:
        return sum(len(participants) for _, participants in self.requests)

    @property
    def parts(self) -> tuple["Batch", ...]:
        files = ((exercise, participant) for exercise, participants in self.requests for participant in participants)
        return tuple(
            Batch(self.number, self.begin + place, ((exercise, (participant,)),))
            for place, (exercise, participant) in enumerate(files)
        )

    @property
    def paths(self) -> tuple[Path, ...]:
        return tuple(
            item.path if item is not None else exercise.source or exercise.folder
            for exercise, participants in self.requests
            for item in participants
        )

    @property
    def title(self) -> str:
        first, last = self.paths[0], self.paths[-1]
        return f"{first}" if self.files == 1 else f"{first} to {last}"


def batch_size(files: int) -> int:
    """Return the most files of a batch; workers have no part in it, so that each computes what one process does."""
    return min(max(FEWEST_FILES, files // BATCHES), FILES)


def batches(requests: Iterable[Request], size: int) -> Iterator[Batch]:
    """Yield what is requested in batches of at most ``size`` files, in order.

    A batch begins with an exercise, or with a part of one that is larger: what an exercise's documents share, such as
    their references, is computed by one worker.
    """
    begin, number, own = 0, 0, Batch(0, 0, ())
    for exercise, participants in requests:
        for first in range(0, len(participants), size):
            part = exercise, participants[first : first + size]
            if own.files and own.files + len(part[1]) > size:
                yield own
                begin, number = begin + own.files, number + 1
                own = Batch(number, begin, ())
            own = attrs.evolve(own, requests=(*own.requests, part))
    if own.files:
        yield own
