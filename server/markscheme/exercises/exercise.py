"""An exercise: one source with its hypotheses and references, as files in roles."""

from os.path import commonpath
from pathlib import Path

import attrs

from markscheme.documents.corpus import Document
from markscheme.documents.files import TextSource
from markscheme.documents.folders import BANK_FILE, GIVEN_FILE
from markscheme.documents.formats import FORMATS, TOGETHER, Texts
from markscheme.errors import DocumentError, NoCorrection
from markscheme.exercises.comment_bank import CommentSettings
from markscheme.exercises.decision_files import COURSE_FILE, DECISION_FILES, DecisionFile, DecisionFolder
from markscheme.exercises.file_names import Role
from markscheme.exercises.schemes import ErrorGroups, MarkingOverrides, Scheme


def is_empty(path: Path, read: TextSource) -> bool:
    """Return whether a file has nothing in it but white space; a Word document has, unless it has no bytes at all."""
    try:
        return not read(path).strip() if FORMATS.has_lines(path) else path.stat().st_size == 0
    except (DocumentError, OSError):
        return False


@attrs.frozen
class Participant:
    """A document in a role; no two of an exercise's role have the same name.

    ``author`` is the one whose correction is meant in a file of several; :data:`~markscheme.documents.formats.TOGETHER`
    means one correction with the changes of them all. ``identity`` is the same in all of a person's documents; ``name``
    differs where an exercise has several. ``people`` are the annotators that have numbers in the file.
    """

    name: str
    path: Path
    author: str | None = None
    identity: str = attrs.field(default=attrs.Factory(lambda self: self.name, takes_self=True))
    people: tuple[tuple[str, str], ...] = ()

    @property
    def person(self) -> str | None:
        return None if self.author == TOGETHER else self.author

    def is_empty(self, read: TextSource) -> bool:
        return is_empty(self.path, read)

    def texts(self, read: TextSource, *, strict: bool = True) -> Texts:
        """Return the texts of the file, or of its author alone; DocumentError if it can't be used, or has none.

        Unless ``strict``, they may lack annotations that can't be read.
        """
        texts = FORMATS.texts(self.path, read, self.name, self.author, strict=strict)
        if not self.people or self.author is not None:
            return texts
        corrections = (attrs.evolve(item, people=self.people) for item in texts.corrections)
        return attrs.evolve(texts, corrections=tuple(corrections))

    def texts_by_author(self, read: TextSource) -> Texts:
        """Return the texts of the file, each author's correction by itself; raise as :meth:`texts`."""
        texts = self.texts(read)
        corrections = (one for item in texts.corrections for one in FORMATS.of(item).by_author(item))
        return attrs.evolve(texts, corrections=tuple(corrections))


@attrs.frozen
class Exercise:
    """One source with its hypotheses and references, in the order of the configuration, else by file name.

    No source where the other files carry it. Without ``tokenised``, the texts' look decides whether they are one
    tokenised sentence a line. ``problem`` is a :class:`NoReference` where the hypotheses can be estimated. ``marking``
    comes before any other settings. ``student`` is who wrote it, where each has an essay of their own.
    ``configuration`` is the ``markscheme.toml`` that lists it; ``None`` for an exercise by the names of its files.
    Without ``scheme``, no mark is wanted.
    """

    name: str
    """The exercise's name."""
    source: Path | None
    hypotheses: tuple[Participant, ...]
    references: tuple[Participant, ...]
    tokenised: bool | None = None
    problem: DocumentError | None = attrs.field(default=None, eq=False)
    marking: MarkingOverrides = MarkingOverrides()
    assignment: str = attrs.field(default=attrs.Factory(lambda self: self.name, takes_self=True))
    """The assignment's name: the exercise's, unless each student has an essay of their own."""
    student: str | None = None
    configuration: Path | None = None
    groups: ErrorGroups = ErrorGroups()
    comments: CommentSettings = CommentSettings()
    scheme: Scheme | None = None

    @property
    def paths(self) -> frozenset[Path]:
        members = frozenset(item.path for item in (*self.hypotheses, *self.references))
        return members | {self.source} if self.source else members

    @property
    def needs_credit(self) -> bool:
        return self.scheme is not None and self.scheme.uses_credit

    @property
    def folder(self) -> Path:
        """The folder that holds its source, or else all of its documents, or else what names it."""
        if self.source is not None:
            return self.source.parent
        if self.paths:
            return Path(commonpath([path.parent for path in self.paths]))
        return self.problem.path.parent if self.problem and self.problem.path else Path()

    @property
    def class_folder(self) -> Path:
        """The folder that names its class: that of its ``markscheme.toml``, or else its own."""
        return self.folder if self.configuration is None else self.configuration.parent

    def source_text(self, read: TextSource) -> Document | None:
        """Return the text of the source file; ``None`` without one. Raise DocumentError if it can't be used."""
        if self.source is None:
            return None
        texts = Participant("source", self.source).texts(read)
        return texts.source or texts.corrections[0]

    def without_empty_references(self, read: TextSource) -> "Exercise":
        """Return the exercise without its empty references; where none is left, its problem says so."""
        references = tuple(item for item in self.references if not item.is_empty(read))
        problem = self.problem
        if self.references and not references and problem is None:
            whose = self.assignment if self.student is None else f"{self.student}'s text"
            problem = NoCorrection(f"{whose} has no teacher's correction yet", path=self.references[0].path)
        return attrs.evolve(self, references=references, problem=problem)

    def decision_path(self, file: DecisionFile) -> Path | None:
        """Return the path of a file of decisions, there or not: beside the first reference.

        ``None`` without a reference, and where a file of that name has a role here.
        """
        folder = self.decision_folder
        return folder.path_of(file) if folder is not None else None

    @property
    def given_comments(self) -> Path | None:
        path = self.references[0].path.parent / GIVEN_FILE if self.references else None
        return path if path not in self.paths else None

    @property
    def files_beside(self) -> frozenset[Path]:
        """The files without a role beside or above its documents: decisions, answers, comments, annotated texts."""
        beside = self.configuration.with_name(BANK_FILE) if self.configuration is not None else None
        files = (*map(self.decision_path, DECISION_FILES), self.given_comments, self.comments.bank, beside)
        courses = (folder / COURSE_FILE.name for item in self.references[:1] for folder in item.path.parents)
        return frozenset(path for path in (*files, *courses) if path is not None) | FORMATS.annotated(self.paths)

    @property
    def decision_folder(self) -> DecisionFolder | None:
        """Where decisions are kept: beside the first reference; ``None`` without a reference."""
        return DecisionFolder(self.references[0].path.parent, self.paths) if self.references else None

    @property
    def course_folder(self) -> DecisionFolder | None:
        """Where what holds in all exercises of its course is kept; ``None`` without a reference."""
        return DecisionFolder.of_course(self.references[0].path.parent) if self.references else None

    def marked(self, path: Path) -> tuple["Participant | None", ...]:
        """Return the corrections in a document, or the source (``None``); else nothing."""
        corrections = tuple(item for item in self.hypotheses if item.path == path)
        return corrections or ((None,) if path == self.source else ())

    def role(self, path: Path) -> Role | None:
        if path == self.source:
            return "source"
        if any(item.path == path for item in self.hypotheses):
            return "hypothesis"
        return "reference" if any(item.path == path for item in self.references) else None
