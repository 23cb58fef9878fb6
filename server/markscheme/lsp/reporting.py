"""The report of a document, or of all hypotheses in a folder, as ``markscheme review`` writes it."""

from collections.abc import Iterator
from pathlib import Path

from markscheme.documents.errors import DocumentError
from markscheme.documents.exercises import Exercise, Participant, exercises_in, exercises_of
from markscheme.documents.reading import is_folder
from markscheme.documents.writing import write_whole
from markscheme.engine.messages import WORKSPACE
from markscheme.engine.tasks import review_tasks
from markscheme.lsp.session import Session
from markscheme.reports.report import Report, ReviewedDocument

JSON, TEXT = ".json", ".txt"
WIDTH = 160
"""Columns of a report in text."""


async def export_report(session: Session, path: Path, target: Path) -> None:
    """Write the report of a document or a folder to a file: JSON or text, by its name.

    Raises
    ------
    DocumentError
        If the target's name says no format, or it can't be written.
    EngineError
        If the engine does not answer.
    """
    if target.suffix not in (JSON, TEXT):
        raise DocumentError("a report is written as JSON or text", path=target, remedy=f"Name it *{JSON} or *{TEXT}")
    write_whole(target, _written(await _report(session, path), target.suffix).encode())


def _written(report: Report, suffix: str) -> str:
    from markscheme.reports.review_json import review_json
    from markscheme.reports.review_text import review_text

    return review_json(report) if suffix == JSON else review_text(report, WIDTH)


async def _report(session: Session, path: Path) -> Report:
    documents: list[ReviewedDocument] = []
    problems: list[DocumentError] = []
    options = await session.configuration.of(None)
    for exercise, participant in _work(session, path):
        try:
            tasks = review_tasks(exercise, participant, session.read, options.marks)
        except DocumentError as problem:
            problems.append(problem)
            continue
        for task in tasks:
            reply = await session.engine(options).review(task, lambda _: None, WORKSPACE)
            problems += reply.problems
            if reply.failure is not None:
                problems.append(DocumentError(reply.failure))
            if reply.review is not None:
                file = task.marked.path or path
                text = task.marked.text if task.marked.places is None else session.read(file)
                author = task.marked.name if len(tasks) > 1 else None
                documents.append(ReviewedDocument(file, exercise.name, text, reply.review, author))
    return Report(tuple(documents), tuple({str(item): item for item in problems}.values()))


def _work(session: Session, path: Path) -> Iterator[tuple[Exercise, Participant | None]]:
    if is_folder(path):
        for exercise in exercises_in(path, session.read):
            yield from ((exercise, item) for item in exercise.hypotheses or (None,))
    else:
        for exercise in exercises_of(path, session.read):
            yield from ((exercise, item) for item in exercise.marked(path))
