"""What teachers decide about single places, in plain M2 files beside an exercise's references.

An ``S`` line is a passage's source tokens. Each ``A`` line is a decision by itself. Its comment says what was decided,
by whom and when; the annotator's number only keeps overlapping lines apart. The text depends only on the decisions, so
that the additions of two people can be merged::

    S She like music .
    A 1 2|||UNK|||like|||REQUIRED|||not counted by Ms Kim on 2026-11-22|||0
    A 1 2|||R:VERB|||adores|||REQUIRED|||partly by Ms Kim on 2026-11-22|||1
    A 2 2|||M:DET|||the|||REQUIRED|||optional by Mr Roy on 2026-11-23|||0

``accepted.m2`` holds the students' corrections that count as a reference's; a comment of another form is the author.
``decisions.m2`` holds all other kinds that change marks; a comment of another form is an error. ``questions.m2`` holds
answers that change no mark: who skipped a question, who says that the texts stand as they are, and notes to the
adjudicator. The question's kind stands in brackets, and a note behind the date::

    A 1 2|||R:VERB|||adores|||REQUIRED|||skipped (uncovered) by Ms Kim on 2026-11-22|||0
    A 1 2|||R:VERB|||loves|||REQUIRED|||note (uncovered) by Mr Roy on 2026-11-22: too strong?|||1

An answer that somebody else's later one replaces is kept there too, with its kind in brackets, and comes back when the
later one is taken back::

    A 1 2|||R:VERB|||loves|||REQUIRED|||replaced (accepted) by Mr Roy on 2026-11-22: by Ms Kim on 2026-11-23|||2

M2 has no line about a place as such. ``not counted`` is written as an error that nobody corrected: type ``UNK``, and
the source's own words (none for a gap) as the correction. ERRANT's ``compare_m2`` counts no correction there. A
hand-written line may have another correction and type, which are ignored.

Files that a person has formatted are changed line by line: all other lines stay. To take back an answer, the files get
the contents that they had before it, and later answers are written again; so taking back the last one that is left
restores every byte, in whatever order. Where another program has changed a file meanwhile, the answer's decisions are
removed, and those that it replaced are written again.
"""

import datetime
import enum
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Self, TypeVar

import attrs

from markscheme.documents.corpus import DETECTION
from markscheme.documents.files import TextSource, decode, read_data, write_all
from markscheme.documents.m2 import NO_CORRECTION, Annotation, read_annotations
from markscheme.errors import DocumentError, MissingDocument
from markscheme.exercises.own_files import encoded_like, locked, remove
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


_SEPARATOR = "|||"


def _without_lines(text: str, numbers: Collection[int]) -> str:
    lines = text.split("\n")
    dropped = {number - 1 for number in numbers}
    for block in _blocks(lines):
        if len(block) > 1 and dropped.issuperset(block[1:]):
            beside = (index for index in (block.start - 1, block.stop) if 0 <= index < len(lines) - 1)
            blank = next((index for index in beside if index not in dropped and not lines[index].strip()), None)
            dropped |= {block.start} | ({blank} if blank is not None else set())
    return "\n".join(line for index, line in enumerate(lines) if index not in dropped)


def _with_line(text: str, item: Decision) -> str:
    lines = text.split("\n")
    end_of_line = "\r" if lines[0].endswith("\r") else ""
    block = next((block for block in _blocks(lines) if tuple(lines[block.start].split()[1:]) == item.source), None)
    if block is None:
        at = next((index + 1 for index in reversed(range(len(lines))) if lines[index].strip()), 0)
        added = ["", f"S {' '.join(item.source)}", _line(item, 0)]
    else:
        at = block.stop
        places = [_place_and_annotator(line) for line in lines[block.start + 1 : block.stop]]
        taken = {annotator for place, annotator in places if _overlap(place, (item.start, item.end))}
        added = [_line(item, next(number for number in range(len(places) + 1) if number not in taken))]
    return "\n".join([*lines[:at], *(f"{line}{end_of_line}" for line in added), *lines[at:]])


