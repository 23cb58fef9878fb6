"""Adjudication in the editor: the sentences of an exercise, decisions about them, and taking these back."""

import datetime
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from markscheme.server.editor_settings import plain
from server.lsp.acting import actions_at, do
from server.lsp.conversation import open_document, settled

TODAY = datetime.date.today()
SOURCE = "She like music .\nHe go home .\nThey is here now .\nHe go home .\n"
KIM = "She likes music .\nHe goes home .\nThey are here now .\nHe goes home .\n"
ROY = "She liked music much .\nHe goes home .\nThey are here .\nHe went home .\n"
LEE = "She likes music .\nHe goes home .\nThey are here now .\nHe goes home .\n"

pytestmark = pytest.mark.options(debounce=0, author="Ms Baker")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    for name, text in {"src": SOURCE, "ref.kim": KIM, "ref.roy": ROY, "ref.lee": LEE}.items():
        (tmp_path / f"e.{name}").write_text(text)
    return tmp_path / "e.src"


async def adjudication(client: LanguageClient, path: Path, **options: object) -> Any:
    params = {"uri": path.as_uri(), **options}
    return plain(await client.protocol.send_request_async("markscheme/adjudication", params))


async def decide(client: LanguageClient, path: Path, **decision: object) -> Any:
    arguments = [path.as_uri(), decision]
    params = types.ExecuteCommandParams("markscheme.adjudicate", arguments=arguments)
    return plain(await client.workspace_execute_command_async(params))


def lines(folder: Path) -> list[str]:
    return [line for line in (folder / "adjudicated.m2").read_text().splitlines() if line.startswith("A ")]


async def test_sentences_have_the_places_at_which_annotators_differ(client: LanguageClient, source: Path):
    answer = await adjudication(client, source)
    assert answer["annotators"] == ["kim", "lee", "roy"]
    assert answer["counts"] == {
        "sentences": 4,
        "agreed": 1,
        "open": 3,
        "decided": 0,
        "tags": 0,
        "unseen": 0,
        "places": 4,
    }
    first = answer["sentences"][0]
    assert first["key"] == {"source": ["She", "like", "music", "."], "number": 1}
    assert [(place["start"], place["end"], place["state"]) for place in first["places"]] == [
        (1, 2, "open"),
        (3, 3, "open"),
    ]
    versions = first["places"][0]["versions"]
    assert [(item["words"], item["annotators"], item["majority"]) for item in versions] == [
        ("likes", ["kim", "lee"], True),
        ("liked", ["roy"], False),
    ]
    assert versions[0]["edits"][0]["type"] == "R:VERB:SVA"
    texts = [Path(item["uri"]).name for item in first["places"][0]["documents"]]
    assert texts == ["e.src", "e.ref.kim", "e.ref.lee", "e.ref.roy"]
    assert first["places"][0]["documents"][1]["range"] == {
        "start": {"line": 0, "character": 4},
        "end": {"line": 0, "character": 9},
    }
    assert [item["key"]["number"] for item in answer["sentences"]] == [1, 1, 1, 2]
    page = await adjudication(client, source, states=["open"], after=0, limit=1)
    assert [item["index"] for item in page["sentences"]] == [2]
    assert page["matching"] == 3


async def test_a_decision_is_written_and_taken_back(client: LanguageClient, source: Path):
    sentences = (await adjudication(client, source))["sentences"]
    key = sentences[0]["key"]
    taken = await decide(
        client, source, action="take", key=key, place={"start": 1, "end": 2}, annotator="kim", reason="habit"
    )
    assert taken["sentences"][0]["state"] == "open"
    assert lines(source.parent) == [
        f"A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||from kim, lee; by Ms Baker on {TODAY}; habit|||1"
    ]
    before = (source.parent / "adjudicated.m2").read_bytes()
    own = await decide(client, source, action="own", key=key, place={"start": 3, "end": 3}, words="indeed")
    assert own["sentences"][0]["state"] == "decided"
    assert own["sentences"][0]["result"] == "She likes music indeed ."
    assert own["next"] == sentences[2]["key"]
    assert own["counts"]["decided"] == 1
    assert lines(source.parent)[1] == f"A 3 3|||M:ADV|||indeed|||REQUIRED|||own words; by Ms Baker on {TODAY}|||0"
    back = await decide(client, source, action="restore", restore=own["undo"])
    assert (source.parent / "adjudicated.m2").read_bytes() == before
    again = await decide(client, source, action="restore", restore=back["undo"])
    assert again["sentences"][0]["state"] == "decided"
    sent_again = await decide(client, source, action="own", key=key, place={"start": 3, "end": 3}, words="indeed")
    assert (sent_again["changed"], sent_again["undo"]) == (0, [])
    assert [(item["key"], item["state"]) for item in sent_again["sentences"]] == [(key, "decided")]
    assert sent_again["next"] == own["next"]
    await decide(client, source, action="withdraw", key=key)
    assert not (source.parent / "adjudicated.m2").exists()


