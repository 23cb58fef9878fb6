"""A person's decision about one place of a source, and which decision counts where two are contrary."""

import datetime
import enum
import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

import attrs


class Subject(enum.Enum):
    """What a decision is about."""

    CHANGE = "change"
    """A student's change: place and replacement."""
    REFERENCE_EDIT = "reference edit"
    """An edit of a reference: place and replacement."""
    PLACE = "place"
    """A place, whatever stands there."""
    QUESTION = "question"
    """A question about a place, without an effect on marks."""
    MARK = "mark"
    """A student's mark."""


class DecisionKind(enum.Enum):
    """What is decided; the value is the word in the file.

    Two kinds with the same subject are contrary. The one that is better for the student comes first.
    """

    ACCEPTED = "accepted"
    """The change counts as correct."""
    PARTLY = "partly"
    """The change counts as partly correct."""
    WRONG = "wrong"
    """The change counts as wrong."""
    EITHER = "either"
    """The change is as good as the source: it earns nothing, and costs nothing."""
    OPTIONAL = "optional"
    """The reference's edit need not be made."""
    NEEDED = "needed"
    """The reference's edit has to be made, although nobody in the class sees it."""
    NOT_COUNTED = "not counted"
    """The place is not counted."""
    FINAL = "final"
    """The mark is final; answers that nobody has decided count as they are."""
    FINAL_LOWEST = "final lowest"
    """The mark is final; these answers count as wrong."""
    FINAL_HIGHEST = "final highest"
    """The mark is final; these answers count as right."""
    SKIPPED = "skipped"
    """The author leaves the question for later."""
    STANDS = "stands"
    """The texts stand as they are: there is nothing to decide."""
    NOTE = "note"
    """The question is left to the adjudicator, with a note."""
    REPLACED = "replaced"
    """Somebody else's later answer stands in place of this person's; ``question`` is the kind of what it replaces."""

    @property
    def subject(self) -> Subject:
        return _SUBJECTS[self]


_SUBJECTS = {
    DecisionKind.ACCEPTED: Subject.CHANGE,
    DecisionKind.PARTLY: Subject.CHANGE,
    DecisionKind.WRONG: Subject.CHANGE,
    DecisionKind.EITHER: Subject.CHANGE,
    DecisionKind.OPTIONAL: Subject.REFERENCE_EDIT,
    DecisionKind.NEEDED: Subject.REFERENCE_EDIT,
    DecisionKind.NOT_COUNTED: Subject.PLACE,
    DecisionKind.FINAL: Subject.MARK,
    DecisionKind.FINAL_LOWEST: Subject.MARK,
    DecisionKind.FINAL_HIGHEST: Subject.MARK,
    DecisionKind.SKIPPED: Subject.QUESTION,
    DecisionKind.STANDS: Subject.QUESTION,
    DecisionKind.NOTE: Subject.QUESTION,
    DecisionKind.REPLACED: Subject.QUESTION,
}
_PERSONAL = frozenset({DecisionKind.SKIPPED, DecisionKind.NOTE, DecisionKind.REPLACED})
"""The kinds of which each author has one of their own."""
_ORDER = {kind: number for number, kind in enumerate(DecisionKind)}

ALWAYS = "in all exercises"
"""How people are told that a decision is the course's."""
Words = tuple[str, ...]
Topic = tuple[Subject, Words, int, int, Words, tuple[str, ...]]
"""What one decision is about: two with the same topic that say different things are contrary."""


