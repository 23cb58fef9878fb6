"""Writing that is whole or not at all: files are staged in a folder beside their targets, and renamed together.

Files that programs read, change and write are locked meanwhile. What a dead process leaves of both is removed by the
next that writes in its folder.
"""

import os
import re
import shutil
import stat
import time
import uuid
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final

from markscheme.documents.folders import COMPANIONS, CONFIGURATION
from markscheme.errors import DocumentError

_PREFIX: Final = ".markscheme-writing"
_HOST: Final = f"{zlib.crc32(os.uname().nodename.encode() if hasattr(os, 'uname') else b''):08x}"
_STAGED = re.compile(rf"{re.escape(_PREFIX)}-([0-9a-f]{{8}})-(\d+)-[0-9a-f]+")
_PAUSES: Final = (0.05, 0.1, 0.2, 0.4) if os.name == "nt" else ()
"""Seconds between tries to replace a file: Windows refuses while a search or a virus scanner has it open."""
_ABANDONED: Final = 24 * 3600
"""Seconds after which what another machine, or a system without numbers of processes, has staged is left over."""


class Staging:
    """New contents of files, which replace the old ones at :meth:`commit`; what is not committed is removed.

    A link stays, and what it leads to is replaced. A device or a named pipe is never replaced: it is written to.
    """

    def __init__(self) -> None:
        self._numbers = count()
        self._folders: dict[Path, Path] = {}
        self._staged: dict[Path, Path] = {}
        self._replaced: dict[Path, Path | None] = {}

    @contextmanager
    def stream(self, path: Path) -> Iterator[BinaryIO]:
        """Yield where a file's content is written."""
        if _is_written_through(path):
            with path.open("wb") as stream:
                yield stream
            return
        target = Path(os.path.realpath(path))
        partial = self._folder(target.parent) / f".{next(self._numbers)}"
        with partial.open("wb") as stream:
            yield stream
        if target.exists():
            shutil.copymode(target, partial)
        self._staged[target] = partial

    def commit(self) -> None:
        """Replace the files; if one can't be, those before it are as they were."""
        try:
            for target, partial in self._staged.items():
                self._keep(target, partial)
                _replace(partial, target)
        except OSError:
            for target, old in self._replaced.items():
                with suppress(OSError):
                    if old is not None:
                        old.replace(target)
                    elif not self._staged[target].exists():
                        target.unlink()
            raise

    def close(self) -> None:
        for folder in self._folders.values():
            shutil.rmtree(folder, ignore_errors=True)

    def _keep(self, target: Path, partial: Path) -> None:
        """Give what is to be replaced a second name, where the file system has second names."""
        old = partial.with_name(f"{partial.name}.old")
        try:
            os.link(target, old)
            self._replaced[target] = old
        except FileNotFoundError:
            self._replaced[target] = None
        except OSError:
            return

    def _folder(self, parent: Path) -> Path:
        if parent not in self._folders:
            _remove_left_over(parent)
            folder = parent / f"{_PREFIX}-{_HOST}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
            folder.mkdir()
            self._folders[parent] = folder
        return self._folders[parent]


def _replace(partial: Path, target: Path) -> None:
    """Rename a file to another's name; where that is refused as long as somebody reads it, a few times."""
    for pause in _PAUSES:
        try:
            partial.replace(target)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    partial.replace(target)


def _is_written_through(path: Path) -> bool:
    if path.is_relative_to("/dev") or path.is_relative_to("/proc"):
        return path.exists()
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


LOCK_TIMEOUT = 10
"""Seconds to wait while another program writes a file."""
_LOCKS: Final = frozenset(f".{name}.lock" for name in (*COMPANIONS, CONFIGURATION))


def unwritable(path: Path | None, error: OSError) -> DocumentError:
    return DocumentError(f"the file can't be written ({error.strerror})", path=path)


@contextmanager
def locked(*paths: Path) -> Iterator[None]:
    """Keep other programs, on other machines too, from writing files, which need not be there, until the block ends.

    Raise DocumentError if another program is writing one, or a folder can't be written.
    """
    from filelock import SoftFileLock, Timeout

    for folder in {path.parent for path in paths}:
        _remove_left_over(folder)
    with ExitStack() as locks:
        for path in sorted(paths):
            lock = SoftFileLock(path.with_name(f".{path.name}.lock"), timeout=LOCK_TIMEOUT)
            try:
                lock.acquire()
            except Timeout:
                remedy = f"If none is, remove {Path(lock.lock_file).name} beside it"
                raise DocumentError("another program is writing this file", path=path, remedy=remedy) from None
            except OSError as error:
                raise unwritable(path, error) from error
            locks.callback(lock.release)
        yield


def _remove_left_over(parent: Path) -> None:
    """Remove what processes have staged and locked here that ended without removing it."""
    with suppress(OSError):
        for entry in os.scandir(parent):
            named = _STAGED.fullmatch(entry.name)
            if named is None and entry.name not in _LOCKS:
                continue
            is_old = time.time() - entry.stat(follow_symlinks=False).st_mtime > _ABANDONED
            if named is None:
                _remove_lock(Path(entry.path), is_old=is_old)
            elif entry.is_dir(follow_symlinks=False) and (
                is_old or (named[1] == _HOST and not _is_running(int(named[2])))
            ):
                shutil.rmtree(entry.path, ignore_errors=True)


def _remove_lock(path: Path, *, is_old: bool) -> None:
    """Remove an old lock, or one of a dead process: whoever takes a lock finds that out."""
    from filelock import SoftFileLock, Timeout

    with suppress(OSError, Timeout):
        if is_old:
            path.unlink()
        else:
            SoftFileLock(path, timeout=0).acquire().lock.release()


def _is_running(process: int) -> bool:
    if os.name == "nt":  # a signal 0 would end the process there
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
