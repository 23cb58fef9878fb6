"""What a class takes back to the school's system: filled tables, zips of feedback, a workbook."""

import html
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import attrs

from markscheme.contract import shape
from markscheme.documents.files import make_folder, read_data, write_all
from markscheme.documents.folders import KEY_FILE
from markscheme.documents.tables import harmless
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import report_folder
from markscheme.exercises.file_names import file_name
from markscheme.marking.verdict import OpenAnswers, Verdict
from markscheme.reports._grades import (
    Criteria,
    Grade,
    Remarks,
    StudentResult,
    class_workbook,
    group_counts,
    results_of,
)
from markscheme.reports.feedback import (
    DIRECT,
    FeedbackSettings,
    Mode,
    counted_places,
    document_feedback,
    feedback_of,
)
from markscheme.reports.feedback_files import WRITERS, FeedbackWriter, Original, zipped
from markscheme.reports.report import Report
from markscheme.reports.school_systems import (
    SYSTEMS,
    Columns,
    CsvTable,
    Entry,
    GradebookSystem,
    Key,
    Line,
    Roster,
    Worksheet,
    number,
    read_key,
    read_roster,
    read_table,
    system_of_table,
)
from markscheme.wording import counted

_OWN_CLASS = 'class="markscheme"'
"""An attribute of each comment's first paragraph."""


@attrs.frozen
class FeedbackFile:
    """A file to give back: its name and its bytes."""

    name: str
    data: bytes


def comment_of(result: StudentResult, settings: FeedbackSettings = FeedbackSettings()) -> str:
    """Return a small HTML page: the mark and the counts, teachers' remarks, the places; empty without marks."""
    if result.document.review.marks is None:
        return ""
    feedback = document_feedback(result.document, settings)
    head = " · ".join(filter(None, [feedback.mark.headline, counted_places(result.document)]))
    places = (
        html.escape(": ".join(filter(None, [note.heading, " ".join(note.sentences)]))) for note in feedback.listed
    )
    items = "".join(f"<li>{place}</li>" for place in places)
    remarks = "".join(f"<p>{html.escape(item.signed)}</p>" for item in feedback.remarks)
    return f"<p {_OWN_CLASS}>{html.escape(head)}</p>{remarks}" + (f"<ol>{items}</ol>" if items else "")


def _is_own_comment(comment: str) -> bool:
    """Return whether a comment in a table is one of Markscheme's; systems keep the class of a paragraph."""
    return _OWN_CLASS in comment


def _written_files(
    report: Report, assignment: str, writer: FeedbackWriter, settings: FeedbackSettings
) -> dict[str, FeedbackFile]:
    """Return each student's feedback as a file, by the students' names; of several versions of a text, of one."""
    pairs = zip(feedback_of(report, settings), report.documents, strict=True)
    return {
        document.person: FeedbackFile(
            f"feedback{writer.suffix}",
            writer.write_student(feedback, settings.mode, Original(document.path, document.authors)),
        )
        for feedback, document in pairs
        if document.assignment == assignment and not document.is_superseded
    }


def folder_files(folder: Path, students: Iterable[str]) -> tuple[dict[str, FeedbackFile], tuple[str, ...]]:
    """Return the file of each student in a folder, and the names of files that are nobody's.

    A file is a student's whose name it has, or whose name stands in it; of several names the longest. Raise
    DocumentError if the folder can't be read, or a student has several files.
    """
    if not os.path.isdir(folder):
        raise DocumentError("there is no such folder", path=folder, remedy="Name the folder with a file a student")
    names = sorted(students, key=len, reverse=True)
    files: dict[str, FeedbackFile] = {}
    nobodys: list[str] = []
    for path in sorted(item for item in folder.iterdir() if item.is_file() and not item.name.startswith((".", "~"))):
        student = next((name for name in names if path.stem == name), None)
        student = student or next((name for name in names if _stands_in(name, path.stem)), None)
        if student is None:
            nobodys.append(path.name)
        elif student in files:
            raise DocumentError(
                f"{student} has two files here, {files[student].name} and {path.name}",
                path=folder,
                remedy="Leave one file a student",
            )
        else:
            files[student] = FeedbackFile(path.name, read_data(path))
    return files, tuple(nobodys)


