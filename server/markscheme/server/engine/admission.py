"""Clients of an engine, or of a language server on a port: each must prove that it has the token.

The first message of a connection carries it in a header of its own, before which none is read::

    Markscheme-Token: TOKEN\\r\\n
    Content-Length: 123\\r\\n
    \\r\\n
    {"jsonrpc": ...
"""

import asyncio
import hmac
from collections.abc import Awaitable
from typing import Protocol

HEADER = "Markscheme-Token"
MAX_HEADER_LINES = 32
HEADER_TIMEOUT = 10.0
"""Seconds to wait for a first message's headers."""


class Reader(Protocol):
    """What pygls reads messages from."""

    def readline(self) -> Awaitable[bytes]: ...

    def readexactly(self, n: int) -> Awaitable[bytes]: ...


class _Replay:
    def __init__(self, lines: list[bytes], reader: Reader) -> None:
        self._lines = lines
        self._reader = reader

    async def readline(self) -> bytes:
        return self._lines.pop(0) if self._lines else await self._reader.readline()

    async def readexactly(self, n: int) -> bytes:
        return await self._reader.readexactly(n)


def credential(token: str) -> bytes:
    return f"{HEADER}: {token}\r\n".encode()


async def admit(reader: Reader, token: str) -> Reader | None:
    """Return the whole connection if its first message carries the token in time, else ``None``."""
    try:
        async with asyncio.timeout(HEADER_TIMEOUT):
            lines = await _headers(reader)
    except (TimeoutError, ValueError, OSError):  # ValueError: a line that does not end
        return None
    tokens = [value.strip() for name, _, value in (line.partition(b":") for line in lines) if _is_token(name)]
    proven = len(tokens) == 1 and hmac.compare_digest(tokens[0], token.encode())
    return _Replay(lines, reader) if proven else None


async def _headers(reader: Reader) -> list[bytes]:
    lines: list[bytes] = []
    while len(lines) < MAX_HEADER_LINES and (line := await reader.readline()):
        lines.append(line)
        if not line.strip():
            break
    return lines


def _is_token(name: bytes) -> bool:
    return name.strip().lower() == HEADER.lower().encode()
