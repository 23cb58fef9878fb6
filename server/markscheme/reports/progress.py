"""Progress: what each student and the class found and missed, over the assignments, by kind of error; and the places
behind a class's numbers, each with its sentence, its student, and what the references have.

Pure: outcomes in, numbers and places out. A filter names one number, and the places are as many as that number.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import attrs
from markupsafe import Markup
from rich.table import Table
from rich.text import Text

from markscheme.contract import shape
from markscheme.documents.files import TextSource
from markscheme.documents.formats import FORMATS
from markscheme.documents.places import LineIndex, PositionEncoding, Range
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.schemes import ErrorGroups, ErrorKinds
from markscheme.exercises.upkeep import superseded
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.driver import ItemOutcome
from markscheme.marking.findings import Finding, TeacherVersion
from markscheme.marking.review import DocumentReview, PassageReview
from markscheme.marking.settings import VocabularyName
from markscheme.marking.verdict import Verdict
from markscheme.metrics.base import Category
from markscheme.reports.output import Cells, layouts, page, page_template, rendered
from markscheme.reports.overview import counted_group
from markscheme.reports.report import Report, ReviewedDocument, UnmarkedText, problem_words, reviewed_document
from markscheme.wording import percent, person_name

CLASS = "The class"
_NUMBER = re.compile(r"[0-9]+")
REWRITTEN_SENTENCES = "rewritten sentences"
"""The row of the errors in passages that are rewritten freely: nobody can say of which kind they are."""
_FOUND = (Verdict.CORRECT, Verdict.PARTLY)
_MISSED = (Verdict.DIFFERENT, Verdict.MISSED)


@shape(name="ProgressTally")
@attrs.frozen
class Tally:
    """Numbers of errors. Those of sentences that are rewritten freely are a kind of their own."""

    made: int = 0
    """The errors that there were to correct."""
    found: int = 0
    """Those that were corrected, wholly or in part."""
    missed: int = 0
    """Those that were left, or changed otherwise than by any teacher: ``made`` without ``found``."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.made + other.made, self.found + other.found, self.missed + other.missed)

    @property
    def share(self) -> float | None:
        """``found / made`` in [0, 1]; ``None`` where there was nothing to correct."""
        return self.found / self.made if self.made else None


NOTHING = Tally()
_OUTCOMES: Mapping[str, Callable[[Tally], int]] = MappingProxyType(
    {"made": attrgetter("made"), "found": attrgetter("found"), "missed": attrgetter("missed")}
)


Tallies = tuple[Tally | None, ...]
"""One for each assignment; ``None`` for one that was not handed in or can't be compared."""


@shape("group", "tallies", name="ProgressGroup")
class KindProgress(NamedTuple):
    """One kind of error over the assignments."""

    group: str
    """The group, in a teacher's words."""
    tallies: Tallies
    """One element for each assignment; ``null`` for one that was not handed in or can't be compared."""


@shape(
    *("person", "name", "totals", "tallies"),
    name="ProgressCourse",
    renamed={"person": "name", "name": "label", "tallies": "groups"},
)
@attrs.frozen
class Course:
    """What one student, or the class, did over the assignments.

    The notes say which texts are left out because they can't be marked or compared.
    """

    name: str
    """The name as people read it."""
    person: str
    """The student's name, by which ``markscheme/places`` knows the student; empty for the class."""
    tallies: tuple[KindProgress, ...]
    """The kinds of errors with places; those with the most errors come first."""
    totals: Tallies
    """All kinds of errors together, one element for each assignment."""
    notes: tuple[str, ...] = ()

    def row(self, group: str) -> Tallies:
        """Return the tallies of a kind of error, by assignment; empty where it has none."""
        return dict(self.tallies).get(group, ())


