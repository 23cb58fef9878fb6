"""``markscheme serve --tcp`` over real sockets."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from server.lsp.conversation import open_document, settled
from server.lsp.profiles import EMACS
from server.lsp.window import close, connected, listening

TOKEN = "a-token-that-is-long-enough"


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
async def test_clients_are_served_together_and_one_after_another(examples: Path, ending: signal.Signals):
    with listening() as (server, port):
        one, other = await connected(EMACS, port=port), await connected(EMACS, port=port)
        paths = [examples / "report/report.hyp.mei", examples / "letter/letter.hyp.jonas.txt"]
        uris = [open_document(client, path) for client, path in zip((one, other), paths, strict=True)]
        diagnostics = await asyncio.gather(settled(one, uris[0]), settled(other, uris[1]))
        assert all(diagnostics)
        assert list(one.diagnostics) == uris[:1]
        await close(one)
        third = await connected(EMACS, port=port)
        assert await settled(third, open_document(third, paths[0])) == diagnostics[0]
        server.send_signal(ending)
        assert await asyncio.to_thread(server.wait, 30) == 0


@pytest.mark.parametrize("way", ["file", "environment"])
async def test_only_a_client_with_the_token_is_served(tmp_path: Path, way: str):
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    with_token = ["--token-file", str(tmp_path / "token")] if way == "file" else []
    environment = {} if with_token else {"MARKSCHEME_TOKEN": TOKEN}
    header = b"Markscheme-Token: %s\r\n" % TOKEN.encode()
    strangers = [b"", header[:-3] + b"\r\n", header.replace(b"Token", b"Tokens"), header + header]
    with listening(*with_token, **environment) as (_, port):
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


async def test_a_port_in_use_is_reported_in_one_line(port: int):
    command = [sys.executable, "-m", "markscheme.cli", "serve", "--tcp", f"127.0.0.1:{port}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    [line] = done.stderr.splitlines()
    assert "in use" in line
