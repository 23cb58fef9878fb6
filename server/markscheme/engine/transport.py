"""The local channel between clients and an engine, and all that differs between platforms about it.

A Unix socket where asyncio has them, in a folder that is the user's alone; loopback TCP on Windows, and where
the folder's path is too long for a socket. Either way nobody gets in without the token that
:mod:`markscheme.engine.rendezvous` keeps.
"""

import asyncio
import os
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from markscheme.engine.failures import EngineError
from markscheme.judges.judge_settings import KEY

LONGEST_SOCKET = 100
"""Bytes of a socket's path that every system takes: 104 on macOS and 108 on Linux, with the last of them 0."""
LOOPBACK = "127.0.0.1"
LAUNCH_PATIENCE = 60.0

Accept = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

_LAUNCH = """
import subprocess, sys
flags = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
started = subprocess.Popen(
    sys.argv[1:], stdin=subprocess.DEVNULL, stdout=sys.stderr, creationflags=flags, start_new_session=True
)
print(started.pid)
"""


async def listen(socket: Path, accept: Accept) -> tuple[asyncio.Server, str]:
    """Take connections; also the address for :func:`connect`."""
    if sys.platform != "win32" and len(os.fsencode(socket)) <= LONGEST_SOCKET:
        return await asyncio.start_unix_server(accept, socket), f"unix:{socket}"
    server = await asyncio.start_server(accept, LOOPBACK, 0)
    return server, f"tcp:{server.sockets[0].getsockname()[1]}"


def is_socket(address: str) -> bool:
    """Whether the address is a file of the user's, and no port that another program could have taken since."""
    return address.startswith("unix:")


async def connect(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to an address of :func:`listen`.

    Raises
    ------
    OSError
        If nobody listens.
    """
    place = address.partition(":")[2]
    if sys.platform != "win32" and is_socket(address):
        return await asyncio.open_unix_connection(place)
    return await asyncio.open_connection(LOOPBACK, int(place))


def make_private(folder: Path) -> None:
    """Make a folder that is the user's alone, or see that it is.

    Raises
    ------
    EngineError
        If it can't be made, is another user's, or others may look into it.
    """
    try:
        for missing in reversed([path for path in (folder, *folder.parents) if not path.exists()]):
            missing.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise EngineError(f"the folder {folder} can't be made ({error.strerror}); set XDG_RUNTIME_DIR") from error
    if not stat.S_ISDIR(found.st_mode):
        raise EngineError(f"{folder} is no folder, and the engine's channel must be in one; remove it")
    if sys.platform != "win32":
        _check_owned(folder, found)


def _check_owned(folder: Path, found: os.stat_result) -> None:
    """Windows has no such bits: there the folder is in the user's own profile, which others can't open."""
    if found.st_uid != os.getuid() or folder.parent.stat().st_uid not in (0, os.getuid()):
        raise EngineError(f"the folder {folder} is not yours; set XDG_RUNTIME_DIR to a folder of your own")
    if found.st_mode & 0o077:
        raise EngineError(f"others may open the folder {folder}; run: chmod 700 {folder}")


def launch(command: Sequence[str], output: Path) -> int:
    """Start a process that is nobody's child, with what it prints appended to a file; its process id.

    It has this process's environment but for the language model's key: who wants that used tells it each time.

    A process in between starts it and ends: who ends a language server with all its children does not
    end it, and there is no one who would have to wait for it.

    Raises
    ------
    EngineError
        If it can't be started.
    """
    launcher = [sys.executable, "-I", "-S", "-c", _LAUNCH, *command]
    log = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        done = subprocess.run(
            launcher,
            env={name: value for name, value in os.environ.items() if name != KEY},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            timeout=LAUNCH_PATIENCE,
            check=True,
        )
        return int(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise EngineError(f"the engine can't be started: {error}") from error
    finally:
        os.close(log)
