"""What stands in and beside the text: lenses, hints, semantic tokens, the outline, folds.

``textDocument/codeLens``: the document's marks above its first line, and what a paragraph or line has above its own.

Where at least three annotators correct a text, each line of the source and of the references says how many agree. There
is one lens a line: clients show several side by side, and nobody could say which is whose. An answer without marks
would make lenses vanish at each key, so it waits for the newest version's.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from lsprotocol import types

from markscheme.alignment.passages import paragraphs
from markscheme.annotation.questions import Unanimity, agreement_words
from markscheme.lsp.editor import lsp_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Refresh, Request
from markscheme.lsp.session.annotation.document_questions import DocumentQuestions
from markscheme.lsp.session.marked import Marked
from markscheme.lsp.vocabularies import VOCABULARIES, Hint, hidden_part
from markscheme.marking.review.document_review import Estimate, Kind, PassageReview
from markscheme.marking.wording.cards import NO_REFERENCE, document_title, passage_title, qualities, quality_alone
from markscheme.marking.wording.words import shortened, shown
from markscheme.text.places import LineIndex, Position, PositionEncoding, Span


def lenses(marked: Marked, encoding: PositionEncoding) -> list[types.CodeLens]:
    by_line: dict[int, str] = {}
    for start, text in _titles(marked):
        by_line.setdefault(marked.index.line_of(start), text)
    return [_on_line(marked, line, text, encoding) for line, text in sorted(by_line.items())]


def agreement_lenses(
    questions: DocumentQuestions, text: str, above: Sequence[types.CodeLens], encoding: PositionEncoding
) -> list[types.CodeLens]:
    """Return the lenses about a document's marks with the annotators' agreement on each line's sentences."""
    index = LineIndex(text)
    by_line: dict[int, list[Unanimity]] = {}
    for item in questions.agreements:
        by_line.setdefault(index.line_of(min(item.start, len(text))), []).append(item.unanimity)
    titles = {lens.range.start.line: lens for lens in above}
    lenses: dict[int, types.CodeLens] = dict(titles)
    for line, items in by_line.items():
        words = agreement_words(items)
        if line in titles and (command := titles[line].command) is not None:
            title = types.Command(f"{command.title} · {words}", command.command)
            lenses[line] = types.CodeLens(titles[line].range, title, titles[line].data)
        else:
            start = index.line_span(line).start
            place = lsp_range(index, Span(start, start), encoding)
            lenses[line] = types.CodeLens(place, types.Command(words, ""), {"estimate": False})
    return [lenses[line] for line in sorted(lenses)]


def _titles(marked: Marked) -> Iterator[tuple[int, str]]:
    review = marked.review
    if review.marks is not None:
        yield from marked.vocabulary.lens_titles(marked, review.marks)
    if review.estimate is not None:
        yield 0, _estimate_title(marked, review.estimate)
    edited = {finding.passage for finding in review.findings}
    for number, passage in enumerate(review.passages):
        if passage.estimate is not None and number in edited and not marked.is_source:
            yield passage.span.start, passage_title(passage.estimate)


def _estimate_title(marked: Marked, estimate: Estimate) -> str:
    """Return the title of an estimate; a source's has the qualities of its hypotheses too."""
    if not marked.is_source:
        return " · ".join([document_title(marked.review, estimate.means), *hidden_part(marked)])
    others = (
        f"{item.name} {quality_alone(item.review.estimate.means.after)}"
        for item in marked.others
        if item.review.estimate is not None
    )
    return " · ".join([f"estimated quality {quality_alone(estimate.means.after)}", *others, NO_REFERENCE])


def _on_line(marked: Marked, line: int, title: str, encoding: PositionEncoding) -> types.CodeLens:
    start = marked.index.line_span(line).start
    place = lsp_range(marked.index, Span(start, start), encoding)
    data = {"estimate": marked.review.estimate is not None}
    return types.CodeLens(place, types.Command(title, ""), data)


