"""The mark of a review by a mark scheme, as a sum of lines. Pure.

A better verdict never lowers a mark, and a text in which nothing is corrected has the lowest one.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

import attrs

from markscheme.exercises.exercise import Exercise
from markscheme.exercises.scheme.kinds import ErrorKinds
from markscheme.exercises.scheme.scheme import Scheme
from markscheme.languages.catalogue import DEFAULT_LANGUAGE
from markscheme.marking.document_review import DocumentReview
from markscheme.marking.findings import Finding
from markscheme.marking.scheme.bases import BASES, Earning
from markscheme.marking.scheme.entries import Entry, entries
from markscheme.marking.scheme.mark import LineKind, Mark, MarkLine
from markscheme.marking.wording import mark_words


def document_mark(review: DocumentReview, exercise: Exercise) -> Mark | None:
    """Return the mark of a student's text; ``None`` without a mark scheme, and without a reference."""
    scheme, marks = exercise.scheme, review.marks
    if scheme is None or marks is None:
        return None
    if not marks.verdicts.is_comparable:
        return _withheld(scheme, mark_words.rewritten_reason(marks.verdicts.rewritten))
    kinds = ErrorKinds(exercise.marking.language or DEFAULT_LANGUAGE, exercise.groups)
    return award(scheme, tuple(entries(review)), kinds, words_of(review), review.findings)


def words_of(review: DocumentReview) -> int:
    """Return the number of words of the marked text."""
    words = (word for passage in review.passages for word in passage.text.split())
    return sum(any(character.isalnum() for character in word) for word in words)


def award(
    scheme: Scheme, found: Sequence[Entry], kinds: ErrorKinds, words: int = 0, findings: Sequence[Finding] = ()
) -> Mark:
    """Return the mark of a text.

    Parameters
    ----------
    words
        The number of words of the text.
    findings
        The review's, in whose words the lines say why; without them they name verdicts alone.
    """
    counting = [item for item in found if item.counts]
    counted = [item for item in counting if _is_in_focus(item, scheme, kinds)]
    if any(item.lacks_credit(scheme.points) for item in counted):
        return _withheld(scheme, mark_words.NO_CREDIT)
    weighed = [(item, _weight(item, scheme, kinds)) for item in counted]
    earnings = [
        Earning(item.value(scheme.points), item.possible(scheme.points)).scaled(weight) for item, weight in weighed
    ]
    possible = sum((item.possible for item in earnings), Fraction(0))
    if not possible:
        return _withheld(scheme, mark_words.nothing_to_correct(scheme.focus))
    basis = BASES[scheme.basis]
    scale = basis.scale(scheme.maximum, possible)
    earnings = [item.scaled(scale) for item in earnings]
    total = _Sum(scheme)
    if basis.is_from_maximum:
        total.add(LineKind.FULL, scheme.maximum, mark_words.FULL)
    for (item, weight), earning in zip(weighed, earnings, strict=True):
        finding = findings[item.finding] if findings else None
        why = mark_words.place_reason(item.verdict, kinds.group(item.type), finding)
        total.add_place(item.finding, basis.points(earning), weight, why)
    total.note_focus(len(counting) - len(counted))
    is_something_right = any(item.value > 0 for item in earnings)
    for kind, cap in scheme.caps if is_something_right else ():
        capped = (own for item, own in zip(counted, earnings, strict=True) if _cap_of(item, scheme, kinds) == kind)
        beyond = basis.beyond_cap(capped, cap)
        total.add(LineKind.CAP, beyond, mark_words.cap_reason(kind, cap, gives=beyond < 0))
    total.finish(words, is_something_right=is_something_right)
    return total.mark()


def _withheld(scheme: Scheme, reason: str) -> Mark:
    return Mark(None, scheme.maximum, withheld=reason)


def _is_in_focus(entry: Entry, scheme: Scheme, kinds: ErrorKinds) -> bool:
    return not scheme.focus or kinds.chosen(scheme.focus, entry.type) is not None


def _weight(entry: Entry, scheme: Scheme, kinds: ErrorKinds) -> Fraction:
    weights = dict(scheme.weights)
    kind = kinds.chosen(weights, entry.type)
    return Fraction(1) if kind is None else weights[kind]


def _cap_of(entry: Entry, scheme: Scheme, kinds: ErrorKinds) -> str | None:
    return kinds.chosen(dict(scheme.caps), entry.type)


@attrs.define
class _Sum:
    """Adds lines, and keeps their exact sum."""

    scheme: Scheme
    lines: list[MarkLine] = attrs.field(factory=list)
    total: Fraction = Fraction(0)

    def add(self, kind: LineKind, points: Fraction, why: str) -> None:
        """Add a line without a place, if it changes the sum."""
        if points:
            self.lines.append(MarkLine(kind, points, why))
            self.total += points

    def add_place(self, finding: int, points: Fraction, weight: Fraction, why: str) -> None:
        """Add a finding's line."""
        self.lines.append(MarkLine(LineKind.PLACE, points, why, finding, weight))
        self.total += points

    def note_focus(self, others: int) -> None:
        """Say how many findings do not count, if there are any."""
        if others:
            self.lines.append(MarkLine(LineKind.FOCUS, Fraction(0), mark_words.focus_reason(others, self.scheme.focus)))

    def finish(self, words: int, *, is_something_right: bool) -> None:
        """Add what depends on the whole text: its length, the lowest and the best mark, and rounding."""
        scheme = self.scheme
        if is_something_right:
            for rule in scheme.words:
                if rule.applies(words):
                    self.add(LineKind.WORDS, rule.points, mark_words.words_reason(words, rule))
        else:
            self.add(LineKind.NOTHING_RIGHT, -max(self.total, Fraction(0)), mark_words.NOTHING_RIGHT)
        self.add(LineKind.FLOOR, max(scheme.floor - self.total, Fraction(0)), mark_words.floor_reason(scheme.floor))
        self.add(LineKind.MAX, min(scheme.maximum - self.total, Fraction(0)), mark_words.max_reason(scheme.maximum))
        if scheme.floor < self.total < scheme.maximum:
            steps = math.floor(self.total / scheme.rounding + Fraction(1, 2))
            rounded = min(max(steps * scheme.rounding, scheme.floor), scheme.maximum)
            self.add(LineKind.ROUNDING, rounded - self.total, mark_words.rounding_reason(scheme.rounding))

    def mark(self) -> Mark:
        """Return the mark."""
        return Mark(self.total, self.scheme.maximum, self.scheme.band(self.total), tuple(self.lines))
