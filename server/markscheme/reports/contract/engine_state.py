"""The answer of ``markscheme/status``, and the result of ``markscheme.clearCache``."""

from typing_extensions import TypedDict


class EngineStatus(TypedDict):
    """The engine's models, memory, work and cache."""

    pid: int
    """The engine's process id."""
    pipeline: str
    """The language pipeline and its version."""
    pipelineLoaded: bool
    """Whether the pipeline is in memory."""
    encoder: str
    """The sentence encoder: name, revision, pooling and precision."""
    encoderLoaded: bool
    """Whether the encoder is in memory."""
    device: str | None
    """The device that the encoder runs on; ``null`` until the encoder is loaded."""
    cache: str
    """The path of the cache file."""
    memory: int
    """The engine's resident memory, in bytes."""
    clients: int
    """The number of windows that use the engine."""
    queue: int
    """The number of waiting jobs."""
    running: bool
    """Whether a job is running."""
    batches: int
    """The number of batches that the engine has started."""
    encoderLoads: int
    """How often the engine has loaded the encoder."""
    cacheEntries: int | None
    """The number of entries in the cache; ``null`` while another process locks it."""
    cacheBytes: int | None
    """The size of the cache, in bytes; ``null`` while another process locks it."""


class ClearedCache(TypedDict):
    """The result of the command ``markscheme.clearCache``."""

    entries: int
    """The number of deleted entries."""
    bytes: int
    """The number of bytes freed on disk."""
