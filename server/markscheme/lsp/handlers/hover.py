"""``textDocument/hover``: the card of the finding under the cursor, or else of the passage.

Editors ask at each rest of the pointer and show nothing while they wait, so the answer comes at once: nothing while the
document's newest version has no review yet.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import attrs
from lsprotocol import types

from markscheme.exercises.configuration import ExerciseTable, read_configuration
from markscheme.exercises.patterns import CONFIGURATION, matches
from markscheme.lsp.diagnostics import finding_locations
from markscheme.lsp.handlers.place_actions import dialogs
from markscheme.lsp.handlers.places import SHOW_DETAILS
from markscheme.lsp.handling import locations_of, request
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.locations import Locations, lsp_range, plain_range
from markscheme.lsp.session.marked import Marked
from markscheme.lsp.views import uri_of
from markscheme.marking.review.comparison import Variant
from markscheme.marking.review.document_review import Finding
from markscheme.marking.scheme.mark import MarkLine
from markscheme.marking.wording.cards import CardStyle, finding_card, passage_card, task_card, unneeded_card
from markscheme.marking.wording.mark_words import (
    SHOW_NUMBERS,
    comment_line,
    line_of,
    mark_title,
    place_line,
    short_sum,
    signed,
)
from markscheme.marking.wording.place_words import escaped, name_of, without_markdown
from markscheme.marking.wording.words import ORIGINAL
from markscheme.text.errors import DocumentError
from markscheme.text.files import TextSource
from markscheme.text.places import LineIndex, Position, PositionEncoding, Span


@attrs.frozen
class HoverStyle:
    """How a client shows hovers.

    ``brief``: it shows diagnostics above the card, which leaves out what they say; ``links``: it follows links to
    commands and files; ``asks``: it has commands that ask for comments and points.
    """

    locations: Locations
    encoding: PositionEncoding
    kind: types.MarkupKind
    brief: bool = False
    links: bool = False
    asks: bool = False

    def name(self, variant: Variant) -> str:
        """Return a student's name in Markdown, as a link if the client has links."""
        name = name_of(variant)
        location = self.locations.of(variant.path, variant.span, variant.name) if self.links else None
        return escaped(name) if location is None else _link(name, location)


def _hover_card(marked: Marked, at: types.Position, style: HoverStyle) -> types.Hover | None:
    """Return the card at a position; none between passages, and where a diagnostic above says all."""
    offset = marked.index.offset(Position(at.line, at.character), style.encoding)
    found = _finding_card(marked, offset, at, style) or _unneeded_card(marked, offset, style)
    card, span = found or _passage(marked, offset)
    if card or found:
        card = _joined(card, _mark_text(marked, offset, style))
    if not card:
        return None
    value = card if style.kind is types.MarkupKind.Markdown else without_markdown(card)
    return types.Hover(types.MarkupContent(style.kind, value), lsp_range(marked.index, span, style.encoding))


def _mark_text(marked: Marked, offset: int, style: HoverStyle) -> str:
    """Empty without a mark scheme. The first line has the sum: short at a finding, else every line."""
    mark = marked.mark
    if mark is None:
        return ""
    finding = marked.review.narrowest_finding(offset)
    line = None
    if finding is not None and finding.place is not None:
        line = line_of(mark, marked.whole.findings.index(finding))
    place = place_line(line) if line is not None else ""
    if marked.index.line_of(offset) > 0:
        return place
    whole = f"**Mark: {escaped(mark_title(mark))}**"
    if finding is None and mark.lines:
        return _joined(whole, "\n".join(f"- {_sum_line(marked, line, style)}" for line in mark.lines))
    return _joined(place, "  \n".join(filter(None, [whole, escaped(short_sum(mark, marked.whole.findings))])))


def _sum_line(marked: Marked, line: MarkLine, style: HoverStyle) -> str:
    words = f"{signed(line.points)} {line.why}"
    if line.span is None:
        return escaped(words)
    place = lsp_range(marked.index, line.span, style.encoding)
    if style.links:
        return _link(words, types.Location(marked.document.uri, place))
    return f"{escaped(words)} (line {place.start.line + 1})"


def _card_style(marked: Marked, *, brief: bool = False) -> CardStyle:
    options = marked.options
    return CardStyle(options.vocabulary, options.language, marked.exercise.groups, brief, options.details)


