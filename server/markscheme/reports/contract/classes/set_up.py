"""The answers of ``markscheme/setUp``, ``markscheme/setUpPreview`` and ``markscheme/writeSetUp``.

A folder's set-up is the guess of who wrote which file. It becomes the folder's ``markscheme.toml``.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

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
