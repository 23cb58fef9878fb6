"""GLEU and GREEN: n-grams counted and folded, beside gec-metrics's."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markscheme.metrics.base import ModelOutputs, Sentence
from markscheme.metrics.base import metric as find_metric
from markscheme.metrics.gleu import NgramScore

REPORT = Path(__file__).parents[2] / "examples/report"
METRICS = ["gleu", "green"]

words = st.lists(st.sampled_from("abc"), max_size=5).map(" ".join)
OFFICIAL = {
    ("mei", 2): 0.6102069937968044,
    ("mei", 1): 0.63579969972384,
    ("pavel", 2): 0.42426819062373056,
    ("pavel", 1): 0.4513901275428145,
}
"""By the authors' script (jfleg/eval/gleu.py), run by Python 3, with both references and with the first alone."""


def lines(name: str) -> list[str]:
    return [" ".join(line.split()) for line in (REPORT / f"report.{name}").read_text("utf-8").splitlines()]


def evaluate(
    sources: Sequence[str], hypotheses: Sequence[str], references: Sequence[Sequence[str]], metric: str, **options
) -> NgramScore:
    """The score of sentences whose tokens are parted by spaces."""
    chosen = find_metric(metric, **options)
    sides = zip(sources, hypotheses, *references, strict=True)
    tokens = ([tuple(text.split()) for text in row] for row in sides)
    sentences = (Sentence(source, hypothesis, tuple(others)) for source, hypothesis, *others in tokens)
    return chosen.fold(chosen.statistics(sentence, ModelOutputs()) for sentence in sentences)


def score(metric: str, student: str, references: int = 2, level: str = "corpus", **options):
    sides = lines("src"), lines(f"hyp.{student}"), [lines(f"ref{number}") for number in range(references)]
    return evaluate(*sides, metric=metric, level=level, **options)


@pytest.mark.parametrize(("student", "references"), OFFICIAL)
def test_gleu_is_that_of_the_official_script(student: str, references: int):
    found = score("gleu", student, references, counting="official").scores.score
    assert found == pytest.approx(OFFICIAL[student, references], abs=1e-12)


def test_the_formula_counts_repeated_n_grams_once_each():
    source, hypothesis, reference = ["the cat saw the dog"], ["the cat saw the dog"], ["a cat saw the dog"]
    sides = source, hypothesis, [reference]
    by_formula, officially = (
        evaluate(*sides, metric="gleu", longest=1, counting=kind).scores.score for kind in ("formula", "official")
    )
    assert by_formula == pytest.approx(3 / 5)
    assert officially == pytest.approx(4 / 5)


@pytest.mark.parametrize("metric", METRICS)
def test_the_same_files_have_the_same_score_whatever_random_numbers_were_drawn(metric: str):
    random.seed(1)
    options = {"samples": 20} if metric == "gleu" else {}
    first = score(metric, "mei", **options)
    after = random.random()
    random.seed(1)
    assert random.random() == after
    random.seed(2)
    assert score(metric, "mei", **options) == first


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


@pytest.fixture(scope="session")
def gec_metrics():
    return pytest.importorskip("gec_metrics")


corpora = st.lists(st.tuples(words, words, words, words), min_size=1, max_size=3)


@given(corpora, st.sampled_from([("gleu", {}), ("gleuofficial", {"counting": "official"}), ("green", {})]), st.data())
def test_numbers_are_those_of_gec_metrics(gec_metrics, rows: list, which: tuple, data: st.DataObject):
    name, options = which
    metric = name.removesuffix("official")
    if metric == "gleu":
        options = options | {"samples": data.draw(st.integers(1, 4))}
    kind = gec_metrics.get_metric(name)
    theirs = kind(kind.Config(**({"iter": options["samples"]} if metric == "gleu" else {})))
    source, hypothesis, *references = (list(column) for column in zip(*rows, strict=True))
    sides = source, hypothesis, references
    before = random.getstate()
    assert evaluate(*sides, metric=metric, **options).scores.score == theirs.score_corpus(*sides)
    ours = [own.scores.score for own in evaluate(*sides, metric=metric, **options).sentences]
    assert ours == theirs.score_sentence(*sides)
    random.setstate(before)


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
    assert score(metric, "pavel").sentences == found.sentences


def test_beta_weighs_greens_recall():
    bold, timid = (score("green", "pavel", beta=beta).scores.score for beta in (2.0, 0.5))
    assert bold != timid


@given(st.lists(st.tuples(words, words, words, words), min_size=1, max_size=3), st.sampled_from(METRICS))
def test_scores_stay_between_0_and_1_for_empty_sentences_too(rows: list, metric: str):
    source, hypothesis, *references = (list(column) for column in zip(*rows, strict=True))
    found = evaluate(source, hypothesis, references, metric=metric, **({"samples": 3} if metric == "gleu" else {}))
    for own in (found, *found.sentences):
        assert 0.0 <= own.scores.score <= 1.0 + 1e-12


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("sides", [([], [], [[]]), (["a"], ["a"], [])])
def test_without_a_sentence_or_a_reference_there_is_no_score(sides: tuple, metric: str):
    with pytest.raises(ValueError, match="every sentence needs a reference"):
        evaluate(*sides, metric=metric)
