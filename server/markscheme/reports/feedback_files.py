"""The files of a class's feedback: one a student, and on request an archive or one file for the printer."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import ClassVar
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import attrs
from markupsafe import Markup

from markscheme.contract import shape
from markscheme.documents.files import TextSource, make_folder, write_all
from markscheme.documents.folders import REPORT_FOLDER
from markscheme.documents.formats import FORMATS
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import no_exercise
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.file_names import file_name
from markscheme.exercises.schemes import ErrorKinds
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.progress import Progress, silent
from markscheme.registry import Registry
from markscheme.reports.feedback import (
    ALL_KINDS,
    GAP,
    Feedback,
    FeedbackSettings,
    Mode,
    Note,
    NoteKind,
    Segment,
    feedback_of,
)
from markscheme.reports.output import page
from markscheme.reports.report import Report
from markscheme.wording import counted, percent, person_name


@attrs.frozen
class Original:
    """The file that a student handed in; the text has the tracked changes of ``authors``."""

    path: Path
    authors: tuple[str, ...] = ()


class FeedbackWriter(ABC):
    """A kind of file: its name on the command line, and how its files' names end."""

    name: ClassVar[str]
    suffix: ClassVar[str]

    @abstractmethod
    def write(self, feedbacks: Sequence[Feedback], mode: Mode) -> bytes:
        """Return a file with the feedback of one or several students, one after the other."""

    def left_out(self, feedbacks: Sequence[Feedback]) -> str:
        """Return the characters that a file can't show, each once."""
        del feedbacks
        return ""

    def nameless(self, feedbacks: Sequence[Feedback]) -> tuple[str, ...]:
        """Return the students whose names a file can't show; it has a line to write the name on."""
        del feedbacks
        return ()

    def write_student(self, feedback: Feedback, mode: Mode, original: Original) -> bytes:
        """Return a file for one student, who handed in a file; it may be made from that one."""
        del original
        return self.write([feedback], mode)


WRITERS: Registry[FeedbackWriter] = Registry(
    "feedback format",
    {
        "html": f"{__name__}:HTML",
        "docx": "markscheme.reports._feedback_word:DOCX",
        "pdf": "markscheme.reports._feedback_pdf:PDF",
    },
    group="markscheme.feedback_writers",
)


@shape(uris=("folder", "files"))
@attrs.frozen
class WrittenFeedback:
    """The result of the command ``markscheme.writeFeedback``."""

    folder: Path
    """The URI of the folder with the files; of several classes, that of the first."""
    files: tuple[Path, ...]
    """The URI of each file: one a student, or one for all."""
    texts: int
    """The number of texts with feedback in the files."""
    problems: tuple[str, ...]
    """Who has no file and why, and what the files can't show, in plain words."""
    open: int
    """The number of answers that nobody has decided, and for which the options do not say what they count as."""


@shape()
@attrs.frozen
class ChoosableStudent:
    """A student who handed in a text."""

    name: str
    """The name that the student has in all documents."""
    label: str = attrs.field(init=False, default=attrs.Factory(lambda self: person_name(self.name), takes_self=True))
    """The name as people read it."""


@shape(uris=("folder",))
@attrs.frozen
class FeedbackChoices:
    """The answer of ``markscheme/feedbackChoices``: what a person can choose for a document or a folder."""

    folder: Path
    """The URI of the class's folder; of several classes, of the first."""
    assignments: tuple[str, ...]
    """The names of the assignments."""
    students: tuple[ChoosableStudent, ...]
    """The students, by name."""
    groups: tuple[str, ...]
    """The kinds of errors, in a teacher's words: the teacher's own first."""


def feedback_choices(exercises: Sequence[Exercise], place: Path, read: TextSource) -> FeedbackChoices:
    """Return the choices for documents at a place, a file or a folder; raise DocumentError if there is no exercise."""
    if not exercises:
        raise no_exercise(place)
    names = dict.fromkeys(name for exercise in exercises for name in _students(exercise, place, read))
    return FeedbackChoices(
        exercises[0].class_folder,
        tuple(dict.fromkeys(exercise.assignment for exercise in exercises)),
        tuple(ChoosableStudent(name) for name in sorted(names, key=lambda name: (person_name(name).casefold(), name))),
        tuple(dict.fromkeys(group for exercise in exercises for group in _groups(exercise))),
    )


def _students(exercise: Exercise, place: Path, read: TextSource) -> Iterator[str]:
    for item in exercise.hypotheses:
        if item.path != place and place not in item.path.parents and place in exercise.paths:
            continue
        authors: Sequence[str] = ()
        if not FORMATS.has_lines(item.path) and item.author is None:
            with suppress(DocumentError):
                authors = [one.name for one in item.texts_by_author(read).corrections]
        yield from authors if len(authors) > 1 else (item.identity,)


