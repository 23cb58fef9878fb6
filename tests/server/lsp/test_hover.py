"""Hover cards."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from exercise_files import exercise
from server.lsp.conversation import hover, open_document, settled
from server.lsp.profiles import BARE, under


@pytest.mark.cleme2
async def test_a_card_shows_the_edit_its_numbers_and_the_references(client: LanguageClient, examples: Path):
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


async def test_a_blank_line_and_a_line_that_does_not_exist_have_no_card(client: LanguageClient, examples: Path):
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


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param(["1 correct", "1 of 1"], id="verdicts"),
        pytest.param(["1 hit", "(against kim)"], id="cleme2", marks=pytest.mark.cleme2),
    ],
)
async def test_an_unmarked_word_shows_the_marks_of_its_passage(
    client: LanguageClient, tmp_path: Path, parts: list[str]
):
    correct = "My sister lives in Rome. It is old.\n"
    learner = correct.replace("lives", "live")
    files = exercise(tmp_path, source=learner, hypotheses={"mei": correct}, references={"kim": correct})
    uri = open_document(client, files.hypothesis("mei"))
    await settled(client, uri)
    card = await hover(client, uri, types.Position(0, 4))
    assert all(part in card for part in parts)
    assert "nothing to mark" in await hover(client, uri, types.Position(0, 29))
    assert await hover(client, uri, types.Position(0, 24)) is None
