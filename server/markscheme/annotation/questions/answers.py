"""The answers to questions, as objects in a registry: which decisions each means."""

import datetime
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

import attrs

from markscheme.annotation.questions.question import Alternative, Question
from markscheme.exercises.decisions.decision import Decision, DecisionKind
from markscheme.formats.parallel import DETECTION
from markscheme.registry import Registry

About = Sequence[Alternative]


@attrs.frozen
class Answer:
    """An answer.

    Attributes
    ----------
    name
        Its name in JSON and on the command line.
    title
        What a button says.
    statement
        What a person did who gave it: "accepted" by Ms Kim.
    decide
        Return the decisions that it means for a question, about some alternatives, without an author and a date.
    marks
        Return whether decisions of these kinds, by one person about one alternative, are this answer.
    needs_alternative
        Whether only a question about corrections can have it.
    is_offered
        Whether it can be given to a question.
    without_effect
        The kind of the decision that it is, where it changes no mark.
    """

    name: str
    title: str
    statement: str
    decide: Callable[[Question, About], Iterable[Decision]]
    marks: Callable[[Collection[DecisionKind]], bool]
    needs_alternative: bool = False
    is_offered: bool = True
    without_effect: DecisionKind | None = None

    def fits(self, question: Question) -> bool:
        """Return whether the question can be answered so."""
        return self.is_offered and (bool(question.about) or not self.needs_alternative)


def _reject(_: Question, about: About) -> Iterator[Decision]:
    """Yield that a change is wrong; a reference's edit need not be made either."""
    for item in about:
        yield _about(DecisionKind.WRONG, item)
        if item.references:
            yield _about(DecisionKind.OPTIONAL, item)


def _free(question: Question, about: About) -> Iterator[Decision]:
    """Yield that a reference's edit need not be made; a place that only hypotheses change is not counted."""
    for item in about:
        is_due = bool(item.references)
        yield _about(DecisionKind.OPTIONAL, item) if is_due else _place(item.source, item.start, item.end)
    if not about:
        yield _place(question.source, question.start, question.end)


def _each(kind: DecisionKind) -> Callable[[Question, About], Iterable[Decision]]:
    return lambda _, about: [_about(kind, item) for item in about]


def _is_free(kinds: Collection[DecisionKind]) -> bool:
    is_free = DecisionKind.OPTIONAL in kinds or DecisionKind.NOT_COUNTED in kinds
    return is_free and DecisionKind.WRONG not in kinds


def _without_effect(name: str, title: str, statement: str, kind: DecisionKind) -> Answer:
    """Return an answer that changes no mark."""

    def decide(question: Question, _: About) -> list[Decision]:
        type_ = question.alternatives[question.about[0]].type if len(question.about) == 1 else DETECTION
        place = question.source, question.start, question.end
        return [Decision(kind, *place, question.asked, type_, question=question.kind)]

    return Answer(name, title, statement, decide, lambda kinds: kind in kinds, without_effect=kind)


ACCEPT = Answer(
    "accept",
    "Accept",
    "accepted",
    _each(DecisionKind.ACCEPTED),
    lambda kinds: DecisionKind.ACCEPTED in kinds,
    needs_alternative=True,
)
REJECT = Answer(
    "reject", "Reject", "rejected", _reject, lambda kinds: DecisionKind.WRONG in kinds, needs_alternative=True
)
OPTIONAL = Answer("optional", "Optional", "called optional", _free, _is_free)
PARTLY = Answer(
    "partly",
    "Partly Correct",
    "counted as partly correct",
    _each(DecisionKind.PARTLY),
    lambda kinds: DecisionKind.PARTLY in kinds,
    is_offered=False,
)
"""What a person may have decided at a place itself; the queue does not offer it."""
STANDS = _without_effect("stands", "Stands as It Is", "left as it stands", DecisionKind.STANDS)
SKIP = _without_effect("skip", "Skip", "skipped", DecisionKind.SKIPPED)
NOTE = _without_effect("note", "Note to the Adjudicator", "left to the adjudicator", DecisionKind.NOTE)

ANSWERS: Registry[Answer] = Registry(
    "answer",
    {
        name: f"{__name__}:{name.upper()}"
        for name in ("accept", "reject", "optional", "stands", "skip", "note", "partly")
    },
)
"""The answers by their names, in the order in which they are offered."""
OFFERED = ANSWERS.built_in[:-1]
"""The names of the answers that a question can be given."""


def answers_to(question: Question) -> tuple[Answer, ...]:
    """Return the answers that a question can have."""
    return tuple(item for item in ANSWERS.variants().values() if item.fits(question))


def decisions_for(
    question: Question,
    answer: Answer,
    author: str,
    date: datetime.date,
    choice: int | None = None,
    note: str = "",
) -> tuple[Decision, ...]:
    """Return the decisions of a person who answers a question.

    Parameters
    ----------
    choice
        The index of the alternative that is meant; ``None``: those that the question is about.
    note
        Words for the adjudicator; other answers have none.

    Raises
    ------
    ValueError
        If the question can't have this answer, has no such alternative, or a note has no words.
    """
    if not answer.fits(question):
        raise ValueError(f"this question can't be answered with {answer.name!r}")
    if choice is not None and not 0 <= choice < len(question.alternatives):
        raise ValueError(f"this question has no alternative {choice}")
    about = [question.alternatives[index] for index in (question.about if choice is None else (choice,))]
    if answer is NOTE and not note.strip():
        raise ValueError("a note to the adjudicator needs words")
    own_note = note if answer is NOTE else ""
    unsigned = dict.fromkeys(answer.decide(question, about))
    return tuple(attrs.evolve(item, author=author, date=date, note=own_note) for item in unsigned)


def _about(kind: DecisionKind, item: Alternative) -> Decision:
    return Decision(kind, item.source, item.start, item.end, item.replacement, item.type)


def _place(source: tuple[str, ...], start: int, end: int) -> Decision:
    return Decision(DecisionKind.NOT_COUNTED, source, start, end, source[start:end], DETECTION)
