"""What a teacher has to decide before a class's marks are final: each different answer once. Pure, outcomes in.

An answer that no reference has is asked about once, in however many texts: the same words for the same words of the
source between the same neighbours, where the references have the same words too. A ruling becomes decisions in the
files beside the references, so it holds wherever the source is the same."""

import datetime
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import attrs

from markscheme.contract import shape
from markscheme.documents.places import FilePlace
from markscheme.errors import DocumentError
from markscheme.exercises.decision_files import DecisionFolder
from markscheme.exercises.decisions import ALWAYS, Decision, DecisionKind, Words, for_course
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import ExerciseComments
from markscheme.exercises.upkeep import superseded
from markscheme.languages.segments import Span
from markscheme.marking.driver import ItemOutcome, WorkItem
from markscheme.marking.findings import Finding, PlaceVerdict, TeacherVersion
from markscheme.marking.mark import Entry, Mark, MarkRange, document_mark, entries, mark_of_entries, rewritten_reason
from markscheme.marking.review import DocumentReview
from markscheme.marking.verdict import Points, Verdict
from markscheme.reports.report import comments_for, problem_words
from markscheme.research.adjudication import Wording, WordsQuestion
from markscheme.wording import amount, between, deed, one_line, person_name, to_decide

FEW = 3
"""The number of open answers of a text up to which each is asked about by itself."""


class Ruling(StrEnum):
    """What a teacher says of an answer; of the only teacher's own correction, whether it is needed."""

    CORRECT = "correct"
    PARTLY = "partly"
    WRONG = "wrong"
    NEEDED = "needed"
    EITHER = "either"
    """As good as the source: it earns nothing and costs nothing, and what the references have need not be made."""
    TASTE = "taste"
    """What the only teacher has there is to her taste: whatever stands there does not count."""


_ABOUT_ANSWER = {
    Ruling.CORRECT: DecisionKind.ACCEPTED,
    Ruling.PARTLY: DecisionKind.PARTLY,
    Ruling.WRONG: DecisionKind.WRONG,
    Ruling.EITHER: DecisionKind.EITHER,
}
_ABOUT_CORRECTION = {Ruling.NEEDED: DecisionKind.NEEDED, Ruling.EITHER: DecisionKind.OPTIONAL}
"""What is written about each change of the references there."""


_ABOUT_KEY = (Ruling.NEEDED, Ruling.EITHER, Ruling.TASTE)
"""What can be said of a place of a teacher's own correction."""


def rulings_on(place: PlaceVerdict) -> tuple[Ruling, ...]:
    return (Ruling.NEEDED, Ruling.EITHER) if place.verdict is Verdict.MISSED else tuple(_ABOUT_ANSWER)


class EarnedPoints(NamedTuple):
    """A student's mark, or without a mark scheme what the places earn of what was due; at most ``maximum``."""

    points: float
    """The mark as it is."""
    maximum: float
    """The best mark."""

    @classmethod
    def of(cls, mark: Mark) -> "EarnedPoints":
        """Return a mark that is not withheld."""
        return cls(float(mark.points or 0), float(mark.maximum))

    @property
    def share(self) -> float:
        return self.points / self.maximum if self.maximum else 0.0


@shape(
    *("student", "label", "path", "now.points", "now.maximum", "after"),
    renamed={"path": "uri", "now.maximum": "max"},
    uris=("path",),
)
@attrs.frozen
class ConcernedStudent:
    """A student who gave an answer that is asked about.

    ``now`` is ``None`` where the mark is withheld. ``place`` is where the answer begins in the student's text, in
    characters.
    """

    student: str
    """The student's name."""
    path: Path
    """The document."""
    now: EarnedPoints | None
    after: Mapping[Ruling, EarnedPoints] = attrs.field(factory=dict)
    """The mark and the best mark under each ruling, by its name; empty where it is withheld."""
    place: int = 0
    sentence: str = ""

    @property
    def label(self) -> str:
        """The name as people read it."""
        return person_name(self.student)

    @property
    def width(self) -> float:
        """The part of the maximum that hangs on the ruling, in [0, 1]."""
        shares = [item.share for item in self.after.values()]
        return max(shares) - min(shares) if shares else 0.0


