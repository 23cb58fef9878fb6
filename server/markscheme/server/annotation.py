"""What annotators are asked and decide: the questions of a session's exercises, and its adjudications.

Questions depend on texts alone: an answer asks the engine nothing. Where annotators differ is kept until a document of
the exercise changes.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from markscheme.documents.files import read_text
from markscheme.documents.folders import companion
from markscheme.documents.formats import FORMATS
from markscheme.errors import DocumentError
from markscheme.exercises.decision_files import AnswerHistory, DecisionFolder
from markscheme.exercises.decisions import Decision
from markscheme.exercises.exercise import Exercise
from markscheme.languages.segments import Span
from markscheme.marking.driver import TaskSettings
from markscheme.progress import Progress, silent
from markscheme.research.adjudication import Adjudication
from markscheme.research.adjudication_result import AdjudicatedTexts, adjudicated_exercises, adjudicated_texts, several
from markscheme.research.differences import Differences, Sentence
from markscheme.research.pool import PooledTexts
from markscheme.research.question_queue import AnswerChange, GivenAnswer, Queue, QueuedQuestion
from markscheme.research.questions import KINDS, LEAST_ANNOTATORS, Question, Unanimity, Wanted
from markscheme.server.documents import DocumentQuestions, OpenDocuments, PlacedAgreement, PlacedQuestion, TextDocument
from markscheme.server.editor import Reporter
from markscheme.server.editor_settings import Options
from markscheme.server.engine.protocol import DIFFERENCES, QUESTIONS, QuestionsParams, QuestionsReply

if TYPE_CHECKING:
    from markscheme.server.engine.client import EngineClient
    from markscheme.server.session import Session


_State = tuple[object, ...]


@attrs.frozen
class ExerciseQuestions:
    """The questions of an exercise as they stand now, a person's queue, and why texts or decisions can't be used."""

    exercise: Exercise
    reply: QuestionsReply
    queue: Queue
    author: str
    problems: tuple[DocumentError, ...] = ()


@attrs.frozen
class _AskedQuestions:
    state: _State
    options: Options
    wanted: Wanted
    texts: PooledTexts
    reply: QuestionsReply

    def has(self, texts: PooledTexts, options: Options, wanted: Wanted) -> bool:
        return (self.texts, self.options, self.wanted) == (texts, options, wanted)


class QuestionStore:
    """The questions of a session's exercises, each asked of the engine once as long as the texts stay the same."""

    def __init__(self, documents: OpenDocuments, engine: Callable[[Options], "EngineClient"]) -> None:
        self._documents = documents
        self._engine = engine
        self.wanted = Wanted()
        self._kept: dict[Exercise, _AskedQuestions] = {}
        self._histories: dict[DecisionFolder, AnswerHistory] = {}

    async def of(
        self, exercise: Exercise, options: Options, progress: Progress = silent, *, waits: bool = True
    ) -> ExerciseQuestions | None:
        """Return the questions of an exercise; if not ``waits``, ``None`` where the engine had to be asked.

        Raise DocumentError if the exercise has no reference, or another problem; or EngineError.
        """
        wanted, own = options.with_references(exercise), options.marking(exercise)
        state = self._state(wanted, own)
        kept = self._kept.get(wanted)
        if kept is None or kept.state != state:
            if not waits:
                return None
            kept = self._kept[wanted] = await self._fresh(wanted, own, state, progress)
        decisions, problems = await asyncio.to_thread(self._decisions, wanted)
        queue = Queue.of(kept.reply.questions, decisions, options.person)
        return ExerciseQuestions(wanted, kept.reply, queue, options.person, (*kept.reply.problems, *problems))

    async def in_document(self, exercise: Exercise, options: Options, document: TextDocument) -> DocumentQuestions:
        """Return what a source or a reference shows; raises as :meth:`of`."""
        current = await self.of(exercise, options)
        if current is None:
            return DocumentQuestions()
        view = document.view
        name = view.author if view is not None else None
        return _document_questions(current.queue.open, current.reply.unanimities, document.path, name)

    def concerning(self, path: Path) -> tuple[Exercise, ...]:
        """Return the exercises with this document whose questions were asked before."""
        return tuple(exercise for exercise in self._kept if path in exercise.paths)

    async def answer(self, current: ExerciseQuestions, item: QueuedQuestion, given: GivenAnswer) -> AnswerChange:
        """Write a person's answer in place of the person's earlier one, and of contrary ones of others.

        Raise DocumentError if a file is broken or can't be written, and leave all files as they were; ValueError if the
        question can't have this answer.
        """
        folder = _folder(current.exercise)
        change = item.answered_by(given)
        history = self._histories.setdefault(folder, AnswerHistory(folder))
        await asyncio.to_thread(history.answer, item.question.key, change.written, change.withdrawn)
        return change

    async def undo(self, current: ExerciseQuestions, item: QueuedQuestion) -> bool:
        """Take back the session's last answer, or else all of the person's; false without any. Raises as ``answer``."""
        folder, key = _folder(current.exercise), item.question.key
        history = self._histories.get(folder)
        if history is not None and history.has(key):
            await asyncio.to_thread(history.undo, key)
        else:
            change = item.taken_back_by(current.author)
            if change is None:
                return False
            await asyncio.to_thread(folder.rewrite, change.written, change.withdrawn)
        return True

    async def _fresh(self, exercise: Exercise, options: Options, state: _State, progress: Progress) -> _AskedQuestions:
        """Ask the engine only if a text is another one than before."""
        read, settings = self._documents.snapshot(), TaskSettings(options.marks)
        texts = (await asyncio.to_thread(PooledTexts.of, exercise, read, settings)).undecided
        before = self._kept.get(exercise)
        if before is not None and before.has(texts, options, self.wanted):
            return attrs.evolve(before, state=state)
        reply = await self._engine(options).ask(QUESTIONS, QuestionsParams(texts, self.wanted), progress)
        return _AskedQuestions(state, options, self.wanted, texts, reply)

    def _decisions(self, exercise: Exercise) -> tuple[Sequence[Decision], tuple[DocumentError, ...]]:
        folder = exercise.decision_folder
        return folder.read(self._documents.read) if folder is not None else ((), ())

    def _state(self, exercise: Exercise, options: Options) -> _State:
        return (
            options,
            self.wanted,
            *map(self._documents.stamp, sorted(exercise.paths | FORMATS.annotated(exercise.paths))),
        )


