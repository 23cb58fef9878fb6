"""CriticMarkup parsed: both texts, and the marks. Text that begins like metadata stands behind ``{}@@``."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import attrs

from markscheme.documents.corpus import TextEdit
from markscheme.documents.places import LineIndex, PlacedText, error_at
from markscheme.documents.rewriting import NOTHING, Mark, MarkedText, Piece
from markscheme.languages.segments import Span

CLOSING = {"{++": "++}", "{--": "--}", "{~~": "~~}", "{>>": "<<}", "{==": "==}"}
OPENING = {closing: opening for opening, closing in CLOSING.items()}
MARK = 3
ARROW = "~>"
_MARK = re.compile(r"(?<!\\)\\*+(?P<mark>\{(?:\+\+|--|~~|>>|==)|(?:\+\+|--|~~|<<|==)\}|~>)")
_MARKS = frozenset(CLOSING) | frozenset(OPENING)


def recognises(text: str) -> bool:
    """Return whether a text has at least one complete CriticMarkup mark, well placed or not."""
    open_marks: set[str] = set()
    for match in matches(text):
        mark = match["mark"]
        if quoted(match):
            continue
        if mark in OPENING:
            if (ARROW if mark == "~~}" else OPENING[mark]) in open_marks:
                return True
        elif mark != ARROW or "{~~" in open_marks:
            open_marks.add(mark)
    return False


def matches(text: str) -> Iterator[re.Match[str]]:
    """Yield everything in a text that could be a mark, with backslashes before it; group ``mark`` is without them."""
    at = 0
    while match := _MARK.search(text, at):
        yield match
        at = match.start("mark") + 1 if quoted(match) else match.end()


def quoted(match: re.Match[str]) -> bool:
    return (match.start("mark") - match.start()) % 2 == 1


def quote(text: str, mark: str) -> str:
    """Return a text with the backslashes that it needs before a mark, to be read as it is."""
    if not text.endswith("\\") and not _MARK.search(text + mark, 0, len(text) + max(len(mark) - 1, 0)):
        return text
    written: list[str] = []
    behind, before_mark = mark, bool(mark)
    for character in reversed(text):
        if character == "\\":
            unit = "\\\\" if before_mark else "\\"
        elif (character + behind)[:3] in _MARKS or (mark == ARROW and (character + behind)[:2] == ARROW):
            unit, before_mark = "\\" + character, True
        else:
            unit, before_mark = character, False
        written.append(unit)
        behind = (unit + behind)[:3]
    return "".join(reversed(written))


SEPARATOR = "@@"
NO_METADATA = "{}" + SEPARATOR
LONGEST = 1000
"""Characters of the longest metadata; what is longer is text."""
_DECODER = json.JSONDecoder()


def metadata_at(text: str, place: int) -> str:
    """Return the metadata that stands at a place of a text, with the separator; an empty string where there is none.

    >>> metadata_at('{++{"author":"Kim"}@@the ++}', 3)
    '{"author":"Kim"}@@'
    """
    if not text.startswith("{", place):
        return ""
    piece = text[place : place + LONGEST]
    try:
        value, end = _DECODER.raw_decode(piece)
    except (ValueError, RecursionError):
        return ""
    is_metadata = isinstance(value, dict) and piece.startswith(SEPARATOR, end)
    return piece[: end + len(SEPARATOR)] if is_metadata else ""


def author_in(metadata: str) -> str:
    author = json.loads(metadata.removesuffix(SEPARATOR)).get("author") if metadata else None
    return author.strip() if isinstance(author, str) else ""


_TYPE = r"[MUR]:[A-Z]+(?::[A-Z]+)*"
_ERRANT_TYPE = re.compile(rf"{_TYPE}(?:\+{_TYPE})*|UNK")
"""One type, or several of edits that were made one (``R:NOUN:NUM+R:VERB:SVA``)."""


def is_type(words: str) -> bool:
    return _ERRANT_TYPE.fullmatch(words.strip()) is not None


@attrs.frozen
class Markup(Mark):
    """A change, a comment, or one of the two marks of a highlight, as it stands in the file.

    A comment and a highlight's marks hold no characters of either text. ``mark``: the opening mark, or ``==}`` at a
    highlight's end. ``is_type``: whether it is a comment that gives the type of what is before it. ``metadata``: with
    the separator; may be empty.
    """

    mark: str
    is_type: bool = False
    metadata: str = ""

    @property
    def is_change(self) -> bool:
        return self.mark in ("{++", "{--", "{~~")

    @property
    def is_comment(self) -> bool:
        return self.mark == "{>>" and not self.is_type


def read_critic_markup(text: str, path: Path | None = None) -> MarkedText[Markup]:
    """Read a CriticMarkup document, in linear time; a text without marks is its own correction.

    Raise DocumentError at the first mark that is nested, not closed, not opened, or a substitution without ``~>``.
    """
    return _Reader(text, path).read()


@attrs.frozen
class _Opened:
    """An opening mark, its place and metadata, and how much there was of either text and of the edits when it came."""

    mark: str
    place: int
    metadata: str
    source: int
    corrected: int
    pieces: int
    edits: int


class _Reader:
    def __init__(self, text: str, path: Path | None) -> None:
        self._text = text
        self._path = path
        self._source, self._corrected = PlacedText(), PlacedText()
        self._edits: list[TextEdit] = []
        self._markup: list[Markup] = []
        self._comment: list[str] = []
        self._highlight: _Opened | None = None
        self._open: _Opened | None = None
        self._arrow = False
        self._untyped: TextEdit | None = None
        """What a type may follow, and where it would stand: only directly behind it."""
        self._untyped_end = -1

    def read(self) -> MarkedText[Markup]:
        position = 0
        for match in matches(self._text):
            mark, start = match["mark"], match.start("mark")
            if match.start() < position or (mark == ARROW and not self._in_old_text()):
                continue
            self._copy(position, match.start() + (start - match.start()) // 2)
            position = start if quoted(match) else match.end()
            if not quoted(match):
                self._take(mark, start)
                position += len(metadata_at(self._text, position)) if mark in CLOSING else 0
        self._copy(position, len(self._text))
        if opened := self._open or self._highlight:
            closing = CLOSING[opened.mark]
            self._refuse(opened.place, f"'{opened.mark}' is never closed", f"Write '{closing}' where it ends")
        return MarkedText(
            source=self._source.text(),
            corrected=self._corrected.text(),
            edits=tuple(self._edits),
            source_places=self._source.places(len(self._text)),
            corrected_places=self._corrected.places(len(self._text)),
            marks=tuple(self._markup),
        )

    def _in_old_text(self) -> bool:
        return self._open is not None and self._open.mark == "{~~" and not self._arrow

    def _copy(self, start: int, end: int) -> None:
        text = self._text[start:end]
        mark = self._open.mark if self._open else ""
        if mark == "{>>":
            self._comment.append(text)
        if mark in ("", "{--") or self._in_old_text():
            self._source.add(text, start)
        if mark in ("", "{++") or (mark == "{~~" and self._arrow):
            self._corrected.add(text, start)

    def _take(self, mark: str, start: int) -> None:
        if mark == ARROW:
            self._arrow = True
        elif mark in CLOSING:
            self._begin(mark, start)
        elif self._open:
            self._end(self._open, mark, start)
        elif mark == "==}" and self._highlight:
            self._end_highlight(self._highlight, start + len(mark))
        else:
            self._refuse(start, f"'{mark}' closes nothing", f"Write '{OPENING[mark]}' where it begins")

    def _begin(self, mark: str, start: int) -> None:
        outer = self._open or (self._highlight if mark == "{==" else None)
        if outer:
            problem = f"'{mark}' stands inside the '{outer.mark}' of line {self._line(outer)}"
            self._refuse(start, problem, f"Close that with '{CLOSING[outer.mark]}' before it")
        source, corrected = self._source, self._corrected
        metadata = metadata_at(self._text, start + len(mark))
        opened = _Opened(
            mark, start, metadata, source.length, corrected.length, len(corrected.pieces), len(self._edits)
        )
        if mark == "{==":
            self._highlight = opened
            self._add_markup(opened, start + len(mark) + len(metadata))
        else:
            self._open, self._arrow = opened, False

    def _end(self, opened: _Opened, mark: str, start: int) -> None:
        closing = CLOSING[opened.mark]
        if mark != closing:
            problem = f"'{mark}' stands where '{closing}' should close the '{opened.mark}' of line {self._line(opened)}"
            self._refuse(start, problem, f"Write '{closing}'")
        if self._in_old_text():
            problem = "this substitution has no '~>' between the old text and the new"
            self._refuse(opened.place, problem, "Write '{~~old~>new~~}'")
        self._open = None
        end = start + len(mark)
        if opened.mark == "{>>":
            self._add_markup(opened, end, is_type=self._end_comment(Span(opened.place, end)))
            return
        self._add_markup(opened, end)
        replacement = "".join(self._corrected.pieces[opened.pieces :])
        edit = TextEdit(Span(opened.source, self._source.length), replacement)
        if replacement or edit.span.start < edit.span.end:
            self._edits.append(edit)
            self._untyped, self._untyped_end = edit, end

    def _add_markup(self, opened: _Opened, end: int, *, is_type: bool = False) -> None:
        source = Span(opened.source, self._source.length)
        corrected = Span(opened.corrected, self._corrected.length)
        self._markup.append(Markup(Span(opened.place, end), source, corrected, opened.mark, is_type, opened.metadata))

    def _end_highlight(self, opened: _Opened, end: int) -> None:
        self._highlight = None
        here = Span(self._source.length, self._source.length), Span(self._corrected.length, self._corrected.length)
        self._markup.append(Markup(Span(end - len("==}"), end), *here, "==}"))
        if opened.edits == len(self._edits):
            self._untyped, self._untyped_end = TextEdit(Span(opened.source, self._source.length), None), end

    def _end_comment(self, markup: Span) -> bool:
        text = "".join(self._comment)
        self._comment = []
        untyped = self._untyped if self._untyped_end == markup.start else None
        if untyped is None or not is_type(text):
            self._untyped_end = markup.end if untyped else -1
            return False
        if untyped.replacement is not None:
            self._edits.pop()
        self._edits.append(attrs.evolve(untyped, type=text.strip()))
        self._untyped = None
        return True

    def _line(self, opened: _Opened) -> int:
        return LineIndex(self._text).line_of(opened.place) + 1

    def _refuse(self, place: int, problem: str, remedy: str) -> NoReturn:
        mark = Span(place, min(place + MARK, len(self._text)))
        remedy = f"{remedy}, or '\\{mark.of(self._text)}' if the text has these characters"
        raise error_at(self._text, mark, problem, self._path, remedy)


@attrs.frozen
class Anchor:
    """A comment or a highlight's mark, and where it is to stand: an offset of the source, and of the new text."""

    markup: Markup
    source: int
    corrected: int

    @property
    def is_comment(self) -> bool:
        return self.markup.mark == "{>>"