@shape(
    *("key", "assignment", "verdict", "sentence", "corrected", "source", "answer", "change", "sentences", "rulings"),
    *("teachers", "students", "width"),
)
@attrs.frozen
class ClassQuestion:
    """An answer that no teacher has and nobody has decided.

    ``source`` and ``answer`` are all of the phrase that a reference changes there. ``decisions`` are without name and
    date. ``place`` is where ``source`` stands in ``sentence``, in characters; ``None`` where that is not clear.
    """

    key: str
    """The same as long as the words stay the same, also in another session."""
    assignment: str
    """The assignment's name."""
    verdict: Verdict
    """What the answer is now."""
    sentence: str
    """The sentence in the source; the first one where several have it."""
    corrected: str
    """The same in the first student's text."""
    source: str
    """The source's words there."""
    answer: str
    """The student's words there; the teacher's in a teacher's own correction."""
    teachers: tuple[TeacherVersion, ...]
    """What the teachers have there."""
    students: tuple[ConcernedStudent, ...]
    """Those who gave the answer; the one whose mark hangs on it most comes first."""
    decisions: Mapping[Ruling, tuple[tuple[DecisionFolder, Decision], ...]] = attrs.field(repr=False)
    sentences: int = 1
    """The number of different sentences with the answer."""
    place: Span | None = None
    tokens: tuple[str, ...] = attrs.field(default=(), repr=False)
    is_tokenised: bool = False

    @property
    def change(self) -> str:
        """What the student did, in words."""
        return deed(self.source, self.answer)

    @property
    def width(self) -> float:
        """How far it moves all marks together, in parts of the best mark."""
        return sum(item.width for item in self.students)

    @property
    def rulings(self) -> tuple[str, ...]:
        """What can be said of it: ``correct``, ``partly``, ``wrong`` and ``either``; or ``needed`` and ``either``, for
        a teacher's own correction also ``taste``.
        """
        return tuple(self.decisions)

    @property
    def if_right(self) -> Ruling:
        return Ruling.EITHER if self.verdict is Verdict.NOT_NEEDED else Ruling.CORRECT

    @property
    def has_phrase(self) -> bool:
        return any(item.source for own in self.decisions.values() for _, item in own)

    def signed(
        self, ruling: Ruling, author: str, day: datetime.date, *, always: bool = False
    ) -> list[tuple[DecisionFolder, Decision]]:
        """Return the decisions that a ruling writes; raise ValueError if the question can't have this ruling."""
        if ruling not in self.decisions:
            raise ValueError(f"this can be {', '.join(self.decisions)}, and not {ruling}")
        if always and not self.has_phrase:
            raise ValueError("this is added between two sentences, where no words stand to know it by in other texts")
        own = self.decisions[ruling]
        written = (*own, *_for_course(own)) if always else own
        return [(folder, attrs.evolve(item, author=author, date=day)) for folder, item in written]

    def typed(self, words: str) -> WordsQuestion:
        """Ask how typed words in the place of ``source`` are tokens; raise DocumentError if there is no such place."""
        if self.place is None or Ruling.NEEDED not in self.decisions or not words.strip():
            raise DocumentError("there are no words in whose place others could stand here")
        before, after = self.sentence[: self.place.start], self.sentence[self.place.end :]
        gap = "" if self.source else " "
        return WordsQuestion(self.tokens, None, f"{before}{gap}{words.strip()}{gap}{after}", self.is_tokenised)

    def with_words(self, wordings: Iterable[Wording]) -> "ClassQuestion":
        """Let the correction, if needed, have other right words too; raise DocumentError if they are the text's own."""
        accepted: list[tuple[DecisionFolder, Decision]] = []
        folders = dict.fromkeys(folder for folder, _ in self.decisions[Ruling.NEEDED])
        for wording in wordings:
            if not wording.edits:
                raise DocumentError("these words are those of the text")
            start, end = min(item.start for item in wording.edits), max(item.end for item in wording.edits)
            words = wording.words[start : len(wording.words) - (len(self.tokens) - end)]
            kinds = "+".join(dict.fromkeys(item.type for item in wording.edits))
            decision = Decision(DecisionKind.ACCEPTED, self.tokens, start, end, words, kinds)
            accepted += ((folder, decision) for folder in folders)
        needed = (*self.decisions[Ruling.NEEDED], *accepted)
        return attrs.evolve(self, decisions={**self.decisions, Ruling.NEEDED: needed})


