"""Points of a teacher in the editor: at a finding, at other words, for the whole text; dialogs, links and the sum."""

import datetime
import tomllib
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from server.lsp.acting import actions_at, do, titled
from server.lsp.conversation import hover, open_document, settled
from server.lsp.profiles import Profile
from server.lsp.test_classes import ask, of
from server.lsp.test_comments import run
from server.lsp.test_lenses import lenses
from server.lsp.test_schemes import SCHEME, TABLE
from server.lsp.window import Window

FILE = "teacher-comments.toml"
TODAY = datetime.date.today()
HOME = {"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 15}}

pytestmark = pytest.mark.options(debounce=0, author="Ms Kim")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a class of two with a scheme and comments; Mei's text has two places that are missed."""
    (tmp_path / "students").mkdir()
    texts = {
        "task.txt": "She like music very many.\nHe go to school.\n",
        "kim.txt": "She likes music very much.\nHe goes to school.\n",
        "students/Mei.txt": "She likes music very many.\nHe go to school.\n",
        "students/Tom.txt": "She like music very many.\nHe go to school.\n",
        "markscheme.toml": f"[comments]\n{SCHEME}\n{TABLE}",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return tmp_path


async def opened(client: LanguageClient, folder: Path, name: str = "Mei") -> str:
    uri = open_document(client, folder / f"students/{name}.txt")
    await settled(client, uri)
    return uri


async def mark(client: LanguageClient, folder: Path, name: str = "Mei") -> dict[str, Any]:
    answer = await of(client, "marks", folder / f"students/{name}.txt")
    return dict(answer["mark"])


async def finding(client: LanguageClient, folder: Path, number: int) -> dict[str, Any]:
    findings: list[dict[str, Any]] = (await of(client, "marks", folder / "students/Mei.txt"))["findings"]
    return findings[number]


def given(folder: Path) -> list[dict[str, Any]]:
    path = folder / FILE
    return tomllib.loads(path.read_text())["comment"] if path.exists() else []


async def test_points_at_a_finding_stand_in_the_place_of_the_schemes(client: LanguageClient, folder: Path):
    uri = await opened(client, folder)
    go = await finding(client, folder, 2)
    await run(client, "markscheme.givePoints", uri, {"range": go["range"], "points": "−0,5"})
    after = await mark(client, folder)
    assert after["points"] == 8.5
    [line] = [line for line in after["lines"] if line["kind"] == "given"]
    assert line == {
        "kind": "given",
        "points": -0.5,
        "why": "Missed (agreement): left “go” (points by Ms Kim; −2 by the scheme)",
        "finding": 2,
        "range": go["range"],
        "by": "Ms Kim",
        "scheme": -2,
    }
    assert (await lenses(client, uri))[0][1].startswith("Mei: 8.5 of 10 (good)")
    card = await hover(client, uri, types.Position(1, 3))
    assert "In the mark: −0.5 (points by Ms Kim; −2 by the scheme)" in card
    assert "Comment: Agr: " in card
    [entry] = given(folder)
    assert {key: entry[key] for key in ("points", "student", "words", "by", "date")} == {
        "points": -0.5, "student": "Mei", "words": "go", "by": "Ms Kim", "date": TODAY
    }  # fmt: skip
    assert "text" not in entry

    overview = await ask(client, "overview", uri=folder.as_uri())
    assert [item["mark"]["points"] for item in overview["exercises"][0]["students"]] == [8.5, 0]
    await run(client, "markscheme.restorePoints", uri, {"range": go["range"]})
    assert (await mark(client, folder))["points"] == 7
    assert not (folder / FILE).exists()


async def test_points_and_words_of_two_teachers_about_one_place(client: LanguageClient, folder: Path):
    uri = await opened(client, folder)
    go = (await finding(client, folder, 2))["range"]
    await run(client, "markscheme.comment", uri, {"range": go, "text": "Who?"})
    await run(client, "markscheme.givePoints", uri, {"range": go, "points": 0, "by": "Mr Roy"})
    assert (await mark(client, folder))["points"] == 9
    assert (await finding(client, folder, 2))["comment"]["by"] == "Ms Kim"
    await run(client, "markscheme.dropComment", uri, {"range": go})
    assert (await finding(client, folder, 2))["comment"] is None
    assert (await mark(client, folder))["points"] == 9
    await run(client, "markscheme.restoreComment", uri, {"range": go})
    assert (await finding(client, folder, 2))["comment"]["given"] is False
    assert [(item.get("text"), item["points"], item["by"]) for item in given(folder)] == [(None, 0, "Mr Roy")]


async def test_points_for_other_words_and_criteria_of_the_whole_text(client: LanguageClient, folder: Path):
    uri = await opened(client, folder)
    await run(client, "markscheme.givePoints", uri, {"range": HOME, "points": 0.25})
    await run(client, "markscheme.givePoints", uri, {"points": "Content: +1"})
    await run(client, "markscheme.givePoints", uri, {"points": 0.5, "criterion": "Language"})
    await run(client, "markscheme.givePoints", uri, {"points": 1.5, "criterion": "content"})
    after = await mark(client, folder)
    assert after["points"] == 9.5
    lines = [(line["points"], line["why"], line.get("range")) for line in after["lines"] if line["kind"] == "given"]
    assert lines == [
        (0.25, "“to school” (points by Ms Kim)", HOME),
        (1.5, "content (points by Ms Kim)", None),
        (0.5, "Language (points by Ms Kim)", None),
    ]
    choices = await ask(client, "placeChoices", textDocument={"uri": uri})
    assert [(item["criterion"], item["points"], item["given"]) for item in choices["points"]] == [
        ("content", 1.5, True),
        ("Language", 0.5, True),
    ]
    await run(client, "markscheme.restorePoints", uri, {"criterion": "Content"})
    await run(client, "markscheme.restorePoints", uri, {"range": HOME})
    assert [item["criterion"] for item in given(folder)] == ["Language"]


async def test_the_choices_at_a_place(client: LanguageClient, folder: Path):
    uri = await opened(client, folder)
    go = await finding(client, folder, 2)
    inside = {"start": {"line": 1, "character": 4}, "end": {"line": 1, "character": 4}}
    here = await ask(client, "placeChoices", textDocument={"uri": uri}, range=inside)
    assert (here["about"], here["finding"], here["range"], here["by"]) == ("left “go”", 2, go["range"], "Ms Kim")
    assert (here["comment"]["given"], here["changed"]) == (False, False)
    assert here["points"] == [{"criterion": "", "points": -2, "given": False, "by": None, "scheme": -2}]
    fits = [item["fits"] for item in here["choices"]]
    assert fits[0]
    assert fits == sorted(fits, reverse=True)
    assert all("{" not in item["text"] for item in here["choices"])
    word = {"start": {"line": 1, "character": 11}, "end": {"line": 1, "character": 11}}
    other = await ask(client, "placeChoices", textDocument={"uri": uri}, range=word)
    assert (other["about"], other["finding"], other["range"]["start"]["character"]) == ("school", None, 9)
    assert (other["comment"], other["points"][0]["points"]) == (None, None)
    await run(client, "markscheme.comment", uri, {"range": other["range"], "text": "Well, {student}."})
    again = await ask(client, "placeChoices", textDocument={"uri": uri}, range=other["range"])
    assert (again["template"], again["comment"]["text"], again["changed"]) == ("Well, {student}.", "Well, Mei.", True)


async def test_other_editors_choose_among_a_few_points(client: LanguageClient, folder: Path):
    uri = await opened(client, folder)
    place = types.Range(types.Position(1, 3), types.Position(1, 5))
    offered = await actions_at(client, uri, place)
    assert [action.title for action in offered if "oints" in action.title] == ["Points here: 0"]
    await do(client, titled(offered, "Points here: 0"))
    assert (await mark(client, folder))["points"] == 9
    offered = await actions_at(client, uri, place)
    assert [action.title for action in offered if "oints" in action.title] == [
        "Back to the points of the mark scheme: −2"
    ]
    await do(client, titled(offered, "Back to the points"))
    assert (await mark(client, folder))["points"] == 7


async def test_a_client_that_asks_has_one_action_for_each_and_links(folder: Path, window: Window):
    capabilities = types.ClientCapabilities(
        text_document=types.TextDocumentClientCapabilities(
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown])
        ),
        experimental={"markscheme": {"commandLinks": True, "asksForText": True}},
    )
    async with window(folder, profile=Profile("asking", capabilities), debounce=0, author="Ms Kim") as client:
        uri = await opened(client, folder)
        go = types.Range(types.Position(1, 3), types.Position(1, 5))
        offered = await actions_at(client, uri, go)
        about = [item for item in offered if "omment" in item.title or "oints" in item.title]
        assert [item.title for item in about] == ["Comment…", "Points…"]
        assert [item.command.command for item in about] == ["markscheme.askComment", "markscheme.askPoints"]
        words = types.Range(types.Position(1, 6), types.Position(1, 15))
        assert [item.title for item in await actions_at(client, uri, words)][:2] == ["Comment…", "Points…"]
        start = types.Range(types.Position(1, 0), types.Position(1, 0))
        whole = await actions_at(client, uri, start, only=["source.comment.markscheme"])
        assert [item.title for item in whole] == ["Comment on the whole text…", "Points for the whole text…"]
        assert list(whole[0].command.arguments) == [uri, None]
        card = await hover(client, uri, types.Position(1, 4))
        labels = ["Optional", "Don't count"]
        assert [label for label in labels if f"[{label}](command:markscheme.decideAt?%5B%22file" in card] == labels
        [more] = [link for link in card.split(" · ") if link.startswith("[More…](command:markscheme.moreActions?")]
        assert all(f"markscheme.{name}" in more for name in ("askComment", "askPoints", "showDetails"))
        unfolded = await hover(client, uri, types.Position(0, 12))
        assert "**Mark: 7 of 10 (good)**" in unfolded
        assert unfolded.count("\n- ") == 4
        assert "- +10 The best mark, to begin with" in unfolded
        assert f"left “go”]({uri}#L2,4)" in unfolded


