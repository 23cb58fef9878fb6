"""A document's mark by a mark scheme, as an exact sum of lines, and the words for it. Pure.

A better verdict never lowers a mark, and a text in which nothing is corrected has the lowest one, unless a teacher
gives points. A teacher's points stand in the place of the scheme's: weights, focus and caps do not touch them; the
lowest and the best mark and rounding do. The other places keep their points.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import attrs

from markscheme.contract import shape
from markscheme.errors import MissingEncoder, is_installed
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.schemes import HUNDREDTH, Band, BasisName, ErrorKinds, Scheme, VerdictPoints
from markscheme.grouping import grouped
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.languages.segments import Span
from markscheme.marking.comments import DocumentComments, TeacherPoints
from markscheme.marking.findings import REWRITTEN, TITLES, Finding, PlaceVerdict
from markscheme.marking.review import DocumentReview
from markscheme.marking.verdict import OpenAnswers, Verdict
from markscheme.wording import amount, between, counted, one_line, person_name, shortened, to_decide

if TYPE_CHECKING:
    from markscheme.marking.driver import Task


@attrs.frozen
class Earning:
    """What a finding earns, and what it would earn if all that was needed were done; both with its weight."""

    value: Fraction
    possible: Fraction

    def scaled(self, factor: Fraction) -> "Earning":
        return Earning(self.value * factor, self.possible * factor)


class Basis(ABC):
    """How what findings earn becomes a mark. No basis lowers a mark when a finding earns more."""

    is_from_maximum = False

    def scale(self, maximum: Fraction, possible: Fraction) -> Fraction:
        """Return the worth of one earned point; ``possible`` is what all findings could earn."""
        del maximum, possible
        return Fraction(1)

    @abstractmethod
    def points(self, earning: Earning) -> Fraction:
        """Return what a finding adds to the mark."""

    def beyond_cap(self, earnings: Iterable[Earning], cap: Fraction) -> Fraction:
        """Return what is given back since findings together take more than a cap."""
        lost = sum((item.possible - item.value for item in earnings), Fraction(0))
        return max(lost - cap, Fraction(0))


class Share(Basis):
    """Each finding gives its part of the best mark."""

    def scale(self, maximum: Fraction, possible: Fraction) -> Fraction:
        return maximum / possible

    def points(self, earning: Earning) -> Fraction:
        return earning.value


class Sum(Basis):
    """Each finding gives its points; a cap is the most that findings give or take together."""

    def points(self, earning: Earning) -> Fraction:
        return earning.value

    def beyond_cap(self, earnings: Iterable[Earning], cap: Fraction) -> Fraction:
        """Return what is taken or given back: a cap is the most that findings give, or take, together."""
        given = sum((item.value for item in earnings), Fraction(0))
        return min(max(given, -cap), cap) - given


class Deduction(Basis):
    """Each finding takes what it lacks to a correct one."""

    is_from_maximum = True

    def points(self, earning: Earning) -> Fraction:
        return earning.value - earning.possible


BASES: Mapping[BasisName, Basis] = MappingProxyType({"share": Share(), "points": Sum(), "deduct": Deduction()})


@shape(name="MarkLineKind")
class LineKind(Enum):
    """What a line of a mark stands for.

    FULL is the best mark, from which points are taken. FOCUS stands for the findings that do not count, CAP for what a
    kind of error takes or gives beyond its cap. FLOOR and MAX are what lacks to the lowest mark or exceeds the best
    one, ROUNDING what lacks to a multiple of the step.
    """

    FULL = "full"
    PLACE = "place"
    GIVEN = "given"
    FOCUS = "focus"
    CAP = "cap"
    NOTHING_RIGHT = "nothing-right"
    WORDS = "words"
    FLOOR = "floor"
    MAX = "max"
    ROUNDING = "rounding"


@shape(
    "kind",
    "points",
    "why",
    "finding",
    "span",
    "weight",
    "by",
    "by_scheme",
    renamed={"span": "range", "by_scheme": "scheme"},
    optional=("finding", "span", "weight", "by_scheme"),
)
@attrs.frozen
class MarkLine:
    """One line of a mark's sum.

    ``full`` is what a finding would add if all that was needed were done. ``earning`` is in points of the mark.
    """

    kind: LineKind
    """What the line stands for: ``place`` for a finding; ``given`` for a teacher's points, for a finding, for other
    words or for the whole text; else the best mark to begin with, findings out of focus, a cap, a text in which nothing
    is corrected, the number of words, the lowest or the best mark, or rounding."""
    points: Fraction
    """What the line adds, unrounded; negative where it takes."""
    why: str
    """The reason, in plain words; without a full stop."""
    finding: int | None = None
    """The index of the line's finding in ``findings``, for ``place``, and for ``given`` where it is a finding."""
    weight: Fraction | None = None
    """The factor of the finding's kind of error, for ``place``."""
    teacher: str = ""
    by_scheme: Fraction | None = None
    """What the mark scheme would add in place of the teacher's points, for ``given`` at a finding."""
    full: Fraction | None = None
    span: Span | None = None
    """The line's place in the hypothesis, where it has one."""
    earning: Earning | None = None

    @property
    def by(self) -> str | attrs.NothingType | None:
        """The teacher who gave the points, for ``given``; ``null`` where the file does not say."""
        return (self.teacher or None) if self.kind is LineKind.GIVEN else attrs.NOTHING

    @property
    def in_words(self) -> str:
        """What a finding adds to the mark.

        >>> MarkLine(LineKind.PLACE, Fraction(1, 2), "", 0, Fraction(1, 2)).in_words
        'In the mark: +0.5 (weight 0.5)'
        >>> MarkLine(LineKind.GIVEN, Fraction(1), "", 0, teacher="ms-kim", by_scheme=Fraction(0)).in_words
        'In the mark: +1 (points by Ms Kim; 0 by the scheme)'
        """
        words = f"In the mark: {signed(self.points)}"
        if self.kind is LineKind.GIVEN:
            return given_reason(words, self.teacher, self.by_scheme)
        return words if self.weight is None or self.weight == 1 else f"{words} (weight {amount(self.weight)})"


