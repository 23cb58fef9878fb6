"""What a pipeline computes once for several sentences is what spaCy computes for each by itself."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from markscheme.languages._fast_rules import distinct_rows, share_rows, word_components
from markscheme.languages.pipeline import Pipeline
from markscheme_models import english_pipeline

TEXT = (
    "Many people argues that his/her freinds needs an informations , and/or that they was going to the cinemas "
    "yesterday ; I has been better . However she do n't know what (he) wants 2,000 TIMES -- running best mice"
)
WORDS = [*TEXT.split(), "", " "]
ATTRIBUTES = ["TAG", "POS", "MORPH", "LEMMA", "DEP", "HEAD"]
Parse = Callable[[Sequence[tuple[str, ...]]], list[Doc]]


@pytest.fixture(scope="module")
def parse(pipeline: Pipeline) -> Parse:
    return lambda sentences: list(pipeline.parse(sentences))


@pytest.fixture(scope="module")
def plain() -> Parse:
    """spaCy's own way, one sentence at a time."""
    nlp = spacy.load(english_pipeline())
    return lambda sentences: [nlp(Doc(nlp.vocab, words=[word or " " for word in words])) for words in sentences]


@st.composite
def versions(draw: st.DrawFn) -> list[tuple[str, ...]]:
    """Draw sentences that share most of their words."""
    source = draw(st.lists(st.sampled_from(WORDS), max_size=14))
    result = [tuple(source)]
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(source)))
        end = draw(st.integers(start, min(len(source), start + 2)))
        result.append((*source[:start], *draw(st.lists(st.sampled_from(WORDS), max_size=2)), *source[end:]))
    return result


@given(st.lists(versions(), max_size=4))
@settings(max_examples=settings().max_examples // 4)  # each sentence is parsed twice
def test_sentences_parsed_together_are_parsed_as_each_by_itself(
    parse: Parse, plain: Parse, groups: list[list[tuple[str, ...]]]
) -> None:
    sentences = [sentence for group in groups for sentence in group]
    for own, theirs in zip(parse(sentences), plain(sentences), strict=True):
        for name in ATTRIBUTES:
            assert own.to_array([name]).tolist() == theirs.to_array([name]).tolist(), (name, own)


def test_tagged_documents_are_parsed_later(pipeline: Pipeline, plain: Parse) -> None:
    sentences = [("It", "works", "."), (), ("They", "were", "seen", ".")]
    documents = pipeline.tag(sentences)
    assert not documents[0].has_annotation("DEP")
    pipeline.add_dependencies([documents[2]])
    pipeline.add_dependencies([documents[2]])
    assert not documents[0].has_annotation("DEP")
    assert [token.dep_ for token in documents[2]] == [token.dep_ for token in plain(sentences)[2]]


def test_the_bundled_networks_share_rows() -> None:
    nlp = spacy.load(english_pipeline())
    encoder, parser = nlp.get_pipe("tok2vec").model, nlp.get_pipe("parser").model
    document = nlp.make_doc("It works as it should, and it works as it must.")
    before = encoder.predict([document])[0]
    for model in (encoder, parser):
        share_rows(model)
        assert any(node.name.startswith("shared(") for node in model.walk())
    np.testing.assert_allclose(encoder.predict([document])[0], before, rtol=1e-5, atol=1e-5)


def test_a_component_that_looks_further_than_one_word_stays_in_its_place() -> None:
    nlp = spacy.load(english_pipeline())
    assert word_components(nlp) == ["attribute_ruler", "lemmatizer"]
    nlp.get_pipe("attribute_ruler").add([[{"LOWER": "a"}, {"LOWER": "lot"}]], {"POS": "DET"})
    assert word_components(nlp) == ["lemmatizer"]
    nlp.add_pipe("sentencizer")
    assert word_components(nlp) == []


@given(st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=1, max_size=30))
def test_distinct_rows_are_the_given_ones(values: list[list[int]]) -> None:
    for kind in (np.float32, np.uint64):
        rows = np.array(values, dtype=kind)
        distinct, indices = distinct_rows(rows)
        assert np.array_equal(distinct[indices], rows)
        assert len(distinct) <= len(rows)


def test_equal_rows_are_found() -> None:
    rows = np.tile(np.random.default_rng(0).standard_normal((5, 96), dtype=np.float32), (40, 1))
    assert len(distinct_rows(rows)[0]) < 20
