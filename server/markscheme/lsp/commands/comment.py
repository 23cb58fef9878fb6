"""``markscheme.comment``, ``markscheme.dropComment``, ``markscheme.restoreComment``: what students read at a place.

Teachers' comments stand in ``teacher-comments.toml`` beside the references. A range that is a finding's, or an empty
one in a finding, means that finding; another range means these words of the student; no range means the whole text.
"""

import asyncio
import datetime
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from markscheme.exercises.comments.bank import PLACEHOLDERS, placeholders_in
from markscheme.exercises.comments.given_comment import GivenComment, Subject
from markscheme.exercises.comments.given_file import give, take_back
from markscheme.lsp.arguments import REQUEST_FAILED, Place, argument
from markscheme.lsp.commands.command import Command, author_of, result_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.marked import Marked
from markscheme.marking.comments.choice import chosen
from markscheme.marking.comments.comment import DocumentComments
from markscheme.marking.comments.placing import quote_of, source_place, source_sentences, student_sentences
from markscheme.marking.findings import Finding
from markscheme.text.positions import Position, PositionEncoding, Span


@attrs.frozen
class RangeArgument:
    """LSP's range."""

    start: Place
    end: Place


@attrs.frozen
class PlaceArgument:
    """What a comment is about.

    Attributes
    ----------
    range
        A finding's place, or other words; ``None``: the whole text.
    everyone
        Whether it is for every student with the same words there, and not for this one alone.
    """

    range: RangeArgument | None = None
    everyone: bool = False


@attrs.frozen
class CommentArgument(PlaceArgument):
    """A comment, and what it is about.

    Attributes
    ----------
    text
        With placeholders or without; not empty.
    code
        For the margin; may be empty.
    key
        The entry of the bank from which it was taken; may be empty.
    """

    text: str = attrs.field(default="", kw_only=True)
    code: str = attrs.field(default="", kw_only=True)
    key: str = attrs.field(default="", kw_only=True)


async def comment(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Write a comment in place of the one there; the arguments are the document's URI and the comment."""
    marked = await result_of(ls, argument(arguments, 0, str))
    choice = argument(arguments, 1, CommentArgument)
    if not choice.text.strip():
        raise JsonRpcInvalidParams("the comment has no text")
    for name in placeholders_in(choice.text):
        if name not in PLACEHOLDERS:
            raise JsonRpcInvalidParams(f"unknown placeholder {{{name}}}")
    target = _Target(marked, choice, ls.editor.encoding).topic()
    given = attrs.evolve(target, text=choice.text, code=choice.code, key=choice.key)
    await _write(ls, marked, give, given)


async def drop(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Leave a place, or the whole text, without a comment; the arguments are the document's URI and the place.

    A bank's comment on a finding is left out for this student, or for everybody.
    """
    marked = await result_of(ls, argument(arguments, 0, str))
    target = _Target(marked, argument(arguments, 1, PlaceArgument), ls.editor.encoding)
    origin = target.origin()
    if target.finding is not None and (target.has_bank_comment() or (origin is not None and not origin.student)):
        await _write(ls, marked, give, target.topic())
    elif origin is not None:
        await _write(ls, marked, take_back, origin)


async def restore(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Take a teacher's comment back, so that the bank's stands there again; the arguments are as for :func:`drop`."""
    marked = await result_of(ls, argument(arguments, 0, str))
    origin = _Target(marked, argument(arguments, 1, PlaceArgument), ls.editor.encoding).origin()
    if origin is not None:
        await _write(ls, marked, take_back, origin)


async def _write(
    ls: MarkschemeServer, marked: Marked, write: Callable[[Path, GivenComment], None], given: GivenComment
) -> None:
    path = marked.exercise.given_comments
    if path is None:
        raise JsonRpcException("the exercise has no reference beside which comments could stand", REQUEST_FAILED)
    signed = attrs.evolve(given, author=author_of(marked), date=datetime.date.today())
    await asyncio.to_thread(write, path, signed)
    ls.session.files_changed([path])


class _Target:
    """What a command is about, in a document as it is now."""

    def __init__(self, marked: Marked, place: PlaceArgument, encoding: PositionEncoding) -> None:
        self._marked = marked
        self._student = "" if place.everyone or marked.is_source else marked.task.marked.name
        self._span = None if place.range is None else _span(marked, place.range, encoding)
        self.finding = None if self._span is None else _finding_at(marked, self._span)

    def topic(self) -> GivenComment:
        """Return a comment without a text on this place."""
        blank = GivenComment(Subject.WHOLE, "", exercise=self._marked.exercise.assignment, student=self._student)
        if self._span is None:
            return blank
        return self._on_words(blank, self._span) if self.finding is None else self._on_finding(blank, self.finding)

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

    def origin(self) -> GivenComment | None:
        """Return the teacher's comment that stands there now."""
        comments = self._marked.comments or DocumentComments()
        if self._span is None:
            own = [given for _, given in comments.whole if given.student == self._student]
            return next(reversed(own), None)
        if self.finding is not None:
            return comments.given[self._marked.whole.findings.index(self.finding)] if comments.given else None
        touching = (item for item in comments.places if item.span.start <= self._span.start <= item.span.end)
        return next((item.origin for item in touching), None)

    def has_bank_comment(self) -> bool:
        """Return whether the bank has a comment on the finding."""
        comments, finding = self._marked.exercise_comments, self.finding
        if comments is None or finding is None:
            return False
        return chosen(finding, comments.bank, self._marked.reader) is not None


def _span(marked: Marked, place: RangeArgument, encoding: PositionEncoding) -> Span:
    start, end = (marked.index.offset(Position(at.line, at.character), encoding) for at in (place.start, place.end))
    return Span(min(start, end), max(start, end))


def _finding_at(marked: Marked, span: Span) -> Finding | None:
    """Return the finding of exactly this place, or the one around an empty range."""
    exact = next((item for item in marked.whole.findings if item.span == span), None)
    if exact is None and span.start == span.end:
        return marked.whole.narrowest_finding(span.start)
    return exact


COMMENT = Command("markscheme.comment", comment)
DROP_COMMENT = Command("markscheme.dropComment", drop)
RESTORE_COMMENT = Command("markscheme.restoreComment", restore)
