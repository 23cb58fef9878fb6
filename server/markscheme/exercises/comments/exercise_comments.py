"""The comments of an exercise: the bank in use, and what its teachers gave, with why a file can't be read."""

from pathlib import Path

import attrs

from markscheme.exercises.comments.bank import CommentBank
from markscheme.exercises.comments.bank_file import read_bank
from markscheme.exercises.comments.given_comment import GivenComment, newest
from markscheme.exercises.comments.given_file import read_given
from markscheme.exercises.exercise import Exercise
from markscheme.languages.catalogue import DEFAULT_LANGUAGE, find_language
from markscheme.text.errors import DocumentError, MissingDocument
from markscheme.text.reading import TextSource


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
    """

    bank: CommentBank = CommentBank()
    given: tuple[GivenComment, ...] = ()
    problems: tuple[DocumentError, ...] = ()


def comments_of(exercise: Exercise, read: TextSource, language: str | None = None) -> ExerciseComments | None:
    """Return an exercise's comments; ``None`` where no bank is in use and no teacher has given any.

    Parameters
    ----------
    language
        The code of the language of the settings, where the configuration names none.
    """
    problems: list[DocumentError] = []
    given = _given(exercise.given_comments, read, problems)
    settings = exercise.comments
    if not settings.is_on:
        return ExerciseComments(given=given, problems=tuple(problems)) if given or problems else None
    bank = CommentBank()
    if settings.bank is not None:
        try:
            bank = read_bank(settings.bank, read)
        except DocumentError as problem:
            problems.append(problem)
    code = exercise.marking.language or language or DEFAULT_LANGUAGE
    below = language_bank(code) if settings.builtin else CommentBank()
    return ExerciseComments(bank.over(below), given, tuple(problems))


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