def _for_course(
    decisions: Iterable[tuple[DecisionFolder, Decision]],
) -> Iterator[tuple[DecisionFolder, Decision]]:
    passages: dict[tuple[DecisionFolder, Words], list[Decision]] = {}
    for folder, item in decisions:
        passages.setdefault((folder, item.source), []).append(item)
    courses = {folder: DecisionFolder.of_course(folder.path) for folder, _ in passages}
    written = ((courses[folder], item) for (folder, _), own in passages.items() for item in for_course(own))
    yield from dict.fromkeys(written)


_NO_CORRECTION = "no teacher has corrected this text"


CommentsOf = Callable[[Exercise], ExerciseComments | None]
"""Returns the teacher's comments on an exercise, which may give points."""


@shape("key", "change", "place", renamed={"place": "location"})
@attrs.frozen
class OpenPlace:
    """An open answer in a student's text."""

    key: str
    """The key of its question."""
    change: str
    """What the student did, in words."""
    place: FilePlace
    """Where it stands; ``null`` in an editor that can't show the text."""


@shape("student", "label", "path", "reason", "open", "places", renamed={"path": "uri"}, uris=("path",))
@attrs.frozen
class UnmarkedText:
    """A student's text that has no mark."""

    student: str
    """The student's name."""
    path: Path
    """The document."""
    reason: str
    """Why it has none."""
    places: tuple[OpenPlace, ...] = ()
    """The open answers all the same, in the order of the text."""

    @property
    def label(self) -> str:
        """The student's name as people read it."""
        return person_name(self.student)

    @property
    def open(self) -> int:
        """The number of open answers."""
        return len(self.places)


@shape(
    *("student", "label", "path", "now.points", "now.maximum", "range", "open", "places", "final", "reopened"),
    renamed={"path": "uri", "now.maximum": "max"},
    uris=("path",),
)
@attrs.frozen
class TextMark:
    """The mark of a text, or without a mark scheme what its places earn of what was due.

    ``lowest`` if all open answers are wrong, ``highest`` if all are right. ``as_final`` is the decision that it is
    final, without name and date. ``folder`` is ``None`` where there is no reference.
    """

    student: str
    """The student's name."""
    path: Path
    """The document."""
    now: EarnedPoints
    lowest: EarnedPoints
    highest: EarnedPoints
    open: int
    """The number of open answers; 0 for a mark that is final."""
    as_final: Decision
    folder: DecisionFolder | None
    places: tuple[OpenPlace, ...] = attrs.field(default=(), eq=False)
    """The open answers, in the order of the text."""
    final: str | None = None
    """The person who called the mark final although answers were open, and the date; else ``null``."""
    reopened: str | None = None
    """The same, where the text has changed since and the mark is open again; else ``null``."""

    @property
    def key(self) -> str:
        """What tells it from other texts."""
        return f"{self.path}#{self.student}"

    @property
    def label(self) -> str:
        """The student's name as people read it."""
        return person_name(self.student)

    @property
    def range(self) -> tuple[float, ...]:
        """The mark if all open answers are wrong, and if all are right."""
        return self.lowest.points, self.highest.points

    @property
    def in_words(self) -> str:
        """The mark in words, as a range while answers are open."""
        waiting = f", {to_decide(self.open)}" if self.open else ", final" if self.final else ""
        return f"{between(*map(amount, self.range))} of {amount(self.now.maximum)}{waiting}"

    @property
    def words(self) -> str:
        return f"{self.label}'s mark"

    @property
    def width(self) -> float:
        """The width of its range, in parts of the maximum."""
        return self.highest.share - self.lowest.share


@shape(
    *("after.student", "after.label", "before.in_words", "after.in_words"),
    name="MovedMark",
    renamed={"before.in_words": "before", "after.in_words": "after"},
)
@attrs.frozen
class MovedMark:
    """A text whose mark, or its range, a ruling changed."""

    before: TextMark
    after: TextMark


@shape()
@attrs.frozen
class CourseVerdict:
    """An answer about which was decided for all exercises of the course."""

    change: str
    """What the students did, in words."""
    decided: str
    """What was decided, by whom and when."""
    students: tuple[str, ...]
    """The names of those who gave the answer."""


@shape("question.key", "sentence", "question.change", "question.teachers", "question.rulings", "right")
@attrs.frozen
class SheetAnswer:
    """An open answer of a text whose answers are decided together."""

    question: ClassQuestion
    sentence: str = attrs.field(converter=one_line)
    """The student's sentence."""

    @property
    def right(self) -> str:
        """What is said of it if it is right: ``correct``, or ``either`` where nothing was to be corrected."""
        return self.question.if_right


