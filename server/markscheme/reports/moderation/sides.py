"""One teacher's side of a moderation: the class as marked there, with what the teacher decided and said."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from markscheme.exercises.exercise import Exercise
from markscheme.exercises.moderation.markings import Markings, markings_of
from markscheme.marking.wording.people import person_name, teacher_name
from markscheme.reports.report import Report, ReviewedDocument
from markscheme.text.errors import DocumentError


@attrs.frozen
class MarkedText:
    """A student's text with its exercise and the entries beside its references."""

    document: ReviewedDocument
    exercise: Exercise
    markings: Markings


@attrs.frozen
class Side:
    """One teacher's side.

    Attributes
    ----------
    texts
        By the assignment and the name that the first teacher's folder has for the student.
    """

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


def side_of(report: Report, exercises: Sequence[Exercise], folder: Path, name: Callable[[str], str] = str) -> Side:
    """Return a side.

    Parameters
    ----------
    name
        Return the first teacher's name for a student.

    Raises
    ------
    DocumentError
        If a file of decisions or comments is broken.
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
    return Side(folder, texts)


def _exercise_of(document: ReviewedDocument, exercises: Sequence[Exercise]) -> Exercise | None:
    for exercise in exercises:
        if exercise.name == document.exercise and any(item.path == document.path for item in exercise.hypotheses):
            return exercise
    return None


def pairs_of(one: Side, other: Side) -> tuple[tuple[MarkedText, MarkedText], ...]:
    """Return the texts that both teachers marked, in the order of assignments and names.

    Raises
    ------
    DocumentError
        If there is none, or the folders are not of the same exercise: a text or the mark scheme differs.
    """
    keys = [key for key in one.texts if key in other.texts]
    if not keys:
        raise DocumentError(
            "no student's text is in both folders; they are not of the same exercise",
            path=other.folder,
            remedy="Names, or numbers with their key, say which texts belong together",
        )
    pairs = [(one.texts[key], other.texts[key]) for key in keys]
    for first, second in pairs:
        _check_same(first, second)
    return tuple(sorted(pairs, key=lambda pair: (pair[0].document.assignment, pair[0].document.student.casefold())))


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


def marking_pairs(
    pairs: Sequence[tuple[MarkedText, MarkedText]],
) -> tuple[tuple[Markings, Markings], ...]:
    """Return the entries of both teachers, each folder of references once."""
    by_folder = {str(sorted(one.markings.decision_paths.values())): (one.markings, two.markings) for one, two in pairs}
    return tuple(by_folder.values())
