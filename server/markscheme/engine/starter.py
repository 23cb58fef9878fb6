"""How a client gets its engine: it joins the running one, or starts one.

Clients that start at once take turns by a lock, and an engine that finds another engine's lock ends. So there are
never two for the same settings.
"""

import asyncio
import json
import sys

from markscheme.engine.channel import Channel
from markscheme.engine.failures import EngineDied, EngineError
from markscheme.engine.messages import make_converter
from markscheme.engine.rendezvous import Rendezvous
from markscheme.engine.transport import launch
from markscheme.scoring.settings import EngineSettings

START_TIMEOUT = 120.0
"""Seconds to wait for an engine to start, or for an ending one to be gone."""
POLL_INTERVAL = 0.05
"""Seconds between two attempts to connect to a starting engine."""


async def join(settings: EngineSettings, idle: float) -> Channel:
    """Return a channel to the engine of these settings; start the engine if needed.

    Raises
    ------
    EngineError
        If there is no safe folder for the channel, or the engine can't be started.
    """
    from filelock import AsyncFileLock

    settings = settings.resolved()
    rendezvous = Rendezvous.of(settings)
    channel = await Channel.open(rendezvous, idle)
    if channel is not None:
        return channel
    try:
        async with asyncio.timeout(START_TIMEOUT):
            # Not in an executor: there, a cancelled coroutine would leave the lock taken.
            async with AsyncFileLock(rendezvous.start_lock, run_in_executor=False):
                return await _start(settings, rendezvous, idle)
    except TimeoutError:
        message = f"the engine did not start within {START_TIMEOUT:.0f} s; its log is {rendezvous.log}"
        raise EngineError(message) from None


async def _start(settings: EngineSettings, rendezvous: Rendezvous, idle: float) -> Channel:
    pid: int | None = None
    while True:
        channel = await Channel.open(rendezvous, idle)
        if channel is not None:
            return channel
        if not (pid and _is_running(pid)) and not rendezvous.occupied():
            if pid:
                raise EngineDied(rendezvous.log_tail())
            pid = await asyncio.to_thread(_launch, settings, rendezvous)
        await asyncio.sleep(POLL_INTERVAL)


def _launch(settings: EngineSettings, rendezvous: Rendezvous) -> int:
    rendezvous.shorten_log()
    text = json.dumps(make_converter().unstructure(settings))
    # -P: a Python file in the editor's working folder must not shadow the engine's modules.
    # -I: a client that ignores Python's environment variables starts an engine that ignores them too.
    isolation = "-I" if sys.flags.isolated else "-P"
    return launch([sys.executable, isolation, "-m", "markscheme.engine", text, str(rendezvous.base)], rendezvous.log)


def _is_running(pid: int) -> bool:
    import psutil

    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
