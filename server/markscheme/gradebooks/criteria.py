"""The points of a rubric's criteria, from the lines of marks.

A criterion stands for a kind of error, and has the share of its points that the mark's lines of this kind give of what
they could give. One criterion may stand for the rest: the kinds that no other one has. Where the criteria have every
kind, all of them are then raised or lowered alike, so that their sum is the mark, on the scale of the criteria's points
together. Whatever else is in a mark, such as a bonus for its length, comes in by that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

import attrs

from markscheme.gradebooks.grades import StudentResult
from markscheme.marking.wording.place_words import group_of
from markscheme.reports.feedback.composition import known_groups
from markscheme.reports.progress.progress import REWRITTEN_SENTENCES

_LIKENESS = 0.75
"""Of two names, from which on one is taken for a slip in writing the other; in [0, 1]."""
_STEPS = 100
"""Steps of a point in which criteria are given."""


class CriterionError(Exception):
    """The name of a criterion is no kind of error; ``remedy`` says what to do."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.remedy = remedy


@attrs.frozen
class Criteria:
    """Criteria by their names, with the most points that each gives.

    Attributes
    ----------
    rest
        The criterion for the kinds of errors that no other one has; ``None`` without one.
    missing
        The kinds of errors of a class that no criterion has.
    """

    points: Mapping[str, float]
    rest: str | None = None
    missing: tuple[str, ...] = ()

    @classmethod
    def of(cls, points: Mapping[str, float], results: Sequence[StudentResult]) -> "Criteria":
        """Return the criteria for a class.

        Raises
        ------
        CriterionError
            If a name seems to be a kind of error that is written wrongly, or several are none.
        """
        kinds = {group.casefold(): group for result in results for group in known_groups(result.document)}
        others = [name for name in points if name.casefold() not in kinds]
        for name in others if kinds else ():
            likely = get_close_matches(name.casefold(), kinds, 1, _LIKENESS)
            if likely:
                raise CriterionError(f"{name!r} is no kind of error", f"Did you mean {kinds[likely[0]]!r}?")
        if len(others) > 1:
            raise CriterionError(
                f"{' and '.join(map(repr, others))} are no kinds of errors, and one criterion alone can have the rest",
                f"The kinds are {', '.join(sorted(kinds.values()))}",
            )
        covered = {name.casefold() for name in points}
        missing = {line.group for result in results for line in _lines(result) if line.group.casefold() not in covered}
        return cls(points, others[0] if others else None, () if others else tuple(sorted(missing)))

    @property
    def notices(self) -> tuple[str, ...]:
        """What the teacher should know."""
        if self.rest is not None:
            return (f"“{self.rest}” is no kind of error: it has the rest of the mark",)
        if self.missing and self.points:
            return (
                f"no criterion has {', '.join(self.missing)}: the sum of the criteria is not the mark. "
                'Name a criterion for the rest, such as --criterion "Language=5"',
            )
        return ()

    def has(self, name: str, group: str) -> bool:
        """Return whether a criterion stands for a group of errors."""
        if name == self.rest:
            return group.casefold() not in {other.casefold() for other in self.points}
        return name.casefold() == group.casefold()

    def points_of(self, result: StudentResult) -> dict[str, float]:
        """Return a student's points by criterion, each from 0 to its most; none without a mark."""
        if result.grade is None:
            return {}
        share = result.grade.out_of(1.0)
        lines = [*_lines(result)]
        given = {name: most * self._share(name, lines, share) for name, most in self.points.items()}
        if self.missing:
            return {name: round(points, 2) for name, points in given.items()}
        together = sum(self.points.values())
        return _in_steps(_aligned(given, self.points, share * together))

    def _share(self, name: str, lines: Iterable["_Line"], otherwise: float) -> float:
        """Return what lines give of what they could give, in [0, 1]; the mark's share where they could give nothing."""
        own = [line for line in lines if self.has(name, line.group)]
        possible = sum(line.possible for line in own)
        return min(max(sum(line.value for line in own) / possible, 0.0), 1.0) if possible else otherwise


@attrs.frozen
class _Line:
    """What a place of a kind of error gives, and what it could give."""

    group: str
    value: float
    possible: float


def _lines(result: StudentResult) -> Iterator[_Line]:
    """Yield the lines of a mark that have a place; without a mark scheme, the points of each place."""
    document = result.document
    findings = document.review.findings
    if document.mark is not None:
        for line in document.mark.lines:
            if line.finding is not None and line.earning is not None:
                group = group_of(findings[line.finding], document.language, document.groups)
                yield _Line(group or REWRITTEN_SENTENCES, float(line.earning.value), float(line.earning.possible))
        return
    for finding in findings:
        if finding.place is not None and finding.place.points.due:
            group = group_of(finding, document.language, document.groups)
            yield _Line(group or REWRITTEN_SENTENCES, finding.place.points.earned, finding.place.points.due)


def _aligned(given: Mapping[str, float], most: Mapping[str, float], target: float) -> dict[str, float]:
    """Return points that add up to a sum: those given, all lowered, or raised towards the most, alike.

    >>> _aligned({"a": 5.0, "b": 0.0}, {"a": 5.0, "b": 5.0}, 1.0)
    {'a': 1.0, 'b': 0.0}
    >>> _aligned({"a": 5.0, "b": 0.0}, {"a": 5.0, "b": 5.0}, 9.0)
    {'a': 5.0, 'b': 4.0}
    """
    total, together = sum(given.values()), sum(most.values())
    if total >= target:
        return {name: points * target / total if total else 0.0 for name, points in given.items()}
    factor = (together - target) / (together - total)
    return {name: most[name] - factor * (most[name] - points) for name, points in given.items()}


def _in_steps(points: Mapping[str, float]) -> dict[str, float]:
    """Return points in hundredths whose sum is the rounded sum.

    >>> _in_steps({"a": 1 / 3, "b": 1 / 3, "c": 1 / 3})
    {'a': 0.33, 'b': 0.34, 'c': 0.33}
    """
    rounded: dict[str, float] = {}
    total, before = 0.0, 0
    for name, value in points.items():
        total += value
        after = round(total * _STEPS)
        rounded[name], before = (after - before) / _STEPS, after
    return rounded
