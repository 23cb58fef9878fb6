"""What teachers decide about single places, and which of several decisions count.

:mod:`markscheme.exercises.decision_files` keeps them beside an exercise's references.
"""

import datetime
import enum
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self, TypeVar

import attrs

from markscheme.grouping import grouped


class Subject(enum.Enum):
    """What a decision is about."""

    CHANGE = "change"
    REFERENCE_EDIT = "reference edit"
    PLACE = "place"
    QUESTION = "question"
    MARK = "mark"


class DecisionKind(enum.Enum):
    """What is decided; the value is the word in the file.

    Two kinds with the same subject are contrary. The one that is better for the student comes first.
    """

    subject: Subject

    def __new__(cls, word: str, subject: Subject) -> Self:
        kind = object.__new__(cls)
        kind._value_, kind.subject = word, subject
        return kind

    ACCEPTED = "accepted", Subject.CHANGE
    PARTLY = "partly", Subject.CHANGE
    WRONG = "wrong", Subject.CHANGE
    EITHER = "either", Subject.CHANGE
    """The change is as good as the source: it earns nothing, and costs nothing."""
    OPTIONAL = "optional", Subject.REFERENCE_EDIT
    NEEDED = "needed", Subject.REFERENCE_EDIT
    """The reference's edit has to be made, although nobody in the class sees it."""
    NOT_COUNTED = "not counted", Subject.PLACE
    FINAL = "final", Subject.MARK
    FINAL_LOWEST = "final lowest", Subject.MARK
    """The mark is final; these answers count as wrong."""
    FINAL_HIGHEST = "final highest", Subject.MARK
    """The mark is final; these answers count as right."""
    SKIPPED = "skipped", Subject.QUESTION
    STANDS = "stands", Subject.QUESTION
    """The texts stand as they are: there is nothing to decide."""
    NOTE = "note", Subject.QUESTION
    """The question is left to the adjudicator, with a note."""
    REPLACED = "replaced", Subject.QUESTION
    """Somebody else's later answer stands in place of this person's; ``question`` is the kind of what it replaces."""


_PERSONAL = frozenset({DecisionKind.SKIPPED, DecisionKind.NOTE, DecisionKind.REPLACED})
"""The kinds of which each author has one of their own."""
_ORDER = {kind: number for number, kind in enumerate(DecisionKind)}

ALWAYS = "in all exercises"
Words = tuple[str, ...]
Topic = tuple[Subject, Words, int, int, Words, tuple[str, ...]]


@attrs.frozen
class Decision:
    """A decision that holds wherever the source is the same; one about a mark, for one text of one student.

    ``source`` is a passage's tokens, none for what is added between two sentences; for a mark, the student's name.
    ``replacement`` stands in place of ``start`` to ``end``; for a mark it is the source. ``type`` is ERRANT's, joined
    by ``+``; empty: ``M:OTHER``, ``U:OTHER`` or ``R:OTHER``. Author and date are empty where the file does not say.
    ``question`` is the kind of the question; for a mark, the exercise's name. ``note`` is one line for the adjudicator;
    for a mark, the :func:`text_key` of its text. ``always``: it holds in all exercises of a course, wherever the words
    of its source stand.
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

    @classmethod
    def of_final_mark(cls, kind: DecisionKind, exercise: str, student: str, text: str) -> "Decision":
        """Return that the mark of a student's text is final, without who says so and when."""
        name = tuple(student.split())
        return cls(kind, name, 0, len(name), name, question=" ".join(exercise.split()), note=text_key(text))

    @property
    def topic(self) -> Topic:
        replacement = () if self.kind.subject in (Subject.PLACE, Subject.MARK) else self.replacement
        return self.kind.subject, self.source, self.start, self.end, replacement, self._question

    @property
    def order(self) -> tuple[Words, int, int, Words, int, tuple[str, ...]]:
        return self.source, self.start, self.end, self.replacement, _ORDER[self.kind], self._question

    @property
    def _question(self) -> tuple[str, ...]:
        """What keeps apart decisions that are not contrary, beside their words."""
        if self.kind.subject is Subject.MARK:
            return (self.question,)
        if self.kind.subject is not Subject.QUESTION:
            return ()
        return self.question, self.kind.value, self.author if self.kind in _PERSONAL else ""

    @property
    def title(self) -> str:
        day = self.date.isoformat() if self.date else ""
        return ", ".join(part for part in (self.author, day, ALWAYS if self.always else "") if part)

    @property
    def changes_nothing(self) -> bool:
        return self.replacement == self.source[self.start : self.end]

    def equals(self, other: "Decision") -> bool:
        return self.content == other.content and self.topic == other.topic

    def contradicts(self, other: "Decision") -> bool:
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
        return self.source, self.start, self.end, self.replacement, self.author, self.date, self.always

    def replaced(self, author: str, date: datetime.date) -> "Decision":
        by = f"by {author} on {date.isoformat()}" if author else f"on {date.isoformat()}"
        return attrs.evolve(self, kind=DecisionKind.REPLACED, question=self.kind.value, note=by)

    def former(self, author: str) -> "Decision | None":
        kind = next((item for item in DecisionKind if item.value == self.question), None)
        if self.kind is not DecisionKind.REPLACED or kind is None:
            return None
        is_own = self.note.startswith(f"by {author} on " if author else "on ")
        return attrs.evolve(self, kind=kind, question="", note="") if is_own else None

    @property
    def content(self) -> tuple[DecisionKind, str]:
        return self.kind, self.note


