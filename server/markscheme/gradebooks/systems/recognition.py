"""The schools' systems by name, and the one to which a zip or a table belongs."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from markscheme.gradebooks.csv_table import CsvTable, read_table
from markscheme.gradebooks.systems.system import GradebookSystem, Line
from markscheme.registry import Registry
from markscheme.text.errors import DocumentError


def _fault(name: str, variant: Any) -> str:
    """Return what is wrong with a package's system."""
    if not isinstance(variant, GradebookSystem):
        return "it is not an object of a class derived from markscheme.gradebooks.systems.system.GradebookSystem"
    return "" if variant.name == name else f"its name is {variant.name!r}"


SYSTEMS: Registry[GradebookSystem] = Registry(
    "school's system",
    {"moodle": "markscheme.gradebooks.systems.moodle:MOODLE", "canvas": "markscheme.gradebooks.systems.canvas:CANVAS"},
    "markscheme.gradebooks",
    _fault,
)


def system_of_archive(names: Iterable[str], path: Path) -> GradebookSystem:
    """Return the system that made a zip of submissions: the one that reads most of its names.

    Raises
    ------
    DocumentError
        If no system reads any of them.
    """
    members = tuple(names)
    counts = {item: sum(item.handed_in(name) is not None for name in members) for item in SYSTEMS.variants().values()}
    best = max(counts, key=lambda item: counts[item])
    if not counts[best]:
        shown = f"; the first file is {members[0]!r}" if members else "; it is empty"
        raise DocumentError(
            f"no file in the zip is named as {_titles('or')} name submissions{shown}",
            path=path,
            remedy="In Moodle, choose “Download all submissions”; in Canvas, “Download submissions”",
        )
    return best


def system_of_table(table: CsvTable) -> GradebookSystem:
    """Return the system to which a table of grades belongs.

    Raises
    ------
    DocumentError
        If it belongs to none.
    """
    for item in SYSTEMS.variants().values():
        if item.recognises(table):
            return item
    shown = ", ".join(table.header[:6]) or "none"
    raise table.problem(
        f"this is no table of grades of {_titles('or')}; its columns are {shown}",
        "In Moodle, choose “Download grading worksheet”; in Canvas, “Export” in the gradebook. "
        "Choose CSV, and leave the columns as they are",
        line=1,
    )


def lines_of_table(path: Path) -> tuple[Line, ...]:
    """Return the rows of students of a system's table of grades.

    Raises
    ------
    DocumentError
        If the table can't be used.
    """
    table = read_table(path)
    return system_of_table(table).lines(table)


def _titles(word: str) -> str:
    return f" {word} ".join(item.title for item in SYSTEMS.variants().values())
