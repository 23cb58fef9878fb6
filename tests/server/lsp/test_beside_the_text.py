"""Inlay hints, symbols, folding and semantic tokens."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from server.lsp.conversation import change_document, open_document, settled, under
from server.lsp.profiles import for_each

WHOLE = types.Range(types.Position(0, 0), types.Position(10_000, 0))
CODES = {"hit-correction", "wrong-correction", "under-correction", "over-correction"}


async def hints(client: LanguageClient, uri: str, asked: types.Range = WHOLE) -> list[types.InlayHint]:
    params = types.InlayHintParams(types.TextDocumentIdentifier(uri), asked)
    return list(await client.text_document_inlay_hint_async(params))


async def tokens(client: LanguageClient, uri: str, text: str) -> list[tuple[int, str]]:
    """Return each token's type and text."""
    params = types.SemanticTokensParams(types.TextDocumentIdentifier(uri))
    data = (await client.text_document_semantic_tokens_full_async(params)).data
    found, line, character = [], 0, 0
    for at in range(0, len(data), 5):
        down, right, length, kind, _ = data[at : at + 5]
        line, character = line + down, right if down else character + right
        place = types.Range(types.Position(line, character), types.Position(line, character + length))
        found.append((kind, under(text, place, client.encoding)))
    return found


@pytest.mark.cleme2
@for_each("encoding")
async def test_a_hint_behind_a_finding_shows_the_references_words(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "letter/letter.hyp.jonas.txt")
    diagnostics = await settled(client, uri)
    expected = [item for item in diagnostics if item.code in ("under-correction", "wrong-correction")]
    shown = await hints(client, uri)
    assert len(shown) > 20
    ends = {(item.range.end.line, item.range.end.character) for item in expected}
    assert {(hint.position.line, hint.position.character) for hint in shown} <= ends
    [specially] = [hint for hint in shown if hint.label == "→ especially"]
    assert "teacher-a, teacher-b: especially" in specially.tooltip


async def test_hints_outside_the_range_are_left_out(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "letter/letter.hyp.jonas.txt")
    await settled(client, uri)
    lines = types.Range(types.Position(4, 0), types.Position(6, 0))
    some = await hints(client, uri, lines)
    assert some
    assert all(4 <= hint.position.line <= 6 for hint in some)
    assert len(some) < len(await hints(client, uri))


@pytest.mark.cleme2
async def test_paragraphs_hold_their_sentences_with_marks(client: LanguageClient, examples: Path):
    path = examples / "letter/letter.hyp.jonas.txt"
    uri = open_document(client, path)
    await settled(client, uri)
    params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    answer = await client.text_document_document_symbol_async(params)
    paragraphs = [item for item in answer if item.children]
    assert len(paragraphs) >= 3
    for paragraph in paragraphs:
        assert paragraph.kind is types.SymbolKind.Namespace
        for sentence in paragraph.children:
            assert sentence.kind is types.SymbolKind.String
            assert paragraph.range.start <= sentence.range.start <= sentence.range.end <= paragraph.range.end
            assert paragraph.range.start <= paragraph.selection_range.start
    assert any("wrong" in sentence.detail for paragraph in paragraphs for sentence in paragraph.children)


@pytest.mark.cleme2
@for_each("encoding")
async def test_tokens_stand_under_the_findings(client: LanguageClient, examples: Path):
    path = examples / "letter/letter.hyp.jonas.txt"
    text = path.read_bytes().decode()
    uri = open_document(client, path)
    diagnostics = await settled(client, uri)
    order = ["hit-correction", "wrong-correction", "under-correction", "over-correction"]
    one_line = [item for item in diagnostics if item.range.start.line == item.range.end.line]
    expected = [(order.index(item.code), under(text, item.range, client.encoding)) for item in one_line]
    shown_tokens = await tokens(client, uri, text)
    assert set(shown_tokens) >= {pair for pair in expected if pair[1]}
    assert all(words for _, words in shown_tokens)


async def test_lines_without_marks_fold(client: LanguageClient, examples: Path):
    path = examples / "report/report.hyp.mei"
    uri = open_document(client, path)
    diagnostics = await settled(client, uri)
    params = types.FoldingRangeParams(types.TextDocumentIdentifier(uri))
    touched = {item.range.start.line for item in diagnostics if item.code != "correct"}
    for folded in await client.text_document_folding_range_async(params):
        assert touched.isdisjoint(range(folded.start_line, folded.end_line + 1))
        assert folded.end_line > folded.start_line
    change_document(client, uri, (examples / "report/report.ref0").read_text(), 2)
    [whole] = await client.text_document_folding_range_async(params)
    assert (whole.start_line, whole.end_line) == (0, 29)


@pytest.mark.options(inlayHints=False, symbols=False, folding=False, semanticTokens=False)
async def test_each_can_be_switched_off(client: LanguageClient, examples: Path):
    path = examples / "report/report.hyp.mei"
    uri = open_document(client, path)
    await settled(client, uri)
    document = types.TextDocumentIdentifier(uri)
    assert await hints(client, uri) == []
    assert await tokens(client, uri, path.read_text()) == []
    assert not await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert not await client.text_document_folding_range_async(types.FoldingRangeParams(document))


@pytest.mark.cleme2
async def test_new_marks_refresh_the_lenses_and_tokens_that_they_change(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    await settled(client, uri)
    await hints(client, uri)
    assert client.refreshed[types.WORKSPACE_CODE_LENS_REFRESH] == 2
    assert client.refreshed[types.WORKSPACE_SEMANTIC_TOKENS_REFRESH] == 1, "credit changes no token"


async def test_a_change_of_another_document_refreshes_the_marks(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    await settled(client, uri)
    before = await tokens(client, uri, (examples / "report/report.hyp.mei").read_text())
    client.refreshed.clear()
    reference = open_document(client, examples / "report/report.ref0")
    change_document(client, reference, (examples / "report/report.src").read_text(), 2)
    await settled(client, uri)
    assert await tokens(client, uri, (examples / "report/report.hyp.mei").read_text()) != before
    assert client.refreshed[types.WORKSPACE_SEMANTIC_TOKENS_REFRESH] > 0


async def test_documents_without_marks_cause_no_refresh(client: LanguageClient, tmp_path: Path):
    path = tmp_path / "shopping.txt"
    path.write_text("Milk.\n")
    uri = open_document(client, path)
    await settled(client, uri, 1)
    change_document(client, uri, "Milk and bread.\n", 2)
    await settled(client, uri, 1)
    assert await hints(client, uri) == []
    assert client.refreshed.total() == 0


async def test_closed_documents_cause_no_refresh(client: LanguageClient, few_examples: Path):
    params = types.ExecuteCommandParams("markscheme.markWorkspace")
    result = await client.workspace_execute_command_async(params)
    assert result["documents"] > 0
    assert client.refreshed.total() == 0
