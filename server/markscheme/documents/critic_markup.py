r"""CriticMarkup: a text and its correction in one document, the changes between marks (criticmarkup.com/spec.php).

====================  ============================================================
``{++new++}``         an insertion
``{--old--}``         a deletion
``{~~old~>new~~}``    a substitution
``{>>words<<}``       a comment, in neither text
``{==text==}``        a highlight, whose text is in both
====================  ============================================================

The source is the document with every change rejected, the hypothesis with every change accepted. Marks are read
before any Markdown, in code blocks too, and may span lines. The specification's parser is a regular expression for
each mark, which gives nested marks no meaning: here a highlight may hold changes and comments, and nothing else may
hold anything.

The specification has no way to write a mark's characters themselves. Here a backslash before a mark makes its first
character text: ``\{++`` is ``{++``. Backslashes that stand before a mark are halved, so ``\\{++`` is a backslash and
then a mark; all others are text, Markdown's ``\*`` too.

An ERRANT type alone in a comment right behind a change is the change's type: ``{++the++}{>>M:DET<<}``. Behind a
highlight without changes it makes an error marked without a correction: ``{==this==}{>>UNK<<}``.

A mark may begin with metadata, a JSON object and ``@@``, as Obsidian's Commentator writes them:
``{++{"author":"Kim"}@@the ++}``. They are in neither text.

Text that begins like metadata stands behind ``{}@@``.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import attrs

from markscheme.documents.corpus import DETECTION, Corpus, Correction, Entry, only_correction, only_entry, sound_edits
from markscheme.documents.files import newlines
from markscheme.documents.formats import CorpusFormat, CorrectedTextFormat, DocumentFile
from markscheme.documents.places import LineIndex, PlacedText, TextEdit, error_at
from markscheme.documents.rewriting import NOTHING, Mark, MarkedFile, MarkedText, Piece, Region, Replacement, pieces
from markscheme.languages.segments import Span

_CLOSING = {"{++": "++}", "{--": "--}", "{~~": "~~}", "{>>": "<<}", "{==": "==}"}
_OPENING = {closing: opening for opening, closing in _CLOSING.items()}
MARK = 3
_ARROW = "~>"
_MARK = re.compile(r"(?<!\\)\\*+(?P<mark>\{(?:\+\+|--|~~|>>|==)|(?:\+\+|--|~~|<<|==)\}|~>)")
_MARKS = frozenset(_CLOSING) | frozenset(_OPENING)


def recognises(text: str) -> bool:
    """Return whether a text has at least one complete CriticMarkup mark, well placed or not."""
    open_marks: set[str] = set()
    for match in _matches(text):
        mark = match["mark"]
        if _quoted(match):
            continue
        if mark in _OPENING:
            if (_ARROW if mark == "~~}" else _OPENING[mark]) in open_marks:
                return True
        elif mark != _ARROW or "{~~" in open_marks:
            open_marks.add(mark)
    return False


def _matches(text: str) -> Iterator[re.Match[str]]:
    """Yield everything in a text that could be a mark, with backslashes before it; group ``mark`` is without them."""
    at = 0
    while match := _MARK.search(text, at):
        yield match
        at = match.start("mark") + 1 if _quoted(match) else match.end()


def _quoted(match: re.Match[str]) -> bool:
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
        elif (character + behind)[:3] in _MARKS or (mark == _ARROW and (character + behind)[:2] == _ARROW):
            unit, before_mark = "\\" + character, True
        else:
            unit, before_mark = character, False
        written.append(unit)
        behind = (unit + behind)[:3]
    return "".join(reversed(written))


_SEPARATOR = "@@"
_NO_METADATA = "{}" + _SEPARATOR
_LONGEST = 1000
"""Characters of the longest metadata; what is longer is text."""
_DECODER = json.JSONDecoder()


def _metadata_at(text: str, place: int) -> str:
    """Return the metadata that stands at a place of a text, with the separator; an empty string where there is none.

    >>> _metadata_at('{++{"author":"Kim"}@@the ++}', 3)
    '{"author":"Kim"}@@'
    """
    if not text.startswith("{", place):
        return ""
    piece = text[place : place + _LONGEST]
    try:
        value, end = _DECODER.raw_decode(piece)
    except (ValueError, RecursionError):
        return ""
    is_metadata = isinstance(value, dict) and piece.startswith(_SEPARATOR, end)
    return piece[: end + len(_SEPARATOR)] if is_metadata else ""


def _author_in(metadata: str) -> str:
    author = json.loads(metadata.removesuffix(_SEPARATOR)).get("author") if metadata else None
    return author.strip() if isinstance(author, str) else ""


_TYPE = r"[MUR]:[A-Z]+(?::[A-Z]+)*"
_ERRANT_TYPE = re.compile(rf"{_TYPE}(?:\+{_TYPE})*|UNK")
"""One type, or several of edits that were made one (``R:NOUN:NUM+R:VERB:SVA``)."""


def _is_type(words: str) -> bool:
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
        for match in _matches(self._text):
            mark, start = match["mark"], match.start("mark")
            if match.start() < position or (mark == _ARROW and not self._in_old_text()):
                continue
            self._copy(position, match.start() + (start - match.start()) // 2)
            position = start if _quoted(match) else match.end()
            if not _quoted(match):
                self._take(mark, start)
                position += len(_metadata_at(self._text, position)) if mark in _CLOSING else 0
        self._copy(position, len(self._text))
        if opened := self._open or self._highlight:
            closing = _CLOSING[opened.mark]
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
        if mark == _ARROW:
            self._arrow = True
        elif mark in _CLOSING:
            self._begin(mark, start)
        elif self._open:
            self._end(self._open, mark, start)
        elif mark == "==}" and self._highlight:
            self._end_highlight(self._highlight, start + len(mark))
        else:
            self._refuse(start, f"'{mark}' closes nothing", f"Write '{_OPENING[mark]}' where it begins")

    def _begin(self, mark: str, start: int) -> None:
        outer = self._open or (self._highlight if mark == "{==" else None)
        if outer:
            problem = f"'{mark}' stands inside the '{outer.mark}' of line {self._line(outer)}"
            self._refuse(start, problem, f"Close that with '{_CLOSING[outer.mark]}' before it")
        source, corrected = self._source, self._corrected
        metadata = _metadata_at(self._text, start + len(mark))
        opened = _Opened(
            mark, start, metadata, source.length, corrected.length, len(corrected.pieces), len(self._edits)
        )
        if mark == "{==":
            self._highlight = opened
            self._add_markup(opened, start + len(mark) + len(metadata))
        else:
            self._open, self._arrow = opened, False

    def _end(self, opened: _Opened, mark: str, start: int) -> None:
        closing = _CLOSING[opened.mark]
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
        if untyped is None or not _is_type(text):
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
class _Anchor:
    """A comment or a highlight's mark, and where it is to stand: an offset of the source, and of the new text."""

    markup: Markup
    source: int
    corrected: int

    @property
    def is_comment(self) -> bool:
        return self.markup.mark == "{>>"


