"""What every test has: its own user cache, and the research data where it is there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from markscheme import EngineSettings

DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture(autouse=True, scope="session")
def user_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test reads or writes the user's own cache; the tests of a run share one."""
    folder = tmp_path_factory.mktemp("user-cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.fixture(scope="session")
def data() -> Path:
    """The research data beside the repository, which is not part of it."""
    if not DATA.is_dir():
        pytest.skip(f"the research data is not there: {DATA}")
    return DATA


@pytest.fixture(scope="session")
def engine_settings(tmp_path_factory: pytest.TempPathFactory) -> EngineSettings:
    """An engine with a cache of the test run's own."""
    return EngineSettings(cache=str(tmp_path_factory.mktemp("engine") / "cache.sqlite"))
