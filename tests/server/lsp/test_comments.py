"""Comments in the editor: what students read at places, and commands and actions that say otherwise."""

import asyncio
import datetime
import tomllib
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from exercise_files import exercise, word_key
from server.lsp.acting import actions_at, do, plain, titled, until
from server.lsp.conversation import PATIENCE, hover, open_document, settled

TODAY = datetime.date.today()
FILE = "teacher-comments.toml"
MARKS = "markscheme/marks"

pytestmark = pytest.mark.options(debounce=0, author="Ms Kim")


def letter(folder: Path, configuration: str = "[comments]\n") -> list[Path]:
    """Write an exercise of two students with one error left and one corrected otherwise."""
    exercise(
        folder,
        stem="letter",
        source="Yesterday he go to school.\nShe like tea at home.\n",
        hypotheses={
            "mei": "Yesterday he walked to school.\nShe like tea at home.\n",
            "pavel": "Yesterday he walked to school.\nShe likes tea at home.\n",
        },
        references={"kim": "Yesterday he went to school.\nShe likes tea at home.\n"},
    )
    tables = (
        '[[exercise]]\nname = "letter"\nsource = "letter.src.txt"\nreferences = ["letter.ref.{teacher}.txt"]\n'
        'hypotheses = ["letter.hyp.{student}.txt"]\n'
    )
    (folder / "markscheme.toml").write_text(f"{configuration}\n{tables}")
    return [folder / f"letter.hyp.{name}.txt" for name in ("mei", "pavel")]


async def marks(client: LanguageClient, uri: str) -> dict[str, Any]:
    answer = await client.protocol.send_request_async(MARKS, {"textDocument": {"uri": uri}})
    return plain(answer)


async def run(client: LanguageClient, command: str, *arguments: object) -> None:
    params = types.ExecuteCommandParams(command, arguments=list(arguments))
    await client.workspace_execute_command_async(params)


async def opened(client: LanguageClient, folder: Path, configuration: str = "[comments]\n") -> list[str]:
    uris = [open_document(client, path) for path in letter(folder, configuration)]
    for uri in uris:
        await settled(client, uri, 1)
    return uris


def given(folder: Path) -> list[dict[str, Any]]:
    path = folder / FILE
    return tomllib.loads(path.read_text())["comment"] if path.exists() else []


async def card(client: LanguageClient, uri: str, place: types.Position) -> str:
    """Return the card at a place, as soon as there is one: there is none while the text is marked again."""
    async with asyncio.timeout(PATIENCE):
        while not (text := await hover(client, uri, place)):
            await asyncio.sleep(0.05)
    return text


async def test_a_comment_in_the_margin_of_a_word_key_is_on_the_card_until_it_is_dropped(
    client: LanguageClient, tmp_path: Path
):
    letter(tmp_path, "")
    (tmp_path / "letter.ref.kim.txt").unlink()
    lines = ["Yesterday he went to school.", "She likes tea at home."]
    comments = ("went", "Ms Kim", "Yesterday: the past!"), ("school", "Ms Kim", "No article here.")
    word_key(tmp_path / "letter.ref.kim.docx", lines, *comments)
    toml = tmp_path / "markscheme.toml"
    toml.write_text(toml.read_text().replace("ref.{teacher}.txt", "ref.{teacher}.docx"))
    uri = open_document(client, tmp_path / "letter.hyp.mei.txt")
    [walked, _] = await settled(client, uri, 1)
    assert "Yesterday: the past!" in await card(client, uri, walked.range.start)
    actions = await actions_at(client, uri, walked.range, walked)
    assert not [action.title for action in actions if action.title.startswith(("Take the comment", "Back to"))]
    await do(client, titled(actions, "No comment here: Yesterday: the past!"))
    await settled(client, uri, 1)
    assert "Yesterday: the past!" not in await card(client, uri, walked.range.start)
    await do(client, titled(await actions_at(client, uri, walked.range, walked), "Take the comment back"))
    await settled(client, uri, 1)
    assert "Yesterday: the past!" in await card(client, uri, walked.range.start)
    [place] = (await marks(client, uri))["comments"]["places"]
    assert (place["text"], place["range"]["start"]["character"]) == ("No article here.", 23)
    await run(client, "markscheme.dropComment", uri, {"range": place["range"]})
    await settled(client, uri, 1)
    assert (await marks(client, uri))["comments"]["places"] == []