@attrs.define
class _Track:
    """Pieces of the source and the corrected text, in order, from an offset of either on."""

    source: int
    corrected: int
    pieces: list[Piece]

    def cut(self, anchor: _Anchor) -> list[Piece]:
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

    def _parted(self, piece: Piece, anchor: _Anchor) -> tuple[Piece, Piece]:
        source, corrected = max(anchor.source - self.source, 0), max(anchor.corrected - self.corrected, 0)
        if len(piece.old) < source:
            return piece, NOTHING
        first, rest = piece.parted(source, corrected if piece.is_change else source)
        return (piece, NOTHING) if first and anchor.is_comment and piece.is_change else (first, rest)


def _laid_out(path: _Track, anchors: Sequence[_Anchor]) -> Iterator[Piece | Markup]:
    comments: list[_Anchor] = []
    for anchor in anchors:
        if anchor.is_comment:
            comments.append(anchor)
        else:
            inside = _Track(path.source, path.corrected, path.cut(anchor))
            yield from _with_comments(inside, comments)
            yield anchor.markup
            comments = []
    yield from _with_comments(path, comments)


def _with_comments(path: _Track, comments: Sequence[_Anchor]) -> Iterator[Piece | Markup]:
    for comment in comments:
        yield from path.cut(comment)
        yield comment.markup
    yield from path.pieces


