"""``workspace/textDocumentContent``: the text of a view of a file without lines; LSP 3.18.

When the file changes, the server sends ``workspace/textDocumentContent/refresh`` about each open view whose text has
changed. The client then asks again, and sends the new text with ``textDocument/didChange``.
"""

import asyncio

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.lsp.editor import view_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request


async def answer(ls: MarkschemeServer, params: types.TextDocumentContentParams) -> types.TextDocumentContentResult:
    """Return the text of a view."""
    view = view_of(params.uri)
    if view is None:
        raise JsonRpcInvalidParams(f"{params.uri} is not the URI of a view")
    return types.TextDocumentContentResult(await asyncio.to_thread(ls.session.text_of_view, view))


REQUEST = Request(types.WORKSPACE_TEXT_DOCUMENT_CONTENT, answer)
