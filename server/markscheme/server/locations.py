"""Places in files as an editor knows them: ranges, and locations in the texts of an exercise's files."""

import re
from pathlib import Path

from lsprotocol import types

from markscheme.contract import Uris
from markscheme.documents.files import TextSource
from markscheme.documents.formats import has_lines
from markscheme.documents.places import FilePlace, LineIndex, Location, Position, PositionEncoding
from markscheme.errors import DocumentError
from markscheme.exercises.material import FileText, file_texts
from markscheme.languages.segments import Span
from markscheme.server.views import View, uri_of

_LINE_END = re.compile(r"\r\n|\r")
_BYTE_ORDER_MARK = "\ufeff"


def view_uri(path: Path, author: str | None = None) -> str | None:
    """Return the URI of a file's view; ``None`` for a file with lines, which an editor opens itself."""
    return None if has_lines(path) else View(path, author).uri


URIS = Uris(uri_of, lambda view: view_uri(view.path, view.author))
"""How JSON for an editor names files, and the texts of files without lines."""


def is_same_text(one: str, other: str) -> bool:
    """Return whether two texts are the same to an editor, which may change line ends, and add one at the end."""
    return _normal(one) == _normal(other)


def _normal(text: str) -> str:
    return _LINE_END.sub("\n", text.removeprefix(_BYTE_ORDER_MARK)).rstrip("\n")


class EditorIndex(LineIndex):
    """The lines of a text, with places as the editor counts them."""

    def __init__(self, text: str, encoding: PositionEncoding) -> None:
        super().__init__(text)
        self.encoding = encoding

    def lsp_range(self, span: Span) -> types.Range:
        place = self.range(span, self.encoding)
        return types.Range(
            types.Position(place.start.line, place.start.character),
            types.Position(place.end.line, place.end.character),
        )

    def offset_at(self, place: types.Position) -> int:
        """Return the offset of a place; one beyond the text is at its end."""
        return self.offset(Position(place.line, place.character), self.encoding)

    def span_at(self, place: types.Range) -> Span:
        return Span(self.offset_at(place.start), self.offset_at(place.end))


def plain_range(place: types.Range) -> dict[str, dict[str, int]]:
    start, end = place.start, place.end
    return {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }


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

    def author(self, path: Path, name: str, author: str | None) -> str | None:
        """Return the author of a name's text in a file without lines, or the one given where there is none now."""
        text = None if has_lines(path) else self.text(path, name)
        return author if text is None else text.author


class Locations:
    """Places in an exercise's files, each read once; in files without lines only if the editor can show views."""

    def __init__(self, read: TextSource, encoding: PositionEncoding, *, with_views: bool = False) -> None:
        self._read = read
        self._encoding = encoding
        self._with_views = with_views
        self._texts: dict[tuple[Path, str | None], tuple[str, EditorIndex] | None] = {}
        self._named: dict[tuple[Path, str | None], tuple[str, EditorIndex] | None] = {}
        self._views = FileViews(read)

    def of(self, path: Path | None, span: Span, name: str | None = None) -> types.Location | None:
        """Return a location in the text of a name; ``None`` if it can't be read, or the editor can't show it."""
        text = self._named_text(path, name)
        return None if text is None else types.Location(text[0], text[1].lsp_range(span))

    def locate(self, place: FilePlace) -> Location | None:
        text = self._named_text(place.path, place.document)
        return None if text is None else Location(text[0], text[1].range(place.span, self._encoding))

    def text(self, path: Path | None, name: str | None = None) -> tuple[str, str] | None:
        """Return the URI and the text of the file that locations are in; ``None`` where there are none."""
        text = self._named_text(path, name)
        return None if text is None else (text[0], text[1].text)

    def _named_text(self, path: Path | None, name: str | None) -> tuple[str, EditorIndex] | None:
        if path is None:
            return None
        if (path, name) not in self._named:
            self._named[path, name] = self._shown_text(path, name)
        return self._named[path, name]

    def _shown_text(self, path: Path, name: str | None) -> tuple[str, EditorIndex] | None:
        """Return the text of a name; a file with lines has one, whatever the name."""
        key = (path, None if has_lines(path) else name)
        if key not in self._texts:
            self._texts[key] = self._text(*key)
        return self._texts[key]

    def _text(self, path: Path, name: str | None) -> tuple[str, EditorIndex] | None:
        try:
            if has_lines(path):
                return uri_of(path), EditorIndex(self._read(path), self._encoding)
        except DocumentError:
            return None
        text = self._views.text(path, name) if self._with_views else None
        if text is None:
            return None
        return View(path, text.author).uri, EditorIndex(text.document.text, self._encoding)
