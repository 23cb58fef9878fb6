"""Questions for a terminal."""

import textwrap
from collections.abc import Iterator

from markscheme.annotation.questions.answers import answers_to
from markscheme.annotation.questions.kinds import KINDS
from markscheme.marking.wording.words import counted, one_line
from markscheme.reports.questions.question_list import ListedQuestion, QuestionList
from markscheme.reports.questions.questions_json import reply_words

NARROWEST = 40
"""Smallest number of columns that lines are broken to."""


def questions_text(questions: QuestionList, width: int, *, answered: bool, limit: int | None) -> str:
    """Return the open or the answered questions, at most ``limit``, for a terminal of some columns."""
    wanted = questions.answered if answered else questions.open
    skipped = f", {questions.skipped} of them skipped" if questions.skipped else ""
    lines = [f"{counted(len(questions.open), 'open question')}{skipped}; {len(questions.answered)} answered"]
    lines += [f"{notice}." for notice in questions.notices]
    for listed in wanted[:limit]:
        lines += ["", *_lines(listed, max(width, NARROWEST))]
    if limit is not None and len(wanted) > limit:
        lines += ["", f"{len(wanted) - limit} more: give --limit a larger number"]
    return "\n".join(lines) + "\n"


def _lines(listed: ListedQuestion, width: int) -> Iterator[str]:
    item, question = listed.item, listed.item.question
    kind = KINDS.get(question.kind)
    yield f"{question.key}  {kind.title} · {question.exercise}"
    texts = [one_line(question.sentence), kind.message(question), kind.prompt(question)]
    likely = f"priority {question.priority:.2f}: {counted(question.effect, 'mark')} × {question.likelihood.value:.2f}"
    texts.append(f"{likely} ({question.why})")
    if item.replies:
        texts += map(reply_words, item.replies)
    elif not item.is_answered:
        texts.append(f"Answers: {', '.join(answer.name for answer in answers_to(question))}")
    for text in texts:
        yield from textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ")
