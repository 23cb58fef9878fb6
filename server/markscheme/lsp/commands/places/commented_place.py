"""What a teacher's comment, or a teacher's points, are about: a finding, other words of a text, or the whole text.

Comments and points stand in ``teacher-comments.toml`` beside the references. A range that is a finding's, or an empty
one in a finding, means that finding; another range means these words of the student; no range means the whole text.
"""

import asyncio
import datetime
import re
import time
from collections.abc import Callable
from pathlib import Path

import attrs
from pygls.exceptions import JsonRpcException

from markscheme.exercises.comments.given_file import GivenComment, Subject
from markscheme.lsp.arguments import REQUEST_FAILED, Place
from markscheme.lsp.editor import is_same_text
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.marked import Marked
from markscheme.marking.comments import (
    DocumentComments,
    TeacherPoints,
    chosen,
    quote_of,
    source_place,
    source_sentences,
    student_sentences,
)
from markscheme.marking.review.document_review import Finding
from markscheme.text.errors import DocumentError
from markscheme.text.files import read_text
from markscheme.text.places import Position, PositionEncoding, Span

LOADING_TIME = 3.0
"""Seconds that an editor has to load a file again that it has open."""
LOADING_INTERVAL = 0.1
_WORD = re.compile(r"\w+(?:['’\-]\w+)*")


@attrs.frozen
class RangeArgument:
    """LSP's range."""

    start: Place
    end: Place


@attrs.frozen
class PlaceArgument:
    """What a comment, or points, are about.

    No range means the whole text; ``everyone``, every student with the same words there. An empty ``by`` is the
    teacher's name of the settings, or the user's.
    """

    range: RangeArgument | None = None
    everyone: bool = attrs.field(default=False, kw_only=True)
    by: str = attrs.field(default="", kw_only=True)


class CommentedPlace:
    """A place in a document as it is now, or, without a ``span``, the whole text; other words have no ``finding``."""

    def __init__(self, marked: Marked, place: PlaceArgument, encoding: PositionEncoding) -> None:
        self._marked = marked
        self._student = "" if place.everyone or marked.is_source else marked.task.marked.name
        self.span = None if place.range is None else _span(marked, place.range, encoding)
        self.finding = None if self.span is None else _finding_at(marked, self.span)

    @property
    def number(self) -> int | None:
        return None if self.finding is None else self._marked.whole.findings.index(self.finding)

    @property
    def wide_span(self) -> Span | None:
        """The place without white space at its ends; the finding's, or the word's around an empty one."""
        if self.finding is not None or self.span is None:
            return self.finding.span if self.finding is not None else None
        text, span = self._marked.index.text, self.span
        if span.start == span.end:
            around = (match.span() for match in _WORD.finditer(text))
            return next((Span(*word) for word in around if word[0] <= span.start <= word[1]), span)
        words = text[span.start : span.end]
        start = span.start + len(words) - len(words.lstrip())
        return Span(start, max(start, span.start + len(words.rstrip())))

    def topic(self) -> GivenComment:
        """Return a comment without a text on this place."""
        blank = GivenComment(Subject.WHOLE, "", exercise=self._marked.exercise.assignment, student=self._student)
        if self.span is None:
            return blank
        return self._on_words(blank, self.span) if self.finding is None else self._on_finding(blank, self.finding)

    def _on_finding(self, blank: GivenComment, finding: Finding) -> GivenComment:
        review = self._marked.whole
        if not review.passages[finding.passage].source.tokens:  # an added sentence has words of the student's alone
            return self._on_words(blank, finding.span)
        quote = quote_of(source_sentences(review), finding.passage, *source_place(finding, review))
        change = None if self._marked.is_source else finding.hypothesis
        return attrs.evolve(blank, subject=Subject.SOURCE, quote=quote, change=change)

    def _on_words(self, blank: GivenComment, span: Span) -> GivenComment:
        marked, places = self._marked, self._marked.task.marked.places
        inside = span if places is None else places.text_span(span)
        passages = marked.whole.passages
        number = next(
            (
                number
                for number, item in enumerate(passages)
                if item.text_span.start <= inside.start < item.text_span.end
            ),
            None,
        )
        if number is None:
            raise JsonRpcException("there are no words here that a comment could be about", REQUEST_FAILED)
        sentences = student_sentences(marked.whole, marked.task.marked)
        begin = passages[number].text_span.start
        start, end = (
            sum(offset < place - begin for offset in sentences[number].offsets) for place in (inside.start, inside.end)
        )
        subject = Subject.SOURCE if marked.is_source else Subject.STUDENT
        return attrs.evolve(blank, subject=subject, quote=quote_of(sentences, number, start, end))

    def comment(self) -> GivenComment | None:
        comments = self._marked.comments or DocumentComments()
        if self.span is None:
            own = [given for _, given in comments.whole if given.student == self._student]
            return next(reversed(own), None)
        if self.number is not None:
            return comments.given[self.number] if comments.given else None
        touching = (item for item in comments.places if item.span.start <= self.span.start <= item.span.end)
        return next((item.origin for item in touching), None)

    def points(self) -> tuple[TeacherPoints, ...]:
        """Return a teacher's points there: of the whole text, those of each criterion."""
        given = self._marked.comments.points if self._marked.comments is not None else ()
        if self.span is None:
            return tuple(item for item in given if item.is_whole)
        if self.number is not None:
            return tuple(item for item in given if item.finding == self.number)
        spans = (self.span, self.wide_span)
        return tuple(item for item in given if item.span is not None and item.span in spans)

    def has_suggested_comment(self) -> bool:
        """Return whether the bank, or the margin of a reference, has a comment on the place by itself."""
        comments, finding, origin = self._marked.exercise_comments, self.finding, self.comment()
        if comments is None:
            return False
        if finding is None:
            return origin is not None and origin not in comments.given
        in_margin = self._marked.comments is not None and self.number in self._marked.comments.in_margin
        return in_margin or chosen(finding, comments.bank, self._marked.reader) is not None


