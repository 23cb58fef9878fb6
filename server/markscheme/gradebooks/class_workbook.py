"""A class's results as an Excel workbook: a sheet for the class, one for kinds of errors, one for each student."""

import re
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any

import attrs

from markscheme.gradebooks.grades import StudentResult, group_counts
from markscheme.marking.review.findings import Finding
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.place_words import did, group_of, versions
from markscheme.marking.wording.words import TITLES, title
from markscheme.text.products import MARK

LONGEST_CELL = 32_767
"""Characters that a cell of Excel holds."""
LONGEST_TITLE = 31
"""Characters of a sheet's name."""
MAX_SHEETS = 500
"""Sheets of students; further students are on the first sheets alone."""
_NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_WIDEST, _NARROWEST = 60, 9
_VERDICTS = tuple(Verdict)

Value = str | float | int | None


@attrs.frozen
class Remarks:
    """What the teacher should know of students: why a text has no mark, and who was late; by the students' names."""

    unmarked: Mapping[str, str] = attrs.field(factory=dict)
    late: frozenset[str] = frozenset()

    def renamed(self, name_of: Callable[[str], str]) -> "Remarks":
        """Return the same of students with other names."""
        return Remarks(
            {name_of(student): why for student, why in self.unmarked.items()}, frozenset(map(name_of, self.late))
        )


def class_workbook(results: Sequence[StudentResult], assignment: str, remarks: Remarks = Remarks()) -> bytes:
    """Return the workbook of an assignment; no cell is a formula."""
    from openpyxl import Workbook

    book = Workbook()
    book.properties.creator = MARK
    book.properties.title = assignment
    book.remove(book.active)
    taken: set[str] = set()
    _write_sheet(book, "Class", _class_rows(results, remarks), taken)
    _write_sheet(book, "Kinds of errors", _group_rows(results), taken)
    for result in results[:MAX_SHEETS]:
        _write_sheet(book, result.student, _student_rows(result), taken)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def _class_rows(results: Sequence[StudentResult], remarks: Remarks) -> list[list[Value]]:
    has_bands = any(_band(result) for result in results)
    band_head = ["Band"] if has_bands else []
    rows: list[list[Value]] = []
    for result in results:
        marks = result.document.review.marks
        counts = [marks.verdicts.places(verdict) if marks is not None else None for verdict in _VERDICTS]
        counts.append(marks.verdicts.rewritten if marks is not None else None)
        mark = [round(result.grade.points, 2), result.grade.maximum] if result.grade is not None else [None, None]
        band = [_band(result)] if has_bands else []
        late = "handed in late" if result.student in remarks.late else ""
        rows.append([result.student, *mark, *band, *counts, "; ".join(filter(None, [_remark(result), late]))])
    for student, why in remarks.unmarked.items():
        late = "handed in late" if student in remarks.late else ""
        empty: list[Value] = [None] * (3 + has_bands + len(_VERDICTS))
        rows.append([student, *empty, "; ".join(filter(None, [why, late]))])
    rows.sort(key=lambda row: (str(row[0]).casefold(), str(row[0])))
    verdicts = (TITLES[verdict] for verdict in _VERDICTS)
    return [["Student", "Mark", "out of", *band_head, *verdicts, "Rewritten sentences", "Remarks"], *rows]


def _band(result: StudentResult) -> str:
    mark = result.document.mark
    return mark.band.name if mark is not None and mark.band is not None else ""


def _remark(result: StudentResult) -> str:
    mark = result.document.mark
    if result.document.review.marks is None:
        return "no teacher's correction: not marked"
    if mark is not None:
        return mark.withheld
    if result.grade is not None:
        return ""
    return "nothing to mark" if result.document.review.marks.verdicts.is_comparable else "rewritten freely: read it"


def _group_rows(results: Sequence[StudentResult]) -> list[list[Value]]:
    counts = group_counts(results)
    order = sorted(counts, key=lambda group: (counts[group][Verdict.CORRECT] - counts[group].total(), group))
    rows: list[list[Value]] = [["Kind of error", *(TITLES[verdict] for verdict in _VERDICTS), "Together"]]
    rows += [[group, *(counts[group][verdict] for verdict in _VERDICTS), counts[group].total()] for group in order]
    return rows


def _student_rows(result: StudentResult) -> list[list[Value]]:
    rows: list[list[Value]] = [["What", "Kind of error", "What was done", "Teachers", "Sentence"]]
    findings = (finding for finding in result.document.review.findings if finding.place is not None)
    rows += [_finding_row(result, finding) for finding in findings]
    return rows


def _finding_row(result: StudentResult, finding: Finding) -> list[Value]:
    document = result.document
    sentence = document.review.passages[finding.passage].text
    if finding.place is not None and finding.place.rewritten:
        return [title(finding), "", "", "", sentence]
    teachers = "; ".join(f"{names}: {text}" for names, text in versions(finding))
    kind = group_of(finding, document.language, document.groups)
    return [title(finding), kind, did(finding), teachers, sentence]


def _write_sheet(book: Any, name: str, rows: Sequence[Sequence[Value]], taken: set[str]) -> None:
    """Write a sheet whose first row is bold and stays in sight; on paper it is as wide as a page."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    sheet = book.create_sheet(_sheet_title(name, taken))
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(number, column)
            if isinstance(value, str):
                cell.value = ILLEGAL_CHARACTERS_RE.sub("", value)[:LONGEST_CELL]
                cell.data_type = "s"
                cell.alignment = Alignment(wrap_text=number > 1, vertical="top")
            else:
                cell.value = value
            if number == 1:
                cell.font = Font(name="Calibri", bold=True)
                cell.alignment = Alignment(wrap_text=True, vertical="top", horizontal=_side(rows, column))
    for column in range(1, len(rows[0]) + 1):
        longest = max(len(str(row[column - 1] or "")) for row in rows)
        sheet.column_dimensions[get_column_letter(column)].width = min(max(longest + 2, _NARROWEST), _WIDEST)
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True


def _side(rows: Sequence[Sequence[Value]], column: int) -> str:
    """Return the side on which a column's cells stand: numbers on the right."""
    return "right" if any(isinstance(row[column - 1], int | float) for row in rows[1:]) else "left"


def _sheet_title(name: str, taken: set[str]) -> str:
    """Return a name that a sheet may have, and no other sheet has."""
    plain = " ".join(_NOT_IN_TITLES.sub(" ", name).split()).strip("'") or "Student"
    number, chosen = 1, plain[:LONGEST_TITLE].strip("' ")
    while chosen.casefold() in taken or chosen.casefold() == "history":
        number += 1
        end = f" {number}"
        chosen = plain[: LONGEST_TITLE - len(end)].strip("' ") + end
    taken.add(chosen.casefold())
    return chosen