def feedback_zip(
    system: GradebookSystem, files: Mapping[str, FeedbackFile], identifiers: Mapping[str, tuple[str, str]]
) -> tuple[bytes, tuple[str, ...]]:
    """Return the zip that the system takes, and the students whose files have no place in it.

    ``identifiers`` has names and identifiers by names in the exercise.
    """
    members = {
        system.feedback_path(*identifiers[student], files[student].name): files[student].data
        for student in sorted(files)
        if student in identifiers
    }
    return zipped(members), tuple(student for student in sorted(files) if student not in identifiers)


def _stands_in(name: str, stem: str) -> bool:
    place = stem.find(name)
    if place < 0:
        return False
    around = stem[max(place - 1, 0) : place] + stem[place + len(name) : place + len(name) + 1]
    return not any(character.isalnum() for character in around)


DECIMALS = 2
"""Moodle and Canvas keep as many."""


@attrs.frozen
class Pairing:
    """Rows of a table with their results, and what the teacher should know, in sentences."""

    pairs: tuple[tuple[Line, StudentResult], ...]
    notices: tuple[str, ...]


@attrs.frozen
class Transfer:
    """A table that is filled in, and the numbers of grades and comments that are new.

    ``kept`` names the grades and comments by somebody else that stay.
    """

    table: CsvTable
    grades: int
    comments: int
    notices: tuple[str, ...]
    kept: tuple[str, ...] = ()


NO_ROW = "no row has this name or number"


def paired(lines: Sequence[Line], results: Sequence[StudentResult], students: Mapping[str, str]) -> Pairing:
    """Return which row is whose: by the roster's identifiers, or by names that only one person has.

    ``students`` are those of the assignment by their identifiers.
    """
    identifiers = {student: identifier for identifier, student in students.items()}
    by_identifier = {line.identifier: line for line in lines}
    names = Counter(key for line in lines for key in {_key(name) for name in line.names})
    by_name = {_key(name): line for line in lines for name in line.names if names[_key(name)] == 1}
    counts = Counter(_key(result.student) for result in results)
    pairs: dict[int, tuple[Line, StudentResult]] = {}
    notices: list[str] = []
    for result in results:
        key = _key(result.student)
        line = by_identifier.get(identifiers.get(result.student, ""))
        if line is None and result.student not in identifiers and counts[key] == 1:
            line = by_name.get(key)
        if line is None or line.row in pairs:
            several = "several rows have this name" if names[key] > 1 else NO_ROW
            reason = several if line is None else "somebody else has this row already"
            notices.append(f"{result.student} is not in the table: {reason}")
            continue
        pairs[line.row] = line, result
    if any(notice.endswith(NO_ROW) for notice in notices):
        notices.append("Where the table calls a student otherwise, say so in [people] of markscheme.toml")
    return Pairing(tuple(pairs.values()), tuple(notices))


def filled(
    worksheet: Worksheet,
    pairing: Pairing,
    comments: Mapping[str, str],
    maximum: float | None = None,
    *,
    overwrite: bool = False,
) -> Transfer:
    """Return the table with grades and comments; all else stays, byte for byte.

    ``comments`` are small HTML pages by the students' names. ``maximum`` is the most points of a row that does not say
    it. ``overwrite`` is whether comments and grades that somebody else wrote are replaced; beside a comment of ours,
    the grade is ours. Raise DocumentError if a row does not say the most points, and nobody does.
    """
    filling = _Filling(worksheet, maximum, overwrite)
    filling.notices += [*worksheet.notices, *_scale_advice(worksheet, pairing), *pairing.notices]
    for line, result in pairing.pairs:
        if line.is_locked:
            title = worksheet.system.title
            filling.notices.append(f"{result.student}: {title} takes no other grade here; the row stays as it is")
            continue
        filling.grade(line, result)
        filling.comment(line, result.student, comments.get(result.student, ""))
    table, texts = worksheet.table, filling.texts
    new = {place for place, text in texts.items() if table.rows[place[0]].text(place[1]) != text}
    grades = sum(column == worksheet.grade for _, column in new)
    return Transfer(table.with_texts(texts), grades, len(new) - grades, tuple(filling.notices), tuple(filling.kept))


