"""The engine as a process of its own, for all windows of a user.

It holds a lock for as long as it lives, so that there is never a second one for the same settings. It ends a
while after its last client has left. The event loop stays free to hear of new work and of cancellations
while the one worker thread of its scheduler works.
"""

import asyncio
import faulthandler
import logging
import os
import signal
import sys
from contextlib import suppress

from filelock import FileLock, Timeout

from markscheme.engine.admission import Reader, admitted
from markscheme.engine.connection import Connection
from markscheme.engine.rendezvous import Meeting, Rendezvous, new_token
from markscheme.engine.service import Service
from markscheme.engine.transport import listen
from markscheme.scoring.settings import EngineSettings
from markscheme.version import VERSION

OTHERS = 0.5
"""Seconds to wait for the lock: a client may hold it for a moment, to see whether an engine does."""
FIRST_CLIENT = 60.0
"""Seconds in which the client that started the engine must have come."""
GLANCE = 30.0
"""Seconds between two looks at whether clients still find this engine."""
FAREWELL = 1.0
"""Seconds in which clients must have read the last of their messages."""


class EngineProcess:
    """Listens, admits clients, and knows when it is no longer needed."""

    def __init__(self, settings: EngineSettings, rendezvous: Rendezvous) -> None:
        self._rendezvous = rendezvous
        self._token = new_token()
        self._service = Service(settings)
        self._clients: set[Connection] = set()
        self._over = asyncio.Event()
        self._leaving: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Serve until nobody needs it, or somebody stops it."""
        server, address = await listen(self._rendezvous.socket, self._accept)
        meeting = Meeting(address, self._token, os.getpid(), VERSION)
        self._rendezvous.announce(meeting)
        with suppress(NotImplementedError):  # Windows ends a process without asking it
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._over.set)
        self._leave_in(FIRST_CLIENT)
        glances = asyncio.create_task(self._glance(meeting))
        await self._over.wait()
        # The answer to the request that stops the engine is written in this turn of the loop.
        await asyncio.sleep(0)
        glances.cancel()
        self._rendezvous.withdraw(meeting)
        server.close()
        farewells = [asyncio.create_task(client.close()) for client in self._clients]
        if farewells:
            await asyncio.wait(farewells, timeout=FAREWELL)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                client = await admitted(reader, self._token)
                if client is not None and not self._over.is_set():
                    await self._serve(client, writer)
        finally:
            writer.close()

    async def _serve(self, reader: Reader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(writer, self._service, lambda: len(self._clients), self._over.set)
        self._clients.add(connection)
        if self._leaving is not None:
            self._leaving.cancel()
        try:
            await connection.serve(reader)
        finally:
            self._clients.discard(connection)
            if not self._clients:
                self._leave_in(FIRST_CLIENT if connection.idle is None else connection.idle)

    def _leave_in(self, seconds: float) -> None:
        self._leaving = asyncio.get_running_loop().call_later(max(0.0, seconds), self._over.set)

    async def _glance(self, meeting: Meeting) -> None:
        """Someone may have tidied the folder: clients would start another engine, and this one is of no use."""
        while self._rendezvous.meeting() == meeting:
            await asyncio.sleep(GLANCE)
        self._over.set()


def run(settings: EngineSettings, rendezvous: Rendezvous) -> None:
    """Be the engine of these settings, or end at once if there is one."""
    life = FileLock(rendezvous.life_lock)
    try:
        life.acquire(timeout=OTHERS)
    except Timeout:
        return
    _begin_log()
    os.chdir(rendezvous.base.parent)
    try:
        asyncio.run(EngineProcess(settings, rendezvous).run())
    finally:
        sys.stderr.flush()
        # The worker may be in the middle of a job that nobody wants any more.
        os._exit(0)


def _begin_log() -> None:
    """Standard error is the log. pygls logs the messages themselves, and they hold documents."""
    with suppress(OSError):  # a terminal, if a person runs it by hand
        os.ftruncate(sys.stderr.fileno(), 0)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    faulthandler.enable()
