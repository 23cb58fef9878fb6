"""What every metric promises: statistics that are plain values, and a fold that reads them in order."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import attrs
import numpy as np
import pytest

from markscheme.documents.m2_lines import View
from markscheme.edits.edit import Edit, PassageEdits, apply_edits
from markscheme.errors import RegistryError
from markscheme.metrics.base import (
    METRICS,
    Metric,
    ModelInputs,
    ModelOutputs,
    Need,
    RunningMean,
    Sentence,
    metric,
    metric_with,
)
from markscheme.metrics.errant import Errant
from markscheme.metrics.overlap import OverlapStatistics, Scores

SOURCE = ("She", "like", "the", "musics", "of", "here")
LIKES, LOVES = Edit(1, 2, ("likes",)), Edit(1, 2, ("loves",))
MUSIC, HERE = Edit(3, 4, ("music",)), Edit(5, 6, ("there",))
SIDES = [((LIKES, HERE), ((LIKES, MUSIC), (LOVES,))), ((), ((MUSIC,), ())), ((LOVES, MUSIC), ((LOVES,), (LIKES,)))]

WEIGHTINGS = ("none", "length", "similarity", "vector", "llm")
METRICS_WITH_SETTINGS = [
    *({"metric": name} for name in METRICS.built_in if name not in ("cleme", "cleme2")),
    *(
        {"metric": name, "weighting": weighting, "assumption": assumption}
        for name, weighting, assumption in product(("cleme", "cleme2"), WEIGHTINGS, ("dependent", "independent"))
    ),
]


@pytest.fixture
def sentences() -> list[Sentence]:
    return [
        Sentence(
            SOURCE,
            apply_edits(SOURCE, hypothesis),
            tuple(apply_edits(SOURCE, reference) for reference in references),
            PassageEdits(SOURCE, hypothesis, references),
        )
        for hypothesis, references in SIDES
    ]


def outputs(inputs: ModelInputs) -> ModelOutputs:
    """Numbers made of the inputs' lengths, as if models had computed them."""

    def vector(text: str) -> np.ndarray:
        return np.array([len(text), text.count("s"), 1.0], dtype=np.float32)

    return ModelOutputs(
        {
            item: np.array([vector(" ".join(edit.replacement)) for edit in item.edits], dtype=np.float32).reshape(-1, 3)
            for item in inputs.corrections
        },
        {pair: 1 / (1 + abs(len(pair[0]) - len(pair[1]))) for pair in inputs.similarities},
        {question: 1 + len(question.edit) % 5 for question in inputs.questions},
        {text: len(text) / 10 for text in inputs.estimates},
        {text: vector(text) for text in inputs.texts},
    )


def statistics(chosen: Metric[Any], sentences: list[Sentence]) -> list[Any]:
    return [chosen.statistics(sentence, outputs(chosen.inputs(sentence))) for sentence in sentences]


@pytest.fixture(params=METRICS_WITH_SETTINGS, ids=lambda settings: "-".join(settings.values()))
def chosen(request: pytest.FixtureRequest) -> Metric[Any]:
    name, *settings = request.param.items()
    return metric(name[1], **dict(settings))


@pytest.mark.parametrize("level", ["corpus", "sentence"])
def test_statistics_mean_the_same_as_json(chosen: Metric[Any], sentences: list[Sentence], level: str):
    chosen = attrs.evolve(chosen, level=level)
    values = statistics(chosen, sentences)
    assert chosen.fold(json.loads(json.dumps(values))) == chosen.fold(values)


def test_a_fold_reads_a_stream_and_keeps_no_sentence_unless_asked(chosen: Metric[Any], sentences: list[Sentence]):
    values = statistics(chosen, sentences)
    whole = chosen.fold(values)
    streamed = chosen.fold(iter(values), keep_sentences=False)
    assert (whole.sentence_count, len(whole.sentences)) == (3, 3)
    assert streamed == attrs.evolve(whole, sentences=())


def test_a_metric_computes_with_what_it_said_that_it_needs(chosen: Metric[Any], sentences: list[Sentence]):
    inputs = chosen.inputs(sentences[0])
    assert bool(inputs.corrections or inputs.texts) == (Need.VECTORS in chosen.needs)
    assert bool(inputs.similarities) == (Need.SIMILARITIES in chosen.needs)
    assert bool(inputs.questions) == (Need.JUDGE in chosen.needs)
    assert bool(inputs.estimates) == (Need.ESTIMATOR in chosen.needs)
    if not chosen.needs & {Need.EDITS, Need.CHUNKS}:
        statistics(chosen, [attrs.evolve(sentences[0], passage=None)])


def test_nothing_can_not_be_scored(chosen: Metric[Any]):
    with pytest.raises(ValueError, match="sentence"):
        chosen.fold([])


def test_edits_that_were_not_asked_for_are_missed_with_a_clear_message(sentences: list[Sentence]):
    with pytest.raises(ValueError, match="name 'edits' or 'chunks' in its needs"):
        _ = attrs.evolve(sentences[0], passage=None).chunks


def test_settings_are_checked_by_name():
    assert metric("credit", tau=1.0).tau == 1.0
    assert metric_with("errant", {"tau": 1.0, "beta": None}) == metric("errant")
    with pytest.raises(ValueError, match=r"errant has no setting 'tau'. Its settings are level, beta"):
        metric("errant", tau=1.0)
    with pytest.raises(RegistryError, match="no metric 'bleu'"):
        metric("bleu")


def test_a_running_mean_is_field_by_field():
    mean: RunningMean[Scores] = RunningMean()
    for scores in _scores():
        mean.add(scores)
    assert mean.value() == Scores(0.5, 0.25, 0.75)


def _scores() -> Iterator[Scores]:
    yield Scores(0.0, 0.5, 1.0)
    yield Scores(1.0, 0.0, 0.5)


def test_a_metric_with_statistics_of_its_own_reads_whole_sentences():
    class Own(Errant):
        def statistics(self, sentence: Sentence, outputs: ModelOutputs) -> OverlapStatistics:
            return ()

    assert Errant().view is View.WORDS
    assert Own().view is None