@shape(
    *("mark.key", "mark.label", "mark.path", "mark.in_words", "answers"),
    renamed={"mark.path": "uri", "mark.in_words": "mark"},
    uris=("mark.path",),
)
@attrs.frozen
class StudentSheet:
    """A text with more than three open answers: in a text in words of its own most of them are right."""

    mark: TextMark
    answers: tuple[SheetAnswer, ...]
    """The open answers, in the order of the text."""

    @property
    def questions(self) -> tuple[ClassQuestion, ...]:
        return tuple(item.question for item in self.answers)

    @property
    def key(self) -> str:
        return self.mark.key

    @property
    def width(self) -> float:
        return self.mark.width

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """What can be said of it as a whole: nothing, since a ruling is on an answer."""
        return ()

    def rulings_but(self, others: Mapping[int, Ruling]) -> list[tuple[ClassQuestion, Ruling]]:
        """Return the rulings if every answer is right but some, given by their index."""
        return [(item, others.get(number, item.if_right)) for number, item in enumerate(self.questions)]


@shape(
    *("listed", "open", "open_places", "listed_sheets", "marks", "unmarked", "course", "faults"),
    renamed={"listed": "questions", "open_places": "places", "listed_sheets": "sheets", "faults": "problems"},
)
@attrs.frozen
class ClassQuestions:
    """What is left to decide about a class; at most ``limit`` questions, and sheets, of all are listed."""

    questions: tuple[ClassQuestion, ...] = ()
    marks: tuple[TextMark, ...] = ()
    """The marks of the texts that count."""
    unmarked: tuple[UnmarkedText, ...] = ()
    """The students' texts that count and have no mark."""
    course: tuple[CourseVerdict, ...] = ()
    """The answers whose verdict is the course's."""
    problems: tuple[DocumentError, ...] = ()
    limit: int | None = None

    @property
    def listed(self) -> tuple[ClassQuestion, ...]:
        """The one that moves the marks most comes first."""
        return self.questions[: self.limit]

    @property
    def open(self) -> int:
        """The number of decisions that are left: each different answer is one question, also one that is not listed."""
        return len(self.questions)

    @property
    def open_places(self) -> int:
        """The number of places in students' texts that wait for these decisions."""
        return sum(len(text.places) for text in self._texts)

    @property
    def _texts(self) -> tuple[TextMark | UnmarkedText, ...]:
        return (*self.marks, *self.unmarked)

    def place_beside(self, path: Path, student: str, offset: int, *, backwards: bool = False) -> OpenPlace | None:
        """Return the next open place behind an offset of a student's text, or the one before it.

        It may be in another text, in the order of their marks; after the last one comes the first. A text that is none
        of the class's stands before them. ``None`` where nothing is open.
        """
        texts = self._texts
        places = [((number, item.place.span.start), item) for number, text in enumerate(texts) for item in text.places]
        here = [number for number, text in enumerate(texts) if text.path == path]
        at = next((number for number in here if texts[number].student == student), next(iter(here), -1)), offset
        if backwards:
            places.reverse()
        beside = (item for place, item in places if (place < at if backwards else place > at))
        return next(beside, places[0][1] if places else None)

    @property
    def faults(self) -> tuple[str, ...]:
        """Files that can't be used."""
        return tuple(map(problem_words, self.problems))

    def find(self, key: str) -> ClassQuestion:
        """Return the open question of a key; raise DocumentError if there is none."""
        question = next((item for item in self.questions if item.key == key), None)
        if question is None:
            remedy = "It is answered, or its text has changed: list the questions again"
            raise DocumentError(f"there is no open question {key!r} here", remedy=remedy)
        return question

    def marks_of(self, student: str) -> tuple[TextMark, ...]:
        """Return a student's marks, by the name in files or as people read it; raise DocumentError if there is none."""
        marks = tuple(item for item in self.marks if student in (item.student, item.label))
        if not marks:
            names = ", ".join(dict.fromkeys(item.student for item in self.marks))
            raise DocumentError(f"there is no student {student!r} with a mark here", remedy=f"There are {names}")
        return marks

    def moves_from(self, before: "ClassQuestions") -> tuple[MovedMark, ...]:
        marks = {(item.path, item.student): item for item in before.marks}
        moves = (MovedMark(marks.get((now.path, now.student), now), now) for now in self.marks)
        return tuple(item for item in moves if item.before != item.after)

    @property
    def agenda(self) -> tuple["ClassQuestion | StudentSheet", ...]:
        """What to decide in the fewest steps: a text in words of its own at once, other answers one by one.

        What moves the marks most comes first.
        """
        sheets = self.sheets
        on_sheets = {item.key for sheet in sheets for item in sheet.questions}
        rest = [item for item in self.questions if item.key not in on_sheets]
        return tuple(sorted((*sheets, *rest), key=lambda item: -item.width))

    @property
    def listed_sheets(self) -> tuple[StudentSheet, ...]:
        """The texts with more than three open answers; the one whose mark moves most comes first."""
        return self.sheets[: self.limit]

    @property
    def sheets(self) -> tuple[StudentSheet, ...]:
        answers: dict[tuple[Path, str], list[tuple[int, SheetAnswer]]] = {}
        for item in self.questions:
            for one in item.students if Ruling.CORRECT in item.rulings else ():
                answers.setdefault((one.path, one.student), []).append((one.place, SheetAnswer(item, one.sentence)))
        sheets = [
            StudentSheet(mark, tuple(item for _, item in sorted(own, key=lambda entry: entry[0])))
            for mark in self.marks
            if len(own := answers.get((mark.path, mark.student), [])) > FEW
        ]
        return tuple(sorted(sheets, key=lambda item: -item.width))

    @property
    def width(self) -> float:
        return sum(item.width for item in self.marks)


