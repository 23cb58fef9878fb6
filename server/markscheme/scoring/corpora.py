"""A corpus read from files and written to files, whole or a stretch at a time."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import attrs

from markscheme.documents.corpus import (
    PLAIN_TEXT,
    Annotator,
    Corpus,
    Document,
    Entry,
    ParallelText,
    everybody,
    has_headings,
    text_of_lines,
)
from markscheme.documents.files import (
    all_written_whole,
    bare_path,
    check_replaceable,
    is_compressed,
    is_file,
    is_folder,
    newlines,
    opened_text,
    packing,
    read_text,
)
from markscheme.documents.formats import (
    CorpusFormat,
    DocumentFile,
    SideFilesFormat,
    Sides,
    Texts,
    corpus_formats,
    document_formats,
    format_of,
    format_to_read,
    text_format,
)
from markscheme.documents.m2 import MAX_ANNOTATORS, begins_sentence, is_unusual, named_annotators, read_m2
from markscheme.documents.m2_format import M2, entries_of, left_out_choices, several_choices
from markscheme.documents.plain_text import LINES, entries_of_lines, side_files_format
from markscheme.documents.records import JSONL, PARQUET, entries_and_other_fields, left_out_fields, parquet_stretches
from markscheme.documents.streams import (
    STRETCH,
    StreamedFormat,
    Stretch,
    UnreadableInStretches,
    cut,
    head_lines,
    is_record,
    is_sentence,
    look_through,
)
from markscheme.documents.tables import read_records
from markscheme.edits.passages import Tokenisation, are_tokenised
from markscheme.errors import DocumentError
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import check_source, is_empty, read_texts, source_of, without_empty_references
from markscheme.exercises.patterns import CONFIGURATION
from markscheme.inference.models import Models
from markscheme.progress import Progress, silent
from markscheme.scoring.preparation import Census, change_losses, counted_losses, losses, prepared
from markscheme.scoring.token_edits import Change


@attrs.frozen
class CorpusStream:
    """A corpus of ``size`` entries; ``people``: by first appearance; ``corpora``: its stretches, or DocumentError."""

    size: int
    people: tuple[Annotator, ...]
    left_out: tuple[str, ...]
    corpora: Callable[[int], Iterator[Corpus]]

    def whole(self) -> Corpus:
        [corpus] = self.corpora(self.size)
        return attrs.evolve(corpus, left_out=self.left_out)


def held_corpus(corpus: Corpus) -> CorpusStream:

    def corpora(size: int) -> Iterator[Corpus]:
        for first in range(0, len(corpus.entries), size):
            yield Corpus(corpus.entries[first : first + size], corpus.tokenised)

    return CorpusStream(len(corpus.entries), everybody(corpus.entries), corpus.left_out, corpora)


def line_corpus_stream(exercise: Exercise, path: Path | None, *, is_lines: bool) -> CorpusStream:
    """Return the stream of an exercise with a sentence a line, or of the corrections of one file of it.

    ``path``: ``None``, or the source's, for all corrections. ``is_lines``: whether the exercise is known to be one
    sentence a line; if not, its source's look decides. Raise UnreadableInStretches if it is something else, a file has
    nothing in it yet or another number of lines than the source, or two people have one name.
    """
    if exercise.source is None or (exercise.tokenised is False and not is_lines):
        raise UnreadableInStretches
    for side in (exercise.hypotheses, exercise.references):
        if len({item.name for item in side}) < len(side) or any(item.author is not None for item in side):
            raise UnreadableInStretches
    size = _check_lines(exercise.source, is_lines=is_lines or bool(exercise.tokenised))
    corrections = (*exercise.hypotheses, *exercise.references)
    if any(_check_lines(item.path, is_lines=True) != size for item in corrections):
        raise UnreadableInStretches
    hypotheses, references = (
        tuple(item for item in side if path in (None, exercise.source, item.path))
        for side in (exercise.hypotheses, exercise.references)
    )
    files = [("source", exercise.source), *((item.name, item.path) for item in (*hypotheses, *references))]

    def corpora(size: int) -> Iterator[Corpus]:
        for texts in zip(*(_texts(name, path, size) for name, path in files), strict=True):
            segments = tuple(side.segment for side in texts[0].sides)
            count = 1 + len(hypotheses)
            yield Corpus(entries_of_lines(segments, texts[1:count], texts[count:]), tokenised=True)

    people: dict[Annotator, None] = {}
    for corpus in corpora(STRETCH):
        people |= dict.fromkeys(everybody(corpus.entries))
        if len(people) == len(hypotheses) + len(references):
            break
    return CorpusStream(size, tuple(people), (), corpora)


def _check_lines(path: Path, *, is_lines: bool) -> int:
    """Raise UnreadableInStretches if it is no text in UTF-8, or, unless ``is_lines``, does not look tokenised."""
    if not is_file(path) or any(form.claims(path) for form in corpus_formats()):
        raise UnreadableInStretches
    if has_headings(head_lines(path)):
        raise UnreadableInStretches
    look = Tokenisation()
    size = 0
    for stretch in look_through(path, is_sentence):
        if text_format(stretch.text, path).name != PLAIN_TEXT:
            raise UnreadableInStretches
        look.add(f"\n{stretch.text}" if size else stretch.text)
        size += stretch.size
    if not (is_lines or look.is_tokenised):
        raise UnreadableInStretches
    return size


def _texts(name: str, path: Path, size: int) -> Iterator[ParallelText]:
    with opened_text(path) as lines:
        for stretch in cut(lines, size, is_sentence):
            yield text_of_lines(stretch.text, name, path)


def m2_corpus_stream(path: Path) -> CorpusStream:
    """Raise DocumentError for a malformed line; UnreadableInStretches if not UTF-8, empty or of too many people."""
    appearances = _Appearances()
    size = choices = 0
    for stretch in look_through(path, begins_sentence):
        appearances.add(stretch)
        size += stretch.size
        if stretch.size and is_unusual(stretch.text):
            choices += several_choices(read_m2(stretch.text, path, stretch.line))
    numbers = tuple(sorted(appearances.numbers)) or (0,)
    if not size or len(numbers) > MAX_ANNOTATORS:
        raise UnreadableInStretches
    people: tuple[Annotator, ...] = tuple(("reference", str(one)) for one in appearances.in_order(numbers))

    def corpora(size: int) -> Iterator[Corpus]:
        with opened_text(path) as lines:
            for stretch in cut(lines, size, begins_sentence):
                sentences = read_m2(stretch.text, path, stretch.line)
                yield Corpus(entries_of(sentences, numbers), tokenised=True)

    return CorpusStream(size, people, left_out_choices(choices), corpora)


class _Appearances:
    """The annotators of a file by the first sentence that they have seen."""

    def __init__(self) -> None:
        self.numbers: dict[int, None] = {}
        self._before_all: int | None = None

    def add(self, stretch: Stretch) -> None:
        if self._before_all is not None:
            self.numbers |= dict.fromkeys(sorted(named_annotators(stretch.text)))
            return
        for sentence in cut(stretch.text.splitlines(keepends=True), 1, begins_sentence):
            numbers = named_annotators(sentence.text)
            if sentence.size and not numbers and self._before_all is None:
                self._before_all = len(self.numbers)
            self.numbers |= dict.fromkeys(sorted(numbers))

    def in_order(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return all annotators; the first sentence without any line has been seen by all of them."""
        first = tuple(self.numbers)[: self._before_all]
        return tuple(dict.fromkeys((*first, *numbers)))


