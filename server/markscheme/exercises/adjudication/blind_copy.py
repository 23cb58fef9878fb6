"""A blind second annotation: a copy of the sources with an empty file to fill in, without anybody's corrections."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from markscheme.exercises.adjudication.adjudicated_file import skeleton
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import read_texts, source_of
from markscheme.formats.document import PLAIN_TEXT, Document
from markscheme.formats.registry import format_of
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource

_NO_FILE_NAME = re.compile(r"[^\w.,()' -]+")


def blind_files(exercise: Exercise, annotator: str, read: TextSource) -> Mapping[str, bytes]:
    """Return the files of an exercise's copy by name: its source, and a copy of it to be corrected.

    Where M2 carries the source, the copy is one M2 file of ``S`` lines.

    Raises
    ------
    DocumentError
        If the source can't be read.
    """
    document = _source(exercise, read)
    stem, name = file_word(exercise.name), file_word(annotator)
    form = format_of(document)
    if form.carries_source:
        sources = form.parallel_texts(document)[0].sources or ()
        return {f"{stem}.ref.{name}.m2": skeleton([(segment.tokens, 1) for segment in sources]).encode()}
    suffix = _suffix(document)
    text = document.text.encode()
    return {f"{stem}.src{suffix}": text, f"{stem}.ref.{name}{suffix}": text}


def received_file(exercise: Exercise, annotator: str, folder: Path, read: TextSource) -> Path | None:
    """Return the file that an annotator filled in; ``None`` where the copy's folder has none for the exercise.

    Raises
    ------
    DocumentError
        If the source in the folder is another one, or a file can't be read.
    """
    files = blind_files(exercise, annotator, read)
    *sources, name = files
    path = folder / name
    if not path.exists():
        return None
    for source in sources:
        copied = folder / source
        if copied.exists() and read(copied).split() != files[source].decode().split():
            raise DocumentError(
                "this is not the source of the exercise (any more)",
                path=copied,
                remedy="Correct the other file only, and leave the source as it is",
            )
    return path


def file_word(name: str) -> str:
    """Return a name as a part of a file's name.

    >>> file_word("week-3/Ms Kim")
    'week-3-Ms Kim'
    """
    return _NO_FILE_NAME.sub("-", name).strip(". ") or "second"


def _source(exercise: Exercise, read: TextSource) -> Document:
    """Return the document that has the exercise's source."""
    document = source_of(exercise, read)
    if document is not None:
        return document
    for participant in _corrections(exercise):
        texts = read_texts(participant, read)
        if texts.source is not None:
            return texts.source
        for item in texts.corrections:
            if format_of(item).carries_source:
                return item
    raise DocumentError(f"the exercise {exercise.name!r} has no source", path=exercise.folder)


def _corrections(exercise: Exercise) -> Iterable[Participant]:
    return (*exercise.references, *exercise.hypotheses)


def _suffix(document: Document) -> str:
    """Return the suffix of a copy: the source's, if it is plain text; parallel lines may have none."""
    if document.path is None or document.format != PLAIN_TEXT:
        return ".txt"
    return "" if document.path.suffix == ".src" else document.path.suffix
