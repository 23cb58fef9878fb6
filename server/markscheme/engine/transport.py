"""The local transport between clients and an engine, with all that differs between platforms.

A Unix socket in a folder that only the user can open, where asyncio has Unix sockets; loopback TCP on Windows, and
where the folder's path is too long for a socket. Both need the token that :mod:`markscheme.engine.rendezvous` keeps.
"""

import asyncio
import os
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from markscheme.engine.failures import EngineError
from markscheme.judges.environment import KEY

MAX_SOCKET_PATH = 100
"""Bytes of a socket's path. macOS takes 104 and Linux 108, each with a final zero byte."""
LOOPBACK = "127.0.0.1"
LAUNCH_TIMEOUT = 60.0
"""Seconds to wait for the process that starts the engine."""

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
    """Accept connections. Return the server and its address for :func:`connect`."""
    if sys.platform != "win32" and len(os.fsencode(socket)) <= MAX_SOCKET_PATH:
        return await asyncio.start_unix_server(accept, socket), f"unix:{socket}"
    server = await asyncio.start_server(accept, LOOPBACK, 0)
    return server, f"tcp:{server.sockets[0].getsockname()[1]}"


def is_socket(address: str) -> bool:
    """Return whether the address is the user's file. A port may belong to another program by now."""
    return address.startswith("unix:")


async def connect(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to an address of :func:`listen`.

    Raises
    ------
    OSError
        If no engine listens.
    """
    place = address.partition(":")[2]
    if sys.platform != "win32" and is_socket(address):
        return await asyncio.open_unix_connection(place)
    return await asyncio.open_connection(LOOPBACK, int(place))


def make_private(folder: Path) -> None:
    """Make a folder that only the user can open, or check that it is one.

    Raises
    ------
    EngineError
        If it can't be made, is another user's, or others may open it.
    """
    try:
        for missing in reversed([path for path in (folder, *folder.parents) if not path.exists()]):
            missing.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError as error:
        raise EngineError(f"the folder {folder} can't be made ({error.strerror}); set XDG_RUNTIME_DIR") from error
    if not stat.S_ISDIR(status.st_mode):
        raise EngineError(f"{folder} is not a folder, and the engine's channel must be in one; remove it")
    if sys.platform != "win32":
        _check_owned(folder, status)


def _check_owned(folder: Path, status: os.stat_result) -> None:
    """Check owner and permissions. Windows has neither; its folder is in the user's profile, closed to others."""
    if status.st_uid != os.getuid() or folder.parent.stat().st_uid not in (0, os.getuid()):
        raise EngineError(f"the folder {folder} is not yours; set XDG_RUNTIME_DIR to a folder of your own")
    if status.st_mode & 0o077:
        raise EngineError(f"others may open the folder {folder}; run: chmod 700 {folder}")


def launch(command: Sequence[str], output: Path) -> int:
    """Start a process that is not a child of this one, with its output appended to a file. Return its process id.

    It gets this process's environment without the language model's key, which clients send with each request.

    A process in between starts it and ends. So an editor that ends a language server with all its children does not
    end the engine, and no process has to wait for it.

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
            timeout=LAUNCH_TIMEOUT,
            check=True,
        )
        return int(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise EngineError(f"the engine can't be started: {error}") from error
    finally:
        os.close(log)
