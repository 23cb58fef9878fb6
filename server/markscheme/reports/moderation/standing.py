"""A student's mark with what each place gives: by the mark scheme, or else in percent of what there was to correct."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import attrs

from markscheme.exercises.exercise import Exercise
from markscheme.exercises.scheme.scheme import Band, Scheme
from markscheme.marking.scheme.mark import LineKind, Mark
from markscheme.marking.wording.mark_words import rewritten_reason
from markscheme.reports.report import ReviewedDocument

PERCENT: Final = Fraction(100)
_LARGEST_DENOMINATOR = 1000


@attrs.frozen
class Standing:
    """A mark with its parts.

    Attributes
    ----------
    points
        ``None`` where there is no mark; ``withheld`` says why.
    places
        What the place of each finding gives, by the finding's index.
    given
        The findings whose points a teacher gave, with the teacher's name.
    scale
        The worth of one point of a place by the scheme; it differs where other places count.
    is_by_scheme
        Whether it is the mark of a mark scheme, and not in percent.
    """

    points: Fraction | None
    maximum: Fraction
    band: Band | None = None
    withheld: str = ""
    places: Mapping[int, Fraction] = attrs.field(factory=dict)
    given: Mapping[int, str] = attrs.field(factory=dict)
    scale: Fraction = Fraction(1)
    is_by_scheme: bool = False

    def at(self, finding: int) -> Fraction:
        """Return what a finding's place gives."""
        return self.places.get(finding, Fraction(0))

    def unscaled(self, finding: int) -> tuple[Fraction, bool]:
        """Return what a place gives whatever else counts, and whether a teacher said so."""
        is_given = finding in self.given
        return self.at(finding) if is_given else self.at(finding) / self.scale, is_given

    @property
    def share(self) -> Fraction | None:
        """The mark as a share of the best one; ``None`` without a mark."""
        return self.points / self.maximum if self.points is not None and self.maximum else None


def standing_of(document: ReviewedDocument, exercise: Exercise) -> Standing:
    """Return the mark of a document of an exercise."""
    if document.mark is not None and exercise.scheme is not None:
        return _by_scheme(document, document.mark, exercise.scheme)
    marks = document.review.marks
    if marks is None:
        return Standing(None, PERCENT, withheld="there is no teacher's correction")
    if not marks.verdicts.is_comparable:
        return Standing(None, PERCENT, withheld=rewritten_reason(marks.verdicts.rewritten))
    earned: dict[int, Fraction] = {}
    due = Fraction(0)
    for number, finding in enumerate(document.review.findings):
        if finding.place is not None:
            earned[number] = _exact(finding.place.points.earned)
            due += _exact(finding.place.points.due)
    if not due:
        return Standing(None, PERCENT, withheld="there was nothing to correct")
    scale = PERCENT / due
    places = {number: points * scale for number, points in earned.items()}
    return Standing(sum(places.values(), Fraction(0)), PERCENT, places=places, scale=scale)


def _by_scheme(document: ReviewedDocument, mark: Mark, scheme: Scheme) -> Standing:
    places: dict[int, Fraction] = {}
    given: dict[int, str] = {}
    scale = Fraction(1)
    for line in mark.lines:
        if line.finding is None:
            continue
        places[line.finding] = places.get(line.finding, Fraction(0)) + line.points
        place = document.review.findings[line.finding].place
        if line.kind is LineKind.GIVEN:
            given[line.finding] = line.teacher
        elif line.full and line.weight and place is not None and place.needs:
            scale = line.full / (place.needs * scheme.points.correct * line.weight)
    return Standing(mark.points, mark.maximum, mark.band, mark.withheld, places, given, scale, is_by_scheme=True)


def _exact(value: float) -> Fraction:
    return Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)
