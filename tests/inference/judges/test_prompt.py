"""What is asked, and what counts as an answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.inference.judge import MalformedAnswer, parse_score
from markscheme.metrics.base import ModelQuestion


def test_the_prompt_is_the_papers():
    prompt = ModelQuestion("He go home .", "go", "goes").prompt
    assert prompt.startswith("As an evaluator for grammatical error correction, you are tasked with assessing")
    assert "- A score of 4 means the edit is essential.\n" in prompt
    assert prompt.endswith("Uncorrected sentence: He go home .\nEdit: go → goes\nExample Output (1-5):\n")
    assert prompt.count("\nUncorrected sentence: ") == 2
    assert prompt.count("Edit: were → have\n") == 1


def test_where_there_is_nothing_stands_epsilon():
    assert ModelQuestion("I agree", "", "am").edit == "ε → am"
    assert ModelQuestion("I am agree", "am", "").edit == "am → ε"


@given(st.text())
def test_a_sentence_is_put_in_as_it_is(text: str):
    assert f"\nUncorrected sentence: {text}\nEdit: a → b\n" in ModelQuestion(text, "a", "b").prompt


def test_half_a_character_stops_nothing():
    assert "\nUncorrected sentence: a ? b\n" in ModelQuestion("a \ud800 b", "a", "b").prompt


def test_braces_in_a_sentence_mean_nothing():
    assert "\nUncorrected sentence: {edit} {0}\n" in ModelQuestion("{edit} {0}", "a", "b").prompt


@pytest.mark.parametrize("score", range(1, 6))
def test_a_number_from_1_to_5_is_an_answer(score: int):
    assert parse_score(str(score)) == parse_score(f" {score}\n") == score


@pytest.mark.parametrize(
    "answer",
    ["", "0", "6", "3.5", "5.0", "-1", "11", "4 5", "4\n5", "**4**", "Score: 4", "4.", "four", "４", "٤"],
)
def test_anything_else_is_none(answer: str):
    with pytest.raises(MalformedAnswer):
        parse_score(answer)


@given(st.text())
def test_no_text_has_another_score_than_its_only_word(text: str):
    try:
        assert text.split() == [str(parse_score(text))]
    except MalformedAnswer:
        assert text.split() not in [["1"], ["2"], ["3"], ["4"], ["5"]]
