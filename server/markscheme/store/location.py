"""Where the store lies and how large it may grow. This module imports nothing heavy, so that a client may use it."""

from pathlib import Path

DEFAULT_LIMIT = 2 * 1024**3
"""Bytes that the store may hold, unless set otherwise."""


def default_path() -> Path:
    import platformdirs

    return Path(platformdirs.user_cache_dir("markscheme")) / "cache.sqlite"
