"""An essay's file: a file for each side, one text a file."""

from collections.abc import Iterator, Mapping, Sequence

from markscheme.formats.annotators import everybody
from markscheme.formats.base import SideFilesFormat, Sides
from markscheme.formats.corpus import Corpus, Correction, Entry
from markscheme.formats.document import Document
from markscheme.formats.plain_text.side_files import ALL_SIDES, names_in_files, side_files
from markscheme.formats.sections import has_headings
from markscheme.formats.single_text import only_entry
from markscheme.text.errors import DocumentError


class EssaysFormat(SideFilesFormat):
    """Essays as people write them."""

    name = "essays"
    title = "an essay's file"
    suffixes = (".src.txt", ".src.md")
    carries = ALL_SIDES | {"paragraphs"}

    def fits(self, source: Document, is_tokenised: bool) -> bool:
        return not is_tokenised and not has_headings(source.text)

    def read_sides(self, sides: Sides) -> Corpus:
        if sides.source is None:
            raise DocumentError("there is no source text")
        entry = Entry("", sides.source.text, _corrections(sides.hypotheses), _corrections(sides.references))
        return Corpus((entry,), tokenised=False)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        yield from names_in_files(everybody(corpus.entries))

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        """Return a text a file.

        Raises
        ------
        DocumentError
            If there is not one text.
        """
        only_entry(corpus, self.title)
        return side_files(corpus, name, lambda texts: "".join(text for _, text in texts))


def _corrections(documents: Sequence[Document]) -> tuple[Correction, ...]:
    return tuple(Correction(item.name, item.text, item.edits) for item in documents)


ESSAYS = EssaysFormat()
