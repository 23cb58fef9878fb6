"""Weights and CLEME beside the official ones: BERTScore's package, CLEME's published run, CLEME2.0's Table 3."""

from pathlib import Path

import pytest

import markscheme
from markscheme import EngineSettings
from markscheme.inference.encoder import Encoder, find_encoder, similarities
from markscheme.inference.settings import EncoderSettings
from markscheme.metrics.base import Category

HIT, WRONG, UNDER, OVER = Category.HIT, Category.WRONG, Category.UNDER, Category.OVER


@pytest.mark.parametrize("layer", [1, 5])
def test_similarity_is_the_bert_score_packages(data: Path, layer: int, thorough: bool):
    bert_score = pytest.importorskip("bert_score")
    lines = (data / "conll14/conll14.errant").read_text("utf-8").splitlines()
    sources = [line[2:] for line in lines if line.startswith("S ")]
    texts = [line.rstrip() for line in (data / "gjg15/official_submissions/CAMB").read_text("utf-8").splitlines()]
    pairs = [(text, source) for text, source in zip(texts, sources, strict=True) if text and text != source]
    assert len(pairs) > 200
    pairs = pairs[:200] if thorough else pairs[:200:8]
    settings = EncoderSettings(device="cpu")
    own = Encoder(settings)
    found = similarities(pairs, lambda asked: own.token_states(asked, layer))
    official = bert_score.BERTScorer(find_encoder(settings).location, num_layers=layer, device="cpu")
    _, _, expected = official.score([text for text, _ in pairs], [source for _, source in pairs])
    assert found == pytest.approx(expected.tolist(), abs=1e-4)


def test_cleme_is_the_published_run(data: Path, engine_settings: EngineSettings):
    folder = data / "conll14"
    [run] = (
        markscheme.Corpus.read({"AMU": folder / "conll14-AMU.errant"}, [folder / "conll14.errant"])
        .score("cleme", work=markscheme.Work(engine=engine_settings))
        .runs
    )
    weights, scores = run.result.weights, run.result.scores
    assert [round(number, 2) for number in (weights.tp, weights.fp, weights.fn, weights.tn)] == [
        313.51, 871.80, 1181.71, 6312.0,
    ]  # fmt: skip
    assert [round(number, 4) for number in (scores.f, scores.accuracy, scores.precision, scores.recall)] == [
        0.2514, 0.7634, 0.2645, 0.2097,
    ]  # fmt: skip


def test_the_case_studies_have_their_categories_and_most_of_their_order(
    data: Path, tmp_path: Path, engine_settings: EngineSettings
):
    for side in ("src", "hyp", "ref0"):
        (tmp_path / f"case.{side}").write_bytes((data / f"cases/table3.{side}").read_bytes())
    settings = markscheme.MarkSettings(weighting="similarity")
    [document] = markscheme.review(
        [tmp_path / "case.hyp"], settings=markscheme.ReviewSettings(settings), work=markscheme.Work(engine_settings)
    ).documents
    first = [item for item in document.review.chunks if item.passage == 0]
    second = [item for item in document.review.chunks if item.passage == 1]
    assert [item.category for item in first] == [UNDER, WRONG, WRONG]
    assert [item.category for item in second] == [WRONG, HIT, OVER, OVER]
    one, three, five = (item.weight for item in first)
    two, four, six, eight = (item.weight for item in second)
    assert five > max(one, three)
    assert two > max(six, eight)
    assert min(six, eight) > four
    assert [item.difference > 0 for item in (*first, *second)] == [True, True, True, True, True, False, False]
