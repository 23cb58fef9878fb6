"""Edit weighting: what each chunk counts, and what becomes of scores."""

import math
from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.edits.edit import Chunk, Edit, Edits, Partition, PassageEdits, apply_edits
from markscheme.metrics.base import Category, ModelOutputs, Sentence, dependent_category, metric
from markscheme.metrics.cleme2 import Cleme, Cleme2, Cleme2Score, Counts, Weights
from markscheme.metrics.weightings import ChunkWeights, chunk_edits, weighting

SOURCE = ("She", "like", "the", "musics", "of", "here")
LIKES, LOVES = Edit(1, 2, ("likes",)), Edit(1, 2, ("loves",))
MUSIC, FROM = Edit(3, 4, ("music",)), Edit(4, 5, ("from",))
METRICS = {"cleme": Cleme(weighting="none"), "cleme2": Cleme2()}

assumptions = st.sampled_from(["dependent", "independent"])
levels = st.sampled_from(["corpus", "sentence"])
metrics = st.sampled_from(sorted(METRICS))
texts = st.none() | st.sampled_from([(), ("a",), ("b",), ("a", "b")])


def partition(source: tuple[str, ...], hypothesis: Edits, references: tuple[Edits, ...]) -> Partition:
    return PassageEdits(source, hypothesis, references).cut()


def rows_of(sentence: Partition) -> int:
    return max(1, len(sentence.references))


def same(sentence: Partition, weight: float = 1.0) -> ChunkWeights:
    return (tuple(weight for _ in sentence.chunks),) * rows_of(sentence)


def shared_words(pair: tuple[str, str]) -> float:
    """A similarity that can be worked out on paper: shared words of all words."""
    one, other = (set(text.split()) for text in pair)
    return len(one & other) / len(one | other)


@st.composite
def sentences(draw: st.DrawFn) -> Partition:
    references = draw(st.integers(0, 3))
    columns = draw(st.lists(st.tuples(*[texts] * (references + 1)), max_size=5))
    chunks = (Chunk(start, start + 1, own, tuple(others)) for start, (own, *others) in enumerate(columns))
    return Partition(tuple(chunks), tuple(range(references)))


@st.composite
def weighed(draw: st.DrawFn) -> tuple[Partition, ChunkWeights]:
    sentence = draw(sentences())
    row = st.tuples(*[st.floats(-2, 2) for _ in sentence.chunks])
    return sentence, tuple(draw(row) for _ in range(rows_of(sentence)))


@given(st.lists(sentences(), min_size=1, max_size=4), metrics, assumptions, levels)
def test_weights_of_one_are_no_weighting(given_sentences: list[Partition], metric: str, assumption: str, level: str):
    chosen = attrs.evolve(METRICS[metric], assumption=assumption, level=level)
    plain = chosen.evaluate(given_sentences)
    ones = chosen.evaluate(given_sentences, [same(item) for item in given_sentences])
    assert plain.weights is None
    assert attrs.astuple(ones.weights) == attrs.astuple(ones.counts)
    assert (ones.scores, ones.counts) == (plain.scores, plain.counts)
    assert [own.reference for own in ones.sentences] == [own.reference for own in plain.sentences]


@given(st.lists(weighed(), min_size=1, max_size=4), metrics, assumptions, levels)
def test_weights_are_not_negative_and_counts_stay_whole(
    items: list[tuple[Partition, ChunkWeights]], metric: str, assumption: str, level: str
):
    own, weights = [item[0] for item in items], [item[1] for item in items]
    result = attrs.evolve(METRICS[metric], assumption=assumption, level=level).evaluate(own, weights)
    for part in (result, *result.sentences):
        assert all(isinstance(number, int) for number in attrs.astuple(part.counts))
        assert all(number >= 0 for number in attrs.astuple(part.weights))
        assert all(-1e-9 <= number <= 1 + 1e-9 for number in attrs.astuple(part.scores))


