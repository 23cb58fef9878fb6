"""CLEME2.0: categories, counts, and which reference a sentence is held against."""

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.edits.edit import Chunk, Partition
from markscheme.metrics.base import Category, dependent_category, independent_category
from markscheme.metrics.cleme2 import Cleme2, Cleme2Score, Counts, Factors, Scores, scores_of

HIT, WRONG, UNDER, OVER = Category.HIT, Category.WRONG, Category.UNDER, Category.OVER
GOES, WENT = ("goes",), ("went",)
ROUNDING = 1e-12

texts = st.none() | st.sampled_from([(), ("a",), ("b",), ("a", "b")])
assumptions = st.sampled_from(["dependent", "independent"])
levels = st.sampled_from(["corpus", "sentence"])
counts = st.builds(Counts, *[st.integers(0, 5)] * 5)


@st.composite
def partitions(draw: st.DrawFn, min_references: int = 0) -> Partition:
    references = draw(st.integers(min_references, 3))
    columns = draw(st.lists(st.tuples(*[texts] * (references + 1)), max_size=6))
    chunks = (Chunk(start, start + 1, own, tuple(others)) for start, (own, *others) in enumerate(columns))
    return Partition(tuple(chunks), tuple(range(references)))


@st.composite
def perfect(draw: st.DrawFn) -> Partition:
    """A sentence whose hypothesis is one of its references."""
    sentence = draw(partitions(min_references=1))
    own = draw(st.sampled_from(sentence.references))
    chunks = (attrs.evolve(chunk, hypothesis=chunk.references[own]) for chunk in sentence.chunks)
    return attrs.evolve(sentence, chunks=tuple(chunks))


def sentence(*columns: tuple[tuple[str, ...] | None, ...]) -> Partition:
    """Chunks written as (hypothesis, reference, reference ...)."""
    chunks = (Chunk(start, start + 1, own, tuple(others)) for start, (own, *others) in enumerate(columns))
    return Partition(tuple(chunks), tuple(range(len(columns[0]) - 1)))


def evaluate(sentences: list[Partition], **settings: Any) -> Cleme2Score:
    return Cleme2(**settings).evaluate(sentences)


@pytest.mark.parametrize(
    ("own", "references", "dependent", "independent"),
    [
        (None, (None, None), (None, None), None),
        (None, (GOES, None), (UNDER, None), None),
        (None, (GOES, WENT), (UNDER, UNDER), UNDER),
        (GOES, (None, None), (OVER, OVER), OVER),
        (GOES, (GOES, None), (HIT, OVER), HIT),
        (GOES, (GOES, WENT), (HIT, WRONG), HIT),
        (GOES, (WENT, None), (WRONG, OVER), WRONG),
        (GOES, (WENT, WENT), (WRONG, WRONG), WRONG),
        ((), ((), GOES), (HIT, WRONG), HIT),
        (None, (), (), None),
        (GOES, (), (), OVER),
    ],
)
def test_what_a_chunk_is(
    own: tuple[str, ...] | None,
    references: tuple[tuple[str, ...] | None, ...],
    dependent: tuple[Category | None, ...],
    independent: Category | None,
):
    chunk = Chunk(1, 2, own, references)
    assert tuple(dependent_category(chunk, index) for index in range(len(references))) == dependent
    assert independent_category(chunk) is independent


@given(counts)
def test_scores_are_bounded(own: Counts):
    scores = scores_of(own)
    assert all(0.0 <= value <= 1.0 for value in attrs.astuple(scores)[:4])
    assert -ROUNDING <= scores.score <= 1.0 + ROUNDING
    due = own.tp + own.fp_ne + own.fn
    assert scores.hit + scores.wrong + scores.under == pytest.approx(1.0 if due else 0.0)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (Counts(), (0.0, 0.0, 0.0, 0.0, 0.5)),
        (Counts(tn=7), (0.0, 0.0, 0.0, 0.0, 0.5)),
        (Counts(fn=3), (0.0, 0.0, 1.0, 0.0, 0.45)),
        (Counts(tp=3), (1.0, 0.0, 0.0, 0.0, 1.0)),
        (Counts(fp_ne=3), (0.0, 1.0, 0.0, 0.0, 0.1)),
        (Counts(fp_un=3), (0.0, 0.0, 0.0, 1.0, 0.45)),
        (Counts(tp=1, fp_ne=1, fp_un=2, fn=2), (0.25, 0.25, 0.5, 0.5, 0.475)),
    ],
)
def test_scores_of_counts(own: Counts, expected: tuple[float, ...]):
    assert attrs.astuple(scores_of(own)) == pytest.approx(expected)


def test_each_factor_weighs_its_own_score():
    own = Counts(tp=1, fp_ne=1, fp_un=2, fn=2)
    weights = [Factors(1, 0, 0, 0), Factors(0, 1, 0, 0), Factors(0, 0, 1, 0), Factors(0, 0, 0, 1)]
    assert [scores_of(own, factors).score for factors in weights] == [0.25, 0.75, 0.5, 0.5]


@given(st.lists(partitions(), min_size=1, max_size=4), assumptions, levels)
def test_every_score_is_bounded(given_sentences: list[Partition], assumption: str, level: str):
    result = evaluate(given_sentences, assumption=assumption, level=level)
    for scores in (result.scores, *(own.scores for own in result.sentences)):
        assert all(-ROUNDING <= value <= 1.0 + ROUNDING for value in attrs.astuple(scores))


