"""What is read to be converted, and what another format would lose of it."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path

import attrs

from markscheme.alignment.alignment import is_tokenised
from markscheme.alignment.parallel import ParallelText, read_parallel, sources_of
from markscheme.alignment.passages import Side
from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.exercises import Exercise, exercises_in, exercises_of
from markscheme.exercises.material import Texts, check_source, read_texts, source_of
from markscheme.formats import multigec
from markscheme.formats.annotators import annotator_numbers, corrections_by_annotator
from markscheme.formats.corpus import Corpus, Correction, Entry, apply_edits
from markscheme.formats.document import Document
from markscheme.formats.m2 import looks_like_m2
from markscheme.formats.m2_corpus import text_edits
from markscheme.formats.registry import Format, format_to_read
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines
from markscheme.text.reading import is_folder, read_text


def read_any(path: Path, form: Format | None = None) -> Corpus:
    """A file that holds sources and corrections; or an exercise, of a source or a folder.

    Of an exercise's other files, the one correction is read, with its source.

    Parameters
    ----------
    form
        The file's format, if it is not to be told from the file.

    Raises
    ------
    DocumentError
        If the file can't be read, or is of no exercise or of several.
    """
    if form is not None and form.read is not None:
        return form.read(path)
    folder = is_folder(path)
    if folder or path.name == CONFIGURATION:
        return _exercise_corpus(_only(exercises_in(path if folder else path.parent), path), form, None)
    own = form or format_to_read(path)
    if own is not None and own.read is not None:
        return own.read(path)
    return _exercise_corpus(_only(exercises_of(path), path), form, path)


def _only(found: Sequence[Exercise], path: Path) -> Exercise:
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(exercise.name for exercise in found)
        raise DocumentError(
            f"there are {len(found)} exercises ({names})", path=path, remedy="Name a document of the one that is meant"
        )
    raise DocumentError(
        "there is no exercise to convert",
        path=path,
        remedy="Name files STEM.src, STEM.hyp.NAME and STEM.ref.NAME, or say what the file is with --from",
    )


@attrs.frozen
class _Sides:
    """An exercise's texts: the source, and everybody's."""

    source: Document | None
    hypotheses: tuple[Document, ...]
    references: tuple[Document, ...]

    @property
    def corrections(self) -> tuple[Document, ...]:
        return (*self.hypotheses, *self.references)

    def of(self, path: Path) -> "_Sides":
        """The corrections of one file."""
        hypotheses, references = (
            tuple(item for item in side if item.path == path) for side in (self.hypotheses, self.references)
        )
        return _Sides(self.source, hypotheses, references)


def _exercise_corpus(exercise: Exercise, form: Format | None, path: Path | None) -> Corpus:
    _check_files(exercise)
    sides = _sides(exercise)
    if path is not None and path != exercise.source:
        sides = sides.of(path)
    if sides.source is None and not any(looks_like_m2(item.text) for item in sides.corrections):
        raise DocumentError(f"the exercise {exercise.name!r} has no source", path=next(iter(exercise.paths), None))
    layout = form.name if form else _layout(exercise, sides)
    if layout == "lines" or sides.source is None:
        return _parallel_corpus(sides)
    return _multigec_corpus(sides, sides.source) if layout == "multigec" else _essay_corpus(sides, sides.source)


def _check_files(exercise: Exercise) -> None:
    """A configuration that names files which are not there is refused; texts without a reference are not."""
    problem = exercise.problem
    if problem is not None and problem.path is not None and problem.path.name == CONFIGURATION:
        raise problem


def _layout(exercise: Exercise, sides: _Sides) -> str:
    """The format that the files of an exercise are in."""
    if sides.source is not None and multigec.recognises(sides.source.text):
        return "multigec"
    documents = [item for item in (sides.source, *sides.corrections) if item]
    tokenised = is_tokenised(documents) if exercise.tokenised is None else exercise.tokenised
    return "lines" if tokenised else "essays"


def _sides(exercise: Exercise) -> _Sides:
    hypotheses = [read_texts(item, _read) for item in exercise.hypotheses]
    references = [read_texts(item, _read) for item in exercise.references]
    carried = (texts.source for texts in (*hypotheses, *references) if texts.source)
    source = source_of(exercise, _read) or next(carried, None)
    return _Sides(source, _corrections_of(hypotheses, source), _corrections_of(references, source))


def _read(path: Path) -> str:
    return newlines(read_text(path))


def _corrections_of(side: Sequence[Texts], source: Document | None) -> tuple[Document, ...]:
    """Everybody's, with the edits that lead from this very source."""
    found: list[Document] = []
    for texts in side:
        check_source(texts.source, source)
        same = texts.source is not None and source is not None and texts.source.text == source.text
        found += texts.corrections if same else (attrs.evolve(item, edits=None) for item in texts.corrections)
    return _differently_named(found)


