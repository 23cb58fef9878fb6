"""What every test has: its own user cache, the command line, and the research data where it is there."""

import os
import random
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import settings

from engine.engines import own_runtime_folder
from markscheme import EngineSettings

DATA = Path(__file__).parents[2] / "shared" / "data"

Command = Callable[..., "subprocess.CompletedProcess[str]"]

SEEDS = 2**32

# Many processes work at a time, and torch's threads would wait for each other's turn: set before it is imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("markscheme")
    group.addoption("--thorough", action="store_true", help="read every damaged file and make every random edit")
    group.addoption("--seed", type=int, help="repeat the random choices of a run that printed this seed")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the run's seed before its worker processes start: they share it."""
    if config.option.seed is None:
        config.option.seed = random.randrange(SEEDS)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the seed last, where a person looks first."""
    thorough = " --thorough" if config.option.thorough else ""
    terminalreporter.write_line(f"random choices: --seed {config.option.seed}{thorough}")


@pytest.fixture(scope="session")
def seed(request: pytest.FixtureRequest) -> int:
    """The seed of the run's random choices, which the end of its report prints."""
    return int(request.config.option.seed)


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether the run takes its time, as ``make test-all`` does."""
    return bool(request.config.option.thorough)


@pytest.fixture(autouse=True, scope="session")
def user_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test reads or writes the user's own cache; the tests of a run share one."""
    folder = tmp_path_factory.mktemp("user-cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.fixture(autouse=True, scope="session")
def no_language_model() -> Iterator[None]:
    """No test asks the language model that the user has named."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("MARKSCHEME_LLM_")]:
            patch.delenv(name)
        yield


@pytest.fixture(autouse=True, scope="session")
def user_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test reads or writes what the user ignores."""
    folder = tmp_path_factory.mktemp("user-state")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder))
        yield folder


@pytest.fixture(autouse=True, scope="session")
def user_runtime() -> Iterator[Path]:
    """No test meets the user's own engines; the servers of a run share one, which is gone at its end."""
    with own_runtime_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def data() -> Path:
    """The research data beside the repository, which is not part of it."""
    if not DATA.is_dir():
        pytest.skip("the research data is not there: it is looked for in ../shared/data, seen from the repository")
    return DATA


@pytest.fixture(scope="session")
def engine_settings(tmp_path_factory: pytest.TempPathFactory) -> EngineSettings:
    """An engine with a cache of the test run's own."""
    return EngineSettings(cache=str(tmp_path_factory.mktemp("engine") / "cache.sqlite"))


@pytest.fixture
def markscheme(tmp_path: Path) -> Command:
    """Runs a command in the test's folder and in its process: imports and models stay for the next one."""

    def run(*arguments: object) -> "subprocess.CompletedProcess[str]":
        from markscheme.cli.main import run as run_command

        out, err = (TextIOWrapper(BytesIO(), "utf-8", errors) for errors in ("strict", "backslashreplace"))
        status = 0
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            patch.chdir(tmp_path)
            patch.setattr(sys, "argv", ["markscheme", *map(str, arguments)])
            try:
                run_command()
            except SystemExit as ended:
                status = int(ended.code or 0)
        return subprocess.CompletedProcess(arguments, status, written(out), written(err))

    return run


def written(stream: TextIOWrapper) -> str:
    stream.flush()
    data = stream.buffer.getvalue()
    return data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")


@pytest.fixture
def markscheme_process(tmp_path: Path) -> Command:
    """Runs the installed command in a process of its own, in the test's folder, as a person would."""
    script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
    assert script, "the markscheme command is not installed"

    def run(*arguments: object, stdout: int = subprocess.PIPE) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [script, *map(str, arguments)],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="backslashreplace",
            timeout=120,
            check=False,
        )

    return run
