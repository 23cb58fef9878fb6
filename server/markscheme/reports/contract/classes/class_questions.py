"""What is left to decide about a class: ``markscheme/classQuestions``, its commands, and ``decide --format json``."""

from typing_extensions import TypedDict

from markscheme.reports.contract.shapes import Verdict


class TextMark(TypedDict):
    """The mark of a text, or without a mark scheme what its places earn of what was due."""

    student: str
    """The student's name."""
    label: str
    """The name as people read it."""
    uri: str
    """The document's URI."""
    points: float
    """The mark as it is."""
    max: float
    """The best mark."""
    range: list[float]
    """The mark if all open answers are wrong, and if all are right."""
    open: int
    """The number of open answers; 0 for a mark that is final."""
    final: str | None
    """The person who called the mark final although answers were open, and the date; else ``null``."""
    reopened: str | None
    """The same, where the text has changed since and the mark is open again; else ``null``."""


class ConcernedStudent(TypedDict):
    """A student who gave an answer that is asked about."""

    student: str
    """The student's name."""
    label: str
    """The name as people read it."""
    uri: str
    """The document's URI."""
    points: float | None
    """The mark as it is; ``null`` where it is withheld."""
    max: float | None
    """The best mark; ``null`` where it is withheld."""
    after: dict[str, list[float]]
    """The mark and the best mark under each ruling, by its name; empty where it is withheld."""


class TeacherVersion(TypedDict):
    """What teachers have there."""

    names: str
    """The teachers' names."""
    text: str
    """Their words, or what they do there."""


class ClassQuestion(TypedDict):
    """An answer that no teacher has and nobody has decided."""

    key: str
    """The same as long as the words stay the same."""
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
    """The student's words there."""
    change: str
    """What the student did, in words."""
    rulings: list[str]
    """What can be said of it: ``correct``, ``partly``, ``wrong`` and ``either``; or ``needed`` and ``either``, for a
    teacher's own correction also ``taste``."""
    sentences: int
    """The number of different sentences with the answer."""
    teachers: list[TeacherVersion]
    """What the teachers have there."""
    students: list[ConcernedStudent]
    """Those who gave the answer; the one whose mark hangs on it most comes first."""
    width: float
    """How far it moves all marks together, in parts of the best mark."""


class SheetAnswer(TypedDict):
    """An open answer of a text whose answers are decided together."""

    key: str
    """The key of its question."""
    sentence: str
    """The student's sentence."""
    change: str
    """What the student did, in words."""
    teachers: list[TeacherVersion]
    """What the teachers have there."""
    rulings: list[str]
    """What can be said of it."""
    right: str
    """What is said of it if it is right: ``correct``, or ``either`` where nothing was to be corrected."""


class StudentSheet(TypedDict):
    """A text with more than three open answers: in a text in words of its own most of them are right."""

    key: str
    """What tells it from other texts."""
    label: str
    """The student's name as people read it."""
    uri: str
    """The document's URI."""
    mark: str
    """The mark in words."""
    answers: list[SheetAnswer]
    """The open answers, in the order of the text."""


class CourseVerdict(TypedDict):
    """An answer about which was decided for all exercises of the course."""

    change: str
    """What the students did, in words."""
    decided: str
    """What was decided, by whom and when."""
    students: list[str]
    """The names of those who gave the answer."""


class ClassQuestions(TypedDict):
    """The answer of ``markscheme/classQuestions``, and ``decide --format json``."""

    questions: list[ClassQuestion]
    """The one that moves the marks most comes first."""
    open: int
    """The number of questions, also of those that are not listed."""
    sheets: list[StudentSheet]
    """The texts with more than three open answers; the one whose mark moves most comes first."""
    marks: list[TextMark]
    """The marks of the texts that count."""
    course: list[CourseVerdict]
    """The answers whose verdict is the course's."""
    problems: list[str]
    """Files that can't be used."""


class MovedMark(TypedDict):
    """A text whose mark, or its range, a ruling changed."""

    student: str
    """The student's name."""
    label: str
    """The name as people read it."""
    before: str
    """The mark before, in words."""
    after: str
    """The mark now, in words."""


class Ruled(TypedDict):
    """The result of ``markscheme.decideAnswer``, ``decideSheet``, ``callMarkFinal`` and ``undoDecision``."""

    key: str
    """The key of the question, or of the mark that was called final."""
    change: str
    """What it is about, in words."""
    ruling: str | None
    """The ruling, ``several`` for several at once, or what open answers count as in a final mark; ``null`` where it was
    taken back."""
    moves: list[MovedMark]
    """The marks that followed."""
    state: ClassQuestions
    """What is left to decide now."""
