"""The documents that are open in the editor, as they stand there."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from markscheme.lsp.editor.views import View
from markscheme.lsp.session.documents.marked import TextDocument
from markscheme.text.reading import TextSource, check_characters, read_text


class OpenDocuments(Mapping[str, TextDocument]):
    """The newest version of each open document, by its URI."""

    def __init__(self) -> None:
        self._documents: dict[str, TextDocument] = {}

    def __getitem__(self, uri: str) -> TextDocument:
        return self._documents[uri]

    def __iter__(self) -> Iterator[str]:
        return iter(self._documents)

    def __len__(self) -> int:
        return len(self._documents)

    def put(self, document: TextDocument) -> None:
        """Keep a document, in place of its older version."""
        self._documents[document.uri] = document

    def remove(self, uri: str) -> TextDocument | None:
        """Remove and return a document; ``None`` if it is not open."""
        return self._documents.pop(uri, None)

    def at(self, path: Path) -> TextDocument | None:
        """Return the open document that is a file, however its URI is written; views of a file are others."""
        return self._of(path, None)

    def same_as(self, document: TextDocument) -> TextDocument | None:
        """Return the open document that is the same file or the same view, however its URI is written."""
        return self._documents.get(document.uri) or self._of(document.path, document.view)

    def views_of(self, path: Path) -> tuple[TextDocument, ...]:
        """Return the open views of a file."""
        return tuple(item for item in self._documents.values() if item.path == path and item.view is not None)

    def _of(self, path: Path, view: View | None) -> TextDocument | None:
        return next((item for item in self._documents.values() if item.path == path and item.view == view), None)

    def read(self, path: Path) -> str:
        """Return a document's text as it stands in the editor, else on disk.

        Raises
        ------
        DocumentError
            If it can't be read.
        """
        document = self.at(path)
        return read_text(path) if document is None else _checked(document.text, path)

    def snapshot(self) -> TextSource:
        """Return a function that reads documents as they stand in the editor now, else on disk; for any thread."""
        texts = {document.path: document.text for document in self._documents.values() if document.view is None}

        def read(path: Path) -> str:
            return _checked(texts[path], path) if path in texts else read_text(path)

        return read


def _checked(text: str, path: Path) -> str:
    check_characters(text, path)
    return text
