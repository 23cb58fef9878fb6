"""What a test says to the server, and how it waits for the answer."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient

PATIENCE = 120.0


def open_document(client: LanguageClient, path: Path, text: str | None = None, version: int = 1) -> str:
    """Open a file as an editor does; ``text`` stands for unsaved changes. Returns the URI."""
    content = path.read_bytes().decode("utf-8") if text is None else text
    item = types.TextDocumentItem(path.as_uri(), "plaintext", version, content)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return path.as_uri()


def change_document(client: LanguageClient, uri: str, text: str, version: int) -> None:
    change = types.TextDocumentContentChangeWholeDocument(text=text)
    identifier = types.VersionedTextDocumentIdentifier(version=version, uri=uri)
    client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))


class Publications(dict[str, Sequence[types.Diagnostic]]):
    """A client's diagnostics, with how often each document's came: two may come before anyone who waits wakes."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()
        self.news = asyncio.Event()

    def __setitem__(self, uri: str, diagnostics: Sequence[types.Diagnostic]) -> None:
        super().__setitem__(uri, diagnostics)
        self.counts[uri] += 1
        self.news.set()


async def settled(client: LanguageClient, uri: str, count: int = 2) -> list[types.Diagnostic]:
    """The diagnostics after ``count`` more publications for the document."""
    if not isinstance(client.diagnostics, Publications):
        client.diagnostics = Publications()
    publications = client.diagnostics
    wanted = publications.counts[uri] + count
    async with asyncio.timeout(PATIENCE):
        while publications.counts[uri] < wanted:
            publications.news.clear()
            await publications.news.wait()
    return list(publications[uri])


async def hover(client: LanguageClient, uri: str, position: types.Position) -> str | None:
    found = await client.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier(uri), position))
    return found.contents.value if found else None


def under(text: str, place: types.Range, encoding: str) -> str:
    """The text under a range, worked out without the server's own line index."""
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
