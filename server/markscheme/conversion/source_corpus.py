"""The corpus that is converted: a file's, or an exercise's."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from markscheme.alignment.parallel import are_tokenised
from markscheme.conversion.streams.corpus_stream import CorpusStream, HeldCorpus
from markscheme.conversion.streams.line_corpus_stream import line_corpus_stream
from markscheme.conversion.streams.m2_corpus_stream import m2_corpus_stream
from markscheme.conversion.streams.record_corpus_stream import json_corpus_stream, parquet_corpus_stream
from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import check_source, read_texts, source_of
from markscheme.exercises.upkeep.empty_files import is_empty, without_empty_references
from markscheme.formats.base import CorpusFormat, DocumentFile, SideFilesFormat, Sides, Texts
from markscheme.formats.corpus import Corpus
from markscheme.formats.document import Document
from markscheme.formats.m2.m2_format import M2
from markscheme.formats.plain_text.lines import LINES
from markscheme.formats.records.columns import read_records
from markscheme.formats.records.jsonl import JSONL
from markscheme.formats.records.parquet import PARQUET
from markscheme.formats.registry import document_formats, format_of, format_to_read, side_files_format
from markscheme.formats.streams.survey import UnreadableInStretches, head_lines
from markscheme.text.compression import bare_path, is_compressed
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines
from markscheme.text.reading import is_file, is_folder, read_text

NAMES_SHOWN = 5
"""Number of exercises that a message names."""


def read_any(path: Path, form: CorpusFormat | None = None, columns: Mapping[str, str] = {}) -> Corpus:
    """Return the corpus of a file that holds sources and corrections, or of the exercise of a source or a folder.

    For another file of an exercise, it is that file's corrections with their source.

    Parameters
    ----------
    form
        The file's format; ``None`` to decide by the file.
    columns
        The names of a table's columns by their roles, where the names don't say them.

    Raises
    ------
    DocumentError
        If the file can't be read, is of no exercise or of several, or columns are named and it is no table.
    """
    layout = form if isinstance(form, SideFilesFormat) else None
    if form is not None and layout is None:
        return read_records(form, DocumentFile(path), columns)
    folder = is_folder(path)
    if folder or path.name == CONFIGURATION:
        return _exercise_corpus(_only(exercises_in(path if folder else path.parent), path), layout, None)
    file = DocumentFile(path)
    whole = None if layout else format_to_read(file)
    if whole is not None:
        return read_records(whole, file, columns)
    return _exercise_corpus(_only(exercises_of(path), path), layout, path)


def open_any(path: Path, form: CorpusFormat | None = None, columns: Mapping[str, str] = {}) -> CorpusStream:
    """Return the same corpus, to be read a stretch at a time; of files that can't be, it is in memory.

    M2, parallel lines, JSON lines and Parquet are read in stretches; of these, M2 and JSON lines may be packed.

    Raises
    ------
    DocumentError
        As :func:`read_any`; or if the file is packed and is neither M2 nor JSON lines.
    """
    try:
        return _in_stretches(path, form, columns)
    except UnreadableInStretches:
        if is_compressed(path) and is_file(path):
            raise DocumentError(
                "a compressed file that is converted holds M2 or JSON lines in UTF-8, and this one does not",
                path=path,
                remedy="Unpack it",
            ) from None
    return HeldCorpus.of(read_any(path, form, columns))


def _in_stretches(path: Path, form: CorpusFormat | None, columns: Mapping[str, str]) -> CorpusStream:
    layout = form if isinstance(form, SideFilesFormat) else None
    if layout not in (None, LINES) or columns:
        raise UnreadableInStretches
    folder = is_folder(path)
    if (form is None or layout is not None) and (folder or path.name == CONFIGURATION):
        return _exercise_stream(_only(exercises_in(path if folder else path.parent), path), layout, None)
    if not is_file(path):  # a pipe can be read only once
        raise UnreadableInStretches
    whole = None if layout is not None else form or _format_by_head(path)
    if whole is M2:
        return m2_corpus_stream(path)
    if whole is PARQUET and not is_compressed(path):
        return parquet_corpus_stream(path)
    if whole is JSONL and not head_lines(path).lstrip().startswith("["):
        return json_corpus_stream(path)
    if whole is not None or is_compressed(path):
        raise UnreadableInStretches
    return _exercise_stream(_only(exercises_of(path), path), layout, path)


def _format_by_head(path: Path) -> CorpusFormat | None:
    """Return the format of a file that holds a whole corpus, by its name and its beginning."""
    bare = bare_path(path)
    if is_compressed(path) and not JSONL.claims(bare) and any(form.claims(bare) for form in document_formats()):
        raise UnreadableInStretches
    return format_to_read(DocumentFile(bare, lambda _: head_lines(path)))


def _exercise_stream(exercise: Exercise, layout: SideFilesFormat | None, path: Path | None) -> CorpusStream:
    _check_files(exercise)
    return line_corpus_stream(exercise, path, is_lines=layout is not None)


def _only(exercises: Sequence[Exercise], path: Path) -> Exercise:
    if len(exercises) == 1:
        return exercises[0]
    if exercises:
        names = [exercise.name for exercise in exercises[:NAMES_SHOWN]]
        others = len(exercises) - len(names)
        raise DocumentError(
            f"there are {len(exercises)} exercises ({', '.join(names)}{f' and {others} others' if others else ''})",
            path=path,
            remedy="Name a document of the one that is meant",
        )
    files = "Name files STEM.src, STEM.hyp.NAME and STEM.ref.NAME, or say what the file is with --from"
    raise DocumentError(
        "there is no exercise to convert",
        path=path,
        remedy=no_exercise(path).remedy if is_folder(path) else files,
    )


def _exercise_corpus(exercise: Exercise, layout: SideFilesFormat | None, path: Path | None) -> Corpus:
    _check_files(exercise)
    written = _written(exercise, path)
    sides = _sides(written)
    if path is not None and path != exercise.source:
        sides = sides.of(path)
    if sides.source is None and not any(format_of(item).carries_source for item in sides.corrections):
        raise DocumentError(f"the exercise {exercise.name!r} has no source", path=next(iter(exercise.paths), None))
    form = LINES if sides.source is None else layout or _layout(exercise, sides, sides.source)
    empty = [item for item in exercise.hypotheses if item not in written.hypotheses]
    nothing = (f"{item.path.name}: it has nothing in it yet" for item in empty)
    return attrs.evolve(form.read_sides(sides), left_out=(*nothing, *_left_out(sides)))


def _written(exercise: Exercise, path: Path | None) -> Exercise:
    """Return an exercise without the corrections that have nothing in them yet; the file that is converted stays."""
    hypotheses = tuple(item for item in exercise.hypotheses if item.path == path or not is_empty(item.path, read_text))
    return attrs.evolve(without_empty_references(exercise, read_text), hypotheses=hypotheses)


def _left_out(sides: Sides) -> Iterator[str]:
    """Yield what the files of an exercise hold besides their texts, each file's name in front."""
    formats = {item.path: format_of(item) for item in (sides.source, *sides.corrections) if item and item.path}
    for path, form in formats.items():
        yield from (f"{path.name}: {part}" for part in form.left_out(DocumentFile(path)))


