"""PT-ERRANT: edits weighed by what they bring, beside gec-metrics's, which is given the same edits and similarities."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.edits.edit import Edit, Edits, PassageEdits, apply_edits
from markscheme.metrics.base import ModelOutputs, Sentence, metric
from markscheme.metrics.errant import Errant, evaluate
from markscheme.metrics.overlap import Overlap, OverlapScore, OverlapStatistics

Tokens = tuple[str, ...]
NOISE = 1e-6
"""What a similarity differs by with the other texts of its batch; a smaller difference weighs nothing."""
SOURCE = ("She", "like", "the", "musics", "of", "here")
LIKES, LOVES = Edit(1, 2, ("likes",), "R:VERB:SVA"), Edit(1, 2, ("loves",), "R:VERB")
MUSIC, FROM = Edit(3, 4, ("music",), "R:NOUN:NUM"), Edit(4, 5, ("from",), "R:PREP")


def shared_words(pair: tuple[str, str]) -> float:
    """A similarity of binary fractions, so that no sum is rounded."""
    one, other = (set(text.split()) for text in pair)
    return len(one & other) / 64


def sentence_of(source: Tokens, hypothesis: Edits, references: Sequence[Edits]) -> Sentence:
    texts = [apply_edits(source, edits) for edits in (hypothesis, *references)]
    return Sentence(source, texts[0], tuple(texts[1:]), PassageEdits(source, hypothesis, tuple(references)))


def overlaps_of(sentence: Sentence, similarity: Callable[[tuple[str, str]], float]) -> list[Overlap]:
    """Return the weights of a sentence's edits against each reference, with this similarity of what is asked for."""
    pt_errant = metric("pt-errant")
    asked = pt_errant.inputs(sentence).similarities
    outputs = ModelOutputs(similarities={pair: similarity(pair) for pair in asked})
    return [Overlap(*row) for row in pt_errant.statistics(sentence, outputs)]


def overlap(hypothesis: Edits, due: Edits) -> Overlap:
    [own] = overlaps_of(sentence_of(SOURCE, hypothesis, [due]), shared_words)
    return own


def test_an_edit_weighs_what_it_alone_brings_the_source_nearer_or_takes_it_away():
    away = Edit(2, 3, ("a",), "R:DET")
    assert overlap((LIKES, away), (LIKES, MUSIC)) == Overlap(1 / 64, 1 / 64, 1 / 64)
    assert overlap((LOVES,), (LIKES,)) == Overlap(0, 0, 1 / 64)


def test_equal_edits_of_other_types_are_one_correction():
    assert overlap((LIKES,), (attrs.evolve(LIKES, type="R:OTHER"),)) == Overlap(1 / 64, 0, 0)


def test_what_similarity_does_not_see_weighs_nothing():
    sentence = sentence_of(SOURCE, (LIKES,), [(LIKES, MUSIC)])
    asked = metric("pt-errant").inputs(sentence).similarities
    assert len(asked) == 4
    noise = dict(zip(asked, (0.9, 0.9 + NOISE / 2, 0.9, 0.9 - NOISE / 2), strict=True))
    assert overlaps_of(sentence, noise.__getitem__) == [Overlap(0, 0, 0)]
    noise = dict(zip(asked, (0.9, 0.9 + NOISE * 2, 0.9, 0.9 - NOISE * 2), strict=True))
    assert overlaps_of(sentence, noise.__getitem__) != [Overlap(0, 0, 0)]


def test_without_an_edit_no_similarity_is_asked_for():
    sentence = sentence_of(SOURCE, (), [()])
    assert metric("pt-errant").inputs(sentence).similarities == ()
    assert overlaps_of(sentence, {}.__getitem__) == [Overlap(0, 0, 0)]


texts = st.sampled_from(["a", "b", "c", "d"])


