"""The bundled English pipeline: what ERRANT's rules need of it, and the learners' errors that its recipe makes."""

import random
import sys
from pathlib import Path
from types import ModuleType

import pytest
from spacy.tokens import Token

from markscheme.edits.extraction import Extractor
from markscheme.languages.pipeline import Pipeline

RECIPE = Path(__file__).parents[2] / "models" / "english"


def tokens_of(pipeline: Pipeline, sentence: str) -> dict[str, Token]:
    [document] = pipeline.parse([tuple(sentence.split())])
    return {token.text: token for token in document}


@pytest.mark.parametrize(
    ("sentence", "form", "lemma"),
    [
        ("Many families need help .", "need", "need"),
        ("These tools bring people together .", "bring", "bring"),
        ("Some people express their anger .", "express", "express"),
        ("This knife has many uses .", "uses", "use"),
        ("She was hoping for rain .", "hoping", "hope"),
        ("They are late .", "are", "be"),
    ],
)
def test_a_lemma_follows_the_tag_and_the_first_rule_that_gives_a_word(
    pipeline: Pipeline, sentence: str, form: str, lemma: str
):
    assert tokens_of(pipeline, sentence)[form].lemma_ == lemma


def test_contractions_have_their_tags_in_given_words(pipeline: Pipeline):
    tokens = tokens_of(pipeline, "I ca n't swim , and you wo n't try .")
    assert [tokens[form].tag_ for form in ("ca", "wo", "n't")] == ["MD", "MD", "RB"]


@pytest.mark.parametrize(
    ("source", "target", "kind"),
    [
        ("My uncle need a new car .", "My uncle needs a new car .", "R:VERB:SVA"),
        ("The teachers says it is late .", "The teachers say it is late .", "R:VERB:SVA"),
        ("She gave me many advices .", "She gave me much advice .", "R:NOUN:NUM"),
        ("It can causes an accident .", "It can cause an accident .", "R:VERB:FORM"),
        ("They enjoy to play chess .", "They enjoy playing chess .", "R:VERB:FORM"),
        ("I want a long-term job .", "I want a stable job .", "R:ADJ"),
    ],
)
def test_learners_forms_are_typed_by_what_they_are(pipeline: Pipeline, source: str, target: str, kind: str):
    [edits] = Extractor(pipeline).extract([(tuple(source.split()), tuple(target.split()))])
    assert kind in [edit.type for edit in edits]


@pytest.fixture
def learners(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("lemminflect", reason="the recipes' dependencies are not installed")
    pytest.importorskip("conllu", reason="the recipes' dependencies are not installed")
    monkeypatch.syspath_prepend(RECIPE)
    for name in ("conversion", "learners"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import learners

    return learners


def test_a_copy_with_errors_is_a_tree_and_has_the_tags_of_its_forms(learners: ModuleType):
    from scoring.conversion import ROOT, Sentence, Word

    rows = (
        ("The", "the", "DT", "DET", 1, "det"),
        ("teacher", "teacher", "NN", "NOUN", 2, "nsubj"),
        ("wants", "want", "VBZ", "VERB", ROOT, "ROOT"),
        ("to", "to", "TO", "PART", 4, "aux"),
        ("see", "see", "VB", "VERB", 2, "xcomp"),
        ("new", "new", "JJ", "ADJ", 6, "amod"),
        ("essays", "essay", "NNS", "NOUN", 4, "dobj"),
        (".", ".", ".", "PUNCT", 2, "punct"),
    )
    words = [Word(form, lemma, tag, pos, "", head, label, True) for form, lemma, tag, pos, head, label in rows]
    sentence = Sentence(tuple(words), True)
    lexicon = learners.Lexicon([sentence])
    lexicon.attributes, lexicon.nouns = ["long-term"], ["day"]
    seen: dict[str, set[str]] = {}
    for number in range(300):
        copy = learners.learner_like(sentence, lexicon, random.Random(number))
        assert [word.head for word in copy.words].count(ROOT) == 1
        for index, word in enumerate(copy.words):
            assert word.head == ROOT or (0 <= word.head < len(copy.words) and word.head != index)
            seen.setdefault(word.form, set()).add(word.tag)
    expected = {"want": "VBP", "wanted": "VBD", "seen": "VBN", "saw": "VBD", "essay": "NN", "teachers": "NNS"}
    assert {form: seen[form] for form in expected} == {form: {tag} for form, tag in expected.items()}
    assert seen["long-term"] == {"JJ"}