def _blocks(lines: Sequence[str]) -> list[range]:
    blocks: list[range] = []
    for index, line in enumerate(lines):
        if line.startswith("S "):
            blocks.append(range(index, index + 1))
        elif line.startswith("A ") and blocks and blocks[-1].stop == index:
            blocks[-1] = range(blocks[-1].start, index + 1)
    return blocks


def _place_and_annotator(line: str) -> tuple[tuple[int, int], int]:
    place, *fields = line.split(_SEPARATOR)
    _, start, end = place.split()
    return (int(start), int(end)), int(fields[-1])


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one == other or (one[0] < other[1] and other[0] < one[1])


_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_SIGNATURE = rf"(?: by (?P<author>.+?))?(?: on (?P<date>{_DATE}))?"
_ACCEPTED = re.compile(rf"(?P<kind>accepted)(?: by (?P<author>.+))? on (?P<date>{_DATE})")
_DECIDED = re.compile(rf"(?P<kind>[a-z ]+?){_SIGNATURE}")
_FINAL = re.compile(rf"(?P<kind>final[a-z ]*?) \((?P<question>.+?)\){_SIGNATURE}: (?P<note>[0-9a-f]+)")
_ANSWERED = re.compile(rf"(?P<kind>[a-z]+)(?: \((?P<question>[a-z -]+)\))?{_SIGNATURE}(?:: (?P<note>.*))?")
_BARS = re.compile(r"\|{2,}|\|$")
_UNTYPED = ("", "noop", DETECTION)
_WITHOUT_CORRECTION = (Subject.PLACE, Subject.MARK)


@attrs.frozen
class DecisionFile:
    """A file of decisions in the folder of the references; ``contents`` and ``description`` are for people.

    ``rejection`` says why ``{words}`` can't be written. ``comments`` are the forms of comments, ``no_comment`` says
    what one of another form is not. ``always``: its decisions hold in all exercises of a course.
    """

    name: str
    kinds: tuple[DecisionKind, ...]
    contents: str
    description: str
    rejection: str
    comments: tuple[re.Pattern[str], ...]
    no_comment: str = "no decision"
    always: bool = False

    def signed(self, comment: str) -> Decision:
        """Return what a comment says, about no place; ValueError, with a sentence for people, if it says nothing."""
        for form in self.comments:
            fields = match.groupdict() if (match := form.fullmatch(comment)) else {}
            word = fields.pop("kind", None)
            kind = next((item for item in self.kinds if item.value == word), None)
            if kind is not None and (kind.subject is Subject.MARK) is (form is _FINAL):
                return _signed(kind, **fields)
        raise ValueError(f"the comment {comment!r} is {self.no_comment}")


def _signed(
    kind: DecisionKind, author: str | None = None, date: str | None = None, question: str = "", note: str = ""
) -> Decision:
    try:
        day = datetime.date.fromisoformat(date) if date else None
    except ValueError:
        raise ValueError(f"{date} is no date") from None
    return Decision(kind, (), 0, 0, (), "", author or "", day, question or "", note or "")


@attrs.frozen
class _AcceptedFile(DecisionFile):
    """A comment of another form is the author."""

    def signed(self, comment: str) -> Decision:
        try:
            return super().signed(comment)
        except ValueError:
            return _signed(DecisionKind.ACCEPTED, comment)


ACCEPTED_FILE = _AcceptedFile(
    "accepted.m2",
    (DecisionKind.ACCEPTED,),
    "accepted alternatives",
    "the alternatives that teachers accepted",
    "the correction {words!r} can't be accepted",
    (_ACCEPTED,),
)
DECISIONS_FILE = DecisionFile(
    "decisions.m2",
    tuple(kind for kind in DecisionKind if kind is not DecisionKind.ACCEPTED and kind.subject is not Subject.QUESTION),
    "teachers' decisions",
    "the decisions of teachers about single places",
    "the decision about {words!r} can't be kept",
    (_FINAL, _DECIDED),
)
QUESTIONS_FILE = DecisionFile(
    "questions.m2",
    tuple(kind for kind in DecisionKind if kind.subject is Subject.QUESTION),
    "answers to questions",
    "the answers of annotators that change no mark",
    "the answer about {words!r} can't be kept",
    (_ANSWERED,),
    "no answer to a question",
)
DECISION_FILES = (ACCEPTED_FILE, DECISIONS_FILE, QUESTIONS_FILE)
COURSE_FILE = DecisionFile(
    "course-decisions.m2",
    tuple(kind for kind in DecisionKind if kind.subject in (Subject.CHANGE, Subject.REFERENCE_EDIT, Subject.PLACE)),
    "a teacher's decisions for all exercises",
    "the decisions of a teacher for all exercises of a course",
    "the decision about {words!r} can't be kept",
    (_DECIDED,),
    always=True,
)


