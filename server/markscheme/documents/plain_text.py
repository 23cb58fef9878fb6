"""Corpora and documents of plain text: a file that is a text and nothing else, or a file for each side.

Files of a side are ``STEM.src``, ``STEM.hyp.NAME`` and ``STEM.ref.NAME``, with the source's extension, if any. They
hold an essay, parallel lines (one tokenised sentence a line), or MultiGEC-2025's Markdown (Masciolini et al., 2025):
essays under ``### essay_id = ID`` headings, whose ids say which belong together.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

import attrs

from markscheme.documents.corpus import (
    ATTEMPT,
    HEADING,
    PLAIN_TEXT,
    Annotator,
    Corpus,
    Correction,
    Document,
    Entry,
    ParallelText,
    Side,
    has_headings,
    only_entry,
    read_sections,
    sources_of,
    text_edits,
)
from markscheme.documents.files import UTF_8, Encoding, check_readable, decode, newlines
from markscheme.documents.formats import (
    ALL_SIDES,
    FORMATS,
    DocumentFile,
    DocumentFormat,
    SideFilesFormat,
    Sides,
    StreamedFormat,
    Texts,
    names_in_files,
    people_files,
)
from markscheme.documents.m2 import looks_like_m2
from markscheme.documents.rewriting import Replacement, WordsFile
from markscheme.errors import DocumentError, MissingDocument
from markscheme.languages.segments import Segment, Span

_NAME = re.compile(r"(?P<stem>.+?)(\.src)?(?P<extension>\.(txt|md|markdown|text))?", re.IGNORECASE)


def _side_files(corpus: Corpus, name: str) -> dict[str, tuple[str, ...]]:
    """Return the entries' texts in the source's file (called ``name``) and in each person's, by the file's name.

    Raise DocumentError if two people's files would have the same name.
    """
    people = corpus.people
    return dict(zip(_side_file_names(name, people), _sides_texts(corpus, people), strict=True))


def _side_file_names(name: str, people: Iterable[Annotator]) -> tuple[str, ...]:
    """Return the source's file (``name``, perhaps without ``.src``) and each person's; as :func:`_side_files`."""
    match = _NAME.fullmatch(name)
    stem, extension = (match["stem"], match["extension"] or "") if match else (name, "")
    return (f"{stem}.src{extension}", *people_files(people, stem, extension).values())


def _sides_texts(corpus: Corpus, people: Iterable[Annotator]) -> Iterator[tuple[str, ...]]:
    """Yield the entries' sources, then each person's texts, empty where the person has none."""
    yield tuple(entry.source for entry in corpus.entries)
    by_entry = [entry.by_annotator() for entry in corpus.entries]
    for person in people:
        yield tuple(texts[person].text if person in texts else "" for texts in by_entry)


class _EssaysFormat(SideFilesFormat):
    """Essays as people write them."""

    name = "essays"
    title = "an essay's file"
    suffixes = (".src.txt", ".src.md")
    carries = ALL_SIDES | {"paragraphs"}

    def read_sides(self, sides: Sides) -> Corpus:
        if sides.source is None:
            raise DocumentError("there is no source text")
        hypotheses, references = (
            tuple(Correction(item.name, item.text, item.edits) for item in documents)
            for documents in (sides.hypotheses, sides.references)
        )
        return Corpus((Entry("", sides.source.text, hypotheses, references),), tokenised=False)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        yield from names_in_files(corpus.people)

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        only_entry(corpus, self.title)
        return {file: "".join(texts).encode() for file, texts in _side_files(corpus, name).items()}


ESSAYS = _EssaysFormat()


Tokens = tuple[str, ...]
_REMEDY = "Save it as UTF-8"


def line_pairs(source: Path, target: Path) -> Iterator[tuple[Tokens, Tokens]]:
    """Yield the tokens of each source line and of the line of the same number that corrects it.

    Raise DocumentError at the first such line: if a file can't be read, is not UTF-8 or is M2, or one has more lines.
    """
    for number, (wrong, right) in enumerate(zip_longest(_lines(source), _lines(target)), 1):
        if wrong is None or right is None:
            longer, shorter = (target, source) if wrong is None else (source, target)
            raise DocumentError(
                f"this line has none beside it in {shorter.name}",
                path=longer,
                line=number,
                remedy="Parallel texts need the same number of lines, one sentence a line",
            )
        yield wrong, right


def _lines(path: Path) -> Iterator[Tokens]:
    try:
        check_readable(path)
        with path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                yield tuple(_decoded(line, path, number).split())
    except FileNotFoundError:
        raise MissingDocument("the file does not exist", path=path) from None
    except OSError as error:
        raise DocumentError(f"the file can't be read ({error.strerror})", path=path) from error


def _decoded(line: bytes, path: Path, number: int) -> str:
    encoding = Encoding.of(line)
    if number == 1 and encoding.name != UTF_8.name:  # its line ends are not those of bytes
        raise DocumentError(f"the file is {encoding.name}, which is not read line by line", path=path, remedy=_REMEDY)
    try:
        text = decode(line, path)
    except DocumentError as error:
        raise DocumentError(error.problem, path=path, line=number, remedy=error.remedy) from None
    if number == 1 and looks_like_m2(text):
        remedy = f"Make it lines: markscheme convert {path.name} {path.stem}.src"
        raise DocumentError("this is M2, and not one sentence a line", path=path, line=1, remedy=remedy)
    return text


_LINE_END = re.compile(r"[\r\n]")


class _LinesFormat(SideFilesFormat, StreamedFormat):
    """Parallel lines; also the layout of texts of numbered sentences that another format states, such as M2."""

    name = "lines"
    title = "parallel lines"
    suffixes = (".src",)
    carries = ALL_SIDES | {"texts"}

    def read_sides(self, sides: Sides) -> Corpus:
        hypotheses, references = (
            [text for item in documents for text in FORMATS.of(item).parallel_texts(item, strict=sides.strict)]
            for documents in (sides.hypotheses, sides.references)
        )
        original = None
        if sides.source:
            original = FORMATS.of(sides.source).parallel_texts(sides.source, strict=sides.strict)[0]
        sources = sources_of([*hypotheses, *references], original)
        return Corpus(entries_of_lines(sources, hypotheses, references), tokenised=True)

    def summed_losses(self, people: Iterable[Annotator], counts: Mapping[str, int]) -> Iterator[str]:
        yield from names_in_files(people)
        yield from super().summed_losses(people, counts)

    def counted_losses(self, corpus: Corpus) -> Mapping[str, int]:
        dropped = sum(
            bool(entry.source.strip()) and not item.text.strip()
            for entry in corpus.entries
            for item in entry.references
        )
        return {"that references drop sentences ({}); read back, nobody has corrected these": dropped}

    def file_names(self, name: str, people: Sequence[Annotator]) -> tuple[str, ...]:
        return _side_file_names(name, people)

    def written(self, corpora: Iterable[Corpus], people: Sequence[Annotator]) -> Iterator[tuple[bytes, ...]]:
        """Leave the line of a person without a correction empty. Raise DocumentError if a sentence has a line end."""
        for corpus in corpora:
            sides = _sides_texts(corpus, people)
            yield tuple("".join(f"{_line(text)}\n" for text in side).encode() for side in sides)


def entries_of_lines(
    sources: Sequence[Segment], hypotheses: Sequence[ParallelText], references: Sequence[ParallelText]
) -> tuple[Entry, ...]:
    """Return sentences with their corrections; a reference with an empty line for words has no correction of them."""
    faulty = {
        number: side.fault
        for text in (*references, *hypotheses)
        for number, side in enumerate(text.sides)
        if side.fault is not None
    }
    return tuple(
        Entry(
            "",
            source,
            _lines_corrections(hypotheses, number, source),
            _lines_corrections(
                [text for text in references if not _is_missing(text.sides[number], source)], number, source
            ),
            fault=faulty.get(number),
        )
        for number, source in enumerate(" ".join(segment.tokens) for segment in sources)
    )


def _line(text: str) -> str:
    if _LINE_END.search(text):
        raise DocumentError("a sentence has a line end in it, and parallel lines hold one sentence a line")
    return text


def _lines_corrections(texts: Sequence[ParallelText], number: int, source: str) -> tuple[Correction, ...]:
    return tuple(_correction(text.name, text.sides[number], source) for text in texts if not text.sides[number].absent)


def _is_missing(side: Side, source: str) -> bool:
    """The marks take a reference's empty line so, too (:class:`markscheme.edits.edit.PassageEdits`)."""
    return bool(source) and not side.states_edits and not side.segment.tokens


