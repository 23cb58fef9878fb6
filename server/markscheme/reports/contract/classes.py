"""JSON of a class: its files, its mark scheme, its set-up and its progress.

A mark scheme is a table of ``markscheme.toml``: its ``[scheme]``, or the ``scheme`` of one exercise. Its JSON has the
members of the table, in names that are identifiers, and lists where TOML has keys that a teacher chooses. A folder's
set-up is the guess of who wrote which file; it becomes the folder's ``markscheme.toml``.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from markscheme.reports.contract.review import Mark, MarkSummary, Verdict


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


class ProgressTally(TypedDict):
    """Numbers of errors. Those of sentences that are rewritten freely are a kind of their own."""

    made: int
    """The errors that there were to correct."""
    found: int
    """Those that were corrected, wholly or in part."""
    missed: int
    """Those that were left, or changed otherwise than by any teacher: ``made`` without ``found``."""


class ProgressGroup(TypedDict):
    """One kind of error over the assignments."""

    group: str
    """The group, in a teacher's words."""
    tallies: list[ProgressTally | None]
    """One element for each assignment; ``null`` for one that was not handed in or can't be compared."""


class ProgressCourse(TypedDict):
    """What one student, or the class, did over the assignments."""

    name: str
    """The student's name, by which ``markscheme/places`` knows the student; empty for the class."""
    label: str
    """The name as people read it."""
    totals: list[ProgressTally | None]
    """All kinds of errors together, one element for each assignment."""
    groups: list[ProgressGroup]
    """The kinds of errors with places; those with the most errors come first."""


class ProgressClass(TypedDict):
    """The progress of one class."""

    name: str
    """The folder's name."""
    uri: str
    """The folder's URI."""
    assignments: list[str]
    """The names of the assignments, in the order of ``markscheme.toml``, or else by name. Names that differ by numbers
    alone stand by these."""
    whole: ProgressCourse
    """The class as one."""
    people: list[ProgressCourse]
    """The students, by name. Of several versions of one text, the one that counts takes part."""


class Progress(TypedDict):
    """The answer of ``markscheme/progress``."""

    classes: list[ProgressClass]
    """The classes that have marks."""
    missing: list[str]
    """Who and what is missing, and why, in plain words."""


class SchemePoints(TypedDict):
    """What a place earns by its verdict, before its weight."""

    correct: NotRequired[float]
    """For a correct place."""
    partly_correct: NotRequired[float | Literal["share"]]
    """For a partly correct place; ``share``: the part of the correction that is done."""
    different: NotRequired[float | Literal["credit"]]
    """For another change than any teacher's; ``credit``: by how near it is to the teachers' words."""
    missed: NotRequired[float]
    """For an error that is left."""
    not_needed: NotRequired[float]
    """For a change that was not needed."""


class KindValue(TypedDict):
    """A number for a kind of error."""

    kind: str
    """A group of errors, or a pattern of ERRANT's types."""
    value: float
    """A weight, or the most points that the kind may take or give."""


class SchemeWordRule(TypedDict):
    """A bonus or malus for long or short texts."""

    over: bool
    """Whether it is for texts of more words than ``bound``; else for those of fewer."""
    bound: float
    """The number of words."""
    points: float
    """What such a text earns; negative where it takes."""


class SchemeBand(TypedDict):
    """A name for marks."""

    lowest: float
    """The lowest mark of the band."""
    name: str
    """The band's name."""
    text: str
    """A sentence for the student; empty where there is none."""


class SchemeTable(TypedDict):
    """A table of a mark scheme as it is written; a member that is missing is not written."""

    preset: NotRequired[str]
    """The name of the preset to begin with."""
    basis: NotRequired[Literal["share", "points", "deduct"]]
    """How points become a mark."""
    max: NotRequired[float]
    """The best mark."""
    floor: NotRequired[float]
    """The lowest mark."""
    rounding: NotRequired[float]
    """The mark is a multiple of this."""
    points: NotRequired[SchemePoints]
    """What places earn by their verdicts."""
    weights: NotRequired[list[KindValue]]
    """Factors for kinds of errors."""
    focus: NotRequired[list[str]]
    """The kinds of errors that count; empty: all."""
    caps: NotRequired[list[KindValue]]
    """The most points that kinds of errors may take or give."""
    words: NotRequired[list[SchemeWordRule]]
    """Bonuses and maluses by the number of words."""
    bands: NotRequired[list[SchemeBand]]
    """Names for marks."""


class SchemePreset(TypedDict):
    """A mark scheme to begin with."""

    name: str
    """The preset's name."""
    description: str
    """What it does, in one sentence."""
    table: SchemeTable
    """Its values; the values of a table come before them."""


