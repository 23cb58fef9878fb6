"""Files beside an exercise's references that several programs may change at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from markscheme.text.errors import DocumentError
from markscheme.text.writing import write_text

LOCK_TIMEOUT = 10
"""Seconds to wait while another program writes a file."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other programs from writing a file, which need not be there, until the block ends.

    Raises
    ------
    DocumentError
        If another program is writing the file, or the folder can't be written.
    """
    from filelock import SoftFileLock, Timeout

    lock = SoftFileLock(path.with_name(f".{path.name}.lock"), timeout=LOCK_TIMEOUT)
    try:
        lock.acquire()
    except Timeout:
        raise DocumentError(
            "another program is writing this file",
            path=path,
            remedy=f"If none is, remove {Path(lock.lock_file).name} beside it",
        ) from None
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        yield
    finally:
        lock.release()


def write_or_remove(path: Path, before: str, after: str) -> None:
    """Write a file's new text, unless it is the same; remove a file whose text is empty.

    Raises
    ------
    DocumentError
        If the file can't be written.
    """
    try:
        if not after:
            path.unlink(missing_ok=True)
        elif after != before:
            write_text(path, after)
    except OSError as error:
        raise _unwritable(path, error) from error


def remove(path: Path) -> None:
    """Remove a file, which need not be there.

    Raises
    ------
    DocumentError
        If it can't be removed.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> DocumentError:
    return DocumentError(f"the file can't be written ({error.strerror})", path=path)
