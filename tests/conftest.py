"""What every test has: its own user cache, the command line, and the research data where it is there."""

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from engine.engines import own_runtime_folder
from markscheme import EngineSettings

DATA = Path(__file__).parents[2] / "shared" / "data"

Command = Callable[..., "subprocess.CompletedProcess[str]"]

# Many processes work at a time, and torch's threads would wait for each other's turn: set before it is imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")


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
    """Runs the installed command in the test's folder, as a person would."""
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
