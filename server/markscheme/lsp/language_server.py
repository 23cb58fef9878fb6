"""pygls's server with a session: what the handlers of every message are given.

pygls resolves the annotations of a command's handler while it serves, so this class stands in a module that
those of the handlers can import.
"""

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from markscheme.lsp.editor import PyglsEditor
from markscheme.lsp.session import Session
from markscheme.version import VERSION


class MarkschemeServer(LanguageServer):
    """The session begins with ``initialize``.

    Documents are synchronised whole: pygls's incremental edits count lines as ``str.splitlines`` does, and
    a form feed would shift every mark below it.
    """

    session: Session
    editor: PyglsEditor

    def __init__(self) -> None:
        super().__init__("markscheme", VERSION, text_document_sync_kind=types.TextDocumentSyncKind.Full)