@attrs.define
class _Filling:
    """``texts``: new ones by row and column."""

    worksheet: Worksheet
    maximum: float | None
    overwrite: bool
    texts: dict[tuple[int, int], str] = attrs.Factory(dict)
    notices: list[str] = attrs.Factory(list)
    kept: list[str] = attrs.Factory(list)

    def comment(self, line: Line, student: str, page: str) -> None:
        column = self.worksheet.comments
        if column is None or not page:
            return
        old = self._old_comment(line)
        if old.strip() and not _is_own_comment(old) and not self.overwrite:
            self.kept.append(f"{student} has a comment by somebody else; it stays")
            return
        self.texts[line.row, column] = harmless(self.worksheet.system.comment(page))

    def grade(self, line: Line, result: StudentResult) -> None:
        if result.grade is None:
            self.notices.append(f"{result.student} has no mark; the grade stays as it is")
            return
        column = self.worksheet.grade
        old = self.worksheet.table.rows[line.row].text(column).strip()
        if old in self.worksheet.kept:
            self.notices.append(f"{result.student}: the grade stays {old}")
            return
        new = self._new_grade(line, result, result.grade)
        if new is None or old == new or (number(new) is not None and number(old) == number(new)):
            return
        if not self._is_grade(old):
            self.texts[line.row, column] = new
        elif self.overwrite or _is_own_comment(self._old_comment(line)):
            self.notices.append(f"{result.student}: {old} becomes {new}")
            self.texts[line.row, column] = new
        else:
            self.kept.append(f"{result.student}: the grade {old} stays; the mark is {new}")

    def _old_comment(self, line: Line) -> str:
        column = self.worksheet.comments
        return self.worksheet.table.rows[line.row].text(column) if column is not None else ""

    def _is_grade(self, old: str) -> bool:
        scale = self.worksheet.scale
        return old in scale or (not scale and number(old) is not None)

    def _new_grade(self, line: Line, result: StudentResult, grade: Grade) -> str | None:
        """Return a grade as it stands in the table; ``None`` where no word of the scale is the student's band."""
        if self.worksheet.scale:
            return _word(self.worksheet.scale, result)
        most = line.maximum if line.maximum is not None else self.maximum
        if most is None:
            table = self.worksheet.table
            raise table.problem(
                "this row does not say how many points can be given",
                "Say it: --out-of 100",
                line=table.rows[line.row].line,
            )
        return written(round(grade.out_of(most), DECIMALS), comma=self.worksheet.comma)


def written(value: float, *, comma: bool = False) -> str:
    """Return a number as it stands in a table.

    >>> written(7.5), written(80.0, comma=True), written(66.66666)
    ('7.50', '80,00', '66.67')
    """
    text = f"{value:.{DECIMALS}f}"
    return text.replace(".", ",") if comma else text


def _word(scale: Sequence[str], result: StudentResult) -> str | None:
    """Return the word of a scale that is the name of a student's band; capital letters do not matter."""
    mark = result.document.mark
    band = mark.band.name.casefold() if mark is not None and mark.band is not None else None
    return next((word for word in scale if word.casefold() == band), None)


def _scale_advice(worksheet: Worksheet, pairing: Pairing) -> Iterator[str]:
    results = [result for line, result in pairing.pairs if result.grade is not None and not line.is_locked]
    without = [result for result in results if _word(worksheet.scale, result) is None]
    if not worksheet.scale or not without:
        return
    words = ", ".join(f"“{word}”" for word in worksheet.scale)
    example = f'{{ from = 8, name = "{worksheet.scale[-1]}" }}'
    who = "" if len(without) == len(results) else f" of {', '.join(result.student for result in without)}"
    yield (
        f"this assignment is graded with the words of a scale: {words}. The grades{who} stay as they are, since the "
        f"mark scheme has no band of such a name for them. In [scheme] of markscheme.toml, give each word a band: "
        f"bands = [{example}, …]"
    )


