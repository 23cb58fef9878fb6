"""Questions of exercises and their answers. Questions depend on texts alone: an answer asks the engine nothing."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import attrs

from markscheme.documents.formats import annotated_files
from markscheme.errors import DocumentError
from markscheme.exercises.decision_files import AnswerHistory, DecisionFolder, read_folder, rewrite
from markscheme.exercises.decisions import Decision
from markscheme.exercises.exercise import Exercise
from markscheme.marking.driver import TaskSettings
from markscheme.progress import Progress, silent
from markscheme.research.pool import PooledTexts, pooled_texts
from markscheme.research.questions import Wanted
from markscheme.research.queue import (
    AnswerChange,
    GivenAnswer,
    Queue,
    QueuedQuestion,
    queue_of,
)
from markscheme.server.engine.client import EngineClient
from markscheme.server.engine.requests import QUESTIONS, QuestionsParams, QuestionsReply
from markscheme.server.options import Options
from markscheme.server.session.marked import OpenDocuments, with_wanted_references

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
class _Kept:
    state: _State
    options: Options
    wanted: Wanted
    texts: PooledTexts
    reply: QuestionsReply

    def has(self, texts: PooledTexts, options: Options, wanted: Wanted) -> bool:
        return (self.texts, self.options, self.wanted) == (texts, options, wanted)


class QuestionDesk:
    """The questions of a session's exercises, each asked of the engine once as long as the texts stay the same."""

    def __init__(self, documents: OpenDocuments, engine: Callable[[Options], EngineClient]) -> None:
        self._documents = documents
        self._engine = engine
        self.wanted = Wanted()
        self._kept: dict[Exercise, _Kept] = {}
        self._histories: dict[DecisionFolder, AnswerHistory] = {}

    async def of(
        self, exercise: Exercise, options: Options, progress: Progress = silent, *, waits: bool = True
    ) -> ExerciseQuestions | None:
        """Return the questions of an exercise; if not ``waits``, ``None`` where the engine had to be asked.

        Raise DocumentError if the exercise has no reference, or another problem; or EngineError.
        """
        wanted, own = with_wanted_references(exercise, options), options.marking(exercise)
        state = self._state(wanted, own)
        kept = self._kept.get(wanted)
        if kept is None or kept.state != state:
            if not waits:
                return None
            kept = self._kept[wanted] = await self._fresh(wanted, own, state, progress)
        decisions, problems = await asyncio.to_thread(self._decisions, wanted)
        queue = queue_of(kept.reply.questions, decisions, options.person)
        return ExerciseQuestions(wanted, kept.reply, queue, options.person, (*kept.reply.problems, *problems))

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
            await asyncio.to_thread(rewrite, folder, change.written, change.withdrawn)
        return True

    async def _fresh(self, exercise: Exercise, options: Options, state: _State, progress: Progress) -> _Kept:
        """Ask the engine only if a text is another one than before."""
        read, settings = self._documents.snapshot(), TaskSettings(options.marks)
        texts = (await asyncio.to_thread(pooled_texts, exercise, read, settings)).undecided
        before = self._kept.get(exercise)
        if before is not None and before.has(texts, options, self.wanted):
            return attrs.evolve(before, state=state)
        reply = await self._engine(options).ask(QUESTIONS, QuestionsParams(texts, self.wanted), progress)
        return _Kept(state, options, self.wanted, texts, reply)

    def _decisions(self, exercise: Exercise) -> tuple[Sequence[Decision], tuple[DocumentError, ...]]:
        folder = exercise.decision_folder
        return read_folder(folder, self._documents.read) if folder is not None else ((), ())

    def _state(self, exercise: Exercise, options: Options) -> _State:
        return (
            options,
            self.wanted,
            *map(self._documents.stamp, sorted(exercise.paths | annotated_files(exercise.paths))),
        )


def _folder(exercise: Exercise) -> DecisionFolder:
    folder = exercise.decision_folder
    if folder is None:
        raise DocumentError("the exercise has no reference beside which answers could stand", path=exercise.source)
    return folder