def class_questions(
    outcomes: Sequence[ItemOutcome], comments_of: CommentsOf, problems: Iterable[DocumentError] = ()
) -> ClassQuestions:
    """Return the questions about texts that count, and the marks; ``problems`` kept texts out of the outcomes."""
    marks: list[TextMark] = []
    unmarked: list[UnmarkedText] = []
    waiting: dict[str, list[_Answer]] = {}
    course: dict[tuple[str, str], list[str]] = {}
    said: dict[int, ExerciseComments | None] = {}
    for outcome in _counting(outcomes):
        exercise, review = outcome.item.exercise, outcome.outcome.review
        if review is None or review.marks is None:
            why = next(map(problem_words, outcome.outcome.problems), _NO_CORRECTION)
            unmarked.append(UnmarkedText(outcome.item.person, outcome.item.path, why))
            continue
        if id(exercise) not in said:
            said[id(exercise)] = comments_of(exercise)
        text = _Text(outcome, said[id(exercise)])
        mark = text.mark
        if isinstance(mark, UnmarkedText):
            unmarked.append(mark)
        else:
            marks.append(mark)
        for answer in text.answers:
            waiting.setdefault(answer.key, []).append(answer)
        for verdict in text.course_verdicts():
            course.setdefault(verdict, []).append(text.item.person)
    questions = [_question(key, answers) for key, answers in waiting.items()]
    questions.sort(key=lambda item: (-item.width, -len(item.students)))
    verdicts = (CourseVerdict(*verdict, tuple(dict.fromkeys(people))) for verdict, people in course.items())
    faults = (*problems, *_unmarked(outcomes))
    return ClassQuestions(tuple(questions), tuple(marks), tuple(unmarked), tuple(verdicts), faults)


def open_keys(outcomes: Iterable[ItemOutcome], comments: ExerciseComments | None) -> frozenset[str]:
    """Return the keys of the questions that :func:`class_questions` asks about one exercise's outcomes."""
    marked = (item for item in _counting(outcomes) if item.outcome.review is not None and item.outcome.review.marks)
    return frozenset(answer.key for item in marked for answer in _Text(item, comments).answers)


def key_questions(outcomes: Sequence[ItemOutcome], problems: Iterable[DocumentError] = ()) -> ClassQuestions:
    """Ask about a teacher's correction in text order; outcomes are of sources, as texts in which nobody changed
    anything.
    """
    texts = (_Text(item, None) for item in outcomes if item.outcome.review is not None)
    answers = (answer for text in texts if text.review.marks is not None for answer in text.answers)
    return ClassQuestions(tuple(map(_key_question, answers)), problems=(*problems, *_unmarked(outcomes)))


def _unmarked(outcomes: Iterable[ItemOutcome]) -> Iterator[DocumentError]:
    for item in outcomes:
        if item.outcome.review is None:
            yield from item.outcome.problems[:1]


