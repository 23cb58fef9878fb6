"""Canvas's table of rubric assessments: points and comments for each criterion.

A fact of Canvas's ``rubric_assessment_csv_importer``: the columns of a criterion are its description with
`` - Rating``, `` - Points`` and `` - Comments``, and a row belongs to the ``Student Id``. The table does not say how
many points a criterion gives; the teacher does, and :mod:`markscheme.gradebooks.criteria` says what students get.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from markscheme.gradebooks.criteria import Criteria, CriterionError
from markscheme.gradebooks.csv_table import CsvTable
from markscheme.gradebooks.grades import StudentResult, group_counts
from markscheme.gradebooks.systems.system import Line
from markscheme.gradebooks.transfer import DECIMALS, Pairing, Transfer
from markscheme.marking.verdicts.verdict import Verdict
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

    Parameters
    ----------
    points
        The points that a criterion gives at most, by its description. Others get comments alone, where they are groups.
    overwrite
        Whether comments that somebody else wrote are replaced.

    Raises
    ------
    DocumentError
        If there is no such criterion, or a name is no kind of error.
    """
    unknown = next((name for name in points if name not in criteria(table)), None)
    if unknown is not None:
        raise table.problem(
            f"there is no criterion {unknown!r}", f"The criteria are {', '.join(criteria(table))}", line=1
        )
    results = [result for _, result in pairing.pairs]
    try:
        chosen = Criteria.of(points, results)
    except CriterionError as error:
        raise table.problem(error.problem, error.remedy, line=1) from None
    groups = {group.casefold() for group in group_counts(results)}
    shown = [name for name in criteria(table) if name in points or name.casefold() in groups]
    texts: dict[tuple[int, int], str] = {}
    for line, result in pairing.pairs:
        texts |= dict(_cells(table, line, result, chosen, shown))
    if not overwrite:
        texts = {place: text for place, text in texts.items() if not _is_of_another(table, *place)}
    new = {place for place, text in texts.items() if table.rows[place[0]].text(place[1]) != text}
    given = sum(table.header[column].endswith(_POINTS) for _, column in new)
    return Transfer(table.with_texts(texts), given, len(new) - given, (*chosen.notices, *pairing.notices))


def _cells(
    table: CsvTable, line: Line, result: StudentResult, chosen: Criteria, shown: Iterable[str]
) -> Iterator[tuple[tuple[int, int], str]]:
    given = chosen.points_of(result)
    for name in shown:
        if name in given:
            yield (line.row, table.header.index(name + _POINTS)), f"{given[name]:.{DECIMALS}f}"
        comments = f"{name}{_COMMENTS}"
        if comments in table.header:
            yield (line.row, table.header.index(comments)), harmless(_comment(result, name, chosen))


def _is_of_another(table: CsvTable, row: int, column: int) -> bool:
    """Return whether a cell has a comment that somebody else wrote."""
    old = table.rows[row].text(column)
    return table.header[column].endswith(_COMMENTS) and bool(old.strip()) and not _OWN_COMMENT.match(old)


def _comment(result: StudentResult, criterion: str, chosen: Criteria) -> str:
    """Return the numbers of a criterion's places by their verdicts."""
    counts: Counter[Verdict] = Counter()
    for group, own in group_counts([result]).items():
        if chosen.has(criterion, group):
            counts += own
    return ", ".join(f"{counts[verdict]} {_words(verdict)}" for verdict in _shown(counts))


def _shown(counts: Mapping[Verdict, int]) -> Sequence[Verdict]:
    return [verdict for verdict in Verdict if verdict is not Verdict.OPTIONAL and counts.get(verdict)]


def _words(verdict: Verdict) -> str:
    return verdict.value.replace("-", " ")
