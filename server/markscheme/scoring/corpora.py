"""A corpus read from files and written to files, whole or a stretch at a time."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import attrs

from markscheme.documents.corpus import (
    PLAIN_TEXT,
    Annotator,
    Corpus,
    Document,
    Entry,
    Faults,
    ParallelText,
    has_headings,
)
from markscheme.documents.files import (
    bare_path,
    check_replaceable,
    is_compressed,
    newlines,
    packing,
    read_text,
    written_whole,
)
from markscheme.documents.folders import CONFIGURATION
from markscheme.documents.formats import (
    FORMATS,
    CorpusFormat,
    CorpusStream,
    DocumentFile,
    SideFilesFormat,
    Sides,
    StreamedFormat,
    StretchedFormat,
    Texts,
)
from markscheme.documents.plain_text import LINES, entries_of_lines, side_files_format
from markscheme.documents.records import JSONL, PARQUET, is_array
from markscheme.documents.streams import ANY_LINE, STRETCH, PackedOtherwise, TextFile, head_lines
from markscheme.edits.annotations import Change
from markscheme.edits.passages import Tokenisation, are_tokenised
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import check_source
from markscheme.inference.models import Models
from markscheme.progress import Progress, silent
from markscheme.scoring._preparation import Census, change_losses, counted_losses, losses, prepared


def _line_stream(exercise: Exercise, path: Path | None, *, is_lines: bool) -> CorpusStream | None:
    """Return the stream of an exercise with a sentence a line, or of the corrections of one file of it.

    ``path``: ``None``, or the source's, for all corrections. ``is_lines``: whether the exercise is known to be one
    sentence a line; if not, its source's look decides. ``None`` if it is something else, a file has nothing in it yet
    or another number of lines than the source, or two people have one name.
    """
    if exercise.source is None or (exercise.tokenised is False and not is_lines):
        return None
    for side in (exercise.hypotheses, exercise.references):
        if len({item.name for item in side}) < len(side) or any(item.author is not None for item in side):
            return None
    paths = [exercise.source, *(item.path for item in (*exercise.hypotheses, *exercise.references))]
    opened = {item: file for item in paths if (file := _text_file(item)) is not None}
    sizes = {
        _count_lines(file, is_lines=item != exercise.source or is_lines or bool(exercise.tokenised))
        for item, file in opened.items()
    }
    if len(opened) < len(set(paths)) or len(sizes) > 1 or not any(sizes):
        return None
    hypotheses, references = (
        tuple(item for item in side if path in (None, exercise.source, item.path))
        for side in (exercise.hypotheses, exercise.references)
    )
    files = [("source", exercise.source), *((item.name, item.path) for item in (*hypotheses, *references))]

    def corpora(size: int) -> Iterator[Corpus]:
        for texts in zip(*(_texts(opened[path], name, size) for name, path in files), strict=True):
            segments = tuple(side.segment for side in texts[0].sides)
            count = 1 + len(hypotheses)
            yield Corpus(entries_of_lines(segments, texts[1:count], texts[count:]), tokenised=True)

    people: dict[Annotator, None] = {}
    for corpus in corpora(STRETCH):
        people |= dict.fromkeys(corpus.people)
        if len(people) == len(hypotheses) + len(references):
            break
    return CorpusStream(max(filter(None, sizes)), tuple(people), (), corpora)


def _text_file(path: Path) -> TextFile | None:
    """Return a file of text in UTF-8 that no corpus format claims."""
    if not os.path.isfile(path) or any(form.claims(path) for form in FORMATS.corpora):
        return None
    head = head_lines(path)
    return None if head is None else TextFile(path, head)


def _texts(file: TextFile, name: str, size: int) -> Iterator[ParallelText]:
    for stretch in file.stretches(size, ANY_LINE):
        yield ParallelText.of_lines(stretch.text, name, file.path)


def _count_lines(file: TextFile, *, is_lines: bool) -> int | None:
    """Return the number of lines; ``None`` if it is no plain text, or, unless ``is_lines``, does not look tokenised."""
    if has_headings(file.head):
        return None
    look = Tokenisation()
    size = 0
    for stretch in file.look_through(ANY_LINE):
        if FORMATS.of_text(stretch.text, file.path).name != PLAIN_TEXT:
            return None
        look.add(f"\n{stretch.text}" if size else stretch.text)
        size += stretch.size
    return size if is_lines or look.is_tokenised else None


NAMES_SHOWN = 5


def open_any(
    path: Path, form: CorpusFormat | None = None, columns: Mapping[str, str] = {}, *, strict: bool = True
) -> CorpusStream:
    """Return the corpus of a file that holds sources and corrections, or of the exercise of a source or a folder.

    For another file of an exercise, it is that file's corrections with their source. ``form``: ``None`` to decide by
    the file. ``columns``: the names of a table's columns by their roles, where the names don't say them. M2, parallel
    lines, JSON lines and Parquet are read in stretches, others are held in memory. Unless ``strict``, what can't be
    read of a file is left out, and among the faults. Raise DocumentError if the file can't be read, is of no exercise
    or of several, columns are named and it is no table, or it is packed and neither M2 nor JSON lines.
    """
    layout = form if isinstance(form, SideFilesFormat) else None
    try:
        if layout is None and form is not None:
            return _file_stream(path, form, columns, strict=strict)
        if _is_exercise(path):
            return _exercise_stream(_only(path), layout, None, strict=strict)
        whole = _format_of_file(path) if layout is None else None
        if whole is not None:
            return _file_stream(path, whole, columns, strict=strict)
        if is_compressed(path) and os.path.isfile(path):
            raise PackedOtherwise
    except PackedOtherwise:
        raise DocumentError(
            "a compressed file that is converted holds M2 or JSON lines in UTF-8, and this one does not",
            path=path,
            remedy="Unpack it",
        ) from None
    return _exercise_stream(_only(path), layout, path, strict=strict)


def _format_of_file(path: Path) -> CorpusFormat | None:
    bare = bare_path(path)
    if is_compressed(path) and not JSONL.claims(bare) and any(form.claims(bare) for form in FORMATS.documents):
        raise PackedOtherwise
    head = head_lines(path) if os.path.isfile(path) else None
    if head is None or is_array(head):
        return FORMATS.to_read(DocumentFile(path))
    return FORMATS.to_read(DocumentFile(bare, lambda _: head))


def _file_stream(path: Path, form: CorpusFormat, columns: Mapping[str, str], *, strict: bool) -> CorpusStream:
    is_whole = bool(columns) or not os.path.isfile(path)
    if isinstance(form, StretchedFormat) and form is not PARQUET and not is_whole:
        return form.stream(TextFile.opened(path))
    if is_compressed(path) and os.path.isfile(path):
        raise PackedOtherwise
    if isinstance(form, StretchedFormat) and not is_whole:
        return form.stream(TextFile(path, ""))
    file = DocumentFile(path)
    corpus = form.read_columns(file, columns) if strict or columns else form.read_tolerantly(file).sound
    return CorpusStream.held(corpus if corpus.entries else form.read_corpus(file))


def _exercise_stream(
    exercise: Exercise, layout: SideFilesFormat | None, path: Path | None, *, strict: bool
) -> CorpusStream:
    _check_files(exercise)
    stream = None if layout not in (None, LINES) else _line_stream(exercise, path, is_lines=layout is not None)
    return stream or CorpusStream.held(_exercise_corpus(exercise, layout, path, strict=strict))


def _is_exercise(path: Path) -> bool:
    return os.path.isdir(path) or path.name == CONFIGURATION


def _only(path: Path) -> Exercise:
    folder = path if os.path.isdir(path) else path.parent
    exercises = exercises_in(folder) if _is_exercise(path) else exercises_of(path)
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
        "there is no exercise to convert", path=path, remedy=no_exercise(path).remedy if os.path.isdir(path) else files
    )


def _exercise_corpus(exercise: Exercise, layout: SideFilesFormat | None, path: Path | None, *, strict: bool) -> Corpus:
    written = _written(exercise, path)
    sides = attrs.evolve(_sides(written), strict=strict)
    if path is not None and path != exercise.source:
        sides = sides.of(path)
    if sides.source is None and not any(FORMATS.of(item).carries_source for item in sides.corrections):
        raise DocumentError(f"the exercise {exercise.name!r} has no source", path=next(iter(exercise.paths), None))
    form = LINES if sides.source is None else layout or _layout(exercise, sides, sides.source)
    empty = [item for item in exercise.hypotheses if item not in written.hypotheses]
    nothing = (f"{item.path.name}: it has nothing in it yet" for item in empty)
    corpus = form.read_sides(sides).sound
    if not corpus.entries:
        corpus.faults.check()
    return attrs.evolve(corpus, left_out=(*nothing, *_left_out(sides)))


def _written(exercise: Exercise, path: Path | None) -> Exercise:
    """Return an exercise without the corrections that have nothing in them yet; the file that is converted stays."""
    hypotheses = tuple(item for item in exercise.hypotheses if item.path == path or not item.is_empty(read_text))
    return attrs.evolve(exercise.without_empty_references(read_text), hypotheses=hypotheses)


def _left_out(sides: Sides) -> Iterator[str]:
    formats = {item.path: FORMATS.of(item) for item in (sides.source, *sides.corrections) if item and item.path}
    for path, form in formats.items():
        yield from (f"{path.name}: {part}" for part in form.left_out(DocumentFile(path)))


def _check_files(exercise: Exercise) -> None:
    """Refuse an exercise of a configuration that names missing files; texts without a reference may be converted."""
    problem = exercise.problem
    if problem is not None and problem.path is not None and problem.path.name == CONFIGURATION:
        raise problem


def _layout(exercise: Exercise, sides: Sides, source: Document) -> SideFilesFormat:
    """Texts whose edits files state are read whole: lines have no edits."""
    if exercise.tokenised is not None:
        return side_files_format(source, exercise.tokenised)
    states_edits = any(item.edits is not None for item in sides.corrections)
    return side_files_format(source, not states_edits and are_tokenised([source, *sides.corrections]))


def _sides(exercise: Exercise) -> Sides:
    hypotheses = [item.texts(_read) for item in exercise.hypotheses]
    references = [item.texts(_read) for item in exercise.references]
    carried = (texts.source for texts in (*hypotheses, *references) if texts.source)
    source = exercise.source_text(_read) or next(carried, None)
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


@attrs.frozen
class CorpusFiles:
    """The contents of files by name, and what the format could not carry, a line each."""

    files: Mapping[str, bytes]
    losses: tuple[str, ...] = ()


def corpus_losses(corpus: Corpus, form: CorpusFormat) -> tuple[str, ...]:
    """Return what a format can't carry of a corpus, a line each."""
    return tuple(losses(corpus, form))