def _folder(exercise: Exercise) -> DecisionFolder:
    folder = exercise.decision_folder
    if folder is None:
        raise DocumentError("the exercise has no reference beside which answers could stand", path=exercise.source)
    return folder


_MOST_QUESTIONS = 30
"""Most urgent questions that a document shows; the queue has all."""


def _document_questions(
    open_questions: Sequence[QueuedQuestion], unanimities: Sequence[Unanimity], path: Path, name: str | None
) -> DocumentQuestions:
    """Return what a source or a reference shows; the most urgent questions come first, and no name means all texts."""
    kinds = KINDS.variants()
    urgent = (item for item in open_questions if kinds[item.question.kind].is_shown(item.question))
    placed = [
        PlacedQuestion(span, item)
        for item in urgent
        if (span := next(_places_in(item.question, path, name), None)) is not None
    ]
    agreements: dict[int, PlacedAgreement] = {}
    for item in unanimities:
        for place in item.places if item.annotators >= LEAST_ANNOTATORS else ():
            if place.path == path and name in (None, place.document):
                agreements.setdefault(place.span.start, PlacedAgreement(place.span.start, item))
    return DocumentQuestions(
        tuple(sorted(placed[:_MOST_QUESTIONS], key=lambda item: item.span)),
        tuple(agreements[start] for start in sorted(agreements)),
    )


def questions_at(
    open_questions: Sequence[QueuedQuestion], path: Path, name: str | None, place: Span
) -> Iterator[PlacedQuestion]:
    """Yield the questions whose place in a document shares a character or an end with a place."""
    for item in open_questions:
        spans = _places_in(item.question, path, name)
        touching = next((span for span in spans if span.start <= place.end and place.start <= span.end), None)
        if touching is not None:
            yield PlacedQuestion(touching, item)


