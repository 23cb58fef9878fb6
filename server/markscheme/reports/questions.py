"""The questions of annotators as text, JSON and CSV."""

import csv
import json
import textwrap
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import cast

import attrs

from markscheme.annotation.questions import KINDS, Alternative, PersonVersion
from markscheme.annotation.queue import ANSWERS, Queue, QueuedQuestion, Reply, answers_to, urgency
from markscheme.contract import Placing, shown
from markscheme.formats.registry import has_lines
from markscheme.marking.wording.words import counted, one_line, person_name, teacher_name
from markscheme.registry import Registry
from markscheme.reports.contract import annotation as shapes
from markscheme.reports.contract.annotation import QuestionPlace
from markscheme.reports.output import Layout
from markscheme.text.errors import DocumentError
from markscheme.text.files import MARK, TextSource, marked_json, marked_text, read_text
from markscheme.text.places import LineIndex, Span, harmless


@attrs.frozen
class ListedQuestion:
    """A question, with the URI of a document of its exercise."""

    item: QueuedQuestion
    uri: str


@attrs.frozen
class QuestionList:
    """The questions of some exercises.

    Open ones stand the most urgent first, and those that the author skipped last; answered ones by exercise, the
    newest first. ``notices`` say which hypotheses are left out; they are no faults.
    """

    author: str
    open: tuple[ListedQuestion, ...] = ()
    answered: tuple[ListedQuestion, ...] = ()
    problems: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def skipped(self) -> int:
        return sum(listed.item.is_skipped_by(self.author) for listed in self.open)


def question_list(
    queues: Iterable[tuple[str, Queue]], author: str, problems: Iterable[str] = (), notices: Iterable[str] = ()
) -> QuestionList:
    """Return a person's list from the queue of each exercise, with the URI of a document of it.

    Problems and notices may be repeated.
    """
    parts = list(queues)
    waiting = [ListedQuestion(item, uri) for uri, queue in parts for item in queue.open]
    waiting.sort(key=lambda listed: (listed.item.is_skipped_by(author), urgency(listed.item.question)))
    answered = (ListedQuestion(item, uri) for uri, queue in parts for item in queue.answered)
    return QuestionList(
        author, tuple(waiting), tuple(answered), tuple(dict.fromkeys(problems)), tuple(dict.fromkeys(notices))
    )


PlaceOf = Callable[[Path | None, Span | None, str], shapes.QuestionPlace | None]
"""Return the place of a span in the text of a name in a file; ``None`` where it can't be shown."""


def question_json(listed: ListedQuestion, author: str, place_of: PlaceOf) -> shapes.AnnotatorQuestion:
    item, question = listed.item, listed.item.question
    kind = KINDS.get(question.kind)
    likelihood = question.likelihood
    return {
        "key": question.key,
        "kind": cast("shapes.QuestionName", question.kind),
        "title": kind.title,
        "message": kind.message(question),
        "prompt": kind.prompt(question),
        "exercise": question.exercise,
        "uri": listed.uri,
        "sentence": question.sentence,
        "before": question.before,
        "place": place_of(question.path, question.span, question.document),
        "sentencePlace": place_of(question.path, question.sentence_span, question.document),
        "alternatives": [
            _alternative(alternative, number in question.about)
            for number, alternative in enumerate(question.alternatives)
        ],
        "versions": [_version(version, place_of) for version in question.versions],
        "answers": [
            {"name": cast("shapes.AnswerName", answer.name), "title": answer.title} for answer in answers_to(question)
        ],
        "effect": question.effect,
        "likelihood": likelihood.value,
        "parts": {"share": likelihood.share, "credit": likelihood.credit, "quality": likelihood.quality},
        "priority": question.priority,
        "why": question.why,
        "state": "answered" if item.is_answered else "skipped" if item.is_skipped_by(author) else "open",
        "replies": [_reply(reply) for reply in item.replies],
    }


