"""A real server over stdio, with a real engine behind it, under real editors' capabilities."""

import json
import shutil
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

from lsp.acting import read_code_actions
from lsp.conversation import record_documents, record_publications

EXAMPLES = Path(__file__).parents[2] / "examples"
Folders = Sequence[types.WorkspaceFolder]
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
    record_documents(client)
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


Profile = tuple[str, str]
"""An editor's name or a position encoding, and its ``initializationOptions`` as JSON."""


async def started(profile: Profile) -> LanguageClient:
    """A client of a server of its own, which has initialised."""
    name, options = profile
    client = make_test_lsp_client()
    behave_as_an_editor(client)
    await client.start_io(sys.executable, "-m", "markscheme.cli", "serve", "--stdio")
    result = await client.initialize_session(
        types.InitializeParams(
            capabilities=editor_capabilities(name), workspace_folders=[], initialization_options=json.loads(options)
        )
    )
    client.provides = result.capabilities
    client.encoding = str(result.capabilities.position_encoding or "utf-16")
    return client


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def servers() -> AsyncIterator[dict[Profile, LanguageClient]]:
    """The servers that a module's tests share, one a profile."""
    clients: dict[Profile, LanguageClient] = {}
    yield clients
    for client in clients.values():
        await client.shutdown_session()


@pytest_asyncio.fixture(loop_scope="module")
async def client(
    request: pytest.FixtureRequest, servers: dict[Profile, LanguageClient], tmp_path: Path
) -> AsyncIterator[LanguageClient]:
    """A client that has initialised, with the test's folder for its workspace.

    Parametrize it indirectly with an editor's name or an encoding; mark the test ``own_server`` if it leaves something
    in the server that a later test would meet.
    """
    options = request.node.get_closest_marker("options")
    profile = (getattr(request, "param", "visual_studio_code"), json.dumps(options.kwargs if options else None))
    alone = request.node.get_closest_marker("own_server") is not None
    found = None if alone else servers.get(profile)
    client = found or await started(profile)
    if not alone:
        servers[profile] = client
    folder = types.WorkspaceFolder(uri=tmp_path.as_uri(), name="workspace")
    change_folders(client, added=[folder])
    yield client
    if alone:
        await client.shutdown_session()
        return
    change_folders(client, removed=[folder])
    await forget(client)


def change_folders(client: LanguageClient, added: Folders = (), removed: Folders = ()) -> None:
    event = types.WorkspaceFoldersChangeEvent(added=list(added), removed=list(removed))
    client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))


async def forget(client: LanguageClient) -> None:
    """Close every document, and forget what the server sent about them."""
    for uri in sorted(client.open_documents):
        client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    # The server answers in order: when it has, it has sent all that it had to.
    await client.protocol.send_request_async("markscheme/status", {"start": False})
    for kept in (client.published, client.told, client.refreshed, client.diagnostics):
        kept.clear()
    for kept in (client.messages, client.shown_documents, client.progress_reports):
        kept.clear()
