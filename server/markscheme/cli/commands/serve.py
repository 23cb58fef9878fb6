"""``markscheme serve``: run the language server on standard input and output, or on a TCP port.

On a port it serves any number of editors at the same time. Each editor has its own documents and settings, and
all share an engine. Loopback addresses need no token. Other addresses need a token in a file (``--token-file
FILE``) or in the environment (``MARKSCHEME_TOKEN``). A token is never on the command line, which other users of
the machine can read.

With a token, the first message of a client must carry it in one more header of LSP's base protocol, before or
after ``Content-Length``::

    Markscheme-Token: TOKEN\\r\\n
    Content-Length: 123\\r\\n
    \\r\\n
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", ...

Later messages need no token. For an editor that can't add a header, the program that connects it can send the
line first: ``(printf 'Markscheme-Token: %s\\r\\n' "$TOKEN"; cat) | nc HOST PORT``. The server disconnects a client
without the token, and reads none of its messages. The connection is not encrypted: use an SSH tunnel between
machines.
"""

import argparse
import asyncio
import gc
import ipaddress
import logging
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import attrs

from markscheme.processes import collect_seldom

TOKEN = "MARKSCHEME_TOKEN"  # noqa: S105
MIN_TOKEN_LENGTH = 16


@attrs.frozen
class Listener:
    """The address to listen on, and the token that clients need, if any."""

    host: str
    port: int
    token: str | None


def serve(arguments: Sequence[str]) -> None:
    """Serve one client, or all clients that connect to a port. Exit with status 2 on a usage error."""
    parser = argparse.ArgumentParser(prog="markscheme serve", description="Start the language server.")
    channel = parser.add_mutually_exclusive_group()
    channel.add_argument("--stdio", action="store_true", help="talk on standard input and output (the default)")
    channel.add_argument("--tcp", metavar="HOST:PORT", help="listen there; without a token, only on loopback")
    parser.add_argument(
        "--token-file", type=Path, metavar="FILE", help=f"the file with the token of TCP clients (or set {TOKEN})"
    )
    parser.add_argument("--verbose", action="store_true", help="log more, but never a document's text")
    options = parser.parse_args(list(arguments))
    logging.basicConfig(stream=sys.stderr, level=logging.INFO if options.verbose else logging.WARNING)

    collect_seldom()
    if options.tcp is None:
        gc.disable()  # To look for cycles among what is imported would slow the start; the server enables it again.
        from markscheme.server.server import serve_stdio

        sys.exit(serve_stdio())
    listener = _listener(options.tcp, options.token_file)
    try:
        with suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(_serve_all(listener))
    except OSError as error:
        _refuse(f"--tcp {options.tcp}: {error.strerror or error}")


def serve_command() -> None:
    serve(sys.argv[2:])


def _listener(value: str, file: Path | None) -> Listener:
    host, colon, port = value.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        _refuse(f"--tcp needs HOST:PORT, not {value!r}")
    name = "127.0.0.1" if host == "localhost" else host.strip("[]")
    token = _token(file)
    if token is None and not _is_loopback(name):
        _refuse(f"{host!r} is not a loopback address; give a token with --token-file or in {TOKEN}")
    return Listener(name, int(port), token)


def _refuse(reason: str) -> NoReturn:
    print(f"markscheme serve: {reason}", file=sys.stderr)
    sys.exit(2)


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _token(file: Path | None) -> str | None:
    if file is None and TOKEN not in os.environ:
        return None
    try:
        token = os.environ[TOKEN].strip() if file is None else file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        _refuse(f"the token file {file} can't be read: {error}")
    if len(token) < MIN_TOKEN_LENGTH or not token.isascii() or not token.isprintable() or " " in token:
        where = TOKEN if file is None else file
        _refuse(f"the token in {where} must have at least {MIN_TOKEN_LENGTH} ASCII characters and no space")
    return token


async def _serve_all(listener: Listener) -> None:
    from markscheme.server.server import serve_tcp

    task = asyncio.current_task()
    assert task is not None
    with suppress(NotImplementedError):  # on Windows SIGTERM ends a process at once
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await serve_tcp(listener.host, listener.port, listener.token, _say_address)


def _say_address(address: str) -> None:
    print(f"markscheme listens on {address}", file=sys.stderr, flush=True)
