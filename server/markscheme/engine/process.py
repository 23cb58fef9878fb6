"""The engine as a process of its own, shared by all windows of a user.

It holds a lock for as long as it lives, so there is never a second one for the same settings. It ends a while
after its last client has left. The event loop reads new requests and cancellations while the scheduler's one
worker thread works.
"""

import asyncio
import faulthandler
import logging
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from filelock import FileLock, Timeout

from markscheme.engine.admission import Reader, admit
from markscheme.engine.connection import Connection
from markscheme.engine.rendezvous import Meeting, Rendezvous, new_token
from markscheme.engine.requests.fingerprint import protocol
from markscheme.engine.requests.request import Request
from markscheme.engine.requests.table import REQUESTS
from markscheme.engine.service import Service
from markscheme.engine.transport import listen
from markscheme.garbage_collection import collect_seldom
from markscheme.scoring.settings import EngineSettings

LOCK_TIMEOUT = 0.5
"""Seconds to wait for the engine's lock. A client holds it for a moment to see whether an engine does."""
FIRST_CLIENT_TIMEOUT = 60.0
"""Seconds to wait for the client that started the engine."""
RENDEZVOUS_CHECK_INTERVAL = 30.0
"""Seconds between two checks that clients can still find this engine."""
SHUTDOWN_GRACE = 1.0
"""Seconds that clients have to read the last messages."""


class EngineProcess:
    """Listens, admits clients, and ends when it is no longer needed."""

    def __init__(
        self, settings: EngineSettings, rendezvous: Rendezvous, requests: Iterable[Request[Any, Any]] = REQUESTS
    ) -> None:
        self._rendezvous = rendezvous
        self._requests = tuple(requests)
        self._token = new_token()
        self._service = Service(settings)
        self._clients: set[Connection] = set()
        self._over = asyncio.Event()
        self._leaving: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Serve until no client needs the engine, or one stops it."""
        server, address = await listen(self._rendezvous.socket, self._accept)
        meeting = Meeting(address, self._token, os.getpid(), protocol())
        self._rendezvous.announce(meeting)
        with suppress(NotImplementedError):  # Windows ends a process without a signal
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._over.set)
        self._end_in(FIRST_CLIENT_TIMEOUT)
        checks = asyncio.create_task(self._check_rendezvous(meeting))
        await self._over.wait()
        # The reply to the request that stops the engine is written in this turn of the loop.
        await asyncio.sleep(0)
        checks.cancel()
        self._rendezvous.withdraw(meeting)
        server.close()
        closing = [asyncio.create_task(client.close()) for client in self._clients]
        if closing:
            await asyncio.wait(closing, timeout=SHUTDOWN_GRACE)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                admitted = await admit(reader, self._token)
                if admitted is not None and not self._over.is_set():
                    await self._serve(admitted, writer)
        finally:
            writer.close()

    async def _serve(self, reader: Reader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(writer, self._requests, self._service, lambda: len(self._clients), self._over.set)
        self._clients.add(connection)
        if self._leaving is not None:
            self._leaving.cancel()
        try:
            await connection.serve(reader)
        finally:
            self._clients.discard(connection)
            if not self._clients:
                self._end_in(FIRST_CLIENT_TIMEOUT if connection.idle is None else connection.idle)

    def _end_in(self, seconds: float) -> None:
        self._leaving = asyncio.get_running_loop().call_later(max(0.0, seconds), self._over.set)

    async def _check_rendezvous(self, meeting: Meeting) -> None:
        """End the engine when its announcement is gone: clients can't find it and would start another one."""
        while self._rendezvous.meeting() == meeting:
            await asyncio.sleep(RENDEZVOUS_CHECK_INTERVAL)
        self._over.set()


def run(settings: EngineSettings, rendezvous: Rendezvous) -> None:
    """Be the engine of these settings; end at once if there is one already."""
    lock = FileLock(rendezvous.life_lock)
    try:
        lock.acquire(timeout=LOCK_TIMEOUT)
    except Timeout:
        return
    _begin_log()
    collect_seldom()
    os.chdir(rendezvous.base.parent)
    try:
        asyncio.run(EngineProcess(settings, rendezvous).run())
    finally:
        sys.stderr.flush()
        # The worker thread may be in the middle of a job that no client needs.
        os._exit(0)


def _begin_log() -> None:
    """Log to standard error. pygls would log the messages themselves, which hold documents."""
    with suppress(OSError):  # a terminal, if a person runs it by hand
        os.ftruncate(sys.stderr.fileno(), 0)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    faulthandler.enable()