def read_accepted(text: str, path: Path | None = None) -> tuple[Decision, ...]:
    return read(ACCEPTED_FILE, text, path)


def read_decisions(text: str, path: Path | None = None) -> tuple[Decision, ...]:
    return read(DECISIONS_FILE, text, path)


def read(file: DecisionFile, text: str, path: Path | None = None) -> tuple[Decision, ...]:
    """Return the decisions of a file's text, sorted, each once; DocumentError, with the line, at the first fault."""
    return tuple(decision_lines(file, text, path))


def decision_lines(file: DecisionFile, text: str, path: Path | None = None) -> dict[Decision, int]:
    """Return the decisions of a file's text, as :func:`read`, each with its line, from 1."""
    if not text.strip():
        return {}
    decisions: dict[tuple[object, ...], tuple[Decision, int]] = {}
    for source, annotation in read_annotations(text, path):
        for item in _of_line(file, source, annotation, path):
            decisions.setdefault((item.kind, item.topic), (item, annotation.line))
    return dict(sorted(decisions.values(), key=lambda pair: pair[0].order))


def _of_line(
    file: DecisionFile, source: tuple[str, ...], annotation: Annotation, path: Path | None
) -> Iterable[Decision]:
    try:
        signed = file.signed(annotation.comment)
    except ValueError as error:
        raise DocumentError(str(error), path=path, line=annotation.line, remedy=_comment_form(file)) from None
    kind, start, end = signed.kind, annotation.start, annotation.end
    placed = attrs.evolve(signed, source=source, start=start, end=end, always=file.always)
    if kind.subject in _WITHOUT_CORRECTION or (kind.subject is Subject.QUESTION and not annotation.corrects):
        yield attrs.evolve(placed, replacement=source[start:end], type=DETECTION)
        return
    if not annotation.corrects:
        what = "an accepted alternative" if kind is DecisionKind.ACCEPTED else f"what is {kind.value!r}"
        raise DocumentError(f"{what} must be a correction, and this line has none", path=path, line=annotation.line)
    for replacement in (annotation.replacement, *annotation.alternatives):
        yield attrs.evolve(placed, replacement=replacement, type=annotation.type)


def _comment_form(file: DecisionFile) -> str:
    *others, last = [repr(kind.value) for kind in file.kinds if kind.subject is not Subject.MARK]
    elsewhere = " ".join(
        f"What is {kind.value!r} stands in {other.name}."
        for other in DECISION_FILES
        for kind in other.kinds
        if kind.subject is not Subject.MARK and kind not in file.kinds and QUESTIONS_FILE not in (file, other)
    )
    word = "KIND (QUESTION)" if file is QUESTIONS_FILE else "KIND"
    form = f"Write '{word} by NAME on YYYY-MM-DD', where KIND is {', '.join(others)} or {last}"
    return f"{form}. {elsewhere}".rstrip(". ")


