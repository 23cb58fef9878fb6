"""What is left to decide about a class: ``markscheme/classQuestions``, its commands, and ``decide --format json``."""

from typing_extensions import TypedDict

from markscheme.reports.contract.shapes import Verdict


class TextMark(TypedDict):
    """The mark of a text, or without a mark scheme what its places earn of what was due."""

    student: str
    """The student's name."""
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
    """What can be said of it: ``correct``, ``partly``, ``wrong`` and ``either``, or ``needed`` and ``either``."""
    sentences: int
    """The number of different sentences with the answer."""
    teachers: list[TeacherVersion]
    """What the teachers have there."""
    students: list[ConcernedStudent]
    """Those who gave the answer; the one whose mark hangs on it most comes first."""
    width: float
    """How far it moves all marks together, in parts of the best mark."""


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
    """The result of ``markscheme.decideAnswer`` and ``markscheme.undoDecision``."""

    key: str
    """The question's key."""
    change: str
    """What it is about, in words."""
    ruling: str | None
    """The ruling; ``null`` where it was taken back."""
    moves: list[MovedMark]
    """The marks that followed."""
    state: ClassQuestions
    """What is left to decide now."""
