"""CriticMarkup parsed: a document to its two texts, and to the marks that stand in it."""

import re
from pathlib import Path
from typing import NoReturn

import attrs

from markscheme.formats.corpus import TextEdit
from markscheme.formats.critic_markup.delimiters import ARROW, CLOSING, OPENING, matches, quoted
from markscheme.formats.critic_markup.metadata import metadata_at
from markscheme.text.errors import DocumentError
from markscheme.text.places import Places, Run
from markscheme.text.positions import LineIndex, Span

_TYPE = r"[MUR]:[A-Z]+(?::[A-Z]+)*"
_ERRANT_TYPE = re.compile(rf"{_TYPE}(?:\+{_TYPE})*|UNK")
"""One type, or several of edits that were made one (``R:NOUN:NUM+R:VERB:SVA``)."""


def is_type(words: str) -> bool:
    """Return whether a comment of these words gives a type."""
    return _ERRANT_TYPE.fullmatch(words.strip()) is not None


@attrs.frozen
class Comment:
    """A comment's words, and where its markup stands in the file."""

    text: str
    span: Span


@attrs.frozen
class Markup:
    """A change, a comment, or one of the two marks of a highlight, as it stands in the file.

    Attributes
    ----------
    mark
        What it begins with: an opening mark, or ``==}`` at a highlight's end.
    span
        The characters of the file, marks included.
    source, hypothesis
        The characters of either text that it holds; empty, in their place, for a comment and a highlight's marks.
    is_type
        Whether it is a comment that gives the type of what is before it.
    metadata
        Its metadata as they stand in the file, with their separator; an empty string where it has none.
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
    """The content of a CriticMarkup document.

    Attributes
    ----------
    source, hypothesis
        The text with every change rejected, and with every change accepted.
    edits
        The changes, exact to the character, one for each that changes something; they lead from ``source`` to
        ``hypothesis``.
    comments
        In file order, those that give a type left out.
    markup
        In file order; what stands between is in both texts.
    source_places, hypothesis_places
        Where the characters of either stand in the file.
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

    Raises
    ------
    DocumentError
        At the first mark that is nested, not closed, not opened, or a substitution without ``~>``.
    """
    return _Reader(text, path).read()


class _Side:
    """One of the two texts, as it grows."""

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
    """A document being read: what is open, and the two texts so far."""

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
        """The change or comment that we are in."""
        self._arrow = False
        """Whether we are behind a substitution's arrow."""
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
        """Take a comment; whether it gives a type."""
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
        """Refuse the document for the mark at a place."""
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