async def test_without_configuration_there_is_nothing_about_comments(client: LanguageClient, tmp_path: Path):
    [uri, _] = await opened(client, tmp_path, "")
    answer = await marks(client, uri)
    assert "comments" not in answer
    assert all("comment" not in item for item in answer["findings"])
    [first, *_] = answer["findings"]
    offered = await actions_at(client, uri, range_of(first))
    assert not [action.title for action in offered if "omment" in action.title]


def range_of(finding: dict[str, Any]) -> types.Range:
    ends = (
        types.Position(finding["range"][end]["line"], finding["range"][end]["character"]) for end in ("start", "end")
    )
    return types.Range(*ends)


async def test_each_finding_has_the_banks_comment_until_a_teacher_gives_another(client: LanguageClient, tmp_path: Path):
    [mei, pavel] = await opened(client, tmp_path)
    answer = await marks(client, mei)
    [walked, like] = answer["findings"]
    assert (walked["comment"], like["comment"]["key"]) == (None, "agreement-missed")  # one waits for a decision
    assert answer["comments"] == {"whole": [], "places": [], "unplaced": []}
    assert "Comment: " not in await hover(client, mei, range_of(walked).start)
    card = await hover(client, mei, range_of(like).start)
    assert "Comment: Agr: Look at the subject." in card

    await run(client, "markscheme.comment", mei, {"range": like["range"], "text": "Who, {student}?", "code": "S"})
    said = (await marks(client, mei))["findings"][1]["comment"]
    assert said == {
        "code": "S", "text": "Who, Mei?", "key": None, "given": True, "by": "Ms Kim", "date": str(TODAY)
    }  # fmt: skip
    [entry] = given(tmp_path)
    assert (entry["before"], entry["words"], entry["after"], entry["change"]) == ("She", "like", "tea at home.", "like")
    assert entry["student"] == "mei"
    assert (await marks(client, pavel))["findings"][1]["comment"]["key"] == "correct"

    await run(client, "markscheme.restoreComment", mei, {"range": like["range"]})
    restored = (await marks(client, mei))["findings"]
    assert [item["comment"] for item in restored] == [item["comment"] for item in answer["findings"]]
    assert given(tmp_path) == []


async def test_a_comment_for_everyone_stands_at_each_students_place(client: LanguageClient, tmp_path: Path):
    uris = await opened(client, tmp_path)
    [walked, _] = (await marks(client, uris[0]))["findings"]
    about = {"range": walked["range"], "text": "On foot?", "everyone": True}
    await run(client, "markscheme.comment", uris[0], about)
    for uri in uris:
        assert (await marks(client, uri))["findings"][0]["comment"]["text"] == "On foot?"
    overview = plain(await client.protocol.send_request_async("markscheme/overview", {"uri": tmp_path.as_uri()}))
    [whole] = overview["classes"]
    assert whole["comments"] == overview["exercises"][0]["comments"] == whole["assignments"][0]["comments"]
    assert whole["comments"][0] == {"code": "", "text": "On foot?", "key": None, "count": 2}
    assert [(item["key"], item["count"]) for item in whole["comments"][1:]] == [("agreement-missed", 1), ("correct", 1)]
    await run(client, "markscheme.dropComment", uris[1], {"range": walked["range"]})
    assert (await marks(client, uris[1]))["findings"][0]["comment"] is None
    assert (await marks(client, uris[0]))["findings"][0]["comment"]["text"] == "On foot?"


async def test_a_free_comment_and_one_on_the_whole_text(client: LanguageClient, tmp_path: Path):
    [mei, _] = await opened(client, tmp_path, "")
    home = {"start": {"line": 1, "character": 13}, "end": {"line": 1, "character": 20}}
    await run(client, "markscheme.comment", mei, {"range": home, "text": "Nice."})
    await run(client, "markscheme.comment", mei, {"text": "Well done."})
    said = (await marks(client, mei))["comments"]
    assert [(item["text"], item["range"]) for item in said["places"]] == [("Nice.", home)]
    assert [item["text"] for item in said["whole"]] == ["Well done."]
    assert all("comment" in item for item in (await marks(client, mei))["findings"])

    path = tmp_path / "letter.hyp.mei.txt"
    version = types.VersionedTextDocumentIdentifier(uri=mei, version=2)
    whole = types.TextDocumentContentChangeWholeDocument("Yesterday he walked to school.\nShe like tea.\n")
    client.text_document_did_change(types.DidChangeTextDocumentParams(version, [whole]))
    await settled(client, mei, 2)
    said = (await marks(client, mei))["comments"]
    assert said["places"] == []
    assert [(item["words"], item["text"]) for item in said["unplaced"]] == [("at home", "Nice.")]
    assert path.exists()

    await run(client, "markscheme.dropComment", mei, {})
    assert [item["about"] for item in given(tmp_path)] == ["student"]