@shape("name", "folder", "assignments", "whole", "people", renamed={"folder": "uri"}, uris=("folder",))
@attrs.frozen
class ProgressClass:
    """The progress of one class."""

    folder: Path
    """The folder's URI."""
    assignments: tuple[str, ...]
    """The names of the assignments, in the order of ``markscheme.toml``, or else by name. Names that differ by numbers
    alone stand by these."""
    whole: Course
    """The class as one."""
    people: tuple[Course, ...]
    """The students, by name. Of several versions of one text, the one that counts takes part."""

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def courses(self) -> tuple[Course, ...]:
        return self.whole, *self.people


@shape()
@attrs.frozen
class Progress:
    """The answer of ``markscheme/progress``."""

    classes: tuple[ProgressClass, ...]
    """The classes that have marks."""
    missing: tuple[str, ...]
    """Who and what is missing, and why, in plain words."""

    @classmethod
    def of(cls, report: Report) -> "Progress":
        problems = map(problem_words, (*report.absent, *report.problems))
        return cls(progress_of(report), (*problems, *_not_compared(report), *_estimated(report)))


def progress_of(report: Report) -> tuple[ProgressClass, ...]:
    """Return each class's progress, in the order of first documents; of several versions of a text one takes part."""
    left_out = [*report.unmarked, *left_out_texts(report)]
    classes: dict[Path, list[ReviewedDocument]] = {}
    for document in report.counting:
        classes.setdefault(document.folder, []).append(document)
    return tuple(
        _class_progress(folder, documents, [text for text in left_out if text.folder == folder])
        for folder, documents in classes.items()
    )


def left_out_texts(report: Report) -> Iterator[UnmarkedText]:
    """Yield the texts that could be marked and can't be compared with others, each with the reason."""
    for item in report.counting:
        marks = item.review.marks
        if marks is not None and not is_compared(item.review):
            yield _left_out(item, f"left out, {marks.verdicts.mark}")
    for item in report.estimated:
        yield _left_out(item, "left out, no teacher has corrected it")


def _left_out(document: ReviewedDocument, reason: str) -> UnmarkedText:
    return UnmarkedText(document.person, document.assignment, document.folder, document.path, reason)


def _class_progress(
    folder: Path, documents: Sequence[ReviewedDocument], unmarked: Sequence[UnmarkedText]
) -> ProgressClass:
    assignments = _in_time([*dict.fromkeys(document.assignment for document in documents)])
    own: dict[str, list[ReviewedDocument]] = {}
    for document in documents:
        own.setdefault(document.person, []).append(document)
    notes: dict[str, tuple[str, ...]] = {}
    for text in unmarked:
        notes[text.student] = (*notes.get(text.student, ()), f"{text.assignment}: {text.reason}")
    people = sorted({*own, *notes}, key=lambda person: (person_name(person).casefold(), person))
    courses = (_course(person_name(person), person, own.get(person, []), assignments) for person in people)
    return ProgressClass(
        folder,
        assignments,
        _course(CLASS, "", documents, assignments),
        tuple(attrs.evolve(course, notes=notes.get(course.person, ())) for course in courses),
    )


