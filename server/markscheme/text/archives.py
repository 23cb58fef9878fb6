"""Zip archives from people, read without trust in their bytes."""

import struct
import zlib
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

ARCHIVE_DAMAGE = (
    BadZipFile,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""The errors of ``zipfile`` for archives that are damaged, encrypted or packed by an unknown method."""
BOUNDED_METHODS = (ZIP_STORED, ZIP_DEFLATED)
"""The methods of packing that office documents use; ``zipfile`` unpacks others without a bound."""


def is_bounded(archive: ZipFile, name: str) -> bool:
    """Return whether a part is packed by a method that is unpacked within a bound."""
    return archive.getinfo(name).compress_type in BOUNDED_METHODS