Stretches = Callable[[Path, int], Iterator[Stretch]]


def json_corpus_stream(path: Path) -> CorpusStream:
    """Raise DocumentError at a malformed record; UnreadableInStretches if the file is not UTF-8, or has no record."""
    return _surveyed(path, look_through(path, is_record), _json_stretches)


def parquet_corpus_stream(path: Path) -> CorpusStream:
    """Raise DocumentError without pyarrow, for a damaged file or a bad row; UnreadableInStretches if it has no row."""
    return _surveyed(path, parquet_stretches(path, STRETCH), parquet_stretches)


def _surveyed(path: Path, survey: Iterator[Stretch], stretches: Stretches) -> CorpusStream:
    people: dict[Annotator, None] = {}
    fields: dict[str, None] = {}
    size = 0
    for stretch in survey:
        if stretch.size:
            entries, others = entries_and_other_fields(stretch.text, path, stretch.line)
            people |= dict.fromkeys(everybody(entries))
            fields |= dict.fromkeys(others)
            size += stretch.size
    if not size:
        raise UnreadableInStretches

    def corpora(size: int) -> Iterator[Corpus]:
        for stretch in stretches(path, size):
            entries, _ = entries_and_other_fields(stretch.text, path, stretch.line)
            yield Corpus(entries, tokenised=False)

    return CorpusStream(size, tuple(people), left_out_fields(fields), corpora)


def _json_stretches(path: Path, size: int) -> Iterator[Stretch]:
    with opened_text(path) as lines:
        yield from cut(lines, size, is_record)


NAMES_SHOWN = 5


