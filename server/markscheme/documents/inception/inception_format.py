"""INCEpTION's XMI as a document format: a source and one annotator's correction of it, in a file without lines."""

from markscheme.documents.corpus import CorrectedText
from markscheme.documents.formats import CorrectedTextFormat, DocumentFile
from markscheme.errors import DocumentError, MissingDocument

TYPE_SYSTEM = "TypeSystem.xml"


class InceptionFormat(CorrectedTextFormat[CorrectedText]):
    """INCEpTION's UIMA CAS XMI. It is read, and not written."""

    name = "xmi"
    title = "an INCEpTION file"
    label = "INCEpTION"
    suffixes = claimed = (".xmi",)
    has_lines = False
    is_self_contained = True
    is_annotators_work = True

    def content(self, file: DocumentFile) -> CorrectedText:
        from markscheme.documents.inception.xmi import read_xmi

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
