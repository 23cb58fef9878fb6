"""The feedback for one student's text: a plain value that every writer shows.

Every text in it is for a student. Places are half-open ranges of code points in :attr:`Feedback.text`.
"""

import attrs

from markscheme.reports.feedback.place_kinds import NoteKind
from markscheme.text.positions import Span


@attrs.frozen
class Advice:
    """What one or several teachers have at a place: their names, and their words."""

    teachers: str
    words: str


@attrs.frozen
class Replacement:
    """A teacher's words, and the place of the words that they stand for."""

    span: Span
    text: str


@attrs.frozen
class Note:
    """A place of the text with what a student is shown of it.

    Attributes
    ----------
    number
        Its number in the text and in the list below it, from 1; ``None`` for a place that is correct.
    kind
        What the place is.
    span
        Its place; empty where words are missing.
    group, code
        The kind of error, and its short form for the margin; empty for a passage that is rewritten freely.
    deed
        What the student did there.
    advice
        What the teachers have; empty where the mode keeps it back, and for a correct place.
    rest
        What is still to do at a place that is partly correct; empty where the mode keeps it back.
    replacement
        The words of the teacher that the verdict follows; ``None`` where the mode keeps them back.
    comment
        The teacher's comment; empty without one.
    commenter
        The name of the teacher who wrote the comment; empty for a bank's, and where nobody says it.
    """

    number: int | None
    kind: NoteKind
    span: Span
    group: str
    code: str
    deed: str
    advice: tuple[Advice, ...] = ()
    rest: str = ""
    replacement: Replacement | None = None
    comment: str = ""
    commenter: str = ""


@attrs.frozen
class Remark:
    """A teacher's comment on a whole text, and the teacher's name, which is empty where nobody says it."""

    text: str
    commenter: str = ""


@attrs.frozen
class MarkLine:
    """One summand of a mark: what it is for, and what it earns."""

    label: str
    points: str


@attrs.frozen
class MarkSheet:
    """A mark, and the sum that it is.

    Attributes
    ----------
    headline
        The mark: ``7.5 of 10``.
    remark
        What the mark means, in a sentence; empty where nothing is to be said.
    lines
        The summands, whose sum is the mark; empty where there is no mark scheme.
    """

    headline: str
    remark: str = ""
    lines: tuple[MarkLine, ...] = ()


@attrs.frozen
class PracticeSentence:
    """A sentence of the student's with a place to practise: the words before it, the place, and the words behind."""

    before: str
    place: str
    after: str
    advice: str = ""


@attrs.frozen
class Practice:
    """A kind of error to practise, with how many places ask for it and some of the student's own sentences."""

    group: str
    places: int
    sentences: tuple[PracticeSentence, ...]


@attrs.frozen
class Step:
    """What a student reached in one assignment: points, and the share of them in [0, 1], ``None`` without any due."""

    assignment: str
    points: str
    share: float | None


@attrs.frozen
class KeyEntry:
    """The meaning of a short form in the margin."""

    code: str
    meaning: str


@attrs.frozen
class Feedback:
    """What one student is given back for one text.

    Attributes
    ----------
    student, assignment
        The names, for people.
    teachers
        The names of the teachers whose corrections it was marked against.
    text
        The student's own text.
    notes
        In the order of the text.
    mark
        The mark of the text.
    remarks
        The teachers' comments on the whole text.
    practice
        What to practise next, the most frequent kind of error first.
    steps
        The student's assignments in order, this one among them; empty where there is only one.
    key
        The short forms that the text uses.
    """

    student: str
    assignment: str
    teachers: tuple[str, ...]
    text: str
    notes: tuple[Note, ...]
    mark: MarkSheet
    remarks: tuple[Remark, ...] = ()
    practice: tuple[Practice, ...] = ()
    steps: tuple[Step, ...] = ()
    key: tuple[KeyEntry, ...] = ()

    @property
    def listed(self) -> tuple[Note, ...]:
        """The notes that are listed below the text: those with a number."""
        return tuple(note for note in self.notes if note.number is not None)

    @property
    def title(self) -> str:
        """The heading of the page."""
        return f"{self.student}: {self.assignment}" if self.assignment else self.student