async def test_a_file_with_unsaved_changes_is_left_alone(client: LanguageClient, folder: Path):
    uri = await opened(client, folder)
    go = (await finding(client, folder, 2))["range"]
    await run(client, "markscheme.givePoints", uri, {"range": go, "points": -1})
    before = (folder / FILE).read_text()
    file = open_document(client, folder / FILE)
    await settled(client, file, 1)
    version = types.VersionedTextDocumentIdentifier(uri=file, version=2)
    change = types.TextDocumentContentChangeWholeDocument(before.replace("-1", "-2"))
    client.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))
    with pytest.raises(JsonRpcException, match=r"teacher-comments.toml: this file is open and has changes .* Save it"):
        await run(client, "markscheme.givePoints", uri, {"range": go, "points": 0})
    assert (folder / FILE).read_text() == before
    version = types.VersionedTextDocumentIdentifier(uri=file, version=3)
    change = types.TextDocumentContentChangeWholeDocument(before)
    client.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))
    await run(client, "markscheme.givePoints", uri, {"range": go, "points": 0})
    assert given(folder)[0]["points"] == 0


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"points": "two"}, "points must be a number"),
        ({"points": 0.125}, "at most two decimals"),
        ({"points": True}, "points must be a number"),
        ({"points": "Content: 2", "range": HOME}, "a criterion is for points of the whole text"),
        ({}, "argument 2"),
    ],
)
async def test_what_are_no_points_is_refused(client: LanguageClient, folder: Path, about: object, message: str):
    uri = await opened(client, folder)
    with pytest.raises(JsonRpcException, match=message):
        await run(client, "markscheme.givePoints", uri, about)
    assert given(folder) == []


async def test_without_a_mark_scheme_there_are_no_points(client: LanguageClient, folder: Path):
    (folder / "markscheme.toml").write_text(TABLE)
    uri = await opened(client, folder)
    with pytest.raises(JsonRpcException, match="there is no mark scheme"):
        await run(client, "markscheme.givePoints", uri, {"points": 1})
    choices = await ask(client, "placeChoices", textDocument={"uri": uri})
    assert (choices["points"], choices["choices"]) == (None, [])
