"""Files written whole or not at all."""

import uuid
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from markscheme.documents.errors import DocumentError


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is either whole or not there, or as it was.

    Raises
    ------
    DocumentError
        If the folder can't be written.
    """
    write_all({path: data})


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write several files; none is put in its place before all of them could be written.

    Raises
    ------
    DocumentError
        If a folder can't be written.
    """
    written: dict[Path, Path] = {}
    path = Path()
    try:
        for path, data in files.items():
            if path.is_dir():
                raise DocumentError("this is a folder, not a file", path=path)
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
