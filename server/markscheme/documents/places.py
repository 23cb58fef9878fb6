"""Places of a text's characters in its file; offsets, and the lines and columns of editors.

What is said about either text of a CriticMarkup document is shown in it, so every character of either has a place
there. Lines end at ``\\n``, ``\\r\\n`` and ``\\r`` and nowhere else, as the Language Server Protocol says (3.17, *Text
Documents*); U+2028, form feed and the like are ordinary characters.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice, takewhile
from operator import attrgetter
from pathlib import Path
from typing import Literal

import attrs

from markscheme.contract import shape
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span

PositionEncoding = Literal["utf-8", "utf-16", "utf-32"]
"""How columns are counted: UTF-8 bytes, UTF-16 code units, or code points."""

LINE_END = re.compile(r"\r\n|\n|\r")


@shape()
@attrs.frozen(order=True)
class Position:
    """LSP's position."""

    line: int
    """0-based."""
    character: int
    """0-based, in the session's encoding; in UTF-16 code units in what ``review`` writes."""


@shape()
@attrs.frozen
class Range:
    """LSP's half-open range."""

    start: Position
    """The position before the first character."""
    end: Position
    """The position after the last character."""


@shape(name="FileLocation")
@attrs.frozen
class Location:
    """A place in a file, as an editor opens it."""

    uri: str
    """The file's URI; of a file without lines, the URI of the view of its text."""
    range: Range
    """The place."""


@shape(kind="file place")
@attrs.frozen
class FilePlace:
    """A place in a text of a file; ``document`` is the text's name in it. JSON shows it as a :class:`Location`."""

    path: Path | None
    document: str
    span: Span


Locate = Callable[[FilePlace], Location | None]
"""Return where an editor opens a place; ``None`` where it can't show it."""