async def test_other_editors_choose_among_suggestions(client: LanguageClient, tmp_path: Path):
    [mei, _] = await opened(client, tmp_path)
    [_, like] = await settled(client, mei, 1)
    offered = await actions_at(client, mei, like.range, like)
    titles = [action.title for action in offered if "omment" in action.title]
    assert titles[-1].startswith("No comment here: Agr: Look at the subject")
    await do(client, titled(offered, "Comment: W: Your teacher has: "))
    assert (await marks(client, mei))["findings"][1]["comment"]["key"] == "missed"
    await do(client, titled(await actions_at(client, mei, like.range, like), "No comment here"))
    assert (await marks(client, mei))["findings"][1]["comment"] is None
    await do(client, titled(await actions_at(client, mei, like.range, like), "Back to the suggested comment"))
    assert (await marks(client, mei))["findings"][1]["comment"]["key"] == "agreement-missed"


async def test_a_comment_on_an_answer_that_waits_for_a_decision_can_be_chosen(client: LanguageClient, tmp_path: Path):
    [mei, _] = await opened(client, tmp_path)
    [walked, _] = await settled(client, mei, 1)
    offered = await actions_at(client, mei, walked.range, walked)
    assert not [action.title for action in offered if action.title.startswith("No comment here")]
    await do(client, titled(offered, "Comment: W: Your teachers say it in another way: "))
    assert (await marks(client, mei))["findings"][0]["comment"]["key"] == "different"
    await do(client, titled(await actions_at(client, mei, walked.range, walked), "Take the comment back"))
    assert (await marks(client, mei))["findings"][0]["comment"] is None


async def test_a_teachers_bank_is_read_and_its_faults_are_shown(client: LanguageClient, tmp_path: Path):
    bank = tmp_path / "comments.toml"
    bank.write_text(
        '[[comment]]\nkey = "agreement-missed"\ncode = "W"\ntext = "A form: {teacher_words}."\ngroup = "agreement"\n'
    )
    [mei, _] = await opened(client, tmp_path, "")
    assert (await marks(client, mei))["findings"][1]["comment"]["text"] == "A form: likes."
    bank.write_text('[[comment]]\ncode = "W"\ntext = "{teachers_words}"\n')
    uri = open_document(client, bank)
    [fault] = await settled(client, uri, 1)
    assert fault.range == types.Range(types.Position(2, 7), types.Position(2, 25))
    assert "unknown placeholder {teachers_words}. Did you mean {teacher_words}?" in fault.message
    change = types.FileEvent(uri, types.FileChangeType.Changed)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
    shown = await until(client, mei, lambda found: any("comments.toml" in item.message for item in found))
    assert shown


async def test_a_comment_for_a_student_who_is_not_there_is_a_problem(client: LanguageClient, tmp_path: Path):
    await opened(client, tmp_path)
    path = tmp_path / FILE
    path.write_text('[[comment]]\nabout = "whole"\nstudent = "mie"\ntext = "Good."\n')
    [fault] = await settled(client, open_document(client, path), 1)
    assert fault.range == types.Range(types.Position(2, 10), types.Position(2, 15))
    assert "Did you mean 'mei'?" in fault.message


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"text": " "}, "no text"),
        ({"text": "{nobody}"}, "unknown placeholder"),
        ({"range": 3, "text": "x"}, "argument 2"),
    ],
)
async def test_what_is_no_comment_is_refused(client: LanguageClient, tmp_path: Path, about: object, message: str):
    [mei, _] = await opened(client, tmp_path)
    with pytest.raises(JsonRpcException, match=message):
        await run(client, "markscheme.comment", mei, about)
    assert given(tmp_path) == []
