"""The places behind a class's numbers: each with its sentence, its student, and what the references have. Pure. A
filter names one number of an overview, and the places are as many as that number.
"""

from pathlib import Path

import attrs

from markscheme.exercises.exercise import Exercise
from markscheme.exercises.upkeep import superseded
from markscheme.formats.registry import is_self_contained
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.driver import ItemOutcome
from markscheme.marking.review.document_review import (
    DocumentReview,
    Finding,
    PassageReview,
    VocabularyName,
    in_vocabulary,
)
from markscheme.marking.wording.place_words import TeacherVersion, did, versions
from markscheme.metrics.base import Category
from markscheme.reports.overview import counted_group
from markscheme.reports.progress import counts_as, is_compared, progress_group
from markscheme.reports.report import ReviewedDocument, reviewed_document
from markscheme.text.files import TextSource


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
            item for item in exercise.hypotheses if self.takes_student(item.identity) or is_self_contained(item.path)
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


@attrs.frozen
class ClassPlace:
    """A place in a student's text: the sentence in three parts; ``words`` are empty where some are missing. The group
    is empty for a sentence that is rewritten freely, and for a chunk of CLEME2.0's.
    """

    finding: Finding
    before: str
    words: str
    after: str
    group: str
    deed: str
    references: tuple[TeacherVersion, ...]


@attrs.frozen
class StudentPlaces:
    """The places of one correction; ``person`` is the student's name."""

    document: ReviewedDocument
    person: str
    places: tuple[ClassPlace, ...]


def student_places(
    reviewed: ItemOutcome, wanted: PlaceFilter, vocabulary: VocabularyName, read: TextSource
) -> StudentPlaces | None:
    """Return a filter's places in order; raise DocumentError if the file can't be read any more."""
    item, review = reviewed.item, reviewed.outcome.review
    if review is None or not wanted.takes_student(item.person) or item.path in superseded(item.exercise):
        return None
    if not wanted.takes_text(item.path, item.exercise, review):
        return None
    findings = [
        finding for finding in in_vocabulary(review, vocabulary).findings if wanted.takes(finding, item.exercise)
    ]
    document = reviewed_document(reviewed, read) if findings else None
    if document is None:
        return None
    findings.sort(key=lambda one: (one.span.start, one.span.end))
    places = (_place(finding, review.passages[finding.passage], item.exercise) for finding in findings)
    return StudentPlaces(document, item.person, tuple(places))


def _place(finding: Finding, passage: PassageReview, exercise: Exercise) -> ClassPlace:
    begin, length = passage.text_span.start, len(passage.text)
    start = min(max(finding.text_span.start - begin, 0), length)
    end = min(max(finding.text_span.end - begin, start), length)
    text = passage.text
    group = counted_group(finding, exercise) or ""
    return ClassPlace(finding, text[:start], text[start:end], text[end:], group, did(finding), tuple(versions(finding)))
