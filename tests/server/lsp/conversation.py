"""Documents opened and changed, and the diagnostics that come back."""

import asyncio
from collections import Counter
from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient

PATIENCE = 120.0
"""Seconds to wait for an answer."""


def open_document(client: LanguageClient, path: Path, text: str | None = None, version: int = 1) -> str:
    """Open a file as an editor does, and return its URI; ``text`` stands for unsaved changes."""
    content = path.read_bytes().decode("utf-8") if text is None else text
    item = types.TextDocumentItem(path.as_uri(), "plaintext", version, content)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return path.as_uri()


def change_document(client: LanguageClient, uri: str, text: str, version: int) -> None:
    change = types.TextDocumentContentChangeWholeDocument(text=text)
    identifier = types.VersionedTextDocumentIdentifier(version=version, uri=uri)
    client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))


def record_publications(client: LanguageClient) -> None:
    """Keep every publication of diagnostics in ``client.published``, and the number that a test has waited for.

    ``client.awaited`` holds that number by URI.
    """
    client.published = []
    client.awaited = Counter()
    client.news = asyncio.Event()
    handle = client.protocol._handle_notification

    def record(method: str, params: object) -> None:
        handle(method, params)
        if method == types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS:
            client.published.append(params)
            client.news.set()

    client.protocol._handle_notification = record


def record_documents(client: LanguageClient) -> None:
    """Keep the URIs of the open documents in ``client.open_documents``."""
    client.open_documents = set()
    opened, closed = client.text_document_did_open, client.text_document_did_close

    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        client.open_documents.add(params.text_document.uri)
        opened(params)

    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        client.open_documents.discard(params.text_document.uri)
        closed(params)

    client.text_document_did_open, client.text_document_did_close = did_open, did_close


def publications(client: LanguageClient, uri: str) -> list[types.PublishDiagnosticsParams]:
    return [params for params in client.published if params.uri == uri]


async def settled(client: LanguageClient, uri: str, count: int = 2) -> list[types.Diagnostic]:
    """Return the diagnostics of the document's ``count``-th publication after the last one that was waited for."""
    client.awaited[uri] += count
    while len(published := publications(client, uri)) < client.awaited[uri]:
        client.news.clear()
        await asyncio.wait_for(client.news.wait(), PATIENCE)
    return list(published[client.awaited[uri] - 1].diagnostics or ())


async def hover(client: LanguageClient, uri: str, position: types.Position) -> str | None:
    card = await client.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier(uri), position))
    return card.contents.value if card else None


def under(text: str, place: types.Range, encoding: str) -> str:
    """Return the text under a range, without the server's own line index."""
    units = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]
    size = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    lines = text.replace("\r\n", "\n\r").replace("\r", "\0").split("\n")
    # "\r\n" is kept as one character that stands at the next line's start and is cut off there.
    kept = [line[1:] if number and line.startswith("\0") else line for number, line in enumerate(lines)]

    def part(line: str, start: int | None, end: int | None) -> str:
        data = line.encode(units)
        return data[slice(start and start * size, None if end is None else end * size)].decode(units)

    start, end = place.start, place.end
    if start.line == end.line:
        return part(kept[start.line], start.character, end.character)
    middle = kept[start.line + 1 : end.line]
    return "\n".join([part(kept[start.line], start.character, None), *middle, part(kept[end.line], 0, end.character)])