class SchemeTarget(TypedDict):
    """A part of ``markscheme.toml`` that can have a mark scheme."""

    exercise: int | None
    """The number of the ``[[exercise]]`` table, from 0; ``null`` for the whole file."""
    name: str
    """The exercise's name; the folder's for the whole file."""
    written: bool
    """Whether it has a mark scheme of its own."""


class SchemeForm(TypedDict):
    """The answer of ``markscheme/scheme``."""

    configuration: str
    """The URI of ``markscheme.toml``."""
    exercise: int | None
    """The exercise whose mark scheme this is; ``null`` for the whole file's."""
    targets: list[SchemeTarget]
    """What can have a mark scheme, the whole file first."""
    table: SchemeTable | None
    """The table as it is written; ``null`` where there is none."""
    inherited: SchemeTable
    """The values that hold where the table has none, without those of its preset: every member but ``preset``."""
    effective: SchemeTable | None
    """The values that hold now: every member but ``preset``; ``null`` where no mark is wanted."""
    presets: list[SchemePreset]
    """The mark schemes to begin with."""
    groups: list[str]
    """The groups of errors, the teacher's own first."""
    types: list[str]
    """ERRANT's types, which can be named in place of a group."""
    digest: str
    """A digest of the file, which ``markscheme/writeScheme`` is sent."""


class SchemeFault(TypedDict):
    """What is wrong with a table."""

    path: list[str | int]
    """The path to the value in the table's JSON, such as ``["bands", 1, "name"]``; empty for another part of the
    file."""
    message: str
    """The fault in words."""


class SchemeStudent(TypedDict):
    """A student's mark by the mark scheme as it is on disk, and by the table that is not written yet."""

    id: str
    """What ``student`` of the request stands for."""
    name: str
    """The student's name in words."""
    assignment: str
    """The name of the assignment."""
    before: MarkSummary | None
    """The mark by the file; ``null`` where it has no mark scheme, and without marks."""
    after: MarkSummary | None
    """The mark by the table; ``null`` where the table has faults or no mark is wanted, and without marks."""
    problem: str | None
    """Why the text can't be marked."""


class SchemeSum(TypedDict):
    """The mark of one student by the table, as a sum."""

    id: str
    """The student's ``id``."""
    uri: str
    """The document's URI."""
    view: str | None
    """The URI of the text of a file without lines, as a document of its own."""
    mark: Mark
    """The mark, with its sum."""


class SchemePreview(TypedDict):
    """The answer of ``markscheme/previewScheme``."""

    faults: list[SchemeFault]
    """What is wrong with the table; no mark is computed by a table with faults."""
    students: list[SchemeStudent]
    """The students whose marks the table decides, by exercise."""
    sum: SchemeSum | None
    """The mark of the student who was named, or else of the first one with a mark; ``null`` where there is none."""


class WrittenScheme(TypedDict):
    """The answer of ``markscheme/writeScheme``."""

    written: bool
    """Whether the file was written; not where the table has faults."""
    faults: list[SchemeFault]
    """What is wrong with the table."""


class SchemeParams(TypedDict):
    """The parameters of ``markscheme/scheme``."""

    uri: str
    """The URI of ``markscheme.toml``, or of a document or folder that it governs."""
    exercise: NotRequired[int | None]
    """The number of an ``[[exercise]]`` table, from 0; without it the whole file is meant."""


class PreviewSchemeParams(SchemeParams):
    """The parameters of ``markscheme/previewScheme``."""

    table: SchemeTable | None
    """The table that is not written yet; ``null`` for no mark scheme of its own."""
    student: NotRequired[str | None]
    """The ``id`` of the student whose sum is wanted."""
    workDoneToken: NotRequired[str | int]
    """The token under which progress is sent, since students who have no marks yet are marked."""


class WriteSchemeParams(SchemeParams):
    """The parameters of ``markscheme/writeScheme``."""

    table: SchemeTable | None
    """The table to write; ``null`` removes it."""
    digest: str
    """The ``digest`` of the answer that the table was made from. The request fails if the file has another one now."""


SetUpRole = Literal["source", "hypothesis", "reference", "complete", "none"]
"""A file's role. ``complete``: source and references in one file. ``none``: the file takes no part."""
Sureness = Literal["sure", "likely", "ask"]
"""How sure a guess is. A question goes with each file that has ``ask``."""