def _key(name: str) -> str:
    """Return a name without what systems leave out of file names, for comparison."""
    composed = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(re.sub(r"[^\w\s]|_", " ", composed).split()) or composed


_RUBRIC_STUDENT, _RUBRIC_NAME = "Student Id", "Student Name"


_RUBRIC_POINTS, _RUBRIC_COMMENTS = " - Points", " - Comments"


_OWN_COMMENT = re.compile(rf"\d+ (?:{'|'.join(verdict.value.replace('-', ' ') for verdict in Verdict)})\b")
"""The beginning of a comment that was written here."""


def criteria(table: CsvTable) -> tuple[str, ...]:
    return tuple(name.removesuffix(_RUBRIC_POINTS) for name in table.header if name.endswith(_RUBRIC_POINTS))


def rubric_lines(table: CsvTable) -> tuple[Line, ...]:
    """Return the rows of students; raise DocumentError if the table is none of rubric assessments."""
    if _RUBRIC_STUDENT not in table.header or not criteria(table):
        raise table.problem(
            "this is no table of rubric assessments of Canvas",
            "In Canvas's gradebook, download the assessments of the assignment's rubric",
        )
    identifier = table.header.index(_RUBRIC_STUDENT)
    name = table.header.index(_RUBRIC_NAME) if _RUBRIC_NAME in table.header else None
    rows = ((place, row) for place, row in enumerate(table.rows[1:], 1) if row.text(identifier).strip())
    return tuple(
        Line(place, row.text(identifier).strip(), (row.text(name).strip(),) if name is not None else ())
        for place, row in rows
    )


