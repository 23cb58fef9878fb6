"""The mark of a review by a mark scheme, as a sum of lines. Pure.

A better verdict never lowers a mark, and a text in which nothing is corrected has the lowest one, unless a teacher
gives points. A teacher's points stand in the place of the scheme's: weights, focus and caps do not touch them; the
lowest and the best mark and rounding do. The other places keep their points.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

import attrs

from markscheme.exercises.exercise import Exercise
from markscheme.exercises.scheme.scheme import ErrorKinds, Scheme, VerdictPoints
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.comments import TeacherPoints
from markscheme.marking.review.document_review import DocumentReview, Finding
from markscheme.marking.scheme.mark import BASES, Earning, LineKind, Mark, MarkLine, MarkRange
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording import mark_words

_LARGEST_DENOMINATOR = 1000
"""Of a share of a correction, which is one part of some changes."""


@attrs.frozen
class Entry:
    """A finding, by its index in the review, as a mark sees it.

    Of ``needs`` corrections ``done`` are done, which matters for what is partly correct. No credit where it is not
    computed, else in [0, 1]. ``rewritten`` is a whole passage rewritten freely; ``is_open``: nobody has decided about
    it.
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
        """The entry if right: an answer earns a correction even where none was due; one that is missed is free."""
        if self.verdict is Verdict.MISSED:
            return self.as_free
        needs = max(self.needs, 1)
        return attrs.evolve(self, verdict=Verdict.CORRECT, needs=needs, done=Fraction(needs), is_open=False)

    @property
    def as_wrong(self) -> "Entry":
        """The entry if the student is wrong: a correction was due, and nothing of it is done."""
        if self.verdict is Verdict.MISSED:
            return attrs.evolve(self, is_open=False)
        needs = max(self.needs, 1)
        return attrs.evolve(
            self, verdict=Verdict.DIFFERENT, needs=needs, done=Fraction(0), credit=Fraction(0), is_open=False
        )

    @property
    def as_partly(self) -> "Entry":
        """The entry if half of what was due is done."""
        wrong = self.as_wrong
        return attrs.evolve(wrong, verdict=Verdict.PARTLY, done=Fraction(wrong.needs, 2))

    @property
    def as_free(self) -> "Entry":
        """The entry if nothing was due."""
        return attrs.evolve(self, verdict=Verdict.OPTIONAL, is_open=False)

    @property
    def counts(self) -> bool:
        """Whether it has a line in the sum; an optional place has none."""
        return self.verdict is not Verdict.OPTIONAL

    def lacks_credit(self, points: VerdictPoints) -> bool:
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
    """Return nothing for a change that a teacher decided on."""
    if finding.place is not None and finding.place.decided:
        return Fraction(0)
    return None if finding.credit is None else min(max(Fraction(finding.credit), Fraction(0)), Fraction(1))


def document_mark(review: DocumentReview, exercise: Exercise, given: Sequence[TeacherPoints] = ()) -> Mark | None:
    """Return the mark of a student's text; ``None`` without a mark scheme, and without a reference."""
    mark = mark_of_entries(review, exercise, tuple(entries(review)), given)
    return mark if mark is None or review.final is None else mark.settled(review.final.answers)


def mark_of_entries(
    review: DocumentReview, exercise: Exercise, found: Sequence[Entry], given: Sequence[TeacherPoints] = ()
) -> Mark | None:
    """Return the mark that a text would have if its findings were these entries; otherwise as :func:`document_mark`."""
    scheme, marks = exercise.scheme, review.marks
    if scheme is None or marks is None:
        return None
    kinds = ErrorKinds(exercise.marking.language or DEFAULT_LANGUAGE, exercise.groups)
    text = Assessment(scheme, kinds, words_of(review), review.findings, given)
    if not marks.verdicts.is_comparable:
        return _without_scheme(text, mark_words.rewritten_reason(marks.verdicts.rewritten))
    return award(text, found)


def words_of(review: DocumentReview) -> int:
    words = (word for passage in review.passages for word in passage.text.split())
    return sum(any(character.isalnum() for character in word) for word in words)


