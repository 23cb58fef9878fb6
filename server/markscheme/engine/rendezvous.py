"""Where the clients of an engine find it: a few small files in a folder that is the user's alone.

One engine serves all who want the same: the settings, the program's version and place, and the Python that
runs it make the files' name.
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
from markscheme.engine.transport import make_private
from markscheme.scoring.settings import EngineSettings
from markscheme.version import VERSION

LAST_WORDS = 20
"""So many lines of a dead engine's log are told."""
CRASH = "Fatal Python error"
"""How :mod:`faulthandler` begins."""
LONGEST_LOG = 1_000_000
"""Bytes of a log that may be left when an engine is started; each engine also begins its own anew."""


@attrs.frozen
class Meeting:
    """How to reach an engine.

    Attributes
    ----------
    address
        Where it listens, for :func:`markscheme.engine.transport.connect`.
    token
        What a client must know.
    pid
        Its process.
    version
        Its program's version.
    """

    address: str
    token: str
    pid: int
    version: str


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
        """The place for an engine with these settings, which must be resolved; its folder is made if need be.

        Raises
        ------
        EngineError
            If the folder is not the user's alone.
        """
        folder = _runtime_folder()
        make_private(folder)
        return cls(folder / _key(settings))

    def announce(self, meeting: Meeting) -> None:
        """Tell clients where the engine is; the file is whole, or as it was."""
        partial = self.base.with_suffix(f".{secrets.token_hex(4)}")
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
            json.dump(attrs.asdict(meeting), stream)
        _replace(partial, self._meeting)

    def meeting(self) -> Meeting | None:
        """What was last announced; the engine may be gone."""
        try:
            return cattrs.structure(json.loads(self._meeting.read_text("utf-8")), Meeting)
        except (OSError, ValueError, BaseValidationError):
            return None

    def occupied(self) -> bool:
        """Whether an engine holds its lock: it works, is coming up, or is ending."""
        from filelock import FileLock, Timeout

        try:
            with FileLock(self.life_lock, timeout=0):
                return False
        except Timeout:
            return True

    def withdraw(self, meeting: Meeting) -> None:
        """Take back an announcement, unless another engine has put its own in its place."""
        if self.meeting() == meeting:
            self._meeting.unlink(missing_ok=True)
            self.socket.unlink(missing_ok=True)

    def last_words(self) -> str:
        """The end of the log, or how a crash that it tells of begins."""
        try:
            lines = self.log.read_text("utf-8", "replace").splitlines()
        except OSError:
            lines = []
        crashes = [number for number, line in enumerate(lines) if line.startswith(CRASH)]
        begin = crashes[-1] if crashes else max(0, len(lines) - LAST_WORDS)
        return "\n".join(lines[begin : begin + LAST_WORDS]) or "the engine ended without a word"

    def shorten_log(self) -> None:
        """Forget what engines that could not start have said, once it is much."""
        if self.log.exists() and self.log.stat().st_size > LONGEST_LOG:
            os.truncate(self.log, 0)


def _runtime_folder() -> Path:
    import platformdirs

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of an XDG_RUNTIME_DIR that is not set, for which there is another
            return platformdirs.user_runtime_path("markscheme", appauthor=False)
    except PermissionError as error:
        raise EngineError(f"there is no folder for the engine's channel: {error}") from error


def _key(settings: EngineSettings) -> str:
    """Short, for it is part of a socket's path."""
    place = str(Path(markscheme.__file__).parent)
    wanted = json.dumps([cattrs.unstructure(settings), VERSION, place, sys.executable], sort_keys=True)
    return hashlib.sha256(wanted.encode()).hexdigest()[:12]


def _replace(partial: Path, path: Path) -> None:
    """Windows refuses while a client reads the old file, which takes no time."""
    for _ in range(100):
        try:
            partial.replace(path)
        except PermissionError:
            time.sleep(0.02)
        else:
            return
    partial.unlink()
    raise EngineError(f"{path} can't be replaced; another program keeps it open")
