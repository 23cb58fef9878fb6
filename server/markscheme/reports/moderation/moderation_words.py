"""A moderation in words: the same in a terminal, a table and a page."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from markscheme.marking.wording.mark_words import NO_MARK, amount, signed
from markscheme.marking.wording.words import counted
from markscheme.reports.moderation.moderation import Moderation, Opinion, StudentModeration
from markscheme.reports.moderation.standing import Standing

NOTHING = "no decision"
LEAST = Fraction(1, 200)
"""Points below which a difference would be shown as 0."""
MOST_NAMES = 8
"""Largest number of students or texts of one folder alone that are listed."""


def mark_words(standing: Standing) -> str:
    """Return a mark with its band.

    >>> mark_words(Standing(Fraction(15, 2), Fraction(10), is_by_scheme=True)), mark_words(Standing(None, Fraction(10)))
    ('7.5 of 10', 'no mark')
    """
    if standing.points is None:
        return NO_MARK
    band = f" ({standing.band.name})" if standing.band is not None else ""
    unit = f" of {amount(standing.maximum)}" if standing.is_by_scheme else " %"
    return f"{amount(standing.points)}{unit}{band}"


def difference_words(value: Fraction | None) -> str:
    """Return a difference of points with its sign; empty where there is none."""
    return "" if value is None else signed(value)


def summary(moderation: Moderation) -> Iterator[str]:
    """Yield sentences about the agreement of both teachers."""
    one, other = moderation.teachers
    yield f"{counted(len(moderation.students), 'text')} marked by {one} and by {other}."
    if moderation.sample:
        yield f"Chosen: {moderation.sample}."
    yield from _marks(moderation)
    if moderation.bands is not None:
        same, count = moderation.bands
        yield f"Same band: {same} of {count}."
    verdicts = moderation.verdicts
    if verdicts.count:
        kappa = f"; Cohen's kappa {verdicts.kappa:.2f}" if verdicts.kappa is not None else ""
        yield f"Same verdict: {verdicts.same} of {counted(verdicts.count, 'place')}{kappa}."
        yield "Most verdicts come from the corrections that both use, so this agreement is high by itself."
    for teacher, names in zip(moderation.teachers, moderation.unmatched, strict=True):
        if names:
            more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
            yield f"Only in the folder of {teacher}: {', '.join(names[:MOST_NAMES])}{more}."


def _marks(moderation: Moderation) -> Iterator[str]:
    one, other = moderation.teachers
    marks = moderation.marks
    if marks is None:
        yield "No text has a mark from both."
        return
    unit = "" if moderation.is_by_scheme else " %"
    yield (
        f"Difference of marks ({other} less {one}): {signed(marks.mean)}{unit} on average, "
        f"{amount(marks.absolute)}{unit} apart on average, largest {signed(marks.largest)}{unit}."
    )
    yield f"Differ by more than {amount(moderation.tolerance)}{unit}: {marks.outside} of {marks.count}."
    if marks.is_small:
        yield f"With {counted(marks.count, 'text')} these numbers say little: read the places below."


def opinion_words(opinion: Opinion, teacher: str = "") -> str:
    """Return what one teacher's side has at a place; the side's own teacher is not named again.

    >>> opinion_words(Opinion("correct", "counted as correct by Ms Kim", None, Fraction(1)), "Ms Kim")
    'counted as correct: correct, 1'
    """
    decision = opinion.decision.replace(f" by {teacher}", "") if teacher else opinion.decision
    if not opinion.verdict:
        return decision or "no comment"
    points = f", {amount(opinion.points)}" if opinion.points is not None else ""
    return f"{decision or NOTHING}: {opinion.verdict}{points}"


def location(place: tuple[Path, int | None] | None, root: Path | None = None) -> str:
    """Return a file and its line as terminals open it.

    >>> location((Path("class/a.txt"), 3), Path("class"))
    'a.txt:3'
    """
    if place is None:
        return ""
    path, line = place
    shown = path.relative_to(root) if root is not None and path.is_relative_to(root) else path
    return str(shown) if line is None else f"{shown}:{line}"


def rest(student: StudentModeration) -> Iterator[tuple[str, Fraction]]:
    """Yield what the difference of marks has beside the listed places, in words and points, from half a hundredth."""
    if student.elsewhere and abs(student.elsewhere) >= LEAST:
        yield "Other places weigh more or less, since the number that counts differs", student.elsewhere
    if student.whole and abs(student.whole) >= LEAST:
        yield "The whole text: points given for it, rounding, limits", student.whole
