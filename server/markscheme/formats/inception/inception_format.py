"""INCEpTION's XMI as a document format: a source and one annotator's correction of it, in a file without lines."""

from pathlib import Path
from typing import TYPE_CHECKING

from markscheme.formats.base import DocumentFile, DocumentFormat, Outline, Texts
from markscheme.formats.corpus import Document
from markscheme.text.errors import DocumentError, MissingDocument

if TYPE_CHECKING:
    from markscheme.formats.inception.xmi import CorrectedText

TYPE_SYSTEM = "TypeSystem.xml"
"""The file beside an XMI file that defines its layers; INCEpTION exports it with each document."""


class InceptionFormat(DocumentFormat):
    """INCEpTION's UIMA CAS XMI. It is read, and not written."""

    name = "xmi"
    title = "an INCEpTION file"
    label = "INCEpTION"
    suffixes = (".xmi",)
    has_lines = False
    carries_source = True
    is_self_contained = True
    is_annotators_work = True

    def claims(self, path: Path) -> bool:
        return path.suffix.lower() in self.suffixes

    def recognises(self, file: DocumentFile) -> bool:
        return self.claims(file.path)

    def left_out(self, file: DocumentFile) -> tuple[str, ...]:
        return _read(file).left_out

    def texts(self, file: DocumentFile, name: str, author: str | None = None) -> Texts:
        content = _read(file)
        correction = Document(name, content.corrected, file.path, edits=content.edits, format=self.name)
        return Texts((correction,), Document("source", content.source, file.path, format=self.name))

    def outline(self, file: DocumentFile) -> Outline:
        return Outline(_read(file).source, corrects=True)


def _read(file: DocumentFile) -> "CorrectedText":
    from markscheme.formats.inception.xmi import read_xmi

    types = file.beside(TYPE_SYSTEM)
    try:
        type_system = types.data
    except MissingDocument:
        raise DocumentError(
            f"{TYPE_SYSTEM}, which defines the layers of this file, is missing",
            path=file.path,
            remedy=f"Put {TYPE_SYSTEM} of the same export beside it",
        ) from None
    return read_xmi(file.data, type_system, file.path, types.path)


XMI = InceptionFormat()
