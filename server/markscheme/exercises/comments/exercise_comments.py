"""The comments of an exercise: the bank in use, what its teachers gave, and the margins of its references."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import attrs

from markscheme.exercises.comments.bank import CommentBank
from markscheme.exercises.comments.bank_file import read_bank
from markscheme.exercises.comments.given_comment import GivenComment, newest
from markscheme.exercises.comments.given_file import read_given
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import read_texts
from markscheme.formats.base import DocumentFile
from markscheme.formats.document import Document, MarginComment
from markscheme.formats.registry import format_of, has_lines
from markscheme.languages.catalogue import DEFAULT_LANGUAGE, find_language
from markscheme.text.errors import DocumentError, MissingDocument
from markscheme.text.reading import TextSource, read_text


@attrs.frozen
class ReferenceComment:
    """A comment in the margin of a reference, with the reference as it is lined up."""

    reference: Document
    comment: MarginComment


@attrs.frozen
class ExerciseComments:
    """The comments of an exercise.

    Attributes
    ----------
    bank
        The comments that places are given by themselves; empty where none is in use.
    given
        The newest of the teachers' on each topic.
    problems
        Why a file can't be read; the others count.
    margin
        What stands in the margins of its references.
    """

    bank: CommentBank = CommentBank()
    given: tuple[GivenComment, ...] = ()
    problems: tuple[DocumentError, ...] = ()
    margin: tuple[ReferenceComment, ...] = ()


def comments_of(exercise: Exercise, read: TextSource, language: str | None = None) -> ExerciseComments | None:
    """Return an exercise's comments; ``None`` where no bank is in use and no teacher has given any.

    Parameters
    ----------
    language
        The code of the language of the settings, where the configuration names none.
    """
    problems: list[DocumentError] = []
    given = _given(exercise.given_comments, read, problems)
    margin = tuple(item for reference in exercise.references for item in _margin(reference, problems))
    settings = exercise.comments
    if not settings.is_on:
        is_empty = not (given or problems or margin)
        return None if is_empty else ExerciseComments(given=given, problems=tuple(problems), margin=margin)
    bank = CommentBank()
    if settings.bank is not None:
        try:
            bank = read_bank(settings.bank, read)
        except DocumentError as problem:
            problems.append(problem)
    code = exercise.marking.language or language or DEFAULT_LANGUAGE
    below = language_bank(code) if settings.builtin else CommentBank()
    return ExerciseComments(bank.over(below), given, tuple(problems), margin)


def language_bank(language: str = DEFAULT_LANGUAGE) -> CommentBank:
    """Return the bank of a language, given by its code; an empty one where it has none."""
    path = find_language(language).comments
    return read_bank(path) if path is not None else CommentBank()


def _given(path: Path | None, read: TextSource, problems: list[DocumentError]) -> tuple[GivenComment, ...]:
    if path is None:
        return ()
    try:
        return newest(read_given(read(path), path))
    except MissingDocument:
        return ()
    except DocumentError as problem:
        problems.append(problem)
        return ()


def _margin(reference: Participant, problems: list[DocumentError]) -> tuple[ReferenceComment, ...]:
    """Return what stands in the margin of a reference's file; text files have none, and one may be unreadable."""
    path = reference.path
    if has_lines(path):
        return ()
    try:
        state = path.stat()
        return _margin_of(reference, state.st_mtime_ns, state.st_size)
    except OSError:
        return ()
    except DocumentError as problem:
        problems.append(problem)
        return ()


@lru_cache(maxsize=64)
def _margin_of(reference: Participant, _time: int, _size: int) -> tuple[ReferenceComment, ...]:
    """Return what stands in the margin of a file of a certain time and size: each document of a class needs it."""
    file = DocumentFile(reference.path, read_text)
    return tuple(_distinct(reference, file))


def _distinct(reference: Participant, file: DocumentFile) -> Iterator[ReferenceComment]:
    """Yield each comment once: with its author's own correction, or else with the first of the file."""
    corrections = read_texts(reference, read_text).corrections
    for number, document in enumerate(corrections):
        for comment in format_of(document).margin_comments(file, document):
            owners = [place for place, item in enumerate(corrections) if comment.author in item.authors]
            if number == (owners[0] if owners else 0):
                author = comment.author or reference.identity
                yield ReferenceComment(document, attrs.evolve(comment, author=author))
