"""A document as it stands in the editor, and its results."""

import hashlib
import json
from functools import cached_property
from pathlib import Path

import attrs
from lsprotocol import types

from markscheme.exercises.comments.exercise_comments import ExerciseComments
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import decisions_of
from markscheme.formats.registry import format_of, has_lines
from markscheme.formats.rewording import HypothesisFile
from markscheme.lsp.editor.locations import path_of, uri_of
from markscheme.lsp.editor.options import Options
from markscheme.lsp.editor.views import View, view_of
from markscheme.lsp.session.annotation.document_questions import DocumentQuestions
from markscheme.lsp.vocabularies.registry import VOCABULARIES
from markscheme.lsp.vocabularies.vocabulary import Vocabulary
from markscheme.marking.comments.comment import Comment, DocumentComments
from markscheme.marking.comments.filling import Reader
from markscheme.marking.comments.placing import CommentedText, document_comments
from markscheme.marking.review.comparison import Comparison, Variant, VersionReview, hypotheses_at, variants_at
from markscheme.marking.review.document_review import DocumentReview
from markscheme.marking.review.findings import Finding
from markscheme.marking.scheme.mark import Mark
from markscheme.marking.tasks import Task
from markscheme.reports.report import student_mark
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex


@attrs.frozen
class TextDocument:
    """A document in the editor, or, without a version, on disk.

    Attributes
    ----------
    path
        Its file; of a view, the file without lines.
    text
        As it stands in the editor. A view is marked as its file stands on disk.
    """

    uri: str
    path: Path
    version: int | None
    text: str

    @classmethod
    def on_disk(cls, path: Path, author: str | None = None) -> "TextDocument":
        """Return the document of a file that is not open; of a file without lines, the view of an author's text."""
        return cls(uri_of(path) if has_lines(path) else View(path, author).uri, path, None, "")

    @property
    def view(self) -> View | None:
        """What the document shows of a file without lines; ``None`` for a document that is its file."""
        return view_of(self.uri)

    @property
    def closed(self) -> "TextDocument":
        """The same document as it stands on disk; a view has the server's own URI."""
        view = self.view
        return attrs.evolve(self, version=None) if view is None else TextDocument.on_disk(view.path, view.author)

    def is_at(self, uri: str) -> bool:
        """Return whether a URI is this document's, however the two are written."""
        return path_of(uri) == self.path and view_of(uri) == self.view


@attrs.frozen
class Marked:
    """A version of a document with its review.

    Attributes
    ----------
    task
        The task whose review it is.
    whole
        The review with its places and its chunks, whatever the vocabulary.
    ignored
        Indices of those of :attr:`review`'s findings that the person wants to see no more.
    others
        Of a source, the reviews of its hypotheses, in the vocabulary of the settings.
    complete
        Whether everything that is wanted is there: weights, plans and credit, or similarities, scores and impacts.
    exercise_comments
        The comments of its exercise; ``None`` where there are none to give.
    """

    document: TextDocument
    index: LineIndex
    exercise: Exercise
    task: Task
    whole: DocumentReview
    options: Options
    ignored: frozenset[int] = frozenset()
    others: tuple[VersionReview, ...] = ()
    complete: bool = False
    exercise_comments: ExerciseComments | None = None

    @property
    def vocabulary(self) -> Vocabulary:
        """The vocabulary of the settings."""
        return VOCABULARIES[self.options.vocabulary]

    @cached_property
    def review(self) -> DocumentReview:
        """The review with the findings of the vocabulary."""
        return self.vocabulary.shown(self.whole)

    @cached_property
    def mark(self) -> Mark | None:
        """The student's mark; ``None`` without a mark scheme, without a reference, and for a source."""
        return student_mark(self.task, self.whole, self.exercise, self.comments)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that are shown, in the order of their places."""
        numbered = enumerate(self.review.findings)
        return tuple(item for number, item in numbered if item.is_shown and number not in self.ignored)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Of a source, what its hypotheses did at each place."""
        return hypotheses_at(self.others)

    @property
    def is_source(self) -> bool:
        """Whether the document is an exercise's source, which nobody has corrected."""
        return self.task.material.hypothesis is None

    @property
    def to_check(self) -> int:
        """The number of a hypothesis's findings about which something is to be done; none in a source."""
        return 0 if self.is_source else sum(finding.is_fault for finding in self.findings)

    def variants(self, finding: Finding) -> tuple[Variant, ...]:
        """Return what each hypothesis of a source did at a finding's place."""
        return variants_at(self.comparisons, finding) if self.others else ()

    def is_listed(self, finding: Finding) -> bool:
        """Return whether a finding has a diagnostic, unless it is hidden or its severity is ``off``.

        A place of a source that every student has corrected is not to be checked.
        """
        variants = self.variants(finding)
        is_fault = finding.is_fault and (not variants or any(item.is_fault for item in variants))
        return finding.is_shown and self.options.lists(is_fault=is_fault)

    def has_diagnostic(self, finding: Finding) -> bool:
        """Return whether a finding has a diagnostic, unless it is hidden."""
        return self.is_listed(finding) and self.vocabulary.severity(finding, self.options.severities) != "off"

    @cached_property
    def hypothesis_file(self) -> HypothesisFile | None:
        """How the hypothesis's file can be changed; ``None`` for a view, and for a source, which stays as it is."""
        hypothesis = self.task.material.hypothesis
        if hypothesis is None or self.document.view is not None:
            return None
        try:
            form = format_of(hypothesis)
            return form.hypothesis_file(hypothesis, self.index.text, tokenised=self.review.parallel)
        except DocumentError:
            return None

    @cached_property
    def decisions(self) -> Decisions:
        """What teachers decided; without a file that can't be read, which is a problem of the document."""
        decisions, _ = decisions_of(self.task.material)
        return decisions

    @property
    def reader(self) -> Reader:
        """Who reads the comments; of a source, nobody in particular."""
        student = "" if self.is_source else self.task.marked.name
        return Reader(student, self.options.language, self.exercise.groups)

    @cached_property
    def comments(self) -> DocumentComments | None:
        """The comments for the student; ``None`` where there are none to give."""
        if self.exercise_comments is None:
            return None
        document = CommentedText(self.whole, self.task.marked, self.exercise.assignment, self.reader)
        return document_comments(document, self.exercise_comments)

    def comment(self, finding: Finding) -> Comment | None:
        """Return the comment on a finding; ``None`` for a chunk of CLEME2.0's."""
        if self.comments is None or finding not in self.whole.findings:
            return None
        return self.comments.findings[self.whole.findings.index(finding)]


@attrs.frozen
class Diagnosed:
    """A version of a document with its diagnostics.

    Attributes
    ----------
    outdated
        Whether a document or a setting that they depend on has changed since.
    problem
        Why it can't be marked; ``None`` if it can.
    to_check
        The number of places of a hypothesis that a person has to check, whether they have diagnostics or not.
    questions
        What it shows of the questions of annotators.
    """

    path: Path
    version: int | None
    items: tuple[types.Diagnostic, ...]
    outdated: bool = False
    problem: DocumentError | None = None
    to_check: int = 0
    questions: DocumentQuestions = DocumentQuestions()

    @cached_property
    def id(self) -> str:
        """A digest, the same for equal diagnostics in every process; the document's version is no part of it."""
        values = [
            (
                str(item.range),
                str(item.code),
                str(item.severity),
                item.message,
                [str(related) for related in item.related_information or ()],
            )
            for item in self.items
        ]
        return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:16]
