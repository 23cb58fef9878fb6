"""Something to give back to each student: a comment for the table, and a file for the system's zip."""

import html
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import attrs

from markscheme.gradebooks.grades import StudentResult
from markscheme.gradebooks.systems.system import GradebookSystem
from markscheme.reports.feedback.composition import FeedbackSettings, counted_places, document_feedback, feedback_of
from markscheme.reports.feedback.student_words import heading, sentences, signed_comment
from markscheme.reports.feedback.writers import FeedbackWriter, Original
from markscheme.reports.report import Report
from markscheme.text.errors import DocumentError
from markscheme.text.reading import is_folder, read_data

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
    """Return a student's comment as a small HTML page: the mark and the counts, teachers' remarks, then the places.

    It is empty without marks.
    """
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

    A file is a student's whose name it has, or whose name stands in it; of several names the longest.

    Raises
    ------
    DocumentError
        If the folder can't be read, or a student has several files.
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

    Parameters
    ----------
    identifiers
        The students' names and identifiers in the system, by the students' names in the exercise.

    Raises
    ------
    DocumentError
        If the system takes no such zip.
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
    """Return whether a name stands by itself in a file's name."""
    place = stem.find(name)
    if place < 0:
        return False
    around = stem[max(place - 1, 0) : place] + stem[place + len(name) : place + len(name) + 1]
    return not any(character.isalnum() for character in around)
