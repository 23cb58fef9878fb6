"""Real engines in a test's own runtime folder, and tasks for them."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from markscheme.documents.corpus import Document
from markscheme.exercises.material import Material
from markscheme.marking.driver import Task


@contextmanager
def own_runtime_folder() -> Iterator[Path]:
    """Set a new runtime folder with a short path; end its engines afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="ms-", dir="/tmp" if os.name == "posix" else None))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        try:
            yield folder
        finally:
            end_engines(folder)
            shutil.rmtree(folder)


def engines(folder: Path) -> list[psutil.Process]:
    """Return the engine processes that are announced in a runtime folder."""
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        command = process.info["cmdline"] or []
        if "markscheme.server.engine" in command and command[-1].startswith(f"{folder}{os.sep}") and is_alive(process):
            found.append(process)
    return found


def is_alive(process: psutil.Process) -> bool:
    """Return whether a process runs. One that has ended stays as a zombie if no parent waits for it."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def end_engines(folder: Path) -> None:
    while alive := engines(folder):
        for process in alive:
            process.kill()


def slow_task(sentences: int = 1000, name: str = "slow") -> Task:
    """Return a task of many batches."""
    source = "".join(f"The pupil number {number} go to {name} school .\n" for number in range(sentences))
    better = source.replace(" go ", " goes ")
    worse = source.replace(" go ", " went ")
    material = Material(Document("source", source), Document("student", worse), (Document("teacher", better),), ())
    return Task(material, tokenised=True)


def quick_task(name: str = "quick") -> Task:
    return slow_task(1, name)


COMMAND = [sys.executable, "-m", "markscheme.cli", "serve"]
