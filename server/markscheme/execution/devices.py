"""Which CUDA device a worker process uses, where a machine has several: each has its own."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

VISIBLE: Final = "CUDA_VISIBLE_DEVICES"
"""The environment variable that says which devices a process sees; CUDA reads it when it is first used."""

_DEVICE_FILE = re.compile(r"nvidia\d+")


def visible_devices(environment: Mapping[str, str], folder: Path = Path("/dev")) -> tuple[str, ...]:
    """Return the names of the CUDA devices that a process with this environment sees; loads no library.

    Parameters
    ----------
    folder
        Where the driver has a file for each device (Linux). Elsewhere only the variable names devices.
    """
    if VISIBLE in environment:
        return tuple(filter(None, (name.strip() for name in environment[VISIBLE].split(","))))
    try:
        count = sum(_DEVICE_FILE.fullmatch(path.name) is not None for path in folder.iterdir())
    except OSError:
        return ()
    return tuple(map(str, range(count)))


def device_of(worker: int, devices: Sequence[str]) -> str | None:
    """Return the device of the worker of this 0-based number; ``None`` where there is no choice.

    >>> [device_of(worker, ["0", "1"]) for worker in range(3)], device_of(1, ["0"])
    (['0', '1', '0'], None)
    """
    return devices[worker % len(devices)] if len(devices) > 1 else None
