"""A toy request of the language server: how many words an open document has, and how many of them count as wrong."""

from markscheme.plugins import MarkschemeServer, TextDocumentIdentifier, Verdict, request, result_of


@request("toy/words")
async def words(ls: MarkschemeServer, *, text_document: TextDocumentIdentifier) -> dict[str, int]:
    """Return both numbers; the client waits until the document is marked."""
    marked = await result_of(ls, text_document.uri)
    wrong = (item for item in marked.review.findings if item.verdict is Verdict.DIFFERENT)
    return {"words": len(marked.document.text.split()), "wrong": sum(len(item.hypothesis.split()) for item in wrong)}
