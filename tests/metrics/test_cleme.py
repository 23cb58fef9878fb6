"""CLEME: precision, recall, F and accuracy over chunks."""

from typing import Any

import pytest

from markscheme.edits.edit import Chunk, Partition
from markscheme.metrics.cleme2 import Cleme, ClemeScore, ClemeScores, Tally, cleme_scores


def sentence(*columns: tuple[tuple[str, ...] | None, ...]) -> Partition:
    """Chunks written as (hypothesis, reference, reference ...)."""
    chunks = (Chunk(start, start + 1, own, tuple(others)) for start, (own, *others) in enumerate(columns))
    return Partition(tuple(chunks), tuple(range(len(columns[0]) - 1)))


def evaluate(sentences: list[Partition], **settings: Any) -> ClemeScore:
    return Cleme(weighting="none", **settings).evaluate(sentences)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (Tally(), ClemeScores(1.0, 1.0, 1.0, 0.0)),
        (Tally(tn=3), ClemeScores(1.0, 1.0, 1.0, 1.0)),
        (Tally(fn=2, tn=2), ClemeScores(1.0, 0.0, 0.0, 0.5)),
        (Tally(tp=1, fp=3, fn=1, tn=3), ClemeScores(0.25, 0.5, 0.2777777777777778, 0.5)),
    ],
)
def test_scores_of_a_tally(own: Tally, expected: ClemeScores):
    assert cleme_scores(own) == expected


def test_wrong_and_over_corrections_are_false_positives():
    own = evaluate([sentence((("a",), ("b",)), (("a",), None), (("a",), ("a",)), (None, ("a",)), (None, None))])
    assert own.counts == Tally(tp=1, fp=2, fn=1, tn=1)


def test_the_best_reference_of_a_sentence_is_the_one_with_the_best_f():
    own = evaluate([sentence((("a",), ("b",), ("a",)), (None, None, ("c",)))], level="sentence")
    assert [part.reference for part in own.sentences] == [1]
    assert own.counts == Tally(tp=1, fn=1)


def test_under_independence_any_reference_makes_a_hit():
    own = evaluate([sentence((("a",), ("b",), ("a",)), (None, None, ("c",)))], assumption="independent")
    assert own.counts == Tally(tp=1, tn=1)
    assert own.sentences[0].reference is None


def test_no_sentence_is_no_score():
    with pytest.raises(ValueError, match="no sentence"):
        evaluate([])
