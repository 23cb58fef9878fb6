"""OpenDocument and RTF as document formats, and files that no reader here can use."""

from abc import abstractmethod
from typing import ClassVar

import attrs

from markscheme.documents.corpus import Document
from markscheme.documents.files import OPEN_DOCUMENT, RTF, FileKind, kind_of
from markscheme.documents.formats import DocumentFile, DocumentFormat, Outline, Texts
from markscheme.documents.rewriting import HypothesisFile
from markscheme.errors import DocumentError

_NAMES = (".docx", ".doc", ".odt", ".rtf")
"""The ends of names that word processors give; programs and people mix them up, so the content decides."""


class WordProcessorFormat(DocumentFormat):
    """A document of a word processor that holds a text and nothing else, read from disk; ``kind`` is by its content."""

    kind: ClassVar[FileKind]
    has_lines = False
    claimed = _NAMES

    def recognises(self, file: DocumentFile) -> bool:
        return self.claims(file.path) and kind_of(file.data) is self.kind

    @abstractmethod
    def read(self, file: DocumentFile) -> str:
        """Raise DocumentError if the file can't be used."""

    @abstractmethod
    def author(self, file: DocumentFile) -> str | None:
        """Return who wrote a file by its properties; ``None`` where these don't say it, or can't be read."""

    def outline(self, file: DocumentFile) -> Outline:
        return attrs.evolve(super().outline(file), author=self.author(file))

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        return Texts((Document(name, self.read(file), file.path, author=author, format=self.name),))

    def hypothesis_file(self, document: Document, text: str, *, tokenised: bool = False) -> HypothesisFile:
        raise DocumentError(f"{self.title} is corrected in a word processor", path=document.path)


class OpenDocumentFormat(WordProcessorFormat):
    """OpenDocument texts, which LibreOffice writes."""

    name = "odt"
    title = "an OpenDocument text"
    label = "OpenDocument"
    suffixes = (".odt",)
    kind = OPEN_DOCUMENT

    def read(self, file: DocumentFile) -> str:
        from markscheme.documents.word_processors.reading import read_open_document

        return read_open_document(file.data, file.path)

    def author(self, file: DocumentFile) -> str | None:
        from markscheme.documents.word_processors.reading import open_document_author

        return open_document_author(file.data)


class RichTextFormat(WordProcessorFormat):
    """RTF documents."""

    name = "rtf"
    title = "an RTF document"
    label = "RTF"
    suffixes = (".rtf",)
    kind = RTF

    def recognises(self, file: DocumentFile) -> bool:
        """Return whether the file is RTF; a text in an editor is, too, whatever its name."""
        return super().recognises(file) or (not self.claims(file.path) and file.text.startswith("{\\rtf"))

    def read(self, file: DocumentFile) -> str:
        from markscheme.documents.word_processors.reading import read_rich_text

        if not self.claims(file.path):
            raise DocumentError(f"this is {RTF.title}, not text", path=file.path, remedy=RTF.advice(file.path.name))
        return read_rich_text(file.data, file.path)

    def author(self, file: DocumentFile) -> str | None:
        from markscheme.documents.word_processors.reading import rich_text_author

        return rich_text_author(file.data)


class UnreadableFormat(DocumentFormat):
    """Documents that have the names of word processors' or of finished pages, and that nothing here can read."""

    name = "unreadable"
    title = label = "a document that can't be read here"
    suffixes = (".doc", ".pages", ".pdf")
    has_lines = False
    claimed = (*_NAMES, *suffixes)

    def recognises(self, file: DocumentFile) -> bool:
        """Return whether the file is claimed; of ``.docx``, only what is of another kind for certain."""
        if not self.claims(file.path):
            return False
        kind = kind_of(file.data)
        return file.path.suffix.lower() != ".docx" or (kind is not None and not kind.is_readable)

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        if not file.data:
            remedy = "Save the document again, or ask for it again"
            raise DocumentError("this file is empty", path=file.path, remedy=remedy)
        kind = kind_of(file.data)
        if kind is None:
            raise DocumentError(
                f"this is not a {file.path.suffix.lower()} document, or it is damaged",
                path=file.path,
                remedy="Open it in a word processor and save it as .docx, .odt or .txt",
            )
        raise DocumentError(f"this is {kind.title}", path=file.path, remedy=kind.advice(file.path.name))


ODT = OpenDocumentFormat()
RICH_TEXT = RichTextFormat()
UNREADABLE = UnreadableFormat()