def _in_time(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of assignments in an order in which those that differ by numbers alone stand by these.

    >>> _in_time(["Test", "week 10", "Essay", "week 2"])
    ('Test', 'week 2', 'Essay', 'week 10')
    """
    series: dict[str, list[str]] = {}
    for name in names:
        series.setdefault(_NUMBER.sub("0", name), []).append(name)
    ordered = {key: iter(sorted(own, key=_numbers)) for key, own in series.items()}
    return tuple(next(ordered[_NUMBER.sub("0", name)]) for name in names)


def _numbers(name: str) -> list[int]:
    return [int(number) for number in _NUMBER.findall(name)]


def _course(name: str, person: str, documents: Sequence[ReviewedDocument], assignments: Sequence[str]) -> Course:
    compared = [item for item in documents if is_compared(item.review)]
    cells: dict[tuple[str, str], Tally] = {}
    for document in compared:
        for finding in document.review.findings:
            if tally := _tally(finding):
                key = progress_group(finding, document.language, document.groups), document.assignment
                cells[key] = cells.get(key, NOTHING) + tally
    handed_in = {item.assignment for item in compared}
    groups = sorted({group for group, _ in cells}, key=lambda group: (-_made(cells, group), group))
    tallies = [
        KindProgress(
            group, tuple(cells.get((group, item), NOTHING) if item in handed_in else None for item in assignments)
        )
        for group in groups
    ]
    columns = zip(*(kind.tallies for kind in tallies), strict=True) if tallies else ((),) * len(assignments)
    return Course(name, person, tuple(tallies), tuple(map(_sum, columns)))


def progress_group(finding: Finding, language: str, groups: ErrorGroups) -> str:
    """Return the row that a finding counts in: its kind of error, or that of sentences that are rewritten freely."""
    return ErrorKinds(language, groups).group(finding.error_type) or REWRITTEN_SENTENCES


def is_compared(review: DocumentReview) -> bool:
    """Return whether a text takes part: it has marks, and enough of it follows the text that was to be corrected."""
    marks = review.marks
    return marks is not None and marks.verdicts.is_comparable


def _made(cells: dict[tuple[str, str], Tally], group: str) -> int:
    return sum(tally.made for (name, _), tally in cells.items() if name == group)


def counts_as(finding: Finding, outcome: str) -> bool:
    """Return whether a finding is one of the places of a number: ``made``, ``found`` or ``missed``."""
    tally, count = _tally(finding), _OUTCOMES.get(outcome)
    return tally is not None and count is not None and count(tally) > 0


def _tally(finding: Finding) -> Tally | None:
    """A passage that is rewritten freely has all corrections that were needed in it."""
    if finding.place is None or finding.verdict not in (*_FOUND, *_MISSED):
        return None
    if finding.place.rewritten:
        made, found = finding.place.needs, int(finding.place.points.earned)
        return Tally(made, found, made - found) if made else None
    is_found = finding.verdict in _FOUND
    return Tally(1, int(is_found), int(not is_found))


def _sum(tallies: Iterable[Tally | None]) -> Tally | None:
    handed_in = [item for item in tallies if item is not None]
    return sum(handed_in, NOTHING) if handed_in else None


COLUMNS = ("name", "assignment", "group", "made", "found", "missed")


def _progress_cells(classes: Sequence[ProgressClass]) -> Cells:
    """Return the tallies, with each class as a person; what was not handed in, or can't be compared, has no row."""
    rows = (
        (course.name, assignment, group, tally.made, tally.found, tally.missed)
        for progress in classes
        for course in progress.courses
        for group, row in course.tallies
        for assignment, tally in zip(progress.assignments, row, strict=True)
        if tally is not None
    )
    return COLUMNS, rows


NOT_HANDED_IN = "–"
MOST_GROUPS = 8
"""Largest number of kinds of errors that are listed for a person; the most frequent ones are."""


def _progress_text(classes: Sequence[ProgressClass], width: int, colour: bool = False) -> str:
    parts: list[Table | Text] = []
    for item in classes:
        for course in item.courses:
            notes = [Text(note) for note in course.notes]
            parts += [Text(course.name, style="bold"), *notes, _table(course, item.assignments), Text()]
    return rendered(parts, width, colour)


def cell(tally: Tally | None) -> str:
    """Return a tally in words.

    >>> cell(Tally(4, 3, 1)), cell(Tally()), cell(None)
    ('3 of 4', '', '–')
    """
    if tally is None:
        return NOT_HANDED_IN
    return f"{tally.found} of {tally.made}" if tally.made else ""


def _table(course: Course, assignments: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2), header_style="dim")
    table.add_column("")
    for name in assignments:
        table.add_column(name, justify="right")
    table.add_row("all", *map(_total, course.totals), style="bold")
    for group, row in course.tallies[:MOST_GROUPS]:
        table.add_row(group, *map(cell, row))
    return table


def _total(tally: Tally | None) -> str:
    share = None if tally is None else tally.share
    return cell(tally) if share is None else f"{cell(tally)} ({percent(share)})"