@given(st.lists(partitions(), min_size=1, max_size=4), assumptions, levels)
def test_counts_add_up(given_sentences: list[Partition], assumption: str, level: str):
    result = evaluate(given_sentences, assumption=assumption, level=level)
    assert sum((own.counts for own in result.sentences), Counts()) == result.counts
    for given_sentence, own in zip(given_sentences, result.sentences, strict=True):
        assert sum(attrs.astuple(own.counts)) == len(given_sentence.chunks)
        assert own.scores == scores_of(own.counts)
    if level == "corpus":
        assert result.scores == scores_of(result.counts)
    else:
        rows = [attrs.astuple(own.scores) for own in result.sentences]
        means = [sum(column) / len(column) for column in zip(*rows, strict=True)]
        assert attrs.astuple(result.scores) == pytest.approx(means)


@given(st.lists(perfect(), min_size=1, max_size=4), assumptions, levels)
def test_a_hypothesis_that_is_a_reference_hits_and_nothing_else(
    given_sentences: list[Partition], assumption: str, level: str
):
    result = evaluate(given_sentences, assumption=assumption, level=level)
    for scores, own in [(result.scores, result.counts), *((s.scores, s.counts) for s in result.sentences)]:
        assert (own.fp_ne, own.fp_un, own.fn) == (0, 0, 0)
        assert (scores.wrong, scores.under, scores.over) == (0.0, 0.0, 0.0)
        if own is not result.counts or level == "corpus":
            assert scores.hit == float(own.tp > 0)


@given(st.lists(partitions(min_references=1), min_size=1, max_size=4))
def test_independence_never_hits_less_and_never_misses_more_than_any_reference(given_sentences: list[Partition]):
    result = evaluate(given_sentences, assumption="independent")
    for given_sentence, own in zip(given_sentences, result.sentences, strict=True):
        for index in range(len(given_sentence.references)):
            categories = [dependent_category(chunk, index) for chunk in given_sentence.chunks]
            assert own.counts.tp >= categories.count(HIT)
            assert own.counts.fn <= categories.count(UNDER)
            assert own.counts.fp_un <= categories.count(OVER)


@given(st.lists(partitions(min_references=1), min_size=1, max_size=4), levels)
def test_the_reference_chosen_has_the_best_score(given_sentences: list[Partition], level: str):
    result = evaluate(given_sentences, level=level)
    running = Counts()
    for given_sentence, own in zip(given_sentences, result.sentences, strict=True):
        scores = []
        for index in range(len(given_sentence.references)):
            categories = [dependent_category(chunk, index) for chunk in given_sentence.chunks]
            counted = Counts(*(categories.count(category) for category in (HIT, WRONG, OVER, UNDER, None)))
            scores.append(scores_of(running + counted if level == "corpus" else counted).score)
        assert own.reference is not None
        assert scores[own.reference] == max(scores)
        running = running + own.counts


def test_at_corpus_level_the_sentences_before_decide():
    """One change too many is the lesser fault alone; after many misses, a wrong correction is."""
    missed, last = sentence((None, GOES)), sentence((GOES, None, WENT))
    for level, references in {"corpus": (0, 1), "sentence": (0, 0)}.items():
        alone, after = evaluate([last], level=level), evaluate([missed] * 10 + [last], level=level)
        assert (alone.sentences[-1].reference, after.sentences[-1].reference) == references


@pytest.mark.parametrize("level", ["corpus", "sentence"])
def test_ties_go_to_more_hits_then_to_fewer_misses(level: str):
    weightless = Factors(0, 0, 0, 0)
    more_hits = sentence((GOES, WENT, GOES), (None, None, GOES))
    fewer_misses = sentence((None, GOES, None), (GOES, GOES, GOES))
    result = evaluate([more_hits, fewer_misses], factors=weightless, level=level)
    assert [own.reference for own in result.sentences] == [1, 1]


def test_equal_references_give_the_first():
    equal = sentence((GOES, WENT, WENT), (None, None, None))
    for level in ("corpus", "sentence"):
        assert evaluate([equal], level=level).sentences[0].reference == 0


def test_a_reference_is_named_by_its_index_among_those_given():
    cut = Partition((Chunk(0, 1, GOES, (WENT, GOES)),), (1, 4))
    assert evaluate([cut]).sentences[0].reference == 4


def test_under_independence_no_reference_is_chosen():
    assert evaluate([sentence((GOES, GOES))], assumption="independent").sentences[0].reference is None


def test_without_references_every_change_is_one_too_many():
    cut = Partition((Chunk(0, 1, GOES, ()), Chunk(1, 2, None, ())), ())
    for assumption in ("dependent", "independent"):
        own = evaluate([cut], assumption=assumption).sentences[0]
        assert (own.reference, own.counts) == (None, Counts(fp_un=1, tn=1))


def test_the_sentence_level_is_the_mean_of_sentences():
    hit, missed = sentence((GOES, GOES)), sentence((None, GOES))
    result = evaluate([hit, missed, missed], level="sentence")
    assert result.counts == Counts(tp=1, fn=2)
    assert result.scores == Scores(*(pytest.approx(value) for value in (1 / 3, 0.0, 2 / 3, 0.0, (1 + 0.9) / 3)))


def test_nothing_can_not_be_scored():
    with pytest.raises(ValueError, match="no sentence"):
        evaluate([])
