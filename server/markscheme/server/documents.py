"""Documents with their marks: which are open, their newest results, and what of them is remembered.

A result is *current* while its version is the newest and nothing on which it rests has changed; then it is *stale*.
Readers wait for a current one; a stale one's diagnostics stay in the editor until new ones replace them.

What a person hides in a document (findings, categories) is kept in the user's state folder; it changes no count.
"""

import asyncio
import hashlib
import json
from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import cattrs
from lsprotocol import types
from platformdirs import user_state_path

from markscheme.documents.files import TextSource, check_characters, read_json, read_text, write_all
from markscheme.documents.formats import FORMATS
from markscheme.documents.rewriting import HypothesisFile
from markscheme.errors import DocumentError, MissingDocument
from markscheme.exercises.decisions import Decisions
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import ExerciseComments
from markscheme.languages.segments import Span
from markscheme.marking.comments import Comment, CommentedText, DocumentComments, Reader
from markscheme.marking.comparison import Comparison, Variant, VersionReview, hypotheses_at, variants_at
from markscheme.marking.driver import Outcome, Task, WorkItem
from markscheme.marking.findings import Finding
from markscheme.marking.mark import Mark, student_mark
from markscheme.marking.review import DocumentReview
from markscheme.server.editor import EditorIndex, View, path_of, uri_of, view_of
from markscheme.server.editor_settings import Options, Severity

if TYPE_CHECKING:
    from markscheme.research.question_queue import QueuedQuestion
    from markscheme.research.questions import Unanimity

CONTEXT = 2
"""Number of tokens of the sentence's source on each side that tell equal findings apart."""


@attrs.frozen(order=True)
class FindingContent:
    """What a finding is wherever it stands: it survives edits elsewhere in its document."""

    category: str
    source: str
    hypothesis: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    @classmethod
    def of(cls, finding: Finding, review: DocumentReview) -> "FindingContent":
        tokens, place = review.passages[finding.passage].source.tokens, finding.source_tokens
        before = tokens[max(place.start - CONTEXT, 0) : place.start]
        after = tokens[place.end : place.end + CONTEXT]
        return cls(finding.code, finding.source, finding.hypothesis, before, after)


@attrs.frozen
class Ignored:
    """What is ignored in one document."""

    findings: frozenset[FindingContent] = frozenset()
    categories: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.findings or self.categories)

    def and_also(self, more: "Ignored") -> "Ignored":
        return Ignored(self.findings | more.findings, self.categories | more.categories)

    def hidden(self, review: DocumentReview) -> frozenset[int]:
        """Return the indices of a review's findings that are ignored."""
        return frozenset(
            number
            for number, finding in enumerate(review.findings)
            if finding.is_shown and self._hides(finding, review)
        )

    def _hides(self, finding: Finding, review: DocumentReview) -> bool:
        if finding.code in self.categories:
            return True
        return bool(self.findings) and FindingContent.of(finding, review) in self.findings


_converter = cattrs.Converter()


