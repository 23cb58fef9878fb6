"""The requests about the engine itself: its greeting, its state, its cache and its end."""

import asyncio
import os
from types import NoneType
from typing import TYPE_CHECKING

import attrs

from markscheme.engine.failures import EngineError
from markscheme.engine.requests.request import Call, Request

if TYPE_CHECKING:
    from markscheme.engine.service import Service
    from markscheme.store.cache import CacheStats


@attrs.frozen
class EngineStatus:
    """What is loaded, where, and how much work there is.

    Attributes
    ----------
    memory
        The process's resident bytes.
    clients
        Number of connected clients.
    queue
        Number of waiting jobs; the running one is not counted.
    running
        Whether a job runs.
    batches
        Batches of work begun since the engine started. Cancelled work begins no further batch.
    encoder_loads
        How often an encoder was loaded.
    cache_entries, cache_bytes
        Size of the cache; ``None`` while another process holds its lock.
    """

    pid: int
    pipeline: str
    pipeline_loaded: bool
    encoder: str
    encoder_loaded: bool
    device: str | None
    cache: str
    memory: int
    clients: int
    queue: int
    running: bool
    batches: int
    encoder_loads: int
    cache_entries: int | None
    cache_bytes: int | None


@attrs.frozen
class ClearedCache:
    """Number of removed entries, and the bytes freed on disk."""

    entries: int
    bytes: int


async def _hello(call: Call, idle: float) -> None:
    call.connection.idle = idle


async def _status(call: Call, _: None) -> EngineStatus:
    try:
        return await asyncio.to_thread(_state, call.service, call.connection.count_clients())
    except Exception as error:
        raise EngineError(str(error)) from error


def _state(service: "Service", clients: int) -> EngineStatus:
    import psutil

    models, scheduler = service.documents().models, service.scheduler
    encoder, cache = models.loaded_encoder, _cache_size(service)
    return EngineStatus(
        pid=os.getpid(),
        pipeline=models.pipeline_identity,
        pipeline_loaded=models.pipeline_loaded,
        encoder=models.encoder_identity,
        encoder_loaded=encoder is not None,
        device=encoder.device if encoder else None,
        cache=str(models.cache.path),
        memory=psutil.Process().memory_info().rss,
        clients=clients,
        queue=scheduler.queue,
        running=scheduler.running,
        batches=scheduler.batches,
        encoder_loads=models.encoder_loads,
        cache_entries=cache.vectors + cache.records if cache else None,
        cache_bytes=cache.bytes if cache else None,
    )


def _cache_size(service: "Service") -> "CacheStats | None":
    import sqlite3

    try:
        return service.documents().models.cache.stats()
    except sqlite3.OperationalError:
        return None


async def _clear_cache(call: Call, _: None) -> ClearedCache:
    try:
        return await asyncio.to_thread(_cleared, call.service)
    except Exception as error:
        raise EngineError(str(error)) from error


def _cleared(service: "Service") -> ClearedCache:
    cache = service.documents().models.cache
    before = cache.stats()
    cache.clear()
    return ClearedCache(before.vectors + before.records, max(0, before.bytes - cache.stats().bytes))


async def _stop(call: Call, _: None) -> None:
    call.connection.stop_engine()


HELLO = Request("engine/hello", float, NoneType, _hello)
"""A client's first request: seconds that the engine stays if this client is the last to leave.

The reply says that the engine serves the client.
"""
STATUS = Request("engine/status", NoneType, EngineStatus, _status)
"""Returns the engine's state. Fails where the encoder or the pipeline is not installed."""
CLEAR_CACHE = Request("engine/clearCache", NoneType, ClearedCache, _clear_cache)
"""Removes everything from the cache on disk. Fails while another process holds its lock."""
STOP = Request("engine/stop", NoneType, NoneType, _stop)
"""Ends the engine for all its clients, after the reply."""