def _change_markup(old: str, new: str, metadata: str = "") -> str:
    metadata = metadata or _no_metadata(old or new)
    if not old:
        return "{++" + metadata + quote(new, "++}") + "++}"
    if not new:
        return "{--" + metadata + quote(old, "--}") + "--}"
    return "{~~" + metadata + quote(old, _ARROW) + _ARROW + quote(new, "~~}") + "~~}"


def _no_metadata(text: str) -> str:
    return _NO_METADATA if _metadata_at(text, 0) else ""


def _type_markup(kind: str) -> str:
    return "{>>" + quote(kind, "<<}") + "<<}"


def _parts(source: str, edits: tuple[TextEdit, ...]) -> Iterator[tuple[str, str]]:
    position = 0
    for edit in edits:
        old, new, kind = edit.span.of(source), edit.replacement, edit.type
        if not old and new == "":
            continue
        if new is None:
            markup = "{==" + _no_metadata(old) + quote(old, "==}") + "==}" + _type_markup(kind or DETECTION)
        else:
            markup = _change_markup(old, new) + (_type_markup(kind) if kind else "")
        yield source[position : edit.span.start], markup
        position = edit.span.end
    yield source[position:], ""


_HIGHLIGHT = "{=="
_HIGHLIGHT_END = _CLOSING[_HIGHLIGHT]


class _CriticMarkupFile(MarkedFile[Markup]):
    """A CriticMarkup document.

    A stretch that returns to the source has no markup, and a hypothesis that does has none anywhere. A change that
    stays as it was keeps its type and its metadata; a type goes with its change, and so does the type of an error
    marked without a correction (``{==this==}``) that now has one. Every other comment stays in its place, or behind the
    change in which it stood. Highlights stay around the same words of the source: a change that reaches across a
    highlight's mark is parted there.
    """

    # Characters that could form a mark are quoted by the characters behind them: all of them are rewritten.
    sticky = frozenset("{}+-~<>=\\")

    def read(self, text: str) -> MarkedText[Markup]:
        return read_critic_markup(text, self.path)

    def wholes(self) -> list[Span]:
        wholes: list[Span] = []
        highlight: Span | None = None
        for item in self.content.marks:
            if item.mark == _HIGHLIGHT:
                highlight = item.corrected
            elif item.mark == _HIGHLIGHT_END and highlight is not None:
                highlight = Span(highlight.start, item.corrected.end)
            elif item.mark == "{>>":
                if item.is_type and highlight is not None and highlight.end == item.corrected.start:
                    wholes.append(highlight)
            else:
                wholes.append(item.corrected)
        return sorted(wholes)

    def written(self, stretch: Region[Markup], change: Replacement, span: Span) -> str:
        track = _Track(stretch.start, stretch.corrected, pieces(stretch.before, stretch.after))
        anchors = [
            _Anchor(item, item.source.start, _moved(change, item, span)) for item in stretch.marks if _is_kept(item)
        ]
        writing = _Writing(self.text, self.content, stretch.start)
        for item in _laid_out(track, anchors):
            writing.add(item)
        return writing.finished(stretch.behind.mark if stretch.behind else "")

    def checked(self, text: str) -> str:
        """Return the text; one whose last change was undone gets an empty comment, which keeps it CriticMarkup."""
        if recognises(text):
            return text
        words = text.rstrip()
        backslashes = words[len(words.rstrip("\\")) :]  # they would make the mark text
        return f"{words}{backslashes}{{>><<}}{text[len(words) :]}"


def _moved(change: Replacement, markup: Markup, stretch: Span) -> int:
    """Where only an insertion is left of a stretch's rewording, markup there stays on its side of the stretch; if the
    stretch is empty, the insertion is outside of a highlight, and before a comment.
    """
    at, span = markup.corrected.start, change.span
    if not span.start <= at <= span.end:
        is_behind = at > span.end
    elif span.start < span.end:
        is_behind = at == span.end or (at > span.start and markup.mark != _HIGHLIGHT)
    elif stretch.start < stretch.end:
        is_behind = at > stretch.start
    else:
        is_behind = markup.mark != _HIGHLIGHT_END
    return max(at, span.end) + change.growth if is_behind else min(at, span.start)