async def test_the_majority_is_taken_after_a_dry_run(client: LanguageClient, source: Path):
    would = await decide(client, source, action="majority", dryRun=True)
    assert (would["changed"], would["places"]) == (3, 4)
    assert not (source.parent / "adjudicated.m2").exists()
    done = await decide(client, source, action="majority")
    assert done["counts"]["open"] == 0
    assert done["next"] is None
    assert [item["result"] for item in done["sentences"]] == [
        "She likes music .",
        "They are here now .",
        "He goes home .",
    ]
    await decide(client, source, action="restore", restore=done["undo"])
    assert not (source.parent / "adjudicated.m2").exists()


async def test_the_result_is_exported_in_the_chosen_format(client: LanguageClient, source: Path):
    async def export(name: str, **options: object) -> Any:
        arguments = [source.as_uri(), {"target": (source.parent / "out" / name).as_uri(), **options}]
        params = types.ExecuteCommandParams("markscheme.exportAdjudication", arguments=arguments)
        return plain(await client.workspace_execute_command_async(params))

    params = {"uri": source.as_uri()}
    choices = plain(await client.protocol.send_request_async("markscheme/adjudicationChoices", params))
    assert choices["formats"][0] == {"name": "m2", "title": "M2", "suffix": ".m2"}
    assert {"docx", "brat", "uagec", "csv"} <= {form["name"] for form in choices["formats"]}
    assert (choices["name"], choices["counts"]["open"]) == ("e", 3)
    with pytest.raises(JsonRpcException, match="3 of 4 sentences are open"):
        await export("a.m2")
    assert not (source.parent / "out").exists()
    written = await export("a.m2", open="majority")
    assert (written["files"], written["filled"]) == ([(source.parent / "out/a.m2").as_uri()], 3)
    assert "A 1 2|||R:VERB:SVA|||likes|||" in (source.parent / "out/a.m2").read_text()
    await decide(client, source, action="majority")
    lines = await export("b.src", format="lines")
    assert [Path(uri).name for uri in lines["files"]] == ["b.src", "b.ref.adjudicated"]
    assert (source.parent / "out/b.ref.adjudicated").read_text().startswith("She likes music .\n")
    (source.parent / "out/b.ref.adjudicated").write_text("mine\n")
    kept = await export("b.src", format="lines")
    assert [Path(uri).name for uri in kept["existing"]] == ["b.ref.adjudicated"]
    assert (source.parent / "out/b.ref.adjudicated").read_text() == "mine\n"
    await export("b.src", format="lines", overwrite=True)
    assert (source.parent / "out/b.ref.adjudicated").read_text() != "mine\n"
    word = await export("c.docx")
    assert (source.parent / "out/c.docx").read_bytes().startswith(b"PK")
    assert word["format"] == "a Word document"
    decisions = {"target": (source.parent / "adjudicated.m2").as_uri()}
    params = types.ExecuteCommandParams("markscheme.exportAdjudication", arguments=[source.as_uri(), decisions])
    with pytest.raises(JsonRpcException, match="this file holds the decisions"):
        await client.workspace_execute_command_async(params)