def _utf8_units(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


_UNITS: dict[PositionEncoding, Callable[[str], int]] = {"utf-8": _utf8_units, "utf-16": _utf16_units, "utf-32": len}


class LineIndex:
    """Offsets to positions and back, for one immutable text; a binary search, then linear in the line's length."""

    def __init__(self, text: str) -> None:
        self.text = text
        line_ends = list(LINE_END.finditer(text))
        self._starts = [0, *(match.end() for match in line_ends)]
        self._ends = [*(match.start() for match in line_ends), len(text)]
        self._ascii = text.isascii()

    def __len__(self) -> int:
        """Return the number of lines, at least 1; a final line end begins one more, empty line."""
        return len(self._starts)

    def line_span(self, line: int) -> Span:
        """Return the span of a line's characters, without its line end. Raise IndexError if there is no such line."""
        if not 0 <= line < len(self._starts):
            raise IndexError(f"no line {line} in a text of {len(self)} lines")
        return Span(self._starts[line], self._ends[line])

    def line_of(self, offset: int) -> int:
        """Return the line of a code point offset; an offset outside the text is moved to its nearest end."""
        return bisect_right(self._starts, min(max(offset, 0), len(self.text))) - 1

    def position(self, offset: int, encoding: PositionEncoding) -> Position:
        """Return the position of a code point offset; an offset outside the text is moved to its nearest end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset) - 1
        start, end = self._starts[line], min(offset, self._ends[line])
        return Position(line, end - start if self._ascii else _UNITS[encoding](self.text[start:end]))

    def range(self, span: Span, encoding: PositionEncoding) -> Range:
        return Range(self.position(span.start, encoding), self.position(span.end, encoding))

    def offset(self, position: Position, encoding: PositionEncoding) -> int:
        """Return a position's offset; beyond a line's end, that end, as LSP requires; inside a character, its start."""
        if position.line < 0:
            return 0
        if position.line >= len(self._starts):
            return len(self.text)
        span = self.line_span(position.line)
        if self._ascii or encoding == "utf-32":
            return min(span.start + max(position.character, 0), span.end)
        units = _UNITS[encoding]
        seen = 0
        for offset in range(span.start, span.end):
            seen += units(self.text[offset])
            if seen > position.character:
                return offset
        return span.end


def error_at(text: str, fault: Span, problem: str, path: Path | None, remedy: str = "") -> DocumentError:
    """Return the error for characters of a text; an empty span is up to the line's end."""
    at = LineIndex(text).position(fault.start, "utf-32")
    length = fault.end - fault.start or None
    return DocumentError(problem, path=path, line=at.line + 1, column=at.character + 1, length=length, remedy=remedy)


@attrs.frozen
class Run:
    """Characters that stand together in text and file: ``text[start:start + length]`` is
    ``file[file_start:file_start + length]``."""

    start: int
    file_start: int
    length: int


@attrs.frozen
class Places:
    """The places of a text's characters in its file, by offsets of code points.

    ``runs``: ascending, none empty, end to end the whole text. Raise ValueError if not, or if they don't fit the file.
    """

    runs: tuple[Run, ...]
    file_length: int

    def __attrs_post_init__(self) -> None:
        end = file_end = 0
        for run in self.runs:
            if run.length <= 0 or run.start != end or run.file_start < file_end:
                raise ValueError(f"{run} does not follow on offset {end} of the text and {file_end} of its file")
            end, file_end = run.start + run.length, run.file_start + run.length
        if file_end > self.file_length:
            raise ValueError(f"the last run ends at {file_end}, beyond a file of {self.file_length} characters")

    def __len__(self) -> int:
        return self.runs[-1].start + self.runs[-1].length if self.runs else 0

    def span(self, span: Span) -> Span:
        """Return the span of the file for a span of the text; offsets outside the text are moved to its nearest end.

        Characters stretch from the first one's place to behind the last one's, and over whatever of the file stands
        between them. No characters are the gap between their neighbours: what the file has there and the text has
        not, a ``{--deletion--}`` for example; empty where it has nothing there.

        >>> places = Places((Run(0, 0, 4), Run(4, 13, 4)), 17)  # "I am home" of "I am {--at --}home"
        >>> places.span(Span(4, 8)), places.span(Span(4, 4)), places.span(Span(2, 2))
        (Span(start=13, end=17), Span(start=4, end=13), Span(start=2, end=2))
        """
        start = min(max(span.start, 0), len(self))
        end = min(max(span.end, start), len(self))
        if start == end:
            return Span(self._behind(start), self._place(start))
        return Span(self._place(start), self._behind(end))

    def text_span(self, span: Span) -> Span:
        """Return the span of the text whose characters stand in a span of the file.

        >>> places = Places((Run(0, 0, 4), Run(4, 13, 4)), 17)
        >>> places.text_span(Span(2, 15)), places.text_span(Span(6, 9))
        (Span(start=2, end=6), Span(start=4, end=4))
        """
        return Span(self._first_from(span.start), self._first_from(span.end))

    def _first_from(self, file_offset: int) -> int:
        number = bisect_right(self.runs, file_offset, key=lambda run: run.file_start) - 1
        if number < 0:
            return 0
        run = self.runs[number]
        return run.start + min(file_offset - run.file_start, run.length)

    def _place(self, offset: int) -> int:
        if offset == len(self):
            return self.file_length
        run = self.runs[bisect_right(self.runs, offset, key=attrgetter("start")) - 1]
        return run.file_start + offset - run.start

    def _behind(self, offset: int) -> int:
        return self._place(offset - 1) + 1 if offset else 0


class PlacedText:
    """A text that is put together from pieces of its file. ``length``: characters so far."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0
        self._runs: list[Run] = []

    def add(self, text: str, place: int) -> None:
        if not text:
            return
        last = self._runs[-1] if self._runs else None
        if last is not None and last.file_start + last.length == place:
            self._runs[-1] = Run(last.start, last.file_start, last.length + len(text))
        else:
            self._runs.append(Run(self.length, place, len(text)))
        self.pieces.append(text)
        self.length += len(text)

    def text(self) -> str:
        return "".join(self.pieces)

    def places(self, file_length: int) -> Places:
        return Places(tuple(self._runs), file_length)


@attrs.frozen
class Anchor:
    """Characters of a text (none if deleted) in the file. ``lines``: offsets of the file's lines about them."""

    text: Span
    file: Span
    lines: tuple[int, ...]

    def places(self, span: Span) -> Span:
        if span.start <= self.text.start and span.end >= self.text.end:
            return self.file
        return Span(self._place(span.start), self._place(span.end))

    def _place(self, offset: int) -> int:
        return min(self.file.start + max(offset - self.text.start, 0), self.file.end)


@attrs.frozen
class StandoffPlaces:
    """The places of a text's characters in a file of annotations, by disjoint anchors in the order of the text."""

    anchors: tuple[Anchor, ...]

    def span(self, span: Span) -> Span:
        """Return the span of the file for a span of the text: that of the first annotation that it meets.

        Words without an annotation have an empty place at the end of the one before, or else at the file's start.
        """
        first = bisect_left(self.anchors, span.start, key=lambda anchor: anchor.text.start)
        before = self.anchors[first - 1] if first else None
        begins_inside = takewhile(lambda anchor: anchor.text.start <= span.end, islice(self.anchors, first, None))
        for anchor in chain((before,) if before is not None else (), begins_inside):
            if anchor.text.meets(span):
                return anchor.places(span)
        end = before.file.end if before is not None else 0
        return Span(end, end)

    def text_span(self, span: Span) -> Span:
        """Return the span of the text that the line at a span of the file is about; else the text's start."""
        above = ((line, anchor.text) for anchor in self.anchors for line in anchor.lines if line <= span.start)
        _, text = max(above, default=(0, Span(0, 0)))
        return text


NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML file can hold, and so no Word document and no workbook."""
_PICTURES = 0x2400
"""Added to a control character's code: the sign that pictures it, such as ␛."""


def for_xml(text: str) -> str:
    """Return a text with a sign in place of each character that XML can't hold; as long as before.

    >>> for_xml("a\\x1bb\\x0c\\ufffe")
    'a␛b␌�'
    """
    return NOT_XML.sub(lambda found: chr(_PICTURES + ord(found[0])) if found[0] < " " else "\ufffd", text)


@attrs.frozen
class Details:
    """What a file says of an annotation besides its type and its correction.

    ``tag_set``: the name of the set or layer that the type is from, where the file names one.
    """

    id: str = ""
    note: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    tag_set: str = ""

    @classmethod
    def of_all(cls, items: Iterable["Details"]) -> "Details":
        """Return those of several annotations that are written as one, with the first one's id."""
        details = tuple(items)
        return cls(
            next((item.id for item in details if item.id), ""),
            "; ".join(dict.fromkeys(item.note for item in details if item.note)),
            tuple(dict.fromkeys(pair for item in details for pair in item.attributes)),
            next((item.tag_set for item in details if item.tag_set), ""),
        )


NO_DETAILS = Details()


@attrs.frozen
class TextEdit:
    """A change of a text, exact to the character.

    ``span``: empty for an insertion. ``replacement``: white space included; ``None`` for an error without a correction
    (W&I's null corrections, ERRANT's ``UNK``): the text stays. ``type``: ERRANT's or another scheme's; may be empty.
    """

    span: Span
    replacement: str | None
    type: str = ""
    details: Details = attrs.field(default=NO_DETAILS, eq=False, repr=False)

    def at(self, span: Span, replacement: str | None) -> "TextEdit":
        """Return the same annotation of other characters."""
        return TextEdit(span, replacement, self.type, self.details)

    @property
    def start(self) -> int:
        return self.span.start

    @property
    def end(self) -> int:
        return self.span.end

    @property
    def corrects(self) -> bool:
        return self.replacement is not None


@attrs.frozen
class CorrectedText:
    """A source and one correction of it, as a file holds both.

    ``edits``: in source order, disjoint. Places: ``None`` in a file without lines. ``left_out``: in words for people.
    """

    source: str
    corrected: str
    edits: tuple[TextEdit, ...]
    source_places: Places | StandoffPlaces | None = None
    corrected_places: Places | StandoffPlaces | None = None
    left_out: tuple[str, ...] = ()


def corrected_text(source: str, edits: Sequence[TextEdit]) -> str:
    """Return the text after its edits, which are in source order and don't overlap.

    >>> corrected_text("She like music.", [TextEdit(Span(4, 8), "likes"), TextEdit(Span(9, 9), "the ")])
    'She likes the music.'
    """
    pieces: list[str] = []
    position = 0
    for edit in edits:
        kept = edit.span.of(source) if edit.replacement is None else edit.replacement
        pieces += [source[position : edit.span.start], kept]
        position = edit.span.end
    return "".join([*pieces, source[position:]])
