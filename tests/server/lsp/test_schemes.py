"""Marks by a mark scheme in an editor: the first lens, hovers, and the answers to requests; live when it changes."""

from pathlib import Path

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient

from server.lsp.conversation import hover, open_document, settled
from server.lsp.test_classes import ask, of
from server.lsp.test_lenses import lenses

SCHEME = """
[scheme]
basis = "deduct"
max = 10
rounding = 0.5
weights = { agreement = 2 }
bands = [{ from = 5, name = "good" }]
"""
TABLE = '[[exercise]]\nsource = "task.txt"\nreferences = ["kim.txt"]\nhypotheses = ["students/{student}.txt"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "students").mkdir()
    texts = {
        "task.txt": "She like music very many.\nHe go to school.\n",
        "kim.txt": "She likes music very much.\nHe goes to school.\n",
        "students/Mei.txt": "She likes music very many.\nHe go to school.\n",
        "markscheme.toml": f"{SCHEME}\n{TABLE}",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return tmp_path


async def test_a_mark_is_in_the_first_lens_and_unfolded_on_hover(client: LanguageClient, folder: Path):
    path = folder / "students/Mei.txt"
    uri = open_document(client, path)
    await settled(client, uri)
    assert (await lenses(client, uri))[0] == (0, "Mei: 7 of 10 (good) · 2 missed")
    first = await hover(client, uri, types.Position(0, 5))
    assert "In the mark: 0 (weight 2)" in first
    assert "**Mark: 7 of 10 (good)**" in first
    assert "The best mark, to begin with +10 · 1 correct, weight 2 0 · 1 missed, weight 2 −2 · 1 missed −1" in first
    second = await hover(client, uri, types.Position(1, 3))
    assert "In the mark: −2 (weight 2)" in second
    assert "7 of 10" not in second
    marks = await of(client, "marks", path)
    assert (marks["mark"]["points"], marks["mark"]["band"]) == (7, {"name": "good", "text": ""})
    overview = await ask(client, "overview", uri=folder.as_uri())
    [student] = overview["exercises"][0]["students"]
    assert student["mark"] == {name: value for name, value in marks["mark"].items() if name != "lines"}


async def test_a_source_and_a_text_without_a_scheme_stay_as_they_are(client: LanguageClient, folder: Path):
    source = open_document(client, folder / "task.txt")
    await settled(client, source)
    assert (await lenses(client, source))[0][1].startswith("Text to correct: 3 places")
    assert "mark" not in await of(client, "marks", folder / "task.txt")
    assert "mark" not in (await hover(client, source, types.Position(0, 5))).casefold()
    (folder / "markscheme.toml").write_text(TABLE)
    client.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams(
            [types.FileEvent((folder / "markscheme.toml").as_uri(), types.FileChangeType.Changed)]
        )
    )
    uri = open_document(client, folder / "students/Mei.txt")
    await settled(client, uri)
    assert (await lenses(client, uri))[0] == (0, "Mei: 1 of 3 points · 2 missed")
    assert "mark" not in (await hover(client, uri, types.Position(0, 5))).casefold()


async def test_credit_is_computed_for_the_marks_of_a_class(client: LanguageClient, folder: Path):
    scheme = '[scheme]\nbasis = "points"\npoints = { partly-correct = 0.5, different = "credit" }\n'
    (folder / "markscheme.toml").write_text(f"{scheme}\n{TABLE}")
    (folder / "students/Mei.txt").write_text("She likes music very lots.\nHe go to school.\n")
    marks = await of(client, "marks", folder / "students/Mei.txt")
    overview = await ask(client, "overview", uri=folder.as_uri())
    [student] = overview["exercises"][0]["students"]
    assert student["mark"]["points"] == marks["mark"]["points"]
    assert 1 <= marks["mark"]["points"] <= 1.5
