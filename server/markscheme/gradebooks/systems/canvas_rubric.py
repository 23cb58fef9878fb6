"""Canvas's table of rubric assessments: points and comments for each criterion.

A fact of Canvas's ``rubric_assessment_csv_importer``: the columns of a criterion are its description with
`` - Rating``, `` - Points`` and `` - Comments``, and a row belongs to the ``Student Id``. The table does not say how
many points a criterion gives; the teacher does.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from markscheme.gradebooks.csv_table import CsvTable
from markscheme.gradebooks.grades import StudentResult, group_counts, group_share
from markscheme.gradebooks.systems.system import Line
from markscheme.gradebooks.transfer import DECIMALS, Pairing, Transfer
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.words import document_tally
from markscheme.text.spreadsheet_cells import harmless

_ID, _NAME = "Student Id", "Student Name"
_POINTS, _COMMENTS = " - Points", " - Comments"
_OWN_COMMENT = re.compile(rf"\d+ (?:{'|'.join(verdict.value.replace('-', ' ') for verdict in Verdict)})\b")
"""The beginning of a comment that was written here."""


def is_rubric(table: CsvTable) -> bool:
    """Return whether a table is one of rubric assessments."""
    return _ID in table.header and bool(criteria(table))


def criteria(table: CsvTable) -> tuple[str, ...]:
    """Return the descriptions of the criteria, in the order of their columns."""
    return tuple(name.removesuffix(_POINTS) for name in table.header if name.endswith(_POINTS))


def rubric_lines(table: CsvTable) -> tuple[Line, ...]:
    """Return the rows of students.

    Raises
    ------
    DocumentError
        If the table is none of rubric assessments.
    """
    if not is_rubric(table):
        raise table.problem(
            "this is no table of rubric assessments of Canvas",
            "In Canvas's gradebook, download the assessments of the assignment's rubric",
            line=1,
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

    A criterion that is called as a group of errors gets that group's share of its points, any other one the mark's.

    Parameters
    ----------
    points
        The points that a criterion gives at most, by its description. Others get comments alone, where they are groups.

    overwrite
        Whether comments that somebody else wrote are replaced.

    Raises
    ------
    DocumentError
        If there is no such criterion.
    """
    unknown = next((name for name in points if name not in criteria(table)), None)
    if unknown is not None:
        raise table.problem(
            f"there is no criterion {unknown!r}", f"The criteria are {', '.join(criteria(table))}", line=1
        )
    groups = {group.casefold() for group in group_counts([result for _, result in pairing.pairs])}
    texts: dict[tuple[int, int], str] = {}
    for line, result in pairing.pairs:
        texts |= dict(_cells(table, line, result, points, groups))
    if not overwrite:
        texts = {place: text for place, text in texts.items() if not _is_of_another(table, *place)}
    new = {place for place, text in texts.items() if table.rows[place[0]].text(place[1]) != text}
    given = sum(table.header[column].endswith(_POINTS) for _, column in new)
    return Transfer(table.with_texts(texts), given, len(new) - given, pairing.notices)


def _cells(
    table: CsvTable, line: Line, result: StudentResult, points: Mapping[str, float], groups: set[str]
) -> Iterator[tuple[tuple[int, int], str]]:
    for name in criteria(table):
        is_group = name.casefold() in groups
        if name in points:
            share = group_share(result, name) if is_group else _mark_share(result)
            if share is not None:
                yield (line.row, table.header.index(name + _POINTS)), f"{share * points[name]:.{DECIMALS}f}"
        comments = f"{name}{_COMMENTS}"
        if comments in table.header and (is_group or name in points):
            yield (line.row, table.header.index(comments)), harmless(_comment(result, name, is_group=is_group))


def _is_of_another(table: CsvTable, row: int, column: int) -> bool:
    """Return whether a cell has a comment that somebody else wrote."""
    old = table.rows[row].text(column)
    return table.header[column].endswith(_COMMENTS) and bool(old.strip()) and not _OWN_COMMENT.match(old)


def _mark_share(result: StudentResult) -> float | None:
    return result.grade.out_of(1.0) if result.grade is not None else None


def _comment(result: StudentResult, group: str, *, is_group: bool) -> str:
    marks = result.document.review.marks
    if not is_group:
        return document_tally(marks.verdicts) if marks is not None else ""
    counts = next((own for name, own in group_counts([result]).items() if name.casefold() == group.casefold()), None)
    if counts is None:
        return ""
    return ", ".join(f"{counts[verdict]} {_words(verdict)}" for verdict in _shown(counts))


def _shown(counts: Mapping[Verdict, int]) -> Sequence[Verdict]:
    return [verdict for verdict in Verdict if verdict is not Verdict.OPTIONAL and counts.get(verdict)]


def _words(verdict: Verdict) -> str:
    return verdict.value.replace("-", " ")
