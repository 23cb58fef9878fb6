"""``markscheme serve``: the language server, on standard input and output or on a loopback port."""

import argparse
import ipaddress
import logging
import sys
from collections.abc import Sequence


def serve(arguments: Sequence[str]) -> None:
    """Serve one client; exits with status 2 on a usage error."""
    parser = argparse.ArgumentParser(prog="markscheme serve", description="Start the language server.")
    channel = parser.add_mutually_exclusive_group()
    channel.add_argument("--stdio", action="store_true", help="talk on standard input and output (the default)")
    channel.add_argument("--tcp", metavar="HOST:PORT", help="listen on a loopback address")
    parser.add_argument("--verbose", action="store_true", help="log more, never a document's text")
    options = parser.parse_args(list(arguments))
    logging.basicConfig(stream=sys.stderr, level=logging.INFO if options.verbose else logging.WARNING)

    from markscheme.lsp.server import create_server

    if options.tcp is None:
        create_server().start_io()
        return
    host, port = _address(parser, options.tcp)
    create_server().start_tcp(host, port)


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