def corpus_files(
    corpus: Corpus, form: CorpusFormat, name: str, models: Models, progress: Progress = silent
) -> CorpusFiles:
    """Return the files that hold a corpus in a format: tokenised, and with ERRANT's edits, where it needs them.

    ``name``: the file to write, or the source's. Raise DocumentError if the format can't hold the corpus.
    """
    form.check_texts(corpus)
    lost = tuple(losses(corpus, form))
    if "people" not in form.carries:
        corpus = _first_person(corpus)
    preparation = prepared(corpus, form, models, progress)
    files = form.write_corpus(preparation.corpus, name)
    later = [item for item in form.further_losses(preparation.corpus) if item not in lost]
    return CorpusFiles(files, (*lost, *later, *change_losses(preparation.changes)))


def _first_person(corpus: Corpus) -> Corpus:
    """Return a corpus with each text's first correction alone: a reference, where no text has a hypothesis."""
    has_hypotheses = any(entry.hypotheses for entry in corpus.entries)
    entries: list[Entry] = []
    for entry in corpus.entries:
        first = entry.corrections[:1]
        hypotheses, references = (first, ()) if has_hypotheses else ((), first)
        entries.append(attrs.evolve(entry, hypotheses=hypotheses, references=references))
    return attrs.evolve(corpus, entries=tuple(entries))