def read_any(path: Path, form: CorpusFormat | None = None, columns: Mapping[str, str] = {}) -> Corpus:
    """Return the corpus of a file that holds sources and corrections, or of the exercise of a source or a folder.

    For another file of an exercise, it is that file's corrections with their source. ``form``: ``None`` to decide by
    the file. ``columns``: the names of a table's columns by their roles, where the names don't say them. Raise
    DocumentError if the file can't be read, is of no exercise or of several, or columns are named and it is no table.
    """
    layout = form if isinstance(form, SideFilesFormat) else None
    if form is not None and layout is None:
        return read_records(form, DocumentFile(path), columns)
    if _is_exercise(path):
        return _exercise_corpus(_only(path), layout, None)
    file = DocumentFile(path)
    whole = None if layout else format_to_read(file)
    if whole is not None:
        return read_records(whole, file, columns)
    return _exercise_corpus(_only(path), layout, path)


def open_any(path: Path, form: CorpusFormat | None = None, columns: Mapping[str, str] = {}) -> CorpusStream:
    """Return the same corpus, in stretches for M2, parallel lines, JSON lines and Parquet, else in memory.

    Raise DocumentError as :func:`read_any`; or if the file is packed and is neither M2 nor JSON lines.
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
    return held_corpus(read_any(path, form, columns))


def _in_stretches(path: Path, form: CorpusFormat | None, columns: Mapping[str, str]) -> CorpusStream:
    layout = form if isinstance(form, SideFilesFormat) else None
    if layout not in (None, LINES) or columns:
        raise UnreadableInStretches
    if (form is None or layout is not None) and _is_exercise(path):
        return _exercise_stream(_only(path), layout, None)
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
    return _exercise_stream(_only(path), layout, path)


def _format_by_head(path: Path) -> CorpusFormat | None:
    bare = bare_path(path)
    if is_compressed(path) and not JSONL.claims(bare) and any(form.claims(bare) for form in document_formats()):
        raise UnreadableInStretches
    return format_to_read(DocumentFile(bare, lambda _: head_lines(path)))


def _exercise_stream(exercise: Exercise, layout: SideFilesFormat | None, path: Path | None) -> CorpusStream:
    _check_files(exercise)
    return line_corpus_stream(exercise, path, is_lines=layout is not None)


def _is_exercise(path: Path) -> bool:
    return is_folder(path) or path.name == CONFIGURATION


def _only(path: Path) -> Exercise:
    folder = path if is_folder(path) else path.parent
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
        "there is no exercise to convert", path=path, remedy=no_exercise(path).remedy if is_folder(path) else files
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
    formats = {item.path: format_of(item) for item in (sides.source, *sides.corrections) if item and item.path}
    for path, form in formats.items():
        yield from (f"{path.name}: {part}" for part in form.left_out(DocumentFile(path)))


def _check_files(exercise: Exercise) -> None:
    """Refuse an exercise of a configuration that names missing files; texts without a reference may be converted."""
    problem = exercise.problem
    if problem is not None and problem.path is not None and problem.path.name == CONFIGURATION:
        raise problem


def _layout(exercise: Exercise, sides: Sides, source: Document) -> SideFilesFormat:
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


@attrs.frozen
class CorpusFiles:
    """The contents of files by name, and what the format could not carry, a line each."""

    files: Mapping[str, bytes]
    losses: tuple[str, ...] = ()


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
    """The files that were written, and what the format could not carry, a line each."""

    paths: tuple[Path, ...]
    losses: tuple[str, ...]


@attrs.frozen
class StreamedConversion:
    """Writes a corpus in a format. ``stretch``: entries that are converted at a time."""

    corpus: CorpusStream
    form: StreamedFormat
    models: Models
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
                return StreamedFiles(tuple(paths), attempt.losses())


class _OtherPeople(Exception):
    """Others have corrections of what is written than were taken for the files' layout."""


@attrs.define
class _Attempt:
    """One pass through the corpus: what is counted in it before and after its preparation."""

    conversion: StreamedConversion
    progress: Progress
    people: dict[Annotator, None] = attrs.Factory(dict)
    _census: Census = attrs.Factory(Census)
    _counts: Counter[str] = attrs.Factory(Counter)
    _later_counts: Counter[str] = attrs.Factory(Counter)
    _changes: Counter[Change] = attrs.Factory(Counter)

    def write(self, paths: Sequence[Path], people: Sequence[Annotator]) -> None:
        with all_written_whole(paths) as streams:
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
            self._census.add(corpus)
            self._counts.update(form.counted_losses(corpus))
            within = self._within(done, len(corpus.entries))
            preparation = prepared(corpus, form, self.conversion.models, within)
            self._changes.update(preparation.changes)
            self._later_counts.update(form.counted_losses(preparation.corpus))
            self.people |= dict.fromkeys(everybody(preparation.corpus.entries))
            done += len(corpus.entries)
            yield preparation.corpus
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
