"""Files written whole or not at all."""

import os
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from markscheme.text.encodings import UTF_8, encoding_of
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_data


def write_whole(path: Path, data: bytes) -> None:
    """Write a file; if that fails, the file is as it was, or missing.

    Raises
    ------
    DocumentError
        If the folder can't be written.
    """
    write_all({path: data})


def write_text(path: Path, text: str) -> None:
    """Write a text file in the encoding of the file that it replaces, byte order mark included; a new one in UTF-8.

    Raises
    ------
    DocumentError
        If the folder can't be written, or the old file can't be read.
    """
    encoding = encoding_of(read_data(path)) if path.exists() else UTF_8
    write_whole(path, encoding.encode(text))


def make_folder(path: Path, *, parents: bool = False) -> None:
    """Make a folder, unless it is there.

    Parameters
    ----------
    parents
        Whether the folders around it are made, too.

    Raises
    ------
    DocumentError
        If it can't be made.
    """
    try:
        path.mkdir(parents=parents, exist_ok=True)
    except OSError as error:
        raise DocumentError(f"the folder can't be made ({error.strerror})", path=path) from error


def write_all(files: Mapping[Path, bytes], *, overwrite: bool = True) -> None:
    """Write several files; none replaces an old one before all are written.

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
            check_replaceable(path, overwrite=overwrite)
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


def check_replaceable(path: Path, *, overwrite: bool) -> None:
    """Check that a file may be written at this path.

    Raises
    ------
    DocumentError
        If it is a folder, a file is there and is not to be replaced, or that can't be found out.
    """
    try:
        is_folder, exists = path.is_dir(), path.exists()
    except OSError as error:
        raise DocumentError(f"the file can't be written ({error.strerror})", path=path) from error
    if is_folder:
        raise DocumentError("this is a folder, not a file", path=path)
    if not overwrite and exists:
        raise DocumentError("the file is there already", path=path, remedy="Write over it with --force")


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """Yield a stream into a new file, which replaces the file of this path when the block ends.

    The content is on the disk before that. If the block, the process or the machine fails, the file stays as it was.

    Raises
    ------
    DocumentError
        If the folder can't be written.
    """
    with all_written_whole([path]) as [stream]:
        yield stream


@contextmanager
def all_written_whole(paths: Sequence[Path]) -> Iterator[tuple[BinaryIO, ...]]:
    """Yield a stream into a new file for each path; none replaces an old one before all are on the disk.

    Raises
    ------
    DocumentError
        If a folder can't be written.
    """
    partials = {path: path.with_name(f".{path.name}.{uuid.uuid4().hex}") for path in paths}
    current = paths[0]
    try:
        with ExitStack() as opened:
            streams: dict[Path, BinaryIO] = {}
            for current, partial in partials.items():
                streams[current] = opened.enter_context(partial.open("wb"))
            yield tuple(streams.values())
            for current in paths:
                streams[current].flush()
                os.fsync(streams[current].fileno())
        for current, partial in partials.items():
            partial.replace(current)
    except OSError as error:
        raise DocumentError(f"the file can't be written ({error.strerror})", path=current) from error
    finally:
        for partial in partials.values():
            with suppress(OSError):
                partial.unlink(missing_ok=True)
