"""``textDocument/didOpen``: from now on the editor's text counts, not the file's."""

from lsprotocol import types

from markscheme.lsp.editor import path_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications.notification import Notification
from markscheme.lsp.session.marked import TextDocument


async def receive(ls: MarkschemeServer, params: types.DidOpenTextDocumentParams) -> None:
    item = params.text_document
    if (path := path_of(item.uri)) is not None:
        ls.session.opened(TextDocument(item.uri, path, item.version, item.text))


NOTIFICATION = Notification(types.TEXT_DOCUMENT_DID_OPEN, receive)
