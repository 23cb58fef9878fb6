"""Word documents as bytes that depend on nothing but their content."""

from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from docx.document import Document as SavedDocument

_ZIP_DATE: Final = (1980, 1, 1, 0, 0, 0)


def saved_undated(document: SavedDocument) -> bytes:
    """Return a document as a file, whose parts all have the same date: an equal document gives equal bytes."""
    saved, packed = BytesIO(), BytesIO()
    document.save(saved)
    with ZipFile(saved) as source, ZipFile(packed, "w") as target:
        for name in source.namelist():
            target.writestr(ZipInfo(name, _ZIP_DATE), source.read(name), ZIP_DEFLATED)
    return packed.getvalue()
