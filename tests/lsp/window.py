"""An editor's window with its own server over stdio, and requests of Markscheme's own."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient, make_test_lsp_client

from lsp.conftest import behave_as_an_editor, every_finding
from lsp.conversation import PATIENCE
from lsp.profiles import BARE, Profile
from markscheme.lsp.arguments import REQUEST_FAILED


@asynccontextmanager
async def window(*folders: Path, profile: Profile = BARE, **options: object) -> AsyncIterator[LanguageClient]:
    """Yield a client that has initialised with these options; its server ends with it."""
    client = make_test_lsp_client()
    behave_as_an_editor(client)
    await client.start_io(sys.executable, "-m", "markscheme.cli", "serve", "--stdio")
    await client.initialize_session(
        types.InitializeParams(
            capabilities=profile.capabilities,
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders],
            initialization_options=every_finding(options),
        )
    )
    try:
        yield client
    finally:
        await client.shutdown_session()


async def request(client: LanguageClient, method: str, uri: str, **params: object) -> Any:
    """Return the answer to a request about a document."""
    answer = client.protocol.send_request(method, {"textDocument": {"uri": uri}, **params})
    return await asyncio.wait_for(asyncio.wrap_future(answer), PATIENCE)


async def marks(client: LanguageClient, uri: str) -> Any:
    """Return the document's marks when they are complete; ``None`` if it has none, or can't have any."""
    async with asyncio.timeout(PATIENCE):
        while True:
            client.news.clear()
            try:
                answer = await request(client, "markscheme/marks", uri)
            except JsonRpcException as refusal:
                if refusal.code != REQUEST_FAILED:
                    raise
                return None
            if answer is None or answer.complete:
                return answer
            await client.news.wait()


async def status(client: LanguageClient) -> Any:
    """Return the answer to ``markscheme/status``."""
    return await asyncio.wait_for(client.protocol.send_request_async("markscheme/status", None), PATIENCE)
