"""The places behind a class's numbers: each with its sentence, its student, and what the references have.

Pure: outcomes in, places out. A filter names one number of an overview, and the places are as many as that number.
"""

from pathlib import Path

import attrs

from markscheme.contract import shape
from markscheme.documents.files import TextSource
from markscheme.documents.formats import is_self_contained
from markscheme.documents.places import LineIndex, PositionEncoding, Range
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.upkeep import superseded
from markscheme.languages.language import DEFAULT_LANGUAGE
from markscheme.marking.driver import ItemOutcome
from markscheme.marking.review import DocumentReview, Finding, PassageReview, VocabularyName, in_vocabulary
from markscheme.marking.words import TeacherVersion, did, person_name, versions
from markscheme.metrics.base import Category
from markscheme.reports.overview import counted_group
from markscheme.reports.progress import counts_as, is_compared, progress_group
from markscheme.reports.report import ReviewedDocument, reviewed_document


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
        return did(self.finding)

    @property
    def references(self) -> tuple[TeacherVersion, ...]:
        """What the references have, those that the verdict was judged against first."""
        return tuple(versions(self.finding))


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
        finding for finding in in_vocabulary(review, vocabulary).findings if wanted.takes(finding, item.exercise)
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