def _correction(name: str, side: Side, source: str) -> Correction:
    if not side.states_edits:
        return Correction(name, " ".join(side.segment.tokens))
    edits = text_edits(source, side.edits)
    return Correction.of(name, source, edits)


LINES = _LinesFormat()


@attrs.frozen
class Essay:
    """One essay, original or corrected, without blank lines around it; the heading's line (from 1) is not compared."""

    id: str
    text: str
    line: int = attrs.field(default=0, eq=False)


def read_essays(text: str, path: Path | None = None) -> tuple[Essay, ...]:
    r"""Return the essays, in file order, their lines ended by ``\n``. Raise DocumentError as :func:`read_sections`."""
    return tuple(
        Essay(name, newlines(body.span.of(text)).strip("\n"), body.line)
        for name, body in read_sections(text, path).items()
    )


def write_essays(essays: Iterable[Essay]) -> str:
    """Return the essays as a file; blank lines around a text are not kept.

    Raise DocumentError if an id is empty, has a line end or white space around it, or is there twice; or if a text has
    what readers of this format take for a heading (the shared task's own reader does so anywhere in a line).
    """
    pieces: list[str] = []
    ids: set[str] = set()
    for essay in essays:
        if not re.fullmatch(r"\S(?:[^\r\n]*\S)?", essay.id) or HEADING in essay.id:
            raise DocumentError(f"the id {essay.id!r} can't stand in a heading of MultiGEC's Markdown")
        if essay.id in ids:
            raise DocumentError(f"there are two essays of the id {essay.id!r}")
        ids.add(essay.id)
        text = newlines(essay.text).strip("\n")
        if HEADING in text or any(ATTEMPT.match(line) for line in text.split("\n")):
            raise DocumentError(f"essay {essay.id} can't be written: its text has a line that reads as a heading")
        pieces.append(f"{HEADING}{essay.id}\n{text}\n\n")
    return "".join(pieces)


