"""The questions of a document, a folder or the workspace, over all of its exercises."""

from pathlib import Path
from typing import Any

import attrs

from markscheme.annotation.queue import QueuedQuestion
from markscheme.lsp.locations import Locations, plain_range
from markscheme.lsp.session.annotation.question_desk import ExerciseQuestions
from markscheme.lsp.session.session import Session
from markscheme.lsp.session.workspace import options_for, search
from markscheme.lsp.views import uri_of
from markscheme.progress import Progress, silent
from markscheme.reports.contract.annotation import QuestionPlace
from markscheme.reports.questions import PlaceOf, QuestionList, question_list
from markscheme.reports.report import problem_words
from markscheme.text.errors import DocumentError
from markscheme.text.places import Span


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


def shown_places(locations: Locations) -> PlaceOf:
    def place_of(path: Path | None, span: Span | None, document: str) -> QuestionPlace | None:
        location = locations.of(path, span or Span(0, 0), document)
        if location is None:
            return None
        place: Any = plain_range(location.range)
        return {"uri": location.uri, "range": place}

    return place_of
