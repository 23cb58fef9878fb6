"""Where clients find their engine: a few small files in a folder that only the user can open.

One engine serves all clients that need the same. The files' name is a digest of the settings, the protocol, the
program's folder, and the Python that runs it.
"""

import hashlib
import json
import os
import secrets
import sys
import time
import warnings
from pathlib import Path

import attrs
import cattrs
from cattrs.errors import BaseValidationError

import markscheme
from markscheme.engine.failures import EngineError
from markscheme.engine.requests.fingerprint import protocol
from markscheme.engine.transport import make_private
from markscheme.scoring.settings import EngineSettings

LOG_TAIL_LINES = 20
"""Lines of a crashed engine's log in an error message."""
CRASH = "Fatal Python error"
"""The first words of :mod:`faulthandler`'s report."""
MAX_LOG_BYTES = 1_000_000
"""Size of a log above which it is emptied before an engine starts. An engine that has started empties its log."""


@attrs.frozen
class Meeting:
    """How to reach an engine.

    Attributes
    ----------
    address
        Its address for :func:`markscheme.engine.transport.connect`.
    token
        Admits a client.
    pid
        Its process id.
    protocol
        Its :func:`markscheme.engine.requests.fingerprint.protocol`.
    """

    address: str
    token: str
    pid: int
    protocol: str


def new_token() -> str:
    return secrets.token_urlsafe(32)


class Rendezvous:
    """The files of one engine, ``FOLDER/KEY.*``."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.socket = base.with_suffix(".s")
        self.log = base.with_suffix(".log")
        self.start_lock = base.with_suffix(".start")
        """Held by a client while it starts the engine."""
        self.life_lock = base.with_suffix(".lock")
        """Held by the engine as long as it lives."""
        self._meeting = base.with_suffix(".json")

    @classmethod
    def of(cls, settings: EngineSettings) -> "Rendezvous":
        """Return the files for an engine with these resolved settings; make their folder if needed.

        Raises
        ------
        EngineError
            If others may open the folder.
        """
        folder = _runtime_folder()
        make_private(folder)
        return cls(folder / _key(settings))

    def announce(self, meeting: Meeting) -> None:
        """Write where clients find the engine, all of it or nothing."""
        partial = self.base.with_suffix(f".{secrets.token_hex(4)}")
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
            json.dump(attrs.asdict(meeting), stream)
        _replace(partial, self._meeting)

    def meeting(self) -> Meeting | None:
        """Return the last announcement, or ``None``; its engine may be gone."""
        try:
            return cattrs.structure(json.loads(self._meeting.read_text("utf-8")), Meeting)
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

    def withdraw(self, meeting: Meeting) -> None:
        """Remove an announcement, unless another engine has replaced it."""
        if self.meeting() == meeting:
            self._meeting.unlink(missing_ok=True)
            self.socket.unlink(missing_ok=True)

    def log_tail(self) -> str:
        """Return the end of the log, or the beginning of the last crash that it reports."""
        try:
            lines = self.log.read_text("utf-8", "replace").splitlines()
        except OSError:
            lines = []
        crashes = [number for number, line in enumerate(lines) if line.startswith(CRASH)]
        begin = crashes[-1] if crashes else max(0, len(lines) - LOG_TAIL_LINES)
        return "\n".join(lines[begin : begin + LOG_TAIL_LINES]) or "the engine ended and its log is empty"

    def shorten_log(self) -> None:
        """Empty the log if it is large. Engines that could not start leave their messages in it."""
        if self.log.exists() and self.log.stat().st_size > MAX_LOG_BYTES:
            os.truncate(self.log, 0)


def _runtime_folder() -> Path:
    import platformdirs

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about an XDG_RUNTIME_DIR that is not set
            return platformdirs.user_runtime_path("markscheme", appauthor=False)
    except PermissionError as error:
        raise EngineError(f"there is no folder for the engine's channel: {error}") from error


def _key(settings: EngineSettings) -> str:
    """Return the files' name; short, because it is part of a socket's path."""
    place = str(Path(markscheme.__file__).parent)
    content = json.dumps([cattrs.unstructure(settings), protocol(), place, sys.executable], sort_keys=True)
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
