"""CriticMarkup parsed: a document to its two texts, and to the marks that stand in it.

Metadata is a JSON object and ``@@``, right behind the opening mark: ``{++{"author":"Kim"}@@the ++}``. Text that begins
so itself is written behind empty metadata, ``{}@@``.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import attrs

from markscheme.formats.corpus import TextEdit
from markscheme.formats.rewriting import NOTHING, Piece
from markscheme.text.errors import DocumentError
from markscheme.text.places import LineIndex, Places, Run, Span

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
    """Return a text with the backslashes that it needs before a mark, to be read as it is.

    It goes from the end: whether a character needs a backslash depends on the characters behind it.
    """
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
class Comment:
    """A comment's words, and where its markup stands in the file."""

    text: str
    span: Span


@attrs.frozen
class Markup:
    """A change, a comment, or one of the two marks of a highlight, as it stands in the file.

    ``mark``: the opening mark, or ``==}`` at a highlight's end. ``span``: marks included. ``source``, ``hypothesis``:
    the characters of either text that it holds; empty, in their place, for a comment and a highlight's marks.
    ``is_type``: whether it is a comment that gives the type of what is before it. ``metadata``: with the separator; may
    be empty.
    """

    mark: str
    span: Span
    source: Span
    hypothesis: Span
    is_type: bool = False
    metadata: str = ""

    @property
    def is_change(self) -> bool:
        return self.mark in ("{++", "{--", "{~~")


@attrs.frozen
class CriticDocument:
    """The content of a CriticMarkup document: the texts with every change rejected, and with every change accepted.

    ``edits``: exact to the character, one for each change that changes something. ``comments``: in file order, those
    that give a type left out. ``markup``: in file order; what stands between is in both texts. ``source_places``,
    ``hypothesis_places``: where the characters of either stand in the file.
    """

    source: str
    hypothesis: str
    edits: tuple[TextEdit, ...]
    comments: tuple[Comment, ...]
    markup: tuple[Markup, ...]
    source_places: Places
    hypothesis_places: Places


def read_critic_markup(text: str, path: Path | None = None) -> CriticDocument:
    """Read a CriticMarkup document, in linear time; a text without marks is its own correction.

    Raise DocumentError at the first mark that is nested, not closed, not opened, or a substitution without ``~>``.
    """
    return _Reader(text, path).read()


class _Side:
    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.runs: list[Run] = []
        self.length = 0

    def copy(self, text: str, place: int) -> None:
        last = self.runs[-1] if self.runs else None
        if last is not None and last.file_start + last.length == place:
            self.runs[-1] = Run(last.start, last.file_start, last.length + len(text))
        else:
            self.runs.append(Run(self.length, place, len(text)))
        self.pieces.append(text)
        self.length += len(text)


@attrs.frozen
class _Opened:
    """An opening mark, its place and metadata, and how much there was of either text and of the edits when it came."""

    mark: str
    place: int
    metadata: str
    source: int
    hypothesis: int
    pieces: int
    edits: int


