"""The texts of a file by their roles: what a person sees of a file without lines, such as a Word document."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

from markscheme.exercises.discovery import exercises_of
from markscheme.exercises.exercise import Exercise, Participant, Role
from markscheme.exercises.material import read_texts, source_of, texts_by_author
from markscheme.formats.document import Document
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource


@attrs.frozen
class FileText:
    """One text of a file.

    Attributes
    ----------
    document
        The text as it is lined up and marked.
    author
        Names the text among those of its file. Of a file's texts one at most has ``None``.
    role
        ``None`` in a file of no exercise.
    participant
        The participant whose text it is; ``None`` for a source.
    """

    document: Document
    author: str | None
    exercise: Exercise | None = None
    role: Role | None = None
    participant: Participant | None = None


def file_texts(path: Path, read: TextSource) -> tuple[FileText, ...]:
    """Return the texts of a file, at least one: hypotheses, the source, references of the first exercise that has it.

    A file of no exercise has its corrections, without a role.

    Raises
    ------
    DocumentError
        If no text can be read, or the configuration that governs the folder is broken.
    """
    for exercise in exercises_of(path, read):
        return texts_in(exercise, path, read)
    corrections = texts_by_author(Participant(path.stem, path), read).corrections
    return tuple(_with_distinct_authors(FileText(item, item.author) for item in corrections))


def texts_in(exercise: Exercise, path: Path, read: TextSource) -> tuple[FileText, ...]:
    """Return the texts of a file in one of its exercises, as :func:`file_texts` orders them.

    Raises
    ------
    DocumentError
        If no text can be read.
    """
    return tuple(_with_distinct_authors(_in_exercise(exercise, path, read)))


def file_text(path: Path, author: str | None, read: TextSource) -> FileText:
    """Return the text of a file that an author's name stands for, or the first one.

    Raises
    ------
    DocumentError
        If the file can't be read, or has no such text.
    """
    for text in file_texts(path, read):
        if author in (None, text.author):
            return text
    raise DocumentError(f"there is no correction by {author!r} in this document", path=path)


def _in_exercise(exercise: Exercise, path: Path, read: TextSource) -> list[FileText]:
    texts: list[FileText] = []
    problems: list[DocumentError] = []
    for role, participant in _parts(exercise, path):
        try:
            texts += _texts_of(exercise, role, participant, read)
        except DocumentError as problem:
            problems.append(problem)
    if not texts:
        raise problems[0]
    return texts


def _parts(exercise: Exercise, path: Path) -> Iterator[tuple[Role, Participant | None]]:
    yield from (("hypothesis", item) for item in exercise.hypotheses if item.path == path)
    if exercise.source == path:
        yield "source", None
    yield from (("reference", item) for item in exercise.references if item.path == path)


def _texts_of(exercise: Exercise, role: Role, participant: Participant | None, read: TextSource) -> Iterator[FileText]:
    if participant is None:
        if (source := source_of(exercise, read)) is not None:
            yield FileText(source, None, exercise, role)
        return
    is_reference = role == "reference"
    corrections = (read_texts if is_reference else texts_by_author)(participant, read).corrections
    for item in corrections:
        author = (item.author or item.name) if len(corrections) > 1 else participant.person
        yield FileText(item, author, exercise, role, participant)


def _with_distinct_authors(texts: Iterable[FileText]) -> Iterator[FileText]:
    """Yield texts; one whose author's name is taken is named by all of its authors, or by its own name."""
    taken: set[str | None] = set()
    for text in texts:
        names = (text.author, ", ".join(text.document.authors) or None, text.document.name)
        author = next((name for name in names if name not in taken), None)
        if author not in taken:
            taken.add(author)
            yield attrs.evolve(text, author=author)