def _groups(exercise: Exercise) -> Iterator[str]:
    yield from (group for _, group in exercise.groups.entries)
    yield from sorted(ErrorKinds(exercise.marking.language or DEFAULT_LANGUAGE).names)


FOLDER = "feedback"
"""The folder of feedback inside of the folder of products."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of an archive's entries, so that equal feedback is an equal archive."""


@attrs.frozen
class Delivery:
    """The feedback of one class, ready to be written. ``files`` makes each student's file, by its name; ``together``
    one file with everybody's, whose name ends in ``suffix``. ``notices`` tell the teacher what files can't show.
    """

    folder: Path
    texts: int
    files: Callable[[], Mapping[str, bytes]]
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
    """Return each class's feedback, in the order of first documents; ``progress`` gets ``feedback`` after each file."""
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

    def files() -> Mapping[str, bytes]:
        contents: dict[str, bytes] = {}
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


def _names(feedbacks: Sequence[Feedback], suffix: str) -> list[str]:
    several = len({feedback.assignment for feedback in feedbacks}) > 1
    names: list[str] = []
    taken: set[str] = set()
    for feedback in feedbacks:
        stem = file_name(feedback.student)
        parent = f"{file_name(feedback.assignment)}/" if several else ""
        number, name = 1, f"{parent}{stem}{suffix}"
        while name.casefold() in taken:
            number += 1
            name = f"{parent}{stem} {number}{suffix}"
        taken.add(name.casefold())
        names.append(name)
    return names


@attrs.frozen
class Bundle:
    """How the feedback of a class lies in files below a folder."""

    files: Callable[[Delivery], Mapping[str, bytes]]

    def write(self, delivery: Delivery, target: Path) -> tuple[Path, ...]:
        """Write the files below a folder, and return them; raise DocumentError if one can't be written."""
        files = {target / name: data for name, data in self.files(delivery).items()}
        for folder in dict.fromkeys(file.parent for file in files):
            make_folder(folder, parents=True)
        write_all(files)
        return tuple(files)


EACH = Bundle(lambda delivery: delivery.files())
ARCHIVE = Bundle(lambda delivery: {"class.zip": zipped(delivery.files())})
TOGETHER = Bundle(lambda delivery: {f"class{delivery.suffix}": delivery.together()})
BUNDLES: Registry[Bundle] = Registry(
    "way to bundle feedback",
    {"each": f"{__name__}:EACH", "zip": f"{__name__}:ARCHIVE", "together": f"{__name__}:TOGETHER"},
)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return an archive; equal files make equal archives."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(ZipInfo(name, _EPOCH), data, ZIP_DEFLATED)
    return stream.getvalue()


@attrs.frozen
class _Item:
    """A feedback, its text in segments, and what of it the mode shows in the text."""

    feedback: Feedback
    lines: tuple[tuple[Segment, ...], ...]
    legend: tuple[NoteKind, ...]
    with_codes: bool

    def code(self, note: Note) -> str:
        return note.code if self.with_codes else ""


class HtmlWriter(FeedbackWriter):
    """A page for a browser."""

    name = "html"
    suffix = ".html"

    def write(self, feedbacks: Sequence[Feedback], mode: Mode) -> bytes:
        title = feedbacks[0].title if len(feedbacks) == 1 else "Feedback"
        text = page(
            "feedback",
            _sheet_styles(feedbacks),
            title=title,
            items=[_item(feedback, mode) for feedback in feedbacks],
            gap=GAP,
            percent=percent,
            counted=counted,
        )
        return text.encode()


HTML = HtmlWriter()


def _sheet_styles(feedbacks: Sequence[Feedback]) -> Markup:
    names = enumerate((_css_string(feedback.student) for feedback in feedbacks), 1)
    rules = (
        f"@page student-{number} {{ @bottom-center {{ content: {name} ' · ' counter(page); }} }}\n"
        f"#student-{number} {{ page: student-{number}; }}\n"
        for number, name in names
    )
    return Markup("@media print {\n" + "".join(rules) + "}\n")  # noqa: S704 - names are escaped


def _css_string(text: str) -> str:
    r"""Return a text as a string of a style sheet.

    >>> print(_css_string("Zoë O'Neill </style>"))
    'Zoë O\27 Neill \3c \2f style\3e '
    """
    plain = (item if item.isalnum() or item in " .-" else f"\\{ord(item):x} " for item in text)
    return f"'{''.join(plain)}'"


def _item(feedback: Feedback, mode: Mode) -> _Item:
    kinds = {note.kind for note in feedback.notes}
    legend = tuple(kind for kind in ALL_KINDS if kind in kinds)
    return _Item(feedback, feedback.paragraphs, legend, not mode.shows_advice)
