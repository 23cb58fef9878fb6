"""A type by words alone is ERRANT's type, whatever the parse is."""

import errant
import spacy
from errant.edit import Edit
from hypothesis import assume, given
from hypothesis import strategies as st
from spacy.tokens import Doc

from markscheme.edits.extraction import type_by_words

TEXT = "cat Cat cats 's n't ca the a An , . was were eat eating eaten ate to look at musical musicals good well i"
WORDS = TEXT.split()
TAGS = ("NN", "NNS", "VB", "VBD", "VBG", "VBN", "VBZ", "MD", "DT", "IN", "TO", "POS", "PRP", "JJ", "RB", ",", "CD")
CLASSES = ("NOUN", "VERB", "AUX", "PART", "DET", "PUNCT", "ADJ", "ADV", "PRON", "ADP")
LABELS = ("aux", "auxpass", "acomp", "amod", "advmod", "det", "prep", "prt", "punct", "nsubj", "dobj", "poss", "ROOT")
LEMMAS = ("cat", "eat", "be", "the", "good")

nlp = spacy.blank("en")
annotator = errant.load("en", nlp)


@st.composite
def sentences(draw: st.DrawFn) -> tuple[Doc, Doc]:
    """Draw a parsed sentence, and the same one tagged only."""
    columns = st.tuples(*map(st.sampled_from, (WORDS, TAGS, CLASSES, LEMMAS, LABELS)))
    words, tags, classes, lemmas, labels = map(list, zip(*draw(st.lists(columns, min_size=1, max_size=4)), strict=True))
    tagged = Doc(nlp.vocab, words=words, tags=tags, pos=classes, lemmas=lemmas)
    heads = [0] * len(words)
    return Doc(nlp.vocab, words=words, tags=tags, pos=classes, lemmas=lemmas, heads=heads, deps=labels), tagged


@st.composite
def spans(draw: st.DrawFn, size: int) -> tuple[int, int]:
    start = draw(st.integers(0, size))
    return start, draw(st.integers(start, size))


@given(st.data())
def test_a_type_without_parses_is_the_type_with_them(data: st.DataObject) -> None:
    (source, tagged_source), (target, tagged_target) = data.draw(sentences()), data.draw(sentences())
    places = [*data.draw(spans(len(source))), *data.draw(spans(len(target)))]
    kind = type_by_words(annotator, Edit(tagged_source, tagged_target, places))
    assume(kind is not None)
    assert kind == annotator.classify(Edit(source, target, places)).type


def test_what_depends_on_the_parse_is_left_open() -> None:
    words, tags = ["We", "will", "eat"], ["PRP", "MD", "VB"]
    source = Doc(nlp.vocab, words=["We", "eat"], tags=["PRP", "VB"], pos=["PRON", "VERB"], lemmas=["we", "eat"])
    target = Doc(nlp.vocab, words=words, tags=tags, pos=["PRON", "AUX", "VERB"], lemmas=["we", "will", "eat"])
    assert type_by_words(annotator, Edit(source, target, [1, 1, 1, 2])) is None
    assert type_by_words(annotator, Edit(source, target, [0, 1, 0, 1])) == "UNK"
