"""Who may talk: the first message of a connection must carry a token.

It is a header of its own beside ``Content-Length``, in the base protocol that LSP and the engine share::

    Markscheme-Token: TOKEN\\r\\n
    Content-Length: 123\\r\\n
    \\r\\n
    {"jsonrpc": ...

No message is looked at before it. Later messages need none.
"""

import asyncio
import hmac
from collections.abc import Awaitable
from typing import Protocol

HEADER = "Markscheme-Token"
LINES = 32
"""Most header lines of a first message."""
PATIENCE = 10.0
"""Seconds in which a first message's headers must have come."""


class Reader(Protocol):
    """What pygls reads messages from."""

    def readline(self) -> Awaitable[bytes]: ...

    def readexactly(self, n: int) -> Awaitable[bytes]: ...


class _Rest:
    """A connection from its first line on, of which some are read already."""

    def __init__(self, lines: list[bytes], reader: Reader) -> None:
        self._lines = lines
        self._reader = reader

    async def readline(self) -> bytes:
        return self._lines.pop(0) if self._lines else await self._reader.readline()

    async def readexactly(self, n: int) -> bytes:
        return await self._reader.readexactly(n)


def credential(token: str) -> bytes:
    """What a client writes before its first message."""
    return f"{HEADER}: {token}\r\n".encode()


async def admitted(reader: Reader, token: str) -> Reader | None:
    """The whole connection, if its first message carries the token in time; else it is to be closed."""
    try:
        async with asyncio.timeout(PATIENCE):
            lines = await _headers(reader)
    except (TimeoutError, ValueError, OSError):  # ValueError: a line that does not end
        return None
    given = [value.strip() for name, _, value in (line.partition(b":") for line in lines) if _is_token(name)]
    proven = len(given) == 1 and hmac.compare_digest(given[0], token.encode())
    return _Rest(lines, reader) if proven else None


async def _headers(reader: Reader) -> list[bytes]:
    lines: list[bytes] = []
    while len(lines) < LINES and (line := await reader.readline()):
        lines.append(line)
        if not line.strip():
            break
    return lines


def _is_token(name: bytes) -> bool:
    return name.strip().lower() == HEADER.lower().encode()