@attrs.define
class Track:
    """Pieces of the source and the corrected text, in order, from an offset of either on."""

    source: int
    corrected: int
    pieces: list[Piece]

    def cut(self, anchor: Anchor) -> list[Piece]:
        """Take the pieces before an anchor. A change is parted at a highlight's mark, and left whole by a comment."""
        before: list[Piece] = []
        for piece in self.pieces:
            first, rest = self._parted(piece, anchor)
            if not first:
                break
            before.append(first)
            self.source += len(first.old)
            self.corrected += len(first.new)
            if rest:
                self.pieces = [rest, *self.pieces[len(before) :]]
                return before
        self.pieces = self.pieces[len(before) :]
        return before

    def _parted(self, piece: Piece, anchor: Anchor) -> tuple[Piece, Piece]:
        source, corrected = max(anchor.source - self.source, 0), max(anchor.corrected - self.corrected, 0)
        if len(piece.old) < source:
            return piece, NOTHING
        first, rest = piece.parted(source, corrected if piece.is_change else source)
        return (piece, NOTHING) if first and anchor.is_comment and piece.is_change else (first, rest)


def laid_out(path: Track, anchors: Sequence[Anchor]) -> Iterator[Piece | Markup]:
    comments: list[Anchor] = []
    for anchor in anchors:
        if anchor.is_comment:
            comments.append(anchor)
        else:
            inside = Track(path.source, path.corrected, path.cut(anchor))
            yield from _with_comments(inside, comments)
            yield anchor.markup
            comments = []
    yield from _with_comments(path, comments)


def _with_comments(path: Track, comments: Sequence[Anchor]) -> Iterator[Piece | Markup]:
    for comment in comments:
        yield from path.cut(comment)
        yield comment.markup
    yield from path.pieces
