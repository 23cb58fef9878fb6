"""The corpus that is converted, and what another format would lose of it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from markscheme.alignment.parallel import are_tokenised
from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.discovery import exercises_in, exercises_of
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.material import check_source, read_texts, source_of
from markscheme.formats.annotators import annotator_numbers, corrections_by_annotator
from markscheme.formats.base import CorpusFormat, DocumentFile, SideFilesFormat, Sides, Texts
from markscheme.formats.corpus import Corpus
from markscheme.formats.document import Document
from markscheme.formats.plain_text.lines import LINES
from markscheme.formats.records.columns import read_records
from markscheme.formats.registry import format_of, format_to_read, side_files_format
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines
from markscheme.text.reading import is_folder, read_text


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


def _only(exercises: Sequence[Exercise], path: Path) -> Exercise:
    if len(exercises) == 1:
        return exercises[0]
    if exercises:
        names = ", ".join(exercise.name for exercise in exercises)
        raise DocumentError(
            f"there are {len(exercises)} exercises ({names})",
            path=path,
            remedy="Name a document of the one that is meant",
        )
    raise DocumentError(
        "there is no exercise to convert",
        path=path,
        remedy="Name files STEM.src, STEM.hyp.NAME and STEM.ref.NAME, or say what the file is with --from",
    )


def _exercise_corpus(exercise: Exercise, layout: SideFilesFormat | None, path: Path | None) -> Corpus:
    _check_files(exercise)
    sides = _sides(exercise)
    if path is not None and path != exercise.source:
        sides = sides.of(path)
    if sides.source is None and not any(format_of(item).carries_source for item in sides.corrections):
        raise DocumentError(f"the exercise {exercise.name!r} has no source", path=next(iter(exercise.paths), None))
    form = LINES if sides.source is None else layout or _layout(exercise, sides, sides.source)
    return attrs.evolve(form.read_sides(sides), left_out=tuple(_left_out(sides)))


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


def losses(corpus: Corpus, target: CorpusFormat) -> Iterator[str]:
    """Yield what the format can't carry of the corpus, a line each, for people."""
    yield from corpus.left_out
    if "ids" not in target.carries and any(entry.id for entry in corpus.entries):
        yield "the texts' ids"
    if "texts" not in target.carries and len(corpus.entries) > 1:
        yield f"that these are {len(corpus.entries)} texts: they are now paragraphs of one"
    yield from _lost_people(corpus, target)
    yield from _lost_edits(corpus, target)


def _lost_people(corpus: Corpus, target: CorpusFormat) -> Iterator[str]:
    carries = target.carries
    several = next((entry.corrections for entry in corpus.entries if len(entry.corrections) > 1), None)
    if "people" not in carries and several:
        yield f"all corrections but {several[0].name or 'the first'}'s"
    names = _absent(corpus)
    if "absences" not in carries and names:
        yield f"that some texts have no correction by {', '.join(names)}"
    elif "uncorrected" not in carries and names and (count := sum(not item.corrections for item in corpus.entries)):
        yield f"that nobody corrected some texts ({count}); read back, everybody left them as they are"
    if "people" in carries and "sides" not in carries and any(entry.hypotheses for entry in corpus.entries):
        yield "which corrections are hypotheses; read back, all are references"
    if "people" in carries and "names" not in carries:
        numbers = {person: number for person, number in annotator_numbers(corpus).items() if person[1] != str(number)}
        if numbers:
            yield f"names: {', '.join(f'{name or part} is now {n}' for (part, name), n in numbers.items())}"


def _absent(corpus: Corpus) -> tuple[str, ...]:
    """Return the names of people who corrected some texts and not others."""
    people = Counter(person for entry in corpus.entries for person in corrections_by_annotator(entry))
    return tuple(name or part for (part, name), count in people.items() if count < len(corpus.entries))


def _lost_edits(corpus: Corpus, target: CorpusFormat) -> Iterator[str]:
    edits = [edit for entry in corpus.entries for item in entry.corrections for edit in item.edits or ()]
    retokenised = target.tokenised and not corpus.tokenised
    if retokenised:
        yield "spacing and paragraphs: sentences are tokenised"
    if "edits" not in target.carries and edits:
        yield "the edits: texts alone are kept"
    elif retokenised and edits:
        yield "the edits as they were made: they are found anew by ERRANT"
    elif "types" not in target.carries and any(edit.type for edit in edits):
        yield "the edits' types"
    marked = sum(edit.replacement is None for edit in edits)
    if marked and (retokenised or "detections" not in target.carries):
        yield f"errors that are marked without a correction ({marked})"
