"""Feedback as a page: one file that loads nothing, has no script, and prints in black and white."""

from collections.abc import Sequence

import attrs
from markupsafe import Markup

from markscheme.marking.wording.words import percent
from markscheme.reports.feedback import student_words
from markscheme.reports.feedback.feedback import Feedback, Note
from markscheme.reports.feedback.flow import Segment, paragraphs
from markscheme.reports.feedback.modes import Mode
from markscheme.reports.feedback.place_kinds import ALL_KINDS, NoteKind
from markscheme.reports.feedback.writers import FeedbackWriter
from markscheme.reports.pages import page_style, page_template
from markscheme.version import VERSION


@attrs.frozen
class _Item:
    """A feedback, its text in segments, and what of it the mode shows in the text."""

    feedback: Feedback
    lines: tuple[tuple[Segment, ...], ...]
    legend: tuple[NoteKind, ...]
    with_codes: bool

    def code(self, note: Note) -> str:
        """Return the short form that stands beside a note's sign."""
        return note.code if self.with_codes else ""


class HtmlWriter(FeedbackWriter):
    """A page for a browser."""

    name = "html"
    suffix = ".html"

    def write(self, feedbacks: Sequence[Feedback], mode: Mode) -> bytes:
        return html_page(feedbacks, mode).encode()


HTML = HtmlWriter()


def html_page(feedbacks: Sequence[Feedback], mode: Mode) -> str:
    """Return a page with the feedback of one or several students, each of which begins a sheet of paper."""
    title = feedbacks[0].title if len(feedbacks) == 1 else "Feedback"
    return page_template("feedback").render(
        title=title,
        version=VERSION,
        style=page_style("feedback") + _sheet_styles(feedbacks),
        items=[_item(feedback, mode) for feedback in feedbacks],
        gap=student_words.GAP,
        percent=percent,
        corrections_by=student_words.corrections_by,
        heading=student_words.heading,
        sentences=student_words.sentences,
        signed=student_words.signed_comment,
        places=student_words.places,
    )


def _sheet_styles(feedbacks: Sequence[Feedback]) -> Markup:
    """Return the styles that put a student's name and the page's number at the end of each printed page."""
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
    return _Item(feedback, paragraphs(feedback), legend, not mode.shows_advice)
