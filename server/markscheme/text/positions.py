"""Places in a text: character offsets, and the lines and columns of editors.

Lines end at ``\\n``, ``\\r\\n`` and ``\\r`` and nowhere else, as the Language Server Protocol says
(3.17, *Text Documents*); U+2028, form feed and the like are ordinary characters.
"""

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Literal

import attrs

PositionEncoding = Literal["utf-8", "utf-16", "utf-32"]
"""How columns are counted: UTF-8 bytes, UTF-16 code units, or code points."""

_LINE_END = re.compile(r"\r\n|\n|\r")


@attrs.frozen(order=True)
class Span:
    """Half-open range of code point offsets, ``0 <= start <= end``."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the text under the span."""
        return text[self.start : self.end]

    def meets(self, other: "Span") -> bool:
        """Return whether they share a character, or are the same."""
        return self == other or (self.start < other.end and other.start < self.end)

    def shifted(self, by: int) -> "Span":
        return Span(self.start + by, self.end + by)


@attrs.frozen(order=True)
class Position:
    """0-based line and column, the column in a :data:`PositionEncoding`'s units."""

    line: int
    character: int


@attrs.frozen
class Range:
    """Half-open range of positions: LSP's ``Range``."""

    start: Position
    end: Position


def _utf8_units(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


_UNITS: dict[PositionEncoding, Callable[[str], int]] = {
    "utf-8": _utf8_units,
    "utf-16": _utf16_units,
    "utf-32": len,
}


class LineIndex:
    """Offsets to positions and back, for one immutable text.

    A look-up is a binary search over line starts and then linear in the one line's length.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        line_ends = list(_LINE_END.finditer(text))
        self._starts = [0, *(match.end() for match in line_ends)]
        self._ends = [*(match.start() for match in line_ends), len(text)]
        self._ascii = text.isascii()

    def __len__(self) -> int:
        """Return the number of lines, at least 1; a final line end begins one more, empty line."""
        return len(self._starts)

    def line_span(self, line: int) -> Span:
        """Return the span of a line's characters, without its line end.

        Raises
        ------
        IndexError
            If there is no such line.
        """
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
        """Return the offset of a position; beyond a line's end it is the line's end, as LSP requires.

        A column inside a character (the second half of a surrogate pair) is the character's start.
        """
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
