"""The words for a mark, and for each line of its sum."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from markscheme.exercises.scheme.scheme import HUNDREDTH, WordRule
from markscheme.marking.findings import Finding
from markscheme.marking.scheme.mark import LineKind, Mark, MarkLine
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.place_words import did
from markscheme.marking.wording.words import REWRITTEN, TITLES, counted, number

FULL: Final = "The best mark, to begin with"
NOTHING_RIGHT: Final = "Nothing is corrected: no points without a correction"
NO_CREDIT: Final = "the mark depends on how near changes are to the teachers' words, which is not computed yet"
NO_MARK: Final = "no mark"


def rewritten_reason(sentences: int) -> str:
    """Return why a text is not marked that is largely written anew."""
    verb = "is" if sentences == 1 else "are"
    return f"{counted(sentences, 'sentence')} {verb} rewritten freely: read this text yourself"


def nothing_to_correct(focus: Sequence[str]) -> str:
    """Return why a text is not marked in which nothing counts."""
    return f"there was nothing to correct{_about(focus)}"


def place_reason(verdict: Verdict, group: str, finding: Finding | None = None) -> str:
    """Return a place in words: its verdict, its kind of error, and what was done.

    >>> place_reason(Verdict.MISSED, "tense")
    'Missed (tense)'
    """
    if finding is not None and finding.place is not None and finding.place.rewritten:
        return REWRITTEN
    head = f"{TITLES[verdict]} ({group})" if group else TITLES[verdict]
    return f"{head}: {did(finding)}" if finding is not None else head


def focus_reason(places: int, focus: Sequence[str]) -> str:
    """Return why some places do not count."""
    verb = "does" if places == 1 else "do"
    return f"{counted(places, 'other place')} {verb} not count: the focus is on {_listed(focus)}"


def cap_reason(kind: str, cap: Fraction, *, gives: bool) -> str:
    """Return why a kind of error takes, or gives, no more."""
    return f"At most {amount(cap)} {'for' if gives else 'is taken for'} {kind}"


def words_reason(words: int, rule: WordRule) -> str:
    """Return why a text has a bonus or malus.

    >>> words_reason(64, WordRule(80, False, Fraction(-2)))
    '64 words: fewer than 80'
    """
    return f"{counted(words, 'word')}: {'more' if rule.is_over else 'fewer'} than {rule.bound}"


def floor_reason(floor: Fraction) -> str:
    """Return why a mark is not lower."""
    return f"No mark is below {amount(floor)}"


def max_reason(maximum: Fraction) -> str:
    """Return why a mark is not higher."""
    return f"No mark is above {amount(maximum)}"


def rounding_reason(step: Fraction) -> str:
    """Return why a mark is rounded; hundredths stand for those of the lines."""
    return "Rounding" if step <= HUNDREDTH else f"Rounded to a multiple of {amount(step)}"


def amount(value: Fraction | Decimal) -> str:
    """Return a number of points with at most two decimals.

    >>> amount(Decimal("7.50")), amount(Fraction(-1, 4))
    ('7.5', '-0.25')
    """
    return number(float(value))


def signed(value: Decimal) -> str:
    """Return what a line adds, with its sign.

    >>> signed(Decimal("0.50")), signed(Decimal("-1.00")), signed(Decimal("0.00"))
    ('+0.5', '−1', '0')
    """
    if not value:
        return "0"
    return f"{'+' if value > 0 else '−'}{amount(abs(value))}"


def mark_title(mark: Mark) -> str:
    """Return a mark with its band, or that there is none, and why.

    >>> mark_title(Mark(Decimal("7.50"), Decimal("10.00")))
    '7.5 of 10'
    """
    if mark.points is None:
        return f"{NO_MARK}: {mark.withheld}"
    band = f" ({mark.band.name})" if mark.band is not None else ""
    return f"{amount(mark.points)} of {amount(mark.maximum)}{band}"


def short_sum(mark: Mark, findings: Sequence[Finding]) -> str:
    """Return the sum on one line: the findings of each verdict together, then the other lines.

    >>> short_sum(Mark(Decimal(1), Decimal(2), None, (MarkLine(LineKind.WORDS, Decimal(1), "90 words: over 80"),)), ())
    '90 words: over 80 +1'
    """
    sums: dict[str, list[Decimal]] = {}
    others: list[str] = []
    for line in mark.lines:
        if line.finding is not None:
            sums.setdefault(_title(findings[line.finding]), []).append(line.points)
        elif line.kind is not LineKind.FOCUS:
            others.append(f"{line.why} {signed(line.points)}")
    places = [f"{len(items)} {title} {signed(sum(items, Decimal(0)))}" for title, items in sums.items()]
    start = [text for text in others if text.startswith(FULL)]
    return " · ".join([*start, *places, *(text for text in others if text not in start)])


def line_of(mark: Mark, finding: int) -> MarkLine | None:
    """Return the line of a finding; ``None`` for one that does not count."""
    return next((line for line in mark.lines if line.finding == finding), None)


def place_line(line: MarkLine) -> str:
    """Return what a finding adds to the mark.

    >>> place_line(MarkLine(LineKind.PLACE, Decimal("0.50"), "", 0, Decimal("0.5")))
    'In the mark: +0.5 (weight 0.5)'
    """
    weight = f" (weight {amount(line.weight)})" if line.weight not in (None, 1) and line.weight is not None else ""
    return f"In the mark: {signed(line.points)}{weight}"


def _title(finding: Finding) -> str:
    if finding.place is not None and finding.place.rewritten:
        return "rewritten freely"
    return "" if finding.kind is None else TITLES[finding.kind].lower()


def _about(focus: Sequence[str]) -> str:
    return f" in {_listed(focus)}" if focus else ""


def _listed(kinds: Sequence[str]) -> str:
    *others, last = kinds
    return f"{', '.join(others)} and {last}" if others else last
