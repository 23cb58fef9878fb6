"""Estimators with a detector of wrong tokens, their calibration, and folders of earlier versions."""

import hashlib
import json
import math
from pathlib import Path

import attrs
import pytest
import torch
from safetensors.torch import save

from inference.estimators.tiny import write_encoder
from markscheme.inference.encoder import Encoder, find_encoder
from markscheme.inference.estimator import (
    CONFIGURATION,
    WEIGHTS,
    EstimatorConfiguration,
    QualityEstimator,
    configuration_file,
    read_configuration,
)
from markscheme.inference.estimator_training import DetectingScorer, Scorer
from markscheme.inference.settings import EncoderSettings
from markscheme.metrics.impara import Calibration

SHORT, LONG = "a cat .", "the old dog sees a small bird in the quick garden ."
CALIBRATION = Calibration(-0.5, 0.25)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> EncoderSettings:
    return EncoderSettings(
        str(write_encoder(tmp_path_factory.mktemp("encoders") / "tiny")), pooling="cls", device="cpu"
    )


def with_random_detector(encoder: EncoderSettings) -> DetectingScorer:
    scorer = DetectingScorer(Encoder(encoder), rank=2, seed=1).eval()
    with torch.no_grad():
        scorer.detector.copy_(torch.randn(scorer.detector.shape, generator=torch.Generator().manual_seed(2)))
    return scorer


def write_estimator(folder: Path, encoder: EncoderSettings, scorer: Scorer, detects: bool) -> EstimatorConfiguration:
    weights = save({name: value.detach().half().contiguous() for name, value in scorer.trained().items()})
    configuration = EstimatorConfiguration(
        encoder.name,
        find_encoder(encoder).revision,
        2,
        hashlib.sha256(weights).hexdigest(),
        "made by a test",
        {},
        detects=detects,
        calibration=CALIBRATION,
    )
    folder.mkdir()
    (folder / WEIGHTS).write_bytes(weights)
    (folder / CONFIGURATION).write_bytes(configuration_file(configuration))
    return configuration


def test_a_detector_adds_its_share_of_the_log_probability_that_no_token_is_wrong(encoder: EncoderSettings):
    scorer = with_random_detector(encoder)
    [ids] = scorer.tokens([LONG])
    batch = {"input_ids": torch.tensor([ids]), "attention_mask": torch.ones(1, len(ids), dtype=torch.long)}
    with torch.no_grad():
        reading = scorer.reading(batch)
        [estimate] = scorer([ids]).tolist()
    inner = [math.log(1 - 1 / (1 + math.exp(-odds))) for odds in reading.wrong[0, 1:-1].tolist()]
    assert reading.right.item() == pytest.approx(sum(inner), abs=1e-4)
    assert estimate == pytest.approx(reading.whole.item() + 0.5 * sum(inner), abs=1e-4)


def test_padding_changes_no_estimate_with_a_detector(encoder: EncoderSettings):
    scorer = with_random_detector(encoder)
    short, long = scorer.tokens([SHORT, LONG])
    with torch.no_grad():
        assert scorer([short, long])[0].item() == pytest.approx(scorer([short])[0].item(), abs=1e-5)


def test_an_estimator_with_a_detector_is_loaded_as_it_was_written(tmp_path: Path, encoder: EncoderSettings):
    scorer = with_random_detector(encoder)
    configuration = write_estimator(tmp_path / "own", encoder, scorer, detects=True)
    assert read_configuration(tmp_path / "own") == configuration
    with torch.no_grad():
        wanted = scorer(scorer.tokens([SHORT, LONG])).tolist()
    assert QualityEstimator(tmp_path / "own", "cpu").estimates([SHORT, LONG]).tolist() == pytest.approx(
        wanted, abs=0.02
    )


def test_a_folder_of_an_earlier_version_has_neither_detector_nor_calibration(tmp_path: Path, encoder: EncoderSettings):
    written = write_estimator(tmp_path / "own", encoder, Scorer(Encoder(encoder), rank=2, seed=1), detects=False)
    path = tmp_path / "own" / CONFIGURATION
    content = json.loads(path.read_text())
    del content["detects"], content["calibration"]
    path.write_text(json.dumps(content))
    assert read_configuration(tmp_path / "own") == attrs.evolve(written, detects=False, calibration=None)
    assert len(QualityEstimator(tmp_path / "own", "cpu").estimates([SHORT])) == 1


def test_a_calibration_rises_with_the_gain_and_stays_a_probability():
    values = [CALIBRATION.probability(gain) for gain in (-1e6, -1.0, 0.0, 2.0, 1e6)]
    assert values == sorted(values)
    assert (values[0], values[3], values[-1]) == (0.0, 0.5, 1.0)
    assert values[2] == pytest.approx(1 / (1 + math.exp(0.5)))
