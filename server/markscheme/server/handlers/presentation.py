"""What an editor shows of a document besides diagnostics, and what it is sent when results or files change.

The document's marks stand above its first line, a paragraph's or line's above its own. Where at least three annotators
correct a text, each line of the source and of the references says how many agree. There is one lens a line: clients
show several side by side, and nobody could say which is whose. Lenses wait for the newest version's marks: an answer
without would make them vanish at each key. A hover is answered at once, since editors wait for it: with nothing while
the document's newest version has no review yet.

``markscheme/marksChanged``, just before a document's diagnostics: the answer to ``markscheme/marks`` for the published
version; without marks or an estimate, ``uri`` and ``marks``, which is ``null``.

``markscheme/exercisesChanged``: files of exercises, or a ``markscheme.toml``, came, went or changed, once for those
that did together. Each is sent only with the experimental capability of its name, ``markscheme.`` before it.
"""

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, wraps
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import attrs
from lsprotocol import types

from markscheme import contract
from markscheme.documents.files import TextSource
from markscheme.documents.folders import CONFIGURATION
from markscheme.edits.passages import paragraphs
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import ExerciseTable, read_configuration
from markscheme.exercises.patterns import matches
from markscheme.languages.segments import Span
from markscheme.marking import hover_cards
from markscheme.marking.comparison import Variant, name_of
from markscheme.marking.findings import Finding, FindingReference, Kind
from markscheme.marking.mark import MarkLine, signed
from markscheme.marking.review import Estimate, Marks, MetricScores, PassageReview, PassageScores
from markscheme.marking.settings import VocabularyName
from markscheme.marking.verdict import Verdict
from markscheme.marking.words import authorship, tally
from markscheme.research.questions import Unanimity, agreement_words
from markscheme.server.announcement import LEGEND
from markscheme.server.diagnostics import finding_locations
from markscheme.server.documents import DocumentQuestions, Marked, ResultChange
from markscheme.server.editor import EditorIndex, plain_range, uri_of
from markscheme.server.editor_settings import ALL_METRICS, camel
from markscheme.server.handlers.actions import MORE, MORE_ACTIONS, place_actions
from markscheme.server.handlers.decisions import DECIDE_AT
from markscheme.server.handlers.marks import UnmarkedDocument, open_document_answer
from markscheme.server.handling import feature
from markscheme.server.server import MarkschemeServer
from markscheme.server.vocabularies import Hint, vocabulary_of
from markscheme.server.workspace import concerns_exercises, follow_exercises
from markscheme.wording import escaped, percent, shortened, shown, without_markdown


@feature(types.TEXT_DOCUMENT_HOVER, enabled=lambda options: options.hover)
async def hover(ls: MarkschemeServer, params: types.HoverParams) -> types.Hover | None:
    marked = ls.session.results.marked(params.text_document.uri)
    return _Hover(ls, marked, params.position).card() if marked else None


