"""Commands that give a place, or a whole text, a comment or points, or take that back.

They stand in ``teacher-comments.toml`` beside the references. A range that is a finding's, or an empty one in a
finding, means that finding; another range means these words of the student; no range the whole text. Code actions name
these commands.
"""

import asyncio
import datetime
import re
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.contract import Placing, shape, shown
from markscheme.documents.files import read_text
from markscheme.errors import DocumentError
from markscheme.exercises.comment_bank import PLACEHOLDERS, CommentBank, filled, placeholders_in
from markscheme.exercises.given_comments import POINTS_RULE, GivenComment, Subject, give, is_points, take_back
from markscheme.languages.segments import Span
from markscheme.marking.comments import (
    Comment,
    DocumentComments,
    TeacherPoints,
    quote_of,
    source_place,
    source_sentences,
    student_sentences,
)
from markscheme.marking.findings import Finding
from markscheme.marking.mark import MarkLine
from markscheme.server.documents import Marked
from markscheme.server.editor import is_same_text
from markscheme.server.handling import command, request, result_of
from markscheme.server.server import MarkschemeServer
from markscheme.wording import one_line

COMMENT = "markscheme.comment"
DROP_COMMENT = "markscheme.dropComment"
RESTORE_COMMENT = "markscheme.restoreComment"
GIVE_POINTS = "markscheme.givePoints"
RESTORE_POINTS = "markscheme.restorePoints"

_LOADING_TIME = 3.0
"""Seconds that an editor has to load a file again that it has open."""
_LOADING_INTERVAL = 0.1
_WORD = re.compile(r"\w+(?:['’\-]\w+)*")


@attrs.frozen
class _PlaceArgument:
    """What a comment, or points, are about.

    No range means the whole text; ``everyone``, every student with the same words there. An empty ``by`` is the
    teacher's name of the settings, or the user's.
    """

    range: types.Range | None = None
    everyone: bool = attrs.field(default=False, kw_only=True)
    by: str = attrs.field(default="", kw_only=True)


class _CommentedPlace:
    """A place in a document as it is now, or, without a ``span``, the whole text; other words have no ``finding``."""

    def __init__(self, marked: Marked, place: _PlaceArgument) -> None:
        self._marked = marked
        self._student = "" if place.everyone or marked.is_source else marked.task.marked.name
        self.span = None if place.range is None else _span(marked, place.range)
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
            raise DocumentError("there are no words here that a comment could be about")
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
            own = [item.origin for item in comments.whole if item.origin and item.origin.student == self._student]
            return next(reversed(own), None)
        if self.number is not None:
            return comments.given[self.number] if comments.given else None
        touching = (item for item in comments.places if item.span.start <= self.span.start <= item.span.end)
        return next((item.comment.origin for item in touching), None)

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
        return in_margin or self._marked.reader.chosen(finding, comments.bank) is not None


def _span(marked: Marked, place: types.Range) -> Span:
    span = marked.index.span_at(place)
    return Span(min(span.start, span.end), max(span.start, span.end))


def _finding_at(marked: Marked, span: Span) -> Finding | None:
    """Return the finding of exactly this place, or the one around an empty range."""
    exact = next((item for item in marked.whole.findings if item.span == span), None)
    if exact is None and span.start == span.end:
        return marked.whole.narrowest_finding(span.start)
    return exact


async def _write_given(
    ls: MarkschemeServer,
    marked: Marked,
    write: Callable[[Path, GivenComment], None],
    given: GivenComment,
    by: str = "",
) -> None:
    """Write what a teacher gives, or take it back, with the teacher's name and the date.

    Raise DocumentError without references, or if the file is broken, unwritable or unsaved in the editor.
    """
    path = marked.exercise.given_comments
    if path is None:
        raise DocumentError("no teacher has corrected this, so there is no place for comments")
    await _wait_until_saved(ls, path)
    signed = attrs.evolve(given, author=by.strip() or marked.options.person, date=datetime.date.today())
    await asyncio.to_thread(write, path, signed)
    ls.session.files_changed([path])


async def _wait_until_saved(ls: MarkschemeServer, path: Path) -> None:
    """Give an editor a moment to load a file again; raise DocumentError if it still has another text."""
    deadline = time.monotonic() + _LOADING_TIME
    while (opened := ls.session.documents.at(path)) is not None:
        if is_same_text(opened.text, read_text(path) if path.exists() else ""):
            return
        if time.monotonic() > deadline:
            raise DocumentError(
                "this file is open and has changes that are not saved", path=path, remedy="Save it, and try again"
            )
        await asyncio.sleep(_LOADING_INTERVAL)


