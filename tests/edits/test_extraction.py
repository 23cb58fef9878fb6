"""The extractor's edits are those of ERRANT's own code, which parses and annotates one pair at a time."""

from functools import cache
from typing import Any

import errant
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from markscheme.edits.edit import Edit, Edits
from markscheme.edits.extraction import Extractor, Pair
from markscheme.languages.language import find_language
from markscheme.languages.pipeline import Pipeline
from markscheme_models import english_pipeline

TEXT = (
    "Many people argues that there freinds need an informations , and that they was going to the the cinemas too "
    "yesterday . I has been better then him ; how ever she does n't know what he want , so we talk about it freely"
)
WORDS = [*TEXT.split(), "a", "the", "were", "to", "been", "eats", "of", "."]


@cache
def extractor() -> Extractor:
    return Extractor(Pipeline(find_language()))


@cache
def annotator() -> Any:
    return errant.load("en", spacy.load(english_pipeline()))


def edits_of_errant(pair: Pair) -> Edits:
    source, target = (annotator().parse(" ".join(side)) for side in pair)
    found = annotator().annotate(source, target)
    return tuple(Edit(edit.o_start, edit.o_end, tuple(edit.c_str.split()), edit.type) for edit in found)


@st.composite
def pairs(draw: st.DrawFn) -> list[Pair]:
    """Draw several corrections of a sentence."""
    source = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=16))
    result = []
    for _ in range(draw(st.integers(1, 4))):
        target = list(source)
        for _ in range(draw(st.integers(0, 3))):
            start = draw(st.integers(0, len(target)))
            end = draw(st.integers(start, min(len(target), start + 2)))
            target[start:end] = draw(st.lists(st.sampled_from(WORDS), max_size=2))
        result.append((tuple(source), tuple(target)))
    return result


@given(st.lists(pairs(), max_size=3))
@settings(max_examples=settings().max_examples // 4)  # each runs the pipeline
def test_edits_are_those_of_errant(groups: list[list[Pair]]) -> None:
    drawn = [pair for group in groups for pair in group]
    for pair, edits in zip(drawn, extractor().extract(drawn), strict=True):
        assert edits == edits_of_errant(pair)