class _Reader:
    def __init__(self, text: str, path: Path | None) -> None:
        self._text = text
        self._path = path
        self._source, self._hypothesis = _Side(), _Side()
        self._edits: list[TextEdit] = []
        self._comments: list[Comment] = []
        self._markup: list[Markup] = []
        self._comment: list[str] = []
        self._highlight: _Opened | None = None
        self._open: _Opened | None = None
        self._arrow = False
        self._untyped: TextEdit | None = None
        """What a type may follow, and where it would stand: only directly behind it."""
        self._untyped_end = -1

    def read(self) -> CriticDocument:
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
        return CriticDocument(
            source="".join(self._source.pieces),
            hypothesis="".join(self._hypothesis.pieces),
            edits=tuple(self._edits),
            comments=tuple(self._comments),
            markup=tuple(self._markup),
            source_places=Places(tuple(self._source.runs), len(self._text)),
            hypothesis_places=Places(tuple(self._hypothesis.runs), len(self._text)),
        )

    def _in_old_text(self) -> bool:
        return self._open is not None and self._open.mark == "{~~" and not self._arrow

    def _copy(self, start: int, end: int) -> None:
        text = self._text[start:end]
        mark = self._open.mark if self._open else ""
        if not text:
            return
        if mark == "{>>":
            self._comment.append(text)
        if mark in ("", "{--") or self._in_old_text():
            self._source.copy(text, start)
        if mark in ("", "{++") or (mark == "{~~" and self._arrow):
            self._hypothesis.copy(text, start)

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
        source, hypothesis = self._source, self._hypothesis
        metadata = metadata_at(self._text, start + len(mark))
        opened = _Opened(
            mark, start, metadata, source.length, hypothesis.length, len(hypothesis.pieces), len(self._edits)
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
        replacement = "".join(self._hypothesis.pieces[opened.pieces :])
        edit = TextEdit(Span(opened.source, self._source.length), replacement)
        if replacement or edit.span.start < edit.span.end:
            self._edits.append(edit)
            self._untyped, self._untyped_end = edit, end

    def _add_markup(self, opened: _Opened, end: int, *, is_type: bool = False) -> None:
        source = Span(opened.source, self._source.length)
        hypothesis = Span(opened.hypothesis, self._hypothesis.length)
        self._markup.append(Markup(opened.mark, Span(opened.place, end), source, hypothesis, is_type, opened.metadata))

    def _end_highlight(self, opened: _Opened, end: int) -> None:
        self._highlight = None
        here = Span(self._source.length, self._source.length), Span(self._hypothesis.length, self._hypothesis.length)
        self._markup.append(Markup("==}", Span(end - len("==}"), end), *here))
        if opened.edits == len(self._edits):
            self._untyped, self._untyped_end = TextEdit(Span(opened.source, self._source.length), None), end

    def _end_comment(self, markup: Span) -> bool:
        text = "".join(self._comment)
        self._comment = []
        untyped = self._untyped if self._untyped_end == markup.start else None
        if untyped is None or not is_type(text):
            self._comments.append(Comment(text, markup))
            self._untyped_end = markup.end if untyped else -1
            return False
        if untyped.replacement is not None:
            self._edits.pop()
        self._edits.append(attrs.evolve(untyped, type=text.strip()))
        self._untyped = None
        return True

    def _line(self, opened: _Opened) -> int:
        return LineIndex(self._text).position(opened.place, "utf-32").line + 1

    def _refuse(self, place: int, problem: str, remedy: str) -> NoReturn:
        at = LineIndex(self._text).position(place, "utf-32")
        mark = self._text[place : place + 3]
        raise DocumentError(
            problem,
            path=self._path,
            line=at.line + 1,
            column=at.character + 1,
            length=len(mark),
            remedy=f"{remedy}, or '\\{mark}' if the text has these characters",
        )


@attrs.frozen
class Anchor:
    """A comment or a highlight's mark, and where it is to stand: an offset of the source, and of the new hypothesis."""

    markup: Markup
    source: int
    hypothesis: int

    @property
    def is_comment(self) -> bool:
        return self.markup.mark == "{>>"


@attrs.define
class Track:
    """Pieces of the source and the hypothesis, in order, from an offset of either on."""

    source: int
    hypothesis: int
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
            self.hypothesis += len(first.new)
            if rest:
                self.pieces = [rest, *self.pieces[len(before) :]]
                return before
        self.pieces = self.pieces[len(before) :]
        return before

    def _parted(self, piece: Piece, anchor: Anchor) -> tuple[Piece, Piece]:
        source, hypothesis = max(anchor.source - self.source, 0), max(anchor.hypothesis - self.hypothesis, 0)
        if len(piece.old) < source:
            return piece, NOTHING
        first, rest = piece.parted(source, hypothesis if piece.is_change else source)
        return (piece, NOTHING) if first and anchor.is_comment and piece.is_change else (first, rest)


def laid_out(path: Track, anchors: Sequence[Anchor]) -> Iterator[Piece | Markup]:
    comments: list[Anchor] = []
    for anchor in anchors:
        if anchor.is_comment:
            comments.append(anchor)
        else:
            inside = Track(path.source, path.hypothesis, path.cut(anchor))
            yield from _with_comments(inside, comments)
            yield anchor.markup
            comments = []
    yield from _with_comments(path, comments)


def _with_comments(path: Track, comments: Sequence[Anchor]) -> Iterator[Piece | Markup]:
    for comment in comments:
        yield from path.cut(comment)
        yield comment.markup
    yield from path.pieces