@attrs.frozen
class Decision:
    """A decision that holds wherever the source is the same; one about a mark, for one text of one student.

    Attributes
    ----------
    source
        A passage's source tokens; none for what is added between two sentences. For a mark, the student's name.
    start, end
        The source tokens that it is about.
    replacement
        The tokens in their place. For a place, whatever it is replaced by, and for a mark they are the source's.
    type
        ERRANT's type, or several joined by ``+``; empty: ``M:OTHER``, ``U:OTHER`` or ``R:OTHER``.
    author, date
        Who decided, and when; empty and ``None`` where the file does not say.
    question
        The kind of the question that it answers, where it is about a question. For a mark, the exercise's name.
    note
        Words for the adjudicator, on one line. For a mark, :func:`text_key` of the text that has it.
    always
        Whether it holds in all exercises of a course, wherever the words of its source stand.
    """

    kind: DecisionKind
    source: Words
    start: int
    end: int
    replacement: Words
    type: str = ""
    author: str = ""
    date: datetime.date | None = None
    question: str = ""
    note: str = ""
    always: bool = False

    @property
    def topic(self) -> Topic:
        """What is decided about."""
        replacement = () if self.kind.subject in (Subject.PLACE, Subject.MARK) else self.replacement
        return self.kind.subject, self.source, self.start, self.end, replacement, self._question

    @property
    def order(self) -> tuple[Words, int, int, Words, int, tuple[str, ...]]:
        """Its place in a file."""
        return self.source, self.start, self.end, self.replacement, _ORDER[self.kind], self._question

    @property
    def _question(self) -> tuple[str, ...]:
        """What it is about beside its words, and what keeps apart decisions about it that are not contrary."""
        if self.kind.subject is Subject.MARK:
            return (self.question,)
        if self.kind.subject is not Subject.QUESTION:
            return ()
        return self.question, self.kind.value, self.author if self.kind in _PERSONAL else ""

    @property
    def title(self) -> str:
        """Who and when, for people, and whether it holds in all exercises."""
        day = self.date.isoformat() if self.date else ""
        return ", ".join(part for part in (self.author, day, ALWAYS if self.always else "") if part)

    @property
    def changes_nothing(self) -> bool:
        """Whether the replacement is what the source has."""
        return self.replacement == self.source[self.start : self.end]

    def equals(self, other: "Decision") -> bool:
        """Return whether both decide the same, whoever decided it and when."""
        return self.content == other.content and self.topic == other.topic

    def contradicts(self, other: "Decision") -> bool:
        """Return whether only one of both can hold."""
        return self.content != other.content and self.topic == other.topic

    def is_part_of(self, rejection: "Decision") -> bool:
        """Return whether this is the second line of a rejection, by the same person on the same day.

        Rejecting a reference's edit is two decisions: it is wrong, and it need not be made.
        """
        if (rejection.kind, self.kind) != (DecisionKind.WRONG, DecisionKind.OPTIONAL):
            return False
        return self.signed_words == rejection.signed_words

    @property
    def signed_words(self) -> tuple[Words, int, int, Words, str, datetime.date | None, bool]:
        """The words that it is about, with who decided and when."""
        return self.source, self.start, self.end, self.replacement, self.author, self.date, self.always

    def replaced(self, author: str, date: datetime.date) -> "Decision":
        """Return the line that keeps this decision where a person's answer of a day stands in its place."""
        by = f"by {author} on {date.isoformat()}" if author else f"on {date.isoformat()}"
        return attrs.evolve(self, kind=DecisionKind.REPLACED, question=self.kind.value, note=by)

    def former(self, author: str) -> "Decision | None":
        """Return the decision that this line keeps, if a person's answer stands in its place."""
        kind = next((item for item in DecisionKind if item.value == self.question), None)
        if self.kind is not DecisionKind.REPLACED or kind is None:
            return None
        is_own = self.note.startswith(f"by {author} on " if author else "on ")
        return attrs.evolve(self, kind=kind, question="", note="") if is_own else None

    @property
    def content(self) -> tuple[DecisionKind, str]:
        """What is decided."""
        return self.kind, self.note


LEAST_PHRASE = 2
"""The number of words that say the same in another sentence; fewer do so only between the same neighbours."""


def for_course(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Return decisions about one passage as they hold in all exercises of a course: about a phrase of it.

    The phrase is the words that they are about; a single word, or a place between words, with a neighbour on each side.
    Nothing for what is added between two sentences, where there is no phrase.

    >>> [own] = for_course([Decision(DecisionKind.ACCEPTED, ("It", "rains", "in", "May"), 2, 3, ("every",))])
    >>> own.source, own.start, own.end
    (('rains', 'in', 'May'), 1, 2)
    """
    source = decisions[0].source
    start, end = min(item.start for item in decisions), max(item.end for item in decisions)
    if sum(any(map(str.isalnum, word)) for word in source[start:end]) < LEAST_PHRASE:
        # At an end of the passage, the other side has both neighbours.
        missing = [max(1 - start, 0), max(end + 1 - len(source), 0)]
        start, end = max(start - 1 - missing[1], 0), min(end + 1 + missing[0], len(source))
    if start == end:
        return ()
    return tuple(
        attrs.evolve(item, source=source[start:end], start=item.start - start, end=item.end - start, always=True)
        for item in decisions
    )


@attrs.frozen
class Placed:
    """A decision about ``start`` to ``end`` of a passage's source tokens; its sentence may be a part of these."""

    decision: Decision
    start: int
    end: int

    @property
    def kind(self) -> DecisionKind:
        return self.decision.kind

    @property
    def topic(self) -> tuple[Subject, int, int, Words]:
        """What is decided about, in this passage."""
        subject, *_, replacement, _question = self.decision.topic
        return subject, self.start, self.end, replacement


def final_mark(kind: DecisionKind, exercise: str, student: str, text: str) -> Decision:
    """Return that the mark of a student's text is final, without who says so and when."""
    name = tuple(student.split())
    return Decision(kind, name, 0, len(name), name, question=" ".join(exercise.split()), note=text_key(text))


def text_key(text: str) -> str:
    """Return what tells a text from others, white space apart."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()[:10]


D = TypeVar("D", Decision, Placed)


def in_force(decisions: Iterable[D]) -> tuple[D, ...]:
    """Return the decisions that count, in the same order: of contrary ones, those of the kind decided last.

    A decision without a date is older than one with a date. On the same day a decision about a longer passage counts
    before one about a sentence in it, and then the kind that is better for the student. A rejection that does not count
    is left out as a whole. An exercise's own decision counts before one of the course.
    """
    items = tuple(decisions)
    ranks: dict[object, tuple[bool, datetime.date, int, int]] = {}
    for item in items:
        ranks[item.topic] = max(ranks.get(item.topic, _rank(item)), _rank(item))
    counting = tuple(item for item in items if ranks[item.topic][-1] == _rank(item)[-1])
    if len(counting) == len(items):
        return items
    losers = [_decision(item) for item in items if item not in counting]
    return tuple(item for item in counting if not any(_decision(item).is_part_of(loser) for loser in losers))


def _rank(item: Decision | Placed) -> tuple[bool, datetime.date, int, int]:
    decision = _decision(item)
    return not decision.always, decision.date or datetime.date.min, len(decision.source), -_ORDER[decision.kind]


def _decision(item: Decision | Placed) -> Decision:
    return item.decision if isinstance(item, Placed) else item
