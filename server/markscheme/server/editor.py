"""The editor at the other end: what it supports, what it is asked, and the progress that it shows."""

import asyncio
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from markscheme.documents.places import PositionEncoding
from markscheme.server.options import SECTION, FetchSettings, plain
from markscheme.server.views import path_of, uri_of, view_of

SHOW_DELAY = 0.4
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


class TokenReporter(Reporter):
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


class WindowReporter(TokenReporter):
    """``window/workDoneProgress`` under a token of the server's own, once the work is noticed."""

    def __init__(self, server: LanguageServer, title: str, cancel: Callable[[], None]) -> None:
        super().__init__(server, f"markscheme-{uuid.uuid4()}", title, cancel)
        self._show_task = asyncio.get_running_loop().create_task(self._show())

    def end(self) -> None:
        self._show_task.cancel()
        super().end()

    async def _show(self) -> None:
        await asyncio.sleep(SHOW_DELAY)
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
        return WindowReporter(self._server, title, cancel) if self._shows_progress else Reporter()

    def reporter_of(self, token: types.ProgressToken | None, title: str, cancel: Callable[[], None]) -> Reporter:
        """Return progress of a request under the client's token, if it gave one."""
        if token is None:
            return Reporter()
        reporter = TokenReporter(self._server, token, title, cancel)
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
