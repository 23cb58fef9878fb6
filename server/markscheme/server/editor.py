"""The editor at the other end: what it supports and is asked, and the URIs and places by which it knows texts.

An editor can't show a Word document in lines, but its text, which the server gives by
``workspace/textDocumentContent``. The URI of such a *view* has ``.txt`` behind the path, so that no editor takes the
text for a word processor's file, and the author's name as the query, where the file holds several texts::

    markscheme-text:/class/students/mei.docx.txt
    markscheme-text:/class/essay.docx.txt?Ms%20Kim

A view is read-only: its text is the file's, whatever an editor sends.
"""

import asyncio
import re
import uuid
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import attrs
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from markscheme.contract import Uris
from markscheme.documents.files import TextSource
from markscheme.documents.formats import FORMATS
from markscheme.documents.places import FilePlace, LineIndex, Location, Position, PositionEncoding
from markscheme.errors import DocumentError
from markscheme.languages.segments import Span
from markscheme.server.editor_settings import SECTION, FetchSettings, plain

if TYPE_CHECKING:
    from markscheme.exercises.material import FileText

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


_SHOW_DELAY = 0.4
"""Seconds that a piece of work takes before it is shown."""

_STAGES = {
    "start": "starting",
    "edits": "finding edits",
    "vectors": "weighing edits",
    "estimates": "estimating quality",
    "judgements": "asking the language model",
}


class Reporter:
    """Progress of one piece of work, for a client that shows none."""

    def report(self, stage: str, done: int, total: int) -> None:
        """Show how far the work is; a :data:`markscheme.progress.Progress`."""

    def show(self, message: str, done: int, total: int) -> None:
        """Show how far the work is, with a message for people."""

    def end(self) -> None:
        """End the progress."""


class _TokenReporter(Reporter):
    """``$/progress`` under a token; ``cancel`` is called when the person stops the work."""

    def __init__(
        self, server: LanguageServer, token: types.ProgressToken, title: str, cancel: Callable[[], None]
    ) -> None:
        self._server = server
        self._token = token
        self._title = title
        self._cancel = cancel
        self._message: str | None = None
        self._is_begun = False

    def begin(self) -> None:
        """Begin the progress; the client has accepted the token."""
        begin = types.WorkDoneProgressBegin(
            title=f"Markscheme: {self._title}", message=self._message, percentage=0, cancellable=True
        )
        self._server.work_done_progress.begin(self._token, begin)
        self._server.work_done_progress.tokens[self._token].add_done_callback(self._on_cancel)
        self._is_begun = True

    def report(self, stage: str, done: int, total: int) -> None:
        self.show(f"{_STAGES.get(stage, stage)} {done}/{total}", done, total)

    def show(self, message: str, done: int, total: int) -> None:
        self._message = message
        if self._is_begun:
            percentage = int(100 * done / total) if total else 0
            value = types.WorkDoneProgressReport(message=message, percentage=percentage, cancellable=True)
            self._server.work_done_progress.report(self._token, value)

    def end(self) -> None:
        if self._is_begun:
            self._is_begun = False
            self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())
        self._server.work_done_progress.tokens.pop(self._token, None)

    def _on_cancel(self, token: "Future[object]") -> None:
        if token.cancelled():
            self._cancel()


class _WindowReporter(_TokenReporter):
    """``window/workDoneProgress`` under a token of the server's own, once the work is noticed."""

    def __init__(self, server: LanguageServer, title: str, cancel: Callable[[], None]) -> None:
        super().__init__(server, f"markscheme-{uuid.uuid4()}", title, cancel)
        self._show_task = asyncio.get_running_loop().create_task(self._show())

    def end(self) -> None:
        self._show_task.cancel()
        super().end()

    async def _show(self) -> None:
        await asyncio.sleep(_SHOW_DELAY)
        try:
            # A request that is cancelled can't take its answer: pygls would show the person an error.
            await asyncio.shield(self._create())
        except JsonRpcException:
            return
        self.begin()

    async def _create(self) -> None:
        await self._server.work_done_progress.create_async(self._token)
        if self._show_task.done():
            self._server.work_done_progress.tokens.pop(self._token, None)


