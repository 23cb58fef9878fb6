"""Names of people inside a student's file: the authors of an Office document, and names in any text."""

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZipFile, is_zipfile

from markscheme.text.archives import ARCHIVE_DAMAGE, is_bounded
from markscheme.text.encodings import encoding_of

PROPERTIES = ("docProps/core.xml", "docProps/app.xml", "meta.xml")
"""Where Office documents (ISO/IEC 29500) and OpenDocument texts (ISO/IEC 26300) say who wrote them."""
_PEOPLE = re.compile(
    r"(<(dc:creator|cp:lastModifiedBy|meta:initial-creator|Manager|Company|meta:printed-by)(?: [^>]*)?>)[^<]*(</\2>)"
)
_AUTHORS = re.compile(r"""(\bw:(?:author|initials)=)(["'])(.*?)\2""")
_TAG = re.compile(r"<[^>]+>")
SHORTEST_NAME = 3
"""Letters of a part of a name that is looked for by itself."""


def without_authors(data: bytes, words: Sequence[str], number: str) -> bytes:
    """Return an Office document whose properties name nobody, and whose changes by a student are by a number.

    A file of another kind stays as it is.

    Parameters
    ----------
    words
        What the student is called.
    """
    if not is_zipfile(BytesIO(data)):
        return data
    called = {word.casefold() for word in words}
    written = BytesIO()
    try:
        with ZipFile(BytesIO(data)) as archive, ZipFile(written, "w") as copy:
            for item in archive.infolist():
                part = archive.read(item)
                if item.filename.endswith(".xml"):
                    part = _without_names(part, item.filename, called, number)
                copy.writestr(item, part)
    except ARCHIVE_DAMAGE:
        return data
    return written.getvalue()


def _without_names(part: bytes, name: str, called: set[str], number: str) -> bytes:
    text = part.decode("utf-8", "surrogateescape")
    if name in PROPERTIES:
        text = _PEOPLE.sub(r"\1\3", text)

    def of_student(match: re.Match[str]) -> str:
        return f"{match[1]}{match[2]}{escape(number)}{match[2]}" if match[3].casefold() in called else match[0]

    return _AUTHORS.sub(of_student, text).encode("utf-8", "surrogateescape")


def names_in(data: bytes, path: Path, person: str) -> tuple[str, ...]:
    """Return the parts of a person's name that stand in a file as words."""
    text = _text(data, path)
    parts = [part for part in person.split() if len(part) >= SHORTEST_NAME and part[0].isupper()]
    return tuple(part for part in parts if re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text))


def _text(data: bytes, path: Path) -> str:
    if not is_zipfile(BytesIO(data)):
        return data.decode(encoding_of(data).name, "replace")
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if name.endswith(".xml") and is_bounded(archive, name)]
            return "\n".join(_TAG.sub(" ", archive.read(name).decode("utf-8", "replace")) for name in names)
    except ARCHIVE_DAMAGE as error:
        from markscheme.text.errors import DocumentError

        raise DocumentError("the file is damaged", path=path) from error