class _MultiGecFormat(SideFilesFormat):
    """MultiGEC's Markdown, a file for each side."""

    name = "multigec"
    title = "MultiGEC's Markdown"
    carries = ALL_SIDES | {"texts", "ids", "paragraphs"}

    def read_sides(self, sides: Sides) -> Corpus:
        if sides.source is None:
            raise DocumentError("there is no source text")
        essays = read_essays(sides.source.text, sides.source.path)
        ids = {essay.id for essay in essays}
        hypotheses, references = (
            [(item.name, _texts_by_id(item, ids)) for item in documents]
            for documents in (sides.hypotheses, sides.references)
        )
        entries: list[Entry] = []
        for essay in essays:
            corrections = (
                tuple(Correction(name, texts[essay.id]) for name, texts in people if essay.id in texts)
                for people in (hypotheses, references)
            )
            entries.append(Entry(essay.id, essay.text, *corrections))
        return Corpus(tuple(entries), tokenised=False)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        yield from names_in_files(corpus.people)
        texts = (
            text for entry in corpus.entries for text in (entry.source, *(item.text for item in entry.corrections))
        )
        if any(text.strip("\n") != text.removesuffix("\n") for text in texts):
            yield "blank lines at the beginnings and ends of texts"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return all essays a file, those without an id numbered from 1 on."""
        ids = [entry.id or str(number) for number, entry in enumerate(corpus.entries, 1)]
        files = _side_files(corpus, name)
        return {file: write_essays(map(Essay, ids, texts)).encode() for file, texts in files.items()}


def _texts_by_id(document: Document, ids: Container[str]) -> dict[str, str]:
    essays = read_essays(document.text, document.path)
    for essay in essays:
        if essay.id not in ids:
            raise DocumentError(f"essay {essay.id} is not in the source", path=document.path, line=essay.line)
    return {essay.id: essay.text for essay in essays}


MULTIGEC = _MultiGecFormat()


def side_files_format(source: Document, is_tokenised: bool) -> SideFilesFormat:
    if has_headings(source.text):
        return MULTIGEC
    return LINES if is_tokenised else ESSAYS


class _PlainTextFile(WordsFile):
    """A hypothesis that is its file's text."""

    @property
    def hypothesis(self) -> str:
        return self.text

    def replacement(self, span: Span, words: str) -> Replacement:
        return Replacement(span, words)

    def checked(self, text: str) -> str:
        if FORMATS.of_text(text, self.path).name != PLAIN_TEXT:
            raise DocumentError(
                "with this change the file would no longer be read as plain text",
                path=self.path,
                remedy="Make it by hand, without marks such as '{++' and '++}'",
            )
        return text


class _PlainTextFormat(DocumentFormat):
    """Plain text. Every text file is in it that no other format recognises."""

    name = PLAIN_TEXT
    title = "plain text"
    label = "text"
    suffixes = (".txt", ".md", ".markdown", ".text")
    words_file = _PlainTextFile

    def recognises(self, file: DocumentFile) -> bool:
        return True

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        return Texts((Document(name, file.text, file.path, author=author),))


TEXT = _PlainTextFormat()
