"""``markscheme/marksChanged``: an open document's marks or estimate, sent just before its diagnostics.

The parameters are the answer to ``markscheme/marks`` for the version that is published; without marks or an estimate,
``uri`` and ``marks``, which is ``null``. Sent only with the experimental capability ``markscheme.marksChanged``.
"""

from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.markscheme.marks import open_document_answer
from markscheme.lsp.session.marked import ResultChange

METHOD = "markscheme/marksChanged"


def send(ls: MarkschemeServer, change: ResultChange) -> None:
    if change.version is None or not ls.editor.wants_marks:
        return
    if change.after is None:
        ls.protocol.notify_plain(METHOD, {"uri": change.uri, "marks": None})
    else:
        ls.protocol.notify_plain(METHOD, open_document_answer(change.after, ls.editor.encoding, ls.session.read))
