"""Commands as processes that are killed or interrupted: they go on to the same bytes, or leave nothing behind."""

import random
import shutil
import signal
import subprocess
import sysconfig
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import psutil
import pytest
from hypothesis import settings
from typer.testing import CliRunner

from interrupts import listen_to_interrupts
from markscheme.cli.app import app
from scoring.blocks.corpora import write_long_corpus

if not hasattr(signal, "SIGHUP"):
    pytest.skip("this system has no such signals", allow_module_level=True)

SENTENCES = 7000
THOROUGH = settings().max_examples > 100
"""Whether every command is stopped in every way, and twice where it goes on."""
FILES = ["--hypothesis", "h.m2", "--reference", "r.m2", "--language", "en", "--cache", "cache.sqlite"]
COMMAND = ["score", *FILES]
TO_JSON = ["--format", "json", "--output", "scores.json"]
SCORE = [*COMMAND, *TO_JSON, "--sentence-scores", "sentences.jsonl.gz"]
COMPARE = ["eval", "compare", *FILES, *TO_JSON]
COMPARE += ["--metric", "cleme2", "--metric", "errant", "--by", "category", "--resamples", "2"]
CONVERT = ["convert", "h.m2", "out.jsonl.gz", "--cache", "cache.sqlite"]
TO_FILES = {"score": SCORE, "compare": COMPARE}
STAGED = ".markscheme-writing*"
"""What a command writes to before it is done."""
OUTPUTS = {"score": ["scores.json", "sentences.jsonl.gz"], "compare": ["scores.json"]}

Command = Callable[..., "subprocess.CompletedProcess[str]"]
Start = Callable[..., "subprocess.Popen[str]"]
Expected = Callable[[str], dict[str, bytes]]


@pytest.fixture(scope="module")
def start_markscheme() -> Start:
    """Start the installed command in its own process, in a folder."""
    script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
    assert script, "the markscheme command is not installed"

    def start(*arguments: str, cwd: Path, on_hangup: signal.Handlers = signal.SIG_DFL) -> "subprocess.Popen[str]":
        def begin() -> None:
            listen_to_interrupts()
            signal.signal(signal.SIGHUP, on_hangup)  # the tests themselves may run under nohup

        return subprocess.Popen(
            [script, *arguments],
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=begin,
        )

    return start


def outputs(folder: Path, command: str) -> dict[str, bytes]:
    """Return what a command has written, by name."""
    return {name: (folder / name).read_bytes() for name in OUTPUTS[command]}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Expected:
    """Return each command's outputs when nobody stops it, by the command's name."""
    folder = tmp_path_factory.mktemp("whole")
    write_long_corpus(folder, SENTENCES)

    @cache
    def run(name: str) -> dict[str, bytes]:
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)
            done = CliRunner().invoke(app, TO_FILES[name])
        assert done.exit_code == 0, done.output
        return outputs(folder, name)

    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_long_corpus(tmp_path, SENTENCES)
    return tmp_path


def wait_for(condition: Callable[[], bool], process: "subprocess.Popen[str]") -> None:
    """Wait until a condition holds, or the process has ended."""
    while not condition() and process.poll() is None:
        time.sleep(0.01)


def caught_at_work(start: Callable[[], "subprocess.Popen[str]"], folder: Path, begun: str) -> "subprocess.Popen[str]":
    """Return a command that is held in the middle of its work: a file shows that it has begun, and it has not ended.

    With workers, these have begun too. Where the machine is too fast, or too busy with others to look in time, the
    command has more to do.
    """
    before = {path.name for path in folder.iterdir()}
    sentences = SENTENCES

    def is_at_work() -> bool:
        return any(folder.glob(begun)) and ("2" not in process.args or len(workers_of(process)) == 2)

    while True:
        process = start()
        wait_for(is_at_work, process)
        process.send_signal(signal.SIGSTOP)
        if process.poll() is None and is_at_work():
            return process
        process.kill()
        process.communicate()
        for path in folder.iterdir():
            if path.name not in before:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        sentences *= 3
        write_long_corpus(folder, sentences)


