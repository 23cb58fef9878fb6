"""An earlier revision of the project, whose server is measured beside this one's in the same run."""

import compileall
import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

from benchmarks.measurement import Skipped

PROJECT = Path(__file__).parents[1]
PACKAGES = ("server", "models")
"""Folders of the project that Python imports from."""


@attrs.frozen
class Revision:
    """The files of a revision; the packages that it needs are those of this Python."""

    name: str
    folder: Path

    @property
    def command(self) -> list[str]:
        """The command that starts its language server."""
        return [sys.executable, "-m", "markscheme.cli", "serve", "--stdio"]

    @property
    def environment(self) -> dict[str, str]:
        """The variables that make Python import it, rather than the project that is installed."""
        return {"PYTHONPATH": os.pathsep.join(str(self.folder / name) for name in PACKAGES)}


@contextmanager
def checked_out(name: str) -> Iterator[Revision]:
    """Give a commit's files in a folder of their own, compiled as an installed package is.

    Raises
    ------
    Skipped
        If Git has no such commit.
    """
    command = ["git", "-C", str(PROJECT), "archive", "--format=tar", name, "--", *PACKAGES]
    archive = subprocess.run(command, capture_output=True, check=False)
    if archive.returncode:
        raise Skipped(f"Git has no revision {name!r} with the folders {' and '.join(PACKAGES)}")
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        compileall.compile_dir(folder, quiet=2)
        yield Revision(name, Path(folder))
