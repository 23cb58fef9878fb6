"""Where clients find their engine, and how they prove that they may use it.

An engine announces itself in a few small files, in a folder that only the user can open. They are named by a digest of
settings, protocol, the program's folder and Python. The transport is a Unix socket there; loopback TCP on Windows, and
where the path is too long for a socket.

The first message of a connection, also of one to a language server on a port, carries a token in a header of its own,
before which none is read::

    Markscheme-Token: TOKEN\\r\\n
    Content-Length: 123\\r\\n
    \\r\\n
    {"jsonrpc": ...
"""

import asyncio
import hashlib
import hmac
import json
import logging
import os
import secrets
import stat
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Protocol

import attrs
import cattrs
from cattrs.errors import BaseValidationError

from markscheme.inference.judge import KEY
from markscheme.inference.settings import EngineSettings

logger = logging.getLogger(__name__)


class EngineError(Exception):
    """The engine could not answer; the message says why."""


class EngineDied(EngineError):
    """The engine process crashed while it was needed; the message is the end of its log."""


class EngineIncomplete(EngineError):
    """The engine answers, but lacks a part that the work needs; the message says which and what to do."""


HEADER = "Markscheme-Token"
_MAX_HEADER_LINES = 32
_HEADER_TIMEOUT = 10.0
"""Seconds to wait for a first message's headers."""


class Reader(Protocol):
    """What pygls reads messages from."""

    def read(self, n: int) -> Awaitable[bytes]: ...

    def readline(self) -> Awaitable[bytes]: ...

    def readexactly(self, n: int) -> Awaitable[bytes]: ...


class _Replay:
    def __init__(self, lines: list[bytes], reader: Reader) -> None:
        self._lines = lines
        self._reader = reader

    async def read(self, n: int) -> bytes:
        lines, self._lines = self._lines, []
        return b"".join(lines) or await self._reader.read(n)

    async def readline(self) -> bytes:
        return self._lines.pop(0) if self._lines else await self._reader.readline()

    async def readexactly(self, n: int) -> bytes:
        return await self._reader.readexactly(n)


def credential(token: str) -> bytes:
    return f"{HEADER}: {token}\r\n".encode()


async def admit(reader: Reader, token: str) -> Reader | None:
    """Return the whole connection if its first message carries the token in time, else ``None``."""
    try:
        async with asyncio.timeout(_HEADER_TIMEOUT):
            lines = await _headers(reader)
    except (TimeoutError, ValueError, OSError):  # ValueError: a line that does not end
        return None
    tokens = [value.strip() for name, _, value in (line.partition(b":") for line in lines) if _is_token(name)]
    proven = len(tokens) == 1 and hmac.compare_digest(tokens[0], token.encode())
    return _Replay(lines, reader) if proven else None


async def _headers(reader: Reader) -> list[bytes]:
    lines: list[bytes] = []
    while len(lines) < _MAX_HEADER_LINES and (line := await reader.readline()):
        lines.append(line)
        if not line.strip():
            break
    return lines


def _is_token(name: bytes) -> bool:
    return name.strip().lower() == HEADER.lower().encode()


_MAX_SOCKET_PATH = 100
"""Bytes of a socket's path. macOS takes 104 and Linux 108, each with a final zero byte."""
_LOOPBACK = "127.0.0.1"
ANSWER_TIMEOUT = 60.0
"""Seconds that either side waits for the other's first sign: a process started, a first client, a first reply."""

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
    if sys.platform != "win32" and len(os.fsencode(socket)) <= _MAX_SOCKET_PATH:
        return await asyncio.start_unix_server(accept, socket), f"unix:{socket}"
    server = await asyncio.start_server(accept, _LOOPBACK, 0)
    return server, f"tcp:{server.sockets[0].getsockname()[1]}"


def is_socket(address: str) -> bool:
    """Return whether the address is the user's file. A port may belong to another program by now."""
    return address.startswith("unix:")


