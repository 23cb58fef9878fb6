"""Folders of short texts that a ``markscheme.toml`` configures, and what is in their exercises."""

from pathlib import Path

from markscheme.documents.folders import CONFIGURATION
from markscheme.exercises.exercise import Exercise


def write(folder: Path, *names: str) -> None:
    """Write files with one short line each, with their folders."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("A line .\n")


def configure(folder: Path, text: str) -> Path:
    """Write a folder's ``markscheme.toml`` and return its path."""
    (folder / CONFIGURATION).write_text(text, encoding="utf-8")
    return folder / CONFIGURATION


def names(exercise: Exercise, side: str) -> list[str]:
    """Return the names of an exercise's ``hypotheses`` or ``references``."""
    return [item.name for item in getattr(exercise, side)]