def with_decision(file: DecisionFile, text: str, decision: Decision, path: Path | None = None) -> str:
    """Return a file's text after a decision: without the contrary ones, and with this one if its kind stands there.

    If the same was decided before, that line stays, with the person who decided first. ``path`` is for messages. Raise
    DocumentError if the text is broken or M2 can't hold the decision, ValueError if its place is outside its source.
    """
    if not 0 <= decision.start <= decision.end <= len(decision.source):
        raise ValueError("the place of the decision is outside its source")
    added = _normalised(decision)
    if added.changes_nothing and added.kind.subject in (Subject.CHANGE, Subject.REFERENCE_EDIT):
        verb = "accept" if added.kind is DecisionKind.ACCEPTED else "decide"
        raise DocumentError(f"this changes nothing: there is nothing to {verb}", path=path)
    before = read(file, text, path)
    kept = tuple(item for item in before if not item.contradicts(added))
    is_new = added.kind in file.kinds and not any(item.equals(added) for item in kept)
    if kept == before and not is_new:
        return text
    after = tuple(sorted((*kept, added), key=lambda item: item.order)) if is_new else kept
    new_text = _rewritten(file, text, before, after, path)
    return _checked(file, new_text, after, added, path) if is_new else new_text


def without_decision(file: DecisionFile, text: str, decision: Decision, path: Path | None = None) -> str:
    """Return a text without a decision, whoever made it; empty if there is no other. DocumentError if it is broken."""
    before = read(file, text, path)
    after = tuple(item for item in before if not item.equals(decision))
    return text if after == before else _rewritten(file, text, before, after, path)


def _rewritten(
    file: DecisionFile, text: str, before: tuple[Decision, ...], after: tuple[Decision, ...], path: Path | None
) -> str:
    if not after or _written(before) == text:
        return _written(after)
    changed = _changed_lines(file, text, after, tuple(item for item in after if item not in before), path)
    try:
        return changed if read(file, changed, path) == after else _written(after)
    except DocumentError:
        return _written(after)


def _changed_lines(
    file: DecisionFile, text: str, after: tuple[Decision, ...], added: tuple[Decision, ...], path: Path | None
) -> str:
    kept = {(item.content, item.topic) for item in after}
    dropped = {
        annotation.line
        for source, annotation in read_annotations(text, path)
        if any((item.content, item.topic) not in kept for item in _of_line(file, source, annotation, path))
    }
    changed = _without_lines(text, dropped)
    for item in added:
        changed = _with_line(changed, item)
    return changed


def _normalised(item: Decision) -> Decision:
    """Return a decision as it is written: with a type, for a place with the source's words, and a note on one line.

    Two bars in a note, which part a line of M2, are written as broken bars.
    """
    note = _BARS.sub(lambda match: "¦" * len(match[0]), " ".join(item.note.split()))
    item = attrs.evolve(item, note=note)
    subject = item.kind.subject
    if subject in _WITHOUT_CORRECTION or (subject is Subject.QUESTION and item.changes_nothing):
        return attrs.evolve(item, replacement=item.source[item.start : item.end], type=DETECTION)
    if item.type not in _UNTYPED:
        return item
    kind = "M:OTHER" if item.start == item.end else "R:OTHER" if item.replacement else "U:OTHER"
    return attrs.evolve(item, type=kind)


def _written(decisions: Iterable[Decision]) -> str:
    sentences = grouped(decisions, lambda item: item.source).items()
    return "\n".join("\n".join([f"S {' '.join(source)}", *_lines(items), ""]) for source, items in sentences)


def _lines(decisions: Iterable[Decision]) -> Iterable[str]:
    annotators: list[list[tuple[int, int]]] = []
    for item in decisions:
        place = (item.start, item.end)
        free = (n for n, places in enumerate(annotators) if not any(_overlap(place, other) for other in places))
        number = next(free, len(annotators))
        if number == len(annotators):
            annotators.append([])
        annotators[number].append(place)
        yield _line(item, number)


def _line(item: Decision, annotator: int) -> str:
    words = " ".join(item.replacement)
    return f"A {item.start} {item.end}|||{item.type}|||{words}|||REQUIRED|||{_comment(item)}|||{annotator}"


def _comment(item: Decision) -> str:
    if item.kind is DecisionKind.ACCEPTED and item.date is None and not item.always:
        return item.author or NO_CORRECTION
    by, on = f" by {item.author}" if item.author else "", f" on {item.date}" if item.date else ""
    question, note = f" ({item.question})" if item.question else "", f": {item.note}" if item.note else ""
    return f"{item.kind.value}{question}{by}{on}{note}"