def cancelling(task: "asyncio.Task[Any] | None") -> Callable[[], None]:
    def cancel() -> None:
        if task is not None:
            task.cancel()

    return cancel


_ENCODINGS: dict[str, PositionEncoding] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}


class Editor:
    """A client of pygls's server. It is sent only what its capabilities allow."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._shown_errors: set[str] = set()
        encoding = server.workspace.position_encoding
        self.encoding = _ENCODINGS[str(getattr(encoding, "value", encoding) or "utf-16")]
        capabilities = server.client_capabilities
        self.workspace = capabilities.workspace or types.WorkspaceClientCapabilities()
        self._text = capabilities.text_document or types.TextDocumentClientCapabilities()
        window = capabilities.window
        self._shows_progress = bool(window and window.work_done_progress)
        self.shows_documents = bool(window and window.show_document and window.show_document.support)
        diagnostics = self._text.publish_diagnostics or self._text.diagnostic
        self.related_information = bool(diagnostics and diagnostics.related_information)
        self.code_descriptions = bool(diagnostics and diagnostics.code_description_support)
        self.shows_views = self.workspace.text_document_content is not None
        """Whether the editor asks the server for the texts of views."""
        experimental = plain(capabilities.experimental)
        self.wants_marks = _declares(experimental, "marksChanged")
        self.wants_exercises = _declares(experimental, "exercisesChanged")
        self.wants_decisions = _declares(experimental, "decided")
        """Whether the client says what a decision changed, so that the server need not."""
        self.hover_shows_diagnostics = _declares(experimental, "hoverShowsDiagnostics")
        """Whether a hover shows the messages of the diagnostics of its place above the card."""
        self.follows_links = _declares(experimental, "commandLinks")
        """Whether links to commands in hovers work."""
        self.shows_questions = _declares(experimental, "questionsView")
        """Whether the client has a view of annotators' questions, so that code actions need not answer them."""
        self.asks_for_text = _declares(experimental, "asksForText")
        """Whether the client has commands that ask the person for a comment and for points."""
        self.can_choose = bool(self.workspace.apply_edit)
        """Whether the person can choose among answers, and the server can make the edit that is chosen."""

    @property
    def folders(self) -> Sequence[Path]:
        workspace = self._server.workspace
        uris = [folder.uri for folder in workspace.folders.values()]
        if not uris and workspace.root_uri:
            uris = [workspace.root_uri]
        return [path for uri in uris if (path := path_of(uri))]

    @property
    def markup_kind(self) -> types.MarkupKind:
        hover = self._text.hover
        formats = hover.content_format if hover else None
        return types.MarkupKind(formats[0]) if formats else types.MarkupKind.PlainText

    @property
    def watches_files(self) -> bool:
        """Whether the client can be registered to report changed files."""
        watched = self.workspace.did_change_watched_files
        return bool(watched and watched.dynamic_registration)

    @property
    def reports_settings(self) -> bool:
        """Whether the client can be registered to report changed settings."""
        changed = self.workspace.did_change_configuration
        return bool(changed and changed.dynamic_registration)

    @property
    def versions_edits(self) -> bool:
        edits = self.workspace.workspace_edit
        return bool(edits and edits.document_changes)

    def fetch_settings(self) -> FetchSettings | None:
        """Return a function that fetches a document's settings; ``None`` if the client has no such request."""
        if not self.workspace.configuration:
            return None

        async def fetch(uri: str | None) -> object:
            view = view_of(uri) if uri is not None else None
            item = types.ConfigurationItem(scope_uri=uri if view is None else uri_of(view.path), section=SECTION)
            try:
                [section] = await self._server.workspace_configuration_async(types.ConfigurationParams([item]))
            except (JsonRpcException, ValueError):
                return None
            return plain(section)

        return fetch

    def show_error_once(self, message: str) -> None:
        if message not in self._shown_errors:
            self._shown_errors.add(message)
            self.show_message(message)

    def show_message(self, message: str, kind: types.MessageType = types.MessageType.Error) -> None:
        self._server.window_show_message(types.ShowMessageParams(kind, message))

    def can_open(self, uri: str) -> bool:
        """Return whether the editor can open a document by its URI: a view only if it shows views."""
        return self.shows_views or view_of(uri) is None

    def refresh_view(self, uri: str) -> bool:
        """Let the editor ask for a view's text again; return whether it does."""
        if self.shows_views:
            self._server.workspace_text_document_content_refresh(types.TextDocumentContentRefreshParams(uri))
        return self.shows_views

    async def ask(self, message: str, answers: Sequence[str]) -> str | None:
        """Return the answer that the person chooses; ``None`` if none, or if the client can't ask."""
        actions = [types.MessageActionItem(answer) for answer in answers]
        params = types.ShowMessageRequestParams(types.MessageType.Info, message, actions)
        try:
            chosen = await self._server.window_show_message_request_async(params)
        except JsonRpcException:
            self.can_choose = False
            return None
        return chosen.title if chosen else None

    def reporter(self, title: str, cancel: Callable[[], None]) -> Reporter:
        """Return progress for one piece of work; ``cancel`` is called when the person stops it."""
        return _WindowReporter(self._server, title, cancel) if self._shows_progress else Reporter()

    def reporter_of(self, token: types.ProgressToken | None, title: str, cancel: Callable[[], None]) -> Reporter:
        """Return progress of a request under the client's token, if it gave one."""
        if token is None:
            return Reporter()
        reporter = _TokenReporter(self._server, token, title, cancel)
        reporter.begin()
        return reporter

    async def show(self, location: types.Location) -> bool:
        """Return false if the client can't show a place."""
        if not self.shows_documents:
            return False
        params = types.ShowDocumentParams(location.uri, take_focus=True, selection=location.range)
        return (await self._server.window_show_document_async(params)).success


