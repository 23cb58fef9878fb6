"""Questions with what people answered: which are open, in which order, and who answered the others."""

import datetime
from collections.abc import Iterable, Sequence

import attrs

from markscheme.annotation.questions.answers import ANSWERS, NOTE, SKIP, STANDS, Answer
from markscheme.annotation.questions.kinds import KINDS
from markscheme.annotation.questions.question import Alternative, Question, key_of
from markscheme.exercises.decisions.decision import Decision, Placed, Subject
from markscheme.exercises.decisions.lookup import Decisions

_Signature = tuple[str, datetime.date | None]
"""Who decided, and when."""


@attrs.frozen
class Reply:
    """One person's answer to a question.

    Attributes
    ----------
    answer
        Its name in :data:`markscheme.annotation.questions.answers.ANSWERS`.
    alternatives
        The indices of the alternatives that it is about; none for an answer that changes no mark.
    decisions
        What is written of it.
    """

    answer: str
    author: str
    date: datetime.date | None
    alternatives: tuple[int, ...] = ()
    note: str = ""
    decisions: tuple[Decision, ...] = ()

    @property
    def is_skip(self) -> bool:
        """Whether the person left the question for later."""
        return self.answer == SKIP.name


@attrs.frozen
class QueuedQuestion:
    """A question with the replies to it, the oldest first."""

    question: Question
    replies: tuple[Reply, ...] = ()
    is_answered: bool = False

    def by(self, author: str) -> tuple[Reply, ...]:
        """Return a person's replies."""
        return tuple(reply for reply in self.replies if reply.author == author)

    def replaced_by(self, answer: Answer, new: Sequence[Decision], author: str) -> tuple[Decision, ...]:
        """Return the decisions of a person's earlier answers that an answer with new decisions replaces.

        Who skips a question, or leaves a note, changes no earlier answer. A note stays, whatever is answered later. So
        does a decision about a wider place, which was made for another question, or at the place itself.
        """
        if answer in (SKIP, NOTE):
            return ()
        earlier = (item for reply in self.by(author) if reply.answer != NOTE.name for item in reply.decisions)
        own = (item for item in earlier if item.kind.subject is not Subject.PLACE or self._has_place(item))
        return tuple(item for item in own if not any(item.equals(other) for other in new))

    def _has_place(self, decision: Decision) -> bool:
        """Return whether a decision has the place of the question, or of a correction that it is about."""
        own = self.question.start, self.question.end
        places = {own, *((item.start, item.end) for item in self.question.alternatives)}
        return (decision.start, decision.end) in places

    def is_skipped_by(self, author: str) -> bool:
        """Return whether a person left it for later."""
        return any(reply.is_skip and reply.author == author for reply in self.replies)


@attrs.frozen
class Queue:
    """The questions of an exercise.

    Attributes
    ----------
    open
        Those that nobody has answered, the most urgent first; those that the person skipped come last.
    answered
        The others, those that were answered last first.
    """

    open: tuple[QueuedQuestion, ...] = ()
    answered: tuple[QueuedQuestion, ...] = ()

    def find(self, key: str) -> QueuedQuestion | None:
        """Return the question of a key, open or answered; ``None`` if there is none."""
        return next((item for item in (*self.open, *self.answered) if item.question.key == key), None)


def urgency(question: Question) -> tuple[object, ...]:
    """Return a key that sorts questions: by priority, likelihood and effect, and then by place."""
    order = list(KINDS.names).index(question.kind)
    place = question.exercise, question.span.start, question.span.end
    return -question.priority, -question.likelihood.value, -question.effect, order, place, question.key


def queue_of(questions: Sequence[Question], decisions: Iterable[Decision], author: str = "") -> Queue:
    """Return the queue of a person.

    Parameters
    ----------
    questions
        The most urgent first.
    decisions
        Those of all files beside the references.
    author
        Whose skipped questions come last.
    """
    replies = _Replies(decisions)
    items = [replies.of(question) for question in questions]
    waiting = [item for item in items if not item.is_answered]
    answered = [item for item in items if item.is_answered]
    answered.sort(key=lambda item: max(reply.date or datetime.date.min for reply in item.replies), reverse=True)
    return Queue(tuple(sorted(waiting, key=lambda item: item.is_skipped_by(author))), tuple(answered))


class _Replies:
    """What people answered, by question."""

    def __init__(self, decisions: Iterable[Decision]) -> None:
        items = tuple(decisions)
        self._placed = Decisions(item for item in items if item.kind.subject is not Subject.QUESTION)
        self._without_effect: dict[str, list[Decision]] = {}
        for item in items:
            if item.kind.subject is Subject.QUESTION:
                key = key_of(item.question, item.source, item.start, item.end, item.replacement)
                self._without_effect.setdefault(key, []).append(item)

    def of(self, question: Question) -> QueuedQuestion:
        """Return a question with the replies to it."""
        decided, by_author = self._decided(question)
        replies = [reply for (author, date), own in by_author.items() for reply in _of_person(author, date, own)]
        is_free = not question.alternatives and self._is_place_free(question, replies)
        is_settled = is_free or (bool(decided) and KINDS.get(question.kind).is_settled(question, decided))
        for decision in self._without_effect.get(question.key, ()):
            answer = next(answer for answer in (STANDS, SKIP, NOTE) if answer.without_effect is decision.kind)
            replies.append(Reply(answer.name, decision.author, decision.date, (), decision.note, (decision,)))
            is_settled = is_settled or answer is not SKIP
        replies.sort(key=lambda reply: reply.date or datetime.date.min)
        return QueuedQuestion(question, tuple(replies), is_settled)

    def _decided(self, question: Question) -> tuple[set[int], dict[_Signature, dict[int, list[Decision]]]]:
        """Return the alternatives about which something was decided, and the decisions by who made them and when."""
        decided: set[int] = set()
        by_author: dict[_Signature, dict[int, list[Decision]]] = {}
        for number, alternative in enumerate(question.alternatives):
            for item in self._placed.of(alternative.source):
                if _is_about(item, alternative):
                    decided.add(number)
                    own = by_author.setdefault((item.decision.author, item.decision.date), {})
                    own.setdefault(number, []).append(item.decision)
        return decided, by_author

    def _is_place_free(self, question: Question, replies: list[Reply]) -> bool:
        """Return whether a place without a correction is not counted, and add who said so."""
        for item in self._placed.of(question.source):
            if item.kind.subject is Subject.PLACE and item.start <= question.start and question.end <= item.end:
                decision = item.decision
                replies.append(Reply("optional", decision.author, decision.date, (), "", (decision,)))
        return bool(replies)


def _of_person(author: str, date: datetime.date | None, own: dict[int, list[Decision]]) -> Iterable[Reply]:
    """Yield a person's answers of one day: alternatives with the same answer are one."""
    by_answer: dict[str, dict[int, list[Decision]]] = {}
    for number, decisions in own.items():
        kinds = {item.kind for item in decisions}
        for answer in ANSWERS.variants().values():
            if answer.marks(kinds):
                by_answer.setdefault(answer.name, {})[number] = decisions
    for name, numbers in by_answer.items():
        whole = tuple(dict.fromkeys(item for items in numbers.values() for item in items))
        yield Reply(name, author, date, tuple(numbers), "", whole)


def _is_about(item: Placed, alternative: Alternative) -> bool:
    if item.kind.subject is Subject.PLACE:
        return item.start <= alternative.start and alternative.end <= item.end
    place = alternative.start, alternative.end, alternative.replacement
    return (item.start, item.end, item.decision.replacement) == place
