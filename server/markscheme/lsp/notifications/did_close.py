"""``textDocument/didClose``: the file's text counts again, and the document's diagnostics go."""

from lsprotocol import types

from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.notifications.notification import Notification


async def receive(ls: MarkschemeServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget the document's results; mark the file on disk where the workspace is kept marked."""
    ls.session.closed(params.text_document.uri)


NOTIFICATION = Notification(types.TEXT_DOCUMENT_DID_CLOSE, receive)