@st.composite
def edits(draw: st.DrawFn, length: int) -> Edits:
    cuts = sorted(draw(st.lists(st.integers(0, length), max_size=6, unique=True)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return tuple(
        Edit(start, end, tuple(draw(st.lists(texts, max_size=2))), draw(st.sampled_from(["R:OTHER", "U:DET"])))
        for start, end in pairs
    )


@st.composite
def corpora(draw: st.DrawFn) -> list[tuple[tuple[str, ...], Edits, tuple[Edits, ...]]]:
    references = draw(st.integers(1, 3))
    sentences = []
    for _ in range(draw(st.integers(1, 4))):
        source = tuple(draw(st.lists(texts, min_size=1, max_size=5)))
        sides = [draw(edits(len(source))) for _ in range(references + 1)]
        sentences.append((source, sides[0], tuple(sides[1:])))
    return sentences


def overlaps(corpus: list) -> list[list[Overlap]]:
    return [overlaps_of(sentence_of(*sentence), shared_words) for sentence in corpus]


def rows(sentences: list[list[Overlap]]) -> list[OverlapStatistics]:
    return [tuple(overlap.row for overlap in sentence) for sentence in sentences]


def score(sentences: list[list[Overlap]], level: str) -> OverlapScore:
    return metric("pt-errant", level=level).fold(rows(sentences))


def official(corpus: list):
    """gec-metrics's own class, with these edits for errant's and this similarity for BERTScore's."""
    pt_errant = pytest.importorskip("gec_metrics").get_metric("pterrant")
    known = {}
    for number, (source, hypothesis, references) in enumerate(corpus):
        for side, own in enumerate((hypothesis, *references)):
            rows = (
                SimpleNamespace(o_start=e.start, o_end=e.end, c_str=" ".join(e.replacement), type=e.type) for e in own
            )
            known[number, side] = (" ".join(apply_edits(source, own)), list(rows))

    class Given(pt_errant):
        def __init__(self):
            self.config = pt_errant.Config()
            self.weight_model = SimpleNamespace(
                score_sentence=lambda texts, references: [
                    shared_words(pair) for pair in zip(texts, references[0], strict=True)
                ]
            )

        def edit_extraction(self, src, trg):
            return known[trg][1]

        def apply_edits(self, src, made):
            [edit] = made
            replaced = Edit(edit.o_start, edit.o_end, tuple(edit.c_str.split()))
            return " ".join(apply_edits(tuple(src.split()), (replaced,)))

        def calc_edit_weights(self, src, ref, edits):
            return super().calc_edit_weights(src, known[ref][0], edits)

    places = [[(number, side) for number in range(len(corpus))] for side in range(len(corpus[0][2]) + 1)]
    return Given(), [" ".join(source) for source, _, _ in corpus], places[0], places[1:]


@given(corpora())
def test_scores_are_those_of_gec_metrics(corpus: list):
    theirs, *sides = official(corpus)
    total = score(overlaps(corpus), "corpus")
    found = theirs.score_corpus_verbose(*sides)
    assert attrs.astuple(total.counts) == (found.tp, found.fp, found.fn)
    assert total.scores.f == pytest.approx(found.f)
    sentences = score(overlaps(corpus), "sentence").sentences
    assert [own.scores.f for own in sentences] == pytest.approx(theirs.score_sentence(*sides))


@given(corpora())
def test_with_equal_weights_it_is_errant(corpus: list):
    """A similarity that every change lowers by as much: then an edit counts 1/64, and its replacement nothing."""

    def changed(source: tuple[str, ...]):
        return lambda pair: 1.0 if tuple(pair[0].split()) == source else 63 / 64

    real = [
        (source, *(_changing(source, side) for side in (hypothesis, *references)))
        for source, hypothesis, references in corpus
    ]
    weighed = [
        overlaps_of(sentence_of(source, hypothesis, references), changed(source))
        for source, hypothesis, *references in real
    ]
    plain = evaluate([PassageEdits(source, hypothesis, tuple(references)) for source, hypothesis, *references in real])
    total = Errant().fold(rows(weighed))
    assert [own.reference for own in total.sentences] == [own.reference for own in plain.sentences]
    assert total.scores == plain.scores


def _changing(source: tuple[str, ...], side: Edits) -> Edits:
    return tuple(edit for edit in side if apply_edits(source, (edit,)) != source)


@pytest.mark.parametrize("sentences", [[], [[]]])
def test_without_a_sentence_or_a_reference_there_is_no_score(sentences: list[list[Overlap]]):
    with pytest.raises(ValueError, match="every sentence needs a reference"):
        score(sentences, "corpus")
