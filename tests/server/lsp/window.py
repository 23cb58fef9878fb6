"""An editor's window: a client of a real server, with what an editor answers and keeps; requests of Markscheme's own.

Most windows are sessions of the one server that a worker process of the run shares (``markscheme serve --tcp``); some
have a server's process of their own over stdio.
"""

import asyncio
import logging
import os
import subprocess
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, cast

from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import JsonRPCResponseMessage, default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import register_lsp_features

from interrupts import listen_to_interrupts
from server.engine.engines import COMMAND
from server.lsp.acting import read_code_actions
from server.lsp.conversation import PATIENCE, record_documents, record_publications
from server.lsp.profiles import BARE, HINTS, LENSES, TOKENS, Profile

LOG = logging.getLogger("lsp.server")
LOG.setLevel(logging.INFO)

REQUEST_FAILED = -32803
"""LSP's error code of a request that is sound and can't be done."""

Window = Callable[..., AbstractAsyncContextManager[LanguageClient]]
"""Opens a window on folders: ``window(*folders, profile=BARE, **options)``."""


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


@cache
def _converter() -> Converter:
    """Return the one converter of all clients: what it compiles for a type takes longer than most tests."""
    converter = default_converter()
    read_code_actions(converter)
    return converter


@cache
def _plain_converter() -> Converter:
    converter = default_converter()
    read_code_actions(converter)
    # pygls renames the members of objects that are no identifiers.
    converter.register_structure_hook(JsonRPCResponseMessage, lambda value, kind: kind(**value))
    return converter


def read_plain_results(client: LanguageClient) -> None:
    """Let the results of Markscheme's own requests be what JSON has, and not objects with attributes."""
    client.protocol._converter = _plain_converter()


def editor_client() -> LanguageClient:
    """Return a client that answers what editors answer, and keeps what they receive; it is not yet connected."""
    client = LanguageClient(converter_factory=_converter)
    register_lsp_features(client)
    record_publications(client)
    record_documents(client)
    client.refreshed = Counter()
    client.registered = []
    answer_registrations(client)
    for method in (LENSES, TOKENS, HINTS):
        answer_refresh(client, method)
    return client


@contextmanager
def listening(*arguments: str, **environment: str) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Yield a server's process and the free port that it listens on; it ends with the block."""
    server = subprocess.Popen(
        [*COMMAND, "--tcp", "127.0.0.1:0", *arguments],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
        preexec_fn=listen_to_interrupts if os.name == "posix" else None,
    )
    try:
        line = server.stderr.readline()
        assert "listens on" in line, line + server.stderr.read()
        # A pipe that nobody reads would fill, and the server wait.
        threading.Thread(target=_forward, args=[server], daemon=True).start()
        yield server, int(line.rpartition(":")[2])
    finally:
        server.kill()
        server.wait()


def _forward(server: "subprocess.Popen[str]") -> None:
    """Log what a server says: pytest shows it with a test that fails."""
    with server.stderr:
        for line in server.stderr:
            LOG.info(line.rstrip())


async def connected(
    profile: Profile, options: object = None, *folders: Path, port: int | None = None
) -> LanguageClient:
    """Return a client that has initialised, with the server on this port, or with one of its own over stdio."""
    client = editor_client()
    client.profile = profile
    if port is None:
        await client.start_io(*COMMAND, "--stdio")
    else:
        await client.start_tcp("127.0.0.1", port)
    result = await client.initialize_session(
        types.InitializeParams(
            capabilities=profile.capabilities,
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders],
            initialization_options=options,
        )
    )
    client.provides = result.capabilities
    client.encoding = str(result.capabilities.position_encoding or "utf-16")
    return client


async def close(client: LanguageClient) -> None:
    """End the client's session, and its server if that is its own."""
    await client.shutdown_session()
    if client._server is None:
        client.protocol.writer.close()
        await asyncio.wait(client._async_tasks)  # the server has closed the connection


@asynccontextmanager
async def own_window(*folders: Path, profile: Profile = BARE, **options: object) -> AsyncIterator[LanguageClient]:
    """Yield a client that has initialised with these options; it has a server of its own, which ends with it."""
    client = await connected(profile, every_finding(options), *folders)
    try:
        yield client
    finally:
        await close(client)


def windows_of(port: int) -> Window:
    """Return what opens windows of the server on this port."""

    @asynccontextmanager
    async def window(*folders: Path, profile: Profile = BARE, **options: object) -> AsyncIterator[LanguageClient]:
        client = await connected(profile, every_finding(options), *folders, port=port)
        try:
            yield client
        finally:
            await close(client)

    return window


def every_finding(options: Mapping[str, object]) -> dict[str, object]:
    """Return options with which every finding but an optional place has a diagnostic, unless they say otherwise.

    Tests look at findings by their diagnostics.
    """
    shown: dict[str, object] = {"problems": "all", "problemsIn": "workspace", **options}
    if "problems" not in options:
        shown["severities"] = {"optional": "off"} | cast("dict[str, object]", options.get("severities", {}))
    return shown


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