async def answer_code_lens(ls: MarkschemeServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    uri = params.text_document.uri
    marked = await ls.session.current(uri)
    own = lenses(marked, ls.editor.encoding) if marked else []
    diagnosed, document = ls.session.results.diagnosed(uri), ls.session.documents.get(uri)
    if diagnosed is None or document is None:
        return own
    return agreement_lenses(diagnosed.questions, document.text, own, ls.editor.encoding)


def _content(marked: Marked) -> object:
    return list(_titles(marked))


def _is_refreshed(workspace: types.WorkspaceClientCapabilities) -> bool:
    return bool(workspace.code_lens and workspace.code_lens.refresh_support)


CODE_LENS_REQUEST = Request(
    types.TEXT_DOCUMENT_CODE_LENS,
    answer_code_lens,
    enabled=lambda options: options.lenses,
    empty=(),
    refresh=Refresh(_content, _is_refreshed, lambda ls: ls.workspace_code_lens_refresh(None)),
)


LONGEST_HINT = 40
"""Largest number of characters in a hint; its tooltip has all."""


def inlay_hints(marked: Marked, range_: types.Range, encoding: PositionEncoding) -> list[types.InlayHint]:
    first, last = (
        marked.index.offset(Position(place.line, place.character), encoding) for place in (range_.start, range_.end)
    )
    return [_hint(marked, hint, encoding) for hint in _hints(marked) if first <= hint.offset <= last]


def _hints(marked: Marked) -> list[Hint]:
    """Return one hint where several findings replace the same words; one that more findings have comes first."""
    found = (marked.vocabulary.hint(finding) for finding in marked.findings if finding.estimate is None)
    hints = [hint for hint in found if hint is not None]
    findings = Counter((hint.offset, hint.text) for hint in hints)
    kept: list[Hint] = []
    for hint in sorted(hints, key=lambda hint: (hint.replaced.start, hint.replaced.end)):
        if not kept or not hint.replaced.meets(kept[-1].replaced):
            kept.append(hint)
        elif findings[hint.offset, hint.text] > findings[kept[-1].offset, kept[-1].text]:
            kept[-1] = hint
    return kept


def _hint(marked: Marked, hint: Hint, encoding: PositionEncoding) -> types.InlayHint:
    return types.InlayHint(
        lsp_range(marked.index, Span(hint.offset, hint.offset), encoding).end,
        f"→ {shortened(marked.vocabulary.words(hint.text), LONGEST_HINT)}",
        tooltip=hint.tooltip,
        padding_left=True,
    )


async def answer_inlay_hint(ls: MarkschemeServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    marked = await ls.session.reviewed(params.text_document.uri)
    return inlay_hints(marked, params.range, ls.editor.encoding) if marked else []


def _inlay_hint_is_refreshed(workspace: types.WorkspaceClientCapabilities) -> bool:
    return bool(workspace.inlay_hint and workspace.inlay_hint.refresh_support)


INLAY_HINT_REQUEST = Request(
    types.TEXT_DOCUMENT_INLAY_HINT,
    answer_inlay_hint,
    enabled=lambda options: options.inlay_hints,
    empty=(),
    refresh=Refresh(_hints, _inlay_hint_is_refreshed, lambda ls: ls.workspace_inlay_hint_refresh(None)),
)


_TYPES: dict[Kind, str] = {**VOCABULARIES["cleme2"].token_types, **VOCABULARIES["verdicts"].token_types}
"""The type of each kind of finding. Clients know a type by its index: new ones come last."""
LEGEND = types.SemanticTokensLegend(list(_TYPES.values()), [])
NO_TOKENS = types.SemanticTokens(())


def semantic_tokens(marked: Marked, encoding: PositionEncoding) -> types.SemanticTokens:
    """Return a token for each finding's part of a line, unless it is empty or overlaps an earlier one."""
    data: list[int] = []
    line = character = 0
    for kind, span in _parts(marked):
        start, end = marked.index.position(span.start, encoding), marked.index.position(span.end, encoding)
        column = start.character - character if start.line == line else start.character
        data += [start.line - line, column, end.character - start.character, list(_TYPES).index(kind), 0]
        line, character = start.line, start.character
    return types.SemanticTokens(data)


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


async def answer_semantic_tokens(ls: MarkschemeServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
    marked = await ls.session.reviewed(params.text_document.uri)
    return semantic_tokens(marked, ls.editor.encoding) if marked else NO_TOKENS


def _semantic_tokens_content(marked: Marked) -> object:
    return [(item.kind, item.span) for item in marked.findings if item.kind is not None]


def _semantic_tokens_is_refreshed(workspace: types.WorkspaceClientCapabilities) -> bool:
    return bool(workspace.semantic_tokens and workspace.semantic_tokens.refresh_support)


SEMANTIC_TOKENS_REQUEST = Request(
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
    answer_semantic_tokens,
    options=LEGEND,
    enabled=lambda options: options.semantic_tokens,
    empty=NO_TOKENS,
    refresh=Refresh(
        _semantic_tokens_content, _semantic_tokens_is_refreshed, lambda ls: ls.workspace_semantic_tokens_refresh(None)
    ),
)


LONGEST_NAME = 60
"""Largest number of characters in a symbol's name."""


def symbols(marked: Marked, encoding: PositionEncoding) -> list[types.DocumentSymbol]:
    """Return a symbol for each paragraph of several passages, with theirs in it, and for each other passage."""
    text = marked.index.text
    passages = sorted(
        (item for item in marked.review.passages if item.span.of(text).strip()), key=lambda item: item.span.start
    )
    outline: list[types.DocumentSymbol] = []
    for paragraph in paragraphs(text):
        inside = [item for item in passages if paragraph.start <= item.span.start < paragraph.end]
        own = [_symbol(marked, item, encoding) for item in inside]
        if len(own) > 1:
            outline.append(_paragraph(marked, paragraph, inside, own, encoding))
        else:
            outline += own
    return outline


def _detail(marked: Marked, passage: PassageReview) -> str:
    estimate = passage.estimate
    if estimate is not None:
        return qualities(estimate.before, estimate.after)
    return marked.vocabulary.tally([passage.marks]) if passage.marks is not None else ""


def _symbol(marked: Marked, passage: PassageReview, encoding: PositionEncoding) -> types.DocumentSymbol:
    place = lsp_range(marked.index, passage.span, encoding)
    return types.DocumentSymbol(
        _name(passage.span, marked), types.SymbolKind.String, place, place, detail=_detail(marked, passage)
    )


def _paragraph(
    marked: Marked,
    span: Span,
    inside: Sequence[PassageReview],
    sentences: list[types.DocumentSymbol],
    encoding: PositionEncoding,
) -> types.DocumentSymbol:
    whole = Span(span.start, max(span.end, *(item.span.end for item in inside)))
    marks = [item.marks for item in inside if item.marks is not None]
    return types.DocumentSymbol(
        _name(span, marked),
        types.SymbolKind.Namespace,
        lsp_range(marked.index, whole, encoding),
        lsp_range(marked.index, inside[0].span, encoding),
        detail=marked.vocabulary.tally(marks) if marks else NO_REFERENCE,
        children=sentences,
    )


def _name(span: Span, marked: Marked) -> str:
    return shortened(shown(span.of(marked.index.text)), LONGEST_NAME)


async def answer_document_symbol(
    ls: MarkschemeServer, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol]:
    marked = await ls.session.current(params.text_document.uri)
    return symbols(marked, ls.editor.encoding) if marked else []


DOCUMENT_SYMBOL_REQUEST = Request(
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, answer_document_symbol, enabled=lambda options: options.symbols, empty=()
)


def folding_ranges(marked: Marked, encoding: PositionEncoding) -> list[types.FoldingRange]:
    """Return each run of at least two lines without a finding about which something is to be done."""
    touched: set[int] = set()
    for finding in marked.findings:
        if finding.is_fault:
            place = lsp_range(marked.index, finding.span, encoding)
            touched.update(range(place.start.line, place.end.line + 1))
    runs = (list(lines) for _, lines in groupby(range(len(marked.index)), lambda line: line in touched))
    return [types.FoldingRange(run[0], run[-1]) for run in runs if run[0] not in touched and len(run) > 1]


async def answer_folding_range(ls: MarkschemeServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    marked = await ls.session.reviewed(params.text_document.uri)
    return folding_ranges(marked, ls.editor.encoding) if marked else []


FOLDING_RANGE_REQUEST = Request(
    types.TEXT_DOCUMENT_FOLDING_RANGE, answer_folding_range, enabled=lambda options: options.folding, empty=()
)
