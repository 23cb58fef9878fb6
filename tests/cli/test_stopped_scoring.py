"""``score`` as a process that is killed or interrupted: it goes on to the same bytes, or leaves nothing behind."""

import random
import shutil
import signal
import subprocess
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from interrupts import listen_to_interrupts
from scoring.blocks.corpora import write_long_corpus

SENTENCES = 7000
OUTPUTS = ["scores.json", "sentences.jsonl.gz"]
COMMAND = ["score", "--hypothesis", "h.m2", "--reference", "r.m2", "--language", "en", "--cache", "cache.sqlite"]
TO_FILES = [*COMMAND, "--format", "json", "--output", "scores.json", "--sentence-scores", "sentences.jsonl.gz"]

Command = Callable[..., "subprocess.CompletedProcess[str]"]
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture(scope="module")
def start_markscheme() -> Start:
    """Start the installed command in its own process, in a folder."""
    script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
    assert script, "the markscheme command is not installed"

    def start(*arguments: str, cwd: Path) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [script, *arguments],
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            preexec_fn=listen_to_interrupts,
        )

    return start


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory, start_markscheme: Start) -> dict[str, bytes]:
    """Return the outputs of one process that nobody stops."""
    folder = tmp_path_factory.mktemp("whole")
    write_long_corpus(folder, SENTENCES)
    assert start_markscheme(*TO_FILES, cwd=folder).wait() == 0
    return {name: (folder / name).read_bytes() for name in OUTPUTS}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_long_corpus(tmp_path, SENTENCES)
    return tmp_path


def wait_for(condition: Callable[[], bool], process: "subprocess.Popen[str]") -> None:
    """Wait until a condition holds, or the process has ended."""
    while not condition() and process.poll() is None:
        time.sleep(0.01)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_killed_run_goes_on_to_the_same_bytes(
    folder: Path, expected: dict[str, bytes], start_markscheme: Start, seed: int, workers: str
):
    generator = random.Random(seed)
    journal = folder / "scores.json.journal"
    command = [*TO_FILES, "--resume", "--workers", workers]
    for _ in range(2):
        process = start_markscheme(*command, cwd=folder)
        wait_for(lambda: journal.exists() and journal.stat().st_size > 2**13, process)
        time.sleep(generator.random() / 2)
        children = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
        process.kill()
        process.wait()
        psutil.wait_procs(children, timeout=60)
        assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
    assert start_markscheme(*command, cwd=folder).wait() == 0
    assert {name: (folder / name).read_bytes() for name in OUTPUTS} == expected
    assert not journal.exists()


def test_workers_that_are_killed_change_nothing(
    folder: Path, expected: dict[str, bytes], start_markscheme: Start, seed: int
):
    generator = random.Random(seed)
    process = start_markscheme(*TO_FILES, "--workers", "2", cwd=folder)
    killed = 0
    while process.poll() is None:
        time.sleep(0.3 + generator.random() / 2)
        busy = [item for item in psutil.Process(process.pid).children(recursive=True) if _is_worker(item)]
        if busy and killed < 2:
            for worker in busy if killed else [generator.choice(busy)]:
                worker.kill()
            killed += 1
    assert process.returncode == 0
    assert killed
    assert {name: (folder / name).read_bytes() for name in OUTPUTS} == expected


def _is_worker(process: psutil.Process) -> bool:
    """Return whether a process is one that the fork server has made, and not the server or a tracker."""
    try:
        parent = process.parent()
        return parent is not None and "forkserver" in " ".join(parent.cmdline())
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_run_leaves_nothing(folder: Path, start_markscheme: Start, workers: str):
    before = {path.name for path in folder.iterdir()}
    process = start_markscheme(*TO_FILES, "--workers", workers, cwd=folder)
    wait_for(lambda: len(list(folder.glob(".sentences*"))) > 0, process)
    time.sleep(0.5)
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    assert process.wait() == 130
    psutil.wait_procs(children, timeout=60)
    # The cache stays as SQLite leaves it where a process ends without closing it; the next one takes it in.
    assert not [path for path in folder.iterdir() if path.name not in before and "cache.sqlite" not in path.name]


def test_a_journal_needs_a_file_beside_it(markscheme_process: Command, folder: Path):
    done = markscheme_process(*COMMAND, "--resume")
    assert done.returncode == 2
    assert "name a file with --output or --sentence-scores" in done.stderr
