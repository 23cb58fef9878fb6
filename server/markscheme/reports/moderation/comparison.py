"""Two sides compared: both marks of each text, and the places where verdicts, decisions or comments differ. Pure.

Places of both sides belong together where their source words overlap. The differences of points at all places, and of
the lines without a place, add up to the difference of both marks.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import attrs

from markscheme.exercises.comments.given_comment import GivenComment, Subject
from markscheme.exercises.decisions.decision import Decision
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.exercises.moderation.differences import Entry, differences
from markscheme.formats.registry import has_lines
from markscheme.marking.review.findings import Finding
from markscheme.marking.verdicts.rules import title
from markscheme.marking.wording.decision_words import statement
from markscheme.marking.wording.mark_words import amount
from markscheme.marking.wording.people import person_name
from markscheme.marking.wording.place_words import did
from markscheme.marking.wording.words import TITLES, one_line
from markscheme.reports.moderation.moderation import Moderation, Opinion, PlaceDifference, StudentModeration
from markscheme.reports.moderation.sides import MarkedText, Side, pairs_of
from markscheme.reports.moderation.standing import Standing, standing_of
from markscheme.reports.moderation.teacher_agreement import label_agreement, mark_agreement
from markscheme.text.positions import LineIndex

NO_PLACE = "nothing to mark"
"""The verdict of a side that has no finding at a place."""


@attrs.frozen
class _Text:
    """A text of one side with its marks; ``starts`` are the source tokens before each passage."""

    marked: MarkedText
    standing: Standing
    starts: tuple[int, ...]

    @classmethod
    def of(cls, marked: MarkedText) -> "_Text":
        starts = [0]
        for passage in marked.document.review.passages:
            starts.append(starts[-1] + len(passage.source.tokens))
        return cls(marked, standing_of(marked.document, marked.exercise), tuple(starts))

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.marked.document.review.findings

    def places(self) -> Iterator[tuple[int, int, int]]:
        """Yield the source tokens of each finding, counted from the text's beginning, and its index."""
        for number, finding in enumerate(self.findings):
            if finding.place is not None:
                start = self.starts[finding.passage]
                yield start + finding.source_tokens.start, start + finding.source_tokens.end, number


@attrs.define
class _Spot:
    """Findings of both sides whose source words overlap, by their indices."""

    start: int
    end: int
    one: list[int] = attrs.field(factory=list)
    other: list[int] = attrs.field(factory=list)


def moderation_of(
    one: Side, other: Side, teachers: tuple[str, str], tolerance: Fraction | None = None, sample: str = ""
) -> Moderation:
    """Return both markings side by side.

    Parameters
    ----------
    tolerance
        The largest difference of marks that does not matter; without it a tenth of the best mark.

    Raises
    ------
    DocumentError
        If the folders are not of the same exercise.
    """
    students: list[StudentModeration] = []
    labels: list[tuple[str, str]] = []
    for first, second in pairs_of(one, other):
        left, right = _Text.of(first), _Text.of(second)
        spots = _spots(left, right)
        labels += [(_verdict(left, spot.one), _verdict(right, spot.other)) for spot in spots]
        students.append(_student(left, right, spots))
    if tolerance is None:
        tolerance = max(item.one.maximum for item in students) / 10
    found = [item.difference for item in students if item.difference is not None]
    return Moderation(
        teachers,
        sample,
        tolerance,
        tuple(students),
        (_alone(one, other), _alone(other, one)),
        mark_agreement(found, tolerance),
        label_agreement(labels),
    )


def _alone(side: Side, rest: Side) -> tuple[str, ...]:
    """Return what only one side has: assignments, students, or single texts."""
    assignments = {assignment for assignment, _ in rest.texts}
    students = {student for _, student in rest.texts}
    names = (
        assignment
        if assignment not in assignments
        else person_name(student)
        if student not in students
        else f"{person_name(student)} ({assignment})"
        for assignment, student in side.texts
        if (assignment, student) not in rest.texts
    )
    return tuple(dict.fromkeys(names))


def _spots(one: _Text, other: _Text) -> list[_Spot]:
    items = [(start, end, number, True) for start, end, number in one.places()]
    items += [(start, end, number, False) for start, end, number in other.places()]
    spots: list[_Spot] = []
    for start, end, number, is_one in sorted(items):
        last = spots[-1] if spots else None
        if last is None or not (start < last.end or (start, end) == (last.start, last.end)):
            last = _Spot(start, end)
            spots.append(last)
        last.end = max(last.end, end)
        (last.one if is_one else last.other).append(number)
    return spots


def _student(one: _Text, other: _Text, spots: Sequence[_Spot]) -> StudentModeration:
    document = one.marked.document
    differing = [spot for spot in spots if _differs(one, other, spot)]
    places = [_place(one, other, spot) for spot in differing]
    comments = list(_comment_differences(one, other))
    base = StudentModeration(
        person_name(document.student), document.assignment, one.standing, other.standing, (*places, *comments)
    )
    if base.difference is None:
        return base
    at_places = sum((_points(other, spot.other) - _points(one, spot.one) for spot in spots), Fraction(0))
    shown = sum((place.difference or Fraction(0) for place in places), Fraction(0))
    return attrs.evolve(base, elsewhere=at_places - shown, whole=base.difference - at_places)


