"""Edit weighting: what each chunk counts, and what becomes of scores."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.edits.chunks import Chunk, Partition, partition
from markscheme.edits.edit import Edit
from markscheme.metrics import cleme, cleme2
from markscheme.metrics.categories import Category, dependent_category
from markscheme.metrics.cleme2 import Counts, Weights
from markscheme.metrics.weightings.length import LengthCurve, length_curves, length_weights, mean_length
from markscheme.metrics.weightings.llm import judged_weights, question_rows
from markscheme.metrics.weightings.similarity import similarity_rows, similarity_weights
from markscheme.metrics.weightings.vector import vector_weights
from markscheme.metrics.weightings.weighting import ChunkWeights, chunk_edits

SOURCE = ("She", "like", "the", "musics", "of", "here")
LIKES, LOVES = Edit(1, 2, ("likes",)), Edit(1, 2, ("loves",))
MUSIC, FROM = Edit(3, 4, ("music",)), Edit(4, 5, ("from",))
METRICS = {"cleme": cleme.evaluate, "cleme2": cleme2.evaluate}

assumptions = st.sampled_from(["dependent", "independent"])
levels = st.sampled_from(["corpus", "sentence"])
metrics = st.sampled_from(sorted(METRICS))
texts = st.none() | st.sampled_from([(), ("a",), ("b",), ("a", "b")])


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
    plain = METRICS[metric](given_sentences, assumption=assumption, level=level)
    ones = METRICS[metric](
        given_sentences, assumption=assumption, level=level, weights=[same(item) for item in given_sentences]
    )
    assert plain.weights is None
    assert attrs.astuple(ones.weights) == attrs.astuple(ones.counts)
    assert (ones.scores, ones.counts) == (plain.scores, plain.counts)
    assert [own.reference for own in ones.sentences] == [own.reference for own in plain.sentences]


@given(st.lists(weighed(), min_size=1, max_size=4), metrics, assumptions, levels)
def test_weights_are_not_negative_and_counts_stay_whole(
    items: list[tuple[Partition, ChunkWeights]], metric: str, assumption: str, level: str
):
    own, weights = [item[0] for item in items], [item[1] for item in items]
    result = METRICS[metric](own, assumption=assumption, level=level, weights=weights)
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
        return METRICS[metric](own, assumption=assumption, level="sentence", weights=weights)

    assert scored(items[::-1]).sentences == scored(items).sentences[::-1]
    assert attrs.astuple(scored(items[::-1]).scores) == pytest.approx(attrs.astuple(scored(items).scores))


def test_heavy_chunks_decide_which_reference_is_chosen():
    chunks = (Chunk(0, 1, ("a",), (("a",), None)), Chunk(1, 2, ("b",), (None, ("b",))))
    sentence = Partition(chunks, (0, 1))
    plain = cleme2.evaluate([sentence]).sentences[0]
    heavy = cleme2.evaluate([sentence], weights=[((0.1, 0.9), (0.1, 0.9))]).sentences[0]
    assert (plain.reference, heavy.reference) == (0, 1)
    assert heavy.weights == Weights(tp=0.9, fp_un=0.1)


def test_under_independence_one_reference_weighs_all_chunks_of_a_sentence():
    sentence = Partition((Chunk(0, 1, ("a",), (("a",), None)),), (0, 2))
    result = cleme2.evaluate([sentence, sentence], assumption="independent", weights=[((0.0,), (0.5,))] * 2)
    assert [(own.reference, own.weighed_against) for own in result.sentences] == [(None, 2), (None, 2)]
    assert (result.counts, result.weights) == (Counts(tp=2), Weights(tp=1.0))


@given(st.integers(0, 5000), st.floats(0, 100), assumptions, levels)
def test_a_length_weight_stays_between_its_bounds(length: int, mean: float, assumption: str, level: str):
    curves = length_curves(assumption, level)
    for curve in (curves.tp, curves.fp, curves.fn):
        assert curve.least <= curve.weight(length, mean) <= curve.most


@given(st.floats(1.1, 10), st.integers(0, 50), st.floats(0, 20))
def test_longer_chunks_weigh_more_and_long_false_ones_less(alpha: float, length: int, mean: float):
    rising, falling = LengthCurve(alpha, 0.0, alpha), LengthCurve(alpha, 0.0, alpha, falling=True)
    assert rising.weight(length + 1, mean) >= rising.weight(length, mean)
    assert falling.weight(length + 1, mean) <= falling.weight(length, mean)


def test_the_mean_length_is_of_the_references_changes():
    sentence = partition(SOURCE, (LIKES,), ((Edit(1, 2, ("does", "not", "like")), MUSIC), ()))
    assert mean_length([sentence, sentence]) == 2.0
    assert mean_length([partition(SOURCE, (LIKES,), ((),))]) == 1.0


def test_length_weights_follow_the_category():
    sentence = partition(SOURCE, (LIKES, FROM), ((LIKES, MUSIC),))
    [row] = length_weights(sentence, 1.0, "dependent", "sentence")
    by_chunk = {(chunk.start, chunk.end): weight for chunk, weight in zip(sentence.chunks, row, strict=True)}
    assert by_chunk[0, 1] == 1.0
    assert by_chunk[1, 2] == 1.0
    wrong = next(chunk for chunk in sentence.chunks if chunk.start == 3)
    assert dependent_category(wrong, 0) is Category.WRONG
    assert by_chunk[3, 5] == pytest.approx(10 / (1 + 9 * 2.718281828459045))


def test_similarity_is_what_the_chunk_alone_brings():
    sentence = partition(SOURCE, (LIKES, Edit(5, 6, ("there",))), ((LIKES, MUSIC),))
    [row] = similarity_weights(SOURCE, sentence, shared_words)
    text, reference = " ".join(SOURCE), "She likes the music of here"
    before = shared_words((text, reference))
    weights = dict(zip([(chunk.start, chunk.end) for chunk in sentence.chunks], row, strict=True))
    assert weights[1, 2] == pytest.approx(shared_words((text.replace("like", "likes"), reference)) - before)
    assert weights[3, 4] == pytest.approx(shared_words((text.replace("musics", "music"), reference)) - before)
    assert weights[5, 6] < 0 < weights[1, 2]
    assert weights[0, 1] == 1.0


def test_every_reference_weighs_for_itself_and_unchanged_sentences_ask_nothing():
    both = partition(SOURCE, (LIKES,), ((LIKES,), (LOVES,)))
    kim, roy = similarity_weights(SOURCE, both, shared_words)
    assert kim[1] > roy[1]
    assert [row.pairs for row in similarity_rows(SOURCE, partition(SOURCE, (), ((), ())))] == [(), ()]


def test_without_a_reference_a_change_leads_away_from_the_source():
    alone = partition(SOURCE, (LIKES,), ())
    [row] = similarity_weights(SOURCE, alone, shared_words)
    assert row[1] < 0
    result = cleme2.evaluate([alone], weights=[(row,)])
    assert result.weights.fp_un == -row[1]


def test_vectors_weigh_what_was_made_or_else_what_was_missed():
    sentence = partition(SOURCE, (LIKES,), ((LOVES, Edit(5, 6, ("Here",))), (LIKES,)))
    edits = [chunk_edits(sentence, column) for column in (None, 0, 1)]
    assert edits == [(LIKES,), (LOVES, Edit(5, 6, ("Here",))), (LIKES,)]
    kim, roy = vector_weights(sentence, [[0.7], [0.9, 0.0], [0.7]], floor=0.1)
    assert [kim[1], kim[-1], roy[1], roy[-1]] == [0.7, 0.1, 0.7, 1.0]


def test_each_change_is_asked_of_in_its_sentence_and_what_was_left_as_the_reference_has_it():
    cut = partition(SOURCE, (LIKES, Edit(5, 6, ("there",))), ((LIKES, MUSIC), (LOVES,)))
    text = " ".join(SOURCE)
    first, second = [
        [(asked.sentence, asked.before, asked.after) for asked in row if asked] for row in question_rows(SOURCE, cut)
    ]
    assert first == [(text, "like", "likes"), (text, "musics", "music"), (text, "here", "there")]
    assert second == [(text, "like", "likes"), (text, "here", "there")]


def judged(hypothesis: tuple[Edit, ...], reference: tuple[Edit, ...], scores: dict[str, int]) -> cleme2.Cleme2Score:
    source = ("a", ".", "b", ".", "c", ".", "d")
    cut = partition(source, hypothesis, (reference,))
    return cleme2.evaluate(
        [cut], weights=[judged_weights(question_rows(source, cut), lambda asked: scores[asked.before])]
    )


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
    rows = question_rows(source, sentence)
    known = {asked: data.draw(st.integers(1, 5)) for row in rows for asked in row if asked}
    weights = judged_weights(rows, known.__getitem__)
    assert len(weights) == rows_of(sentence)
    for own, row in zip(weights, rows, strict=True):
        assert own == tuple(1.0 if asked is None else known[asked] for asked in row)
    for column, row in enumerate(rows):
        for chunk, asked in zip(sentence.chunks, row, strict=True):
            changed = chunk.hypothesis is not None or (sentence.references and chunk.references[column] is not None)
            assert (asked is not None) == bool(changed)