def _key_question(answer: "_Answer") -> ClassQuestion:
    question = _question(answer.key, [answer], _ABOUT_KEY)
    corrections = (item.shown for item in answer.finding.corrections)
    own = next((item.after for item in corrections if item.before == question.source), question.answer)
    return attrs.evolve(question, answer=own, students=())


def key_item(item: WorkItem) -> WorkItem:
    """Return the work item of a source as a text in which nobody in the class changed anything."""
    if item.task is None:
        return item
    material = attrs.evolve(item.task.material, changed=())
    return attrs.evolve(item, task=attrs.evolve(item.task, material=material))


def _counting(outcomes: Iterable[ItemOutcome]) -> Iterator[ItemOutcome]:
    """Yield the outcomes of students' texts, of several versions the one that counts."""
    earlier: dict[int, frozenset[Path]] = {}
    for outcome in outcomes:
        item = outcome.item
        if item.task is not None and item.task.material.hypothesis is None:
            continue
        if item.path not in earlier.setdefault(id(item.exercise), frozenset(superseded(item.exercise))):
            yield outcome


class _Text:
    def __init__(self, outcome: ItemOutcome, comments: ExerciseComments | None) -> None:
        review = outcome.outcome.review
        assert review is not None
        self.item = outcome.item
        self.review: DocumentReview = review
        said = comments_for(outcome.item, review, comments)
        self._given = () if said is None else said.points
        self._entries = {entry.finding: attrs.evolve(entry, is_open=False) for entry in entries(review)}

    @cached_property
    def answers(self) -> tuple["_Answer", ...]:
        if self.item.exercise.decision_folder is None:
            return ()
        settled = {item.finding for item in self._given}
        return tuple(
            _Answer(self, index, finding, finding.place)
            for index, finding in enumerate(self.review.findings)
            if index not in settled and index in self._entries and finding.place is not None and finding.place.is_open
        )

    def course_verdicts(self) -> Iterator[tuple[str, str]]:
        for finding in self.review.findings:
            if finding.place is not None and finding.place.decided.endswith(ALWAYS):
                yield finding.did(), finding.place.decided

    @property
    def mark(self) -> TextMark | UnmarkedText:
        item, marks = self.item, self.review.marks
        assert marks is not None
        mark = document_mark(self.review, item.exercise, self._given)
        if mark is not None and mark.points is not None:
            own = mark.range or MarkRange(mark, mark, 0)
            lowest, now, highest = map(EarnedPoints.of, (own.lowest, mark, own.highest))
            return self._text_mark(now, lowest, highest, own.open)
        counted = marks.verdicts
        if mark is not None or not counted.is_comparable:
            why = mark.withheld if mark is not None else rewritten_reason(counted.rewritten)
            return UnmarkedText(item.person, item.path, why, self._places)
        lowest, now, highest = (
            EarnedPoints(value, counted.points.due)
            for value in (counted.lowest, counted.points.earned, counted.highest)
        )
        return self._text_mark(now, lowest, highest, counted.open)

    @property
    def _places(self) -> tuple[OpenPlace, ...]:
        places = (OpenPlace(item.key, item.finding.did(), item.file_place) for item in self.answers)
        return tuple(sorted(places, key=lambda item: item.place.span.start))

    def _text_mark(self, now: EarnedPoints, lowest: EarnedPoints, highest: EarnedPoints, open_answers: int) -> TextMark:
        item = self.item
        assert item.task is not None
        said, text = item.task.material.final, item.task.marked.text
        return TextMark(
            item.person,
            item.path,
            now,
            lowest,
            highest,
            open_answers,
            Decision.of_final_mark(DecisionKind.FINAL, item.exercise.name, item.person, text),
            item.exercise.decision_folder,
            self._places,
            None if self.review.final is None else self.review.final.signed or "yes",
            None if said is None or said.is_of_text else said.signed or None,
        )

    @cached_property
    def now(self) -> EarnedPoints | None:
        return self._points_with({}, Points())

    def after(self, number: int, place: PlaceVerdict) -> dict[Ruling, EarnedPoints]:
        before = self._entries[number]
        results = {
            item: self._points_with({number: _ruled(before, item)}, _more(before, place, item))
            for item in rulings_on(place)
        }
        return {ruling: item for ruling, item in results.items() if item is not None} if self.now is not None else {}

    def _points_with(self, changed: Mapping[int, Entry], more: Points) -> EarnedPoints | None:
        exercise, marks = self.item.exercise, self.review.marks
        if exercise.scheme is not None:
            found = tuple(changed.get(number, entry) for number, entry in self._entries.items())
            mark = mark_of_entries(self.review, exercise, found, self._given)
            return None if mark is None or mark.points is None else EarnedPoints.of(mark)
        if marks is None or not marks.verdicts.is_comparable:
            return None
        points = marks.verdicts.points + more
        return EarnedPoints(points.earned, points.due)