def _filled_rubric(
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
    chosen = Criteria.of(points, results, table.path)
    groups = {group.casefold() for group in group_counts(results)}
    shown = [name for name in criteria(table) if name in points or name.casefold() in groups]
    texts: dict[tuple[int, int], str] = {}
    for line, result in pairing.pairs:
        texts |= dict(_rubric_cells(table, line, result, chosen, shown))
    if not overwrite:
        texts = {place: text for place, text in texts.items() if not _is_of_another(table, *place)}
    new = {place for place, text in texts.items() if table.rows[place[0]].text(place[1]) != text}
    given = sum(table.header[column].endswith(_RUBRIC_POINTS) for _, column in new)
    return Transfer(table.with_texts(texts), given, len(new) - given, (*chosen.notices, *pairing.notices))


def _rubric_cells(
    table: CsvTable, line: Line, result: StudentResult, chosen: Criteria, shown: Iterable[str]
) -> Iterator[tuple[tuple[int, int], str]]:
    given = chosen.points_of(result)
    for name in shown:
        if name in given:
            yield (line.row, table.header.index(name + _RUBRIC_POINTS)), f"{given[name]:.{DECIMALS}f}"
        comments = f"{name}{_RUBRIC_COMMENTS}"
        if comments in table.header:
            yield (line.row, table.header.index(comments)), harmless(_rubric_comment(result, name, chosen))


def _is_of_another(table: CsvTable, row: int, column: int) -> bool:
    old = table.rows[row].text(column)
    return table.header[column].endswith(_RUBRIC_COMMENTS) and bool(old.strip()) and not _OWN_COMMENT.match(old)


def _rubric_comment(result: StudentResult, criterion: str, chosen: Criteria) -> str:
    counts: Counter[Verdict] = Counter()
    for group, own in group_counts([result]).items():
        if chosen.has(criterion, group):
            counts += own
    shown = (verdict for verdict in Verdict if verdict is not Verdict.OPTIONAL and counts.get(verdict))
    return ", ".join(f"{counts[verdict]} {verdict.value.replace('-', ' ')}" for verdict in shown)


@attrs.frozen
class ExportRequest:
    """What is to be written.

    ``worksheet`` is a system's table of grades to be filled in; ``rubric`` is Canvas's table of rubric assessments,
    whose criteria give ``points`` at most. ``feedback`` is a folder with a file a student, for the system's zip;
    without it the zip's files are written in ``feedback_format``. ``assignment`` is ``None`` for the only one, or the
    one whose students are in the table. ``columns`` has names of the worksheet's columns by their roles. ``maximum``
    is the most points that the system gives, where its table does not say it. ``is_anonymous`` is whether the workbook
    has numbers in place of names. ``overwrite`` is whether comments that somebody else wrote are replaced. ``into`` is
    ``None`` for the folder of reports. ``answers`` is what open answers count as; ``None``: as they are in grades,
    while words show the mark's range.
    """

    worksheet: Path | None = None
    rubric: Path | None = None
    points: Mapping[str, float] = attrs.field(factory=dict)
    feedback: Path | None = None
    feedback_format: str | None = None
    workbook: bool = False
    assignment: str | None = None
    columns: Mapping[str, str] = attrs.field(factory=dict)
    maximum: float | None = None
    is_anonymous: bool = False
    overwrite: bool = False
    into: Path | None = None
    mode: Mode = DIRECT
    answers: OpenAnswers | None = None

    @property
    def has_feedback(self) -> bool:
        return self.feedback is not None or self.feedback_format is not None


@shape("path", "text", renamed={"path": "uri"}, uris=("path",))
class ExportedFile(NamedTuple):
    """A file that was written."""

    path: Path
    """Its URI."""
    text: str
    """What it is and what to do with it, in plain words."""


@shape("described", "notices", "kept", "open", name="ExportedGrades", renamed={"described": "files"})
@attrs.frozen
class Export:
    """The result of the command ``markscheme.exportGrades``: files with their bytes, and a sentence about each."""

    files: Mapping[Path, bytes]
    descriptions: Mapping[Path, str]
    notices: tuple[str, ...]
    """Who has no grade and why, and what else a person should know, in plain words."""
    kept: tuple[str, ...] = ()
    """The grades and comments by somebody else that stayed, in plain words; ``overwrite`` replaces them."""
    open: int = 0
    """The number of answers that nobody has decided, and for which the options do not say what they count as."""

    @property
    def described(self) -> tuple[ExportedFile, ...]:
        """The files that were written."""
        return tuple(ExportedFile(path, text) for path, text in self.descriptions.items())

    def write(self) -> None:
        """Write the files; none replaces an old one before all are written. Raise DocumentError if a folder can't be
        written.
        """
        for parent in {path.parent for path in self.files}:
            make_folder(parent)
        write_all(self.files)


Tables = Mapping[Path, CsvTable]


def read_tables(request: ExportRequest) -> Tables:
    """Return the tables of a request, before anything is marked. Raise DocumentError if one, or the folder of feedback,
    can't be used.
    """
    tables = {path: read_table(path) for path in (request.worksheet, request.rubric) if path is not None}
    if request.worksheet is not None:
        system = system_of_table(tables[request.worksheet])
        if request.has_feedback:
            system.feedback_path("Mei Lin", "1", "feedback.txt")
    if request.rubric is not None:
        rubric_lines(tables[request.rubric])
    if request.feedback is not None:
        folder_files(request.feedback, ())
    return tables


def export_class(report: Report, folder: Path, request: ExportRequest, tables: Tables) -> Export:
    """Return the files that a request asks for; nothing is written. Raise DocumentError if a file can't be used, the
    exercise is not clear, or nobody has a mark.
    """
    return _Exporter(report, folder.absolute(), request, tables).export()


class _Exporter:
    def __init__(self, report: Report, folder: Path, request: ExportRequest, tables: Tables) -> None:
        self._report = report = report.settled(request.answers)
        self._request = request
        reports = report_folder(folder, ())
        self._top = reports.parent
        self._into = request.into.absolute() if request.into is not None else reports
        self._roster: Roster = read_roster(self._top)
        self._key: Key = read_key(self._top)
        self._tables = tables
        self._settings = FeedbackSettings(request.mode)
        self._assignment = self._chosen_assignment(report, folder)
        self._results = results_of(report.documents, self._assignment)
        self._imported = self._entries(report, self._assignment)
        self._files: dict[Path, bytes] = {}
        self._descriptions: dict[Path, str] = {}
        self._notices: list[str] = []
        self._kept: list[str] = []

    def export(self) -> Export:
        request = self._request
        system: GradebookSystem | None = None
        pairing: Pairing | None = None
        if request.worksheet is not None:
            system, pairing = self._fill_worksheet(request.worksheet)
        if request.rubric is not None:
            self._fill_rubric(request.rubric)
        if request.has_feedback:
            self._pack_feedback(system, pairing)
        if request.workbook:
            self._write_workbook(pairing)
        own = self._report.of(self._assignment)
        if own.open:
            self._notices.append(f"{own.open_notice}; they count as they are, and the marks may still change")
        notices, kept = tuple(dict.fromkeys(self._notices)), tuple(self._kept)
        return Export(self._files, self._descriptions, notices, kept, own.open)

    def _chosen_assignment(self, report: Report, folder: Path) -> str:
        names = tuple(dict.fromkeys(item.assignment for item in report.documents))
        wanted = self._request.assignment
        if not names and report.problems and not report.reviewed:
            raise report.problems[0]
        if not names:
            raise DocumentError(
                "nobody in this folder has a mark", path=folder, remedy="markscheme review says why for each text"
            )
        if wanted is None and len(names) > 1:
            wanted = self._assignment_of_table(report, names)
        if wanted is None and len(names) == 1:
            return names[0]
        if wanted not in names:
            problem = f"there is no exercise {wanted!r}" if wanted else "there are several exercises"
            raise DocumentError(problem, path=folder, remedy=f"Name one with --exercise: {', '.join(names)}")
        return wanted

    def _assignment_of_table(self, report: Report, names: Iterable[str]) -> str | None:
        """Return the exercise whose imported students are in the worksheet, if it is one."""
        path = self._request.worksheet
        if path is None:
            return None
        system = system_of_table(self._tables[path])
        identifiers = {line.identifier for line in system.lines(self._tables[path])}
        fitting = [
            name
            for name in names
            if any(
                entry.system == system.name and entry.identifier in identifiers for entry in self._entries(report, name)
            )
        ]
        return fitting[0] if len(fitting) == 1 else None

    def _entries(self, report: Report, assignment: str) -> tuple[Entry, ...]:
        documents = (item for item in report.documents if item.assignment == assignment)
        texts = {item.path: item.person for item in documents}
        texts |= {item.path: item.student for item in report.unmarked if item.assignment == assignment}
        return self._roster.of(
            assignment,
            {
                path.relative_to(self._top).as_posix(): student
                for path, student in texts.items()
                if path.is_relative_to(self._top)
            },
        )

    def _students(self, system: GradebookSystem) -> dict[str, str]:
        return {entry.identifier: entry.student for entry in self._imported if entry.system == system.name}

    def _fill_worksheet(self, path: Path) -> tuple[GradebookSystem, Pairing]:
        system = system_of_table(self._tables[path])
        columns = Columns(dict(self._request.columns), self._assignment)
        worksheet = system.worksheet(self._tables[path], columns)
        pairing = paired(worksheet.lines, self._results, self._students(system))
        comments = {result.student: comment_of(result, self._settings) for result in self._results}
        entries = filled(worksheet, pairing, comments, self._request.maximum, overwrite=self._request.overwrite)
        self._add_table(path, entries, system.upload)
        return system, pairing

    def _fill_rubric(self, path: Path) -> None:
        table = self._tables[path]
        system = SYSTEMS.get("canvas")
        pairing = paired(rubric_lines(table), self._results, self._students(system))
        entries = _filled_rubric(table, pairing, self._request.points, overwrite=self._request.overwrite)
        self._add_table(path, entries, "In Canvas's gradebook, import the assessments of the assignment's rubric")

    def _add_table(self, path: Path, entries: Transfer, hint: str) -> None:
        target = self._into / path.name
        if target.absolute() == path.absolute():
            raise DocumentError(
                "the filled table would replace this one", path=path, remedy="Choose another folder with --into"
            )
        self._files[target] = entries.table.to_bytes()
        comments = f" and {counted(entries.comments, 'new comment')}" if entries.comments else ""
        counts = f"{counted(entries.grades, 'new grade')}{comments}"
        self._descriptions[target] = f"{counts}. {hint}"
        self._notices += entries.notices
        self._kept += entries.kept

    def _pack_feedback(self, system: GradebookSystem | None, pairing: Pairing | None) -> None:
        """Add the zip of feedback, of the worksheet's system or of the one that the class was imported from."""
        files = self._feedback_files()
        identifiers = self._identifiers(pairing)
        system = system or self._imported_system()
        data, without = feedback_zip(system, files, identifiers)
        self._notices += [
            f"{student} has no number in {system.title}; the file is not in the zip" for student in without
        ]
        target = self._into / f"{file_name(self._assignment, '-')} feedback.zip"
        self._files[target] = data
        count = counted(len(files) - len(without), "file")
        self._descriptions[target] = f"{count}. In {system.title}, choose “Upload multiple feedback files in a zip”"

    def _feedback_files(self) -> dict[str, FeedbackFile]:
        request = self._request
        if request.feedback is None:
            writer = WRITERS.get(request.feedback_format or "html")
            return _written_files(self._report, self._assignment, writer, self._settings)
        students = [result.student for result in self._results]
        named = {self._key.name(student): student for student in students} | {item: item for item in students}
        inner = request.feedback / file_name(self._assignment, "-")
        by_name, nobodys = folder_files(inner if os.path.isdir(inner) else request.feedback, named)
        self._notices += [f"{name} is nobody's; it is not in the zip" for name in nobodys]
        return {named[name]: file for name, file in by_name.items()}

    def _imported_system(self) -> GradebookSystem:
        names = {entry.system for entry in self._imported}
        if len(names) != 1:
            raise DocumentError(
                "who the students are in the school's system is not known here",
                path=self._top,
                remedy="Name its table with --worksheet, or import the class with markscheme class import",
            )
        return SYSTEMS.get(names.pop())

    def _identifiers(self, pairing: Pairing | None) -> dict[str, tuple[str, str]]:
        identifiers = {entry.student: (self._key.name(entry.student), entry.identifier) for entry in self._imported}
        for line, result in pairing.pairs if pairing is not None else ():
            name = line.names[0] if line.names else self._key.name(result.student)
            identifiers[result.student] = name, line.identifier
        return identifiers

    def _write_workbook(self, pairing: Pairing | None) -> None:
        remarks = self._remarks(pairing)
        name_of: Callable[[str], str] = self._key.name
        end = ""
        if self._request.is_anonymous:
            people = (*(item.student for item in self._results), *remarks.unmarked)
            key = self._key.with_people(person for person in people if person not in self._key.names)
            numbers = key.numbers
            self._files[self._top / KEY_FILE] = key.to_bytes()
            self._descriptions[self._top / KEY_FILE] = "whose number is whose. Keep it to yourself"
            name_of, end = (lambda name: numbers.get(name, name)), " without names"
        results = [attrs.evolve(item, student=name_of(item.student)) for item in self._results]
        results.sort(key=lambda item: (item.student.casefold(), item.student))
        remarks = remarks.renamed(name_of)
        target = self._into / f"{file_name(self._assignment, '-')} marks{end}.xlsx"
        self._files[target] = class_workbook(results, self._assignment, remarks)
        self._descriptions[target] = counted(len(results) + len(remarks.unmarked), "student")

    def _remarks(self, pairing: Pairing | None) -> Remarks:
        marked = {result.student for result in self._results}
        texts = (text for text in self._report.unmarked if text.assignment == self._assignment)
        late = {entry.student for entry in self._imported if entry.is_late}
        late |= {result.student for line, result in (pairing.pairs if pairing is not None else ()) if line.is_late}
        return Remarks({text.student: text.reason for text in texts if text.student not in marked}, frozenset(late))