def _finding_card(marked: Marked, offset: int, at: types.Position, style: HoverStyle) -> tuple[str, Span] | None:
    review = marked.review
    finding = review.narrowest_finding(offset)
    if finding is None:
        return None
    brief = style.brief and _has_diagnostic(marked, finding)
    is_linked = brief and style.kind is types.MarkupKind.Markdown
    links = _links(marked, finding, style.locations) if is_linked else ""
    if marked.others and finding.kind is not None:
        card = task_card(finding, marked.variants(finding), _card_style(marked, brief=brief), style.name)
        return _joined(card, links), finding.span
    passage = review.passages[finding.passage]
    card = finding_card(finding, passage, _card_style(marked, brief=brief))
    has_more = finding.place is not None and not finding.place.rewritten and not marked.options.details
    offers = [_details_link(marked.document.uri, at)] if style.links and has_more else []
    if style.links and style.asks and finding.place is not None:
        offers = [*_dialog_links(marked, finding, style), *offers]
    comment = marked.comment(finding)
    said = f"Comment: {escaped(comment_line(comment))}" if comment is not None else ""
    return _joined(card, said, links, " · ".join(offers)), finding.span


def _joined(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))


def _details_link(uri: str, at: types.Position) -> str:
    return _command_link(SHOW_NUMBERS, SHOW_DETAILS, [uri, {"line": at.line, "character": at.character}])


def _dialog_links(marked: Marked, finding: Finding, style: HoverStyle) -> Iterator[str]:
    place = lsp_range(marked.index, finding.span, style.encoding)
    for title, name in dialogs(marked):
        yield _command_link(title, name, [marked.document.uri, plain_range(place)])


def _command_link(title: str, command: str, arguments: list[Any]) -> str:
    return f"[{title}](command:{command}?{quote(json.dumps(arguments))})"


def _passage(marked: Marked, offset: int) -> tuple[str, Span]:
    """Empty between passages."""
    around = (passage for passage in marked.review.passages if passage.span.start <= offset < passage.span.end)
    passage = next(around, None)
    if passage is None:
        return "", Span(0, 0)
    return passage_card(passage, _card_style(marked)), passage.span


def _unneeded_card(marked: Marked, offset: int, style: HoverStyle) -> tuple[str, Span] | None:
    for comparison in marked.comparisons:
        variants = marked.vocabulary.unneeded(comparison.variants)
        if variants and comparison.span.start <= offset < comparison.span.end:
            return unneeded_card(variants, style.name), comparison.span
    return None


def _links(marked: Marked, finding: Finding, locations: Locations) -> str:
    links = []
    for reference, location in finding_locations(marked, finding, locations):
        name = ORIGINAL.lower() if reference is None else marked.vocabulary.teacher(reference.reference)
        links.append(_link(name, location))
    return f"Go to: {' · '.join(links)}" if links else ""


def _link(name: str, location: types.Location) -> str:
    start = location.range.start
    return f"[{escaped(name)}]({location.uri}#L{start.line + 1},{start.character + 1})"


def _has_diagnostic(marked: Marked, finding: Finding) -> bool:
    return marked.has_diagnostic(finding) and marked.review.findings.index(finding) not in marked.ignored


@request(types.TEXT_DOCUMENT_HOVER, enabled=lambda options: options.hover)
async def hover(ls: MarkschemeServer, params: types.HoverParams) -> types.Hover | None:
    marked = ls.session.marked(params.text_document.uri)
    if not marked:
        return None
    editor = ls.editor
    locations = locations_of(ls)
    brief, links = editor.hover_shows_diagnostics, editor.follows_links
    style = HoverStyle(locations, editor.encoding, editor.markup_kind, brief, links, editor.asks_for_text)
    return _hover_card(marked, params.position, style)


def _configuration_links(
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
        if pattern is not None and pattern.place.length is not None:
            start = index.line_span(pattern.place.line - 1).start + (pattern.place.column or 1) - 1
            yield start, pattern.place.length, pattern.text


@request(types.TEXT_DOCUMENT_DOCUMENT_LINK, enabled=lambda options: options.links, empty=())
async def document_links(ls: MarkschemeServer, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """Return no links in a broken configuration."""
    document = ls.session.documents.get(params.text_document.uri)
    if document is None or document.path.name != CONFIGURATION:
        return []
    try:
        index = LineIndex(document.text)
        return list(_configuration_links(document.path, index, ls.session.read, ls.editor.encoding))
    except DocumentError:
        return []