async def connect(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to an address of :func:`listen`; raise OSError if no engine listens."""
    place = address.partition(":")[2]
    if sys.platform != "win32" and is_socket(address):
        return await asyncio.open_unix_connection(place)
    return await asyncio.open_connection(_LOOPBACK, int(place))


def _make_private(folder: Path) -> None:
    """Make a folder that only the user can open, or check that it is one; raise EngineError if others may open it."""
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
    """Start a process that is not a child of this one, with its output appended to a file; return its id.

    It gets no key of a language model; clients send that with each request. A process in between starts it and ends: an
    editor that ends a language server with all its children does not end the engine. Raise EngineError if it can't
    start.
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
            timeout=ANSWER_TIMEOUT,
            check=True,
        )
        return int(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise EngineError(f"the engine can't be started: {error}") from error
    finally:
        os.close(log)


_LOG_TAIL_LINES = 20
"""Lines of a crashed engine's log in an error message."""
_CRASH = "Fatal Python error"
"""The first words of :mod:`faulthandler`'s report."""


def log_failure(error: Exception) -> None:
    """Log an error's type and place, without its message: that may quote a document."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    logger.error("%s\n%s", type(error).__name__, frames)


_MAX_LOG_BYTES = 1_000_000
"""Size of a log above which it is emptied before an engine starts. An engine that has started empties its log."""


@attrs.frozen
class Announcement:
    """How to reach an engine; the token admits a client."""

    address: str
    token: str
    pid: int
    protocol: str


class Endpoint:
    """The files of one engine, ``FOLDER/KEY.*``."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.socket = base.with_suffix(".s")
        self.log = base.with_suffix(".log")
        self.start_lock = base.with_suffix(".start")
        """Held by a client while it starts the engine."""
        self.life_lock = base.with_suffix(".lock")
        """Held by the engine as long as it lives."""
        self._announcement = base.with_suffix(".json")

    @classmethod
    def of(cls, settings: EngineSettings, protocol: str) -> "Endpoint":
        """Return the files of resolved settings, in a private folder; raise EngineError if others may open that."""
        folder = _runtime_folder()
        _make_private(folder)
        return cls(folder / _key(settings, protocol))

    def announce(self, announcement: Announcement) -> None:
        """Write all of the announcement or nothing."""
        partial = self.base.with_suffix(f".{secrets.token_hex(4)}")
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
            json.dump(attrs.asdict(announcement), stream)
        _replace(partial, self._announcement)

    def announcement(self) -> Announcement | None:
        """Return the last announcement, or ``None``; its engine may be gone."""
        try:
            return cattrs.structure(json.loads(self._announcement.read_text("utf-8")), Announcement)
        except (OSError, ValueError, BaseValidationError):
            return None

    def occupied(self) -> bool:
        """Return whether an engine holds its lock: it serves, starts or ends."""
        from filelock import FileLock, Timeout

        try:
            with FileLock(self.life_lock, timeout=0):
                return False
        except Timeout:
            return True

    def withdraw(self, announcement: Announcement) -> None:
        """Remove an announcement, unless another engine has replaced it."""
        if self.announcement() == announcement:
            self._announcement.unlink(missing_ok=True)
            self.socket.unlink(missing_ok=True)

    def log_tail(self) -> str:
        """Return the end of the log, or the beginning of the last crash that it reports."""
        try:
            lines = self.log.read_text("utf-8", "replace").splitlines()
        except OSError:
            lines = []
        crashes = [number for number, line in enumerate(lines) if line.startswith(_CRASH)]
        begin = crashes[-1] if crashes else max(0, len(lines) - _LOG_TAIL_LINES)
        return "\n".join(lines[begin : begin + _LOG_TAIL_LINES]) or "the engine ended and its log is empty"

    def shorten_log(self) -> None:
        """Empty the log if it is large. Engines that could not start leave their messages in it."""
        if self.log.exists() and self.log.stat().st_size > _MAX_LOG_BYTES:
            os.truncate(self.log, 0)


def _runtime_folder() -> Path:
    import platformdirs

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about an XDG_RUNTIME_DIR that is not set
            return platformdirs.user_runtime_path("markscheme", appauthor=False)
    except PermissionError as error:
        raise EngineError(f"there is no folder for the engine's channel: {error}") from error


def _key(settings: EngineSettings, protocol: str) -> str:
    """Return a short name, because it is part of a socket's path."""
    place = str(Path(__file__).parent)
    content = json.dumps([cattrs.unstructure(settings), protocol, place, sys.executable], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:12]


def _replace(partial: Path, path: Path) -> None:
    """Replace a file. Windows refuses while a client reads the old one, which takes a moment."""
    for _ in range(100):
        try:
            partial.replace(path)
        except PermissionError:
            time.sleep(0.02)
        else:
            return
    partial.unlink()
    raise EngineError(f"{path} can't be replaced; another program keeps it open")
