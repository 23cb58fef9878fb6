"""What learners type: accents and primes for apostrophes, and no space between sentences."""

import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme import EngineSettings, Work, review
from markscheme.languages.english import ENGLISH
from markscheme.languages.language import spaced
from markscheme.languages.pipeline import Pipeline
from markscheme.languages.segments import Span

APOSTROPHES = "'’‘‛ʼʹ´`′΄＇"
WHOLE = (
    "e.g.", "a.m.", "U.S.A.", "3.5", "www.site.com", "Node.js", "essay.docx", "IMG_01.JPG",
    "kim@site.org", "http://site.org/a?b=C", "site.org/Great!now", "Ph.D.", "J.R.Smith",
)  # fmt: skip
"""Words with marks in them that end no sentence."""


def sentences(pipeline: Pipeline, text: str) -> list[list[str]]:
    """The tokens of each sentence, as they stand in the text."""
    return [[span.of(text) for span in sentence.tokens] for sentence in pipeline.split(text)]


@pytest.mark.parametrize("apostrophe", APOSTROPHES)
def test_what_is_typed_for_an_apostrophe_is_tokenised_and_compared_as_one(pipeline: Pipeline, apostrophe: str):
    typed, plain = (f"I don{mark}t think it{mark}s Kim{mark}s." for mark in (apostrophe, "'"))
    [sentence], [other] = pipeline.split(typed), pipeline.split(plain)
    assert sentence.tokens == other.tokens
    assert sentence.segment(typed, ENGLISH).tokens == other.segment(plain, ENGLISH).tokens
    assert "n't" in sentence.segment(typed, ENGLISH).tokens


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("Do you like it?Well, I do.", [["Do", "you", "like", "it", "?"], ["Well", ",", "I", "do", "."]]),
        ("It is near.Public buses go.", [["It", "is", "near", "."], ["Public", "buses", "go", "."]]),
        ("!!!He came", [["!", "!", "!"], ["He", "came"]]),
        ("Great!!!He came", [["Great", "!", "!", "!"], ["He", "came"]]),
        ("What?!he asked", [["What", "?", "!"], ["he", "asked"]]),
        ("In 2010.Then I left.I'm here", [["In", "2010", "."], ["Then", "I", "left", "."], ["I", "'m", "here"]]),
        ("I met Mr.Brown there", [["I", "met", "Mr.", "Brown", "there"]]),
    ],
)  # fmt: skip
def test_sentences_without_a_space_between_are_parted(pipeline: Pipeline, text: str, split: list[list[str]]):
    assert sentences(pipeline, text) == split


@pytest.mark.parametrize("word", WHOLE)
def test_marks_inside_a_word_end_no_sentence(pipeline: Pipeline, word: str):
    assert list(ENGLISH.run_on_ends(f"I saw {word} there")) == []
    [tokens] = sentences(pipeline, f"I saw {word} there")
    assert tokens[-1] == "there"


PARTS = (*"abI .!?'\"´’\nЖ中", "Mr.", "http://", "it?Well", "near.Public", "don´t")


@given(st.lists(st.sampled_from(PARTS), max_size=40).map("".join))
def test_tokens_point_into_the_text(pipeline: Pipeline, text: str):
    spans = [span for sentence in pipeline.split(text) for span in sentence.tokens]
    assert "".join(span.of(text) for span in spans) == "".join(text.split())
    assert all(one.end <= two.start for one, two in pairwise(spans))


@pytest.mark.parametrize("part", ["a", "!", "a!", "Ab.", "w.w/", "´a"])
def test_a_long_word_takes_linear_time(part: str):
    started = time.process_time()
    for read in (lambda text: list(ENGLISH.run_on_ends(text)), ENGLISH.tokenised_as):
        read(part * 50_000)
    assert time.process_time() - started < 5


def test_a_wrong_apostrophe_is_no_edit(tmp_path: Path, engine_settings: EngineSettings):
    (tmp_path / "a.src.txt").write_text("He don´t likes it?Well, I do.\n")
    (tmp_path / "a.hyp.mei.txt").write_text("He doesn`t like it?Well, I do.\n")
    (tmp_path / "a.ref.kim.txt").write_text("He doesn't like it? Well, I do.\n")
    [document] = review([tmp_path], work=Work(engine_settings)).documents
    assert [(item.code, item.source, item.hypothesis) for item in document.review.findings] == [
        ("correct", "do", "does"), ("correct", "likes", "like"),
    ]  # fmt: skip
    assert [item.text for item in document.review.passages] == ["He doesn`t like it?", "Well, I do."]


def test_a_contraction_with_a_wrong_apostrophe_sticks_to_its_word():
    assert spaced("I do go", Span(5, 5), "n´t") == (Span(4, 5), "n´t ")
