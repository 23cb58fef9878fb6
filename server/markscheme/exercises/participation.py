"""Which files may take part in an exercise: every file but those that Markscheme wrote."""

from pathlib import Path

from markscheme.exercises.companions import companion
from markscheme.text.errors import DocumentError
from markscheme.text.products import REPORT_FOLDER, is_product
from markscheme.text.reading import is_file


def may_take_part(path: Path) -> bool:
    """Return whether a path is a file that is not a product and is in no folder of products."""
    return is_file(path) and participation_fault(path) is None


def may_be_text(path: Path) -> bool:
    """Return whether a file may be a text though nothing names it: it may take part, and is no exercise's companion."""
    return companion(path) is None and may_take_part(path)


def participation_fault(path: Path) -> DocumentError | None:
    """Return why a file can take part in no exercise, whatever names it; ``None`` if it can, or is not there."""
    if is_product(path):
        return DocumentError(
            "this is a report or an export that Markscheme wrote; it is never marked",
            path=path,
            remedy="Name the text itself",
        )
    if REPORT_FOLDER in path.parts and is_file(path):
        return DocumentError(
            f"this is in {REPORT_FOLDER}, where Markscheme keeps its reports; nothing there is marked",
            path=path,
            remedy="Move it to another folder",
        )
    return None
