"""Two teachers' marks for the same texts, side by side, and where verdicts, decisions or comments differ.

Places of both sides belong together where their source words overlap. The differences of points at all places, and of
the lines without a place, add up to the difference of both marks.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

import attrs

from markscheme.documents.formats import FORMATS
from markscheme.documents.places import LineIndex
from markscheme.errors import DocumentError
from markscheme.exercises.decisions import Decision, DecisionKind, Decisions
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.given_comments import GivenComment, Subject
from markscheme.exercises.moderation import Entry, Markings, Place, differences, markings_of
from markscheme.exercises.schemes import Band, Scheme
from markscheme.marking.changes import title
from markscheme.marking.findings import TITLES, Finding
from markscheme.marking.mark import LineKind, Mark, rewritten_reason
from markscheme.marking.words import statement
from markscheme.registry import Registry
from markscheme.reports.report import Report, ReviewedDocument
from markscheme.wording import amount, one_line, person_name, teacher_name

PERCENT: Final = Fraction(100)
_LARGEST_DENOMINATOR = 1000


@attrs.frozen
class SideMark:
    """A mark with its parts; ``withheld`` says why there is none. ``places``: what the place of each finding gives, by
    the finding's index. ``given``: the findings whose points a teacher gave, with the teacher's name. ``scale``: the
    worth of one point of a place by the scheme; it differs where other places count. ``is_by_scheme``: false in
    percent.
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
        return self.places.get(finding, Fraction(0))

    def unscaled(self, finding: int) -> tuple[Fraction, bool]:
        """Return what a place gives whatever else counts, and whether a teacher said so."""
        is_given = finding in self.given
        return self.at(finding) if is_given else self.at(finding) / self.scale, is_given

    @property
    def share(self) -> Fraction | None:
        return self.points / self.maximum if self.points is not None and self.maximum else None


def side_mark(document: ReviewedDocument, exercise: Exercise) -> SideMark:
    if document.mark is not None and exercise.scheme is not None:
        return _by_scheme(document, document.mark, exercise.scheme)
    marks = document.review.marks
    if marks is None:
        return SideMark(None, PERCENT, withheld="there is no teacher's correction")
    if not marks.verdicts.is_comparable:
        return SideMark(None, PERCENT, withheld=rewritten_reason(marks.verdicts.rewritten))
    earned: dict[int, Fraction] = {}
    due = Fraction(0)
    for number, finding in enumerate(document.review.findings):
        if finding.place is not None:
            earned[number] = _exact(finding.place.points.earned)
            due += _exact(finding.place.points.due)
    if not due:
        return SideMark(None, PERCENT, withheld="there was nothing to correct")
    scale = PERCENT / due
    places = {number: points * scale for number, points in earned.items()}
    return SideMark(sum(places.values(), Fraction(0)), PERCENT, places=places, scale=scale)


def _by_scheme(document: ReviewedDocument, mark: Mark, scheme: Scheme) -> SideMark:
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
    return SideMark(mark.points, mark.maximum, mark.band, mark.withheld, places, given, scale, is_by_scheme=True)


def _exact(value: float) -> Fraction:
    return Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)


FEW: Final = 10
"""Number of students below which a mean says little."""


@attrs.frozen
class MarkAgreement:
    """Differences of marks, the second teacher's less the first's, of students who have both: ``absolute`` is the mean
    size, ``largest`` has its sign, and ``outside`` counts those beyond the tolerance.
    """

    count: int
    mean: Fraction
    absolute: Fraction
    largest: Fraction
    outside: int

    @property
    def is_small(self) -> bool:
        return self.count < FEW


def _mark_agreement(differences: Sequence[Fraction], tolerance: Fraction) -> MarkAgreement | None:
    """Return the agreement of marks; ``None`` without a difference.

    >>> _mark_agreement([Fraction(-2), Fraction(1)], Fraction(1))
    MarkAgreement(count=2, mean=Fraction(-1, 2), absolute=Fraction(3, 2), largest=Fraction(-2, 1), outside=1)
    """
    if not differences:
        return None
    count = len(differences)
    return MarkAgreement(
        count,
        sum(differences, Fraction(0)) / count,
        sum(map(abs, differences), Fraction(0)) / count,
        max(differences, key=abs),
        sum(abs(difference) > tolerance for difference in differences),
    )


@attrs.frozen
class LabelAgreement:
    """How often two teachers give the same label; kappa, in [-1, 1], is ``None`` where both give one label alone."""

    count: int
    same: int
    kappa: float | None


