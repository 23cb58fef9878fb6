"""``textDocument/didChange``: a document has a new version, with the whole text.

Results for older versions are dropped, and the new version is marked after a moment of quiet.
"""

from lsprotocol import types

from markscheme.lsp.editor import path_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications.notification import Notification
from markscheme.lsp.session.marked import TextDocument


async def receive(ls: MarkschemeServer, params: types.DidChangeTextDocumentParams) -> None:
    item = params.text_document
    if (path := path_of(item.uri)) is not None:
        text = ls.workspace.get_text_document(item.uri).source
        ls.session.changed(TextDocument(item.uri, path, item.version, text))


NOTIFICATION = Notification(types.TEXT_DOCUMENT_DID_CHANGE, receive)
