"""MultiGEC-2025's Markdown (Masciolini et al., 2025): essays under ``### essay_id = ID`` headings.

One file is one side, the original essays or a reference for them; ids say which belong together.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from markscheme.formats.annotators import everybody
from markscheme.formats.base import SideFilesFormat, Sides
from markscheme.formats.corpus import Corpus, Correction, Entry
from markscheme.formats.document import Document
from markscheme.formats.plain_text.side_files import ALL_SIDES, names_in_files, side_files
from markscheme.formats.sections import ATTEMPT, HEADING, has_headings, read_sections
from markscheme.text.errors import DocumentError
from markscheme.text.line_ends import newlines


@attrs.frozen
class Essay:
    """One essay, original or corrected.

    Attributes
    ----------
    id
        What its heading calls it.
    text
        Its text, without the blank lines around it.
    line
        1-based line of its heading; it makes no difference between essays.
    """

    id: str
    text: str
    line: int = attrs.field(default=0, eq=False)


def read_essays(text: str, path: Path | None = None) -> tuple[Essay, ...]:
    r"""Return the essays, in file order, their lines ended by ``\n``.

    Raises
    ------
    DocumentError
        As :func:`~markscheme.formats.sections.read_sections`.
    """
    return tuple(
        Essay(name, newlines(body.span.of(text)).strip("\n"), body.line)
        for name, body in read_sections(text, path).items()
    )


def write_essays(essays: Iterable[Essay]) -> str:
    """Return the essays as a file; blank lines around a text are not kept.

    Raises
    ------
    DocumentError
        If an id is empty, has a line end or white space around it, or is there twice; or if a text has what
        readers of this format take for a heading (the shared task's own reader does so anywhere in a line).
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


class MultiGecFormat(SideFilesFormat):
    """MultiGEC's Markdown, a file for each side."""

    name = "multigec"
    title = "MultiGEC's Markdown"
    carries = ALL_SIDES | {"texts", "ids", "paragraphs"}

    def fits(self, source: Document, is_tokenised: bool) -> bool:
        return has_headings(source.text)

    def read_sides(self, sides: Sides) -> Corpus:
        if sides.source is None:
            raise DocumentError("there is no source text")
        essays = read_essays(sides.source.text, sides.source.path)
        ids = {essay.id for essay in essays}
        hypotheses, references = (
            [(item.name, _texts_by_id(item, ids)) for item in documents]
            for documents in (sides.hypotheses, sides.references)
        )
        return Corpus(
            tuple(
                Entry(essay.id, essay.text, _corrections(hypotheses, essay.id), _corrections(references, essay.id))
                for essay in essays
            ),
            tokenised=False,
        )

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        yield from names_in_files(everybody(corpus.entries))
        texts = (
            text for entry in corpus.entries for text in (entry.source, *(item.text for item in entry.corrections))
        )
        if any(text.strip("\n") != text.removesuffix("\n") for text in texts):
            yield "blank lines at the beginnings and ends of texts"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return all essays a file; entries without an id are numbered from 1 on.

        Raises
        ------
        DocumentError
            If an id is there twice, or a text has what readers take for a heading.
        """
        ids = [entry.id or str(number) for number, entry in enumerate(corpus.entries, 1)]

        def written(texts: list[tuple[int, str]]) -> str:
            return write_essays(Essay(ids[index], text) for index, text in texts)

        return side_files(corpus, name, written)


def _texts_by_id(document: Document, ids: Container[str]) -> dict[str, str]:
    essays = read_essays(document.text, document.path)
    for essay in essays:
        if essay.id not in ids:
            raise DocumentError(f"essay {essay.id} is not in the source", path=document.path, line=essay.line)
    return {essay.id: essay.text for essay in essays}


def _corrections(people: Sequence[tuple[str, Mapping[str, str]]], essay: str) -> tuple[Correction, ...]:
    return tuple(Correction(name, texts[essay]) for name, texts in people if essay in texts)


MULTIGEC = MultiGecFormat()
