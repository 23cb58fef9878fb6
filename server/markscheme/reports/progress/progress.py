"""What there was to correct, what was found and what was missed: by person, assignment and kind of error.

Pure: reviewed documents in, sums out.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType

import attrs

from markscheme.exercises.people import ErrorGroups
from markscheme.marking.review.document_review import DocumentReview
from markscheme.marking.review.findings import Finding
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.people import person_name
from markscheme.marking.wording.place_words import group_of
from markscheme.marking.wording.words import mark
from markscheme.reports.report import Report, ReviewedDocument, UnmarkedText

CLASS = "The class"
_NUMBER = re.compile(r"[0-9]+")
REWRITTEN_SENTENCES = "rewritten sentences"
"""The row of the errors in passages that are rewritten freely: nobody can say of which kind they are."""
_FOUND = (Verdict.CORRECT, Verdict.PARTLY)
_MISSED = (Verdict.DIFFERENT, Verdict.MISSED)


@attrs.frozen
class Tally:
    """Numbers of places.

    Attributes
    ----------
    made
        Errors that there were to correct.
    found
        Those that were corrected, wholly or in part.
    missed
        Those that were left, or changed otherwise than by any teacher.
    """

    made: int = 0
    found: int = 0
    missed: int = 0

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


@attrs.frozen
class Course:
    """What one person, or the class, did over the assignments.

    Attributes
    ----------
    name
        The name as people read it.
    person
        The name that the person has in all of their documents; empty for the class.
    tallies
        A tally for each kind of error with places, and in it for each assignment; ``None`` for an assignment that was
        not handed in or can't be compared.
    notes
        What was handed in and is left out: it can't be marked, or its mark can't be compared. In words.
    """

    name: str
    person: str
    tallies: tuple[tuple[str, tuple[Tally | None, ...]], ...]
    notes: tuple[str, ...] = ()

    @property
    def totals(self) -> tuple[Tally | None, ...]:
        """The sums over all kinds of errors, by assignment."""
        columns = zip(*(row for _, row in self.tallies), strict=True)
        return tuple(_sum(column) for column in columns)

    def row(self, group: str) -> tuple[Tally | None, ...]:
        """Return the tallies of a kind of error, by assignment; empty where it has none."""
        return dict(self.tallies).get(group, ())


@attrs.frozen
class Progress:
    """The progress of one class.

    Attributes
    ----------
    folder
        The class's folder.
    assignments
        Their names, in the order of ``markscheme.toml``, and without it by name. Names that differ by numbers alone, as
        those of weeks, stand by these. An exercise has no date, so there is no other order.
    whole
        The class as one.
    people
        In the order of their names.
    """

    folder: Path
    assignments: tuple[str, ...]
    whole: Course
    people: tuple[Course, ...]


def progress_of(report: Report) -> tuple[Progress, ...]:
    """Return the progress of each class in a report, in the order of their first documents.

    Of several versions of one text, the one that counts takes part.
    """
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
            yield _left_out(item, f"left out, {mark(marks.verdicts)}")
    for item in report.estimated:
        yield _left_out(item, "left out, no teacher has corrected it")


def _left_out(document: ReviewedDocument, reason: str) -> UnmarkedText:
    return UnmarkedText(document.person, document.assignment, document.folder, document.path, reason)


def _class_progress(folder: Path, documents: Sequence[ReviewedDocument], unmarked: Sequence[UnmarkedText]) -> Progress:
    assignments = _in_time([*dict.fromkeys(document.assignment for document in documents)])
    own: dict[str, list[ReviewedDocument]] = {}
    for document in documents:
        own.setdefault(document.person, []).append(document)
    notes: dict[str, tuple[str, ...]] = {}
    for text in unmarked:
        notes[text.student] = (*notes.get(text.student, ()), f"{text.assignment}: {text.reason}")
    people = sorted({*own, *notes}, key=lambda person: (person_name(person).casefold(), person))
    courses = (_course(person_name(person), person, own.get(person, []), assignments) for person in people)
    return Progress(
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
    return Course(
        name,
        person,
        tuple(
            (group, tuple(cells.get((group, item), NOTHING) if item in handed_in else None for item in assignments))
            for group in groups
        ),
    )


def progress_group(finding: Finding, language: str, groups: ErrorGroups) -> str:
    """Return the row that a finding counts in: its kind of error, or that of sentences that are rewritten freely."""
    return group_of(finding, language, groups) or REWRITTEN_SENTENCES


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
    """Return a finding's own tally; ``None`` where there was nothing to correct.

    A passage that is rewritten freely has all corrections that were needed in it.
    """
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


def courses(progress: Progress) -> Iterator[Course]:
    """Yield the class as one, then each person."""
    yield progress.whole
    yield from progress.people
