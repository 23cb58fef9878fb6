"""An editor's window: a server of its own over stdio, and what a test asks of it beside the usual."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient, make_test_lsp_client

from lsp.conftest import behave_as_an_editor
from lsp.conversation import PATIENCE
from markscheme.lsp.arguments import REQUEST_FAILED

BARE = types.ClientCapabilities()
"""An editor that can do nothing but edit and show diagnostics."""
TELLS_FILES = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(
        did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
    )
)
"""One that tells of files that other programs save."""


@asynccontextmanager
async def window(
    *folders: Path, capabilities: types.ClientCapabilities = BARE, **options: object
) -> AsyncIterator[LanguageClient]:
    """A client that has initialised, with ``options`` for its ``initializationOptions``; its server ends with it."""
    client = make_test_lsp_client()
    behave_as_an_editor(client)
    await client.start_io(sys.executable, "-m", "markscheme.cli", "serve", "--stdio")
    await client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities,
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders],
            initialization_options=options,
        )
    )
    try:
        yield client
    finally:
        await client.shutdown_session()


async def request(client: LanguageClient, method: str, uri: str, **params: object) -> Any:
    """The answer to a request about a document."""
    answer = client.protocol.send_request(method, {"textDocument": {"uri": uri}, **params})
    return await asyncio.wait_for(asyncio.wrap_future(answer), PATIENCE)


async def marks(client: LanguageClient, uri: str) -> Any:
    """The document's marks when they are complete; ``None`` if it has none, or can't have any."""
    async with asyncio.timeout(PATIENCE):
        while True:
            client.news.clear()
            try:
                found = await request(client, "markscheme/marks", uri)
            except JsonRpcException as refused:
                if refused.code != REQUEST_FAILED:
                    raise
                return None
            if found is None or found.complete:
                return found
            await client.news.wait()


async def status(client: LanguageClient) -> Any:
    """``markscheme/status``."""
    return await asyncio.wait_for(client.protocol.send_request_async("markscheme/status", None), PATIENCE)
