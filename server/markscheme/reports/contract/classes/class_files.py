"""Files that a class is handed in with, and what is given back: feedback, grades, progress."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class FeedbackOptions(TypedDict):
    """The last argument of the command ``markscheme.writeFeedback``."""

    assignment: NotRequired[str | None]
    """The only assignment that is given back; all of them without it."""
    students: NotRequired[list[str] | None]
    """The names of the students who get feedback, as ``markscheme/feedbackChoices`` has them; all without it."""
    focus: NotRequired[list[str] | None]
    """The only kinds of errors that are marked, in a teacher's words; all of them without it."""
    bundle: NotRequired[Literal["each", "zip", "together"] | None]
    """A file for each student, which is the default, an archive of them, or one file with everybody's feedback."""
    open: NotRequired[Literal["as-they-are", "lowest", "highest"] | None]
    """What answers count as that nobody has decided: as they are, or as if all were wrong or right, and a mark is one
    number; without it a mark with such answers is a range."""
    workDoneToken: NotRequired[int | str | None]
    """A token of the client's own for the progress; without it the server creates one."""


class WrittenFeedback(TypedDict):
    """The result of the command ``markscheme.writeFeedback``."""

    folder: str
    """The URI of the folder with the files; of several classes, that of the first."""
    files: list[str]
    """The URI of each file: one a student, or one for all."""
    texts: int
    """The number of texts with feedback in the files."""
    problems: list[str]
    """Who has no file and why, and what the files can't show, in plain words."""
    open: int
    """The number of answers that nobody has decided, and for which the options do not say what they count as."""


class ChoosableStudent(TypedDict):
    """A student who handed in a text."""

    name: str
    """The name that the student has in all documents."""
    label: str
    """The name as people read it."""


class FeedbackChoices(TypedDict):
    """The answer of ``markscheme/feedbackChoices``: what a person can choose for a document or a folder."""

    folder: str
    """The URI of the class's folder; of several classes, of the first."""
    assignments: list[str]
    """The names of the assignments."""
    students: list[ChoosableStudent]
    """The students, by name."""
    groups: list[str]
    """The kinds of errors, in a teacher's words: the teacher's own first."""


class ExportOptions(TypedDict):
    """The last argument of the command ``markscheme.exportGrades``. Without any, a workbook is written."""

    assignment: NotRequired[str | None]
    """The assignment; needed where there are several, unless the worksheet is of one of them."""
    worksheet: NotRequired[str | None]
    """The URI of Moodle's grading worksheet or of Canvas's gradebook (CSV), of which a filled copy is written."""
    feedback: NotRequired[str | None]
    """The name of a format; feedback for each student is written in it, into a zip as Moodle reads it."""
    workbook: NotRequired[bool | None]
    """Whether an Excel workbook is written."""
    maximum: NotRequired[float | int | None]
    """The most points in the system, where its table does not say it."""
    overwrite: NotRequired[bool | None]
    """Whether grades and comments that somebody else wrote into the table are replaced."""
    open: NotRequired[Literal["as-they-are", "lowest", "highest"] | None]
    """What answers count as that nobody has decided: as they are, or as if all were wrong or right. Without it they
    count as they are, ``notices`` says how many there are, and words show the range of a mark."""
    workDoneToken: NotRequired[int | str | None]
    """A token of the client's own for the progress; without it the server creates one."""


class ExportedFile(TypedDict):
    """A file that was written."""

    uri: str
    """Its URI."""
    text: str
    """What it is and what to do with it, in plain words."""


class ExportedGrades(TypedDict):
    """The result of the command ``markscheme.exportGrades``."""

    files: list[ExportedFile]
    """The files that were written."""
    notices: list[str]
    """Who has no grade and why, and what else a person should know, in plain words."""
    kept: list[str]
    """The grades and comments by somebody else that stayed, in plain words; ``overwrite`` replaces them."""
    open: int
    """The number of answers that nobody has decided, and for which the options do not say what they count as."""


class ImportOptions(TypedDict):
    """The last argument of the command ``markscheme.importSubmissions``."""

    names: NotRequired[str | None]
    """The URI of the system's table of grades (CSV), for the students' full names."""
    anonymous: NotRequired[bool | None]
    """Whether numbers stand in place of names; whose they are is in a file of its own."""
    overwrite: NotRequired[bool | None]
    """Whether texts that are there already are replaced; without it the person is asked."""


class ImportedClass(TypedDict):
    """The result of the command ``markscheme.importSubmissions``."""

    folder: str
    """The URI of the exercise's folder."""
    assignment: str
    """The name of the exercise."""
    system: str
    """The school's system, as people write it."""
    texts: int
    """The number of texts."""
    left_out: list[str]
    """What was left out and why, in plain words."""
    complete: bool
    """Whether the text that the students corrected and a teacher's correction of it are there."""