def _checked(file: DecisionFile, text: str, meant: tuple[Decision, ...], new: Decision, path: Path | None) -> str:
    """Return the text if this reader, and ERRANT's, which parts lines at ``|||``, read these decisions from it."""
    try:
        sound = read(file, decode(text.encode(), path or Path(file.name)), path) == meant
    except (DocumentError, UnicodeEncodeError):
        sound = False
    words = " ".join(new.replacement)
    if not sound or _line(new, 0).split(_SEPARATOR)[2:3] != [words]:
        raise DocumentError(
            file.rejection.format(words=words),
            path=path,
            remedy="Its words, or its sentence's, have what an M2 file can't hold",
        )
    return text


@attrs.frozen
class DecisionFolder:
    """The folder of an exercise's first reference, or a course's; one of its ``documents`` holds no decisions."""

    path: Path
    documents: frozenset[Path] = frozenset()
    files: tuple[DecisionFile, ...] = DECISION_FILES

    def path_of(self, file: DecisionFile) -> Path | None:
        path = self.path / file.name
        return path if path not in self.documents else None

    @property
    def paths(self) -> dict[DecisionFile, Path]:
        return {file: path for file in self.files if (path := self.path_of(file)) is not None}


def read_folder(folder: DecisionFolder, source: TextSource) -> tuple[tuple[Decision, ...], tuple[DocumentError, ...]]:
    """Return the decisions of all files, and why a file can't be read; the others count all the same."""
    decisions: list[Decision] = []
    problems: list[DocumentError] = []
    for file, path in folder.paths.items():
        try:
            decisions += read(file, source(path), path)
        except MissingDocument:
            continue
        except DocumentError as problem:
            problems.append(problem)
    return tuple(decisions), tuple(problems)


def decide(folder: DecisionFolder, decision: Decision) -> None:
    """Write a decision to the file of its kind, and take contrary decisions out of the files.

    Raise DocumentError if a file is broken or can't be written, or M2 can't hold the decision; then the files are as
    they were. Raise ValueError if its place is outside its source.
    """
    rewrite(folder, (decision,))


def withdraw(folder: DecisionFolder, decision: Decision) -> None:
    """Take a decision out of its file, whoever made it; a file without any is removed. Raise as :func:`decide`."""
    rewrite(folder, (), (decision,))


def rewrite(folder: DecisionFolder, decisions: Sequence[Decision], withdrawn: Sequence[Decision] = ()) -> "Rewriting":
    """Withdraw some decisions, and write others in place of contrary ones, all or none; raise as :func:`decide`."""
    with locked(*_paths(folder, (*decisions, *withdrawn)).values()):
        before = contents(folder)
        rewriting = rewritten(folder, before, decisions, withdrawn)
        write(rewriting)
    return rewriting


def restore(rewriting: "Rewriting", texts: Mapping[Path, bytes | None]) -> bool:
    """Give the files of a rewriting other contents, unless somebody has changed one since; return whether they do."""
    with locked(*texts):
        now = {path: _data(path) for path in texts}
        if any(now[path] != rewriting.after.get(path) for path in texts):
            return False
        write(Rewriting(now, texts))
    return True


@attrs.frozen
class Rewriting:
    """The contents of a folder's files before and after a change; ``None`` for a file that is not there."""

    before: Mapping[Path, bytes | None]
    after: Mapping[Path, bytes | None]
    added: tuple[Decision, ...] = ()
    removed: tuple[Decision, ...] = ()


def contents(folder: DecisionFolder) -> dict[Path, bytes | None]:
    """Return the contents of a folder's files of decisions; DocumentError if one can't be read."""
    return {path: _data(path) for path in folder.paths.values()}


