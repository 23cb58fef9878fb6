"""``textDocument/codeLens``: the document's marks above its first line, and what a paragraph or line has above its own.

Where at least three annotators correct a text, each line of the source and of the references says how many agree. There
is one lens a line: clients show several side by side, and nobody could say which is whose. An answer without marks
would make lenses vanish at each key, so it waits for the newest version's.
"""

from collections.abc import Iterator, Sequence

from lsprotocol import types

from markscheme.annotation.questions import Unanimity, agreement_words
from markscheme.lsp.editor import lsp_range
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Refresh, Request
from markscheme.lsp.session.annotation.document_questions import DocumentQuestions
from markscheme.lsp.session.marked import Marked
from markscheme.lsp.vocabularies import hidden_part
from markscheme.marking.review.document_review import Estimate
from markscheme.marking.wording.cards import NO_REFERENCE, document_title, passage_title, quality_alone
from markscheme.text.places import LineIndex, PositionEncoding, Span


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


async def answer(ls: MarkschemeServer, params: types.CodeLensParams) -> list[types.CodeLens]:
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


REQUEST = Request(
    types.TEXT_DOCUMENT_CODE_LENS,
    answer,
    enabled=lambda options: options.lenses,
    empty=(),
    refresh=Refresh(_content, _is_refreshed, lambda ls: ls.workspace_code_lens_refresh(None)),
)