WRITTEN_STRETCH = 1024
"""Entries that are converted at a time."""


@attrs.frozen
class StreamedFiles:
    """The files that were written, what the format could not carry, a line each, and faulty lines that were read."""

    paths: tuple[Path, ...]
    losses: tuple[str, ...]
    faults: Faults = Faults()


@attrs.frozen
class StreamedConversion:
    """Writes a corpus in a format. ``stretch``: entries that are converted at a time; ``strict``: none is left out."""

    corpus: CorpusStream
    form: StreamedFormat
    models: Models
    strict: bool = False
    stretch: int = WRITTEN_STRETCH

    def write(self, into: Path, *, overwrite: bool, progress: Progress = silent) -> StreamedFiles:
        """Write the files, all or none, packed if the first one's name says so; ``into``: the file, or the source's.

        Raise DocumentError if the format can't hold the corpus, or a file is malformed or there already.
        """
        people = self.corpus.people
        while True:
            end = into.suffix if is_compressed(into) else ""
            paths = [into.with_name(f"{name}{end}") for name in self.form.file_names(bare_path(into).name, people)]
            for path in paths:
                check_replaceable(path, overwrite=overwrite)
            attempt = _Attempt(self, progress)
            try:
                attempt.write(paths, people)
            except _OtherPeople:
                # Somebody's only texts are blank, and so no sentence has their correction.
                people = tuple(attempt.people)
            else:
                return StreamedFiles(tuple(paths), attempt.losses(), attempt.faults)