@attrs.frozen
class _CommentArgument(_PlaceArgument):
    """A comment, perhaps with placeholders; the code for the margin and the key of a bank's entry may be empty."""

    text: str = attrs.field(default="", kw_only=True)
    code: str = attrs.field(default="", kw_only=True)
    key: str = attrs.field(default="", kw_only=True)


@command(COMMENT)
async def give_comment(ls: MarkschemeServer, marked: Marked, choice: _CommentArgument) -> None:
    if not choice.text.strip():
        raise JsonRpcInvalidParams("the comment has no text")
    for name in placeholders_in(choice.text):
        if name not in PLACEHOLDERS:
            raise JsonRpcInvalidParams(f"unknown placeholder {{{name}}}")
    target = _CommentedPlace(marked, choice).topic()
    given = attrs.evolve(target, text=choice.text, code=choice.code, key=choice.key)
    await _write_given(ls, marked, give, given, choice.by)


@command(DROP_COMMENT)
async def drop_comment(ls: MarkschemeServer, marked: Marked, about: _PlaceArgument) -> None:
    """Leave a place, or the whole text, without a comment.

    A comment of a bank, or of a reference's margin, is left out for this student, or for everybody.
    """
    target = _CommentedPlace(marked, about)
    origin = target.comment()
    is_for_all = target.finding is not None and origin is not None and not origin.student
    if is_for_all or target.has_suggested_comment():
        await _write_given(ls, marked, give, target.topic(), about.by)
    elif origin is not None:
        await _write_given(ls, marked, take_back, origin)


@command(RESTORE_COMMENT)
async def restore_comment(ls: MarkschemeServer, marked: Marked, about: _PlaceArgument) -> None:
    """Take a teacher's comment back, so that the bank's stands there again."""
    origin = _CommentedPlace(marked, about).comment()
    if origin is not None:
        await _write_given(ls, marked, take_back, origin)


_ENTRY = re.compile(r"\s*(?:(?P<criterion>[^:：]*\S)\s*[:：])?\s*(?P<sign>[+\-−–]?)\s*(?P<number>\d+(?:[.,]\d+)?)\s*")


@attrs.frozen
class _CriterionArgument(_PlaceArgument):
    """What points are about; without a criterion, a whole text's are for the text as a whole."""

    criterion: str = attrs.field(default="", kw_only=True)


@attrs.frozen
class _PointsArgument(_CriterionArgument):
    """Points: a number, or what a person typed: ``+0.5``, ``−1``, ``0,25``; for the whole text also ``Content: 2``."""

    points: Any = attrs.field(kw_only=True)


def _read_points(entry: str) -> tuple[str, Fraction] | None:
    """Return the criterion and the number that a person typed; ``None`` if it is no number.

    >>> _read_points("−0,5"), _read_points("Content: +2"), _read_points("two")
    (('', Fraction(-1, 2)), ('Content', Fraction(2, 1)), None)
    """
    match = _ENTRY.fullmatch(entry)
    if match is None:
        return None
    number = Fraction(match["number"].replace(",", "."))
    return match["criterion"] or "", number if match["sign"] in ("", "+") else -number


@command(GIVE_POINTS)
async def give_points(ls: MarkschemeServer, marked: Marked, choice: _PointsArgument) -> None:
    if marked.exercise.scheme is None:
        message = "there is no mark scheme in which points could count: write [scheme] into markscheme.toml"
        raise DocumentError(message)
    entry = _read_points(str(choice.points))
    if entry is None or not is_points(entry[1]):
        raise JsonRpcInvalidParams(f"points must be {POINTS_RULE}")
    place = _CommentedPlace(marked, choice)
    criterion = " ".join((choice.criterion or entry[0]).split())
    if criterion and place.span is not None:
        raise JsonRpcInvalidParams("a criterion is for points of the whole text")
    given = attrs.evolve(place.topic(), text=None, points=entry[1], criterion=criterion)
    await _write_given(ls, marked, give, given, choice.by)


@command(RESTORE_POINTS)
async def restore_points(ls: MarkschemeServer, marked: Marked, about: _CriterionArgument) -> None:
    criterion = " ".join(about.criterion.split()).casefold()
    for item in _CommentedPlace(marked, about).points():
        if item.origin is not None and (not item.is_whole or item.words.casefold() == criterion):
            await _write_given(ls, marked, take_back, item.origin)


@shape("comment.code", "comment.text", "comment.template", "comment.key", "fits", nullable=("comment.key",))
@attrs.frozen
class CommentChoice:
    """A comment of the bank that a teacher can give at a place, with its placeholders filled for this place."""

    comment: Comment
    fits: bool
    """Whether the entry is for such a place; these come first, the most specific one at the top."""