@given(st.lists(weighed(), min_size=2, max_size=4), metrics, assumptions)
def test_the_order_of_sentences_does_not_matter(
    items: list[tuple[Partition, ChunkWeights]], metric: str, assumption: str
):
    def scored(given_items: list[tuple[Partition, ChunkWeights]]):
        own, weights = [item[0] for item in given_items], [item[1] for item in given_items]
        return attrs.evolve(METRICS[metric], assumption=assumption, level="sentence").evaluate(own, weights)

    assert scored(items[::-1]).sentences == scored(items).sentences[::-1]
    assert attrs.astuple(scored(items[::-1]).scores) == pytest.approx(attrs.astuple(scored(items).scores))


def test_heavy_chunks_decide_which_reference_is_chosen():
    chunks = (Chunk(0, 1, ("a",), (("a",), None)), Chunk(1, 2, ("b",), (None, ("b",))))
    sentence = Partition(chunks, (0, 1))
    plain = Cleme2().evaluate([sentence]).sentences[0]
    heavy = Cleme2().evaluate([sentence], [((0.1, 0.9), (0.1, 0.9))]).sentences[0]
    assert (plain.reference, heavy.reference) == (0, 1)
    assert heavy.weights == Weights(tp=0.9, fp_un=0.1)


def test_under_independence_one_reference_weighs_all_chunks_of_a_sentence():
    sentence = Partition((Chunk(0, 1, ("a",), (("a",), None)),), (0, 2))
    result = Cleme2(assumption="independent").evaluate([sentence, sentence], [((0.0,), (0.5,))] * 2)
    assert [(own.reference, own.weighed_against) for own in result.sentences] == [(None, 2), (None, 2)]
    assert (result.counts, result.weights) == (Counts(tp=2), Weights(tp=1.0))


BOUNDS = {
    ("corpus", "dependent"): ((0.75, 1.25), (0.75, 1.25), (0.75, 1.25)),
    ("corpus", "independent"): ((0.75, 1.25), (0.75, 1.25), (0.75, 1.25)),
    ("sentence", "dependent"): ((1.0, 10.0), (0.25, 1.0), (1.0, 1.0)),
    ("sentence", "independent"): ((2.5, 10.0), (0.25, 1.0), (1.0, 1.0)),
}
"""The least and the most that a hit weighs, a wrong or an over-correction, and an under-correction, as CLEME has it."""


@given(st.integers(0, 5000), st.floats(0, 100), assumptions, levels)
def test_a_length_weight_stays_between_its_bounds(length: int, mean: float, assumption: str, level: str):
    by_length = weighting("length")
    hit, false, missed = BOUNDS[level, assumption]
    bounds = {Category.HIT: hit, Category.WRONG: false, Category.OVER: false, Category.UNDER: missed}
    for category, (least, most) in bounds.items():
        assert least <= by_length.length_weight(category, length, mean, assumption, level) <= most
    assert by_length.length_weight(None, length, mean, assumption, level) == 1.0


@given(st.integers(0, 50), st.floats(0, 20), assumptions, levels)
def test_longer_chunks_weigh_more_and_long_false_ones_less(length: int, mean: float, assumption: str, level: str):
    by_length = weighting("length")

    def weights(category: Category) -> tuple[float, float]:
        one, longer = (by_length.length_weight(category, own, mean, assumption, level) for own in (length, length + 1))
        return one, longer

    for category in (Category.HIT, Category.UNDER):
        assert weights(category)[0] <= weights(category)[1]
    for category in (Category.WRONG, Category.OVER):
        assert weights(category)[0] >= weights(category)[1]


@pytest.mark.parametrize("level", ["corpus", "sentence"])
@pytest.mark.parametrize("distance", [-3, -1, 0, 2])
def test_a_length_weight_is_a_logistic_curve_of_the_distance_to_the_mean(distance: int, level: str):
    alpha = 2.0 if level == "corpus" else 10.0
    least, most = BOUNDS[level, "independent"][0]
    raised = alpha / (1 + (alpha - 1) * math.exp(-distance))
    found = weighting("length").length_weight(Category.HIT, 10 + distance, 10.0, "independent", level)
    assert found == pytest.approx(min(max(raised, least), most))


