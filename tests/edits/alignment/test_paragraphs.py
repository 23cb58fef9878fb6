"""Where paragraphs begin and end, in texts as people write them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.edits.passages import paragraphs

WRAPPED = (
    "Last summer my family and me went to the seaside, where my uncle\n"
    "have a small house near of the beach. We have stayed there for\n"
    "two weeks."
)


def cut(text: str) -> list[str]:
    return [span.of(text) for span in paragraphs(text)]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_each_line_of_an_essay_is_a_paragraph(newline: str):
    lines = ["Dear Mia,", "I hope you are well. I am too.", "See you soon!"]
    assert cut(newline.join(lines)) == lines
    assert cut(f"{newline} \t{newline}".join(lines) + newline) == lines


def test_lines_broken_to_a_width_are_one_paragraph():
    assert cut(f"A title\n\n{WRAPPED}\n\n{WRAPPED}") == ["A title", WRAPPED, WRAPPED]


def test_long_lines_that_each_end_a_sentence_are_paragraphs():
    lines = ["My town has a big park where the people walks on Sundays.", "It has also a library.", "I like it."]
    assert cut("\n".join(lines)) == lines


def test_a_line_that_had_room_for_the_next_word_ended_on_purpose():
    lines = ["Last summer my family and me went to the seaside, where my uncle", "have a", "small house."]
    assert cut("\n".join(lines)) == lines


def test_white_space_and_empty_texts_have_none():
    assert cut("") == cut(" \t\r\n\n") == []


@given(st.lists(st.sampled_from(["She sings", " ", ".", "\n", "\r\n", "\r", "\u2028", "😀", "\x0c"])).map("".join))
def test_no_word_is_lost(text: str):
    assert "".join("".join(cut(text)).split()) == "".join(text.split())
    spans = paragraphs(text)
    assert all(before.end <= after.start for before, after in pairwise(spans))
    assert all(span.of(text) == span.of(text).strip() for span in spans)