def _differs(one: _Text, other: _Text, spot: _Spot) -> bool:
    return (
        _verdict(one, spot.one) != _verdict(other, spot.other)
        or _unscaled(one, spot.one) != _unscaled(other, spot.other)
        or {item.kind for item in _decisions(one, spot.one)} != {item.kind for item in _decisions(other, spot.other)}
    )


def _points(text: _Text, findings: Iterable[int]) -> Fraction:
    return sum((text.standing.at(number) for number in findings), Fraction(0))


def _unscaled(text: _Text, findings: Iterable[int]) -> tuple[Fraction, bool]:
    """Return what findings give whatever else counts, and whether a teacher gave some of it."""
    parts = [text.standing.unscaled(number) for number in findings]
    return sum((points for points, _ in parts), Fraction(0)), any(is_given for _, is_given in parts)


def _verdict(text: _Text, findings: Sequence[int]) -> str:
    verdicts = (text.findings[number].verdict for number in findings)
    titles = dict.fromkeys(TITLES[verdict].lower() for verdict in verdicts if verdict is not None)
    return " and ".join(titles) or NO_PLACE


def _decisions(text: _Text, findings: Iterable[int]) -> tuple[Decision, ...]:
    """Return the decisions from which the findings have their verdicts."""
    markings = text.marked.markings
    placed = Decisions((*markings.decisions, *markings.course))
    passages = text.marked.document.review.passages
    decisions: list[Decision] = []
    for number in findings:
        finding = text.findings[number]
        start, end = finding.source_tokens.start, finding.source_tokens.end
        decided = finding.place.decided if finding.place is not None else ""
        for item in placed.of(passages[finding.passage].source.tokens) if decided else ():
            meets = (item.start < end and start < item.end) or item.start in (start, end) or item.end in (start, end)
            if meets and title(item) == decided and item.decision not in decisions:
                decisions.append(item.decision)
    return tuple(decisions)


def _place(one: _Text, other: _Text, spot: _Spot) -> PlaceDifference:
    text, numbers = (one, spot.one) if spot.one else (other, spot.other)
    findings = [text.findings[number] for number in numbers]
    sentence = text.marked.document.review.passages[findings[0].passage].source.words
    words = "; ".join(dict.fromkeys(map(did, findings)))
    return PlaceDifference(
        one_line(sentence), words, _text_place(text, findings[0]), _opinion(one, spot.one), _opinion(other, spot.other)
    )


def _opinion(text: _Text, findings: Sequence[int]) -> Opinion:
    decisions = _decisions(text, findings)
    places = text.marked.markings.places
    givers = [text.standing.given[number] for number in findings if number in text.standing.given]
    given = [f"points given by {person_name(name)}" if name else "points given" for name in dict.fromkeys(givers)]
    return Opinion(
        _verdict(text, findings),
        "; ".join([*map(statement, decisions), *given]),
        places.get(decisions[0]) if decisions else None,
        _points(text, findings) if text.standing.points is not None else None,
    )


def _text_place(text: _Text, finding: Finding) -> tuple[Path, int | None]:
    document = text.marked.document
    if not has_lines(document.path):
        return document.path, None
    return document.path, LineIndex(document.text).position(finding.span.start, "utf-32").line + 1


def _comment_differences(one: _Text, other: _Text) -> Iterator[PlaceDifference]:
    """Yield the comments on a student's text in which both teachers differ."""
    document = one.marked.document
    path = document.path
    sides = [
        [item for item in text.marked.markings.comments if item.concerns(document.assignment, document.student)]
        for text in (one, other)
    ]
    for pair in differences(*sides):
        if isinstance(pair.entry, GivenComment):
            quote, subject = pair.entry.quote, pair.entry.subject
            sentence = " ".join(part for part in (quote.before, quote.words, quote.after) if part)
            words = "the whole text" if subject is Subject.WHOLE else quote.words or "a gap"
            yield PlaceDifference(sentence, words, (path, None), _comment(one, pair.one), _comment(other, pair.other))


def _comment(text: _Text, comment: Entry | None) -> Opinion:
    if not isinstance(comment, GivenComment):
        return Opinion()
    by = f" by {person_name(comment.author)}" if comment.author else ""
    day = f", {comment.date.isoformat()}" if comment.date else ""
    return Opinion("", f"{comment_words(comment)}{by}{day}", text.marked.markings.places.get(comment))


def comment_words(comment: GivenComment) -> str:
    """Return a comment, or points, in words.

    >>> comment_words(GivenComment(Subject.WHOLE, None, points=Fraction(2), criterion="Content"))
    '2 points for Content'
    """
    parts = [] if comment.text is None else [f"“{comment.text}”" if comment.text else "no comment"]
    if comment.points is not None:
        points = "1 point" if comment.points == 1 else f"{amount(comment.points)} points"
        parts.append(f"{points} for {comment.criterion}" if comment.criterion else points)
    return " ".join(filter(None, [comment.code, ", ".join(parts)]))
