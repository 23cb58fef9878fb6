"""Questions as CSV: a row for each open question, and one for each reply to an answered one."""

import csv
from collections.abc import Iterator
from io import StringIO

from markscheme.annotation.questions.kinds import KINDS
from markscheme.annotation.questions.queue import Reply
from markscheme.reports.questions.question_list import ListedQuestion, QuestionList
from markscheme.text.products import MARK
from markscheme.text.spreadsheet_cells import harmless

COLUMNS = (
    "key",
    "kind",
    "exercise",
    "sentence",
    "words",
    "asked",
    "message",
    "effect",
    "likelihood",
    "priority",
    "answer",
    "author",
    "date",
    "note",
    MARK,
)
"""The columns; the last one is the mark of a product and has no cells."""


def questions_csv(questions: QuestionList, *, answered: bool, limit: int | None) -> str:
    """Return the open or the answered questions, at most ``limit``."""
    lines = StringIO(newline="")
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for listed in (questions.answered if answered else questions.open)[:limit]:
        for reply in listed.item.replies or (None,):
            writer.writerow([*map(harmless, _row(listed, reply)), ""])
    return lines.getvalue()


def _row(listed: ListedQuestion, reply: Reply | None) -> Iterator[str]:
    question = listed.item.question
    yield from (question.key, question.kind, question.exercise, question.sentence, question.before)
    yield from (" ".join(question.asked), KINDS.get(question.kind).message(question), str(question.effect))
    yield from (f"{question.likelihood.value:.4f}", f"{question.priority:.4f}")
    if reply is None:
        yield from ("",) * 4
    else:
        yield from (reply.answer, reply.author, reply.date.isoformat() if reply.date else "", reply.note)
