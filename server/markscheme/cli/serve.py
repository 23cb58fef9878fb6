"""``markscheme serve``: the language server, on standard input and output or on a loopback port."""

import argparse
import gc
import ipaddress
import logging
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markscheme.lsp.language_server import MarkschemeServer


def serve(arguments: Sequence[str]) -> None:
    """Serve one client; exits with status 2 on a usage error."""
    parser = argparse.ArgumentParser(prog="markscheme serve", description="Start the language server.")
    channel = parser.add_mutually_exclusive_group()
    channel.add_argument("--stdio", action="store_true", help="talk on standard input and output (the default)")
    channel.add_argument("--tcp", metavar="HOST:PORT", help="listen on a loopback address")
    parser.add_argument("--verbose", action="store_true", help="log more, never a document's text")
    options = parser.parse_args(list(arguments))
    logging.basicConfig(stream=sys.stderr, level=logging.INFO if options.verbose else logging.WARNING)

    address = _address(parser, options.tcp) if options.tcp is not None else None
    server = _created()
    if address is None:
        server.start_io()
    else:
        server.start_tcp(*address)


def _created() -> "MarkschemeServer":
    """The server; what it imports stays, so that looking for garbage in it would only keep an editor waiting."""
    gc.disable()
    from markscheme.lsp.server import create_server

    server = create_server()
    gc.freeze()
    gc.enable()
    return server


def _address(parser: argparse.ArgumentParser, value: str) -> tuple[str, int]:
    host, colon, port = value.rpartition(":")
    if not colon or not port.isdecimal():
        parser.error(f"--tcp wants HOST:PORT, not {value!r}")
    name = "127.0.0.1" if host == "localhost" else host.strip("[]")
    try:
        loopback = ipaddress.ip_address(name).is_loopback
    except ValueError:
        loopback = False
    if not loopback:
        parser.error(f"--tcp listens on loopback addresses only, and {host!r} is none")
    return name, int(port)