@shape(nullable=("by",))
@attrs.frozen
class PlacePoints:
    """Points that a place, or a criterion of the whole text, brings to the mark."""

    criterion: str = ""
    """What points for a whole text are for; empty for a place, and for the text as a whole."""
    points: Fraction | None = None
    """The points in the sum; ``null`` where there are none."""
    given: bool = False
    """Whether a teacher gave them."""
    by: str = ""
    """The teacher who gave them, else ``null``."""
    scheme: Fraction | None = None
    """What the mark scheme gives; ``null`` where it gives nothing to such a place."""


@shape(renamed={"span": "range"})
@attrs.frozen
class PlaceChoices:
    """The answer of ``markscheme/placeChoices``: what a teacher can say and give at a place, or for the whole text."""

    about: str
    """The place in words, such as ``go → went`` or ``at home``; empty for the whole text."""
    span: Span | None
    """The place, to be sent with commands: a finding's, or a word's around an empty range; ``null`` for the whole
    text."""
    finding: int | None
    """The index of the finding in ``findings``; ``null`` for other words and for the whole text."""
    comment: Comment | None
    """The comment there now; ``null`` where nothing is said."""
    template: str
    """This comment with its placeholders; empty without one."""
    changed: bool
    """Whether a teacher gave the comment, or left it out, so that ``markscheme.restoreComment`` does something."""
    choices: tuple[CommentChoice, ...]
    """The comments of the bank that can be given here."""
    points: tuple[PlacePoints, ...] | None
    """The points there now: one for a place, and one for each criterion of a whole text; ``null`` without a mark
    scheme, where points can't be given."""
    by: str
    """The name with which comments and points are saved; may be empty."""


@request("markscheme/placeChoices")
async def place_choices(
    ls: MarkschemeServer, *, text_document: types.TextDocumentIdentifier, range_: types.Range | None = None
) -> Any:
    """Return the choices at ``range`` of an open document; without it, those for the whole text."""
    marked = await result_of(ls, text_document.uri)
    choices = _place_choices(marked, _CommentedPlace(marked, _PlaceArgument(range_)))
    return shown(choices, Placing(marked.index, marked.index.encoding))


def _place_choices(marked: Marked, place: _CommentedPlace) -> PlaceChoices:
    span, finding = place.wide_span, place.finding
    about = finding.did() if finding is not None else one_line(span.of(marked.index.text)) if span is not None else ""
    comment = _comment(marked, place)
    return PlaceChoices(
        about,
        span,
        place.number,
        comment,
        "" if comment is None else comment.template,
        place.comment() is not None,
        tuple(_choices(marked, place)),
        None if marked.mark is None else tuple(_points(marked, place)),
        marked.options.person,
    )


def _comment(marked: Marked, place: _CommentedPlace) -> Comment | None:
    comments, given = marked.comments, place.comment()
    if comments is None:
        return None
    if place.number is not None:
        return comments.findings[place.number]
    said = [*comments.whole, *(item.comment for item in comments.places)]
    return next((comment for comment in said if comment.origin is given), None)


def _choices(marked: Marked, place: _CommentedPlace) -> Iterator[CommentChoice]:
    """Yield the bank's comments: those for such a place, then the others whose placeholders have words there."""
    bank = marked.exercise_comments.bank if marked.exercise_comments is not None else CommentBank()
    fitting = () if place.finding is None else marked.reader.suggestions(place.finding, bank)
    yield from (CommentChoice(item, fits=True) for item in fitting)
    values = marked.reader.values(place.finding)
    templates = {item.template for item in fitting}
    for entry in bank.entries:
        if entry.text not in templates and not set(entry.placeholders) & PLACEHOLDERS.keys() - values.keys():
            comment = Comment(entry.code, filled(entry.text, values), entry.text, entry.key)
            yield CommentChoice(comment, fits=False)


def _points(marked: Marked, place: _CommentedPlace) -> Iterator[PlacePoints]:
    given = place.points()
    if place.span is None:
        yield from (PlacePoints(item.words, item.points, given=True, by=item.author) for item in given)
        return
    line = _line(marked, place)
    scheme = None if line is None else line.by_scheme if given else line.points
    if given:
        yield PlacePoints(points=given[0].points, given=True, by=given[0].author, scheme=scheme)
    else:
        yield PlacePoints(points=scheme, scheme=scheme)


def _line(marked: Marked, place: _CommentedPlace) -> MarkLine | None:
    return None if marked.mark is None or place.number is None else marked.mark.line_of(place.number)
