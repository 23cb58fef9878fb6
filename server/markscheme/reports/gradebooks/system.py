"""A school's system as one object: how it names what students hand in, and how its table of grades is laid out.

A package adds a system by an entry point: an object of a class that is derived from :class:`GradebookSystem`, under the
system's name::

    [project.entry-points."markscheme.gradebooks"]
    toy = "toy_system:TOY"

Files go in and out. Nothing is sent anywhere.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import attrs

from markscheme.errors import DocumentError
from markscheme.registry import Registry
from markscheme.reports.gradebooks.grade_tables import CsvTable, read_table

Column = TypeVar("Column", bound=int | None)


@attrs.frozen
class HandedIn:
    """A file of a student, as its path in the system's zip (``member``) says it.

    ``name`` is a number where marking is blind; ``identifier`` may be the team's. ``is_typed`` is whether it is a page
    that was typed in the system, ``has_heading`` whether the page begins with a heading by the system, and
    ``is_blind`` whether ``name`` says nothing of the person.
    """

    member: str
    name: str
    identifier: str
    file: str
    is_typed: bool = False
    is_late: bool = False
    is_blind: bool = False
    has_heading: bool = False


@attrs.frozen
class Line:
    """A student's row in a table, by its index; without names where marking is blind.

    ``maximum`` is ``None`` where the row does not say it; ``is_locked`` is whether the system refuses another grade.
    """

    row: int
    identifier: str
    names: tuple[str, ...] = ()
    maximum: float | None = None
    is_locked: bool = False
    is_late: bool = False


@attrs.frozen
class Worksheet:
    """A system's table of grades, with the columns of grades and comments, and whether numbers have a decimal comma.

    ``scale`` has the words in which grades are given, empty for points. ``kept`` are grades that stay as they are,
    such as ``EX`` for a student who is excused; notices say what can't be written and why.
    """

    table: CsvTable
    system: "GradebookSystem"
    lines: tuple[Line, ...]
    grade: int
    comments: int | None = None
    comma: bool = False
    kept: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    scale: tuple[str, ...] = ()


@attrs.frozen
class Columns:
    """What the person says of a table: names of columns by their roles, and the column of the assignment."""

    names: Mapping[str, str] = attrs.field(factory=dict)
    assignment: str | None = None

    def index(self, role: str, table: CsvTable, otherwise: Callable[[], Column]) -> int | Column:
        """Return the column that the person names for a role, or else the other one. Raise DocumentError if there is
        none of that name.
        """
        name = self.names.get(role)
        if name is None:
            return otherwise()
        if name not in table.header:
            raise table.problem(f"there is no column {name!r}", f"The columns are {', '.join(table.header)}")
        return table.header.index(name)


class GradebookSystem(ABC):
    """A school's system; ``upload`` says where a person uploads the table of grades that is filled in."""

    name: ClassVar[str]
    title: ClassVar[str]
    upload: ClassVar[str]

    @abstractmethod
    def handed_in(self, member: str) -> HandedIn | None:
        """Return what a path in a zip of submissions says; ``None`` where the system makes no such path."""

    @abstractmethod
    def recognises(self, table: CsvTable) -> bool:
        """Return whether a table is one of this system's tables of grades."""

    @abstractmethod
    def lines(self, table: CsvTable) -> tuple[Line, ...]:
        """Return the rows of students of a table of grades, without the most points."""

    @abstractmethod
    def worksheet(self, table: CsvTable, columns: Columns = Columns()) -> Worksheet:
        """Return the layout of a table of grades; raise DocumentError if a column that is needed is not there."""

    @abstractmethod
    def person(self, name: str) -> str:
        """Return a name of the system's as people write it, first name first."""

    def comment(self, page: str) -> str:
        """Return a comment, given as a small HTML page, as the system's table holds it."""
        return page

    def feedback_path(self, name: str, identifier: str, file: str) -> str:
        """Return the path of a file of feedback in the system's zip. Raise DocumentError if it takes none."""
        del name, identifier, file
        raise DocumentError(
            f"{self.title} takes no zip of feedback files", remedy="Leave out --feedback and --feedback-format"
        )


def number(text: str) -> float | None:
    """Return a number of a table, with a decimal point or comma; ``None`` where there is none.

    >>> number("100,00"), number(" 8.5 "), number("-")
    (100.0, 8.5, None)
    """
    try:
        value = float(text.strip().replace(" ", "").replace("\xa0", "").replace(",", "."))
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None


def has_decimal_comma(texts: Iterable[str]) -> bool:
    """Return whether numbers of a table have a decimal comma.

    >>> has_decimal_comma(["", "7,50"]), has_decimal_comma(["7.50"])
    (True, False)
    """
    return any(re.fullmatch(r"\s*\d+,\d+\s*", text) for text in texts)


def _fault(name: str, variant: Any) -> str:
    if not isinstance(variant, GradebookSystem):
        return "it is not an object of a class derived from markscheme.reports.gradebooks.system.GradebookSystem"
    return "" if variant.name == name else f"its name is {variant.name!r}"


SYSTEMS: Registry[GradebookSystem] = Registry(
    "school's system",
    {"moodle": "markscheme.reports.gradebooks.moodle:MOODLE", "canvas": "markscheme.reports.gradebooks.canvas:CANVAS"},
    "markscheme.gradebooks",
    _fault,
)


def system_of_archive(names: Iterable[str], path: Path) -> GradebookSystem:
    """Return the system that reads most names of a zip of submissions. Raise DocumentError if no system reads any of
    them.
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
    """Return the system to which a table of grades belongs; raise DocumentError if it belongs to none."""
    for item in SYSTEMS.variants().values():
        if item.recognises(table):
            return item
    shown = ", ".join(table.header[:6]) or "none"
    raise table.problem(
        f"this is no table of grades of {_titles('or')}; its columns are {shown}",
        "In Moodle, choose “Download grading worksheet”; in Canvas, “Export” in the gradebook. "
        "Choose CSV, and leave the columns as they are",
    )


def lines_of_table(path: Path) -> tuple[Line, ...]:
    """Return a system's rows of students; raise DocumentError if the table can't be used."""
    table = read_table(path)
    return system_of_table(table).lines(table)


def _titles(word: str) -> str:
    return f" {word} ".join(item.title for item in SYSTEMS.variants().values())
