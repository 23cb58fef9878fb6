"""Word as a document format: a source and each author's tracked changes, in a file without lines."""

from collections.abc import Mapping
from pathlib import Path

from markscheme.formats.base import CorpusFormat, DocumentFile, DocumentFormat, Outline, Texts
from markscheme.formats.corpus import Corpus
from markscheme.formats.document import Document
from markscheme.formats.rewording import HypothesisFile
from markscheme.text.errors import DocumentError


class WordFormat(DocumentFormat, CorpusFormat):
    """Word documents. They are read from disk, since no editor that speaks to the server has them open."""

    name = "docx"
    title = "a Word document"
    label = "Word"
    suffixes = (".docx",)
    carries = frozenset({"people", "names", "edits", "paragraphs"})
    has_lines = False
    carries_source = True
    is_self_contained = True
    has_authors = True

    def claims(self, path: Path) -> bool:
        return path.suffix.lower() in self.suffixes

    def recognises(self, file: DocumentFile) -> bool:
        return self.claims(file.path)

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        """Return a correction for each author, under the author's name; ``name`` is that of an only author."""
        path = file.path
        [entry] = self.read_corpus(file).entries
        wanted = [item for item in entry.references if author in (None, item.name)]
        if author is not None and not wanted:
            raise DocumentError(
                f"{author!r} tracked no change in this document",
                path=path,
                remedy=f"Its authors: {', '.join(item.name for item in entry.references) or 'none'}",
            )
        source = Document("source", entry.source, path, format=self.name)
        if len(wanted) == 1 and author is None:
            [only] = wanted
            return Texts((Document(name, only.text, path, edits=only.edits, format=self.name),), source)
        corrections = tuple(
            Document(item.name, item.text, path, author=item.name, edits=item.edits, format=self.name)
            for item in wanted
        )
        return Texts(corrections or (Document(name, entry.source, path, format=self.name),), source)

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> HypothesisFile:
        raise DocumentError("a Word document is corrected in a word processor", path=document.path)

    def outline(self, file: DocumentFile) -> Outline:
        [entry] = self.read_corpus(file).entries
        changes = {item.name: len(item.edits or ()) for item in entry.references}
        return Outline(entry.source, bool(changes), changes)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        from markscheme.formats.word.reader import read_corpus

        return read_corpus(file.data, file.path)

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        from markscheme.formats.word.writer import write_corpus

        return {name: write_corpus(corpus)}


WORD = WordFormat()
