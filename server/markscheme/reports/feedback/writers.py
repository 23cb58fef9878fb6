"""The kinds of files that feedback is written as. Each is an object in a registry; packages may add others."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import attrs

from markscheme.registry import Registry
from markscheme.reports.feedback.feedback import Feedback
from markscheme.reports.feedback.modes import Mode


@attrs.frozen
class Original:
    """The file that a student handed in.

    Attributes
    ----------
    path
        The file.
    authors
        The authors whose tracked changes the student's text has.
    """

    path: Path
    authors: tuple[str, ...] = ()


class FeedbackWriter(ABC):
    """A kind of file.

    Attributes
    ----------
    name
        As the command line calls it.
    suffix
        The end of its files' names.
    """

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
        "html": "markscheme.reports.feedback.html_page:HTML",
        "docx": "markscheme.reports.feedback.word_file:DOCX",
        "pdf": "markscheme.reports.feedback.pdf_file:PDF",
    },
    group="markscheme.feedback_writers",
)