class _OtherPeople(Exception):
    """Others have corrections of what is written than were taken for the files' layout."""


@attrs.define
class _Attempt:
    """One pass through the corpus: what is counted in it before and after its preparation."""

    conversion: StreamedConversion
    progress: Progress
    people: dict[Annotator, None] = attrs.Factory(dict)
    faults: Faults = Faults()
    _census: Census = attrs.Factory(Census)
    _counts: Counter[str] = attrs.Factory(Counter)
    _later_counts: Counter[str] = attrs.Factory(Counter)
    _changes: Counter[Change] = attrs.Factory(Counter)

    def write(self, paths: Sequence[Path], people: Sequence[Annotator]) -> None:
        with written_whole(*paths) as streams:
            with ExitStack() as packs:
                outputs = [
                    packs.enter_context(packing(path, stream)) for path, stream in zip(paths, streams, strict=True)
                ]
                for pieces in self.conversion.form.written(self._prepared(), people):
                    for output, piece in zip(outputs, pieces, strict=True):
                        output.write(piece)
            if self.conversion.form.depends_on_people and tuple(self.people) != tuple(people):
                raise _OtherPeople

    def _prepared(self) -> Iterator[Corpus]:
        form, size = self.conversion.form, self.conversion.corpus.size
        done = 0
        for corpus in self.conversion.corpus.corpora(self.conversion.stretch):
            self.progress("corpus", done, size)
            if self.conversion.strict:
                corpus.faults.check()
            self.faults += corpus.faults
            self._census.add(corpus)
            self._counts.update(form.counted_losses(corpus))
            within = self._within(done, len(corpus.entries))
            preparation = prepared(corpus, form, self.conversion.models, within)
            self._changes.update(preparation.changes)
            self._later_counts.update(form.counted_losses(preparation.corpus))
            self.people |= dict.fromkeys(preparation.corpus.people)
            done += len(corpus.entries)
            yield preparation.corpus
        if not done:
            self.faults.check()
        self.progress("corpus", size, size)

    def _within(self, begin: int, size: int) -> Progress:
        def report(_stage: str, done: int, total: int) -> None:
            self.progress("corpus", begin + size * done // max(total, 1), self.conversion.corpus.size)

        return report

    def losses(self) -> tuple[str, ...]:
        form = self.conversion.form
        first = (
            *self.conversion.corpus.left_out,
            *counted_losses(self._census, form),
            *form.summed_losses(self._census.people, self._counts),
        )
        later = form.summed_losses(self.people, self._later_counts)
        return (*first, *(item for item in later if item not in first), *change_losses(self._changes))
