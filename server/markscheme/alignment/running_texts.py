"""The texts of an exercise as running text: what a person compares side by side.

Of files that hold several texts, M2, CriticMarkup and Word documents, the texts and not the markup; an M2 file's
have a line a sentence.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from markscheme.alignment.parallel import read_parallel, wanted_annotators
from markscheme.exercises.exercises import Exercise, Participant
from markscheme.exercises.material import WORD, read_texts
from markscheme.formats.document import Document
from markscheme.formats.m2 import looks_like_m2, read_m2
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource
from markscheme.text.segments import Segment

SOURCE = "source"


@attrs.frozen
class RunningText:
    """One text.

    Attributes
    ----------
    name
        Whose it is.
    path
        The file that holds it.
    text
        ``None`` where ``problem`` says why it can't be read.
    whole
        Whether it is its file's very text.
    author
        Whose it is in its file, where that holds several.
    """

    name: str
    path: Path
    text: str | None
    whole: bool
    author: str | None = None
    problem: DocumentError | None = None


@attrs.frozen
class ExerciseTexts:
    """An exercise's source, the hypothesis that was asked about, if one was, and its references."""

    source: RunningText
    hypothesis: RunningText | None
    references: tuple[RunningText, ...]


def exercise_texts(exercise: Exercise, path: Path, read: TextSource, author: str | None = None) -> ExerciseTexts:
    """The texts of an exercise, asked about one of its documents.

    Parameters
    ----------
    author
        Of a hypothesis's file that holds several corrections, whose is wanted; the first one's if nobody is named.

    Raises
    ------
    DocumentError
        If the source or the hypothesis can't be read or is not there; a reference tells of that itself.
    """
    named = [item for item in exercise.hypotheses if item.path == path]
    wanted = next((item for item in named if author == item.author), next(iter(named), None))
    own = _file_texts(wanted, read) if wanted is not None else None
    references: list[RunningText] = []
    carried = [own.source] if own else []
    for item in exercise.references:
        try:
            found = _file_texts(item, read)
        except DocumentError as problem:
            references.append(RunningText(item.name, item.path, None, False, item.author, problem))
            continue
        references += found.corrections
        carried.append(found.source)
    return ExerciseTexts(
        _source(exercise, read, carried), None if own is None else _of_author(own, author, path), tuple(references)
    )


@attrs.frozen
class _FileTexts:
    source: RunningText | None
    corrections: tuple[RunningText, ...]


def _source(exercise: Exercise, read: TextSource, carried: Sequence[RunningText | None]) -> RunningText:
    """The source's file, or else the first file that carries the source."""
    if exercise.source is not None:
        own = _file_texts(Participant(SOURCE, exercise.source), read)
        return own.source or own.corrections[0]
    found = next((item for item in carried if item is not None), None)
    if found is None:
        raise DocumentError(f"the exercise {exercise.name!r} has no source", path=exercise.folder)
    return found


def _of_author(own: _FileTexts, author: str | None, path: Path) -> RunningText:
    found = next((item for item in own.corrections if author in (None, item.author)), None)
    if found is None:
        raise DocumentError(f"there is no correction by {author!r} in this document", path=path)
    return found


def _file_texts(participant: Participant, read: TextSource) -> _FileTexts:
    texts = read_texts(participant, read)
    [first, *others] = texts.corrections
    if first.places is None and looks_like_m2(first.text):
        return _m2_texts(first, participant)
    path = participant.path
    whole = texts.source is None and path.suffix.lower() != WORD
    source = RunningText(SOURCE, path, texts.source.text, False) if texts.source else None
    corrections = (
        RunningText(item.name, path, item.text, whole, item.name if others else participant.author)
        for item in texts.corrections
    )
    return _FileTexts(source, tuple(corrections))


def _m2_texts(document: Document, participant: Participant) -> _FileTexts:
    """Under the names that findings have for them."""
    path = participant.path
    numbers = wanted_annotators(read_m2(document.text, path), participant.author, path)
    corrections: list[RunningText] = []
    sources: tuple[Segment, ...] = ()
    for number in numbers:
        several = len(numbers) > 1
        name = f"{participant.name}#{number}" if several else participant.name
        for text in read_parallel(document.text, name, path, str(number)):
            author = str(number) if several else participant.author
            lines = _lines(side.segment for side in text.sides)
            corrections.append(RunningText(text.name, path, lines, False, author))
            sources = text.sources or ()
    return _FileTexts(RunningText(SOURCE, path, _lines(sources), False), tuple(corrections))


def _lines(sentences: Iterable[Segment]) -> str:
    return "".join(f"{' '.join(sentence.tokens)}\n" for sentence in sentences)
