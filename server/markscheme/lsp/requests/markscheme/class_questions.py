"""``markscheme/classQuestions``: the answers of a class that no teacher has, and the marks that hang on them.

The first answer may take long, so a client gives a ``workDoneToken`` of its own.
"""

import asyncio
from typing import Any

from markscheme.lsp.arguments import file_path, optional
from markscheme.lsp.editor import cancelling, uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.documents.reviewing import open_answers_of
from markscheme.reports.contract.classes import ClassQuestions

MOST = 100
"""Number of questions in an answer, unless the client says another one."""


async def answer(ls: MarkschemeServer, params: Any) -> ClassQuestions:
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


REQUEST = Request("markscheme/classQuestions", answer)