def _places_in(question: Question, path: Path, name: str | None) -> Iterator[Span]:
    """Yield a question's places in a document: the source's, then what people have there, those it is about first."""
    about = {person for item in question.alternatives[:1] for person in (*item.references, *item.hypotheses)}
    own = sorted(question.versions, key=lambda version: version.person not in about)
    for place in (question.place, *(item.place for item in own)):
        if place is not None and place.path == path and name in (None, place.document):
            yield place.span


_MAX_KEPT = 4
"""Adjudications whose differences stay in memory."""

_Stamp = tuple[tuple[Path, object], ...]
"""The state of files and folders."""


@attrs.frozen
class OpenAdjudication:
    """An adjudication with what a decision about it needs."""

    adjudication: Adjudication
    options: Options
    texts: AdjudicatedTexts

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return self.adjudication.differences.sentences


@attrs.frozen
class _KeptAdjudication:
    stamp: _Stamp
    exercises: tuple[Exercise, ...]
    texts: AdjudicatedTexts
    differences: Differences
    problems: tuple[DocumentError, ...]
    options: Options


class Adjudications:
    """The adjudications that were asked for last."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._kept: dict[Path, _KeptAdjudication] = {}

    async def of(self, place: Path, reporter: Reporter | None = None) -> OpenAdjudication:
        """Return the adjudication of a document's exercise or a folder.

        Raise DocumentError if there is none, there are several, or its file is broken; or EngineError.
        """
        kept = self._kept.get(place)
        if kept is None or kept.stamp != await asyncio.to_thread(self._stamp, kept.exercises):
            kept = await self._read(place, kept, reporter)
        adjudication = await asyncio.to_thread(
            Adjudication.read, kept.texts.path, kept.differences, read_text, kept.problems
        )
        return OpenAdjudication(adjudication, kept.options, kept.texts)

    async def _read(
        self, place: Path, before: _KeptAdjudication | None, reporter: Reporter | None
    ) -> _KeptAdjudication:
        read = self._session.snapshot()
        exercises = await asyncio.to_thread(adjudicated_exercises, place, read)
        options = (await self._session.options_for(exercises[0])).marking(exercises[0])
        stamp = await asyncio.to_thread(self._stamp, exercises)
        groups = await asyncio.to_thread(adjudicated_texts, exercises, read, TaskSettings(options.marks))
        if len(groups) > 1:
            names = ", ".join(str(group.path.parent.name) for group in groups)
            raise several(place, groups, f" ({names})")
        [texts] = groups
        if before is not None and before.texts == texts and before.options == options:
            kept = attrs.evolve(before, stamp=stamp, exercises=exercises)
        else:
            progress = reporter.report if reporter is not None else silent
            reply = await self._session.engine(options).ask(DIFFERENCES, texts.texts, progress)
            problems = (*texts.problems, *reply.problems)
            kept = _KeptAdjudication(stamp, exercises, texts, reply.differences, problems, options)
        self._kept.pop(place, None)
        self._kept[place] = kept
        for old in list(self._kept)[:-_MAX_KEPT]:
            del self._kept[old]
        return kept

    def _stamp(self, exercises: Sequence[Exercise]) -> _Stamp:
        stamp = self._session.documents.stamp
        return (*((path, stamp(path)) for path in dict.fromkeys(_files(exercises))), *_folders(exercises))


def _folders(exercises: Sequence[Exercise]) -> _Stamp:
    """Return the names of the documents beside the exercises': a new one may belong to them."""
    folders = dict.fromkeys(path.parent for exercise in exercises for path in sorted(exercise.paths))
    return tuple((folder, tuple(sorted(filter(_may_be_document, _names(folder))))) for folder in folders)


def _names(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:
        return []


def _may_be_document(name: str) -> bool:
    return not name.startswith(".") and companion(Path(name)) is None


def _files(exercises: Iterable[Exercise]) -> Iterator[Path]:
    for exercise in exercises:
        yield from sorted(exercise.paths)
        if exercise.configuration is not None:
            yield exercise.configuration
