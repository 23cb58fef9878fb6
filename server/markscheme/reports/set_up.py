"""A folder's set-up as a person sees it before it is written: what each file is, what is asked, and the file's text."""

from pathlib import Path

import attrs

from markscheme.contract import shape
from markscheme.documents.folders import CONFIGURATION
from markscheme.exercises.init.plan import Answer, PlannedFile, Question, SetUpPlan


@shape(
    *("row.path", "file", "row.author", "row.authors", "row.role", "row.person", "exercise", "essay"),
    *("row.reason", "row.sureness", "row.chosen"),
    renamed={"file": "uri"},
    uris=("file",),
)
@attrs.frozen
class SetUpFile:
    """One row of the set-up: a file, or one author's corrections in a file that several people changed."""

    folder: Path
    row: PlannedFile

    @property
    def file(self) -> Path:
        """The file's URI."""
        return self.folder / self.row.path

    @property
    def exercise(self) -> str | None:
        """The name of the exercise; ``null`` for a file that takes no part."""
        return None if self.row.role == "none" else self.row.exercise

    @property
    def essay(self) -> str | None:
        """Whose essay this belongs to, where each student has an essay of their own; else ``null``."""
        return None if self.row.role == "none" else self.row.essay


@shape(
    *("question.id", "question.text", "question.answers", "question.default", "answer.id", "question.paths"),
    renamed={"question.answers": "choices", "answer.id": "answer", "question.paths": "files"},
)
@attrs.frozen
class SetUpQuestion:
    """Something that can't be seen from the files, with the answer that holds now."""

    question: Question
    answer: Answer


@shape(
    *("plan.folder", "configuration", "exists", "plan.summary", "plan.exercises", "files", "questions"),
    *("plan.warnings", "toml"),
    renamed={"plan.folder": "uri"},
    uris=("plan.folder", "configuration"),
)
@attrs.frozen
class SetUp:
    """The answer of ``markscheme/setUp`` and of ``markscheme/setUpPreview``."""

    plan: SetUpPlan
    toml: str
    """The ``markscheme.toml`` as it will be written; empty where there is no exercise."""

    @property
    def configuration(self) -> Path:
        """The URI of the folder's ``markscheme.toml``, there or not."""
        return self.plan.folder / CONFIGURATION

    @property
    def exists(self) -> bool:
        """Whether the folder has a ``markscheme.toml``."""
        return self.configuration.is_file()

    @property
    def files(self) -> tuple[SetUpFile, ...]:
        """Every file, by exercise, student (of own essays), role and path; files without a part come last."""
        return tuple(SetUpFile(self.plan.folder, row) for row in self.plan.rows)

    @property
    def questions(self) -> tuple[SetUpQuestion, ...]:
        """The questions, the ones that matter most first."""
        given = self.plan.choices.answers
        return tuple(SetUpQuestion(item, item.answer(given)) for item in self.plan.questions)


@shape("path", "toml", renamed={"path": "uri"}, uris=("path",))
@attrs.frozen
class WrittenSetUp:
    """The answer of ``markscheme/writeSetUp``."""

    path: Path
    """The URI of the file that was written."""
    toml: str
    """The file's text."""


@shape(uris=("folder",))
@attrs.frozen
class ImportedClass:
    """The result of the command ``markscheme.importSubmissions``."""

    folder: Path
    """The URI of the exercise's folder."""
    assignment: str
    """The name of the exercise."""
    system: str
    """The school's system, as people write it."""
    texts: int
    """The number of texts."""
    left_out: tuple[str, ...]
    """What was left out and why, in plain words."""
    complete: bool
    """Whether the text that the students corrected and a teacher's correction of it are there."""
