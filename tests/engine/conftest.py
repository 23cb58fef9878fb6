"""Each test here has engines of its own."""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from engine.engines import own_runtime_folder
from markscheme.engine.client import EngineClient
from markscheme.scoring.settings import EngineSettings

Join = Callable[..., EngineClient]


@pytest.fixture
def runtime() -> Iterator[Path]:
    with own_runtime_folder() as folder:
        yield folder


@pytest.fixture
def settings(tmp_path: Path) -> EngineSettings:
    """Settings with an empty cache."""
    return EngineSettings(cache=str(tmp_path / "cache.sqlite"))


@pytest.fixture
async def client(runtime: Path, settings: EngineSettings) -> AsyncIterator[Join]:
    """Make clients of one engine; they leave it when the test ends."""
    made: list[EngineClient] = []

    def make(**options: object) -> EngineClient:
        made.append(EngineClient(settings, **{"idle": 0.0, **options}))
        return made[-1]

    yield make
    for each in made:
        each.stop()
