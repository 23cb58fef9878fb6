"""GLEU and GREEN by gec-metrics: what is asked of it, and what comes back."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markscheme.metrics.ngrams import evaluate
from markscheme.metrics.settings import NgramSettings

pytest.importorskip("gec_metrics")

REPORT = Path(__file__).parents[2] / "examples/report"
METRICS = ["gleu", "green"]
OFFICIAL = {
    ("mei", 2): 0.6102069937968044,
    ("mei", 1): 0.63579969972384,
    ("pavel", 2): 0.42426819062373056,
    ("pavel", 1): 0.4513901275428145,
}
"""By the authors' script (jfleg/eval/gleu.py), run by Python 3, with both references and with the first alone."""


def lines(name: str) -> list[str]:
    return [" ".join(line.split()) for line in (REPORT / f"report.{name}").read_text("utf-8").splitlines()]


def score(metric: str, student: str, references: int = 2, level: str = "corpus", **options):
    sides = lines("src"), lines(f"hyp.{student}"), [lines(f"ref{number}") for number in range(references)]
    return evaluate(*sides, metric=metric, level=level, settings=NgramSettings(**options))


@pytest.mark.parametrize(("student", "references"), OFFICIAL)
def test_gleu_is_that_of_the_official_script(student: str, references: int):
    found = score("gleu", student, references, gleu="official").scores.score
    assert found == pytest.approx(OFFICIAL[student, references], abs=1e-12)


def test_the_formula_counts_repeated_n_grams_once_each():
    source, hypothesis, reference = ["the cat saw the dog"], ["the cat saw the dog"], ["a cat saw the dog"]
    sides = source, hypothesis, [reference]
    by_formula, officially = (
        evaluate(*sides, metric="gleu", settings=NgramSettings(longest=1, gleu=kind)).scores.score
        for kind in ("formula", "official")
    )
    assert by_formula == pytest.approx(3 / 5)
    assert officially == pytest.approx(4 / 5)


@pytest.mark.parametrize("metric", METRICS)
def test_the_same_files_have_the_same_score_whatever_random_numbers_were_drawn(metric: str):
    random.seed(1)
    first = score(metric, "mei", samples=20)
    after = random.random()
    random.seed(1)
    assert random.random() == after
    random.seed(2)
    assert score(metric, "mei", samples=20) == first


@pytest.mark.parametrize("metric", METRICS)
def test_the_reference_itself_is_perfect_and_the_source_is_not(metric: str):
    reference, source = lines("ref0"), lines("src")
    assert evaluate(source, reference, [reference], metric=metric).scores.score == pytest.approx(1.0)
    assert evaluate(source, source, [reference], metric=metric).scores.score < 1.0


def test_green_takes_each_sentences_best_reference_and_gleu_the_mean_of_all():
    whole, alone = (score("green", "mei", level="sentence", references=number) for number in (2, 1))
    assert {own.reference for own in whole.sentences} == {0, 1}
    for both, first in zip(whole.sentences, alone.sentences, strict=True):
        assert both.scores.score >= first.scores.score
        assert both.reference == 1 or both.scores == first.scores
    gleu = [score("gleu", "mei", level="sentence", references=number).sentences for number in (2, 1)]
    assert {own.reference for own in gleu[0]} == {None}
    assert gleu[0] != gleu[1]


def test_green_of_a_corpus_is_that_of_its_sentences_best_references():
    found = score("green", "pavel")
    references = [lines("ref0"), lines("ref1")]
    best = [references[own.reference][number] for number, own in enumerate(found.sentences)]
    alone = evaluate(lines("src"), lines("hyp.pavel"), [best], metric="green")
    assert alone.scores.score == pytest.approx(found.scores.score)


@pytest.mark.parametrize("metric", METRICS)
def test_the_sentence_level_is_the_mean_of_sentences(metric: str):
    found = score(metric, "pavel", level="sentence")
    own = [sentence.scores.score for sentence in found.sentences]
    assert found.scores.score == pytest.approx(sum(own) / len(own))
    assert score(metric, "pavel", samples=5).sentences == found.sentences


def test_beta_weighs_greens_recall():
    bold, timid = (score("green", "pavel", beta=beta).scores.score for beta in (2.0, 0.5))
    assert bold != timid


words = st.lists(st.sampled_from("abc"), max_size=5).map(" ".join)


@settings(max_examples=50)
@given(st.lists(st.tuples(words, words, words, words), min_size=1, max_size=3), st.sampled_from(METRICS))
def test_scores_stay_between_0_and_1_for_empty_sentences_too(rows: list, metric: str):
    source, hypothesis, *references = (list(column) for column in zip(*rows, strict=True))
    found = evaluate(source, hypothesis, references, metric=metric, settings=NgramSettings(samples=3))
    for own in (found, *found.sentences):
        assert 0.0 <= own.scores.score <= 1.0 + 1e-12


@pytest.mark.parametrize("sides", [([], [], [[]]), (["a"], ["a"], [])])
def test_without_a_sentence_or_a_reference_there_is_no_score(sides: tuple):
    with pytest.raises(ValueError, match="every sentence needs a reference"):
        evaluate(*sides, metric="gleu")
