"""Clients of the run's own engine, and of engines that a test has for itself."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from markscheme.inference.settings import EngineSettings
from markscheme.server.engine.client import EngineClient
from markscheme.server.engine.protocol import MARK
from server.engine.engines import own_runtime_folder, quick_task

Join = Callable[..., EngineClient]


@pytest.fixture
def runtime() -> Iterator[Path]:
    """Set a runtime folder of the test's own; end its engines with the test."""
    with own_runtime_folder() as folder:
        yield folder


@pytest.fixture
def settings(tmp_path: Path) -> EngineSettings:
    """Return settings with an empty cache."""
    return EngineSettings(cache=str(tmp_path / "empty.sqlite"))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def quick_task_done(user_cache: Path) -> None:
    """Put the results of ``quick_task`` into the user cache."""
    client = EngineClient(EngineSettings(), idle=300)
    await client.ask(MARK, quick_task())
    client.stop()
    await asyncio.wait([client._channel.closed])


@pytest.fixture
def warm_settings(quick_task_done: None, cache_copy: Path) -> EngineSettings:
    """Return settings with a cache that has the results of ``quick_task``: an engine loads no model for it."""
    return EngineSettings(cache=str(cache_copy))


@pytest.fixture
async def client(runtime: Path, settings: EngineSettings) -> AsyncIterator[Join]:
    """Make clients of one engine; they leave it when the test ends, and it ends with the last."""
    async for make in clients_of(settings, idle=0.0):
        yield make


@pytest.fixture
async def warm_client(runtime: Path, warm_settings: EngineSettings) -> AsyncIterator[Join]:
    """Make clients of one engine whose cache has the results of ``quick_task``."""
    async for make in clients_of(warm_settings, idle=0.0):
        yield make


@pytest.fixture
async def client_of_run() -> AsyncIterator[Join]:
    """Make clients of the run's engine, which the language servers of other tests use too."""
    async for make in clients_of(EngineSettings()):
        yield make


async def clients_of(settings: EngineSettings, **standard: object) -> AsyncIterator[Join]:
    made: list[EngineClient] = []

    def make(**options: object) -> EngineClient:
        made.append(EngineClient(settings, **{"idle": 300.0, **standard, **options}))
        return made[-1]

    yield make
    for each in made:
        each.stop()
