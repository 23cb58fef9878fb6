"""What a class takes back to the school's system: files from a report, written by the caller."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import attrs
from pathvalidate import sanitize_filename

from markscheme.contract import shape
from markscheme.documents.files import is_folder, make_folder, write_all
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import report_folder
from markscheme.exercises.patterns import KEY_FILE
from markscheme.marking.verdict import OpenAnswers
from markscheme.reports.feedback.composition import DIRECT, FeedbackSettings, Mode
from markscheme.reports.feedback.delivery import WRITERS
from markscheme.reports.gradebooks import grade_tables, transfer
from markscheme.reports.gradebooks.canvas import filled_rubric, rubric_lines
from markscheme.reports.gradebooks.system import SYSTEMS, Columns, GradebookSystem, system_of_table
from markscheme.reports.report import Report


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


Tables = Mapping[Path, grade_tables.CsvTable]


def read_tables(request: ExportRequest) -> Tables:
    """Return the tables of a request, before anything is marked. Raise DocumentError if one, or the folder of feedback,
    can't be used.
    """
    tables = {path: grade_tables.read_table(path) for path in (request.worksheet, request.rubric) if path is not None}
    if request.worksheet is not None:
        system = system_of_table(tables[request.worksheet])
        if request.has_feedback:
            system.feedback_path("Mei Lin", "1", "feedback.txt")
    if request.rubric is not None:
        rubric_lines(tables[request.rubric])
    if request.feedback is not None:
        transfer.folder_files(request.feedback, ())
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
        self._roster: grade_tables.Roster = grade_tables.read_roster(self._top)
        self._key: grade_tables.Key = grade_tables.read_key(self._top)
        self._tables = tables
        self._settings = FeedbackSettings(request.mode)
        self._assignment = self._chosen_assignment(report, folder)
        self._results = grade_tables.results_of(report.documents, self._assignment)
        self._imported = self._entries(report, self._assignment)
        self._files: dict[Path, bytes] = {}
        self._descriptions: dict[Path, str] = {}
        self._notices: list[str] = []
        self._kept: list[str] = []

    def export(self) -> Export:
        request = self._request
        system: GradebookSystem | None = None
        pairing: transfer.Pairing | None = None
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

    def _entries(self, report: Report, assignment: str) -> tuple[grade_tables.Entry, ...]:
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

    def _fill_worksheet(self, path: Path) -> tuple[GradebookSystem, transfer.Pairing]:
        system = system_of_table(self._tables[path])
        columns = Columns(dict(self._request.columns), self._assignment)
        worksheet = system.worksheet(self._tables[path], columns)
        pairing = transfer.paired(worksheet.lines, self._results, self._students(system))
        comments = {result.student: transfer.comment_of(result, self._settings) for result in self._results}
        entries = transfer.filled(
            worksheet, pairing, comments, self._request.maximum, overwrite=self._request.overwrite
        )
        self._add_table(path, entries, system.upload)
        return system, pairing

    def _fill_rubric(self, path: Path) -> None:
        table = self._tables[path]
        system = SYSTEMS.get("canvas")
        pairing = transfer.paired(rubric_lines(table), self._results, self._students(system))
        entries = filled_rubric(table, pairing, self._request.points, overwrite=self._request.overwrite)
        self._add_table(path, entries, "In Canvas's gradebook, import the assessments of the assignment's rubric")

    def _add_table(self, path: Path, entries: transfer.Transfer, hint: str) -> None:
        target = self._into / path.name
        if target.absolute() == path.absolute():
            raise DocumentError(
                "the filled table would replace this one", path=path, remedy="Choose another folder with --into"
            )
        self._files[target] = entries.table.to_bytes()
        comments = f" and {_number(entries.comments, 'new comment')}" if entries.comments else ""
        counts = f"{_number(entries.grades, 'new grade')}{comments}"
        self._descriptions[target] = f"{counts}. {hint}"
        self._notices += entries.notices
        self._kept += entries.kept

    def _pack_feedback(self, system: GradebookSystem | None, pairing: transfer.Pairing | None) -> None:
        """Add the zip of feedback, of the worksheet's system or of the one that the class was imported from."""
        files = self._feedback_files()
        identifiers = self._identifiers(pairing)
        system = system or self._imported_system()
        data, without = transfer.feedback_zip(system, files, identifiers)
        self._notices += [
            f"{student} has no number in {system.title}; the file is not in the zip" for student in without
        ]
        target = self._into / f"{_file_name(self._assignment)} feedback.zip"
        self._files[target] = data
        count = _number(len(files) - len(without), "file")
        self._descriptions[target] = f"{count}. In {system.title}, choose “Upload multiple feedback files in a zip”"

    def _feedback_files(self) -> dict[str, transfer.FeedbackFile]:
        request = self._request
        if request.feedback is None:
            writer = WRITERS.get(request.feedback_format or "html")
            return transfer.written_files(self._report, self._assignment, writer, self._settings)
        students = [result.student for result in self._results]
        named = {self._key.name(student): student for student in students} | {item: item for item in students}
        inner = request.feedback / _file_name(self._assignment)
        by_name, nobodys = transfer.folder_files(inner if is_folder(inner) else request.feedback, named)
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

    def _identifiers(self, pairing: transfer.Pairing | None) -> dict[str, tuple[str, str]]:
        identifiers = {entry.student: (self._key.name(entry.student), entry.identifier) for entry in self._imported}
        for line, result in pairing.pairs if pairing is not None else ():
            name = line.names[0] if line.names else self._key.name(result.student)
            identifiers[result.student] = name, line.identifier
        return identifiers

    def _write_workbook(self, pairing: transfer.Pairing | None) -> None:
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
        target = self._into / f"{_file_name(self._assignment)} marks{end}.xlsx"
        self._files[target] = grade_tables.class_workbook(results, self._assignment, remarks)
        self._descriptions[target] = _number(len(results) + len(remarks.unmarked), "student")

    def _remarks(self, pairing: transfer.Pairing | None) -> grade_tables.Remarks:
        marked = {result.student for result in self._results}
        texts = (text for text in self._report.unmarked if text.assignment == self._assignment)
        late = {entry.student for entry in self._imported if entry.is_late}
        late |= {result.student for line, result in (pairing.pairs if pairing is not None else ()) if line.is_late}
        return grade_tables.Remarks(
            {text.student: text.reason for text in texts if text.student not in marked}, frozenset(late)
        )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _file_name(name: str) -> str:
    return sanitize_filename(name, "-", platform="universal") or "class"