@attrs.frozen
class Assessment:
    """What a scheme needs of a text beside its entries. ``words`` is their number.

    Lines say why in the words of ``findings``; without them they name verdicts alone.
    """

    scheme: Scheme
    kinds: ErrorKinds
    words: int = 0
    findings: Sequence[Finding] = ()
    given: Sequence[TeacherPoints] = ()

    def finding(self, number: int | None) -> Finding | None:
        return None if number is None or not self.findings else self.findings[number]

    def reason(self, entry: Entry) -> str:
        return mark_words.place_reason(entry.verdict, self.kinds.group(entry.type), self.finding(entry.finding))

    def is_in_focus(self, entry: Entry) -> bool:
        return not self.scheme.focus or self.kinds.chosen(self.scheme.focus, entry.type) is not None

    def weight(self, entry: Entry) -> Fraction:
        weights = dict(self.scheme.weights)
        kind = self.kinds.chosen(weights, entry.type)
        return Fraction(1) if kind is None else weights[kind]

    def cap_of(self, entry: Entry) -> str | None:
        return self.kinds.chosen(dict(self.scheme.caps), entry.type)


def award(text: Assessment, found: Sequence[Entry]) -> Mark:
    """Return the mark of a text, and what it may become by decisions about open places.

    A place with a teacher's points is not open.
    """
    mark, settled = _mark(text, found), {item.finding for item in text.given}
    waiting = {
        item.finding for item in found if item.is_open and item.finding not in settled and text.is_in_focus(item)
    }
    if mark.points is None or not waiting:
        return mark
    wrong = _mark(text, [item.as_wrong if item.finding in waiting else item for item in found])
    right = _mark(text, [item.as_right if item.finding in waiting else item for item in found])
    ends = [item for item in (wrong, mark, right) if item.points is not None]
    lowest, highest = (end(ends, key=lambda item: item.points or Fraction(0)) for end in (min, max))
    return attrs.evolve(mark, range=MarkRange(lowest, highest, len(waiting)))


def _mark(text: Assessment, found: Sequence[Entry]) -> Mark:
    scheme = text.scheme
    counting = [item for item in found if item.counts]
    counted = [item for item in counting if text.is_in_focus(item)]
    if any(item.lacks_credit(scheme.points) for item in counted):
        return Mark(None, scheme.maximum, withheld=mark_words.NO_CREDIT)
    weighed = [(item, text.weight(item)) for item in counted]
    earnings = [
        Earning(item.value(scheme.points), item.possible(scheme.points)).scaled(weight) for item, weight in weighed
    ]
    possible = sum((item.possible for item in earnings), Fraction(0))
    if not possible:
        return _without_scheme(text, mark_words.nothing_to_correct(scheme.focus))
    basis = BASES[scheme.basis]
    scale = basis.scale(scheme.maximum, possible)
    earnings = [item.scaled(scale) for item in earnings]
    teachers = {item.finding: item for item in text.given if item.finding is not None}
    total = _Sum(text)
    if basis.is_from_maximum:
        total.add(LineKind.FULL, scheme.maximum, mark_words.FULL)
    for (item, weight), earning in zip(weighed, earnings, strict=True):
        line = MarkLine(
            LineKind.PLACE,
            basis.points(earning),
            text.reason(item),
            item.finding,
            weight,
            full=basis.points(Earning(earning.possible, earning.possible)),
            earning=earning,
        )
        total.add_place(line, teachers.pop(item.finding, None))
    outside = [item for item in found if item.finding in teachers]
    for item in outside:
        total.add_given(teachers.pop(item.finding), text.reason(item), Fraction(0))
    total.add_others()
    total.note_focus(len(counting) - len(counted) - sum(item.counts for item in outside))
    replaced = {item.finding for item in text.given}
    is_something_right = any(item.value > 0 for item in earnings)
    for kind, cap in scheme.caps if is_something_right else ():
        capped = (
            own
            for item, own in zip(counted, earnings, strict=True)
            if item.finding not in replaced and text.cap_of(item) == kind
        )
        beyond = basis.beyond_cap(capped, cap)
        total.add(LineKind.CAP, beyond, mark_words.cap_reason(kind, cap, gives=beyond < 0))
    total.finish(is_something_right=is_something_right)
    return total.mark()


