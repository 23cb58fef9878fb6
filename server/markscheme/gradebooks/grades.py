"""What each student of a class goes to the gradebook with: the mark, and the review it comes from."""

from collections import Counter
from collections.abc import Iterable, Mapping

import attrs

from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.place_words import group_of
from markscheme.reports.report import ReviewedDocument

PERCENT = 100.0


@attrs.frozen
class Grade:
    """Points out of a maximum, which is above 0."""

    points: float
    maximum: float

    def out_of(self, maximum: float) -> float:
        """Return the points as a system counts them, from 0 to its maximum.

        >>> Grade(7.5, 10).out_of(100), Grade(12, 10).out_of(20), Grade(-1, 10).out_of(20)
        (75.0, 20.0, 0.0)
        """
        return min(max(self.points / self.maximum, 0.0), 1.0) * maximum


@attrs.frozen
class StudentResult:
    """One student's result in an assignment: the name in the exercise, the mark if there is one, and the review."""

    student: str
    grade: Grade | None
    document: ReviewedDocument


def grade_of(document: ReviewedDocument) -> Grade | None:
    """Return a document's mark by its mark scheme; without one, the share of what there was to correct, in percent.

    ``None`` where there is no mark: an estimate, nothing to correct, or a text that is not comparable.
    """
    if document.mark is not None:
        points = document.mark.points
        return None if points is None else Grade(float(points), float(document.mark.maximum))
    marks = document.review.marks
    if marks is None or not marks.verdicts.is_comparable:
        return None
    share = marks.verdicts.points.share
    return Grade(share * PERCENT, PERCENT) if share is not None else None


def results_of(documents: Iterable[ReviewedDocument], assignment: str) -> tuple[StudentResult, ...]:
    """Return the results of an assignment, in the order of the names; of several versions the one that counts."""
    own = (item for item in documents if item.assignment == assignment and not item.is_superseded)
    results = (StudentResult(item.person, grade_of(item), item) for item in own)
    return tuple(sorted(results, key=lambda result: (result.student.casefold(), result.student)))


def group_counts(results: Iterable[StudentResult]) -> Mapping[str, Counter[Verdict]]:
    """Return the number of places with each verdict in each group of errors; none of sentences rewritten freely."""
    counts: dict[str, Counter[Verdict]] = {}
    for result in results:
        document = result.document
        for finding in document.review.findings:
            if finding.place is None or finding.place.rewritten:
                continue
            group = group_of(finding, document.language, document.groups)
            counts.setdefault(group, Counter())[finding.place.verdict] += 1
    return counts
