"""What ``markscheme/status`` answers."""

from typing_extensions import TypedDict


class EngineStatus(TypedDict):
    """What the engine has loaded, and what it works on."""

    pid: int
    pipeline: str
    pipelineLoaded: bool
    encoder: str
    encoderLoaded: bool
    device: str | None
    """``null`` until the encoder is loaded."""
    cache: str
    """The cache's file."""
    memory: int
    """Resident bytes."""
    clients: int
    """The number of windows."""
    queue: int
    """The number of jobs that wait."""
    running: bool
    batches: int
    """The number of batches begun."""
    encoderLoads: int
    cacheEntries: int | None
    """``null`` while another process locks the cache."""
    cacheBytes: int | None


class ClearedCache(TypedDict):
    """The result of the command ``markscheme.clearCache``."""

    entries: int
    bytes: int
    """Given back to the disk."""