@attrs.frozen
class MarkRange:
    """The mark if all open answers (at least 1) were wrong, and if all were right.

    The mark itself, and the mark after any decisions, lie between them. Both have points; neither has a range of its
    own.
    """

    lowest: "Mark"
    highest: "Mark"
    open: int

    @property
    def low(self) -> Fraction:
        return self.lowest.points or Fraction(0)

    @property
    def high(self) -> Fraction:
        return self.highest.points or Fraction(0)


@shape(
    "points",
    "maximum",
    "band",
    "withheld",
    "open",
    "ends",
    "lines",
    renamed={"maximum": "max", "ends": "range"},
    nullable=("withheld",),
)
@attrs.frozen
class Mark:
    """A document's mark by the mark scheme of its exercise, as a sum.

    The exact sum is in [floor, ``maximum``]; what nobody has decided yet counts as no reference's. No range for a mark
    that is final, or withheld.
    """

    points: Fraction | None
    """The mark, with at most two decimals; ``null`` where it is withheld."""
    maximum: Fraction
    """The best mark."""
    band: Band | None = None
    """The band of the mark; ``null`` where the scheme has none for it."""
    lines: tuple[MarkLine, ...] = ()
    """The sum; the ``points`` of all lines together are the mark. Empty where the mark is withheld."""
    withheld: str = ""
    """Why there is no mark, in plain words; ``null`` where there is one."""
    range: MarkRange | None = None

    @property
    def certain_band(self) -> Band | None:
        """The band of the mark; ``None`` where there is none, and where open places may change it."""
        own = self.range
        return self.band if own is None or own.lowest.band == own.highest.band else None

    @property
    def open(self) -> int:
        """The number of answers that nobody has decided yet and that change the mark; 0 for a mark that is final."""
        return 0 if self.range is None else self.range.open

    @property
    def ends(self) -> tuple[Fraction, Fraction] | None:
        """The mark if all these answers are wrong, and if all are right; ``null`` where it is withheld."""
        if self.points is None:
            return None
        return (self.points, self.points) if self.range is None else (self.range.low, self.range.high)

    def settled(self, answers: OpenAnswers) -> "Mark":
        """Return the mark that is given back although places are open; it is final."""
        if self.range is None:
            return self
        ends = {OpenAnswers.LOWEST: self.range.lowest, OpenAnswers.HIGHEST: self.range.highest}
        return ends.get(answers) or attrs.evolve(self, range=None)

    @property
    def title(self) -> str:
        """The mark with its band, or why there is none; one that is not final with all that it may be.

        >>> Mark(Fraction(15, 2), Fraction(10)).title
        '7.5 of 10'
        >>> ends = [Mark(Fraction(points), Fraction(10)) for points in (7, 9)]
        >>> Mark(Fraction(7), Fraction(10), range=MarkRange(*ends, 2)).title
        '7 to 9 of 10, 2 answers to decide'
        """
        if self.points is None:
            return f"{NO_MARK}: {self.withheld}"
        ends = [self] if self.range is None else [self.range.lowest, self.range.highest]
        points = [amount(end.points or Fraction(0)) for end in ends]
        names = dict.fromkeys("" if end.band is None else end.band.name for end in ends)
        bands = f" ({' to '.join(names)})" if all(names) else ""
        waiting = f", {to_decide(self.open)}" if self.range is not None else ""
        return f"{between(points[0], points[-1])} of {amount(self.maximum)}{bands}{waiting}"

    def line_of(self, finding: int) -> MarkLine | None:
        """Return the line of a finding; ``None`` for one that does not count."""
        return next((line for line in self.lines if line.finding == finding), None)

    def sum_rows(
        self, findings: Sequence[Finding], title_of: Callable[[Finding], str] | None = None
    ) -> Iterator["SumRow"]:
        """Yield the sum in a few rows: findings of equal title and weight together, in the order of verdicts.

        The points of the rows are rounded so that they add up to the mark. Without ``title_of`` a teacher's words name
        verdicts.

        >>> line = MarkLine(LineKind.WORDS, Fraction(1), "90 words: more than 80")
        >>> list(Mark(Fraction(1), Fraction(2), None, (line,)).sum_rows(()))
        [SumRow(points=Fraction(1, 1), words='90 words: more than 80')]
        """
        total, titled = Fraction(0), title_of or verdict_title
        for lines in _alike(self, findings, titled):
            before, total = total, total + sum((line.points for line in lines), Fraction(0))
            points = _hundredths(total) - _hundredths(before)
            if points or lines[0].kind is not LineKind.ROUNDING:
                yield SumRow(points, _row_words(lines, findings, titled), tuple(lines))