def _check_files(exercise: Exercise) -> None:
    """Refuse an exercise of a configuration that names missing files; texts without a reference may be converted."""
    problem = exercise.problem
    if problem is not None and problem.path is not None and problem.path.name == CONFIGURATION:
        raise problem


def _layout(exercise: Exercise, sides: Sides, source: Document) -> SideFilesFormat:
    """Return the format that the files of an exercise are in."""
    if exercise.tokenised is not None:
        return side_files_format(source, exercise.tokenised)
    return side_files_format(source, are_tokenised([source, *sides.corrections]))


def _sides(exercise: Exercise) -> Sides:
    hypotheses = [read_texts(item, _read) for item in exercise.hypotheses]
    references = [read_texts(item, _read) for item in exercise.references]
    carried = (texts.source for texts in (*hypotheses, *references) if texts.source)
    source = source_of(exercise, _read) or next(carried, None)
    return Sides(source, _corrections_of(hypotheses, source), _corrections_of(references, source))


def _read(path: Path) -> str:
    return newlines(read_text(path))


def _corrections_of(side: Sequence[Texts], source: Document | None) -> tuple[Document, ...]:
    """Return everybody's corrections; edits are kept where they lead from exactly this source."""
    corrections: list[Document] = []
    for texts in side:
        check_source(texts.source, source)
        same = texts.source is not None and source is not None and texts.source.text == source.text
        corrections += texts.corrections if same else (attrs.evolve(item, edits=None) for item in texts.corrections)
    return _differently_named(corrections)


def _differently_named(documents: Iterable[Document]) -> tuple[Document, ...]:
    by_name: dict[str, Document] = {}
    for item in documents:
        if item.name in by_name:
            raise DocumentError(
                f"another correction on this side is called {item.name!r} too",
                path=item.path,
                remedy="Give each a name of its own",
            )
        by_name[item.name] = item
    return tuple(by_name.values())
