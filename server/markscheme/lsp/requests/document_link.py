"""``textDocument/documentLink``: from ``markscheme.toml`` to its files."""

from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from markscheme.exercises.configuration import CONFIGURATION, ExerciseTable, read_configuration
from markscheme.exercises.patterns import matches
from markscheme.lsp.editor import lsp_range, uri_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.text.errors import DocumentError
from markscheme.text.files import TextSource
from markscheme.text.places import LineIndex, PositionEncoding, Span


def configuration_links(
    path: Path, index: LineIndex, read: TextSource, encoding: PositionEncoding
) -> Iterator[types.DocumentLink]:
    """Yield the links of a configuration's patterns that are one file's; raise DocumentError if it is broken."""
    for table in read_configuration(path, read).tables:
        for start, length, pattern in _patterns(table, index):
            files = matches(path.parent, pattern, table.exclude)
            if len(files) == 1:
                place = lsp_range(index, Span(start, start + length), encoding)
                yield types.DocumentLink(place, uri_of(files[0].path), tooltip=f"Open {files[0].path.name}")


def _patterns(table: ExerciseTable, index: LineIndex) -> Iterator[tuple[int, int, str]]:
    for pattern in (table.source, *table.references, *table.hypotheses):
        if pattern is not None and pattern.length is not None:
            yield index.line_span(pattern.line - 1).start + pattern.column - 1, pattern.length, pattern.text


async def answer(ls: MarkschemeServer, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """Return no links in a broken configuration."""
    document = ls.session.documents.get(params.text_document.uri)
    if document is None or document.path.name != CONFIGURATION:
        return []
    try:
        index = LineIndex(document.text)
        return list(configuration_links(document.path, index, ls.session.read, ls.editor.encoding))
    except DocumentError:
        return []


REQUEST = Request(types.TEXT_DOCUMENT_DOCUMENT_LINK, answer, enabled=lambda options: options.links, empty=())
