"""pygls's server, with a session and an editor to speak to; both begin with ``initialize``."""

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from markscheme.lsp.editor import PyglsEditor
from markscheme.lsp.session import Session
from markscheme.version import VERSION


class MarkschemeServer(LanguageServer):
    """What every handler is given.

    Documents are synchronised whole: pygls's incremental edits count lines as ``str.splitlines`` does, and
    a form feed would shift every mark below it.
    """

    session: Session
    editor: PyglsEditor

    def __init__(self) -> None:
        super().__init__("markscheme", VERSION, text_document_sync_kind=types.TextDocumentSyncKind.Full)