_BAR, _GAP, _HEIGHT = 22, 14, 40
"""Width of a bar, space between two, and the height of a bar for everything found, in pixels."""


@attrs.frozen
class _Bar:
    """A text's bar: its left edge, its height (``None`` for none), and the numbers below it."""

    x: int
    height: float | None
    words: str


def _progress_page(classes: Sequence[ProgressClass]) -> str:
    return page("progress", classes=classes, most=MOST_GROUPS, chart=_chart)


def _chart(title: str, tallies: Sequence[Tally | None], assignments: Sequence[str]) -> Markup:
    words = [f"{name} {cell(tally) or 'nothing'}" for name, tally in zip(assignments, tallies, strict=False)]
    bars = [_bar(number, tally) for number, tally in enumerate(tallies)]
    width = max(len(bars) * (_BAR + _GAP), 60)
    rendered = page_template("progress_chart").render(title=title, label=", ".join(words), width=width, bars=bars)
    return Markup(rendered)  # noqa: S704 - a template that escapes


def _bar(number: int, tally: Tally | None) -> _Bar:
    x = number * (_BAR + _GAP) + _GAP // 2
    if tally is None:
        return _Bar(x, None, NOT_HANDED_IN)
    if tally.share is None:
        return _Bar(x, None, "")
    return _Bar(x, round(_HEIGHT * tally.share, 1), f"{tally.found}/{tally.made}")


LAYOUTS = layouts(text=_progress_text, cells=_progress_cells, html=_progress_page)


LARGEST = 5
"""The largest number of texts without a teacher's correction that are named."""


def _not_compared(report: Report) -> list[str]:
    marked = {item.path for item in report.documents}
    return [
        f"{person_name(item.student)} ({item.assignment}): {item.reason}"
        for item in left_out_texts(report)
        if item.path in marked
    ]


def _estimated(report: Report) -> list[str]:
    names = [f"{person_name(item.student)} ({item.assignment})" for item in report.estimated]
    if not names:
        return []
    more = f" and {len(names) - LARGEST} more" if len(names) > LARGEST else ""
    return [f"No teacher has corrected these texts, so they don't count: {', '.join(names[:LARGEST])}{more}"]


@attrs.frozen
class PlaceFilter:
    """Which places of a class are wanted; ``None`` leaves a part open.

    ``kind`` is a verdict, or one of CLEME2.0's categories; ``type`` is ERRANT's. A group holds no sentence that is
    rewritten freely; with an outcome, it is a row of progress. ``outcome`` is a number of
    :class:`~markscheme.reports.progress.Tally`: ``made``, ``found`` or ``missed``. It counts nothing of a version in
    whose place another one counts. A sentence that is rewritten freely is one place, and may count several times.
    """

    folder: Path | None = None
    assignment: str | None = None
    student: str | None = None
    kind: str | None = None
    group: str | None = None
    type: str | None = None
    outcome: str | None = None

    @property
    def vocabulary(self) -> VocabularyName | None:
        """The vocabulary that has such numbers; ``None`` if every one has."""
        if self.type is not None or self.kind in {category.value for category in Category}:
            return "cleme2"
        return None if self.group is None and self.kind is None and self.outcome is None else "verdicts"

    def takes_exercise(self, exercise: Exercise) -> bool:
        return (
            self.folder in (None, exercise.class_folder)
            and self.assignment in (None, exercise.assignment)
            and (exercise.student is None or self.student in (None, exercise.student))
        )

    def narrowed(self, exercise: Exercise) -> Exercise:
        """Return an exercise without the files that hold no correction of the student's; a file may hold several."""
        wanted = (
            item
            for item in exercise.hypotheses
            if self.takes_student(item.identity) or FORMATS.is_self_contained(item.path)
        )
        return attrs.evolve(exercise, hypotheses=tuple(wanted))

    def takes_student(self, person: str) -> bool:
        return self.student in (None, person)

    def takes(self, finding: Finding, exercise: Exercise) -> bool:
        return (
            finding.kind is not None
            and self.kind in (None, finding.kind.value)
            and self.type in (None, finding.type)
            and (self.group is None or self.group == self._group(finding, exercise))
            and (self.outcome is None or counts_as(finding, self.outcome))
        )

    def _group(self, finding: Finding, exercise: Exercise) -> str | None:
        if self.outcome is None:
            return counted_group(finding, exercise)
        return progress_group(finding, exercise.marking.language or DEFAULT_LANGUAGE, exercise.groups)

    def takes_text(self, path: Path, exercise: Exercise, review: DocumentReview) -> bool:
        """Return whether a text's places are wanted; a number of progress counts not every text."""
        return self.outcome is None or (is_compared(review) and path not in superseded(exercise))


