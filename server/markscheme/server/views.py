"""The URIs of files and of the views of their texts.

An editor can't show a Word document in lines, but its text, which the server gives by
``workspace/textDocumentContent``. The URI of such a *view* has ``.txt`` behind the path, so that no editor takes the
text for a word processor's file, and the author's name as the query, where the file holds several texts::

    markscheme-text:/class/students/mei.docx.txt
    markscheme-text:/class/essay.docx.txt?Ms%20Kim

A view is read-only: its text is the file's, whatever an editor sends.
"""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote, unquote

import attrs
from pygls.uris import from_fs_path, to_fs_path

SCHEME = "markscheme-text"
SUFFIX = ".txt"


@attrs.frozen
class View:
    """A view of a file; ``author`` names the text, where the file holds several."""

    path: Path
    author: str | None = None

    @property
    def uri(self) -> str:
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


@lru_cache(1024)
def uri_of(path: Path) -> str:
    return from_fs_path(str(path)) or path.as_uri()


@lru_cache(1024)
def path_of(uri: str) -> Path | None:
    """Return the path of a file's URI, or of a view's; ``None`` for a URI of another kind."""
    view = view_of(uri)
    if view is not None:
        return view.path
    path = to_fs_path(uri)
    return Path(path) if path else None


def paths_of(uris: Iterable[str]) -> list[Path]:
    return [path for uri in uris if (path := path_of(uri)) is not None]
