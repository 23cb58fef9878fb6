"""The questions of annotators as text, JSON and CSV."""

import textwrap
from collections.abc import Iterable, Iterator
from typing import Literal, cast

import attrs

from markscheme.contract import shape
from markscheme.reports.output import json_report, layouts
from markscheme.research.question_queue import ANSWERS, Answer, Queue, QueuedQuestion, Reply, answers_to
from markscheme.research.questions import KINDS, Question, QuestionName
from markscheme.wording import counted, one_line, person_name


@shape(
    *("key", "kind", "title", "message", "prompt", "question.exercise", "uri", "question.sentence"),
    *("question.before", "question.place", "question.sentence_place", "question.alternatives", "question.versions"),
    *("answers", "question.effect", "question.likelihood.value", "question.likelihood", "question.priority"),
    *("question.why", "state", "item.replies"),
    name="AnnotatorQuestion",
    renamed={
        "question.sentence_place": "sentencePlace",
        "question.likelihood.value": "likelihood",
        "question.likelihood": "parts",
    },
)
@attrs.frozen
class ListedQuestion:
    """A question about one place of a source, in the queue of a person, the ``author``."""

    item: QueuedQuestion
    uri: str
    """The URI of a document of the exercise, for the commands."""
    author: str

    @property
    def question(self) -> Question:
        return self.item.question

    @property
    def key(self) -> str:
        """The question's name. It depends on the kind, the source's sentence, the place and what is asked."""
        return self.question.key

    @property
    def kind(self) -> QuestionName:
        """The kind."""
        return cast("QuestionName", self.question.kind)

    @property
    def title(self) -> str:
        """The kind, for people."""
        return KINDS.get(self.kind).title

    @property
    def message(self) -> str:
        """What there is to see."""
        return KINDS.get(self.kind).message(self.question)

    @property
    def prompt(self) -> str:
        """What is to be decided."""
        return KINDS.get(self.kind).prompt(self.question)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers that it can have."""
        return answers_to(self.question)

    @property
    def is_skipped(self) -> bool:
        return self.item.is_skipped_by(self.author)

    @property
    def state(self) -> Literal["open", "skipped", "answered"]:
        """``skipped``: by the person whose queue it is, and open for others."""
        if self.item.is_answered:
            return "answered"
        return "skipped" if self.is_skipped else "open"


@shape(
    *("author", "waiting", "skipped", "done", "listed", "unused", "tags"),
    name="QuestionQueue",
    renamed={"waiting": "open", "done": "answered", "listed": "questions", "unused": "problems"},
)
@attrs.frozen
class QuestionList:
    """The answer of ``markscheme/questions``.

    ``open``: the most urgent first, and those that the author skipped last. ``answered``: by exercise, the newest
    first. ``problems``: files that can't be used. ``notices``: which hypotheses are left out. ``wants_answered``:
    whether the answered ones are listed; ``limit``: how many at most, ``None`` for all.
    """

    author: str
    """The person whose queue it is; may be empty."""
    open: tuple[ListedQuestion, ...] = ()
    answered: tuple[ListedQuestion, ...] = ()
    problems: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    """By what errors are called, in sentences."""
    wants_answered: bool = False
    limit: int | None = None

    @property
    def waiting(self) -> int:
        """The number of open questions, with those that the person skipped."""
        return len(self.open)

    @property
    def skipped(self) -> int:
        """The number of those that the person skipped."""
        return sum(item.is_skipped for item in self.open)

    @property
    def done(self) -> int:
        """The number of answered questions."""
        return len(self.answered)

    @property
    def listed(self) -> tuple[ListedQuestion, ...]:
        """The open questions, the most urgent first and skipped ones last; or the answered ones, the newest first."""
        return (self.answered if self.wants_answered else self.open)[: self.limit]

    @property
    def unused(self) -> tuple[str, ...]:
        """Files that can't be used."""
        return (*self.problems, *self.notices)


