"""Hover cards."""

from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient

from lsp.conversation import hover, open_document, settled
from lsp.profiles import BARE, under


async def test_a_card_tells_the_edit_its_numbers_and_the_references(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "letter/letter.hyp.jonas.txt")
    diagnostics = await settled(client, uri)
    wrong = next(item for item in diagnostics if item.code == "wrong-correction")
    card = await hover(client, uri, wrong.range.start)
    assert card is not None
    assert "Wrong correction" in card
    assert "weight" in card
    assert "credit" in card
    assert "lines up" in card
    for teacher in ("teacher", "a", "b"):
        assert teacher in card
    assert all(word in card for word in ("hit", "wrong", "under", "over"))


async def test_an_empty_range_can_be_hovered(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "opinion/students/tomas.txt")
    diagnostics = await settled(client, uri)
    empty = next(item for item in diagnostics if item.range.start == item.range.end)
    assert await hover(client, uri, empty.range.start) is not None


async def test_nothing_is_told_where_nothing_is_marked(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "letter/letter.hyp.jonas.txt")
    await settled(client, uri)
    assert await hover(client, uri, types.Position(1, 0)) is None
    assert await hover(client, uri, types.Position(10_000, 0)) is None


@under(BARE)
async def test_a_client_without_markdown_gets_plain_text(client: LanguageClient, examples: Path):
    uri = open_document(client, examples / "report/report.hyp.mei")
    diagnostics = await settled(client, uri)
    card = await hover(client, uri, diagnostics[0].range.start)
    assert card is not None
    assert "**" not in card
    assert "\\" not in card


async def test_an_unmarked_word_tells_its_passages_marks(client: LanguageClient, tmp_path: Path):
    (tmp_path / "e.src.txt").write_text("My sister live in Rome. It is old.\n")
    (tmp_path / "e.ref.kim.txt").write_text("My sister lives in Rome. It is old.\n")
    hypothesis = tmp_path / "e.hyp.mei.txt"
    hypothesis.write_text("My sister lives in Rome. It is old.\n")
    uri = open_document(client, hypothesis)
    await settled(client, uri)
    card = await hover(client, uri, types.Position(0, 4))
    assert "1 hit" in card
    assert "(against kim)" in card
    assert "nothing to mark" in await hover(client, uri, types.Position(0, 29))
    assert await hover(client, uri, types.Position(0, 24)) is None
