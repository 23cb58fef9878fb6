"""Files written whole or not at all."""

import os
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from markscheme.text.errors import DocumentError


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is either whole or not there, or as it was.

    Raises
    ------
    DocumentError
        If the folder can't be written.
    """
    write_all({path: data})


def write_all(files: Mapping[Path, bytes], *, overwrite: bool = True) -> None:
    """Write several files; none is put in its place before all of them could be written.

    Parameters
    ----------
    overwrite
        Whether files that are there may be replaced.

    Raises
    ------
    DocumentError
        If a folder can't be written, or a file is there and is not to be replaced.
    """
    written: dict[Path, Path] = {}
    path = Path()
    try:
        for path, data in files.items():
            if path.is_dir():
                raise DocumentError("this is a folder, not a file", path=path)
            if not overwrite and path.exists():
                raise DocumentError("the file is there already", path=path, remedy="Write over it with --force")
            partial = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
            written[path] = partial
            partial.write_bytes(data)
        for path, partial in written.items():
            partial.replace(path)
    except OSError as error:
        raise DocumentError(f"the file can't be written ({error.strerror})", path=path) from error
    finally:
        for partial in written.values():
            with suppress(OSError):
                partial.unlink(missing_ok=True)


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A stream into a file that is put in its place, with all that is in it on the disk, when the block ends.

    If the block fails, the file stays as it was; if the process or the machine does, too.

    Raises
    ------
    DocumentError
        If the folder can't be written.
    """
    partial = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        with partial.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(path)
    except OSError as error:
        raise DocumentError(f"the file can't be written ({error.strerror})", path=path) from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
