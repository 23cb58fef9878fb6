"""``markscheme.writeFeedback``: write what students are given back, as ``markscheme feedback`` does.

What is open counts as it stands in the editor. The files go to ``markscheme-reports/feedback`` in the class's folder.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from markscheme.lsp.arguments import argument, file_path, open_answers, optional, optional_names, variant
from markscheme.lsp.commands.command import Command, choice_of, with_progress
from markscheme.lsp.editor import Reporter, uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.documents.reviewing import Choice, report_in
from markscheme.lsp.session.session import Session
from markscheme.marking.verdicts.verdict import OpenAnswers
from markscheme.reports.contract.classes import WrittenFeedback
from markscheme.reports.feedback.composition import MODES, Mode
from markscheme.reports.feedback.delivery import BUNDLES, WRITERS, Bundle, FeedbackWriter
from markscheme.text.errors import DocumentError


async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> WrittenFeedback:
    """Write the feedback and return its files.

    The arguments are the URI of a document or folder, the names of a format and of a mode, and ``FeedbackOptions``. All
    but the first may be left out.
    """
    path = file_path(argument(arguments, 0, str))
    form = argument(arguments, 1, str) if len(arguments) > 1 else None
    mode = argument(arguments, 2, str) if len(arguments) > 2 else None
    options = arguments[3] if len(arguments) > 3 else None
    request = FeedbackRequest(
        path,
        variant(WRITERS, form),
        variant(MODES, mode),
        tuple(optional_names(options, "focus") or ()),
        variant(BUNDLES, optional(options, "bundle", str)),
        choice_of(options),
        open_answers(options),
    )
    token = optional(options, "workDoneToken", int | str)
    return await with_progress(
        ls, "writing feedback", token, lambda reporter: write_feedback(ls.session, request, reporter)
    )


@attrs.frozen
class FeedbackRequest:
    """What is written; an empty ``focus`` marks all kinds of errors. Without ``answers``, marks are ranges."""

    path: Path
    writer: FeedbackWriter
    mode: Mode
    focus: tuple[str, ...]
    bundle: Bundle
    choice: Choice
    answers: OpenAnswers | None


async def write_feedback(session: Session, request: FeedbackRequest, reporter: Reporter) -> WrittenFeedback:
    """Write the files of a request for each student who has marks.

    Raise DocumentError if nobody has marks, there is no such kind of error, or a file can't be written; or EngineError.
    """
    from markscheme.reports.feedback.composition import FeedbackSettings, unknown_focus
    from markscheme.reports.feedback.delivery import deliveries

    path = request.path
    report = (await report_in(session, path, reporter, request.choice)).settled(request.answers)
    if not report.documents:
        raise next(
            iter((*report.problems, *report.absent)),
            DocumentError("there is no text here that a teacher has corrected, so there is no feedback", path=path),
        )
    if fault := unknown_focus(report, request.focus):
        raise DocumentError(fault)
    files: list[Path] = []
    notes = [*filter(None, [report.open_notice]), *(str(item) for item in (*report.absent, *report.problems))]
    chosen = deliveries(report, FeedbackSettings(request.mode, request.focus), request.writer)
    for number, delivery in enumerate(chosen):
        reporter.show("writing the files", number, len(chosen))
        files += await asyncio.to_thread(request.bundle.write, delivery, delivery.target)
        notes += delivery.notices
    return {
        "folder": uri_of(chosen[0].target),
        "files": [uri_of(file) for file in files],
        "texts": sum(delivery.texts for delivery in chosen),
        "problems": notes,
        "open": report.open,
    }


COMMAND = Command("markscheme.writeFeedback", run)
