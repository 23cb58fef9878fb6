"""The results of marking: each document's current marks or estimate, and its diagnostics.

A result belongs to one version of its document. It is *current* while that version is the newest and nothing on which
it rests has changed; then it is *stale*. Readers wait for a current one; the diagnostics of a stale one stay in the
editor until new ones replace them.
"""

import asyncio
from collections.abc import Iterator, Mapping

import attrs

from markscheme.exercises.exercise import Exercise
from markscheme.lsp.editor.locations import path_of
from markscheme.lsp.editor.views import view_of
from markscheme.lsp.session.documents.marked import Diagnosed, Marked, TextDocument
from markscheme.lsp.session.documents.open_documents import OpenDocuments


@attrs.frozen
class ResultChange:
    """New results of a document, and the current ones that they replace.

    Attributes
    ----------
    version
        The version of an open document; ``None`` for a document on disk, and for one that was closed.
    before, after
        The marks or the estimate; ``None`` where there are none, or where they are stale.
    diagnosed_before, diagnosed
        The diagnostics; ``None`` before the first ones, and for a document without results.
    was_marked
        Whether the document has had marks or an estimate before, be they stale.
    """

    uri: str
    version: int | None
    before: Marked | None = None
    after: Marked | None = None
    diagnosed_before: Diagnosed | None = None
    diagnosed: Diagnosed | None = None
    was_marked: bool = False


class Results:
    """The newest results of each document, open or on disk, by its URI."""

    def __init__(self, documents: OpenDocuments) -> None:
        self._documents = documents
        self._marked: dict[str, Marked] = {}
        self._diagnosed: dict[str, Diagnosed] = {}
        self._exercises: dict[str, Exercise] = {}
        self._change_event = asyncio.Event()

    def marked(self, uri: str) -> Marked | None:
        """Return the current marks or estimate of an open document."""
        marked, document = self._marked.get(uri), self._documents.get(uri)
        return marked if marked and document and marked.document.version == document.version else None

    def diagnosed(self, uri: str) -> Diagnosed | None:
        """Return the current diagnostics of an open document."""
        newest, document = self._diagnosed.get(uri), self._documents.get(uri)
        is_current = newest and document and newest.version == document.version and not newest.outdated
        return newest if is_current else None

    def newest_diagnosed(self, uri: str) -> Diagnosed | None:
        """Return a document's newest diagnostics, be they stale or not."""
        return self._diagnosed.get(uri)

    def exercise(self, uri: str) -> Exercise | None:
        """Return the exercise in which a document was last marked."""
        return self._exercises.get(uri)

    def on_disk(self) -> Iterator[TextDocument]:
        """Yield the documents that have diagnostics and are not open."""
        for uri, diagnosed in list(self._diagnosed.items()):
            if uri not in self._documents:
                yield TextDocument(uri, diagnosed.path, None, "")

    def differ(self, ids: Mapping[str, str]) -> bool:
        """Return whether some document's diagnostics have another id than the one given for its URI, or are gone."""
        return any(diagnosed.id != ids.get(uri) for uri, diagnosed in self._diagnosed.items()) or bool(self.gone(ids))

    def gone(self, ids: Mapping[str, str]) -> list[str]:
        """Return those of the given URIs whose documents are not open and have no diagnostics any more."""
        present = {(document.path, document.view) for document in (*self._documents.values(), *self.on_disk())}
        return [uri for uri in ids if (path_of(uri), view_of(uri)) not in present]

    def put(self, document: TextDocument, diagnosed: Diagnosed, marked: Marked | None) -> ResultChange:
        """Keep a document's results in place of its earlier ones, and return the change."""
        uri = document.uri
        change = ResultChange(
            uri,
            document.version,
            before=self.marked(uri),
            after=marked,
            diagnosed_before=self._diagnosed.get(uri),
            diagnosed=diagnosed,
            was_marked=uri in self._exercises,
        )
        self._diagnosed[uri] = diagnosed
        if marked is None:
            self._marked.pop(uri, None)
        else:
            self._marked[uri] = marked
            self._exercises[uri] = marked.exercise
        return change

    def mark_stale(self, uri: str) -> None:
        """Mark a document's results as stale; readers wait for fresh ones."""
        self._marked.pop(uri, None)
        if (diagnosed := self._diagnosed.get(uri)) is not None:
            self._diagnosed[uri] = attrs.evolve(diagnosed, outdated=True)

    def remove(self, uri: str) -> ResultChange:
        """Remove a document's results, and return the change."""
        before = self._marked.pop(uri, None)
        self._exercises.pop(uri, None)
        return ResultChange(uri, None, before, diagnosed_before=self._diagnosed.pop(uri, None))

    def notify(self) -> None:
        """Wake everybody who waits in :meth:`changed`."""
        self._change_event.set()
        self._change_event = asyncio.Event()

    async def changed(self) -> None:
        """Wait until a document is opened or closed, has new results, or the marking of one ends."""
        await self._change_event.wait()