def by_length(hypothesis: tuple[Edit, ...], *references: tuple[Edit, ...]) -> Weights:
    """Return what the chunks of two equal sentences weigh, at the level of sentences."""
    chosen = metric("cleme2", weighting="length", level="sentence")
    texts = [apply_edits(SOURCE, edits) for edits in (hypothesis, *references)]
    sentence = Sentence(SOURCE, texts[0], tuple(texts[1:]), PassageEdits(SOURCE, hypothesis, references))
    return chosen.fold([chosen.statistics(sentence, ModelOutputs())] * 2).sentences[0].weights


def test_the_mean_length_is_of_the_references_changes():
    """Of three words and one: two; and one where there is none."""
    own = by_length((LIKES,), (Edit(1, 2, ("does", "not", "like")), MUSIC), ())
    wrong = weighting("length").length_weight(Category.WRONG, 1, 2.0, "dependent", "sentence")
    over = weighting("length").length_weight(Category.OVER, 1, 2.0, "dependent", "sentence")
    assert (own.fp_ne or own.fp_un) == pytest.approx(wrong) == pytest.approx(over)
    alone = by_length((FROM, Edit(5, 6, ("over", "there", "now"))), ())
    long = weighting("length").length_weight(Category.OVER, 4, 1.0, "dependent", "sentence")
    assert alone.fp_un == pytest.approx(long)


def test_length_weights_follow_the_category():
    sentence = partition(SOURCE, (LIKES, FROM), ((LIKES, MUSIC),))
    wrong = next(chunk for chunk in sentence.chunks if chunk.start == 3)
    assert dependent_category(wrong, 0) is Category.WRONG
    own = by_length((LIKES, FROM), (LIKES, MUSIC))
    assert own.tp == 1.0
    assert own.fp_ne == pytest.approx(10 / (1 + 9 * math.exp(2 - 1.5)))


def weights_of(name: str, source: tuple[str, ...], sentence: Partition, value: Callable[[Any], Any]) -> ChunkWeights:
    """Return the weights of a sentence's chunks, with this value of everything that models are asked."""
    own = weighting(name)
    inputs = own.inputs(source, sentence)
    outputs = ModelOutputs(
        similarities={pair: value(pair) for pair in inputs.similarities},
        judgements={asked: value(asked) for asked in inputs.questions},
    )
    found = own.weights(source, sentence, outputs)
    assert found is not None
    return found


def test_similarity_is_what_the_chunk_alone_brings():
    sentence = partition(SOURCE, (LIKES, Edit(5, 6, ("there",))), ((LIKES, MUSIC),))
    [row] = weights_of("similarity", SOURCE, sentence, shared_words)
    text, reference = " ".join(SOURCE), "She likes the music of here"
    before = shared_words((text, reference))
    weights = dict(zip([(chunk.start, chunk.end) for chunk in sentence.chunks], row, strict=True))
    assert weights[1, 2] == pytest.approx(shared_words((text.replace("like", "likes"), reference)) - before)
    assert weights[3, 4] == pytest.approx(shared_words((text.replace("musics", "music"), reference)) - before)
    assert weights[5, 6] < 0 < weights[1, 2]
    assert weights[0, 1] == 1.0


def test_every_reference_weighs_for_itself_and_unchanged_sentences_ask_nothing():
    both = partition(SOURCE, (LIKES,), ((LIKES,), (LOVES,)))
    kim, roy = weights_of("similarity", SOURCE, both, shared_words)
    assert kim[1] > roy[1]
    assert weighting("similarity").inputs(SOURCE, partition(SOURCE, (), ((), ()))).similarities == ()


