"""The editor at the other end, as pygls knows it."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from markscheme.lsp.session.configuration import Ask
from markscheme.lsp.session.locations import path_of
from markscheme.lsp.session.options import SECTION
from markscheme.lsp.session.reporter import Reporter, TokenReporter, WindowReporter
from markscheme.text.positions import PositionEncoding

logger = logging.getLogger(__name__)

_ENCODINGS: dict[str, PositionEncoding] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}


class Editor:
    """What a session asks of the editor at the other end; the server implements it."""

    encoding: PositionEncoding = "utf-16"
    related_information = True
    code_descriptions = True

    @property
    def folders(self) -> Sequence[Path]:
        """The workspace's folders."""
        raise NotImplementedError

    def publish(self, params: types.PublishDiagnosticsParams) -> None:
        raise NotImplementedError

    def refresh(self, diagnostics: bool) -> None:
        """Ask again for what is shown beside the text: lenses, hints, tokens; and for diagnostics, if they changed."""
        raise NotImplementedError

    def tell(self, message: str, kind: types.MessageType = types.MessageType.Error) -> None:
        """Show a message to the person."""
        raise NotImplementedError

    async def ask(self, message: str, answers: Sequence[str]) -> str | None:
        """The answer that the person chooses; ``None`` if none, or if the client can't ask."""
        raise NotImplementedError

    def reporter(self, title: str, cancel: Callable[[], None]) -> Reporter:
        """Work-done progress for one piece of work; ``cancel`` is called when the person stops it."""
        raise NotImplementedError


class PyglsEditor(Editor):
    """A client by its capabilities; it is spoken to only as far as it understands."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        encoding = server.workspace.position_encoding
        self.encoding = _ENCODINGS[str(getattr(encoding, "value", encoding) or "utf-16")]
        capabilities = server.client_capabilities
        self._workspace = capabilities.workspace or types.WorkspaceClientCapabilities()
        self._text = capabilities.text_document or types.TextDocumentClientCapabilities()
        window = capabilities.window
        self._shows_progress = bool(window and window.work_done_progress)
        self._shows_documents = bool(window and window.show_document and window.show_document.support)
        diagnostics = self._text.publish_diagnostics or self._text.diagnostic
        self.related_information = bool(diagnostics and diagnostics.related_information)
        self.code_descriptions = bool(diagnostics and diagnostics.code_description_support)

    @property
    def folders(self) -> Sequence[Path]:
        workspace = self._server.workspace
        uris = [folder.uri for folder in workspace.folders.values()]
        if not uris and workspace.root_uri:
            uris = [workspace.root_uri]
        return [path for uri in uris if (path := path_of(uri))]

    @property
    def markup_kind(self) -> types.MarkupKind:
        """What hovers are written in: the client's first choice."""
        hover = self._text.hover
        formats = hover.content_format if hover else None
        return types.MarkupKind(formats[0]) if formats else types.MarkupKind.PlainText

    @property
    def watches_files(self) -> bool:
        """Whether it can be asked to tell of changed files."""
        watched = self._workspace.did_change_watched_files
        return bool(watched and watched.dynamic_registration)

    @property
    def tells_settings(self) -> bool:
        """Whether it can be asked to tell when settings change."""
        changed = self._workspace.did_change_configuration
        return bool(changed and changed.dynamic_registration)

    @property
    def versions_edits(self) -> bool:
        """Whether a workspace edit may name the version of a document."""
        edits = self._workspace.workspace_edit
        return bool(edits and edits.document_changes)

    def ask_settings(self) -> Ask | None:
        """How to ask for a document's settings; ``None`` for a client that can't be asked."""
        if not self._workspace.configuration:
            return None

        async def ask(uri: str | None) -> object:
            item = types.ConfigurationItem(scope_uri=uri, section=SECTION)
            try:
                [found] = await self._server.workspace_configuration_async(types.ConfigurationParams([item]))
            except (JsonRpcException, ValueError):
                return None
            return plain(found)

        return ask

    def publish(self, params: types.PublishDiagnosticsParams) -> None:
        self._server.text_document_publish_diagnostics(params)

    def refresh(self, diagnostics: bool) -> None:
        workspace = self._workspace
        if workspace.code_lens and workspace.code_lens.refresh_support:
            self._server.workspace_code_lens_refresh(None)
        if workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self._server.workspace_inlay_hint_refresh(None)
        if workspace.semantic_tokens and workspace.semantic_tokens.refresh_support:
            self._server.workspace_semantic_tokens_refresh(None)
        if diagnostics and workspace.diagnostics and workspace.diagnostics.refresh_support:
            self._server.workspace_diagnostic_refresh(None)

    def tell(self, message: str, kind: types.MessageType = types.MessageType.Error) -> None:
        self._server.window_show_message(types.ShowMessageParams(kind, message))

    async def ask(self, message: str, answers: Sequence[str]) -> str | None:
        actions = [types.MessageActionItem(answer) for answer in answers]
        params = types.ShowMessageRequestParams(types.MessageType.Info, message, actions)
        try:
            chosen = await self._server.window_show_message_request_async(params)
        except JsonRpcException:
            return None
        return chosen.title if chosen else None

    def reporter(self, title: str, cancel: Callable[[], None]) -> Reporter:
        return WindowReporter(self._server, title, cancel) if self._shows_progress else Reporter()

    def reporter_of(self, token: types.ProgressToken | None, title: str, cancel: Callable[[], None]) -> Reporter:
        """Progress of a request, under the token that the client gave it, if it did."""
        if token is None:
            return Reporter()
        reporter = TokenReporter(self._server, token, title, cancel)
        reporter.begin()
        return reporter

    async def show(self, location: types.Location) -> bool:
        """Show a place to the person; false if the client can't."""
        if not self._shows_documents:
            return False
        params = types.ShowDocumentParams(location.uri, take_focus=True, selection=location.range)
        return (await self._server.window_show_document_async(params)).success


def plain(value: object) -> object:
    """pygls gives free-form JSON objects as named tuples, the names of odd keys changed."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value
