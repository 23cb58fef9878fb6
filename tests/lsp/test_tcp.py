"""``markscheme serve --tcp`` over real sockets."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient, make_test_lsp_client

from interrupts import listen_to_interrupts
from lsp.conftest import behave_as_an_editor
from lsp.conversation import open_document, settled
from lsp.profiles import EMACS

TOKEN = "a-token-that-is-long-enough"
Serve = Callable[..., tuple["subprocess.Popen[str]", int]]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start servers on free ports; they end with the test."""
    with ExitStack() as stack:

        def start(*arguments: str, **environment: str) -> tuple["subprocess.Popen[str]", int]:
            command = [sys.executable, "-m", "markscheme.cli", "serve", *arguments]
            server = subprocess.Popen(
                command,
                stderr=subprocess.PIPE,
                stdin=subprocess.DEVNULL,
                text=True,
                env=os.environ | environment,
                preexec_fn=listen_to_interrupts,
            )
            stack.enter_context(server)
            stack.callback(server.kill)
            said = server.stderr.readline()
            assert "listens on" in said
            return server, int(said.rpartition(":")[2])

        yield start


async def connected(port: int) -> LanguageClient:
    client = make_test_lsp_client()
    behave_as_an_editor(client)
    await client.start_tcp("127.0.0.1", port)
    await client.initialize_session(types.InitializeParams(capabilities=EMACS.capabilities))
    return client


async def said_to(port: int, text: bytes) -> bytes:
    """Return all that the server sends before it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text)
    async with asyncio.timeout(30):
        answer = await reader.read()
    writer.close()
    return answer


def message(text: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)


INITIALIZE = message(b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}')
GOODBYE = message(b'{"jsonrpc": "2.0", "id": 2, "method": "shutdown"}') + message(
    b'{"jsonrpc": "2.0", "method": "exit"}'
)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
async def test_clients_are_served_together_and_one_after_another(serve: Serve, examples: Path, ending: signal.Signals):
    server, port = serve("--tcp", "127.0.0.1:0")
    one, other = await connected(port), await connected(port)
    paths = [examples / "report/report.hyp.mei", examples / "letter/letter.hyp.jonas.txt"]
    uris = [open_document(client, path) for client, path in zip((one, other), paths, strict=True)]
    diagnostics = await asyncio.gather(settled(one, uris[0]), settled(other, uris[1]))
    assert all(diagnostics)
    assert list(one.diagnostics) == uris[:1]
    await one.shutdown_session()
    third = await connected(port)
    assert await settled(third, open_document(third, paths[0])) == diagnostics[0]
    server.send_signal(ending)
    assert await asyncio.to_thread(server.wait, 30) == 0


@pytest.mark.parametrize("way", ["file", "environment"])
async def test_only_a_client_with_the_token_is_served(serve: Serve, tmp_path: Path, way: str):
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    if way == "file":
        _, port = serve("--tcp", "127.0.0.1:0", "--token-file", str(tmp_path / "token"))
    else:
        _, port = serve("--tcp", "127.0.0.1:0", MARKSCHEME_TOKEN=TOKEN)
    header = b"Markscheme-Token: %s\r\n" % TOKEN.encode()
    strangers = [b"", header[:-3] + b"\r\n", header.replace(b"Token", b"Tokens"), header + header]
    for stranger in strangers:
        assert await said_to(port, stranger + INITIALIZE) == b""
    assert await said_to(port, b"x" * 100_000 + b"\n" + header + INITIALIZE) == b""
    for known in (header, header.lower().replace(TOKEN.lower().encode(), TOKEN.encode())):
        assert b"markscheme" in await said_to(port, known + INITIALIZE + GOODBYE)
    with_token_last = INITIALIZE.replace(b"\r\n\r\n", b"\r\n" + header + b"\r\n", 1)
    assert b"markscheme" in await said_to(port, with_token_last + GOODBYE)


@pytest.mark.parametrize(
    ("arguments", "token", "reason"),
    [
        (["--tcp", "0.0.0.0:0"], None, "not a loopback address"),
        (["--tcp", "example.invalid:0"], None, "not a loopback address"),
        (["--tcp", "0.0.0.0:0"], "short", "at least 16"),
        (["--tcp", "127.0.0.1:0"], "a token with spaces in it", "no space"),
        (["--tcp", "127.0.0.1:0", "--token-file", "no-such-file"], None, "can't be read"),
        (["--tcp", "127.0.0.1"], None, "HOST:PORT"),
        (["--tcp", "127.0.0.1:65536"], None, "HOST:PORT"),
    ],
)
def test_unsafe_arguments_are_refused_in_one_line(
    arguments: list[str], token: str | None, reason: str, monkeypatch: pytest.MonkeyPatch
):
    if token is not None:
        monkeypatch.setenv("MARKSCHEME_TOKEN", token)
    command = [sys.executable, "-m", "markscheme.cli", "serve", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert reason in line


async def test_a_port_in_use_is_reported_in_one_line(serve: Serve):
    _, port = serve("--tcp", "127.0.0.1:0")
    command = [sys.executable, "-m", "markscheme.cli", "serve", "--tcp", f"127.0.0.1:{port}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert "in use" in line
