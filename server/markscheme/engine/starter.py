"""How a client comes by its engine: it joins the one that runs, or starts it.

Clients that start at once take turns, and an engine that finds another one's lock ends: there are never two.
"""

import asyncio
import json
import sys
from collections.abc import Callable

from markscheme.engine.channel import Channel
from markscheme.engine.failures import EngineDied, EngineError
from markscheme.engine.messages import ProgressNote, make_converter
from markscheme.engine.rendezvous import Rendezvous
from markscheme.engine.transport import launch
from markscheme.scoring.settings import EngineSettings

PATIENCE = 120.0
"""Seconds for an engine to come up, or for one that ends to be gone."""
GLANCE = 0.05
"""Seconds between two looks at whether it is there."""


async def joined(settings: EngineSettings, idle: float, tell: Callable[[ProgressNote], None]) -> Channel:
    """A channel to the engine of these settings, which is started if need be.

    Raises
    ------
    EngineError
        If there is no safe place to meet it, or it can't be started.
    """
    from filelock import AsyncFileLock

    settings = settings.resolved()
    rendezvous = Rendezvous.of(settings)
    channel = await Channel.opened(rendezvous, idle, tell)
    if channel is not None:
        return channel
    try:
        async with asyncio.timeout(PATIENCE):
            # Not in an executor: the lock would be taken, for nobody, after the coroutine is cancelled.
            async with AsyncFileLock(rendezvous.start_lock, run_in_executor=False):
                return await _started(settings, rendezvous, idle, tell)
    except TimeoutError:
        raise EngineError(f"the engine did not start within {PATIENCE:.0f} s; its log is {rendezvous.log}") from None


async def _started(
    settings: EngineSettings, rendezvous: Rendezvous, idle: float, tell: Callable[[ProgressNote], None]
) -> Channel:
    pid: int | None = None
    while True:
        channel = await Channel.opened(rendezvous, idle, tell)
        if channel is not None:
            return channel
        if not (pid and _runs(pid)) and not rendezvous.occupied():
            if pid:
                raise EngineDied(rendezvous.last_words())
            pid = await asyncio.to_thread(_launched, settings, rendezvous)
        await asyncio.sleep(GLANCE)


def _launched(settings: EngineSettings, rendezvous: Rendezvous) -> int:
    rendezvous.shorten_log()
    text = json.dumps(make_converter().unstructure(settings))
    # A Python file in the folder where the editor was started is none of the engine's modules; and where the
    # environment has no say in the client's, it has none in the engine's.
    isolation = "-I" if sys.flags.isolated else "-P"
    return launch([sys.executable, isolation, "-m", "markscheme.engine", text, str(rendezvous.base)], rendezvous.log)


def _runs(pid: int) -> bool:
    import psutil

    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
