"""Two teachers' marks for the same texts, side by side. Plain values."""

from fractions import Fraction
from pathlib import Path

import attrs

from markscheme.exercises.moderation.markings import Place
from markscheme.reports.moderation.standing import Standing
from markscheme.reports.moderation.teacher_agreement import LabelAgreement, MarkAgreement


@attrs.frozen
class Opinion:
    """What one teacher's side has at a place.

    Attributes
    ----------
    verdict
        The verdict in words; empty for a comment.
    decision
        What the teacher decided or said, in words; empty where nothing.
    place
        Where it is written; ``None`` where nothing is.
    points
        What the place gives; ``None`` without a mark, and for a comment.
    """

    verdict: str = ""
    decision: str = ""
    place: Place | None = None
    points: Fraction | None = None


@attrs.frozen
class PlaceDifference:
    """A place of a student's text on which both teachers differ.

    Attributes
    ----------
    sentence
        The sentence that was to be corrected.
    words
        What the student did there.
    text_place
        The place in the student's text; without a line in a document of a word processor.
    """

    sentence: str
    words: str
    text_place: tuple[Path, int | None]
    one: Opinion
    other: Opinion

    @property
    def difference(self) -> Fraction | None:
        """The second teacher's points less the first's."""
        return _less(self.other.points, self.one.points)


@attrs.frozen
class StudentModeration:
    """Both marks of one text.

    Attributes
    ----------
    places
        Where both differ, in the order of the text.
    elsewhere
        What the difference of marks has from other places, which weigh more or less; ``None`` without both marks.
    whole
        What it has from lines without a place, such as rounding; ``None`` as well.
    """

    student: str
    assignment: str
    one: Standing
    other: Standing
    places: tuple[PlaceDifference, ...] = ()
    elsewhere: Fraction | None = None
    whole: Fraction | None = None

    @property
    def difference(self) -> Fraction | None:
        """The second teacher's mark less the first's."""
        return _less(self.other.points, self.one.points)

    @property
    def has_bands(self) -> bool:
        return self.one.band is not None or self.other.band is not None

    @property
    def same_band(self) -> bool:
        return self.one.band == self.other.band


@attrs.frozen
class Moderation:
    """Two markings of a class.

    Attributes
    ----------
    teachers
        The names of both.
    sample
        How the second teacher's texts were chosen; may be empty.
    tolerance
        The largest difference of marks that does not matter.
    students
        Those whom both marked, in the order of their names.
    unmatched
        What only the first teacher has, and only the second: assignments, students, or single texts, in words.
    marks
        The agreement of marks; ``None`` where nobody has both.
    verdicts
        The agreement of verdicts, place by place.
    """

    teachers: tuple[str, str]
    sample: str
    tolerance: Fraction
    students: tuple[StudentModeration, ...]
    unmatched: tuple[tuple[str, ...], tuple[str, ...]]
    marks: MarkAgreement | None
    verdicts: LabelAgreement

    @property
    def bands(self) -> tuple[int, int] | None:
        """How many students are in the same band with both, and how many have a band; ``None`` without bands."""
        banded = [item for item in self.students if item.has_bands]
        return (sum(item.same_band for item in banded), len(banded)) if banded else None

    @property
    def is_by_scheme(self) -> bool:
        """Whether the marks are those of a mark scheme, and not percent."""
        return any(item.one.is_by_scheme for item in self.students)


def _less(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    return None if one is None or other is None else one - other