def queue_json(
    questions: QuestionList, place_of: PlaceOf, *, answered: bool = False, limit: int | None = None
) -> shapes.QuestionQueue:
    """Return the open or the answered questions of a list, at most ``limit``, with the numbers of all."""
    wanted = questions.answered if answered else questions.open
    return {
        "author": questions.author,
        "open": len(questions.open),
        "skipped": questions.skipped,
        "answered": len(questions.answered),
        "questions": [question_json(item, questions.author, place_of) for item in wanted[:limit]],
        "problems": [*questions.problems, *questions.notices],
    }


def reply_words(reply: Reply) -> str:
    """Return a reply in words.

    >>> reply_words(Reply("accept", "ms-kim", None))
    'accepted by Ms Kim'
    """
    by = f" by {person_name(reply.author)}" if reply.author else ""
    day = f", {reply.date.isoformat()}" if reply.date else ""
    note = f": {reply.note}" if reply.note else ""
    return f"{ANSWERS.get(reply.answer).statement}{by}{day}{note}"


def replaced_words(reply: Reply) -> str:
    """Return that another person's answer is replaced, in words.

    >>> replaced_words(Reply("accept", "dana", None))
    'Dana accepted this; your answer replaces it'
    """
    on = f" on {reply.date.isoformat()}" if reply.date else ""
    author = person_name(reply.author) if reply.author else "Somebody"
    verb, _, rest = ANSWERS.get(reply.answer).statement.partition(" ")
    return f"{author} {verb} this{rest and f' {rest}'}{on}; your answer replaces it"


def _alternative(item: Alternative, is_asked: bool) -> shapes.QuestionAlternative:
    return {
        "before": item.before,
        "after": item.after,
        "type": item.type,
        "references": [*item.references],
        "hypotheses": [*item.hypotheses],
        "asked": is_asked,
    }


def _version(item: PersonVersion, place_of: PlaceOf) -> shapes.QuestionVersion:
    return {
        "name": item.person,
        "label": teacher_name(item.person) if item.role == "reference" else person_name(item.person),
        "role": item.role,
        "words": item.words,
        "place": place_of(item.path, item.span, item.document) if item.span is not None else None,
    }


def _reply(reply: Reply) -> shapes.QuestionReply:
    return {
        "answer": cast("shapes.AnswerName", reply.answer),
        "author": reply.author,
        "date": reply.date.isoformat() if reply.date else None,
        "alternatives": [*reply.alternatives],
        "note": reply.note,
        "text": reply_words(reply),
    }


def file_places(read: TextSource) -> PlaceOf:
    """Return a function that gives places in files with lines, in UTF-16 code units; each file is read once."""
    indices: dict[Path, LineIndex | None] = {}

    def place_of(path: Path | None, span: Span | None, document: str) -> QuestionPlace | None:
        del document
        if path is None or span is None or not has_lines(path):
            return None
        if path not in indices:
            try:
                indices[path] = LineIndex(read(path))
            except DocumentError:
                indices[path] = None
        index = indices[path]
        if index is None:
            return None
        return {"uri": path.as_uri(), "range": shown(span, Placing(index, "utf-16"))}

    return place_of


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


@attrs.frozen
class Selection:
    """The answered questions of a list or the open ones, and how many; ``None``: all."""

    answered: bool = False
    limit: int | None = None


_Layout = Layout[[QuestionList, Selection, int]]


def _json(questions: QuestionList, wanted: Selection, _: int) -> str:
    own = queue_json(questions, file_places(read_text), answered=wanted.answered, limit=wanted.limit)
    return json.dumps(own, indent=2, ensure_ascii=False) + "\n"


TEXT: _Layout = Layout(lambda own, wanted, width: questions_text(own, width, **attrs.asdict(wanted)), marked_text)
CSV: _Layout = Layout(lambda own, wanted, _: questions_csv(own, **attrs.asdict(wanted)))
JSON: _Layout = Layout(_json, marked_json)

LAYOUTS: Registry[_Layout] = Registry(
    "format of questions", {name: f"{__name__}:{name.upper()}" for name in ("text", "csv", "json")}
)
