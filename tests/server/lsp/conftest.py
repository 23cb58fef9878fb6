"""A real server, with a real engine behind it, under real editors' capabilities."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import LanguageClient

from server.lsp.profiles import PROFILES, VS_CODE
from server.lsp.window import Window, close, connected, every_finding, listening, windows_of

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    """A copy of the example exercises that a test may change."""
    return Path(shutil.copytree(EXAMPLES, tmp_path / "examples"))


@pytest.fixture
def few_examples(tmp_path: Path) -> Path:
    """A copy of the smaller ones, for tests that have all documents marked."""
    for name in ("letter", "report", "quiz", "diary"):
        shutil.copytree(EXAMPLES / name, tmp_path / "examples" / name)
    return tmp_path / "examples"


@pytest.fixture(scope="session")
def port(user_cache: Path, user_state: Path, user_runtime: Path) -> Iterator[int]:
    """Start the server that all tests of a worker process share, and return its port.

    Each client has a session of its own in it, with its own documents and settings: no test leaves anything there.
    """
    with listening() as (_, port):
        yield port


@pytest.fixture
def window(port: int) -> Window:
    """Open windows, each with its own session in the shared server."""
    return windows_of(port)


def initialization_options(test: pytest.Item) -> dict[str, object]:
    """Return the options of a test's markers; ``cleme2`` chooses CLEME2.0's vocabulary."""
    marker = test.get_closest_marker("options")
    options = every_finding(marker.kwargs if marker else {})
    return {**options, "vocabulary": "cleme2"} if test.get_closest_marker("cleme2") else options


@pytest_asyncio.fixture(loop_scope="module")
async def client(request: pytest.FixtureRequest, port: int, tmp_path: Path) -> AsyncIterator[LanguageClient]:
    """A client that has initialised, with the test's folder as its workspace, in a session of its own.

    ``lsp.profiles`` has decorators that choose its profile; VS Code's is the default. Mark the test ``own_server`` if
    the server's process must have the environment that the test sets.
    """
    profile = PROFILES[getattr(request, "param", VS_CODE.name)]
    alone = request.node.get_closest_marker("own_server") is not None
    client = await connected(profile, initialization_options(request.node), port=None if alone else port)
    folder = types.WorkspaceFolder(uri=tmp_path.as_uri(), name="workspace")
    event = types.WorkspaceFoldersChangeEvent(added=[folder], removed=[])
    client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
    yield client
    await close(client)
