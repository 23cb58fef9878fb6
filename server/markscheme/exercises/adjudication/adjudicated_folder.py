"""The file of an adjudicator's decisions beside an exercise's references, changed under a lock."""

from collections.abc import Callable
from pathlib import Path

from markscheme.exercises.adjudication.adjudicated_file import ADJUDICATED_FILE, AdjudicatedFile
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.locked_files import locked, write_or_remove
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource, read_text


def adjudicated_path(exercise: Exercise) -> Path:
    """Return the path of an exercise's file, there or not: beside its first reference.

    Raises
    ------
    DocumentError
        If the exercise has no reference.
    """
    if not exercise.references:
        raise exercise.problem or DocumentError("there is no reference text", path=exercise.source)
    return exercise.references[0].path.parent / ADJUDICATED_FILE


def read_adjudicated(path: Path, read: TextSource = read_text) -> AdjudicatedFile:
    """Return a file as it is; one in which nothing is decided where there is none.

    Raises
    ------
    DocumentError
        If it can't be read, or is broken, with the line.
    """
    return AdjudicatedFile(read(path) if path.exists() else "", path)


def rewrite(path: Path, change: Callable[[AdjudicatedFile], str]) -> AdjudicatedFile:
    """Change a file under its lock, and return it as it is then; a file in which nothing is decided is removed.

    Raises
    ------
    DocumentError
        If it is broken or can't be written; then it is as it was.
    """
    with locked(path):
        before = read_adjudicated(path)
        after = AdjudicatedFile(change(before), path)
        text = "" if after.is_empty else after.text
        write_or_remove(path, before.text, text)
        return after if text else AdjudicatedFile("", path)
