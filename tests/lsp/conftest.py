"""A real server over stdio, with a real engine behind it, under real editors' capabilities."""

import json
import shutil
import sys
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import cast

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import LanguageClient, make_test_lsp_client

from lsp.acting import read_code_actions
from lsp.conversation import record_documents, record_publications
from lsp.profiles import HINTS, LENSES, PROFILES, TOKENS, VS_CODE

EXAMPLES = Path(__file__).parents[2] / "examples"
Folders = Sequence[types.WorkspaceFolder]


def answer_refresh(client: LanguageClient, method: str) -> None:
    """Count the times that an editor would send its requests again."""

    @client.feature(method)
    def refresh(*_: object) -> None:
        client.refreshed[method] += 1


def answer_registrations(client: LanguageClient) -> None:
    """Keep the methods of the notifications for which the server registers."""

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams) -> None:
        client.registered += [item.method for item in params.registrations]


def behave_as_an_editor(client: LanguageClient) -> None:
    """Answer what editors answer, and keep what they receive. Call it before the session begins."""
    record_publications(client)
    record_documents(client)
    read_code_actions(client)
    client.refreshed = Counter()
    client.registered = []
    answer_registrations(client)
    for method in (LENSES, TOKENS, HINTS):
        answer_refresh(client, method)


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    """A copy of the example exercises that a test may change."""
    return Path(shutil.copytree(EXAMPLES, tmp_path / "examples"))


ProfileOptions = tuple[str, str]
"""A profile's name, and ``initializationOptions`` as JSON."""


async def started(session: ProfileOptions) -> LanguageClient:
    """Start a server, and return its client when it has initialised."""
    name, options = session
    client = make_test_lsp_client()
    behave_as_an_editor(client)
    client.profile = PROFILES[name]
    await client.start_io(sys.executable, "-m", "markscheme.cli", "serve", "--stdio")
    result = await client.initialize_session(
        types.InitializeParams(
            capabilities=client.profile.capabilities,
            workspace_folders=[],
            initialization_options=json.loads(options),
        )
    )
    client.provides = result.capabilities
    client.encoding = str(result.capabilities.position_encoding or "utf-16")
    return client


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def servers() -> AsyncIterator[dict[ProfileOptions, LanguageClient]]:
    """The servers that a module's tests share: one for each profile and options."""
    clients: dict[ProfileOptions, LanguageClient] = {}
    yield clients
    for client in clients.values():
        await client.shutdown_session()


def every_finding(options: Mapping[str, object]) -> dict[str, object]:
    """Return options with which every finding but an optional place has a diagnostic, unless they say otherwise.

    Tests look at findings by their diagnostics.
    """
    shown: dict[str, object] = {"problems": "all", "problemsIn": "workspace", **options}
    if "problems" not in options:
        shown["severities"] = {"optional": "off"} | cast("dict[str, object]", options.get("severities", {}))
    return shown


def initialization_options(test: pytest.Item) -> dict[str, object]:
    """Return the options of a test's markers; ``cleme2`` chooses CLEME2.0's vocabulary."""
    marker = test.get_closest_marker("options")
    options = every_finding(marker.kwargs if marker else {})
    return {**options, "vocabulary": "cleme2"} if test.get_closest_marker("cleme2") else options


@pytest_asyncio.fixture(loop_scope="module")
async def client(
    request: pytest.FixtureRequest, servers: dict[ProfileOptions, LanguageClient], tmp_path: Path
) -> AsyncIterator[LanguageClient]:
    """A client that has initialised, with the test's folder as its workspace.

    ``lsp.profiles`` has decorators that choose its profile; VS Code's is the default. Mark the test ``own_server`` if
    it leaves something in the server that would change a later test's result.
    """
    session = (getattr(request, "param", VS_CODE.name), json.dumps(initialization_options(request.node)))
    alone = request.node.get_closest_marker("own_server") is not None
    client = (None if alone else servers.get(session)) or await started(session)
    if not alone:
        servers[session] = client
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
    """Close every document, and drop what the server sent about them."""
    for uri in sorted(client.open_documents):
        client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    # The server answers in order: after this reply comes nothing about what was sent before.
    await client.protocol.send_request_async("markscheme/status", {"start": False})
    for kept in (client.published, client.awaited, client.refreshed, client.diagnostics):
        kept.clear()
    for kept in (client.messages, client.shown_documents, client.progress_reports):
        kept.clear()
