"""Parallel lines: a file for each side, one tokenised sentence a line."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from markscheme.formats.annotators import Annotator
from markscheme.formats.base import SideFilesFormat, Sides
from markscheme.formats.corpus import Corpus, Correction, Entry, apply_edits
from markscheme.formats.document import Document
from markscheme.formats.parallel import ParallelText, Side, sources_of
from markscheme.formats.plain_text.side_files import ALL_SIDES, names_in_files, side_file_names, sides_texts
from markscheme.formats.registry import format_of
from markscheme.formats.sections import has_headings
from markscheme.formats.streams.streamed_format import StreamedFormat
from markscheme.formats.token_edits import text_edits
from markscheme.text.errors import DocumentError
from markscheme.text.segments import Segment

_LINE_END = re.compile(r"[\r\n]")


class LinesFormat(SideFilesFormat, StreamedFormat):
    """Parallel lines; also the layout of texts of numbered sentences that another format states, such as M2."""

    name = "lines"
    title = "parallel lines"
    suffixes = (".src",)
    carries = ALL_SIDES | {"texts"}

    def fits(self, source: Document, is_tokenised: bool) -> bool:
        return is_tokenised and not has_headings(source.text)

    def read_sides(self, sides: Sides) -> Corpus:
        hypotheses, references = (
            [text for item in documents for text in format_of(item).parallel_texts(item)]
            for documents in (sides.hypotheses, sides.references)
        )
        original = format_of(sides.source).parallel_texts(sides.source)[0] if sides.source else None
        sources = sources_of([*hypotheses, *references], original)
        return Corpus(entries_of_lines(sources, hypotheses, references), tokenised=True)

    def lost_names(self, people: Iterable[Annotator]) -> Iterator[str]:
        yield from names_in_files(people)

    def counted_losses(self, corpus: Corpus) -> Mapping[str, int]:
        dropped = sum(
            bool(entry.source.strip()) and not item.text.strip()
            for entry in corpus.entries
            for item in entry.references
        )
        return {"that references drop sentences ({}); read back, nobody has corrected these": dropped}

    def file_names(self, name: str, people: Sequence[Annotator]) -> tuple[str, ...]:
        return side_file_names(name, people)

    def written(self, corpora: Iterable[Corpus], people: Sequence[Annotator]) -> Iterator[tuple[bytes, ...]]:
        """Yield one tokenised sentence a line; the line of a person without a correction of it is empty.

        Raises
        ------
        DocumentError
            If a sentence has a line end in it.
        """
        for corpus in corpora:
            sides = sides_texts(corpus, people)
            yield tuple("".join(f"{_line(text)}\n" for text in side).encode() for side in sides)


def entries_of_lines(
    sources: Sequence[Segment], hypotheses: Sequence[ParallelText], references: Sequence[ParallelText]
) -> tuple[Entry, ...]:
    """Return sentences with their corrections; a reference with an empty line for words has no correction of them."""
    return tuple(
        Entry(
            "",
            source,
            _corrections(hypotheses, number, source),
            _corrections([text for text in references if not _is_missing(text.sides[number], source)], number, source),
        )
        for number, source in enumerate(" ".join(segment.tokens) for segment in sources)
    )


def _line(text: str) -> str:
    if _LINE_END.search(text):
        raise DocumentError("a sentence has a line end in it, and parallel lines hold one sentence a line")
    return text


def _corrections(texts: Sequence[ParallelText], number: int, source: str) -> tuple[Correction, ...]:
    return tuple(_correction(text.name, text.sides[number], source) for text in texts if not text.sides[number].absent)


def _is_missing(side: Side, source: str) -> bool:
    """Return whether a reference has an empty line for words of the source: nobody has corrected them there.

    The marks take it so too (:func:`markscheme.edits.chunks.present_references`).
    """
    return bool(source) and not side.states_edits and not side.segment.tokens


def _correction(name: str, side: Side, source: str) -> Correction:
    if not side.states_edits:
        return Correction(name, " ".join(side.segment.tokens))
    edits = text_edits(source, side.edits)
    return Correction(name, apply_edits(source, edits), edits)


LINES = LinesFormat()
