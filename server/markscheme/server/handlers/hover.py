"""``textDocument/hover``: the card of the finding under the cursor, or else of the passage.

The answer comes at once, since editors wait for it: nothing while the document's newest version has no review yet.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from lsprotocol import types

from markscheme.documents.files import TextSource
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import ExerciseTable, read_configuration
from markscheme.exercises.patterns import CONFIGURATION, matches
from markscheme.languages.segments import Span
from markscheme.marking.cards import (
    SHOW_NUMBERS,
    CardStyle,
    comment_line,
    finding_card,
    passage_card,
    task_card,
    unneeded_card,
)
from markscheme.marking.comparison import Variant
from markscheme.marking.mark import MarkLine, line_of, mark_title, place_line, short_sum, signed
from markscheme.marking.review import Finding, PlaceVerdict
from markscheme.marking.words import ORIGINAL, escaped, name_of, without_markdown
from markscheme.server.diagnostics import finding_locations
from markscheme.server.handlers.place_actions import dialogs
from markscheme.server.handlers.places import SHOW_DETAILS
from markscheme.server.handling import request
from markscheme.server.language_server import MarkschemeServer
from markscheme.server.locations import EditorIndex, plain_range
from markscheme.server.session.marked import Marked
from markscheme.server.views import uri_of


@request(types.TEXT_DOCUMENT_HOVER, enabled=lambda options: options.hover)
async def hover(ls: MarkschemeServer, params: types.HoverParams) -> types.Hover | None:
    marked = ls.session.results.marked(params.text_document.uri)
    return _Hover(ls, marked, params.position).card() if marked else None


class _Hover:
    """What is shown at a position; a client that shows diagnostics above the card has no need to read that twice."""

    def __init__(self, ls: MarkschemeServer, marked: Marked, at: types.Position) -> None:
        self._marked = marked
        self._at = at
        self._offset = marked.index.offset_at(at)
        self._editor = ls.editor
        self._locations = ls.session.locations()
        self._is_markdown = ls.editor.markup_kind is types.MarkupKind.Markdown

    def card(self) -> types.Hover | None:
        """Return the card; none between passages, and where a diagnostic above says all."""
        found = self._finding_card() or self._unneeded_card()
        card, span = found or self._passage_card()
        if card or found:
            card = _joined(card, self._mark_text())
        if not card:
            return None
        value = card if self._is_markdown else without_markdown(card)
        return types.Hover(types.MarkupContent(self._editor.markup_kind, value), self._marked.index.lsp_range(span))

    def _mark_text(self) -> str:
        """Empty without a mark scheme. The first line has the sum: short at a finding, else every line."""
        marked, mark = self._marked, self._marked.mark
        if mark is None:
            return ""
        finding = marked.review.narrowest_finding(self._offset)
        line = None
        if finding is not None and finding.place is not None:
            line = line_of(mark, marked.whole.findings.index(finding))
        place = place_line(line) if line is not None else ""
        if marked.index.line_of(self._offset) > 0:
            return place
        whole = f"**Mark: {escaped(mark_title(mark))}**"
        if finding is None and mark.lines:
            return _joined(whole, "\n".join(f"- {self._sum_line(line)}" for line in mark.lines))
        return _joined(place, "  \n".join(filter(None, [whole, escaped(short_sum(mark, marked.whole.findings))])))

    def _sum_line(self, line: MarkLine) -> str:
        words = f"{signed(line.points)} {line.why}"
        if line.span is None:
            return escaped(words)
        place = self._marked.index.lsp_range(line.span)
        if self._editor.follows_links:
            return _link(words, types.Location(self._marked.document.uri, place))
        return f"{escaped(words)} (line {place.start.line + 1})"

    def _finding_card(self) -> tuple[str, Span] | None:
        marked = self._marked
        finding = marked.review.narrowest_finding(self._offset)
        if finding is None:
            return None
        brief = self._editor.hover_shows_diagnostics and self._has_diagnostic(finding)
        links = self._places(finding) if brief and self._is_markdown else ""
        if marked.others and finding.kind is not None:
            card = task_card(finding, marked.variants(finding), self._style(brief=brief), self._name)
            return _joined(card, links), finding.span
        card = finding_card(finding, marked.review.passages[finding.passage], self._style(brief=brief))
        offers = self._offers(finding, finding.place) if finding.place is not None else ()
        comment = marked.comment(finding)
        said = f"Comment: {escaped(comment_line(comment))}" if comment is not None else ""
        return _joined(card, said, links, " · ".join(offers)), finding.span

    def _style(self, *, brief: bool = False) -> CardStyle:
        options = self._marked.options
        return CardStyle(options.vocabulary, options.language, self._marked.exercise.groups, brief, options.details)

    def _has_diagnostic(self, finding: Finding) -> bool:
        marked = self._marked
        return marked.has_diagnostic(finding) and marked.review.findings.index(finding) not in marked.ignored

    def _offers(self, finding: Finding, place: PlaceVerdict) -> Iterator[str]:
        if not self._editor.follows_links:
            return
        uri, span = self._marked.document.uri, plain_range(self._marked.index.lsp_range(finding.span))
        for title, name in dialogs(self._marked) if self._editor.asks_for_text else ():
            yield _command_link(title, name, [uri, span])
        if not place.rewritten and not self._marked.options.details:
            at = {"line": self._at.line, "character": self._at.character}
            yield _command_link(SHOW_NUMBERS, SHOW_DETAILS, [uri, at])

    def _places(self, finding: Finding) -> str:
        links = []
        for reference, location in finding_locations(self._marked, finding, self._locations):
            name = ORIGINAL.lower() if reference is None else self._marked.vocabulary.teacher(reference.reference)
            links.append(_link(name, location))
        return f"Go to: {' · '.join(links)}" if links else ""

    def _unneeded_card(self) -> tuple[str, Span] | None:
        for comparison in self._marked.comparisons:
            variants = self._marked.vocabulary.unneeded(comparison.variants)
            if variants and comparison.span.start <= self._offset < comparison.span.end:
                return unneeded_card(variants, self._name), comparison.span
        return None

    def _passage_card(self) -> tuple[str, Span]:
        passages = self._marked.review.passages
        passage = next((item for item in passages if item.span.start <= self._offset < item.span.end), None)
        if passage is None:
            return "", Span(0, 0)
        return passage_card(passage, self._style()), passage.span

    def _name(self, variant: Variant) -> str:
        follows = self._editor.follows_links
        location = self._locations.of(variant.path, variant.span, variant.name) if follows else None
        return escaped(name_of(variant)) if location is None else _link(name_of(variant), location)


def _joined(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))


def _command_link(title: str, command: str, arguments: list[Any]) -> str:
    return f"[{title}](command:{command}?{quote(json.dumps(arguments))})"


def _link(name: str, location: types.Location) -> str:
    start = location.range.start
    return f"[{escaped(name)}]({location.uri}#L{start.line + 1},{start.character + 1})"


def _configuration_links(path: Path, index: EditorIndex, read: TextSource) -> Iterator[types.DocumentLink]:
    """Yield the links of a configuration's patterns that are one file's; raise DocumentError if it is broken."""
    for table in read_configuration(path, read).tables:
        for start, length, pattern in _patterns(table, index):
            files = matches(path.parent, pattern, table.exclude)
            if len(files) == 1:
                place = index.lsp_range(Span(start, start + length))
                yield types.DocumentLink(place, uri_of(files[0].path), tooltip=f"Open {files[0].path.name}")


def _patterns(table: ExerciseTable, index: EditorIndex) -> Iterator[tuple[int, int, str]]:
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
        return list(_configuration_links(document.path, ls.session.index(document.text), ls.session.read))
    except DocumentError:
        return []
