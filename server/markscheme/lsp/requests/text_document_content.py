"""``workspace/textDocumentContent``: the text of a view of a file without lines; LSP 3.18.

When the file changes, ``workspace/textDocumentContent/refresh`` has the client ask again.
"""

import asyncio

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.lsp.editor import view_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request


async def answer(ls: MarkschemeServer, params: types.TextDocumentContentParams) -> types.TextDocumentContentResult:
    view = view_of(params.uri)
    if view is None:
        raise JsonRpcInvalidParams(f"{params.uri} is not the URI of a view")
    return types.TextDocumentContentResult(await asyncio.to_thread(ls.session.text_of_view, view))


REQUEST = Request(types.WORKSPACE_TEXT_DOCUMENT_CONTENT, answer)
