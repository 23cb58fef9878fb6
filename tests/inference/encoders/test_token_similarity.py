"""BERTScore's F1 by the bundled encoder: bounded, the same in any batch, and kept."""

from pathlib import Path

import numpy as np
import pytest

from markscheme.inference import encoder as encoder_module
from markscheme.inference import memo
from markscheme.inference.encoder import Encoder, EncoderError, in_groups, similarities, token_layer
from markscheme.inference.models import Models
from markscheme.inference.settings import EncoderSettings, EngineSettings

REFERENCE = "He has been looking for his brother's keys since this morning ."
TEXTS = ["He look for the key of his brother since this morning .", "It rains .", "", REFERENCE, "It rains . " * 30]
PAIRS = [(text, other) for text in TEXTS for other in (REFERENCE, "It rains .")]
LAYER = 5


@pytest.fixture(scope="module")
def bundled() -> Encoder:
    return Encoder(EncoderSettings(device="cpu"))


def test_it_is_1_for_the_same_text_0_for_none_and_between_for_others(bundled: Encoder):
    found = dict(zip(PAIRS, similarities(PAIRS, lambda texts: bundled.token_states(texts, LAYER)), strict=True))
    assert found[REFERENCE, REFERENCE] == pytest.approx(1.0)
    assert found["", REFERENCE] == 0.0
    others = [value for (text, reference), value in found.items() if text and text != reference]
    assert others
    assert all(0.0 < value < 1.0 for value in others)


def test_batches_change_no_state(bundled: Encoder, monkeypatch: pytest.MonkeyPatch):
    together = bundled.token_states(TEXTS, LAYER)
    monkeypatch.setitem(encoder_module.BATCH_TOKENS, "cpu", 1)
    for text, own in zip(TEXTS, together, strict=True):
        [alone] = bundled.token_states([text], LAYER)
        assert alone.content.tolist() == own.content.tolist()
        np.testing.assert_allclose(alone.states, own.states, atol=1e-5)


def test_what_was_compared_is_known_again_without_the_encoder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    settings = EngineSettings(cache=str(tmp_path / "cache.sqlite"), encoder=EncoderSettings(device="cpu"))
    monkeypatch.setattr(memo, "BATCH_SIZE", 3)
    found = Models(settings).similarities(PAIRS)
    again = Models(settings)
    assert again.similarities(PAIRS[::-1]) == found
    assert again.loaded_encoder is None
    other = EngineSettings(cache=settings.cache, encoder=EncoderSettings(device="cpu", layer=1))
    assert Models(other).similarities(PAIRS[:1]) != {PAIRS[0]: found[PAIRS[0]]}


def test_the_layer_is_the_one_asked_for_and_must_be_there():
    assert token_layer(EncoderSettings(layer=0)) == 0
    assert token_layer(EncoderSettings()) == LAYER
    with pytest.raises(EncoderError, match="the layers 0 to 6, and no layer 7"):
        token_layer(EncoderSettings(layer=7))


def test_pairs_that_share_a_text_stand_side_by_side_short_texts_first():
    long = [("a long text", "its reference"), ("another long text", "its reference")]
    short = [("a", "b"), ("c", "b"), ("c", "d")]
    mixed = [long[0], short[0], short[2], long[1], short[1]]
    assert in_groups(mixed) == [short[0], short[2], short[1], *long]
    assert in_groups([]) == []
