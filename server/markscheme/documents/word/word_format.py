"""Word as document formats: a text with its authors' tracked changes, or a text alone; in files without lines."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from markscheme.documents.corpus import Corpus, Document, Entry, MarginComment
from markscheme.documents.formats import (
    TOGETHER,
    CorpusFormat,
    DocumentFile,
    DocumentFormat,
    Outline,
    Texts,
    document_format,
)
from markscheme.documents.rewriting import HypothesisFile
from markscheme.errors import DocumentError

if TYPE_CHECKING:
    from markscheme.documents.word.reading import WordDocument


@lru_cache(maxsize=1)
def _document(file: DocumentFile) -> "WordDocument":
    from markscheme.documents.word.reading import read_document

    return read_document(file.data, file.path)


class _WordFiles(DocumentFormat):
    """They are read from disk, since no editor that speaks to the server has them open."""

    suffixes = claimed = (".docx",)
    label = "Word"
    has_lines = False

    def left_out(self, file: DocumentFile) -> tuple[str, ...]:
        from markscheme.documents.word.reading import document_root, unread_contents

        return unread_contents(document_root(file.data, file.path))

    def margin_comments(self, file: DocumentFile, document: Document) -> tuple[MarginComment, ...]:
        from markscheme.documents.word.reading import margin_comments

        return margin_comments(file.data, document.authors, file.path)

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> HypothesisFile:
        raise DocumentError("a Word document is corrected in a word processor", path=document.path)


class WordFormat(_WordFiles, CorpusFormat):
    """Word documents with tracked changes."""

    name = "docx"
    title = "a Word document"
    carries = frozenset({"people", "names", "edits", "paragraphs"})
    joins_sentences = True
    carries_source = True
    is_self_contained = True
    has_authors = True

    def recognises(self, file: DocumentFile) -> bool:
        """Return whether a file is a Word document with tracked changes, or can't be read."""
        try:
            return self.claims(file.path) and bool(_document(file).authors)
        except DocumentError:
            return True

    def is_exercise(self, file: DocumentFile) -> bool:
        try:
            state = file.path.stat()
        except OSError:
            return True
        return _has_changes(file.path, (state.st_mtime_ns, state.st_size))

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        """Return the correction of each author or group, by name (``name`` for an only one); TOGETHER makes one."""
        path, document = file.path, _document(file)
        groups = self._groups(document, author, path)
        source = Document("source", document.source, path, format=self.name)
        alone = len(groups) == 1 and author in (None, TOGETHER)
        corrections = tuple(
            Document(
                name if alone else correction.name,
                correction.text,
                path,
                author=None if alone else correction.name,
                authors=group,
                edits=correction.edits,
                format=self.name,
            )
            for group, correction in zip(groups, document.corrections(groups), strict=True)
        )
        return Texts(corrections or (Document(name, document.source, path, format=self.name),), source)

    def _groups(self, document: "WordDocument", author: str | None, path: Path) -> tuple[tuple[str, ...], ...]:
        if author is None:
            return document.groups
        if author == TOGETHER:
            return (document.authors,)
        if author not in document.authors:
            raise DocumentError(
                f"{author!r} tracked no change in this document",
                path=path,
                remedy=f"Its authors: {', '.join(document.authors) or 'none'}",
            )
        return ((author,),)

    def outline(self, file: DocumentFile) -> Outline:
        document = _document(file)
        each = document.corrections([(author,) for author in document.authors])
        changes = {correction.name: len(correction.edits or ()) for correction in each}
        return Outline(document.source, bool(changes), changes)

    def read_corpus(self, file: DocumentFile) -> Corpus:
        document = _document(file)
        references = document.corrections(document.groups)
        shared = [item.name for item, group in zip(references, document.groups, strict=True) if len(group) > 1]
        left_out = (
            *(f"who of {names} made which change: they share the work" for names in shared),
            *self.left_out(file),
        )
        return Corpus((Entry("", document.source, references=references),), tokenised=False, left_out=left_out)

    def further_losses(self, corpus: Corpus) -> Iterator[str]:
        """Yield whose corrections are read back as one, where the corpus states its edits."""
        from markscheme.documents.word.reading import joined_names, read_document
        from markscheme.documents.word.writing import write_corpus

        try:
            groups = read_document(write_corpus(corpus)).groups
        except DocumentError:
            return
        for group in groups:
            if len(group) > 1:
                yield f"that {joined_names(group)} each corrected the text: read back, they share the work"

    def write_corpus(self, corpus: Corpus, name: str) -> Mapping[str, bytes]:
        from markscheme.documents.word.writing import write_corpus

        return {name: write_corpus(corpus)}


class WordTextFormat(_WordFiles):
    """Word documents without tracked changes: a text and nothing else."""

    name = "docx-text"
    title = "a Word document without tracked changes"

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        if author is not None:
            raise DocumentError(
                f"{author!r} tracked no change in this document", path=file.path, remedy="Its authors: none"
            )
        return Texts((Document(name, _document(file).source, file.path, format=self.name),))


WORD = WordFormat()
WORD_TEXT = WordTextFormat()


@lru_cache(maxsize=1024)
def _has_changes(path: Path, _version: tuple[int, int]) -> bool:
    """Return whether a file of a certain time and size is a Word document with tracked changes, or a broken one."""
    return document_format(DocumentFile(path)) is WORD
