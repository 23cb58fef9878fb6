"""``textDocument/documentLink``: to an exercise's source and references, and from ``markscheme.toml`` to its files.

An essay has no words that name its exercise's files: the links are on its first words, the source's on the first,
a reference's on each of the next; their tooltips say where they lead. Each link carries its target, so that editors
need no ``documentLink/resolve``.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from markscheme.exercises.configuration import CONFIGURATION, ExerciseTable, read_configuration
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.patterns import matches
from markscheme.lsp.editor.locations import lsp_range, uri_of
from markscheme.lsp.editor.views import view_uri
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.text.errors import DocumentError
from markscheme.text.positions import LineIndex, PositionEncoding, Span
from markscheme.text.reading import TextSource

_WORD = re.compile(r"\S+")


def exercise_links(
    exercise: Exercise, path: Path, index: LineIndex, encoding: PositionEncoding, *, with_views: bool = False
) -> list[types.DocumentLink]:
    """Return the links of a document of an exercise to the source and the references; as many as it has words.

    Parameters
    ----------
    with_views
        Whether the editor can show the views of files without lines.
    """
    targets = [*_source(exercise), *exercise.references]
    others = [target for target in targets if target.path != path]
    return [
        types.DocumentLink(
            lsp_range(index, span, encoding),
            (view_uri(target.path, target.person) if with_views else None) or uri_of(target.path),
            tooltip=f"Open {target.path.name} ({target.name})",
        )
        for target, span in zip(others, _words(index), strict=False)
    ]


def _source(exercise: Exercise) -> Iterator[Participant]:
    if exercise.source is not None:
        yield Participant("source", exercise.source)


def _words(index: LineIndex) -> Iterator[Span]:
    return (Span(*match.span()) for match in _WORD.finditer(index.text))


def configuration_links(
    path: Path, index: LineIndex, read: TextSource, encoding: PositionEncoding
) -> Iterator[types.DocumentLink]:
    """The links of a configuration's patterns that are one file's.

    Raises
    ------
    DocumentError
        If the configuration is broken.
    """
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
    """Return the links of an open document; none in a broken configuration."""
    uri = params.text_document.uri
    document = ls.session.documents.get(uri)
    if document is None:
        return []
    if document.path.name == CONFIGURATION:
        try:
            index = LineIndex(document.text)
            return list(configuration_links(document.path, index, ls.session.read, ls.editor.encoding))
        except DocumentError:
            return []
    result = await ls.session.current(uri)
    if result is None:
        return []
    editor = ls.editor
    path, with_views = document.path, editor.shows_views
    return exercise_links(result.exercise, path, result.index, editor.encoding, with_views=with_views)


REQUEST = Request(types.TEXT_DOCUMENT_DOCUMENT_LINK, answer, enabled=lambda options: options.links, empty=())