def _without_scheme(text: Assessment, reason: str) -> Mark:
    """Return a mark of teachers' points, if some are for the whole text."""
    if not any(item.is_whole for item in text.given):
        return Mark(None, text.scheme.maximum, withheld=reason)
    total = _Sum(text)
    for item in text.given:
        finding = text.finding(item.finding)
        if finding is not None and finding.place is not None:
            total.add_given(item, mark_words.place_reason(finding.place.verdict, "", finding))
    total.add_others()
    total.bound()
    return total.mark()


@attrs.define
class _Sum:
    """Adds lines, and keeps their exact sum."""

    text: Assessment
    lines: list[MarkLine] = attrs.field(factory=list)
    total: Fraction = Fraction(0)
    given: Fraction = Fraction(0)

    def add(self, kind: LineKind, points: Fraction, why: str) -> None:
        if points:
            self._append(MarkLine(kind, points, why))

    def add_place(self, line: MarkLine, given: TeacherPoints | None) -> None:
        if given is None:
            self._append(line)
        else:
            self.add_given(given, line.why, line.points, line)

    def add_given(
        self, item: TeacherPoints, why: str, by_scheme: Fraction | None = None, replaced: MarkLine | None = None
    ) -> None:
        """``why`` is what they are for, and ``replaced`` the scheme's line."""
        self.given += item.points
        why = mark_words.given_reason(why, item.author, by_scheme)
        full = None if replaced is None else replaced.full
        line = MarkLine(LineKind.GIVEN, item.points, why, item.finding, None, item.author, by_scheme, full, item.span)
        if replaced is not None and replaced.earning is not None:
            more = item.points - replaced.points
            earning = Earning(replaced.earning.value + more, replaced.earning.possible)
            line = attrs.evolve(line, earning=earning)
        self._append(line)

    def add_others(self) -> None:
        for item in self.text.given:
            if item.finding is None:
                self.add_given(item, mark_words.other_place(item))

    def _append(self, line: MarkLine) -> None:
        finding = self.text.finding(line.finding)
        self.lines.append(line if finding is None else attrs.evolve(line, span=finding.span))
        self.total += line.points

    def note_focus(self, others: int) -> None:
        if others:
            self.lines.append(
                MarkLine(LineKind.FOCUS, Fraction(0), mark_words.focus_reason(others, self.text.scheme.focus))
            )

    def finish(self, *, is_something_right: bool) -> None:
        """Where nothing is right, the number of words takes points from a teacher's points alone."""
        if not is_something_right:
            by_scheme = self.total - self.given
            self.add(LineKind.NOTHING_RIGHT, -max(by_scheme, Fraction(0)), mark_words.NOTHING_RIGHT)
        words = self.text.words
        for rule in self.text.scheme.words:
            if rule.applies(words) and (is_something_right or (self.given > 0 and rule.points < 0)):
                self.add(LineKind.WORDS, rule.points, mark_words.words_reason(words, rule))
        self.bound()

    def bound(self) -> None:
        scheme = self.text.scheme
        reason = mark_words.floor_reason(scheme.floor, is_from_maximum=BASES[scheme.basis].is_from_maximum)
        self.add(LineKind.FLOOR, max(scheme.floor - self.total, Fraction(0)), reason)
        self.add(LineKind.MAX, min(scheme.maximum - self.total, Fraction(0)), mark_words.max_reason(scheme.maximum))
        if scheme.floor < self.total < scheme.maximum:
            steps = math.floor(self.total / scheme.rounding + Fraction(1, 2))
            rounded = min(max(steps * scheme.rounding, scheme.floor), scheme.maximum)
            self.add(LineKind.ROUNDING, rounded - self.total, mark_words.rounding_reason(scheme.rounding))

    def mark(self) -> Mark:
        scheme = self.text.scheme
        return Mark(self.total, scheme.maximum, scheme.band(self.total), tuple(self.lines))
