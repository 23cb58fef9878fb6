"""Places in files as LSP ranges and locations."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from markscheme.exercises.file_texts import FileText, file_texts
from markscheme.formats.registry import has_lines
from markscheme.lsp.editor.views import View, view_of, view_uri
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


def plain_range(place: types.Range) -> dict[str, dict[str, int]]:
    """Return an LSP range as JSON values."""
    start, end = place.start, place.end
    return {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }


@lru_cache(1024)
def uri_of(path: Path) -> str:
    """Return a file's URI, as pygls writes it."""
    return from_fs_path(str(path)) or path.as_uri()


@lru_cache(1024)
def path_of(uri: str) -> Path | None:
    """Return the path of a file's URI, or of the URI of a view; ``None`` for a URI of another kind."""
    view = view_of(uri)
    if view is not None:
        return view.path
    path = to_fs_path(uri)
    return Path(path) if path else None


def paths_of(uris: Iterable[str]) -> list[Path]:
    """Return the paths of the file URIs among these."""
    return [path for uri in uris if (path := path_of(uri)) is not None]


class FileViews:
    """The views of files without lines, by the names of their texts; each file is read once."""

    def __init__(self, read: TextSource) -> None:
        self._read = read
        self._texts: dict[Path, tuple[FileText, ...]] = {}

    def text(self, path: Path, name: str | None) -> FileText | None:
        """Return the text of a name; ``None`` if the file has none, or can't be read."""
        if path not in self._texts:
            try:
                self._texts[path] = file_texts(path, self._read)
            except DocumentError:
                self._texts[path] = ()
        return next((text for text in self._texts[path] if text.document.name == name), None)

    def uri(self, path: Path, name: str, author: str | None) -> str | None:
        """Return the URI of the view of a name's text; ``None`` for a file with lines.

        Parameters
        ----------
        author
            Names the view in a file that has no such text now.
        """
        text = None if has_lines(path) else self.text(path, name)
        return view_uri(path, author if text is None else text.author)


class Locations:
    """Places in the files of an exercise as they stand now; each file is read once.

    Parameters
    ----------
    with_views
        Whether the editor can show the views of files without lines.
    """

    def __init__(self, read: TextSource, encoding: PositionEncoding, *, with_views: bool = False) -> None:
        self._read = read
        self._encoding = encoding
        self._with_views = with_views
        self._texts: dict[tuple[Path, str | None], tuple[str, LineIndex] | None] = {}
        self._named: dict[tuple[Path, str | None], tuple[str, LineIndex] | None] = {}
        self._views = FileViews(read)

    def of(self, path: Path | None, span: Span, name: str | None = None) -> types.Location | None:
        """Return a location; ``None`` in a file that can't be read, or that the editor can't show.

        Parameters
        ----------
        name
            Whose text it is. A file without lines may hold several.
        """
        text = self._named_text(path, name)
        return None if text is None else types.Location(text[0], lsp_range(text[1], span, self._encoding))

    def text(self, path: Path | None, name: str | None = None) -> tuple[str, str] | None:
        """Return the URI and the text of the file that locations are in; ``None`` where there are none."""
        text = self._named_text(path, name)
        return None if text is None else (text[0], text[1].text)

    def _named_text(self, path: Path | None, name: str | None) -> tuple[str, LineIndex] | None:
        if path is None:
            return None
        if (path, name) not in self._named:
            self._named[path, name] = self._shown_text(path, name)
        return self._named[path, name]

    def _shown_text(self, path: Path, name: str | None) -> tuple[str, LineIndex] | None:
        """Return the text of a name; a file with lines has one, whatever the name."""
        key = (path, None if has_lines(path) else name)
        if key not in self._texts:
            self._texts[key] = self._text(*key)
        return self._texts[key]

    def _text(self, path: Path, name: str | None) -> tuple[str, LineIndex] | None:
        """Return the URI and the text of what the editor shows."""
        try:
            if has_lines(path):
                return uri_of(path), LineIndex(self._read(path))
            return self._view(path, name) if self._with_views else None
        except DocumentError:
            return None

    def _view(self, path: Path, name: str | None) -> tuple[str, LineIndex] | None:
        text = self._views.text(path, name)
        return None if text is None else (View(path, text.author).uri, LineIndex(text.document.text))