def rewritten(
    folder: DecisionFolder,
    before: Mapping[Path, bytes | None],
    decisions: Sequence[Decision],
    withdrawn: Sequence[Decision] = (),
) -> Rewriting:
    """Return the change that :func:`rewrite` makes to these contents, without writing; raise as :func:`decide`."""
    after: dict[Path, bytes | None] = dict(before)
    added: list[Decision] = []
    removed: list[Decision] = []
    for file, path in _paths(folder, (*decisions, *withdrawn)).items():
        data = before[path]
        old = text = decode(data, path) if data is not None else ""
        for item in withdrawn:
            text = without_decision(file, text, item, path) if item.kind in file.kinds else text
        for item in decisions:
            text = with_decision(file, text, item, path) if _concerns(file, item) else text
        if text == old:
            continue
        after[path] = encoded_like(text, data) if text else None
        earlier, later = read(file, old, path), read(file, text, path)
        added += (item for item in later if item not in earlier)
        removed += (item for item in earlier if item not in later)
    return Rewriting(before, after, tuple(added), tuple(removed))


def write(rewriting: Rewriting) -> None:
    """Write changed files, those that lose decisions last, so that none is lost; DocumentError if it fails."""
    changed = [path for path, data in rewriting.after.items() if data != rewriting.before[path]]
    texts = {path: data for path in changed if (data := rewriting.after[path]) is not None}
    write_all(dict(sorted(texts.items(), key=lambda item: len(item[1]) < len(rewriting.before[item[0]] or b""))))
    for path in changed:
        if rewriting.after[path] is None:
            remove(path)


def _paths(folder: DecisionFolder, decisions: Sequence[Decision]) -> dict[DecisionFile, Path]:
    for item in decisions:
        own = next(file for file in folder.files if item.kind in file.kinds)
        if own not in folder.paths:
            raise DocumentError(
                f"this document of the exercise has the name of the file of {own.contents}", path=folder.path / own.name
            )
    return {file: path for file, path in folder.paths.items() if any(_concerns(file, item) for item in decisions)}


def _concerns(file: DecisionFile, decision: Decision) -> bool:
    return any(kind.subject is decision.kind.subject for kind in file.kinds)


def _data(path: Path) -> bytes | None:
    return read_data(path) if path.exists() else None


@attrs.frozen
class Step:
    """One answer: the key of its question, its decisions, and how it changed the files."""

    key: str
    decisions: tuple[Decision, ...]
    withdrawn: tuple[Decision, ...]
    rewriting: Rewriting


class AnswerHistory:
    """The answers of a session, in their order; ``len`` is the number of those that can be taken back."""

    def __init__(self, folder: DecisionFolder) -> None:
        self._folder = folder
        self._steps: list[Step] = []

    def __len__(self) -> int:
        return len(self._steps)

    def answer(self, key: str, decisions: Sequence[Decision], withdrawn: Sequence[Decision] = ()) -> None:
        """Write the decisions of an answer, without those that it withdraws; raise as :func:`decide`."""
        rewriting = rewrite(self._folder, decisions, withdrawn)
        self._steps.append(Step(key, tuple(decisions), tuple(withdrawn), rewriting))

    def has(self, key: str) -> bool:
        return any(step.key == key for step in self._steps)

    def undo(self, key: str) -> None:
        """Take back the last answer to a question; raise as :func:`withdraw`."""
        number = max(index for index, step in enumerate(self._steps) if step.key == key)
        later = self._replayed(number)
        if later is not None:
            texts = later[-1].rewriting.after if later else self._steps[number].rewriting.before
            if restore(self._steps[-1].rewriting, texts):
                self._steps[number:] = later
                return
        step = self._steps[number].rewriting
        rewrite(self._folder, step.removed, step.added)
        del self._steps[number]

    def _replayed(self, number: int) -> list[Step] | None:
        """Return the steps after one as they are without it; ``None`` if a file was changed between them."""
        steps = self._steps[number:]
        if any(one.rewriting.after != other.rewriting.before for one, other in pairwise(steps)):
            return None
        state = steps[0].rewriting.before
        replayed: list[Step] = []
        for step in steps[1:]:
            rewriting = rewritten(self._folder, state, step.decisions, step.withdrawn)
            replayed.append(attrs.evolve(step, rewriting=rewriting))
            state = rewriting.after
        return replayed