async def test_a_changed_text_is_compared_again(client: LanguageClient, source: Path):
    assert (await adjudication(client, source))["counts"]["open"] == 3
    (source.parent / "e.ref.roy").write_text(KIM)
    assert (await adjudication(client, source))["counts"]["open"] == 0
    (source.parent / "e.ref.mia").write_text(ROY)
    assert (await adjudication(client, source))["annotators"] == ["kim", "lee", "mia", "roy"]


@pytest.mark.parametrize(
    ("decision", "message"),
    [
        ({"action": "take", "annotator": "mia"}, "there is no annotator 'mia'"),
        (
            {"action": "take", "annotator": "kim", "place": {"start": 0, "end": 1}},
            "tokens 0 1 are no place of this sentence",
        ),
        ({"action": "own"}, "there are no words"),
        ({"action": "sell"}, "there is no action 'sell'"),
        ({"action": "own", "words": "a|||b"}, "can't be kept"),
    ],
)
async def test_what_cannot_be_done_is_refused(
    client: LanguageClient, source: Path, decision: dict[str, object], message: str
):
    key = (await adjudication(client, source))["sentences"][0]["key"]
    with pytest.raises(JsonRpcException, match=message):
        await decide(client, source, key=key, **decision)
    assert not (source.parent / "adjudicated.m2").exists()


async def test_a_broken_file_is_named_with_its_line(client: LanguageClient, source: Path):
    text = "S She like music .\nA 1 2|||R:VERB|||likes|||REQUIRED|||Kim said so|||0\n"
    (source.parent / "adjudicated.m2").write_text(text)
    with pytest.raises(JsonRpcException, match=r"adjudicated\.m2:2: the comment 'Kim said so' does not say"):
        await adjudication(client, source)
    assert (source.parent / "adjudicated.m2").read_text() == text


async def decisions_at(client: LanguageClient, path: Path, line: int, character: int) -> list[types.CodeAction]:
    """Return the actions that decide between annotators; those that answer questions have another command."""
    at = types.Position(line, character)
    offered = await actions_at(client, path.as_uri(), types.Range(at, at))
    return [action for action in offered if action.command and action.command.command == "markscheme.adjudicate"]


async def test_a_reference_offers_the_annotators_versions(client: LanguageClient, source: Path):
    reference = source.parent / "e.ref.roy"
    await settled(client, open_document(client, reference), 1)
    offered = await decisions_at(client, reference, 0, 6)
    assert [action.title for action in offered] == [
        "Take the version of Kim, Lee: “likes”",
        "Take the version of Roy: “liked”",
    ]
    assert offered[0].is_preferred
    await do(client, offered[1])
    assert "from roy; by Ms Baker" in lines(source.parent)[0]
    offered = await decisions_at(client, reference, 0, 6)
    assert offered[-1].title == "Withdraw this decision between annotators"
    await do(client, offered[-1])
    assert not (source.parent / "adjudicated.m2").exists()
    assert [action.title for action in await decisions_at(client, reference, 2, 14)] == [
        "Leave “now” as Kim, Lee left it",
        "Take the version of Roy: nothing",
    ]
    assert await decisions_at(client, reference, 1, 2) == []


async def test_an_m2_file_offers_versions_at_its_lines(client: LanguageClient, tmp_path: Path):
    text = (
        "S He go home .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||1\n"
    )
    (tmp_path / "all.m2").write_text(text)
    await settled(client, open_document(client, tmp_path / "all.m2"), 1)
    for line, character in ((0, 6), (1, 23), (2, 25)):
        offered = [item.title for item in await decisions_at(client, tmp_path / "all.m2", line, character)]
        assert [title for title in offered if title.startswith("Take the version")] == [
            "Take the version of Annotator 0 of all: “goes”",
            "Take the version of Annotator 1 of all: “went”",
        ], (line, offered)


async def test_the_next_open_sentence_is_shown(client: LanguageClient, source: Path):
    params = types.ExecuteCommandParams(
        "markscheme.nextOpenSentence", arguments=[source.as_uri(), {"line": 0, "character": 3}]
    )
    location = plain(await client.workspace_execute_command_async(params))
    assert (location["uri"], location["range"]["start"]["line"]) == (source.as_uri(), 2)
