"""Students' results in an assignment: the grade, the criteria of a rubric, and the workbook of a class.

A rubric's criterion stands for a kind of error, and has the share of its points that the mark's lines of this kind
give of what they could give; one may stand for the kinds that no other has. Where the criteria have every kind, all
are then raised or lowered alike, so that their sum is the mark, on the scale of their points together; so a bonus
comes in, too.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from io import BytesIO
from pathlib import Path
from typing import Any

import attrs

from markscheme.documents.files import MARK
from markscheme.documents.places import for_xml
from markscheme.documents.tables import LONGEST_CELL
from markscheme.errors import DocumentError
from markscheme.marking.findings import TITLES, Finding
from markscheme.marking.verdict import Verdict
from markscheme.reports.progress import REWRITTEN_SENTENCES
from markscheme.reports.report import ReviewedDocument

PERCENT = 100.0


@attrs.frozen
class Grade:
    """Points out of a maximum, which is above 0."""

    points: float
    maximum: float

    def out_of(self, maximum: float) -> float:
        """Return the points as a system counts them, from 0 to its maximum.

        >>> Grade(7.5, 10).out_of(100), Grade(12, 10).out_of(20), Grade(-1, 10).out_of(20)
        (75.0, 20.0, 0.0)
        """
        return min(max(self.points / self.maximum, 0.0), 1.0) * maximum


@attrs.frozen
class StudentResult:
    """One student's result in an assignment: the name in the exercise, the mark if there is one, and the review."""

    student: str
    grade: Grade | None
    document: ReviewedDocument


def grade_of(document: ReviewedDocument) -> Grade | None:
    """Return a document's mark by its mark scheme; without one, the share of what there was to correct, in percent.

    ``None`` where there is no mark: an estimate, nothing to correct, or a text that is not comparable.
    """
    if document.mark is not None:
        points = document.mark.points
        return None if points is None else Grade(float(points), float(document.mark.maximum))
    marks = document.review.marks
    if marks is None or not marks.verdicts.is_comparable:
        return None
    share = marks.verdicts.points.share
    return Grade(share * PERCENT, PERCENT) if share is not None else None


def results_of(documents: Iterable[ReviewedDocument], assignment: str) -> tuple[StudentResult, ...]:
    """Return the results of an assignment, in the order of the names; of several versions the one that counts."""
    own = (item for item in documents if item.assignment == assignment and not item.is_superseded)
    results = (StudentResult(item.person, grade_of(item), item) for item in own)
    return tuple(sorted(results, key=lambda result: (result.student.casefold(), result.student)))


def group_counts(results: Iterable[StudentResult]) -> Mapping[str, Counter[Verdict]]:
    """Return the number of places with each verdict in each group of errors; none of sentences rewritten freely."""
    counts: dict[str, Counter[Verdict]] = {}
    for result in results:
        document = result.document
        for finding in document.review.findings:
            if finding.place is None or finding.place.rewritten:
                continue
            group = document.kinds.group(finding.error_type)
            counts.setdefault(group, Counter())[finding.place.verdict] += 1
    return counts


_LIKENESS = 0.75
"""Of two names, from which on one is taken for a slip in writing the other; in [0, 1]."""


_STEPS = 100
"""Steps of a point in which criteria are given."""


@attrs.frozen
class Criteria:
    """Criteria with the most points that each gives; ``rest`` stands for the kinds of errors that no other one has.

    ``missing`` are the kinds of errors of a class that no criterion has.
    """

    points: Mapping[str, float]
    rest: str | None = None
    missing: tuple[str, ...] = ()

    @classmethod
    def of(cls, points: Mapping[str, float], results: Sequence[StudentResult], path: Path | None) -> "Criteria":
        """Raise DocumentError about a rubric's file if a name seems to be a kind of error that is written wrongly, or
        several are none.
        """
        kinds = {group.casefold(): group for result in results for group in result.document.kinds.names}
        others = [name for name in points if name.casefold() not in kinds]
        for name in others if kinds else ():
            likely = get_close_matches(name.casefold(), kinds, 1, _LIKENESS)
            if likely:
                remedy = f"Did you mean {kinds[likely[0]]!r}?"
                raise DocumentError(f"{name!r} is no kind of error", path=path, line=1, remedy=remedy)
        if len(others) > 1:
            raise DocumentError(
                f"{' and '.join(map(repr, others))} are no kinds of errors, and one criterion alone can have the rest",
                path=path,
                line=1,
                remedy=f"The kinds are {', '.join(sorted(kinds.values()))}",
            )
        covered = {name.casefold() for name in points}
        missing = {
            line.group for result in results for line in _mark_lines(result) if line.group.casefold() not in covered
        }
        return cls(points, others[0] if others else None, () if others else tuple(sorted(missing)))

    @property
    def notices(self) -> tuple[str, ...]:
        if self.rest is not None:
            return (f"“{self.rest}” is no kind of error: it has the rest of the mark",)
        if self.missing and self.points:
            return (
                f"no criterion has {', '.join(self.missing)}: the sum of the criteria is not the mark. "
                'Name a criterion for the rest, such as --criterion "Language=5"',
            )
        return ()

    def has(self, name: str, group: str) -> bool:
        if name == self.rest:
            return group.casefold() not in {other.casefold() for other in self.points}
        return name.casefold() == group.casefold()

    def points_of(self, result: StudentResult) -> dict[str, float]:
        """Return a student's points by criterion, each from 0 to its most; none without a mark."""
        if result.grade is None:
            return {}
        share = result.grade.out_of(1.0)
        lines = [*_mark_lines(result)]
        given = {name: most * self._share(name, lines, share) for name, most in self.points.items()}
        if self.missing:
            return {name: round(points, 2) for name, points in given.items()}
        together = sum(self.points.values())
        return _in_steps(_aligned(given, self.points, share * together))

    def _share(self, name: str, lines: Iterable["_MarkLine"], otherwise: float) -> float:
        """Return what lines give of what they could give, in [0, 1]; the mark's share where they could give nothing."""
        own = [line for line in lines if self.has(name, line.group)]
        possible = sum(line.possible for line in own)
        return min(max(sum(line.value for line in own) / possible, 0.0), 1.0) if possible else otherwise


