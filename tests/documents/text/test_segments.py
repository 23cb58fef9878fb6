"""Tokens and their places, which are computed when somebody reads them."""

import pickle

from hypothesis import given
from hypothesis import strategies as st

from markscheme.languages.segments import Segment, Span, spaced_segment, whitespace_segment

texts = st.text(st.sampled_from("ab. \t\u00a0\u2028"), max_size=12)


@given(texts, st.integers(0, 3))
def test_tokens_stand_at_their_places(text: str, start: int):
    for segment in (spaced_segment(text, start), whitespace_segment(text, start)):
        assert tuple(span.shifted(-start).of(text) for span in segment.spans) == segment.tokens
        assert list(segment.spans) == sorted(segment.spans)


@given(texts)
def test_one_space_parts_tokens_and_further_ones_are_a_token(text: str):
    tokens = spaced_segment(text).tokens
    assert all(token.strip(" ") or not token.strip() for token in tokens)
    assert [token for token in tokens if token.strip(" ")] == [word for word in text.split(" ") if word]


def test_places_that_are_computed_and_given_ones_make_equal_segments():
    computed, given_places = spaced_segment("a bc", 5), Segment(("a", "bc"), (Span(5, 6), Span(7, 9)), 5)
    assert computed == given_places
    assert hash(computed) == hash(given_places)
    assert computed != spaced_segment("a bc", 6)
    assert pickle.loads(pickle.dumps(spaced_segment("a bc", 5))) == given_places
