"""The files of a class's feedback: one a student, and on request an archive or one file for the printer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import attrs
from pathvalidate import sanitize_filename

from markscheme.progress import Progress, silent
from markscheme.registry import Registry
from markscheme.reports.feedback.composition import FeedbackSettings, feedback_of
from markscheme.reports.feedback.feedback import Feedback
from markscheme.reports.feedback.writers import FeedbackWriter, Original
from markscheme.reports.report import Report
from markscheme.text.products import REPORT_FOLDER
from markscheme.text.writing import make_folder, write_all

FOLDER = "feedback"
"""The folder of feedback inside of the folder of products."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of an archive's entries, so that equal feedback is an equal archive."""


@attrs.frozen
class Delivery:
    """The feedback of one class, ready to be written.

    Attributes
    ----------
    folder
        The class's folder.
    texts
        The number of texts.
    files
        Makes the content of each student's file, by its name.
    together
        Makes the file with everybody's feedback.
    suffix
        The end of its name.
    notices
        What the files can't show, in sentences for the teacher.
    """

    folder: Path
    texts: int
    files: Callable[[], Mapping[PurePosixPath, bytes]]
    together: Callable[[], bytes]
    suffix: str
    notices: tuple[str, ...] = ()

    @property
    def target(self) -> Path:
        """The folder that the files go to, unless another is named."""
        return self.folder / REPORT_FOLDER / FOLDER


def deliveries(
    report: Report, settings: FeedbackSettings, writer: FeedbackWriter, progress: Progress = silent
) -> tuple[Delivery, ...]:
    """Return the feedback of each class in a report, in the order of their first documents.

    Parameters
    ----------
    progress
        Called after each student's file is made, with the stage ``feedback``.
    """
    folders = dict.fromkeys(document.folder for document in report.documents)
    return tuple(_delivery(folder, report, settings, writer, progress) for folder in folders)


def _delivery(
    folder: Path, report: Report, settings: FeedbackSettings, writer: FeedbackWriter, progress: Progress
) -> Delivery:
    documents = tuple(document for document in report.documents if document.folder == folder)
    feedbacks = feedback_of(attrs.evolve(report, reviewed=documents), settings)
    originals = [Original(document.path, document.authors) for document in documents]
    named = tuple(zip(_names(feedbacks, writer.suffix), feedbacks, originals, strict=True))
    mode = settings.mode

    def files() -> Mapping[PurePosixPath, bytes]:
        contents: dict[PurePosixPath, bytes] = {}
        for name, feedback, original in named:
            contents[name] = writer.write_student(feedback, mode, original)
            progress("feedback", len(contents), len(named))
        return contents

    return Delivery(
        folder,
        len(documents),
        files,
        lambda: writer.write(feedbacks, mode),
        writer.suffix,
        tuple(_notices(feedbacks, writer)),
    )


def _notices(feedbacks: Sequence[Feedback], writer: FeedbackWriter) -> Iterator[str]:
    if nameless := writer.nameless(feedbacks):
        yield (
            f"The files can't show these names: {', '.join(nameless)}. There is a line to write each on. "
            "Web pages (html) and Word documents (docx) show them."
        )
    if characters := writer.left_out(feedbacks):
        yield f"The files can't show {characters}: □ stands in their place."


def _names(feedbacks: Sequence[Feedback], suffix: str) -> list[PurePosixPath]:
    """Return a file name for each feedback: the student's, in a folder for each assignment where there are several."""
    several = len({feedback.assignment for feedback in feedbacks}) > 1
    names: list[PurePosixPath] = []
    taken: set[str] = set()
    for feedback in feedbacks:
        stem = _file_name(feedback.student)
        parent = PurePosixPath(_file_name(feedback.assignment)) if several else PurePosixPath()
        number, name = 1, parent / f"{stem}{suffix}"
        while str(name).casefold() in taken:
            number += 1
            name = parent / f"{stem} {number}{suffix}"
        taken.add(str(name).casefold())
        names.append(name)
    return names


def _file_name(name: str) -> str:
    """Return a name that every system can have for a file."""
    return sanitize_filename(name, "_", platform="universal") or "student"


def write_files(delivery: Delivery, target: Path) -> tuple[Path, ...]:
    """Write each student's file below a folder, and return the files.

    Raises
    ------
    DocumentError
        If one can't be written.
    """
    return _written({target / name: data for name, data in delivery.files().items()})


def write_together(path: Path, data: bytes) -> tuple[Path, ...]:
    """Write one file for a whole class, and return it.

    Raises
    ------
    DocumentError
        If it can't be written.
    """
    return _written({path: data})


def _written(files: Mapping[Path, bytes]) -> tuple[Path, ...]:
    for folder in dict.fromkeys(file.parent for file in files):
        make_folder(folder, parents=True)
    write_all(files)
    return tuple(files)


@attrs.frozen
class Bundle:
    """How the feedback of a class lies in files.

    Attributes
    ----------
    write
        Write the files of a delivery below a folder, and return them.
    """

    write: Callable[[Delivery, Path], tuple[Path, ...]]


EACH = Bundle(write_files)
ARCHIVE = Bundle(lambda delivery, target: write_together(target / "class.zip", archive(delivery)))
TOGETHER = Bundle(lambda delivery, target: write_together(target / f"class{delivery.suffix}", delivery.together()))
BUNDLES: Registry[Bundle] = Registry(
    "way to bundle feedback",
    {"each": f"{__name__}:EACH", "zip": f"{__name__}:ARCHIVE", "together": f"{__name__}:TOGETHER"},
)
"""A file for each student, an archive of them, or one file with everybody's feedback."""


def archive(delivery: Delivery) -> bytes:
    """Return an archive with each student's file."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as packed:
        for name, data in delivery.files().items():
            packed.writestr(ZipInfo(str(name), _EPOCH), data, ZIP_DEFLATED)
    return stream.getvalue()
