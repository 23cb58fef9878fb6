"""What each finding brings to a mark: its verdict, the corrections that were needed, and the kind of error."""

from collections.abc import Iterator
from fractions import Fraction

import attrs

from markscheme.exercises.scheme.scheme import VerdictPoints
from markscheme.marking.review.document_review import DocumentReview
from markscheme.marking.review.findings import Finding
from markscheme.marking.verdicts.verdict import Verdict

_LARGEST_DENOMINATOR = 1000
"""Of a share of a correction, which is one part of some changes."""


@attrs.frozen
class Entry:
    """A finding as a mark sees it.

    Attributes
    ----------
    finding
        Its index in the review.
    needs
        How many corrections were needed there.
    done
        How many of them are done, in [0, ``needs``]; it matters for what is partly correct.
    type
        See :attr:`~markscheme.marking.review.findings.Finding.error_type`.
    credit
        In [0, 1]; ``None`` where it is not computed.
    rewritten
        Whether it is a whole passage that is rewritten freely.
    is_open
        Whether nobody has decided about it.
    """

    finding: int
    verdict: Verdict
    needs: int
    done: Fraction
    type: str
    credit: Fraction | None = None
    rewritten: bool = False
    is_open: bool = False

    @property
    def as_right(self) -> "Entry":
        """The same if it is decided for the student: an answer earns a correction even where none was needed.

        Where the source stands, nothing was due.
        """
        if self.verdict is Verdict.MISSED:
            return self.as_free
        needs = max(self.needs, 1)
        return attrs.evolve(self, verdict=Verdict.CORRECT, needs=needs, done=Fraction(needs), is_open=False)

    @property
    def as_wrong(self) -> "Entry":
        """The same if it is decided against the student: a correction was due, and nothing of it is done."""
        if self.verdict is Verdict.MISSED:
            return attrs.evolve(self, is_open=False)
        needs = max(self.needs, 1)
        return attrs.evolve(
            self, verdict=Verdict.DIFFERENT, needs=needs, done=Fraction(0), credit=Fraction(0), is_open=False
        )

    @property
    def as_partly(self) -> "Entry":
        """The same if it is decided that half of what was due is done."""
        wrong = self.as_wrong
        return attrs.evolve(wrong, verdict=Verdict.PARTLY, done=Fraction(wrong.needs, 2))

    @property
    def as_free(self) -> "Entry":
        """The same if it is decided that nothing was due."""
        return attrs.evolve(self, verdict=Verdict.OPTIONAL, is_open=False)

    @property
    def counts(self) -> bool:
        """Whether it has a line in the sum; an optional place has none."""
        return self.verdict is not Verdict.OPTIONAL

    def lacks_credit(self, points: VerdictPoints) -> bool:
        """Return whether its points depend on credit that is not computed."""
        return (
            points.different is None
            and self.verdict is Verdict.DIFFERENT
            and not self.rewritten
            and self.needs > 0
            and self.credit is None
        )

    def possible(self, points: VerdictPoints) -> Fraction:
        """Return what it earns if all that was needed is done, before its weight."""
        return self.needs * points.correct

    def value(self, points: VerdictPoints) -> Fraction:
        """Return what it earns, before its weight: at most :meth:`possible`."""
        if self.verdict is Verdict.NOT_NEEDED:
            return points.not_needed + self.needs * points.missed
        return self.needs * self._value_of_one(points)

    def _value_of_one(self, points: VerdictPoints) -> Fraction:
        """Return what one needed correction earns."""
        if self.needs == 0 or self.verdict is Verdict.OPTIONAL:
            return Fraction(0)
        share = points.correct * self.done / self.needs
        if self.rewritten:
            return share
        if self.verdict is Verdict.CORRECT:
            return points.correct
        if self.verdict is Verdict.PARTLY:
            return share if points.partly is None else points.partly
        if self.verdict is Verdict.MISSED:
            return points.missed
        if points.different is None:
            return (self.credit or Fraction(0)) * (points.partly or Fraction(0))
        return points.different


def entries(review: DocumentReview) -> Iterator[Entry]:
    """Yield the entry of each place with a verdict, in the order of the findings."""
    for number, finding in enumerate(review.findings):
        place = finding.place
        if place is not None:
            done = Fraction(place.points.earned).limit_denominator(_LARGEST_DENOMINATOR)
            yield Entry(
                number,
                place.verdict,
                place.needs,
                min(done, Fraction(place.needs)),
                finding.error_type,
                _credit(finding),
                place.rewritten,
                place.is_undecided,
            )


def _credit(finding: Finding) -> Fraction | None:
    """Return the credit of a change; nothing for one that a teacher decided on."""
    if finding.place is not None and finding.place.decided:
        return Fraction(0)
    return None if finding.credit is None else min(max(Fraction(finding.credit), Fraction(0)), Fraction(1))
