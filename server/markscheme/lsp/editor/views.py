"""The text of a file without lines, as a document with a URI of its own: a *view* of the file.

An editor can't show a Word document in lines. It can show the document's text, which the server gives by
``workspace/textDocumentContent``. The URI is the file's path with ``.txt`` behind it, so that no editor takes the text
for a word processor's file, and the name of the text's author as the query, where the file holds several texts::

    markscheme-text:/class/students/mei.docx.txt
    markscheme-text:/class/essay.docx.txt?Ms%20Kim

A view is read-only: its text is the file's, whatever an editor sends.
"""

import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote, unquote

import attrs
from pygls.uris import from_fs_path, to_fs_path

from markscheme.formats.registry import has_lines

SCHEME = "markscheme-text"
SUFFIX = ".txt"
"""Behind the file's name."""
_LINE_END = re.compile(r"\r\n|\r")
_BYTE_ORDER_MARK = "\ufeff"


@attrs.frozen
class View:
    """A view of a file; ``author`` names the text, where the file holds several."""

    path: Path
    author: str | None = None

    @property
    def uri(self) -> str:
        """The URI, as VS Code writes it."""
        location = (from_fs_path(f"{self.path}{SUFFIX}") or "").removeprefix("file://").replace(":", "%3A")
        host = "" if location.startswith("/") else "//"
        return f"{SCHEME}:{host}{location}" + (f"?{quote(self.author, safe='')}" if self.author else "")


@lru_cache(1024)
def view_of(uri: str) -> View | None:
    """Return the view that a URI names, however its characters are escaped; ``None`` for a URI of another kind."""
    scheme, _, rest = uri.partition("#")[0].partition(":")
    if scheme.lower() != SCHEME:
        return None
    location, _, author = rest.partition("?")
    path = to_fs_path(f"file:{location if location.startswith('//') else f'//{location}'}")
    if not path or not path.endswith(SUFFIX):
        return None
    return View(Path(path.removesuffix(SUFFIX)), unquote(author) or None)


def view_uri(path: Path, author: str | None = None) -> str | None:
    """Return the URI of a file's view; ``None`` for a file with lines, which an editor opens itself."""
    return None if has_lines(path) else View(path, author).uri


def is_same_text(one: str, other: str) -> bool:
    """Return whether two texts are the same to an editor, which may change line ends, and add one at the end."""
    return _normal(one) == _normal(other)


def _normal(text: str) -> str:
    return _LINE_END.sub("\n", text.removeprefix(_BYTE_ORDER_MARK)).rstrip("\n")