LEAST_PHRASE = 2
"""The number of words that say the same in another sentence; fewer do so only between the same neighbours."""


def for_course(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Return decisions about one passage as they hold in all exercises of a course: about a phrase of it.

    The phrase is the words that they are about; a single word, or a gap, with a neighbour on each side. Nothing for
    what is added between two sentences, where there is no phrase.

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
        subject, *_, replacement, _question = self.decision.topic
        return subject, self.start, self.end, replacement


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


@attrs.frozen
class _Index:
    decisions: tuple[Decision, ...]
    by_source: Mapping[Words, Sequence[Decision]]
    by_first: Mapping[str, Sequence[Words]]

    @classmethod
    def of(cls, decisions: Iterable[Decision]) -> "_Index":
        counting = in_force(item for item in decisions if item.kind.subject is not Subject.MARK)
        by_source = grouped(counting, lambda item: item.source)
        return cls(counting, by_source, grouped(filter(None, by_source), lambda source: source[0]))


class Decisions:
    """The decisions that count, by a passage's source tokens; ``len`` is their number.

    Of contrary decisions about the same change the later one counts. Decisions about a mark are left out.
    """

    def __init__(
        self, decisions: "Iterable[Decision] | _Index" = (), kinds: Iterable[DecisionKind] = DecisionKind
    ) -> None:
        self._index = decisions if isinstance(decisions, _Index) else _Index.of(decisions)
        self._kinds = frozenset(kinds)

    def __len__(self) -> int:
        return sum(item.kind in self._kinds for item in self._index.decisions)

    def __iter__(self) -> Iterator[Decision]:
        return (item for item in self._index.decisions if item.kind in self._kinds)

    def only(self, *kinds: DecisionKind) -> "Decisions":
        """Return those of some kinds; a later decision of another kind still overrules them."""
        return Decisions(self._index, kinds)

    def of(self, source: tuple[str, ...]) -> tuple[Placed, ...]:
        """Return the decisions about a passage: about its source as a whole, or about sentences in it.

        Two sentences are one passage for a student who joined them, and two passages for another.
        """
        return tuple(item for item in in_force(self._placed(source)) if item.kind in self._kinds)

    def _placed(self, source: tuple[str, ...]) -> Iterator[Placed]:
        if not source:
            yield from (Placed(item, item.start, item.end) for item in self._index.by_source.get((), ()))
        for at, token in enumerate(source):
            for sentence in self._index.by_first.get(token, ()):
                end = at + len(sentence)
                if source[at:end] == sentence:
                    is_whole = _is_whole(source, at, end)
                    for item in self._index.by_source[sentence]:
                        if is_whole or item.always:
                            yield Placed(item, at + item.start, at + item.end)

    def at(self, source: tuple[str, ...], start: int, end: int, target: tuple[str, ...]) -> tuple[Decision, ...]:
        """Return the decisions about a correction that puts ``target`` in place of the tokens ``start`` to ``end``.

        The correction may repeat source tokens around the decision's own. Decisions about a whole place are not among
        them.
        """
        return tuple(
            item.decision
            for item in self.of(source)
            if item.kind.subject is not Subject.PLACE
            and start <= item.start
            and item.end <= end
            and (*source[start : item.start], *item.decision.replacement, *source[item.end : end]) == target
        )


def _is_whole(source: tuple[str, ...], start: int, end: int) -> bool:
    """Return whether a sentence may begin and end there: with the passage, or at punctuation."""
    begins = start == 0 or not _is_word(source[start - 1])
    return begins and (end == len(source) or not _is_word(source[end - 1]))


def _is_word(token: str) -> bool:
    return any(character.isalnum() for character in token)
