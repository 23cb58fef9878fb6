"""The files and engines that callers of the API name."""

from os import PathLike

from markscheme.marking.local_engine import Engine
from markscheme.scoring.settings import EngineSettings

AnyPath = str | PathLike[str]
"""A file or a folder."""


def engine_of(engine: Engine | EngineSettings | None) -> Engine:
    """Return the engine that a caller gives, or a new one with these settings."""
    return engine if isinstance(engine, Engine) else Engine(engine or EngineSettings())