@pytest.mark.parametrize(
    ("name", "workers"), [("score", "2"), *([("compare", "2"), ("score", "1")] if THOROUGH else [])]
)
def test_a_killed_run_goes_on_to_the_same_bytes(
    folder: Path, expected: Expected, start_markscheme: Start, seed: int, name: str, workers: str
):
    generator = random.Random(seed)
    journal = folder / "scores.json.journal"
    command = [*TO_FILES[name], "--resume", "--workers", workers]
    for _ in range(2 if THOROUGH else 1):
        process = start_markscheme(*command, cwd=folder)
        wait_for(lambda: journal.exists() and journal.stat().st_size > 2**13, process)
        time.sleep(generator.random() / 2)
        children = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
        process.kill()
        process.wait()
        psutil.wait_procs(children, timeout=60)
        assert not [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]
    assert start_markscheme(*command, cwd=folder).wait() == 0
    assert outputs(folder, name) == expected(name)
    assert not journal.exists()
    assert not list(folder.glob(STAGED)), "the killed runs' unfinished files are left"


def test_workers_that_are_killed_change_nothing(folder: Path, expected: Expected, start_markscheme: Start, seed: int):
    generator = random.Random(seed)
    process = start_markscheme(*SCORE, "--workers", "2", cwd=folder)
    killed = 0
    for victims in (1, 2):
        wait_for(lambda: len(workers_of(process)) == 2, process)
        if killed:  # the first dies at once: they may be done in a quarter of a second
            time.sleep(generator.random() / 4)
        for worker in workers_of(process)[:victims]:
            worker.kill()
            killed += 1
    process.wait()
    assert process.returncode == 0
    assert killed
    assert outputs(folder, "score") == expected("score")


def workers_of(process: "subprocess.Popen[str]") -> list[psutil.Process]:
    """Return the workers that a command has now: copies of its child."""
    try:
        return [worker for original in psutil.Process(process.pid).children() for worker in original.children()]
    except psutil.NoSuchProcess:
        return []


@pytest.mark.parametrize(
    ("command", "begun"),
    [
        pytest.param([*SCORE, "--workers", "2"], STAGED, id="score with workers"),
        pytest.param(CONVERT, STAGED, id="convert"),
        *(
            [
                pytest.param([*SCORE, "--workers", "1"], STAGED, id="score"),
                pytest.param([*COMPARE, "--workers", "2", "--resume"], "*.journal", id="compare with workers"),
            ]
            if THOROUGH
            else []
        ),
    ],
)
def test_an_interrupted_run_leaves_nothing(folder: Path, start_markscheme: Start, command: list[str], begun: str):
    before = {path.name for path in folder.iterdir()}
    process = caught_at_work(lambda: start_markscheme(*command, cwd=folder), folder, begun)
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGCONT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert "leaked" not in errors, "Python says so of semaphores that are not given back"
    psutil.wait_procs(children, timeout=60)
    # The cache stays as SQLite leaves it where a process ends without closing it; the next one takes it in. With
    # --resume the journal stays.
    stays = ("cache.sqlite", ".journal")
    left = [path.name for path in folder.iterdir() if path.name not in before]
    assert not [name for name in left if not any(part in name for part in stays)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_a_signal_ends_leaves_nothing(folder: Path, start_markscheme: Start, number: signal.Signals):
    before = {path.name for path in folder.iterdir()}
    process = caught_at_work(lambda: start_markscheme(*SCORE, cwd=folder), folder, STAGED)
    process.send_signal(number)
    process.send_signal(signal.SIGCONT)
    assert process.wait() == 128 + number
    left = [path.name for path in folder.iterdir() if path.name not in before]
    assert not [name for name in left if "cache.sqlite" not in name]


def test_a_run_under_nohup_goes_on(folder: Path, start_markscheme: Start):
    process = caught_at_work(lambda: start_markscheme(*SCORE, cwd=folder, on_hangup=signal.SIG_IGN), folder, STAGED)
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGCONT)
    assert process.wait() == 0


def test_a_journal_needs_a_file_beside_it(markscheme_process: Command, folder: Path):
    done = markscheme_process(*COMMAND, "--resume")
    assert done.returncode == 2
    assert "name a file with --output or --sentence-scores" in done.stderr