def _span(marked: Marked, place: RangeArgument, encoding: PositionEncoding) -> Span:
    start, end = (marked.index.offset(Position(at.line, at.character), encoding) for at in (place.start, place.end))
    return Span(min(start, end), max(start, end))


def _finding_at(marked: Marked, span: Span) -> Finding | None:
    """Return the finding of exactly this place, or the one around an empty range."""
    exact = next((item for item in marked.whole.findings if item.span == span), None)
    if exact is None and span.start == span.end:
        return marked.whole.narrowest_finding(span.start)
    return exact


async def write_given(
    ls: MarkschemeServer,
    marked: Marked,
    write: Callable[[Path, GivenComment], None],
    given: GivenComment,
    by: str = "",
) -> None:
    """Write what a teacher gives, or take it back, with the teacher's name and the date.

    Raise JsonRpcException if the exercise has no references; DocumentError if the file is broken, can't be written, or
    has unsaved changes in the editor.
    """
    path = marked.exercise.given_comments
    if path is None:
        raise JsonRpcException("the exercise has no reference beside which comments could stand", REQUEST_FAILED)
    await _wait_until_saved(ls, path)
    signed = attrs.evolve(given, author=by.strip() or marked.options.person, date=datetime.date.today())
    await asyncio.to_thread(write, path, signed)
    ls.session.files_changed([path])


async def _wait_until_saved(ls: MarkschemeServer, path: Path) -> None:
    """Give an editor a moment to load a file again; raise DocumentError if it still has another text."""
    deadline = time.monotonic() + LOADING_TIME
    while (opened := ls.session.documents.at(path)) is not None:
        if is_same_text(opened.text, read_text(path) if path.exists() else ""):
            return
        if time.monotonic() > deadline:
            raise DocumentError(
                "this file is open and has changes that are not saved", path=path, remedy="Save it, and try again"
            )
        await asyncio.sleep(LOADING_INTERVAL)
