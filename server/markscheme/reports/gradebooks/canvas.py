"""Canvas: the zip of submissions, and the CSV of the gradebook.

Facts are of Canvas's ``content_zipper``, ``gradebook_exporter`` and ``gradebook_importer``. A file in the zip is called
``NAME_LATE_USER_ATTACHMENT_FILE``, with the student's sortable name in small letters and without anything but letters
and digits, ``LATE_`` only where it came late, and ``anon_ID`` for the number and the name where marking is anonymous; a
typed text is ``NAME_USER_text.html``. In the gradebook the columns up to the section say who a student is, a row
``Points Possible`` has each assignment's points, and columns that are read only say so there. The importer finds a
student by the ID, and takes numbers with a point or a comma.

Canvas's table of rubric assessments: points and comments for each criterion. A fact of Canvas's
``rubric_assessment_csv_importer``: the columns of a criterion are its description with `` - Rating``, `` - Points`` and
`` - Comments``, and a row belongs to the ``Student Id``. The table does not say how many points a criterion gives; the
teacher does, and :mod:`markscheme.reports.gradebooks.grade_tables` says what students get.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from typing_extensions import override

from markscheme.documents.places import harmless
from markscheme.marking.verdict import Verdict
from markscheme.reports.gradebooks.grade_tables import Criteria, CriterionError, CsvTable, StudentResult, group_counts
from markscheme.reports.gradebooks.system import (
    Columns,
    GradebookSystem,
    HandedIn,
    Line,
    Worksheet,
    has_decimal_comma,
    number,
)
from markscheme.reports.gradebooks.transfer import DECIMALS, Pairing, Transfer

_UPLOAD = re.compile(
    r"(?P<name>.+?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<file_id>\d+)_(?P<file>.+)", re.DOTALL | re.IGNORECASE
)
_TYPED = re.compile(r"(?P<name>.+?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<kind>text|link)\.html", re.IGNORECASE)
_BLIND = re.compile(r"(?P<late>LATE_)?anon_(?P<id>[^_]+)_(?:(?P<file_id>\d+)_(?P<file>.+)|(?P<kind>text|link)\.html)")
_POINTS = "Points Possible"
_TOTALS = re.compile(r"(?:Current|Final) (?:Score|Points|Grade)|Override (?:Score|Grade|Status)")
"""What the names of columns hold that Canvas computes."""
_ASSIGNMENT = re.compile(r"(?P<title>.+?)\s*\((?P<id>\d+)\)")
_KEPT = ("EX", "N/A")


class Canvas(GradebookSystem):
    """Canvas."""

    name = "canvas"
    title = "Canvas"
    upload = "In Canvas's gradebook, choose “Import”"

    @override
    def handed_in(self, member: str) -> HandedIn | None:
        file = member.rpartition("/")[2]
        blind = _BLIND.fullmatch(file)
        if blind is not None:
            return self._submission(member, blind, f"Student {blind['id']}", is_blind=True)
        match = _TYPED.fullmatch(file) or _UPLOAD.fullmatch(file)
        if match is None or "_assignsubmission_" in member:
            return None
        return self._submission(member, match, match["name"], is_blind=False)

    def _submission(self, member: str, match: re.Match[str], name: str, *, is_blind: bool) -> HandedIn:
        groups = match.groupdict()
        kind = groups.get("kind")
        file = groups.get("file") or f"{kind}.html"
        is_typed = kind is not None and kind.lower() == "text"
        if kind is not None and not is_typed:
            file = "link.url"
        late = groups["late"] is not None
        return HandedIn(member, name, match["id"], file, is_typed, late, is_blind, has_heading=is_typed)

    @override
    def recognises(self, table: CsvTable) -> bool:
        header = table.header
        names = ("Student", "ID"), ("LastName", "FirstName", "ID")
        return any(header[: len(beginning)] == beginning for beginning in names) and "Section" in header

    @override
    def lines(self, table: CsvTable) -> tuple[Line, ...]:
        return tuple(self._lines(table, None))

    @override
    def worksheet(self, table: CsvTable, columns: Columns = Columns()) -> Worksheet:
        points = next((row for row in table.rows if _POINTS in row.text(0)), None)
        grade = columns.index("grade", table, lambda: self._assignment(table, columns.assignment))
        maximum = number(points.text(grade)) if points is not None else None
        lines = tuple(self._lines(table, maximum))
        used = [table.rows[line.row].text(grade) for line in lines]
        used += [cell.text for cell in points.cells] if points is not None else []
        return Worksheet(table, self, lines, grade, None, has_decimal_comma(used), _KEPT)

    @override
    def person(self, name: str) -> str:
        """Return a name with the first name first.

        >>> CANVAS.person("Lin, Mei")
        'Mei Lin'
        """
        last, comma, first = name.partition(",")
        return " ".join(f"{first} {last}".split()) if comma else " ".join(name.split())

    def _assignment(self, table: CsvTable, assignment: str | None) -> int:
        """Return the column of an assignment: the one that bears its name, or the only one."""
        columns = [(place, name) for place, name in enumerate(table.header) if _is_assignment(table, place, name)]
        named = [place for place, name in columns if assignment is not None and _is_named(name, assignment)]
        if len(named) == 1 or len(columns) == 1:
            return named[0] if len(named) == 1 else columns[0][0]
        shown = ", ".join(name for _, name in columns) or "none"
        raise table.problem(
            "which assignment the marks belong to is not clear",
            f"Name its column: --column grade=NAME. The assignments are {shown}",
        )

    def _lines(self, table: CsvTable, maximum: float | None) -> Iterable[Line]:
        identifier = table.header.index("ID")
        for place, row in enumerate(table.rows[1:], 1):
            if _POINTS in row.text(0) or not row.text(identifier).strip():
                continue
            whole = row.text(0).strip()
            names = (self.person(f"{whole}, {row.text(1)}"),) if identifier > 1 else (self.person(whole), whole)
            yield Line(place, row.text(identifier).strip(), names, maximum)


def _is_assignment(table: CsvTable, place: int, name: str) -> bool:
    section = table.header.index("Section") if "Section" in table.header else 0
    read_only = any(_POINTS in row.text(0) and "read only" in row.text(place) for row in table.rows[:3])
    is_numbered = _ASSIGNMENT.fullmatch(name) is not None
    return place > section and is_numbered and not read_only and not _TOTALS.search(name)


def _is_named(column: str, assignment: str) -> bool:
    match = _ASSIGNMENT.fullmatch(column)
    title = match["title"] if match else column
    return assignment.casefold() in (column.casefold(), title.casefold())


CANVAS = Canvas()


_ID, _NAME = "Student Id", "Student Name"
_CANVAS_RUBRIC_POINTS, _COMMENTS = " - Points", " - Comments"
_OWN_COMMENT = re.compile(rf"\d+ (?:{'|'.join(verdict.value.replace('-', ' ') for verdict in Verdict)})\b")
"""The beginning of a comment that was written here."""


def criteria(table: CsvTable) -> tuple[str, ...]:
    return tuple(
        name.removesuffix(_CANVAS_RUBRIC_POINTS) for name in table.header if name.endswith(_CANVAS_RUBRIC_POINTS)
    )


def rubric_lines(table: CsvTable) -> tuple[Line, ...]:
    """Return the rows of students; raise DocumentError if the table is none of rubric assessments."""
    if _ID not in table.header or not criteria(table):
        raise table.problem(
            "this is no table of rubric assessments of Canvas",
            "In Canvas's gradebook, download the assessments of the assignment's rubric",
        )
    identifier = table.header.index(_ID)
    name = table.header.index(_NAME) if _NAME in table.header else None
    rows = ((place, row) for place, row in enumerate(table.rows[1:], 1) if row.text(identifier).strip())
    return tuple(
        Line(place, row.text(identifier).strip(), (row.text(name).strip(),) if name is not None else ())
        for place, row in rows
    )


def filled_rubric(
    table: CsvTable, pairing: Pairing, points: Mapping[str, float], *, overwrite: bool = False
) -> Transfer:
    """Return the table with points and comments; all else stays, byte for byte.

    ``points`` has the most that a criterion gives, by its description; others get comments alone, where they are
    groups. ``overwrite`` is whether comments that somebody else wrote are replaced. Raise DocumentError if there is no
    such criterion, or a name is no kind of error.
    """
    unknown = next((name for name in points if name not in criteria(table)), None)
    if unknown is not None:
        raise table.problem(f"there is no criterion {unknown!r}", f"The criteria are {', '.join(criteria(table))}")
    results = [result for _, result in pairing.pairs]
    try:
        chosen = Criteria.of(points, results)
    except CriterionError as error:
        raise table.problem(error.problem, error.remedy) from None
    groups = {group.casefold() for group in group_counts(results)}
    shown = [name for name in criteria(table) if name in points or name.casefold() in groups]
    texts: dict[tuple[int, int], str] = {}
    for line, result in pairing.pairs:
        texts |= dict(_cells(table, line, result, chosen, shown))
    if not overwrite:
        texts = {place: text for place, text in texts.items() if not _is_of_another(table, *place)}
    new = {place for place, text in texts.items() if table.rows[place[0]].text(place[1]) != text}
    given = sum(table.header[column].endswith(_CANVAS_RUBRIC_POINTS) for _, column in new)
    return Transfer(table.with_texts(texts), given, len(new) - given, (*chosen.notices, *pairing.notices))


def _cells(
    table: CsvTable, line: Line, result: StudentResult, chosen: Criteria, shown: Iterable[str]
) -> Iterator[tuple[tuple[int, int], str]]:
    given = chosen.points_of(result)
    for name in shown:
        if name in given:
            yield (line.row, table.header.index(name + _CANVAS_RUBRIC_POINTS)), f"{given[name]:.{DECIMALS}f}"
        comments = f"{name}{_COMMENTS}"
        if comments in table.header:
            yield (line.row, table.header.index(comments)), harmless(_comment(result, name, chosen))


def _is_of_another(table: CsvTable, row: int, column: int) -> bool:
    old = table.rows[row].text(column)
    return table.header[column].endswith(_COMMENTS) and bool(old.strip()) and not _OWN_COMMENT.match(old)


def _comment(result: StudentResult, criterion: str, chosen: Criteria) -> str:
    counts: Counter[Verdict] = Counter()
    for group, own in group_counts([result]).items():
        if chosen.has(criterion, group):
            counts += own
    shown = (verdict for verdict in Verdict if verdict is not Verdict.OPTIONAL and counts.get(verdict))
    return ", ".join(f"{counts[verdict]} {verdict.value.replace('-', ' ')}" for verdict in shown)
