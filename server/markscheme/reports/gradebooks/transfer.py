"""Results into a system's table: which row is whose, and what is written there."""

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import attrs

from markscheme.documents.files import is_folder, read_data
from markscheme.documents.places import harmless
from markscheme.errors import DocumentError
from markscheme.reports.feedback.composition import (
    FeedbackSettings,
    counted_places,
    document_feedback,
    feedback_of,
    heading,
    sentences,
    signed_comment,
)
from markscheme.reports.feedback.delivery import FeedbackWriter, Original
from markscheme.reports.gradebooks.grade_tables import CsvTable, Grade, StudentResult
from markscheme.reports.gradebooks.system import GradebookSystem, Line, Worksheet, number
from markscheme.reports.report import Report

_OWN = 'class="markscheme"'
"""An attribute of each comment's first paragraph."""
_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of files in a zip, so that equal files make equal zips."""


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
        html.escape(": ".join(filter(None, [heading(note), " ".join(sentences(note))]))) for note in feedback.listed
    )
    items = "".join(f"<li>{place}</li>" for place in places)
    remarks = "".join(f"<p>{html.escape(signed_comment(item.text, item.commenter))}</p>" for item in feedback.remarks)
    return f"<p {_OWN}>{html.escape(head)}</p>{remarks}" + (f"<ol>{items}</ol>" if items else "")


def is_own_comment(comment: str) -> bool:
    """Return whether a comment in a table is one of Markscheme's; systems keep the class of a paragraph."""
    return _OWN in comment


def written_files(
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
    if not is_folder(folder):
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
    stream = BytesIO()
    without: list[str] = []
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for student in sorted(files):
            if student not in identifiers:
                without.append(student)
                continue
            name, identifier = identifiers[student]
            member = ZipInfo(system.feedback_path(name, identifier, files[student].name), _TIME)
            member.compress_type = ZIP_DEFLATED
            archive.writestr(member, files[student].data)
    return stream.getvalue(), tuple(without)


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
            several = "several rows have this name" if names[key] > 1 else "no row has this name or number"
            reason = several if line is None else "somebody else has this row already"
            notices.append(f"{result.student} is not in the table: {reason}")
            continue
        pairs[line.row] = line, result
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
        if old.strip() and not is_own_comment(old) and not self.overwrite:
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
        elif self.overwrite or is_own_comment(self._old_comment(line)):
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
