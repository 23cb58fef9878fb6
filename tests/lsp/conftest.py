"""A real server over stdio, with a real engine behind it, under real editors' capabilities."""

import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from lsp.acting import read_code_actions
from lsp.conversation import record_publications

EXAMPLES = Path(__file__).parents[2] / "examples"
EDITORS = ["visual_studio_code", "neovim@v0.7.0", "emacs"]


REFRESHES = [
    types.WORKSPACE_CODE_LENS_REFRESH,
    types.WORKSPACE_INLAY_HINT_REFRESH,
    types.WORKSPACE_SEMANTIC_TOKENS_REFRESH,
]


def answer_refresh(client: LanguageClient, method: str) -> None:
    """Counts what an editor would answer by asking again."""

    @client.feature(method)
    def refresh(*_: object) -> None:
        client.refreshed[method] += 1


def answer_registrations(client: LanguageClient) -> None:
    """Keeps what the server asks to be told of."""

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams) -> None:
        client.registered += [item.method for item in params.registrations]


def behave_as_an_editor(client: LanguageClient) -> None:
    """Answer what editors answer, and keep what they are told; before the session begins."""
    record_publications(client)
    read_code_actions(client)
    client.refreshed = Counter()
    client.registered = []
    answer_registrations(client)
    for method in REFRESHES:
        answer_refresh(client, method)


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    """A copy of the example exercises that a test may change."""
    return Path(shutil.copytree(EXAMPLES, tmp_path / "examples"))


def editor_capabilities(name: str) -> types.ClientCapabilities:
    """An editor's own capabilities, or a bare client's that speaks one position encoding."""
    if name in EDITORS:
        return client_capabilities(name)
    general = types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind(name)])
    return types.ClientCapabilities(general=general)


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[sys.executable, "-m", "markscheme.cli", "serve", "--stdio"])
)
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path):
    """A client that has initialised; parametrize it indirectly with an editor's name or an encoding."""
    behave_as_an_editor(lsp_client)
    name = getattr(request, "param", "visual_studio_code")
    marker = request.node.get_closest_marker("options")
    result = await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=editor_capabilities(name),
            workspace_folders=[types.WorkspaceFolder(uri=tmp_path.as_uri(), name="workspace")],
            initialization_options=marker.kwargs if marker else None,
        )
    )
    lsp_client.provides = result.capabilities
    lsp_client.encoding = str(result.capabilities.position_encoding or "utf-16")
    yield
    await lsp_client.shutdown_session()
