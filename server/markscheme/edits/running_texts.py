"""An exercise's texts as a person compares them: running text, without marks of corrections."""

from collections.abc import Sequence
from pathlib import Path

import attrs

from markscheme.documents.files import TextSource
from markscheme.documents.formats import format_of
from markscheme.errors import DocumentError
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import read_texts

SOURCE = "source"


@attrs.frozen
class RunningText:
    """One text; ``problem`` says why it can't be read.

    ``author``: whose it is in its file, where that holds texts of several people.
    """

    name: str
    """The name in findings and reports; ``source`` for the source."""
    path: Path
    """The file's URI."""
    text: str | None
    """The text; ``null`` if the file can't be read."""
    whole: bool
    """Whether the file holds exactly this text. If so, a client may open the file instead."""
    author: str | None = None
    problem: DocumentError | None = None


@attrs.frozen
class ExerciseTexts:
    """An exercise's source, the hypothesis that is compared, if one is, and its references."""

    source: RunningText
    hypothesis: RunningText | None
    references: tuple[RunningText, ...]


def exercise_texts(exercise: Exercise, path: Path, read: TextSource, author: str | None = None) -> ExerciseTexts:
    """Return the texts of an exercise, with the one hypothesis that a document holds: ``author``'s, or the first one.

    Raise DocumentError if source or hypothesis is missing or unreadable; the result has an unreadable reference's
    problem.
    """
    named = [item for item in exercise.hypotheses if item.path == path]
    participant = next((item for item in named if author == item.person), next(iter(named), None))
    hypothesis = _file_texts(participant, read) if participant is not None else None
    references: list[RunningText] = []
    carried = [hypothesis.source] if hypothesis else []
    for item in exercise.references:
        try:
            texts = _file_texts(item, read)
        except DocumentError as problem:
            references.append(RunningText(item.name, item.path, None, False, item.person, problem))
            continue
        references += texts.corrections
        carried.append(texts.source)
    return ExerciseTexts(
        _running_texts_source(exercise, read, carried),
        None if hypothesis is None else _of_author(hypothesis, author, path),
        tuple(references),
    )


@attrs.frozen
class _FileTexts:
    source: RunningText | None
    corrections: tuple[RunningText, ...]


def _running_texts_source(exercise: Exercise, read: TextSource, carried: Sequence[RunningText | None]) -> RunningText:
    if exercise.source is not None:
        texts = _file_texts(Participant(SOURCE, exercise.source), read)
        return texts.source or texts.corrections[0]
    source = next((item for item in carried if item is not None), None)
    if source is None:
        raise DocumentError(f"the exercise {exercise.name!r} has no source", path=exercise.folder)
    return source


def _of_author(texts: _FileTexts, author: str | None, path: Path) -> RunningText:
    correction = next((item for item in texts.corrections if author in (None, item.author)), None)
    if correction is None:
        raise DocumentError(f"there is no correction by {author!r} in this document", path=path)
    return correction


def _file_texts(participant: Participant, read: TextSource) -> _FileTexts:
    path = participant.path
    texts = read_texts(participant, read)
    form = format_of(texts.corrections[0])
    unmarked = [form.running_texts(item) for item in (*texts.corrections, *texts.alternatives)]
    source = next((item.source for item in unmarked if item.source), texts.source)
    whole = form.has_lines and not form.carries_source and texts.corrections[0].places is None
    corrections = (
        RunningText(item.name, path, item.text, whole, item.author or participant.person)
        for item_texts in unmarked
        for item in item_texts.corrections
    )
    return _FileTexts(RunningText(SOURCE, path, source.text, False) if source else None, tuple(corrections))