def _ruled(entry: Entry, ruling: Ruling) -> Entry:
    ruled = {
        Ruling.CORRECT: entry.as_right,
        Ruling.PARTLY: entry.as_partly,
        Ruling.WRONG: entry.as_wrong,
        Ruling.NEEDED: entry.as_wrong,
        Ruling.EITHER: entry.as_free,
        Ruling.TASTE: entry.as_free,
    }
    return ruled[ruling]


def _more(entry: Entry, place: PlaceVerdict, ruling: Ruling) -> Points:
    """Return by how much a ruling changes what the place earns and what was due, without a mark scheme."""
    ruled = _ruled(entry, ruling)
    due = 0 if ruling is Ruling.EITHER else ruled.needs
    return Points((float(ruled.done) if due else 0.0) - place.points.earned, due - place.points.due)


@attrs.define(eq=False, slots=False)
class _Answer:
    text: _Text
    number: int
    finding: Finding
    place: PlaceVerdict

    @property
    def source(self) -> tuple[str, ...]:
        return self.text.review.passages[self.finding.passage].source.tokens

    @cached_property
    def key(self) -> str:
        own, source = self.finding.source_tokens, self.source
        window = source[max(own.start - 1, 0) : own.start], source[own.start : own.end], source[own.end : own.end + 1]
        wanted = sorted({(item.shown.before, item.shown.after) for item in self.finding.references})
        content = repr((self.text.item.exercise.assignment, window, self.finding.target, wanted))
        return hashlib.sha256(content.encode()).hexdigest()[:10]

    @property
    def file_place(self) -> FilePlace:
        task = self.text.item.task
        assert task is not None
        return FilePlace(self.text.item.path, task.marked.name, self.finding.span)

    @property
    def concerned(self) -> ConcernedStudent:
        item, after = self.text.item, self.text.after(self.number, self.place)
        sentence = self.text.review.passages[self.finding.passage].text
        return ConcernedStudent(item.person, item.path, self.text.now, after, self.finding.text_span.start, sentence)

    def decisions(self, ruling: Ruling) -> Iterator[tuple[DecisionFolder, Decision]]:
        folder, own, source = self.text.item.exercise.decision_folder, self.finding.source_tokens, self.source
        assert folder is not None
        if self.place.verdict is not Verdict.MISSED:
            kind = _ABOUT_ANSWER[ruling]
            yield folder, Decision(kind, source, own.start, own.end, self.finding.target, self.finding.type)
        about_edits = DecisionKind.NOT_COUNTED if ruling is Ruling.TASTE else _ABOUT_CORRECTION.get(ruling)
        if about_edits is not None:
            edits = {change.edit.key: change.edit for item in self.finding.references for change in item.changes}
            for edit in edits.values():
                yield folder, Decision(about_edits, source, edit.start, edit.end, edit.replacement, edit.type)


def _question(key: str, answers: Sequence[_Answer], rulings: tuple[Ruling, ...] = ()) -> ClassQuestion:
    first = answers[0]
    passage, finding = first.text.review.passages[first.finding.passage], first.finding
    _, phrase = finding.phrase
    students = sorted((item.concerned for item in answers), key=lambda item: -item.width)
    return ClassQuestion(
        key,
        first.text.item.exercise.assignment,
        first.place.verdict,
        passage.source.words,
        passage.text,
        phrase.before,
        phrase.after,
        tuple(finding.versions()),
        tuple(students),
        {
            ruling: tuple(dict.fromkeys(own for item in answers for own in item.decisions(ruling)))
            for ruling in rulings or rulings_on(first.place)
        },
        len({item.source for item in answers}),
        _place_in(passage.source.words, phrase.before, finding.source_span.start - passage.source.span.start),
        first.source,
        first.text.review.parallel,
    )


def _place_in(sentence: str, words: str, near: int) -> Span | None:
    starts = [at for at in range(len(sentence) + 1) if sentence.startswith(words, at)]
    start = min(starts, key=lambda at: abs(at - near), default=None)
    return None if start is None else Span(start, start + len(words))