def label_agreement(pairs: Iterable[tuple[str, str]]) -> LabelAgreement:
    """Return the agreement of labels.

    Cohen's kappa is ``(p_o - p_e) / (1 - p_e)`` (1960, Educational and Psychological Measurement 20(1), 37-46), where
    ``p_e`` is the share of equal pairs expected of two teachers who give each label as often, and independently.

    >>> label_agreement([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")])
    LabelAgreement(count=4, same=3, kappa=0.5)
    """
    labels = list(pairs)
    count, same = len(labels), sum(one == other for one, other in labels)
    ones, others = Counter(one for one, _ in labels), Counter(other for _, other in labels)
    chance = sum(number * others[label] for label, number in ones.items())
    if chance == count * count:
        return LabelAgreement(count, same, None)
    return LabelAgreement(count, same, (same * count - chance) / (count * count - chance))


@attrs.frozen
class Opinion:
    """One teacher's side at a place, in words, and where it is written; a comment has no verdict and no points."""

    verdict: str = ""
    decision: str = ""
    place: Place | None = None
    points: Fraction | None = None


@attrs.frozen
class PlaceDifference:
    """A place on which both teachers differ; it has no line in a document of a word processor."""

    sentence: str
    words: str
    text_place: tuple[Path, int | None]
    one: Opinion
    other: Opinion

    @property
    def difference(self) -> Fraction | None:
        return _less(self.other.points, self.one.points)


@attrs.frozen
class StudentModeration:
    """Both marks of one text, and the places where both differ, in its order. ``elsewhere``: what the difference has
    from other places, which weigh more or less; ``whole``: from lines without a place, such as rounding. Both are
    ``None`` without both marks.
    """

    student: str
    assignment: str
    one: SideMark
    other: SideMark
    places: tuple[PlaceDifference, ...] = ()
    elsewhere: Fraction | None = None
    whole: Fraction | None = None

    @property
    def difference(self) -> Fraction | None:
        return _less(self.other.points, self.one.points)

    @property
    def has_bands(self) -> bool:
        return self.one.band is not None or self.other.band is not None

    @property
    def same_band(self) -> bool:
        return self.one.band == self.other.band


@attrs.frozen
class Moderation:
    """Two markings of a class; ``students``: whom both marked, by name. ``sample``: how the second teacher's texts were
    chosen. ``tolerance``: the largest difference that does not matter. ``unmatched``: what only the first and only the
    second has, in words. ``marks``: ``None`` where nobody has both.
    """

    teachers: tuple[str, str]
    sample: str
    tolerance: Fraction
    students: tuple[StudentModeration, ...]
    unmatched: tuple[tuple[str, ...], tuple[str, ...]]
    marks: MarkAgreement | None
    verdicts: LabelAgreement

    @property
    def bands(self) -> tuple[int, int] | None:
        """How many students are in the same band with both, and how many have a band; ``None`` without bands."""
        banded = [item for item in self.students if item.has_bands]
        return (sum(item.same_band for item in banded), len(banded)) if banded else None

    @property
    def is_by_scheme(self) -> bool:
        return any(item.one.is_by_scheme for item in self.students)


