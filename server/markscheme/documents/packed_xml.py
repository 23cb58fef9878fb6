"""XML in zip archives of word processors, without trust: bounded parts, and no document types, so no entities."""

from pathlib import Path
from typing import NoReturn
from zipfile import ZipFile

import attrs
from lxml import etree

from markscheme.documents.files import is_bounded
from markscheme.errors import DocumentError

LARGEST_PART = 32 * 2**20
"""Bytes of a part, unpacked; a book of a thousand pages has a third of it."""
MOST_ELEMENTS = 1_000_000
"""Elements of a part; such a book has half of them at the most."""


@attrs.frozen
class PackedXml:
    """How messages name a packed document, the programs (plural) and the remedy for a damaged one (no full stop)."""

    title: str
    save_again: str
    path: Path | None
    writers: str = "word processors"

    def unpacked(self, archive: ZipFile, name: str) -> bytes:
        """Return the bytes of a part. Raise DocumentError if the part is too large, or packed by an unknown method."""
        if not is_bounded(archive, name):
            self.refuse(f"this {self.title} is packed by an unknown method", self.save_again)
        with archive.open(name) as part:
            data = part.read(LARGEST_PART + 1)
        if len(data) > LARGEST_PART:
            self.refuse(f"this {self.title} has more than {LARGEST_PART // 2**20} MiB of text", "Split it")
        return data

    def root(self, archive: ZipFile, name: str) -> etree._Element:
        """Return a part's root, without comments or processing instructions; raises as ``unpacked`` and ``parsed``."""
        return self.parsed(self.unpacked(archive, name))

    def parsed(self, data: bytes) -> etree._Element:
        """Return the root, as :meth:`root`. Raise DocumentError at malformed XML, document types, too many elements."""
        parser = etree.XMLParser(
            resolve_entities=False,
            load_dtd=False,
            no_network=True,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            root = etree.fromstring(data, parser)
        except etree.XMLSyntaxError:
            self.refuse(f"this {self.title} is damaged: its XML is malformed", self.save_again)
        if root.getroottree().docinfo.internalDTD is not None:
            self.refuse(f"this {self.title} declares a document type, which {self.writers} never do")
        if sum(1 for _ in root.iter()) > MOST_ELEMENTS:
            self.refuse(f"this {self.title} has more than {MOST_ELEMENTS} XML elements", "Split it")
        return root

    def refuse(self, problem: str, remedy: str = "") -> NoReturn:
        raise DocumentError(problem, path=self.path, remedy=remedy) from None
