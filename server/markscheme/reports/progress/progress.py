"""What there was to correct, what was found and what was missed: by person, assignment and kind of error.

Pure: reviewed documents in, sums out.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.marking.findings import Finding
from markscheme.marking.verdicts.verdict import Verdict
from markscheme.marking.wording.people import person_name
from markscheme.marking.wording.place_words import group_of
from markscheme.reports.report import Report, ReviewedDocument

CLASS = "The class"
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


@attrs.frozen
class Course:
    """What one person, or the class, did over the assignments.

    Attributes
    ----------
    tallies
        A tally for each kind of error with places, and in it for each assignment; ``None`` for an assignment that was
        not handed in or can't be compared.
    """

    name: str
    tallies: tuple[tuple[str, tuple[Tally | None, ...]], ...]

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
        Their names, in the order of the class.
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
    """Return the progress of each class in a report, in the order of their first documents."""
    folders = dict.fromkeys(document.folder for document in report.documents)
    return tuple(
        _class_progress(folder, [document for document in report.documents if document.folder == folder])
        for folder in folders
    )


def _class_progress(folder: Path, documents: Sequence[ReviewedDocument]) -> Progress:
    assignments = tuple(dict.fromkeys(document.assignment for document in documents))
    names = {document.student: person_name(document.student) for document in documents}
    people = sorted(names, key=lambda student: (names[student].casefold(), student))
    return Progress(
        folder,
        assignments,
        _course(CLASS, documents, assignments),
        tuple(
            _course(names[student], [item for item in documents if item.student == student], assignments)
            for student in people
        ),
    )


def _course(name: str, documents: Sequence[ReviewedDocument], assignments: Sequence[str]) -> Course:
    compared = [item for item in documents if item.review.marks is not None and _is_comparable(item)]
    cells: dict[tuple[str, str], Tally] = {}
    for document in compared:
        for finding in document.review.findings:
            if tally := _tally(finding):
                key = group_of(finding, document.language, document.groups), document.assignment
                cells[key] = cells.get(key, NOTHING) + tally
    handed_in = {item.assignment for item in compared}
    groups = sorted({group for group, _ in cells}, key=lambda group: (-_made(cells, group), group))
    return Course(
        name,
        tuple(
            (group, tuple(cells.get((group, item), NOTHING) if item in handed_in else None for item in assignments))
            for group in groups
        ),
    )


def _is_comparable(document: ReviewedDocument) -> bool:
    marks = document.review.marks
    return marks is not None and marks.verdicts.is_comparable


def _made(cells: dict[tuple[str, str], Tally], group: str) -> int:
    return sum(tally.made for (name, _), tally in cells.items() if name == group)


def _tally(finding: Finding) -> Tally | None:
    """Return a finding's own tally; ``None`` where there was nothing to correct, and for a rewritten passage."""
    if finding.place is None or finding.place.rewritten or finding.verdict not in (*_FOUND, *_MISSED):
        return None
    is_found = finding.verdict in _FOUND
    return Tally(1, int(is_found), int(not is_found))


def _sum(tallies: Iterable[Tally | None]) -> Tally | None:
    handed_in = [item for item in tallies if item is not None]
    return sum(handed_in, NOTHING) if handed_in else None


def courses(progress: Progress) -> Iterator[Course]:
    """Yield the class as one, then each person."""
    yield progress.whole
    yield from progress.people
