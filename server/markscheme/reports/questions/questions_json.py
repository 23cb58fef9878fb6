"""Questions as JSON, for clients and for ``markscheme questions --format json``."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

from markscheme.annotation.questions.answers import ANSWERS, answers_to
from markscheme.annotation.questions.kinds import KINDS
from markscheme.annotation.questions.question import Alternative, PersonVersion
from markscheme.annotation.questions.queue import Reply
from markscheme.marking.wording.people import person_name, teacher_name
from markscheme.reports.contract import annotation as shapes
from markscheme.reports.questions.question_list import ListedQuestion, QuestionList
from markscheme.text.positions import Span

PlaceOf = Callable[[Path | None, Span | None, str], shapes.QuestionPlace | None]
"""Return the place of a span in the text of a name in a file; ``None`` where it can't be shown."""


def question_json(listed: ListedQuestion, author: str, place_of: PlaceOf) -> shapes.AnnotatorQuestion:
    """Return a question with the replies to it."""
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