def _less(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    return None if one is None or other is None else one - other


@attrs.frozen
class MarkedText:
    """A student's text with its exercise and the entries beside its references."""

    document: ReviewedDocument
    exercise: Exercise
    markings: Markings


@attrs.frozen
class Side:
    """One teacher's texts, by the assignment and the name that the first teacher's folder has for the student."""

    folder: Path
    texts: Mapping[tuple[str, str], MarkedText]

    @property
    def authors(self) -> tuple[str, ...]:
        """Who wrote entries, who wrote most first."""
        counts = Counter(entry.author for item in self.texts.values() for entry in item.markings.places if entry.author)
        return tuple(name for name, _ in counts.most_common())

    def teacher(self, name: str = "") -> str:
        """Return the teacher's name: the one that is given, the one in most entries, or the folder's."""
        return name or person_name(next(iter(self.authors), "")) or self.folder.name

    @classmethod
    def of(
        cls, report: Report, exercises: Sequence[Exercise], folder: Path, name: Callable[[str], str] = str
    ) -> "Side":
        """Return a side; ``name`` gives the first teacher's name for a student. Raise DocumentError for broken
        entries.
        """
        markings: dict[str, Markings | None] = {}
        texts: dict[tuple[str, str], MarkedText] = {}
        for document in report.documents:
            exercise = _exercise_of(document, exercises)
            if exercise is None:
                continue
            key = repr(exercise.given_comments), repr(exercise.decision_folder)
            if str(key) not in markings:
                markings[str(key)] = markings_of(exercise, name)
            own = markings[str(key)]
            if own is not None:
                texts[document.assignment, name(document.student)] = MarkedText(document, exercise, own)
        return cls(folder, texts)

    def pairs(self, other: "Side") -> tuple[tuple[MarkedText, MarkedText], ...]:
        """Return the texts that both teachers marked, by assignment and name. Raise DocumentError if there is none, or
        a text or the mark scheme differs, so that the folders are not of the same exercise.
        """
        keys = [key for key in self.texts if key in other.texts]
        if not keys:
            raise DocumentError(
                "no student's text is in both folders; they are not of the same exercise",
                path=other.folder,
                remedy="Names, or numbers with their key, say which texts belong together",
            )
        pairs = [(self.texts[key], other.texts[key]) for key in keys]
        for first, second in pairs:
            _check_same(first, second)
        return tuple(sorted(pairs, key=lambda pair: (pair[0].document.assignment, pair[0].document.student.casefold())))

    def markings(self, other: "Side") -> tuple[tuple[Markings, Markings], ...]:
        """Return the entries of both teachers, each folder of references once; errors as :meth:`pairs`."""
        by_folder = {
            str(sorted(one.markings.decision_paths.values())): (one.markings, two.markings)
            for one, two in self.pairs(other)
        }
        return tuple(by_folder.values())

    def moderation(
        self, other: "Side", teachers: tuple[str, str], tolerance: Fraction | None = None, sample: str = ""
    ) -> Moderation:
        """Return both markings, by default with a tolerance of a tenth of the best mark; errors as :meth:`pairs`."""
        students: list[StudentModeration] = []
        labels: list[tuple[str, str]] = []
        for first, second in self.pairs(other):
            left, right = _Text.of(first), _Text.of(second)
            overlaps = _overlaps(left, right)
            labels += [(_verdict(left, overlap.one), _verdict(right, overlap.other)) for overlap in overlaps]
            students.append(_student(left, right, overlaps))
        if tolerance is None:
            tolerance = max(item.one.maximum for item in students) / 10
        found = [item.difference for item in students if item.difference is not None]
        return Moderation(
            teachers,
            sample,
            tolerance,
            tuple(students),
            (_alone(self, other), _alone(other, self)),
            _mark_agreement(found, tolerance),
            label_agreement(labels),
        )

    @property
    def candidates(self) -> "list[Candidate]":
        """The students; of several texts a student, the mean of their marks."""
        marks: dict[str, list[SideMark]] = {}
        borders: dict[str, list[Fraction]] = {}
        for text in self.texts.values():
            student, mark = text.document.student, side_mark(text.document, text.exercise)
            marks.setdefault(student, []).append(mark)
            borders.setdefault(student, []).extend(_distances(mark, text.exercise.scheme))
        return [
            Candidate(
                name, _mean([item.share for item in own if item.share is not None]), min(borders[name], default=None)
            )
            for name, own in marks.items()
        ]


def _exercise_of(document: ReviewedDocument, exercises: Sequence[Exercise]) -> Exercise | None:
    for exercise in exercises:
        if exercise.name == document.exercise and any(item.path == document.path for item in exercise.hypotheses):
            return exercise
    return None


def _check_same(one: MarkedText, other: MarkedText) -> None:
    first, second = one.document, other.document
    student = person_name(first.student)
    for words, text, again, path in _texts(first, second, student):
        if "".join(text.split()) != "".join(again.split()):
            raise DocumentError(
                f"{words} is not the same in both folders; they can't be compared",
                path=path,
                remedy="A moderation is of the same texts, marked twice",
            )
    if one.exercise.scheme != other.exercise.scheme:
        raise DocumentError(
            f"the mark scheme of {first.assignment} is not the same in both folders; marks can't be compared",
            path=other.exercise.configuration,
            remedy="Copy [scheme] from one markscheme.toml to the other",
        )


def _texts(one: ReviewedDocument, other: ReviewedDocument, student: str) -> Iterator[tuple[str, str, str, Path | None]]:
    """Yield the texts that must be the same: what each is called, both versions, and the second one's file."""
    yield "the text to correct", _source(one), _source(other), other.review.source.path
    yield f"{student}'s text", one.words, other.words, other.path
    names = [version.name for version in one.review.references]
    others = [version.name for version in other.review.references]
    for number, version in enumerate(other.review.references):
        name = teacher_name(version.name)
        if number >= len(names):
            yield f"the correction by {name}", "", "not there", version.path
        else:
            yield f"the correction by {name}", _reference(one, number), _reference(other, number), version.path
    for name in names[len(others) :]:
        yield f"the correction by {teacher_name(name)}", "not there", "", other.path


def _source(document: ReviewedDocument) -> str:
    return "".join(passage.source.words for passage in document.review.passages)


def _reference(document: ReviewedDocument, number: int) -> str:
    parts = (passage.references[number] for passage in document.review.passages)
    return "".join(part.words for part in parts if part is not None)


NO_PLACE = "nothing to mark"
"""The verdict of a side that has no finding at a place."""


@attrs.frozen
class _Text:
    """A text of one side with its marks; ``starts`` are the source tokens before each passage."""

    marked: MarkedText
    mark: SideMark
    starts: tuple[int, ...]

    @classmethod
    def of(cls, marked: MarkedText) -> "_Text":
        starts = [0]
        for passage in marked.document.review.passages:
            starts.append(starts[-1] + len(passage.source.tokens))
        return cls(marked, side_mark(marked.document, marked.exercise), tuple(starts))

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.marked.document.review.findings

    def places(self) -> Iterator[tuple[int, int, int]]:
        for number, finding in enumerate(self.findings):
            if finding.place is not None:
                start = self.starts[finding.passage]
                yield start + finding.source_tokens.start, start + finding.source_tokens.end, number


@attrs.define
class _Overlap:
    """Findings of both sides whose source words overlap, by their indices."""

    start: int
    end: int
    one: list[int] = attrs.field(factory=list)
    other: list[int] = attrs.field(factory=list)


def _alone(side: Side, rest: Side) -> tuple[str, ...]:
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


def _overlaps(one: _Text, other: _Text) -> list[_Overlap]:
    items = [(start, end, number, True) for start, end, number in one.places()]
    items += [(start, end, number, False) for start, end, number in other.places()]
    overlaps: list[_Overlap] = []
    for start, end, number, is_one in sorted(items):
        last = overlaps[-1] if overlaps else None
        if last is None or not (start < last.end or (start, end) == (last.start, last.end)):
            last = _Overlap(start, end)
            overlaps.append(last)
        last.end = max(last.end, end)
        (last.one if is_one else last.other).append(number)
    return overlaps


def _student(one: _Text, other: _Text, overlaps: Sequence[_Overlap]) -> StudentModeration:
    document = one.marked.document
    differing = [overlap for overlap in overlaps if _differs(one, other, overlap)]
    places = [_place(one, other, overlap) for overlap in differing]
    comments = list(_comment_differences(one, other))
    base = StudentModeration(
        person_name(document.student), document.assignment, one.mark, other.mark, (*places, *comments)
    )
    if base.difference is None:
        return base
    at_places = sum((_points(other, overlap.other) - _points(one, overlap.one) for overlap in overlaps), Fraction(0))
    shown = sum((place.difference or Fraction(0) for place in places), Fraction(0))
    return attrs.evolve(base, elsewhere=at_places - shown, whole=base.difference - at_places)


def _differs(one: _Text, other: _Text, overlap: _Overlap) -> bool:
    return (
        _verdict(one, overlap.one) != _verdict(other, overlap.other)
        or _unscaled(one, overlap.one) != _unscaled(other, overlap.other)
        or _kinds_of_decisions(one, overlap.one) != _kinds_of_decisions(other, overlap.other)
    )


def _kinds_of_decisions(text: _Text, findings: Iterable[int]) -> set[DecisionKind]:
    return {item.kind for item in _decisions(text, findings)}


def _points(text: _Text, findings: Iterable[int]) -> Fraction:
    return sum((text.mark.at(number) for number in findings), Fraction(0))


def _unscaled(text: _Text, findings: Iterable[int]) -> tuple[Fraction, bool]:
    parts = [text.mark.unscaled(number) for number in findings]
    return sum((points for points, _ in parts), Fraction(0)), any(is_given for _, is_given in parts)


def _verdict(text: _Text, findings: Sequence[int]) -> str:
    verdicts = (text.findings[number].verdict for number in findings)
    titles = dict.fromkeys(TITLES[verdict].lower() for verdict in verdicts if verdict is not None)
    return " and ".join(titles) or NO_PLACE


def _decisions(text: _Text, findings: Iterable[int]) -> tuple[Decision, ...]:
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


def _place(one: _Text, other: _Text, overlap: _Overlap) -> PlaceDifference:
    text, numbers = (one, overlap.one) if overlap.one else (other, overlap.other)
    findings = [text.findings[number] for number in numbers]
    sentence = text.marked.document.review.passages[findings[0].passage].source.words
    words = "; ".join(dict.fromkeys(finding.did() for finding in findings))
    opinions = _opinion(one, overlap.one), _opinion(other, overlap.other)
    return PlaceDifference(one_line(sentence), words, _text_place(text, findings[0]), *opinions)


def _opinion(text: _Text, findings: Sequence[int]) -> Opinion:
    decisions = _decisions(text, findings)
    places = text.marked.markings.places
    givers = [text.mark.given[number] for number in findings if number in text.mark.given]
    given = [f"points given by {person_name(name)}" if name else "points given" for name in dict.fromkeys(givers)]
    return Opinion(
        _verdict(text, findings),
        "; ".join([*map(statement, decisions), *given]),
        places.get(decisions[0]) if decisions else None,
        _points(text, findings) if text.mark.points is not None else None,
    )


def _text_place(text: _Text, finding: Finding) -> tuple[Path, int | None]:
    document = text.marked.document
    if not FORMATS.has_lines(document.path):
        return document.path, None
    return document.path, LineIndex(document.text).position(finding.span.start, "utf-32").line + 1


def _comment_differences(one: _Text, other: _Text) -> Iterator[PlaceDifference]:
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


LEVELS = ("low", "middle", "high")


@attrs.frozen
class Candidate:
    """A student who may be chosen; mark and distance from the nearest border of bands are shares of the best mark."""

    name: str
    share: Fraction | None = None
    border: Fraction | None = None


@attrs.frozen
class Sampling:
    """A way to choose as many students as are wanted, or fewer; ``words`` describes them."""

    choose: Callable[[Sequence[Candidate], int, Random], list[str]]
    needs_marks: bool
    is_random: bool
    words: str


def _distances(mark: SideMark, scheme: Scheme | None) -> list[Fraction]:
    if scheme is None or mark.points is None:
        return []
    borders = sorted(band.lowest for band in scheme.bands)
    inner = [border for border in borders if border > scheme.floor]
    return [abs(mark.points - border) / mark.maximum for border in inner]


def _mean(shares: Sequence[Fraction]) -> Fraction | None:
    return sum(shares, Fraction(0)) / len(shares) if shares else None


def _by_chance(candidates: Sequence[Candidate], count: int, random: Random) -> list[str]:
    names = sorted(item.name for item in candidates)
    return random.sample(names, min(count, len(names)))


def _by_mark(candidates: Sequence[Candidate], count: int, random: Random) -> list[str]:
    """Return as many students with low, middle and high marks, at random in each third of the class."""
    marked = sorted((item.share, item.name) for item in candidates if item.share is not None)
    names = [name for _, name in marked]
    edges = [len(names) * level // len(LEVELS) for level in range(len(LEVELS) + 1)]
    thirds = [names[start:end] for start, end in pairwise(edges)]
    for third in thirds:
        random.shuffle(third)
    chosen: list[str] = []
    while len(chosen) < count and any(thirds):
        chosen += [third.pop() for third in thirds if third]
    return chosen[:count]


def _by_border(candidates: Sequence[Candidate], count: int, random: Random) -> list[str]:
    """Return those whose marks are nearest to a border of bands; raise DocumentError if the scheme has none."""
    del random
    near = sorted((item.border, item.name) for item in candidates if item.border is not None)
    if not near:
        raise DocumentError(
            "the mark scheme has no bands, so no mark is near a border", remedy="Choose --by chance or --by mark"
        )
    return [name for _, name in near[:count]]


CHANCE = Sampling(_by_chance, needs_marks=False, is_random=True, words="at random")
MARK = Sampling(_by_mark, needs_marks=True, is_random=True, words="at random from low, middle and high marks")
BORDER = Sampling(_by_border, needs_marks=True, is_random=False, words="with marks nearest to the border of a band")
SAMPLINGS: Registry[Sampling] = Registry(
    "sampling", {name: f"{__name__}:{name.upper()}" for name in ("chance", "mark", "border")}
)