def _differently_named(documents: Iterable[Document]) -> tuple[Document, ...]:
    found: dict[str, Document] = {}
    for item in documents:
        if item.name in found:
            raise DocumentError(
                f"another correction on this side is called {item.name!r} too",
                path=item.path,
                remedy="Give each a name of its own",
            )
        found[item.name] = item
    return tuple(found.values())


def _parallel_corpus(sides: _Sides) -> Corpus:
    hypotheses, references = (
        [text for item in documents for text in read_parallel(item.text, item.name, item.path, item.author)]
        for documents in (sides.hypotheses, sides.references)
    )
    own = read_parallel(sides.source.text, "source", sides.source.path)[0] if sides.source else None
    sources = sources_of([*hypotheses, *references], own)
    return Corpus(
        tuple(
            Entry("", source, _sentences(hypotheses, number, source), _sentences(references, number, source))
            for number, source in enumerate(" ".join(segment.tokens) for segment in sources)
        ),
        tokenised=True,
    )


def _sentences(texts: Sequence[ParallelText], number: int, source: str) -> tuple[Correction, ...]:
    return tuple(_sentence(text.name, text.sides[number], source) for text in texts)


def _sentence(name: str, side: Side, source: str) -> Correction:
    if side.annotations is None:
        return Correction(name, " ".join(side.segment.tokens))
    edits = text_edits(source, side.annotations)
    return Correction(name, apply_edits(source, edits), edits)


def _essay_corpus(sides: _Sides, source: Document) -> Corpus:
    whole = [_corrections(documents) for documents in (sides.hypotheses, sides.references)]
    return Corpus((Entry("", source.text, *whole),), tokenised=False)


def _multigec_corpus(sides: _Sides, source: Document) -> Corpus:
    essays = multigec.read_essays(source.text, source.path)
    names = {essay.id for essay in essays}
    hypotheses, references = (
        [(item.name, _by_id(item, names)) for item in documents] for documents in (sides.hypotheses, sides.references)
    )
    return Corpus(
        tuple(Entry(essay.id, essay.text, _of(hypotheses, essay.id), _of(references, essay.id)) for essay in essays),
        tokenised=False,
    )


def _corrections(documents: Sequence[Document]) -> tuple[Correction, ...]:
    return tuple(Correction(item.name, item.text, item.edits) for item in documents)


def _by_id(document: Document, names: Container[str]) -> dict[str, str]:
    essays = multigec.read_essays(document.text, document.path)
    for essay in essays:
        if essay.id not in names:
            raise DocumentError(f"essay {essay.id} is not in the source", path=document.path, line=essay.line)
    return {essay.id: essay.text for essay in essays}


def _of(versions: Sequence[tuple[str, dict[str, str]]], name: str) -> tuple[Correction, ...]:
    return tuple(Correction(person, texts[name]) for person, texts in versions if name in texts)


def losses(corpus: Corpus, target: Format) -> Iterator[str]:
    """What the format can't carry of the corpus, a line each, for people."""
    yield from corpus.left_out
    if "ids" not in target.carries and any(entry.id for entry in corpus.entries):
        yield "the texts' ids"
    yield from _lost_people(corpus, target)
    yield from _lost_edits(corpus, target)


def _lost_people(corpus: Corpus, target: Format) -> Iterator[str]:
    carries = target.carries
    several = next((entry.corrections for entry in corpus.entries if len(entry.corrections) > 1), None)
    if "people" not in carries and several:
        yield f"all corrections but {several[0].name or 'the first'}'s"
    if "absences" not in carries and (names := _absent(corpus)):
        yield f"that some texts have no correction by {', '.join(names)}"
    if "people" in carries and "sides" not in carries and any(entry.hypotheses for entry in corpus.entries):
        yield "which corrections are hypotheses; read back, all are references"
    if "people" in carries and "names" not in carries:
        numbers = {person: number for person, number in annotator_numbers(corpus).items() if person[1] != str(number)}
        if numbers:
            yield f"names: {', '.join(f'{name or part} is now {n}' for (part, name), n in numbers.items())}"


def _absent(corpus: Corpus) -> tuple[str, ...]:
    """Those who corrected some texts and not others."""
    people = Counter(person for entry in corpus.entries for person in corrections_by_annotator(entry))
    return tuple(name or part for (part, name), count in people.items() if count < len(corpus.entries))


def _lost_edits(corpus: Corpus, target: Format) -> Iterator[str]:
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