@shape(
    *("document.person", "label", "document.assignment", "document.path", "document.lines", "document.author"),
    *("document.view", "range", "finding.verdict", "category", "rewritten", "group", "finding.type"),
    *("before", "words", "after", "finding.source", "change", "references"),
    renamed={"document.person": "student", "document.path": "uri"},
    uris=("document.path", "document.view"),
)
@attrs.frozen
class ClassPlace:
    """A place in a student's text, with its sentence."""

    document: ReviewedDocument
    finding: Finding
    range: Range
    """The place in the document."""
    group: str
    """The group of errors, in a teacher's words; empty for a rewritten sentence, and in CLEME2.0's vocabulary."""
    before: str
    """The sentence before the place."""
    words: str
    """The words of the place; empty where words are missing."""
    after: str
    """The sentence after the place."""

    @property
    def label(self) -> str:
        """The name as people read it."""
        return person_name(self.document.person)

    @property
    def category(self) -> Category | None:
        """Its category, in CLEME2.0's vocabulary, else ``null``."""
        return self.finding.category if self.finding.place is None else None

    @property
    def rewritten(self) -> bool:
        """Whether the whole sentence is rewritten freely."""
        return self.finding.place is not None and self.finding.place.rewritten

    @property
    def change(self) -> str:
        """What the student did, in words."""
        return self.finding.did()

    @property
    def references(self) -> tuple[TeacherVersion, ...]:
        """What the references have, those that the verdict was judged against first."""
        return tuple(self.finding.versions())


@shape()
@attrs.frozen
class Places:
    """The answer of ``markscheme/places``."""

    places: tuple[ClassPlace, ...]
    """The places, by assignment, student and place."""


def student_places(
    reviewed: ItemOutcome,
    wanted: PlaceFilter,
    vocabulary: VocabularyName,
    read: TextSource,
    encoding: PositionEncoding,
) -> list[ClassPlace]:
    """Return the places of a correction that a filter takes, in the order of the text.

    Raise DocumentError if the file can't be read any more.
    """
    item, review = reviewed.item, reviewed.outcome.review
    if review is None or not wanted.takes_student(item.person) or item.path in superseded(item.exercise):
        return []
    if not wanted.takes_text(item.path, item.exercise, review):
        return []
    findings = [
        finding for finding in review.in_vocabulary(vocabulary).findings if wanted.takes(finding, item.exercise)
    ]
    document = reviewed_document(reviewed, read) if findings else None
    if document is None:
        return []
    index = LineIndex(document.text)
    findings.sort(key=lambda one: (one.span.start, one.span.end))
    return [
        ClassPlace(
            document,
            finding,
            index.range(finding.span, encoding),
            counted_group(finding, item.exercise) or "",
            *_sentence(finding, review.passages[finding.passage]),
        )
        for finding in findings
    ]


def _sentence(finding: Finding, passage: PassageReview) -> tuple[str, str, str]:
    """Return the words before a finding, its own, and those after it."""
    text, begin = passage.text, passage.text_span.start
    start = min(max(finding.text_span.start - begin, 0), len(text))
    end = min(max(finding.text_span.end - begin, start), len(text))
    return text[:start], text[start:end], text[end:]