class IgnoredStore:
    """What is ignored in each document, on disk."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or user_state_path("markscheme", appauthor=False) / "ignored"

    def of(self, document: Path) -> Ignored:
        """Raise DocumentError if the file can't be used."""
        path = self._path(document)
        try:
            kept = read_json(path)
            if not isinstance(kept, dict):
                raise ValueError("no JSON object")
            return _converter.structure(kept, Ignored)
        except MissingDocument:
            return Ignored()
        except (ValueError, cattrs.BaseValidationError) as error:
            raise DocumentError(
                "what is ignored can't be read from this file", path=path, remedy="Mend it, or remove it"
            ) from error

    def add(self, document: Path, more: Ignored) -> None:
        """Ignore this too; raise DocumentError if the file can't be written, or can't be used and so stays as it is."""
        self.keep(document, self.of(document).and_also(more))

    def keep(self, document: Path, ignored: Ignored) -> None:
        """Ignore this, and nothing else; raise DocumentError if it can't be written."""
        path = self._path(document)
        if ignored:
            value = {
                "document": str(document),
                "findings": [_converter.unstructure(item) for item in sorted(ignored.findings)],
                "categories": sorted(ignored.categories),
            }
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.parent.chmod(0o700)  # the files hold students' words
            except OSError as error:
                raise DocumentError(f"the folder can't be made ({error.strerror})", path=path.parent) from error
            write_all({path: (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")})
        else:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise DocumentError(f"the file can't be removed ({error.strerror})", path=path) from error

    def moved(self, before: Path, after: Path) -> None:
        ignored = self.of(before)
        if ignored:
            self.keep(after, ignored)
            self.keep(before, Ignored())

    def _path(self, document: Path) -> Path:
        name = hashlib.sha256(str(document).encode("utf-8", "surrogateescape")).hexdigest()
        return self._folder / f"{name[:32]}.json"


@attrs.frozen
class PlacedQuestion:
    """A question at its place in a document."""

    span: Span
    item: "QueuedQuestion"


@attrs.frozen
class PlacedAgreement:
    """The agreement on a sentence that begins at an offset of a document."""

    start: int
    unanimity: "Unanimity"


@attrs.frozen
class DocumentQuestions:
    """Questions of a document that concern enough people, and sentences that enough annotators have seen, by place."""

    shown: tuple[PlacedQuestion, ...] = ()
    agreements: tuple[PlacedAgreement, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.shown or self.agreements)


@attrs.frozen
class TextDocument:
    """A document in the editor, or, without a version, on disk.

    The path of a view is the file without lines; it is marked as that stands on disk, whatever the editor's text.
    """

    uri: str
    path: Path
    version: int | None
    text: str

    @classmethod
    def on_disk(cls, path: Path, author: str | None = None) -> "TextDocument":
        """Return the document of a file that is not open; of a file without lines, the view of an author's text."""
        return cls(uri_of(path) if FORMATS.has_lines(path) else View(path, author).uri, path, None, "")

    @property
    def view(self) -> View | None:
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

    ``whole``: with places and chunks, whatever the vocabulary. ``ignored``: indices of :attr:`review`'s findings.
    ``others``: reviews of a source's hypotheses. ``complete``: with weights, plans and credit, or a whole estimate.
    """

    document: TextDocument
    index: EditorIndex
    exercise: Exercise
    task: Task
    whole: DocumentReview
    options: Options
    ignored: frozenset[int] = frozenset()
    others: tuple[VersionReview, ...] = ()
    complete: bool = False
    exercise_comments: ExerciseComments | None = None
    answers: dict[Hashable, Any] = attrs.field(factory=dict, init=False, eq=False, repr=False)
    """What answers to requests are made from, by the function that made it; each is made once."""

    @cached_property
    def review(self) -> DocumentReview:
        """The review with the findings of the vocabulary."""
        return self.whole.in_vocabulary(self.options.vocabulary)

    @cached_property
    def mark(self) -> Mark | None:
        """The student's mark; ``None`` without a mark scheme, without a reference, and for a source."""
        return student_mark(self.task, self.whole, self.exercise, self.comments)

    @property
    def findings(self) -> tuple[Finding, ...]:
        numbered = enumerate(self.review.findings)
        return tuple(item for number, item in numbered if item.is_shown and number not in self.ignored)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        return hypotheses_at(self.others)

    @property
    def is_source(self) -> bool:
        return self.task.material.hypothesis is None

    @property
    def to_check(self) -> int:
        """None in a source."""
        return 0 if self.is_source else sum(finding.is_fault for finding in self.findings)

    def variants(self, finding: Finding) -> tuple[Variant, ...]:
        return variants_at(self.comparisons, finding) if self.others else ()

    def is_listed(self, finding: Finding) -> bool:
        """Return whether a finding has a diagnostic, unless it is hidden or its severity is ``off``.

        A place of a source that every student has corrected is not to be checked.
        """
        variants = self.variants(finding)
        is_fault = finding.is_fault and (not variants or any(item.is_fault for item in variants))
        return finding.is_shown and self.options.lists(is_fault=is_fault)

    def severity(self, finding: Finding) -> Severity:
        """Return its kind's; information for a passage that is rewritten freely, which is no fault."""
        if finding.kind is None:
            return "off"
        severity = self.options.severities.of(finding.kind)
        return "information" if finding.rewritten and severity != "off" else severity

    def has_diagnostic(self, finding: Finding) -> bool:
        return self.is_listed(finding) and self.severity(finding) != "off"

    @cached_property
    def hypothesis_file(self) -> HypothesisFile | None:
        """How the hypothesis's file can be changed; ``None`` for a view, and for a source, which stays as it is."""
        hypothesis = self.task.material.hypothesis
        if hypothesis is None or self.document.view is not None:
            return None
        try:
            form = FORMATS.of(hypothesis)
            return form.hypothesis_file(hypothesis, self.index.text, tokenised=self.review.parallel)
        except DocumentError:
            return None

    @cached_property
    def decisions(self) -> Decisions:
        """Without a file that can't be read, which is a problem of the document."""
        decisions, _ = self.task.material.read_decisions()
        return decisions

    @property
    def reader(self) -> Reader:
        student = "" if self.is_source else self.task.marked.name
        return Reader(student, self.options.language, self.exercise.groups)

    @cached_property
    def comments(self) -> DocumentComments | None:
        if self.exercise_comments is None:
            return None
        document = CommentedText(self.whole, self.task.marked, self.exercise.assignment, self.reader)
        return document.comments(self.exercise_comments)

    def comment(self, finding: Finding) -> Comment | None:
        """Return ``None`` for a chunk of CLEME2.0's."""
        if self.comments is None or finding not in self.whole.findings:
            return None
        return self.comments.findings[self.whole.findings.index(finding)]


@attrs.frozen
class Diagnosed:
    """A version of a document with its diagnostics, or why it can't be marked.

    ``outdated``: something that they depend on has changed since. ``to_check`` places may have diagnostics or not.
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


class OpenDocuments(dict[str, TextDocument]):
    """The newest version of each open document, by its URI."""

    def at(self, path: Path) -> TextDocument | None:
        """Return the open document that is a file, however its URI is written; views of a file are others."""
        return self._of(path, None)

    def same_as(self, document: TextDocument) -> TextDocument | None:
        """Return the open document that is the same file or the same view, however its URI is written."""
        return self.get(document.uri) or self._of(document.path, document.view)

    def views_of(self, path: Path) -> tuple[TextDocument, ...]:
        return tuple(item for item in self.values() if item.path == path and item.view is not None)

    def _of(self, path: Path, view: View | None) -> TextDocument | None:
        return next((item for item in self.values() if item.path == path and item.view == view), None)

    def read(self, path: Path) -> str:
        """Return a text as in the editor, else on disk; raise DocumentError if it can't be read."""
        document = self.at(path)
        return read_text(path) if document is None else _checked(document.text, path)

    def stamp(self, path: Path) -> object:
        """Return a value that changes with a file: its text in the editor, else its time and size on disk."""
        if (document := self.at(path)) is not None:
            return document.text
        try:
            status = path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size

    def snapshot(self) -> TextSource:
        """Return a function that reads documents as they stand in the editor now, else on disk; for any thread."""
        texts = {document.path: document.text for document in self.values() if document.view is None}

        def read(path: Path) -> str:
            return _checked(texts[path], path) if path in texts else read_text(path)

        return read


def _checked(text: str, path: Path) -> str:
    check_characters(text, path)
    return text


@attrs.frozen
class ResultChange:
    """New results of a document, and the current ones that they replace.

    ``version`` is ``None`` for a document that is not open. Marks are ``None`` where there are none, or where they are
    stale; ``was_marked``: there were some before, be they stale.
    """

    uri: str
    version: int | None
    before: Marked | None = None
    after: Marked | None = None
    diagnosed_before: Diagnosed | None = None
    diagnosed: Diagnosed | None = None
    was_marked: bool = False


class Results:
    """The newest results of each document, open or on disk, by its URI."""

    def __init__(self, documents: OpenDocuments) -> None:
        self._documents = documents
        self._marked: dict[str, Marked] = {}
        self._stale: set[str] = set()
        self.newest_diagnosed: dict[str, Diagnosed] = {}
        """The newest diagnostics of each document, be they stale or not."""
        self.exercises: dict[str, Exercise] = {}
        """The exercises in which documents were last marked."""
        self._change_event = asyncio.Event()

    def marked(self, uri: str) -> Marked | None:
        return None if uri in self._stale else self.newest_marked(uri)

    def newest_marked(self, uri: str) -> Marked | None:
        """Return the newest marks of an open document's text as it is now, be they stale or not."""
        marked, document = self._marked.get(uri), self._documents.get(uri)
        return marked if marked and document and marked.document.version == document.version else None

    def diagnosed(self, uri: str) -> Diagnosed | None:
        newest, document = self.newest_diagnosed.get(uri), self._documents.get(uri)
        is_current = newest and document and newest.version == document.version and not newest.outdated
        return newest if is_current else None

    def on_disk(self) -> Iterator[TextDocument]:
        """Yield the documents that have diagnostics and are not open."""
        for uri, diagnosed in list(self.newest_diagnosed.items()):
            if uri not in self._documents:
                yield TextDocument(uri, diagnosed.path, None, "")

    def differ(self, ids: Mapping[str, str]) -> bool:
        """Return whether some document's diagnostics have another id than the one given for its URI, or are gone."""
        return any(diagnosed.id != ids.get(uri) for uri, diagnosed in self.newest_diagnosed.items()) or bool(
            self.gone(ids)
        )

    def gone(self, ids: Mapping[str, str]) -> list[str]:
        """Return those of the given URIs whose documents are not open and have no diagnostics any more."""
        present = {(document.path, document.view) for document in (*self._documents.values(), *self.on_disk())}
        return [uri for uri in ids if (path_of(uri), view_of(uri)) not in present]

    def put(self, document: TextDocument, diagnosed: Diagnosed, marked: Marked | None) -> ResultChange:
        uri = document.uri
        change = ResultChange(
            uri,
            document.version,
            before=self.marked(uri),
            after=marked,
            diagnosed_before=self.newest_diagnosed.get(uri),
            diagnosed=diagnosed,
            was_marked=uri in self.exercises,
        )
        self.newest_diagnosed[uri] = diagnosed
        self._stale.discard(uri)
        if marked is None:
            self._marked.pop(uri, None)
        else:
            self._marked[uri] = marked
            self.exercises[uri] = marked.exercise
        return change

    def mark_stale(self, uri: str) -> None:
        """Mark a document's results as stale; readers wait for fresh ones."""
        self._stale.add(uri)
        if (diagnosed := self.newest_diagnosed.get(uri)) is not None:
            self.newest_diagnosed[uri] = attrs.evolve(diagnosed, outdated=True)

    def remove(self, uri: str) -> ResultChange:
        marked = self._marked.pop(uri, None)
        before = None if uri in self._stale else marked
        self._stale.discard(uri)
        self.exercises.pop(uri, None)
        return ResultChange(uri, None, before, diagnosed_before=self.newest_diagnosed.pop(uri, None))

    def notify(self) -> None:
        self._change_event.set()
        self._change_event = asyncio.Event()

    async def changed(self) -> None:
        """Wait until a document is opened or closed, has new results, or the marking of one ends."""
        await self._change_event.wait()


_Key = tuple[Path, str | None, str]


class OutcomeMemory:
    """The newest outcome of each text of a class; those of another class replace them."""

    def __init__(self) -> None:
        self._class_folder: Path | None = None
        self._outcomes: dict[_Key, tuple[Options, Task, Outcome]] = {}

    def outcome(self, item: WorkItem, options: Options) -> Outcome | None:
        """Return the outcome of a text that was marked as it stands now, in the same way; else ``None``."""
        options_then, task, outcome = self._outcomes.get(_key(item), (None, None, None))
        return outcome if task is not None and task == item.task and options_then == options else None

    def keep(self, item: WorkItem, options: Options, outcome: Outcome) -> None:
        """Keep an outcome, unless it is incomplete."""
        folder = item.exercise.class_folder
        if folder != self._class_folder:
            self._class_folder = folder
            self._outcomes.clear()
        if item.task is not None and outcome.review is not None and not outcome.questions:
            self._outcomes[_key(item)] = options, item.task, outcome


def _key(item: WorkItem) -> _Key:
    return item.path, item.author, f"{item.exercise.name}/{item.name}"