def test_without_a_reference_a_change_leads_away_from_the_source():
    alone = partition(SOURCE, (LIKES,), ())
    [row] = weights_of("similarity", SOURCE, alone, shared_words)
    assert row[1] < 0
    result = Cleme2().evaluate([alone], [(row,)])
    assert result.weights.fp_un == -row[1]


def test_vectors_weigh_what_was_made_or_else_what_was_missed():
    sentence = partition(SOURCE, (LIKES,), ((LOVES, Edit(5, 6, ("Here",))), (LIKES,)))
    edits = [chunk_edits(sentence, column) for column in (None, 0, 1)]
    assert edits == [(LIKES,), (LOVES, Edit(5, 6, ("Here",))), (LIKES,)]
    own = weighting("vector", floor=0.1)
    corrections = own.inputs(SOURCE, sentence).corrections
    assert [item.edits for item in corrections] == edits
    norms = ([0.7], [0.9, 0.0], [0.7])
    vectors = {item: np.array([[0.0, length] for length in row]) for item, row in zip(corrections, norms, strict=True)}
    kim, roy = own.weights(SOURCE, sentence, ModelOutputs(edit_vectors=vectors))
    assert [kim[1], kim[-1], roy[1], roy[-1]] == [0.7, 0.1, 0.7, 1.0]


def test_each_change_is_asked_of_in_its_sentence_and_what_was_left_as_the_reference_has_it():
    cut = partition(SOURCE, (LIKES, Edit(5, 6, ("there",))), ((LIKES, MUSIC), (LOVES,)))
    text = " ".join(SOURCE)
    questions = weighting("llm").inputs(SOURCE, cut).questions
    first = [(text, "like", "likes"), (text, "musics", "music"), (text, "here", "there")]
    second = [(text, "like", "likes"), (text, "here", "there")]
    assert [(asked.sentence, asked.before, asked.after) for asked in questions] == [*first, *second]


def judged(hypothesis: tuple[Edit, ...], reference: tuple[Edit, ...], scores: dict[str, int]) -> Cleme2Score:
    source = ("a", ".", "b", ".", "c", ".", "d")
    cut = partition(source, hypothesis, (reference,))
    return Cleme2().evaluate([cut], [weights_of("llm", source, cut, lambda asked: scores[asked.before])])


def test_answers_make_the_scores_of_the_papers_table_9():
    """Its categories and its answers, of other words: one left and two wrong; one wrong, one hit, two too many."""
    a, b, c, d = (Edit(at, at + 1, (text,)) for at, text in ((0, "A"), (2, "B"), (4, "C"), (6, "D")))
    b_otherwise, c_otherwise = Edit(2, 3, ("x",)), Edit(4, 5, ("y",))
    first = judged((b, c), (a, b_otherwise, c_otherwise), {"a": 5, "b": 5, "c": 1}).scores
    assert [round(score, 2) for score in (first.hit, first.wrong, first.under, first.over)] == [0.0, 0.55, 0.45, 0.0]
    second = judged((a, b, c, d), (a, b_otherwise), {"a": 5, "b": 5, "c": 4, "d": 5}).scores
    assert [round(score, 2) for score in (second.hit, second.wrong, second.under, second.over)] == [0.5, 0.5, 0.0, 0.47]


@given(sentences(), st.data())
def test_judged_weights_are_the_answers_wherever_something_is_changed(sentence: Partition, data: st.DataObject):
    source = tuple("abcdefgh")
    questions = weighting("llm").inputs(source, sentence).questions
    known = {asked: data.draw(st.integers(1, 5)) for asked in dict.fromkeys(questions)}
    weights = weights_of("llm", source, sentence, known.__getitem__)
    assert len(weights) == rows_of(sentence)
    waiting = iter(questions)
    for column, row in enumerate(weights):
        for chunk, weight in zip(sentence.chunks, row, strict=True):
            changed = chunk.hypothesis is not None or (sentence.references and chunk.references[column] is not None)
            assert weight == (known[next(waiting)] if changed else 1.0)
    assert next(waiting, None) is None