class SetUpFile(TypedDict):
    """One row of the set-up: a file, or one author's corrections in a file that several people changed."""

    path: str
    """The file's path below the folder, with ``/``."""
    uri: str
    """The file's URI."""
    author: str | None
    """The author of this row's corrections; ``null`` where the row is the whole file."""
    authors: list[str]
    """Everybody who changed the file, as the word processor wrote it down."""
    role: SetUpRole
    """The file's role."""
    person: str | None
    """The student's name, or the teacher's for a reference; ``null`` where there is none to name."""
    exercise: str | None
    """The name of the exercise; ``null`` for a file that takes no part."""
    essay: str | None
    """Whose essay this belongs to, where each student has an essay of their own; else ``null``."""
    reason: str
    """Why the file has this role, in plain words."""
    sureness: Sureness
    """How sure the guess is."""
    chosen: bool
    """Whether the teacher chose the role, the person or the exercise."""


class SetUpChoice(TypedDict):
    """An answer to a question."""

    id: str
    """The answer as it is sent back."""
    label: str
    """The answer in words."""


class SetUpQuestion(TypedDict):
    """Something that can't be seen from the files."""

    id: str
    """The question's id, the same in each preview of a folder."""
    text: str
    """The question in words."""
    choices: list[SetUpChoice]
    """The answers, at least two."""
    default: str
    """The ``id`` of the answer that holds as long as the teacher gives no other."""
    answer: str
    """The ``id`` of the answer that holds now."""
    files: list[str]
    """The paths of the files that the question is about."""


class SetUpExercise(TypedDict):
    """An exercise of the set-up."""

    name: str
    """The exercise's name."""
    essays: bool
    """Whether each student has an essay of their own."""
    students: list[str]
    """The students' names, sorted."""
    teachers: list[str]
    """The teachers' names, sorted."""


class SetUp(TypedDict):
    """The answer of ``markscheme/setUp`` and of ``markscheme/setUpPreview``."""

    uri: str
    """The folder's URI."""
    configuration: str
    """The URI of the folder's ``markscheme.toml``, there or not."""
    exists: bool
    """Whether the folder has a ``markscheme.toml``."""
    summary: str
    """The set-up in one sentence."""
    exercises: list[SetUpExercise]
    """The exercises, sorted by name; none where nothing can be marked yet."""
    files: list[SetUpFile]
    """Every file, by exercise, student (of own essays), role and path; files without a part come last."""
    questions: list[SetUpQuestion]
    """The questions, the ones that matter most first."""
    warnings: list[str]
    """What the teacher should know before the file is written, in plain words."""
    toml: str
    """The ``markscheme.toml`` as it will be written; empty where there is no exercise."""


class SetUpFileChoice(TypedDict):
    """What a teacher chose for a row; members that are missing stay as guessed."""

    path: str
    """The row's path."""
    author: NotRequired[str | None]
    """The row's author."""
    role: NotRequired[SetUpRole]
    """The role."""
    person: NotRequired[str]
    """The person's name."""
    exercise: NotRequired[str]
    """The exercise's name; a new name makes a new exercise."""


class SetUpChoices(TypedDict):
    """All that a teacher chose so far. The server keeps nothing of it between requests."""

    files: list[SetUpFileChoice]
    """The choices for rows."""
    answers: dict[str, str]
    """The ``id`` of the answer for each question's ``id``."""


class SetUpParams(TypedDict):
    """The parameters of ``markscheme/setUp``."""

    uri: str
    """The folder's URI."""


class SetUpPreviewParams(SetUpParams):
    """The parameters of ``markscheme/setUpPreview``."""

    choices: SetUpChoices
    """What the teacher chose so far."""
    scheme: NotRequired[str]
    """The name of a preset: ``markscheme.toml`` then has it as its mark scheme. Without it, a scheme that is there
    stays."""


class WriteSetUpParams(SetUpPreviewParams):
    """The parameters of ``markscheme/writeSetUp``."""

    overwrite: bool
    """Whether a ``markscheme.toml`` that is there may be changed. Without it the request fails."""


class AllowVariantsParams(SetUpParams):
    """The parameters of ``markscheme/variants``."""

    allow: NotRequired[list[str]]
    """The names of the variants that the folder's ``markscheme.toml`` shall allow, and of no others. Without it nothing
    is written."""


class Variant(TypedDict):
    """Two ways to write, such as two spellings of a word, between which a course may leave the choice."""

    name: str
    """The name in ``markscheme.toml``."""
    title: str
    """The name for people."""
    example: str
    """The variants, parted by a semicolon."""
    allowed: bool
    """Whether the choice is left."""
    answers: int
    """The number of places in the class's texts whose verdict hangs on it."""
    students: int
    """The number of students who have such a place."""


class Variants(TypedDict):
    """The answer of ``markscheme/variants``."""

    variants: list[Variant]
    """What a course may allow."""


class WrittenSetUp(TypedDict):
    """The answer of ``markscheme/writeSetUp``."""

    uri: str
    """The URI of the file that was written."""
    toml: str
    """The file's text."""