@shape()
@attrs.frozen
class AnsweredQuestion:
    """The result of ``markscheme.answerQuestion`` and ``markscheme.undoAnswer``."""

    question: ListedQuestion
    """The question as it is now."""
    open: int
    """The number of the exercise's open questions."""
    next: str | None
    """The key of the exercise's most urgent question that is open, and not this one; ``null`` if there is none."""
    replaced: tuple[str, ...]
    """The answers of other people that this answer replaces, in words."""


def question_list(
    queues: Iterable[tuple[str, Queue]],
    author: str,
    problems: Iterable[str] = (),
    notices: Iterable[str] = (),
    tags: Iterable[str] = (),
) -> QuestionList:
    """Return a person's list from exercises' queues, with the URI of a document; words for people may repeat."""
    parts = list(queues)
    waiting = [ListedQuestion(item, uri, author) for uri, queue in parts for item in queue.open]
    waiting.sort(key=lambda listed: (listed.is_skipped, listed.question.urgency))
    answered = (ListedQuestion(item, uri, author) for uri, queue in parts for item in queue.answered)
    return QuestionList(
        author,
        tuple(waiting),
        tuple(answered),
        tuple(dict.fromkeys(problems)),
        tuple(dict.fromkeys(notices)),
        tuple(dict.fromkeys(tags)),
    )


def replaced_words(reply: Reply) -> str:
    """Return that another person's answer is replaced, in words.

    >>> replaced_words(Reply("accept", "dana", None))
    'Dana accepted this; your answer replaces it'
    """
    on = f" on {reply.date.isoformat()}" if reply.date else ""
    author = person_name(reply.author) if reply.author else "Somebody"
    verb, _, rest = ANSWERS.get(reply.answer).statement.partition(" ")
    return f"{author} {verb} this{rest and f' {rest}'}{on}; your answer replaces it"


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
)


def _rows(questions: QuestionList) -> Iterator[list[object]]:
    for listed in questions.listed:
        for reply in listed.item.replies or (None,):
            yield [*_row(listed, reply)]


def _row(listed: ListedQuestion, reply: Reply | None) -> Iterator[object]:
    question = listed.question
    yield from (question.key, question.kind, question.exercise, question.sentence, question.before)
    yield from (" ".join(question.asked), listed.message, question.effect)
    yield from (f"{question.likelihood.value:.4f}", f"{question.priority:.4f}")
    if reply is None:
        yield from (None,) * 4
    else:
        yield from (reply.answer, reply.author, reply.date, reply.note)


NARROWEST = 40
"""Smallest number of columns that lines are broken to."""


def questions_text(questions: QuestionList, width: int) -> str:
    skipped = f", {questions.skipped} of them skipped" if questions.skipped else ""
    lines = [f"{counted(questions.waiting, 'open question')}{skipped}; {questions.done} answered"]
    lines += [f"{notice}." for notice in questions.notices]
    lines += questions.tags
    for listed in questions.listed:
        lines += ["", *_lines(listed, max(width, NARROWEST))]
    if more := (questions.done if questions.wants_answered else questions.waiting) - len(questions.listed):
        lines += ["", f"{more} more: give --limit a larger number"]
    return "\n".join(lines) + "\n"


def _lines(listed: ListedQuestion, width: int) -> Iterator[str]:
    item, question = listed.item, listed.question
    yield f"{question.key}  {listed.title} · {question.exercise}"
    texts = [one_line(question.sentence), listed.message, listed.prompt]
    likely = f"priority {question.priority:.2f}: {counted(question.effect, 'mark')} × {question.likelihood.value:.2f}"
    texts.append(f"{likely} ({question.why})")
    if item.replies:
        texts += (reply.text for reply in item.replies)
    elif not item.is_answered:
        texts.append(f"Answers: {', '.join(answer.name for answer in listed.answers)}")
    for text in texts:
        yield from textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ")


LAYOUTS = layouts(
    text=questions_text,
    json=json_report,
    cells=lambda own: (COLUMNS, _rows(own)),
)