class _Hover:
    """What is shown at a position."""

    def __init__(self, ls: MarkschemeServer, marked: Marked, at: types.Position) -> None:
        self._ls = ls
        self._marked = marked
        self._offset = marked.index.offset_at(at)
        self._editor = ls.editor
        self._locations = ls.session.locations()
        self._is_markdown = ls.editor.markup_kind is types.MarkupKind.Markdown

    def card(self) -> types.Hover | None:
        """Return the card; none between passages."""
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
            line = mark.line_of(marked.whole.findings.index(finding))
        place = line.in_words if line is not None else ""
        if marked.index.line_of(self._offset) > 0:
            return place
        whole = f"**Mark: {escaped(mark.title)}**"
        if finding is None and mark.lines:
            return _joined(whole, "\n".join(f"- {self._sum_line(line)}" for line in mark.lines))
        rows = " · ".join(f"{row.words} {signed(row.points)}" for row in mark.sum_rows(marked.whole.findings))
        return _joined(place, "  \n".join(filter(None, [whole, escaped(rows)])))

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
        if marked.others and finding.kind is not None:
            card = hover_cards.task_card(finding, marked.variants(finding), self._style(finding), self._name)
            return card, finding.span
        card = hover_cards.finding_card(finding, marked.review.passages[finding.passage], self._style(finding))
        comment = marked.comment(finding)
        said = f"Comment: {escaped(comment.line)}" if comment is not None else ""
        return _joined(card, self._credit_remedy(), said, " · ".join(self._offers(finding))), finding.span

    def _credit_remedy(self) -> str:
        """Return why a card that would show credit has none, where that is for good."""
        options = self._marked.options
        if options.vocabulary != "cleme2" and not options.details:
            return ""
        return hover_cards.credit_remedy(self._marked.review.marks, options.engine.encoder)

    def _style(self, finding: Finding | None = None) -> hover_cards.CardStyle:
        options = self._marked.options
        places = self._places(finding) if finding is not None and self._editor.follows_links else {}
        return hover_cards.CardStyle(
            options.vocabulary,
            options.language,
            self._marked.exercise.groups,
            options.details,
            partial(self._teacher, places),
        )

    def _places(self, finding: Finding) -> dict[int, types.Location]:
        places = finding_locations(self._marked, finding, self._locations)
        return {item.number: at for item, at in places if item is not None and item.number is not None}

    def _teacher(self, places: Mapping[int, types.Location], reference: FindingReference) -> str:
        name = vocabulary_of(self._marked.options).teacher(reference.reference)
        location = None if reference.number is None else places.get(reference.number)
        return escaped(name) if location is None else _link(name, location)

    def _offers(self, finding: Finding) -> Iterator[str]:
        """Yield links that decide, in their order, and one to all that can be done else; for a client that follows."""
        if not self._editor.follows_links or finding.estimate is not None:
            return
        uri = self._marked.document.uri
        decided, others = place_actions(self._ls, self._marked, finding)
        for choice, argument in decided:
            yield _command_link(choice.label, DECIDE_AT, [uri, argument])
        if others:
            yield _command_link(MORE, MORE_ACTIONS, [self._ls.protocol.plain(others)])

    def _unneeded_card(self) -> tuple[str, Span] | None:
        for comparison in self._marked.comparisons:
            variants = vocabulary_of(self._marked.options).unneeded(comparison.variants)
            if variants and comparison.span.start <= self._offset < comparison.span.end:
                return hover_cards.unneeded_card(variants, self._name), comparison.span
        return None

    def _passage_card(self) -> tuple[str, Span]:
        passages = self._marked.review.passages
        passage = next((item for item in passages if item.span.start <= self._offset < item.span.end), None)
        if passage is None:
            return "", Span(0, 0)
        card = hover_cards.passage_card(passage, self._style())
        return _joined(card, self._credit_remedy() if card else ""), passage.span

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


@feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, enabled=lambda options: options.links, empty=())
async def document_links(ls: MarkschemeServer, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """Return no links in a broken configuration."""
    document = ls.session.documents.get(params.text_document.uri)
    if document is None or document.path.name != CONFIGURATION:
        return []
    try:
        return list(_configuration_links(document.path, ls.session.index(document.text), ls.session.read))
    except DocumentError:
        return []


@contract.shape()
@attrs.frozen
class LensData:
    """The ``data`` of a code lens."""

    estimate: bool
    """Whether the lens shows an estimate. An estimate has no transport plan."""


Made = TypeVar("Made")


def _once(make: Callable[[Marked], Made]) -> Callable[[Marked], Made]:
    """Return a function that keeps what it makes of a document's marks with these."""

    @wraps(make)
    def made(marked: Marked) -> Made:
        if make not in marked.answers:
            marked.answers[make] = make(marked)
        kept: Made = marked.answers[make]
        return kept

    return made


def _lenses(marked: Marked) -> list[types.CodeLens]:
    by_line: dict[int, str] = {}
    for start, text in _title_list(marked):
        by_line.setdefault(marked.index.line_of(start), text)
    return [_on_line(marked, line, text) for line, text in sorted(by_line.items())]


def _with_agreement(
    above: Sequence[types.CodeLens], questions: DocumentQuestions, index: EditorIndex
) -> list[types.CodeLens]:
    by_line: dict[int, list[Unanimity]] = {}
    for item in questions.agreements:
        by_line.setdefault(index.line_of(min(item.start, len(index.text))), []).append(item.unanimity)
    titles = {lens.range.start.line: lens for lens in above}
    lenses: dict[int, types.CodeLens] = dict(titles)
    for line, items in by_line.items():
        words = agreement_words(items)
        if line in titles and (command := titles[line].command) is not None:
            title = types.Command(f"{command.title} · {words}", command.command)
            lenses[line] = types.CodeLens(titles[line].range, title, titles[line].data)
        else:
            start = index.line_span(line).start
            place = index.lsp_range(Span(start, start))
            lenses[line] = types.CodeLens(place, types.Command(words, ""), contract.shown(LensData(False)))
    return [lenses[line] for line in sorted(lenses)]


@_once
def _title_list(marked: Marked) -> list[tuple[int, str]]:
    return list(_titles(marked))


def _titles(marked: Marked) -> Iterator[tuple[int, str]]:
    review = marked.review
    if review.marks is not None:
        yield from _TITLES[marked.options.vocabulary](marked, review.marks)
    if review.estimate is not None:
        yield 0, _estimate_title(marked, review.estimate)
    edited = {finding.passage for finding in review.findings}
    for number, passage in enumerate(review.passages):
        if passage.estimate is not None and number in edited and not marked.is_source:
            yield passage.span.start, hover_cards.passage_title(passage.estimate)


def _chunk_titles(marked: Marked, marks: Marks) -> Iterator[tuple[int, str]]:
    """Yield the document's counts and scores, then those of lower lines' passages; credit if ``metric`` names it."""
    if marked.is_source:
        yield 0, hover_cards.source_line(marks.counts.fn, len(marked.others))
        return
    yield 0, _document_title(marked, marks)
    by_line: dict[int, list[PassageReview]] = {}
    for passage in marked.review.passages:
        if passage.marks is not None:
            by_line.setdefault(marked.index.line_of(passage.span.start), []).append(passage)
    for line, passages in by_line.items():
        scores = [item.marks for item in passages if item.marks is not None]
        if line > 0 and (counts := vocabulary_of(marked.options).tally(scores)):
            credit = scores[0].credit_part if len(scores) == 1 and marked.options.metric == "credit" else ""
            yield min(item.span.start for item in passages), f"{counts}{credit}"


def _document_title(marked: Marked, marks: Marks) -> str:
    options = marked.options
    scores = {
        "cleme2": f"score {marks.scores.score:.3f}{_weighting(marked, marks)}",
        "errant": f"F{options.beta:g} {marks.errant.f:.3f}",
        "credit": None if marks.credit is None else f"credit {percent(marks.credit.f)}",
    }
    texts = [text for name, text in scores.items() if text and options.metric in (ALL_METRICS, name)]
    mark = marked.mark
    own = [] if mark is None else [f"mark {mark.title}" if mark.points is not None else mark.title]
    return hover_cards.scores_line(tally(marks.counts), texts, [*own, *_last_parts(marked, marks)])


def _weighting(marked: Marked, marks: Marks) -> str:
    wanted = marked.task.settings.weighting
    if wanted == "none":
        return ""
    if marks.weighting == wanted:
        return f" by {wanted}"
    return " not weighted" if marked.complete else " not yet weighted"


def _verdict_titles(marked: Marked, marks: Marks) -> Iterator[tuple[int, str]]:
    """Yield the document's mark, above its first paragraph, and what there is to check; then other paragraphs'."""
    if marked.is_source:
        yield 0, hover_cards.source_line(marks.verdicts.of(Verdict.MISSED), len(marked.others))
    else:
        student, more = vocabulary_of(marked.options).person(marked.task.marked.name), _last_parts(marked, marks)
        yield 0, hover_cards.document_line(student, marks.verdicts, more, marked.mark)
    for start, passages in _paragraphs(marked) if not marked.is_source else ():
        text = hover_cards.paragraph_line([item.verdicts for item in passages])
        if text and marked.index.line_of(start) > 0:
            yield start, text


def _paragraphs(marked: Marked) -> Iterator[tuple[int, list[PassageScores]]]:
    """Yield paragraphs; a passage between two, such as a sentence that was left out, belongs to the one before."""
    starts = [span.start for span in paragraphs(marked.index.text)] or [0]
    inside: dict[int, list[PassageScores]] = {}
    for passage in marked.review.passages:
        if passage.marks is not None:
            number = max(bisect_right(starts, passage.span.start) - 1, 0)
            inside.setdefault(starts[number], []).append(passage.marks)
    yield from sorted(inside.items(), key=lambda entry: entry[0])


def _last_parts(marked: Marked, marks: Marks) -> list[str]:
    """Return one more metric, the references where their number says too little, and what is hidden."""
    review, authors = marked.review, authorship(marked.task.material.references)
    says_more = authors or review.fewest_references < len(review.references)
    references = [review.references_part(authors, marked.options.vocabulary)] if says_more else []
    return [*_metric_part(marks.metric), *references, *_hidden_part(marked)]


def _metric_part(metric: MetricScores | None) -> list[str]:
    """Return the scores of one more metric, as the only part of a title; empty without one.

    >>> _metric_part(MetricScores("gleu", "GLEU", {"score": 0.25}, ""))
    ['GLEU score 0.250']
    """
    if metric is None:
        return []
    return [" ".join([metric.title, *(f"{name} {value:.3f}" for name, value in metric.scores.items())])]


def _hidden_part(marked: Marked) -> list[str]:
    return [f"{len(marked.ignored)} hidden"] if marked.ignored else []


_TITLES: Mapping[VocabularyName, Callable[[Marked, Marks], Iterator[tuple[int, str]]]] = {
    "cleme2": _chunk_titles,
    "verdicts": _verdict_titles,
}


def _estimate_title(marked: Marked, estimate: Estimate) -> str:
    if not marked.is_source:
        return " · ".join([hover_cards.document_title(marked.review, estimate.means), *_hidden_part(marked)])
    others = (
        f"{item.name} {hover_cards.quality_alone(item.review.estimate.means.after)}"
        for item in marked.others
        if item.review.estimate is not None
    )
    return " · ".join(
        [f"estimated quality {hover_cards.quality_alone(estimate.means.after)}", *others, hover_cards.NO_REFERENCE]
    )


def _on_line(marked: Marked, line: int, title: str) -> types.CodeLens:
    start = marked.index.line_span(line).start
    place = marked.index.lsp_range(Span(start, start))
    data = LensData(marked.review.estimate is not None)
    return types.CodeLens(place, types.Command(title, ""), contract.shown(data))


@feature(types.TEXT_DOCUMENT_CODE_LENS, enabled=lambda options: options.lenses, empty=())
async def code_lenses(ls: MarkschemeServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    uri = params.text_document.uri
    marked = await ls.session.current(uri)
    own = _lenses(marked) if marked else []
    diagnosed, document = ls.session.results.diagnosed(uri), ls.session.documents.get(uri)
    if diagnosed is None or document is None:
        return own
    return _with_agreement(own, diagnosed.questions, ls.session.index(document.text))


_LONGEST_HINT = 40
"""Largest number of characters in a hint; its tooltip has all."""


@_once
def _hints(marked: Marked) -> list[Hint]:
    """Return one hint where several findings replace the same words; one that more findings have comes first."""
    found = (vocabulary_of(marked.options).hint(finding) for finding in marked.findings if finding.estimate is None)
    hints = [hint for hint in found if hint is not None]
    findings = Counter((hint.offset, hint.text) for hint in hints)
    kept: list[Hint] = []
    for hint in sorted(hints, key=lambda hint: (hint.replaced.start, hint.replaced.end)):
        if not kept or not hint.replaced.meets(kept[-1].replaced):
            kept.append(hint)
        elif findings[hint.offset, hint.text] > findings[kept[-1].offset, kept[-1].text]:
            kept[-1] = hint
    return kept


def _hint(marked: Marked, hint: Hint) -> types.InlayHint:
    return types.InlayHint(
        marked.index.lsp_range(Span(hint.offset, hint.offset)).end,
        f"→ {shortened(vocabulary_of(marked.options).words(hint.text), _LONGEST_HINT)}",
        tooltip=hint.tooltip,
        padding_left=True,
    )


@feature(types.TEXT_DOCUMENT_INLAY_HINT, enabled=lambda options: options.inlay_hints, empty=())
async def inlay_hints(ls: MarkschemeServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    marked = await ls.session.reviewed(params.text_document.uri)
    if marked is None:
        return []
    span = marked.index.span_at(params.range)
    return [_hint(marked, hint) for hint in _hints(marked) if span.start <= hint.offset <= span.end]


_INDICES = {name: number for number, name in enumerate(LEGEND.token_types)}
_NO_TOKENS = types.SemanticTokens(())


def _token_type(kind: Kind) -> str:
    return camel(kind.value.replace("-", "_"))


def _parts(marked: Marked) -> Iterator[tuple[Kind, Span]]:
    """Cut at line ends, ascending and disjoint."""
    index, position = marked.index, 0
    for finding in marked.findings:
        if finding.kind is None:
            continue
        first = index.position(finding.span.start, "utf-32").line
        last = index.position(finding.span.end, "utf-32").line
        for number in range(first, last + 1):
            line = index.line_span(number)
            start, end = max(line.start, finding.span.start, position), min(line.end, finding.span.end)
            if start < end:
                yield finding.kind, Span(start, end)
                position = end


@feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, enabled=lambda options: options.semantic_tokens, empty=_NO_TOKENS)
async def semantic_tokens(ls: MarkschemeServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
    """Return a token for each finding's part of a line, unless it is empty or overlaps an earlier one."""
    marked = await ls.session.reviewed(params.text_document.uri)
    if marked is None:
        return _NO_TOKENS
    data: list[int] = []
    line = character = 0
    for kind, span in _parts(marked):
        place = marked.index.lsp_range(span)
        start, end = place.start, place.end
        column = start.character - character if start.line == line else start.character
        data += [start.line - line, column, end.character - start.character, _INDICES[_token_type(kind)], 0]
        line, character = start.line, start.character
    return types.SemanticTokens(data)


def _detail(marked: Marked, passage: PassageReview) -> str:
    estimate = passage.estimate
    if estimate is not None:
        return hover_cards.qualities(estimate.before, estimate.after)
    return vocabulary_of(marked.options).tally([passage.marks]) if passage.marks is not None else ""


def _symbol(marked: Marked, passage: PassageReview) -> types.DocumentSymbol:
    place = marked.index.lsp_range(passage.span)
    return types.DocumentSymbol(
        _name(passage.span, marked), types.SymbolKind.String, place, place, detail=_detail(marked, passage)
    )


def _paragraph(
    marked: Marked,
    span: Span,
    inside: Sequence[PassageReview],
    sentences: list[types.DocumentSymbol],
) -> types.DocumentSymbol:
    whole = Span(span.start, max(span.end, *(item.span.end for item in inside)))
    marks = [item.marks for item in inside if item.marks is not None]
    return types.DocumentSymbol(
        _name(span, marked),
        types.SymbolKind.Namespace,
        marked.index.lsp_range(whole),
        marked.index.lsp_range(inside[0].span),
        detail=vocabulary_of(marked.options).tally(marks) if marks else hover_cards.NO_REFERENCE,
        children=sentences,
    )


def _name(span: Span, marked: Marked) -> str:
    return shortened(shown(span.of(marked.index.text)))


@feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, enabled=lambda options: options.symbols, empty=())
async def document_symbols(ls: MarkschemeServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """Return a symbol for each paragraph of several passages, with theirs in it, and for each other passage."""
    marked = await ls.session.current(params.text_document.uri)
    if marked is None:
        return []
    text = marked.index.text
    passages = sorted(
        (item for item in marked.review.passages if item.span.of(text).strip()), key=lambda item: item.span.start
    )
    outline: list[types.DocumentSymbol] = []
    for paragraph in paragraphs(text):
        inside = [item for item in passages if paragraph.start <= item.span.start < paragraph.end]
        own = [_symbol(marked, item) for item in inside]
        if len(own) > 1:
            outline.append(_paragraph(marked, paragraph, inside, own))
        else:
            outline += own
    return outline


@feature(types.TEXT_DOCUMENT_FOLDING_RANGE, enabled=lambda options: options.folding, empty=())
async def folding_ranges(ls: MarkschemeServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """Return each run of at least two lines without a finding about which something is to be done."""
    marked = await ls.session.reviewed(params.text_document.uri)
    if marked is None:
        return []
    touched: set[int] = set()
    for finding in marked.findings:
        if finding.is_fault:
            place = marked.index.lsp_range(finding.span)
            touched.update(range(place.start.line, place.end.line + 1))
    runs = (list(lines) for _, lines in groupby(range(len(marked.index)), lambda line: line in touched))
    return [types.FoldingRange(run[0], run[-1]) for run in runs if run[0] not in touched and len(run) > 1]


@attrs.frozen
class Refresh:
    """How a client is asked to send a request again.

    ``content`` is what answers are made from: for one text, equal contents give equal answers. ``capability`` is the
    client's, in its workspace.
    """

    content: Callable[[Marked], object]
    capability: str
    send: Callable[[MarkschemeServer], object]

    def is_supported(self, workspace: types.WorkspaceClientCapabilities) -> bool:
        capability = getattr(workspace, self.capability)
        return bool(capability and capability.refresh_support)


REFRESHES = (
    Refresh(_title_list, "code_lens", lambda ls: ls.workspace_code_lens_refresh(None)),
    Refresh(_hints, "inlay_hint", lambda ls: ls.workspace_inlay_hint_refresh(None)),
    Refresh(
        lambda marked: [(item.kind, item.span) for item in marked.findings if item.kind is not None],
        "semantic_tokens",
        lambda ls: ls.workspace_semantic_tokens_refresh(None),
    ),
)


MARKS_CHANGED = "markscheme/marksChanged"
EXERCISES_CHANGED = "markscheme/exercisesChanged"


def send_results(ls: MarkschemeServer, change: ResultChange) -> None:
    """Send the marks before the diagnostics."""
    if change.version is not None and ls.editor.wants_marks:
        _send_marks(ls, change)
    is_listed = change.version is not None or change.diagnosed is None or ls.editor.can_open(change.uri)
    if ls.configuration.pushes_diagnostics and is_listed:
        _send_diagnostics(ls, change)
    _send_refreshes(ls, change)


async def send_files(ls: MarkschemeServer, paths: frozenset[Path]) -> None:
    """Mark what a followed workspace has gained, and notify the client, if the files concern an exercise."""
    if not await concerns_exercises(ls.session, paths):
        return
    await follow_exercises(ls.session)
    if ls.editor.wants_exercises:
        ls.protocol.notify(EXERCISES_CHANGED, {})


def _send_marks(ls: MarkschemeServer, change: ResultChange) -> None:
    if change.after is None:
        ls.protocol.notify_plain(MARKS_CHANGED, contract.shown(UnmarkedDocument(change.uri)))
    else:
        ls.protocol.notify_plain(MARKS_CHANGED, open_document_answer(change.after, ls.session.read))


def _send_diagnostics(ls: MarkschemeServer, change: ResultChange) -> None:
    items = change.diagnosed.items if change.diagnosed is not None else ()
    params: dict[str, Any] = {"uri": change.uri, "diagnostics": [_plain_diagnostic(item) for item in items]}
    if change.version is not None:
        params["version"] = change.version
    ls.protocol.notify_plain(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)


def _plain_diagnostic(item: types.Diagnostic) -> dict[str, Any]:
    """Return one of our diagnostics as JSON values: as pygls converts it, without the fields that we never set."""
    plain: dict[str, Any] = {"range": plain_range(item.range), "message": item.message}
    if item.severity is not None:
        plain["severity"] = item.severity.value
    if item.code is not None:
        plain["code"] = item.code
    if item.code_description is not None:
        plain["codeDescription"] = {"href": item.code_description.href}
    if item.source is not None:
        plain["source"] = item.source
    if item.related_information is not None:
        plain["relatedInformation"] = [
            {"location": {"uri": own.location.uri, "range": plain_range(own.location.range)}, "message": own.message}
            for own in item.related_information
        ]
    if item.data is not None:
        plain["data"] = item.data
    return plain


def _send_refreshes(ls: MarkschemeServer, change: ResultChange) -> None:
    workspace = ls.editor.workspace
    for refresh in REFRESHES:
        if refresh.is_supported(workspace) and _has_changed(refresh, change):
            refresh.send(ls)
    if _has_other_questions(change) and workspace.code_lens and workspace.code_lens.refresh_support:
        ls.workspace_code_lens_refresh(None)
    if not ls.configuration.pushes_diagnostics and workspace.diagnostics and workspace.diagnostics.refresh_support:
        before, after = change.diagnosed_before, change.diagnosed
        if after is not None and (before is None or before.id != after.id):
            ls.workspace_diagnostic_refresh(None)


def _has_other_questions(change: ResultChange) -> bool:
    before, after = change.diagnosed_before, change.diagnosed
    return after is not None and after.questions.agreements != (before.questions.agreements if before else ())


def _has_changed(refresh: Refresh, change: ResultChange) -> bool:
    """Return whether a client may show an answer that the change makes wrong; only open documents have answers.

    Between two current results of one version, the client has the earlier one's, right if both have the same content.
    """
    if change.version is None or (change.after is None and not change.was_marked):
        return False
    if change.before is None or change.after is None:
        return True
    return refresh.content(change.before) != refresh.content(change.after)
