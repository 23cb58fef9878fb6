"""Offsets and positions against a reading of the text by one character at a time."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from markscheme.documents.places import LineIndex, Position, PositionEncoding, Range
from markscheme.languages.segments import Span

ENCODINGS: tuple[PositionEncoding, ...] = ("utf-8", "utf-16", "utf-32")
PIECES = [
    *"ab 1.",
    "\t",
    "é",
    "e\u0301",
    "漢",
    "\u00df",
    "😀",
    "👩\u200d🏫",
    "\ud83d",
    "\r\n",
    "\n",
    "\r",
    "\n\r",
    "\u2028",
    "\u2029",
    "\x0b",
    "\x0c",
    "\x85",
    "\u00a0",
]

texts = st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(max_size=25)
encodings = st.sampled_from(ENCODINGS)


def width(character: str, encoding: PositionEncoding) -> int:
    code = ord(character)
    if encoding == "utf-8":
        return 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)
    return 2 if encoding == "utf-16" and code > 0xFFFF else 1


def places(text: str, encoding: PositionEncoding) -> list[Position]:
    """The position of every offset, the end's included."""
    found = [Position(0, 0)]
    for offset, character in enumerate(text):
        at = found[-1]
        if character == "\n" or (character == "\r" and text[offset + 1 : offset + 2] != "\n"):
            found.append(Position(at.line + 1, 0))
        elif character == "\r":
            found.append(at)
        else:
            found.append(Position(at.line, at.character + width(character, encoding)))
    return found


def between_return_and_newline(text: str, offset: int) -> bool:
    return text[max(offset - 1, 0) : offset + 1] == "\r\n"


@given(texts, encodings)
@example("", "utf-16")
@example("\r\n", "utf-8")
@example("a\r\r\nb", "utf-16")
@example("😀\u2028😀\x0c\n", "utf-16")
def test_positions_agree_with_a_reading_by_characters(text: str, encoding: PositionEncoding):
    index = LineIndex(text)
    assert [index.position(offset, encoding) for offset in range(len(text) + 1)] == places(text, encoding)


@given(texts, encodings)
def test_an_offset_comes_back(text: str, encoding: PositionEncoding):
    index = LineIndex(text)
    for offset in range(len(text) + 1):
        back = index.offset(index.position(offset, encoding), encoding)
        assert back == offset - between_return_and_newline(text, offset)


@given(texts, encodings, st.integers(-2, 12), st.integers(-3, 40))
@example("a😀b", "utf-16", 0, 2)
@example("é", "utf-8", 0, -1)
def test_any_position_is_the_nearest_offset_before_it(text: str, encoding: PositionEncoding, line: int, character: int):
    index = LineIndex(text)
    all_places = places(text, encoding)
    if line < 0:
        expected = 0
    elif line > all_places[-1].line:
        expected = len(text)
    else:
        column = max(character, 0)
        at = max(place for place in all_places if place.line == line and place.character <= column)
        expected = all_places.index(at)
    assert index.offset(Position(line, character), encoding) == expected


@given(texts, encodings, st.integers(1, 1000))
def test_an_offset_outside_the_text_is_moved_to_its_nearest_end(text: str, encoding: PositionEncoding, beyond: int):
    index = LineIndex(text)
    assert index.position(-beyond, encoding) == Position(0, 0)
    assert index.position(len(text) + beyond, encoding) == index.position(len(text), encoding)


@given(texts)
def test_lines_and_their_ends_make_up_the_text(text: str):
    index = LineIndex(text)
    spans = [index.line_span(number) for number in range(len(index))]
    ends = [text[span.end : after.start] for span, after in pairwise(spans)]
    assert set(ends) <= {"\n", "\r\n", "\r"}
    assert not any(mark in span.of(text) for span in spans for mark in "\r\n")
    assert "".join(span.of(text) + end for span, end in zip(spans, [*ends, ""], strict=True)) == text
    assert len(index) == 1 + places(text, "utf-32")[-1].line


@pytest.mark.parametrize("line", [-1, 3])
def test_there_is_no_line_outside_the_text(line: int):
    index = LineIndex("one\r\ntwo\n")
    assert len(index) == 3
    with pytest.raises(IndexError, match=f"no line {line} "):
        index.line_span(line)


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 7), ("utf-16", 4), ("utf-32", 3)])
def test_each_encoding_counts_in_its_own_units(encoding: PositionEncoding, column: int):
    text = "x\ne\u0301😀b"
    found = LineIndex(text).range(Span(text.index("b"), len(text)), encoding)
    assert found == Range(Position(1, column), Position(1, column + 1))
