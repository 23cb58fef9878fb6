"""The zip of submissions that a school's system makes, read without trust in its names and bytes."""

from collections import Counter
from pathlib import Path, PurePosixPath
from typing import Self
from zipfile import BadZipFile, ZipFile, ZipInfo

import attrs

from markscheme.text.archives import ARCHIVE_DAMAGE, is_bounded
from markscheme.text.errors import DocumentError
from markscheme.text.reading import check_readable

MAX_MEMBERS = 10_000
"""Files of an archive; a class of a thousand students hands in a few thousand."""
MAX_FILE = 64 * 2**20
"""Bytes of one file, unpacked."""
MAX_TOTAL = 512 * 2**20
"""Bytes of all files that are read from one archive, unpacked."""
_DOWNLOAD_AGAIN = "Download it again"
_SYSTEM_FILES = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
"""What computers add to archives that were unpacked and packed again."""


@attrs.define
class SubmissionArchive:
    """An open archive; every read is bounded, and so is their sum.

    Attributes
    ----------
    names
        The paths of the files in it, with ``/`` between their parts, in the archive's order.
    """

    path: Path
    names: tuple[str, ...]
    _members: dict[str, ZipInfo]
    _file: ZipFile
    _read: int = 0

    def data(self, name: str) -> bytes:
        """Return the bytes of a file.

        Raises
        ------
        DocumentError
            If the file is damaged, encrypted or too large.
        """
        member = self._members[name]
        if member.flag_bits & 1:
            raise self._problem(f"{name} is protected by a password", "Pack the files without a password")
        if not is_bounded(self._file, member.filename):
            raise self._problem(f"{name} is packed by an unknown method", "Pack the files again as a plain zip")
        try:
            with self._file.open(member) as stream:
                data = stream.read(MAX_FILE + 1)
        except ARCHIVE_DAMAGE:
            raise self._problem(f"{name} in the zip is damaged", _DOWNLOAD_AGAIN) from None
        self._read += len(data)
        if len(data) > MAX_FILE:
            raise self._problem(f"{name} has more than {MAX_FILE // 2**20} MiB", "Take it out of the zip")
        if self._read > MAX_TOTAL:
            raise self._problem(f"the texts have more than {MAX_TOTAL // 2**20} MiB", "Import the class in parts")
        return data

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _problem(self, problem: str, remedy: str) -> DocumentError:
        return DocumentError(problem, path=self.path, remedy=remedy)


def open_archive(path: Path) -> SubmissionArchive:
    """Open an archive; its files are looked at later.

    Raises
    ------
    DocumentError
        If it is no zip, or damaged, has too many files, or a name that no school's system gives: a place outside of
        the archive, or the same name twice.
    """
    try:
        check_readable(path)
        file = ZipFile(path)
    except FileNotFoundError:
        raise DocumentError("the file does not exist", path=path) from None
    except BadZipFile:
        remedy = "Choose the zip that Moodle or Canvas gives, unopened"
        raise DocumentError("this is no zip of submissions, or it is damaged", path=path, remedy=remedy) from None
    except ARCHIVE_DAMAGE:
        raise DocumentError("the zip can't be read", path=path, remedy=_DOWNLOAD_AGAIN) from None
    try:
        members = _members(file, path)
    except DocumentError:
        file.close()
        raise
    return SubmissionArchive(path, tuple(members), members, file)


def _members(file: ZipFile, path: Path) -> dict[str, ZipInfo]:
    """Return the files of an archive by their paths in it."""
    named = [(_safe_name(member.filename, path), member) for member in file.infolist() if not member.is_dir()]
    twice = next((name for name, count in Counter(name for name, _ in named).items() if count > 1), None)
    if len(named) > MAX_MEMBERS or twice is not None:
        fault = f"the file {twice} stands twice in the zip" if twice else f"the zip has more than {MAX_MEMBERS} files"
        raise DocumentError(fault, path=path, remedy=_DOWNLOAD_AGAIN)
    return {name: member for name, member in named if not _is_of_computer(name)}


def _safe_name(name: str, path: Path) -> str:
    """Return a file's path in the archive; refuse one that leads out of it."""
    parts = name.replace("\\", "/")
    pure = PurePosixPath(parts)
    if pure.is_absolute() or ".." in pure.parts or parts[1:2] == ":":
        raise DocumentError(
            f"a file in the zip is called {name!r}, which leads out of it; nothing was taken from it",
            path=path,
            remedy="No school's system makes such a zip. Ask where it comes from",
        )
    return str(pure)


def _is_of_computer(name: str) -> bool:
    return any(part in _SYSTEM_FILES or part.startswith("._") for part in name.split("/"))