def _declares(experimental: object, name: str) -> bool:
    section = experimental.get(SECTION) if isinstance(experimental, dict) else None
    return isinstance(section, dict) and section.get(name) is True


_LINE_END = re.compile(r"\r\n|\r")
_BYTE_ORDER_MARK = "\ufeff"


def view_uri(path: Path, author: str | None = None) -> str | None:
    """Return the URI of a file's view; ``None`` for a file with lines, which an editor opens itself."""
    return None if FORMATS.has_lines(path) else View(path, author).uri


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

    def text(self, path: Path, name: str | None) -> "FileText | None":
        """Return the text of a name; ``None`` if the file has none, or can't be read."""
        if path not in self._texts:
            from markscheme.exercises.material import file_texts

            try:
                self._texts[path] = file_texts(path, self._read)
            except DocumentError:
                self._texts[path] = ()
        return next((text for text in self._texts[path] if text.document.name == name), None)

    def author(self, path: Path, name: str, author: str | None) -> str | None:
        """Return the author of a name's text in a file without lines, or the one given where there is none now."""
        text = None if FORMATS.has_lines(path) else self.text(path, name)
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
        key = (path, None if FORMATS.has_lines(path) else name)
        if key not in self._texts:
            self._texts[key] = self._text(*key)
        return self._texts[key]

    def _text(self, path: Path, name: str | None) -> tuple[str, EditorIndex] | None:
        try:
            if FORMATS.has_lines(path):
                return uri_of(path), EditorIndex(self._read(path), self._encoding)
        except DocumentError:
            return None
        text = self._views.text(path, name) if self._with_views else None
        if text is None:
            return None
        return View(path, text.author).uri, EditorIndex(text.document.text, self._encoding)
