"""Training: repeatable, and resumed after a kill to the very same weights."""

import multiprocessing
import random
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from estimators.one_thread import in_one_thread
from estimators.tiny import write_data, write_encoder
from markscheme import DocumentError, TrainingSettings, train_estimator
from markscheme.encoders.encoder import Encoder
from markscheme.encoders.settings import EncoderSettings
from markscheme.estimators.checkpoint import NAME
from markscheme.estimators.estimator import QualityEstimator
from markscheme.estimators.folder import CONFIGURATION, WEIGHTS, read_configuration
from markscheme.estimators.scorer import Scorer
from markscheme.estimators.split import batches, split
from markscheme.estimators.supervision import Instance, read_supervision
from markscheme.progress import Cancelled

KILLS = 10
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(
    ["markscheme.estimators.training", "torch._dynamo", "transformers.models.bert.modeling_bert", "markscheme.api"]
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


def started(data: Path, folder: Path, own: TrainingSettings) -> multiprocessing.process.BaseProcess:
    process = PROCESSES.Process(target=in_one_thread, args=(data, folder, own))
    process.start()
    return process


def wait_for_checkpoints(folder: Path, process: multiprocessing.process.BaseProcess, count: int) -> None:
    """Wait until a process has written so many checkpoints, or is at its end."""

    def written() -> tuple[int, int]:
        try:
            status = (folder / NAME).stat()
        except FileNotFoundError:
            return (0, 0)
        return (status.st_ino, status.st_mtime_ns)

    seen = written()
    while count and process.is_alive():
        if (now := written()) != seen:
            seen, count = now, count - 1
        time.sleep(0.001)


def test_a_run_killed_ten_times_ends_in_the_weights_of_an_unbroken_one(tmp_path: Path, encoder: Path, data: Path):
    own = settings(encoder, rank=4, epochs=8)
    unbroken = started(data, tmp_path / "unbroken", own)
    unbroken.join()
    generator = random.Random(1)
    broken, killed = tmp_path / "broken", []
    for _ in range(KILLS):
        process = started(data, broken, own)
        wait_for_checkpoints(broken, process, generator.randint(1, 4))
        process.join(generator.uniform(0, 0.05))
        process.kill()
        process.join()
        killed.append((broken / NAME).exists() and process.exitcode == -signal.SIGKILL)
    last = started(data, broken, own)
    last.join()
    assert (unbroken.exitcode, last.exitcode) == (0, 0)
    assert all(killed)
    for name in (WEIGHTS, CONFIGURATION, "README.md", "report.html"):
        assert (broken / name).read_bytes() == (tmp_path / "unbroken" / name).read_bytes()
    assert not (broken / NAME).exists()
    assert not list(broken.glob(f".{NAME}*"))


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
        train_estimator(data, tmp_path / "own", settings=settings(encoder, epochs=3), progress=broken_off)
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
        train_estimator(data, tmp_path, settings=settings(encoder), progress=broken_off)
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
    (tmp_path / NAME).write_bytes(content)
    with pytest.raises(DocumentError, match=NAME):
        train_estimator(data, tmp_path, settings=settings(encoder))
    assert (tmp_path / NAME).read_bytes() == content


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
