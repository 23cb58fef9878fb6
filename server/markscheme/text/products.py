"""Files that Markscheme writes for people: reports and exports. They are products, never documents to be marked.

A product carries a mark, so that it is recognised under any name in any folder: a line in a text, the key
``generator`` in JSON, the generator of an HTML page, the metadata of an SVG figure, a last column in CSV, the category
of an Office document. The reports
of versions up to 0.1 have no mark; they are recognised by their first lines, and so is a report that a shell wrote.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from zipfile import ZipFile

from markscheme.text.archives import ARCHIVE_DAMAGE, is_bounded
from markscheme.text.encodings import encoding_of
from markscheme.text.errors import DocumentError
from markscheme.text.writing import check_replaceable, make_folder, write_whole, written_whole

REPORT_FOLDER = "markscheme-reports"
"""The folder for products, beside ``markscheme.toml`` or in the workspace's folder. No exercise is searched in it."""
GENERATOR = "Markscheme"
"""Value of the key ``generator``, which JSON begins with."""
MARK = f"Written by {GENERATOR}"
MARK_LINE = f"{MARK}. This file is never marked."
"""The first line of a text."""
OFFICE_PROPERTIES = "docProps/core.xml"
"""Where an Office document has its properties (ISO/IEC 29500-2)."""
_PACKED = b"PK\x03\x04"
HEAD_BYTES = 4096
"""Bytes of a file's beginning that hold its mark."""

_TALLY = (
    r"(?:\d+ (?:correct|partly correct|different|missed|not needed|rewritten freely)(?: · |\n)"
    r"|nothing to mark\n|not comparable: \d+ sentences? rewritten freely"
    r"|\d+ hit, \d+ wrong, \d+ under, \d+ over: )"
)
_MARKS = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        rf"^{re.escape(MARK_LINE)}[ \t]*\r?$",
        rf'\A\{{\s*"generator": "{GENERATOR}"',
        rf'<meta name="generator" content="{GENERATOR}[" ]',
        rf"<metadata>{MARK}</metadata>",
        rf'\A[^\r\n]*[,;\t]"?{MARK}"?\r?$',
        # Unmarked reports: a heading with two spaces before its bracket, and a line of counts.
        rf"\A\S[^\n]*  \([^\n]+, (?:1 reference|\d+ references)\b[^\n]*\)[ \t]*\n{_TALLY}",
        r"\ANo teacher's reference was used\. These are a model's estimates, and no marks:",
        r'\A\{\s*"schema": 1,\s*"(?:documents|runs)": \[',
    )
)


def marked_text(text: str) -> str:
    """Return a text report with its mark, as it is written to a file."""
    return f"{MARK_LINE}\n\n{text}"


def marked_json(text: str) -> str:
    """Return a JSON object with its mark, as it is written to a file.

    >>> marked_json('{"schema": 1}')
    '{\\n  "generator": "Markscheme",\\n  "schema": 1}'
    """
    return f'{{\n  "generator": "{GENERATOR}",\n  {text.removeprefix("{").lstrip()}'


def write_product(path: Path, text: str, *, is_json: bool = False) -> None:
    """Write a report to a file, with its mark; make the folder of products, but no other folder.

    Raises
    ------
    DocumentError
        If the file can't be written.
    """
    if path.parent.name == REPORT_FOLDER:
        make_folder(path.parent)
    write_whole(path, (marked_json(text) if is_json else marked_text(text)).encode())


def write_product_pieces(path: Path, pieces: Iterable[str], *, is_json: bool = False) -> None:
    """Write a report that comes in pieces, as :func:`write_product` does; the file is there as a whole or not at all.

    Parameters
    ----------
    pieces
        The first of a JSON object holds its brace.

    Raises
    ------
    DocumentError
        If the file can't be written.
    """
    if path.parent.name == REPORT_FOLDER:
        make_folder(path.parent)
    if path.is_dir():
        raise DocumentError("this is a folder, not a file", path=path)
    mark = marked_json if is_json else marked_text
    with written_whole(path) as stream:
        for number, piece in enumerate(pieces):
            stream.write((piece if number else mark(piece)).encode())


def check_output(path: Path, inputs: Iterable[Path] = ()) -> None:
    """Check, before work begins, that its result can be written to a file.

    Parameters
    ----------
    inputs
        The files that the work reads.

    Raises
    ------
    DocumentError
        If there is no such folder and it is not that of products, the path is a folder, or the file is an input, which
        would be written over.
    """
    folder = path.absolute().parent
    if not (folder.parent if folder.name == REPORT_FOLDER else folder).is_dir():
        raise DocumentError(f"there is no folder {path.parent}", path=path, remedy="Make it first")
    check_replaceable(path, overwrite=True)
    if any(_is_same_file(path, one) for one in inputs):
        raise DocumentError(
            "this file is an input, and the result would be written over it", path=path, remedy="Name another file"
        )


def _is_same_file(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:  # one of them is not there
        return False


def is_product(path: Path) -> bool:
    """Return whether Markscheme wrote a file as a report or an export; false where it can't be read.

    The answer is kept until the file's time or size changes.
    """
    try:
        status = path.stat()
    except (OSError, ValueError):
        return False
    return _is_product(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=65536)
def _is_product(path: Path, _time: int, size: int) -> bool:
    if size == 0 or not path.is_file():
        return False
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
        return _is_marked_office_file(path) if head.startswith(_PACKED) else is_marked(head)
    except ARCHIVE_DAMAGE:
        return False


def _is_marked_office_file(path: Path) -> bool:
    """Return whether a zip archive has the mark among an Office document's properties."""
    with ZipFile(path) as archive:
        if OFFICE_PROPERTIES not in archive.namelist() or not is_bounded(archive, OFFICE_PROPERTIES):
            return False
        with archive.open(OFFICE_PROPERTIES) as properties:
            return f"<cp:category>{MARK}</cp:category>".encode() in properties.read(HEAD_BYTES)


def is_marked(head: bytes) -> bool:
    """Return whether a file's first bytes, :data:`HEAD_BYTES` of them, are those of a product."""
    encoding = encoding_of(head)
    text = head.removeprefix(encoding.mark).decode(encoding.name, "replace").replace("\r\n", "\n")
    return any(mark.search(text) for mark in _MARKS)
