"""The questions of a document, a folder or the workspace, over all of its exercises."""

from pathlib import Path

import attrs

from markscheme.errors import DocumentError
from markscheme.progress import Progress, silent
from markscheme.reports.questions import QuestionList, question_list
from markscheme.reports.report import problem_words
from markscheme.research.queue import QueuedQuestion
from markscheme.server.session.annotation.question_desk import ExerciseQuestions
from markscheme.server.session.session import Session
from markscheme.server.session.workspace import options_for, search
from markscheme.server.views import uri_of


@attrs.frozen
class Queues:
    """The questions of some exercises; ``problems`` are those of exercises that have none."""

    exercises: tuple[ExerciseQuestions, ...]
    problems: tuple[DocumentError, ...] = ()

    @property
    def questions(self) -> QuestionList:
        author = next((item.author for item in self.exercises), "")
        own = (problem for item in self.exercises for problem in item.problems)
        problems = (problem_words(problem) for problem in (*self.problems, *own))
        return question_list(((document_uri(item), item.queue) for item in self.exercises), author, problems)

    def find(self, key: str) -> tuple[ExerciseQuestions, QueuedQuestion] | None:
        for item in self.exercises:
            if (question := item.queue.find(key)) is not None:
                return item, question
        return None


async def queues_in(session: Session, place: Path | None, progress: Progress = silent) -> Queues:
    """Return the questions of a document's exercise, of a folder's exercises, or of the workspace's.

    Raise DocumentError if the place does not exist, or nothing is found and a configuration is broken; or EngineError.
    """
    found = await search(session, place)
    exercises: list[ExerciseQuestions] = []
    problems: list[DocumentError] = [*found.problems]
    for exercise in found.exercises:
        if not exercise.references:
            continue
        try:
            own = await session.desk.of(exercise, await options_for(session, exercise), progress)
        except DocumentError as problem:
            problems.append(problem)
            continue
        exercises += [own] if own is not None else []
    return Queues(tuple(exercises), tuple(problems))


def document_uri(item: ExerciseQuestions) -> str:
    """Return the URI of the source, or else of the first reference."""
    return uri_of(item.exercise.source or item.exercise.references[0].path)
