"""Quotes: a place is found again by its words, in the same text and in one that has changed."""

from hypothesis import assume, given
from hypothesis import strategies as st

from markscheme.exercises.comment_bank import Quote, Squeezed, find_quote

WORDS = st.sampled_from(["a", "the", "cat", "sat", "on", "mat", ".", "don't", "café", "😀"])
SENTENCE = st.lists(WORDS, min_size=1, max_size=7)


@given(SENTENCE, st.data())
def test_a_place_is_found_however_the_text_is_spaced(words: list[str], data: st.DataObject):
    start = data.draw(st.integers(0, len(words)))
    end = data.draw(st.integers(start, len(words)))
    quote = Quote(*(" ".join(part) for part in (words[:start], words[start:end], words[end:])))
    sentence = Squeezed.of("\n ".join(words))
    found = find_quote(quote, [sentence])
    assert found is not None
    assert (found.start, found.end) == (len("".join(words[:start])), len("".join(words[:end])))
    begin, stop = sentence.in_text(found.start, found.end)
    assert sentence.text[begin:stop].split() == words[start:end]


@given(st.lists(SENTENCE, min_size=1, max_size=4), st.data())
def test_a_quote_made_of_a_place_finds_that_place(sentences: list[list[str]], data: st.DataObject):
    from markscheme.marking.comments import quote_of

    squeezed = [Squeezed.of(" ".join(words)) for words in sentences]
    whole = [item.characters for item in squeezed]
    number = data.draw(st.integers(0, len(sentences) - 1))
    assume(not any(whole[number] in other for other in whole if other != whole[number]))
    words = sentences[number]
    start = data.draw(st.integers(0, len(words) - 1))
    place = len("".join(words[:start])), len("".join(words[: start + 1]))
    found = find_quote(quote_of(squeezed, number, *place), squeezed)
    assert found is not None
    assert (found.sentence, found.start, found.end) == (number, *place)


def found_in(quote: Quote, *sentences: str) -> str | None:
    squeezed = [Squeezed.of(item) for item in sentences]
    place = find_quote(quote, squeezed)
    if place is None:
        return None
    start, end = squeezed[place.sentence].in_text(place.start, place.end)
    return f"{place.sentence}: {sentences[place.sentence][:start]}[{sentences[place.sentence][start:end]}]"


def test_a_place_is_found_where_the_rest_of_the_sentence_has_changed():
    quote = Quote("Yesterday I", "goed", "to the market with my aunt.")
    assert found_in(quote, "It rained.", "Last week I goed to the market with her.") == "1: Last week I [goed]"


def test_a_place_whose_words_are_gone_is_not_found():
    quote = Quote("Yesterday I", "goed", "to the market.")
    assert found_in(quote, "Yesterday I went to the market.") is None
    assert found_in(quote, "A dog that goed.") is None


def test_a_place_is_found_when_two_sentences_became_one():
    assert found_in(Quote("I", "like", "tea."), "It rains. I like tea.") == "0: It rains. I [like]"


def test_a_part_of_a_word_is_no_place():
    assert found_in(Quote("", "he", "is."), "she is.") is None


def test_the_second_of_equal_sentences_is_told_from_the_first():
    assert found_in(Quote("No", "way", ".", occurrence=2), "No way.", "Yes.", "No way.") == "2: No [way]"
    assert found_in(Quote("No", "way", ".", occurrence=3), "No way.", "Yes.") == "0: No [way]"
