"""Places in files as LSP ranges and locations."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from markscheme.formats.registry import has_lines
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, PositionEncoding, Span
from markscheme.text.reading import TextSource


def lsp_range(index: LineIndex, span: Span, encoding: PositionEncoding) -> types.Range:
    """Return a span of a text as an LSP range."""
    place = index.range(span, encoding)
    return types.Range(
        types.Position(place.start.line, place.start.character),
        types.Position(place.end.line, place.end.character),
    )


@lru_cache(1024)
def uri_of(path: Path) -> str:
    """Return a file's URI, as pygls writes it."""
    return from_fs_path(str(path)) or path.as_uri()


def path_of(uri: str) -> Path | None:
    """Return a file URI's path; ``None`` for a URI of another kind."""
    path = to_fs_path(uri)
    return Path(path) if path else None


def paths_of(uris: Iterable[str]) -> list[Path]:
    """Return the paths of the file URIs among these."""
    return [path for uri in uris if (path := path_of(uri)) is not None]


class Locations:
    """Places in the files of an exercise as they stand now; each file is read once."""

    def __init__(self, read: TextSource, encoding: PositionEncoding) -> None:
        self._read = read
        self._encoding = encoding
        self._indices: dict[Path, LineIndex | None] = {}

    def of(self, path: Path | None, span: Span) -> types.Location | None:
        """Return a location; ``None`` in a file that has no lines, or can't be read."""
        if path is None or not has_lines(path):
            return None
        if path not in self._indices:
            self._indices[path] = self._index(path)
        index = self._indices[path]
        return None if index is None else types.Location(uri_of(path), lsp_range(index, span, self._encoding))

    def _index(self, path: Path) -> LineIndex | None:
        try:
            return LineIndex(self._read(path))
        except DocumentError:
            return None