@shape(
    "mark.points",
    "mark.maximum",
    "mark.band",
    "mark.withheld",
    "mark.open",
    "mark.ends",
    renamed={"mark.maximum": "max", "mark.ends": "range"},
    nullable=("mark.withheld",),
)
@attrs.frozen
class MarkSummary:
    """A document's mark by the mark scheme of its exercise."""

    mark: Mark


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
    for index, finding in enumerate(review.findings):
        place = finding.place
        if place is not None:
            done = Fraction(place.points.earned).limit_denominator(_LARGEST_DENOMINATOR)
            yield Entry(
                index,
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
    if exercise.scheme is None:
        return None
    mark = mark_of_entries(review, exercise, tuple(entries(review)), given)
    return mark if mark is None or review.final is None else mark.settled(review.final.answers)


def student_mark(
    task: "Task", review: DocumentReview, exercise: Exercise, comments: DocumentComments | None
) -> Mark | None:
    """Return the mark with the points that teachers gave; ``None`` for a source, and without a scheme or reference."""
    if task.material.hypothesis is None:
        return None
    return document_mark(review, exercise, comments.points if comments is not None else ())


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
        return _without_scheme(text, rewritten_reason(marks.verdicts.rewritten))
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
        return place_reason(entry.verdict, self.kinds.group(entry.type), self.finding(entry.finding))

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
        why = "which is not computed yet" if is_installed("encoder") else f"and {MissingEncoder()}"
        withheld = f"the mark depends on how near changes are to the teachers' words, {why}"
        return Mark(None, scheme.maximum, withheld=withheld)
    weighed = [(item, text.weight(item)) for item in counted]
    earnings = [
        Earning(item.value(scheme.points), item.possible(scheme.points)).scaled(weight) for item, weight in weighed
    ]
    possible = sum((item.possible for item in earnings), Fraction(0))
    if not possible:
        about = f" in {_listed(scheme.focus)}" if scheme.focus else ""
        return _without_scheme(text, f"there was nothing to correct{about}")
    basis = BASES[scheme.basis]
    scale = basis.scale(scheme.maximum, possible)
    earnings = [item.scaled(scale) for item in earnings]
    teachers = {item.finding: item for item in text.given if item.finding is not None}
    total = _Sum(text)
    if basis.is_from_maximum:
        total.add(LineKind.FULL, scheme.maximum, "The best mark, to begin with")
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
        given_or_lost = "given for" if beyond < 0 else "lost on"
        total.add(LineKind.CAP, beyond, f"No more than {amount(cap)} is {given_or_lost} {kind}")
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
            total.add_given(item, place_reason(finding.place.verdict, "", finding))
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
        why = given_reason(why, item.author, by_scheme)
        full = None if replaced is None else replaced.full
        line = MarkLine(LineKind.GIVEN, item.points, why, item.finding, None, item.author, by_scheme, full, item.span)
        if replaced is not None and replaced.earning is not None:
            more = item.points - replaced.points
            earning = Earning(replaced.earning.value + more, replaced.earning.possible)
            line = attrs.evolve(line, earning=earning)
        self._append(line)

    def add_others(self) -> None:
        for item in self.text.given:
            if item.is_whole:
                self.add_given(item, item.words or WHOLE_TEXT)
            elif item.finding is None:
                words = shortened(one_line(item.words))
                self.add_given(item, f"“{words}”" if words else "Between two words")

    def _append(self, line: MarkLine) -> None:
        finding = self.text.finding(line.finding)
        self.lines.append(line if finding is None else attrs.evolve(line, span=finding.span))
        self.total += line.points

    def note_focus(self, others: int) -> None:
        if others:
            places = f"{counted(others, 'other place')} {'does' if others == 1 else 'do'} not count"
            why = f"{places}: the focus is on {_listed(self.text.scheme.focus)}"
            self.lines.append(MarkLine(LineKind.FOCUS, Fraction(0), why))

    def finish(self, *, is_something_right: bool) -> None:
        """Where nothing is right, the number of words takes points from a teacher's points alone."""
        if not is_something_right:
            by_scheme, why = self.total - self.given, "Nothing is corrected: no points without a correction"
            self.add(LineKind.NOTHING_RIGHT, -max(by_scheme, Fraction(0)), why)
        words = self.text.words
        for rule in self.text.scheme.words:
            if rule.applies(words) and (is_something_right or (self.given > 0 and rule.points < 0)):
                why = f"{counted(words, 'word')}: {'more' if rule.is_over else 'fewer'} than {rule.bound}"
                self.add(LineKind.WORDS, rule.points, why)
        self.bound()

    def bound(self) -> None:
        scheme = self.text.scheme
        floor = f"No mark is below {amount(scheme.floor)}"
        if BASES[scheme.basis].is_from_maximum:
            floor = f"More errors than the best mark has points for: n{floor[1:]}"
        self.add(LineKind.FLOOR, max(scheme.floor - self.total, Fraction(0)), floor)
        highest = f"No mark is above {amount(scheme.maximum)}"
        self.add(LineKind.MAX, min(scheme.maximum - self.total, Fraction(0)), highest)
        if scheme.floor < self.total < scheme.maximum:
            steps = math.floor(self.total / scheme.rounding + Fraction(1, 2))
            rounded = min(max(steps * scheme.rounding, scheme.floor), scheme.maximum)
            # A step of hundredths rounds only the lines' own.
            step = "" if scheme.rounding <= HUNDREDTH else f"Rounded to a multiple of {amount(scheme.rounding)}"
            self.add(LineKind.ROUNDING, rounded - self.total, step or "Rounding")

    def mark(self) -> Mark:
        scheme = self.text.scheme
        return Mark(self.total, scheme.maximum, scheme.band(self.total), tuple(self.lines))


NO_MARK: Final = "no mark"
WHOLE_TEXT: Final = "The whole text"
_VERDICTS = tuple(Verdict)
_ELSEWHERE = {
    Verdict.MISSED: "counted with the change beside it",
    Verdict.CORRECT: "where nothing was to be done",
}
"""Why a place with a verdict has no points of its own."""


def rewritten_reason(sentences: int) -> str:
    verb = "is" if sentences == 1 else "are"
    return f"{counted(sentences, 'sentence')} {verb} rewritten freely: read this text yourself"


def place_reason(verdict: Verdict, group: str, finding: Finding | None = None) -> str:
    """Return a place in words: its verdict, its kind of error, and what was done.

    >>> place_reason(Verdict.MISSED, "tense")
    'Missed (tense)'
    """
    if finding is not None and finding.rewritten:
        return REWRITTEN
    head = f"{TITLES[verdict]} ({group})" if group else TITLES[verdict]
    return f"{head}: {finding.did()}" if finding is not None else head


def given_reason(what: str, teacher: str, by_scheme: Fraction | None) -> str:
    """Return why a line has a teacher's points.

    >>> given_reason("Missed (tense)", "ms-kim", Fraction(0)), given_reason("Content", "", None)
    ('Missed (tense) (points by Ms Kim; 0 by the scheme)', 'Content (points by the teacher)')
    """
    by = person_name(teacher) if teacher else "the teacher"
    scheme = "" if by_scheme is None else f"; {signed(by_scheme)} by the scheme"
    return f"{what} (points by {by}{scheme})"


def signed(value: Fraction) -> str:
    """Return what a line adds, with its sign.

    >>> signed(Fraction(1, 2)), signed(Fraction(-1)), signed(Fraction(0))
    ('+0.5', '−1', '0')
    """
    shown = amount(abs(value))
    return "0" if shown == "0" else f"{'+' if value > 0 else '−'}{shown}"


@shape("points", "words", "lines", name="SchemeSumRow")
@attrs.frozen
class SumRow:
    """Some lines of a mark together: those of equal verdict and weight, or one that is not a place's."""

    points: Fraction
    """What the lines add together, in hundredths; the rows add up to the mark."""
    words: str
    """What they are for, in plain words."""
    lines: tuple[MarkLine, ...] = attrs.field(default=(), eq=False, repr=False)
    """The lines."""


def _alike(mark: Mark, findings: Sequence[Finding], title_of: Callable[[Finding], str]) -> Iterator[list[MarkLine]]:
    """Yield the lines before those of findings, each by itself; then those of findings together; then the others."""
    yield from ([line] for line in mark.lines if line.kind is LineKind.FULL)

    def key(line: MarkLine) -> tuple[int, Fraction, str, bool]:
        finding = findings[line.finding or 0]
        order = -1 if finding.place is None else _VERDICTS.index(finding.place.verdict)
        is_elsewhere = finding.place is not None and not _is_needed(finding.place)
        return order, -(line.weight or Fraction(1)), title_of(finding), is_elsewhere

    places = grouped((line for line in mark.lines if line.kind is LineKind.PLACE and line.finding is not None), key)
    yield from (places[each] for each in sorted(places))
    yield from ([line] for line in mark.lines if line.kind not in (LineKind.FULL, LineKind.PLACE))


def _row_words(lines: Sequence[MarkLine], findings: Sequence[Finding], title_of: Callable[[Finding], str]) -> str:
    first = lines[0]
    if first.finding is None:
        return first.why
    if first.kind is not LineKind.PLACE:
        return _retitled(first.why, findings[first.finding], title_of)
    weight = "" if first.weight in (None, 1) else f", weight {amount(first.weight or Fraction(1))}"
    place = findings[first.finding].place
    elsewhere = f", {_ELSEWHERE.get(place.verdict, '')}" if place is not None and not _is_needed(place) else ""
    return f"{len(lines)} {title_of(findings[first.finding])}{elsewhere or weight}"


def _retitled(why: str, finding: Finding, title_of: Callable[[Finding], str]) -> str:
    before = verdict_title(finding)
    if not before or not why.lower().startswith(before):
        return why
    title = title_of(finding)
    return f"{title[:1].upper()}{title[1:]}{why[len(before) :]}"


def _is_needed(place: PlaceVerdict) -> bool:
    return place.needs > 0 or place.verdict not in _ELSEWHERE


def _hundredths(value: Fraction) -> Fraction:
    return round(value / HUNDREDTH) * HUNDREDTH


def verdict_title(finding: Finding) -> str:
    if finding.rewritten:
        return "rewritten freely"
    return "" if finding.kind is None else TITLES[finding.kind].lower()


def _listed(kinds: Sequence[str]) -> str:
    *others, last = kinds
    return f"{', '.join(others)} and {last}" if others else last