@attrs.frozen
class _MarkLine:
    """What a place of a kind of error gives, and what it could give."""

    group: str
    value: float
    possible: float


def _mark_lines(result: StudentResult) -> Iterator[_MarkLine]:
    """Yield the lines of a mark that have a place; without a mark scheme, the points of each place."""
    document = result.document
    findings = document.review.findings
    if document.mark is not None:
        for line in document.mark.lines:
            if line.finding is not None and line.earning is not None:
                group = document.kinds.group(findings[line.finding].error_type)
                yield _MarkLine(group or REWRITTEN_SENTENCES, float(line.earning.value), float(line.earning.possible))
        return
    for finding in findings:
        if finding.place is not None and finding.place.points.due:
            group = document.kinds.group(finding.error_type)
            yield _MarkLine(group or REWRITTEN_SENTENCES, finding.place.points.earned, finding.place.points.due)


def _aligned(given: Mapping[str, float], most: Mapping[str, float], target: float) -> dict[str, float]:
    """Return points that add up to a sum: those given, all lowered, or raised towards the most, alike.

    >>> _aligned({"a": 5.0, "b": 0.0}, {"a": 5.0, "b": 5.0}, 1.0)
    {'a': 1.0, 'b': 0.0}
    >>> _aligned({"a": 5.0, "b": 0.0}, {"a": 5.0, "b": 5.0}, 9.0)
    {'a': 5.0, 'b': 4.0}
    """
    total, together = sum(given.values()), sum(most.values())
    if total >= target:
        return {name: points * target / total if total else 0.0 for name, points in given.items()}
    factor = (together - target) / (together - total)
    return {name: most[name] - factor * (most[name] - points) for name, points in given.items()}


def _in_steps(points: Mapping[str, float]) -> dict[str, float]:
    """Return points in hundredths whose sum is the rounded sum.

    >>> _in_steps({"a": 1 / 3, "b": 1 / 3, "c": 1 / 3})
    {'a': 0.33, 'b': 0.34, 'c': 0.33}
    """
    rounded: dict[str, float] = {}
    total, before = 0.0, 0
    for name, value in points.items():
        total += value
        after = round(total * _STEPS)
        rounded[name], before = (after - before) / _STEPS, after
    return rounded


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
        return Remarks(
            {name_of(student): why for student, why in self.unmarked.items()}, frozenset(map(name_of, self.late))
        )


def class_workbook(results: Sequence[StudentResult], assignment: str, remarks: Remarks = Remarks()) -> bytes:
    """Return the workbook of an assignment; no cell is a formula."""
    from openpyxl import Workbook

    book = Workbook()
    book.properties.creator = MARK
    book.properties.title = for_xml(assignment)
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
    if finding.rewritten:
        return [finding.title, "", "", "", sentence]
    teachers = "; ".join(f"{names}: {text}" for names, text in finding.versions())
    kind = document.kinds.group(finding.error_type)
    return [finding.title, kind, finding.did(), teachers, sentence]


def _write_sheet(book: Any, name: str, rows: Sequence[Sequence[Value]], taken: set[str]) -> None:
    """Write a sheet whose first row is bold and stays in sight; on paper it is as wide as a page."""
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    sheet = book.create_sheet(_sheet_title(name, taken))
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(number, column)
            if isinstance(value, str):
                cell.value = for_xml(value)[:LONGEST_CELL]
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
    return "right" if any(isinstance(row[column - 1], int | float) for row in rows[1:]) else "left"


def _sheet_title(name: str, taken: set[str]) -> str:
    plain = " ".join(_NOT_IN_TITLES.sub(" ", for_xml(name)).split()).strip("'") or "Student"
    number, chosen = 1, plain[:LONGEST_TITLE].strip("' ")
    while chosen.casefold() in taken or chosen.casefold() == "history":
        number += 1
        end = f" {number}"
        chosen = plain[: LONGEST_TITLE - len(end)].strip("' ") + end
    taken.add(chosen.casefold())
    return chosen
