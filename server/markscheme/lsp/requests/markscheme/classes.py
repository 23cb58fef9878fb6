"""Own requests about a class: the answers that are to be decided, and how feedback can be written."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from markscheme.exercises.discovery import no_exercise
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import texts_by_author
from markscheme.formats.registry import has_lines
from markscheme.languages.language import DEFAULT_LANGUAGE, find_language
from markscheme.lsp.arguments import argument, field, file_path, optional
from markscheme.lsp.editor import cancelling, uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.documents.reviewing import open_answers_of
from markscheme.lsp.session.workspace import search
from markscheme.marking.wording.words import person_name
from markscheme.reports.contract.classes import ClassQuestions, FeedbackChoices
from markscheme.text.errors import DocumentError
from markscheme.text.files import TextSource

MOST = 100
"""Number of questions in an answer, unless the client says another one."""


async def answer_class_questions(ls: MarkschemeServer, params: Any) -> ClassQuestions:
    """Return the questions of the folder or document in ``uri``, or else of the workspace and the open documents."""
    from markscheme.reports.class_questions_report import questions_json
    from markscheme.reports.json.class_json import problem_words

    scope, limit = optional(params, "uri", str), optional(params, "limit", int)
    own = bool(optional(params, "own_correction", bool))
    token = optional(params, "workDoneToken", int | str)
    reporter = ls.editor.reporter_of(token, "marking the class", cancelling(asyncio.current_task()))
    try:
        place = file_path(scope) if scope is not None else None
        state, problems = await open_answers_of(ls.session, place, reporter, own_correction=own)
    finally:
        reporter.end()
    return questions_json(state, uri_of, map(problem_words, problems), MOST if limit is None else max(0, limit))


CLASS_QUESTIONS_REQUEST = Request("markscheme/classQuestions", answer_class_questions)


async def answer_feedback_choices(ls: MarkschemeServer, params: Any) -> FeedbackChoices:
    place = file_path(argument([field(params, "uri")], 0, str))
    exercises = (await search(ls.session, place)).exercises
    return await asyncio.to_thread(_choices, exercises, place, ls.session.snapshot())


def _choices(exercises: Sequence[Exercise], place: Path, read: TextSource) -> FeedbackChoices:
    if not exercises:
        raise no_exercise(place)
    names = dict.fromkeys(name for exercise in exercises for name in _students(exercise, place, read))
    students = sorted(names, key=lambda name: (person_name(name).casefold(), name))
    return {
        "folder": uri_of(exercises[0].class_folder),
        "assignments": [*dict.fromkeys(exercise.assignment for exercise in exercises)],
        "students": [{"name": name, "label": person_name(name)} for name in students],
        "groups": [*dict.fromkeys(group for exercise in exercises for group in _groups(exercise))],
    }


def _students(exercise: Exercise, place: Path, read: TextSource) -> Iterator[str]:
    for item in exercise.hypotheses:
        if item.path != place and place not in item.path.parents and place in exercise.paths:
            continue
        authors: Sequence[str] = ()
        if not has_lines(item.path) and item.author is None:
            with suppress(DocumentError):
                authors = [one.name for one in texts_by_author(item, read).corrections]
        yield from authors if len(authors) > 1 else (item.identity,)


def _groups(exercise: Exercise) -> Iterator[str]:
    yield from (group for _, group in exercise.groups.entries)
    error_types = find_language(exercise.marking.language or DEFAULT_LANGUAGE).error_types
    yield from sorted({*error_types.groups.values(), error_types.other})


FEEDBACK_CHOICES_REQUEST = Request("markscheme/feedbackChoices", answer_feedback_choices)
