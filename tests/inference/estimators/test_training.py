"""Training: repeatable, and resumed after a kill to the very same weights."""

import importlib.util
import multiprocessing
import random
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from inference.estimators.one_thread import in_one_thread
from inference.estimators.tiny import write_data, write_encoder
from markscheme import DocumentError, Work
from markscheme.inference.encoder import Encoder
from markscheme.inference.estimator import CONFIGURATION, WEIGHTS, QualityEstimator, read_configuration
from markscheme.inference.estimator_training import CHECKPOINT, Scorer
from markscheme.inference.settings import EncoderSettings
from markscheme.inference.supervision import Instance, batches, read_supervision, split
from markscheme.progress import Cancelled
from markscheme.training import TrainingSettings, train_estimator

if "forkserver" not in multiprocessing.get_all_start_methods():
    pytest.skip("this system has no forkserver", allow_module_level=True)
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(
    [
        "markscheme.inference.estimator_training",
        "torch._dynamo",
        "transformers.models.bert.modeling_bert",
        "markscheme.api",
    ]
)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_encoder(tmp_path_factory.mktemp("tiny") / "encoder")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_data(tmp_path_factory.mktemp("data") / "supervision.jsonl")


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> Iterator[None]:
    """Tiny matrices are not worth sharing out."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def settings(encoder: Path, **changed: object) -> TrainingSettings:
    usual: dict[str, object] = {"epochs": 3, "batch": 8, "learning_rate": 1e-3, "checkpoint_every": 3}
    return TrainingSettings(EncoderSettings(str(encoder), device="cpu"), **(usual | changed))


def ran(data: Path, folder: Path, own: TrainingSettings, *killed_at: object) -> int | None:
    """Train in a process of its own, and return its exit code."""
    process = PROCESSES.Process(target=in_one_thread, args=(data, folder, own, *killed_at))
    process.start()
    process.join()
    return process.exitcode


@pytest.mark.thorough
def test_a_run_killed_again_and_again_ends_in_the_weights_of_an_unbroken_one(
    tmp_path: Path, encoder: Path, data: Path, thorough: bool
):
    """After a checkpoint is in its place; before that and at a step too, at ten moments, in a thorough run.

    The process kills itself, so that it is at that moment however fast or busy the machine is.
    """
    own = settings(encoder, rank=4, epochs=8 if thorough else 2)
    generator = random.Random(1)
    kills = [("after", 2)]
    if thorough:
        kills += [("before", 2), ("step", 5)]
        kills += [(generator.choice(["step", "before", "after"]), generator.randint(1, 4)) for _ in range(7)]
    broken = tmp_path / "broken"
    assert ran(data, tmp_path / "unbroken", own) == 0
    for moment, count in kills:
        assert ran(data, broken, own, moment, count) == -signal.SIGKILL
        assert (broken / CHECKPOINT).exists()
    assert ran(data, broken, own) == 0
    for name in (WEIGHTS, CONFIGURATION, "README.md", "report.html"):
        assert (broken / name).read_bytes() == (tmp_path / "unbroken" / name).read_bytes()
    assert not (broken / CHECKPOINT).exists()
    assert not list(broken.glob(f".{CHECKPOINT}*"))


def test_the_card_and_the_report_have_the_figures_and_the_curves(tmp_path: Path, encoder: Path):
    pytest.importorskip("matplotlib")
    data = write_data(tmp_path / "supervision.jsonl", signature="made by a<b")
    own = train_estimator(data, tmp_path / "own", settings=settings(encoder, rank=4, epochs=2))
    files = {path.name: path.read_bytes() for path in (tmp_path / "own").iterdir() if path.is_file()}
    card, page = files["README.md"].decode(), files["report.html"].decode()
    figures = own.figures
    for name in ("validation", "test"):
        assert f"{figures[f'{name}_accuracy']:.1%}".replace("%", " %") in card
    for part in ("rank 4", "144 instances", "made by a<b"):
        assert part in card
    assert "made by a&lt;b" in page
    assert "a<b" not in page
    [best] = re.findall(r'<tr class="best">(.*?)</tr>', page)
    kept, training, validation, accuracy = re.findall(r"<td>(.*?)</td>", best)
    assert (kept, validation) == (str(int(figures["epoch"])), f"{figures['validation_loss']:.4f}")
    assert accuracy == f"{figures['validation_accuracy']:.2%}".replace("%", " %")
    assert float(training) > 0
    assert card.endswith("\n")
    assert files["curves.png"].startswith(b"\x89PNG")
    assert b"data:image/png;base64," in files["report.html"]


def test_without_matplotlib_the_report_says_what_to_install(
    tmp_path: Path, encoder: Path, data: Path, monkeypatch: pytest.MonkeyPatch
):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name, *more: None if name == "matplotlib" else find(name, *more)
    )
    train_estimator(data, tmp_path / "own", settings=settings(encoder, epochs=1))
    assert not (tmp_path / "own" / "curves.png").exists()
    assert b"markscheme[train]" in (tmp_path / "own" / "report.html").read_bytes()


def test_the_same_seed_gives_the_same_weights_and_another_does_not(tmp_path: Path, encoder: Path, data: Path):
    def weights(name: str, seed: int) -> bytes:
        train_estimator(data, tmp_path / name, settings=settings(encoder, seed=seed, epochs=1))
        return (tmp_path / name / WEIGHTS).read_bytes()

    state = torch.get_rng_state()
    first = weights("first", 1)
    assert torch.equal(torch.get_rng_state(), state)
    torch.manual_seed(99)
    assert weights("again", 1) == first
    assert weights("other", 2) != first


def test_a_broken_off_run_can_go_on_with_fewer_epochs_but_not_with_fewer_than_it_has(
    tmp_path: Path, encoder: Path, data: Path
):
    def broken_off(stage: str, done: int, total: int) -> None:
        if done > 5 * total / 6:
            raise Cancelled

    with pytest.raises(Cancelled):
        train_estimator(data, tmp_path / "own", settings=settings(encoder, epochs=3), work=Work(progress=broken_off))
    with pytest.raises(DocumentError, match="2 epochs already"):
        train_estimator(data, tmp_path / "own", settings=settings(encoder, epochs=1))
    for name in ("own", "unbroken"):
        train_estimator(data, tmp_path / name, settings=settings(encoder, epochs=2))
    assert (tmp_path / "own" / WEIGHTS).read_bytes() == (tmp_path / "unbroken" / WEIGHTS).read_bytes()
    assert (tmp_path / "own" / CONFIGURATION).read_bytes() == (tmp_path / "unbroken" / CONFIGURATION).read_bytes()


def test_a_checkpoint_of_other_settings_is_told_of(tmp_path: Path, encoder: Path, data: Path):
    def broken_off(stage: str, done: int, total: int) -> None:
        if done > 5:
            raise Cancelled

    with pytest.raises(Cancelled):
        train_estimator(data, tmp_path, settings=settings(encoder), work=Work(progress=broken_off))
    with pytest.raises(DocumentError, match="other settings or data"):
        train_estimator(data, tmp_path, settings=settings(encoder, seed=2))


def test_what_was_trained_is_what_is_loaded(tmp_path: Path, encoder: Path, data: Path):
    configuration = train_estimator(data, tmp_path / "own", settings=settings(encoder, rank=4, epochs=6))
    parts = split(read_supervision(data).instances, None, 1)
    estimator = QualityEstimator(tmp_path / "own", "cpu")
    worse, better = (
        estimator.estimates([getattr(instance, side) for instance in parts.test]) for side in ("worse", "better")
    )
    assert configuration.figures["test_accuracy"] == (better > worse).mean() > 0.5
    assert configuration.figures["test_loss"] == pytest.approx((1 / (1 + np.exp(better - worse))).mean(), abs=1e-5)


def test_padding_changes_no_estimate(encoder: Path):
    scorer = Scorer(Encoder(EncoderSettings(str(encoder), device="cpu")), rank=0, seed=1).eval()
    short, long = scorer.tokens(["a cat .", "the old dog sees a small bird in the quick garden ."])
    with torch.no_grad():
        assert scorer([short, long])[0].item() == pytest.approx(scorer([short])[0].item(), abs=1e-6)


def test_an_adapter_begins_as_nothing_and_is_small(encoder: Path):
    loaded = [Encoder(EncoderSettings(str(encoder), pooling="cls", device="cpu")) for _ in range(2)]
    before = loaded[0].encode(["the cat ."])
    scorer = Scorer(loaded[1], rank=4, seed=1)
    loaded[1].model = scorer.model
    assert loaded[1].encode(["the cat ."]) == pytest.approx(before, abs=1e-6)
    assert {name.rpartition(".")[2] for name in scorer.trained()} == {"w", "up", "down"}


def test_a_complete_folder_is_left_as_it_is(tmp_path: Path, encoder: Path, data: Path):
    own = settings(encoder, epochs=1)
    done = train_estimator(data, tmp_path / "own", settings=own)
    times = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "own").glob("[!.]*")}
    assert train_estimator(data, tmp_path / "own", settings=own) == done
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "own").glob("[!.]*")} == times
    with pytest.raises(DocumentError, match="trained otherwise"):
        train_estimator(data, tmp_path / "own", settings=settings(encoder, epochs=2))


@pytest.mark.parametrize("content", [b"", b"no checkpoint", b"\x10" + bytes(30)])
def test_a_checkpoint_that_is_none_is_told_of_and_kept(tmp_path: Path, encoder: Path, data: Path, content: bytes):
    (tmp_path / CHECKPOINT).write_bytes(content)
    with pytest.raises(DocumentError, match=CHECKPOINT):
        train_estimator(data, tmp_path, settings=settings(encoder))
    assert (tmp_path / CHECKPOINT).read_bytes() == content


def test_other_weights_than_were_trained_are_not_used(tmp_path: Path, encoder: Path, data: Path):
    train_estimator(data, tmp_path, settings=settings(encoder, epochs=1))
    weights = bytearray((tmp_path / WEIGHTS).read_bytes())
    weights[-1] ^= 1
    (tmp_path / WEIGHTS).write_bytes(weights)
    with pytest.raises(DocumentError, match="not the weights"):
        read_configuration(tmp_path)


def test_another_encoder_than_was_trained_from_is_not_used(tmp_path: Path, data: Path):
    own = write_encoder(tmp_path / "encoder")
    train_estimator(data, tmp_path / "own", settings=settings(own, epochs=1))
    shutil.rmtree(own)
    write_encoder(own, seed=2)
    with pytest.raises(DocumentError, match="was trained from"):
        QualityEstimator(tmp_path / "own", "cpu")


def test_no_source_sentence_is_on_two_sides_of_the_split():
    found = [Instance(pair, pair // 2, "a", "b", 0.1) for pair in range(100) for _ in range(3)]
    parts = split(found, None, 1)
    sides = [{instance.source for instance in part} for part in (parts.train, parts.validation, parts.test)]
    assert [len(side) for side in sides] == [40, 5, 5]
    assert len(set.union(*sides)) == 50
    assert sum(map(len, (parts.train, parts.validation, parts.test))) == 300
    assert sum(len(part) for part in (split(found, 200, 1).train, split(found, 200, 1).validation)) < 200


def test_too_few_sentences_for_a_split_are_refused():
    with pytest.raises(DocumentError, match="fewer than ten"):
        split([Instance(pair, pair, "a", "b", 0.1) for pair in range(9)], None, 1)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=400), st.integers(1, 40), st.integers(0, 9))
def test_an_epoch_sees_every_instance_once(lengths: list[int], size: int, epoch: int):
    found = batches(lengths, size, 1, epoch)
    assert sorted(index for batch in found for index in batch) == list(range(len(lengths)))
    assert all(len(batch) <= size for batch in found)
    assert batches(lengths, size, 1, epoch) == found
