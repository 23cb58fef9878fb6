"""Fixtures for every test: the run's caches and folders, the command line, and the research data where it exists."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from cachetools import cached
from hypothesis import settings

from markscheme import EngineSettings
from markscheme.inference.cache import Cache
from markscheme.languages import pipeline
from server.engine.engines import own_runtime_folder

DATA = Path(__file__).parents[2] / "shared" / "data"

Command = Callable[..., "subprocess.CompletedProcess[str]"]

SEEDS = 2**32

# Many processes work at a time, and torch's threads would wait for each other's turn: set before it is imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Ray prints late, in whichever test runs then, that a node is gone. A command that is a process does the same.
os.environ["RAY_DEDUP_LOGS_SKIP_REGEX"] = ".*"

settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("thorough", settings.get_profile("repeatable"), max_examples=1000)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("markscheme")
    group.addoption("--thorough", action="store_true", help="read every damaged file and make every random edit")
    group.addoption("--seed", type=int, help="repeat the random choices of a run that printed this seed")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the run's seed before its worker processes start: they share it. Set the number of random examples."""
    if config.option.thorough:
        settings.load_profile("thorough")
        os.environ["MARKSCHEME_THOROUGH"] = "1"  # modules of tests read it when they are imported
    if config.option.seed is None:
        config.option.seed = random.randrange(SEEDS)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that are marked ``thorough``, except in a thorough run."""
    if not config.option.thorough:
        left_out = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the seed last, where a person looks first."""
    thorough = " --thorough" if config.option.thorough else ""
    terminalreporter.write_line(f"random choices: --seed {config.option.seed}{thorough}")


@pytest.fixture(scope="session")
def seed(request: pytest.FixtureRequest) -> int:
    """Return the seed of the run's random choices; the end of the report prints it."""
    return int(request.config.option.seed)


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """Return whether the run reads every damaged file and makes every random edit, as ``make test-all`` does."""
    return bool(request.config.option.thorough)


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all worker processes of the run share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True, scope="session")
def user_cache(run_folder: Path) -> Iterator[Path]:
    """Set a user cache that all worker processes share, in place of the user's own."""
    folder = run_folder / "user-cache"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.fixture(scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Set a user cache that no other worker process writes: vectors of other batches differ in their last bits.

    Engines that calls of the API share have opened the other one, so there are new ones.
    """
    folder = tmp_path_factory.mktemp("own-cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        patch.setattr("markscheme.api.inputs._engines", {})
        yield folder


@pytest.fixture
def cache_copy(user_cache: Path, tmp_path: Path) -> Path:
    """Return a cache of the test's own that has what the user cache has by now."""
    copy = tmp_path / "cache.sqlite"
    with closing(Cache()) as shared:
        path = shared.path
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy


@pytest.fixture(autouse=True, scope="session")
def no_language_model() -> Iterator[None]:
    """Unset the variables that name the user's language model."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("MARKSCHEME_LLM_")]:
            patch.delenv(name)
        yield


@pytest.fixture(autouse=True, scope="session")
def user_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Set a state folder of the run's own: what the user ignores stays untouched."""
    folder = tmp_path_factory.mktemp("user-state")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder))
        yield folder


@pytest.fixture(autouse=True, scope="session")
def user_runtime() -> Iterator[Path]:
    """Set a runtime folder of the run's own. All servers of a worker process share its engine, which ends with it."""
    with own_runtime_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def data() -> Path:
    """Return the folder of research data beside the repository; skip the test where it does not exist."""
    if not DATA.is_dir():
        pytest.skip("no research data in ../shared/data, seen from the repository")
    return DATA


@pytest.fixture(scope="session")
def engine_settings(run_folder: Path) -> EngineSettings:
    """Return the settings of engines in the tests' own processes, with a cache that all worker processes share."""
    return EngineSettings(cache=str(run_folder / "engine.sqlite"))


@pytest.fixture(autouse=True, scope="session")
def pipelines_loaded_once() -> Iterator[None]:
    """Share each spaCy pipeline among all engines of a worker process: loading one takes as long as most tests."""
    of_a_language = cached({}, key=lambda language, *name: (id(language), *name))  # a pipeline keeps its language
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "Pipeline", of_a_language(pipeline.Pipeline))
        yield


@pytest.fixture
def markscheme(tmp_path: Path) -> Command:
    """Run commands in the test's folder and in its process: imports stay for the next command."""

    def run(*arguments: object) -> "subprocess.CompletedProcess[str]":
        from markscheme.cli.main import run as run_command

        out, err = (TextIOWrapper(BytesIO(), "utf-8", errors) for errors in ("strict", "backslashreplace"))
        status = 0
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            patch.chdir(tmp_path)
            patch.setenv("MARKSCHEME_NAMED", "")  # what this command names is trusted by it alone
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
    """Run the installed command in its own process, in the test's folder, as a person would."""
    script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
    assert script, "the markscheme command is not installed"

    def run(
        *arguments: object, stdout: int = subprocess.PIPE, encoding: str = "utf-8"
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [script, *map(str, arguments)],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            encoding=encoding,
            errors="backslashreplace",
            timeout=120,
            check=False,
        )

    return run