def _is_kept(markup: Markup) -> bool:
    return markup.mark in (_HIGHLIGHT, _HIGHLIGHT_END) or markup.is_comment


class _Writing:
    def __init__(self, file_text: str, document: MarkedText[Markup], source: int) -> None:
        self._file_text = file_text
        self._types = {(edit.span, edit.replacement): edit.type for edit in document.edits}
        self._metadata = {
            (item.source, item.corrected.of(document.corrected)): item.metadata
            for item in document.marks
            if item.metadata
        }
        self._source = source
        self._written: list[str] = []
        self._plain: list[str] = []
        self._highlight: int | None = None
        """The offset in the source at which the open highlight begins, as long as there is no change in it."""

    def add(self, item: Piece | Markup) -> None:
        if isinstance(item, Markup):
            self._add_kept(item)
        elif item.is_change:
            start, self._source = self._source, self._source + len(item.old)
            change = Span(start, self._source), item.new
            self._add_marked(_change_markup(item.old, item.new, self._metadata.get(change, "")), change)
            self._highlight = None
        else:
            self._plain.append(item.old)
            self._source += len(item.old)

    def finished(self, mark: str) -> str:
        return "".join([*self._written, quote("".join(self._plain), mark)])

    def _add_kept(self, markup: Markup) -> None:
        error = None
        if markup.mark == _HIGHLIGHT:
            self._highlight = self._source
        elif markup.mark == _HIGHLIGHT_END and self._highlight is not None:
            error = (Span(self._highlight, self._source), None)
        self._add_marked(markup.span.of(self._file_text), error)

    def _add_marked(self, marked: str, edit: tuple[Span, str | None] | None) -> None:
        self._written += [quote("".join(self._plain), marked[:MARK]), marked]
        self._plain = []
        if edit is not None and (kind := self._types.get(edit)):
            self._written.append(_type_markup(kind))


class _CriticMarkupFormat(CorrectedTextFormat[MarkedText[Markup]], CorpusFormat):
    """CriticMarkup. Its files have no suffix of their own: any text with a complete mark is one."""

    name = "criticmarkup"
    title = label = "CriticMarkup"
    suffixes = (".md", ".markdown")
    carries = frozenset({"edits", "types", "detections", "paragraphs"})
    words_file = _CriticMarkupFile

    def recognises(self, file: DocumentFile) -> bool:
        return recognises(file.text)

    def content(self, file: DocumentFile) -> MarkedText[Markup]:
        return read_critic_markup(file.text, file.path)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        """Return one entry with one hypothesis, named by the one author in all changes' metadata, else by the file."""
        document = read_critic_markup(newlines(file.text), file.path)
        authors = {_author_in(item.metadata) for item in document.marks if item.is_change}
        author = next(iter(authors)) if len(authors) == 1 else ""
        correction = Correction(author or file.path.stem, document.corrected, document.edits)
        comments = sum(item.is_comment for item in document.marks)
        metadata = sum(bool(item.metadata) for item in document.marks)
        left_out = [f"comments ({comments})"] if comments else []
        left_out += [f"metadata of marks, such as authors and dates ({metadata})"] if metadata else []
        entry = Entry("", document.source, hypotheses=(correction,))
        return Corpus((entry,), tokenised=False, left_out=tuple(left_out))

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        first = (entry.corrections[:1] for entry in corpus.entries)
        edits = [edit for items in first for item in items for edit in item.edits or ()]
        comments = sum(bool(edit.type) and not _is_type(edit.type) for edit in edits)
        if comments:
            yield f"types that are not ERRANT's, as types ({comments}): they are comments"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return the one text of a corpus with its one correction; read again, it has the same texts and edits.

        Types follow their changes as comments; those that are not ERRANT's are read back as comments. An error marked
        without a correction is a highlight, its type ``UNK`` where it has none.
        """
        entry = only_entry(corpus, self.title)
        edits = sound_edits(entry, only_correction(entry, self.title))
        written = (quote(before, markup[:MARK]) + markup for before, markup in _parts(entry.source, edits))
        return {name: "".join(written).encode()}


CRITIC_MARKUP = _CriticMarkupFormat()
