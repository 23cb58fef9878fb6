"""What a teacher decides about single places in the editor: it counts for every student, and can be taken back."""

import asyncio
import datetime
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from exercise_files import exercise
from server.lsp.acting import actions_at, do, plain, titled, until
from server.lsp.conversation import PATIENCE, change_document, hover, open_document, settled
from server.lsp.profiles import Profile
from server.lsp.window import Window

TODAY = datetime.date.today()

pytestmark = pytest.mark.options(debounce=0, author="Ms Kim", severities={"optional": "hint"})


def two_students(folder: Path) -> list[Path]:
    """Write an exercise whose students change one word otherwise than both references, and leave another error."""
    files = exercise(
        folder,
        source="Yesterday he go to school .\nShe like tea at home .\n",
        hypotheses={
            "mei": "Yesterday he walked to school .\nShe like tea at home .\n",
            "pavel": "Yesterday he walked to school .\nShe like tea at my home .\n",
        },
        references={
            "kim": "Yesterday he went to school .\nShe likes tea at home .\n",
            "roy": "Yesterday he goes to school .\nShe likes tea at home .\n",
        },
        suffix="",
    )
    return [files.hypothesis("mei"), files.hypothesis("pavel")]


def codes(diagnostics: list[types.Diagnostic]) -> list[str]:
    return [str(item.code) for item in diagnostics]


async def titles(client: LanguageClient, uri: str, finding: types.Diagnostic) -> list[str]:
    """Return the titles of the actions that decide something about a finding."""
    beginnings = ("Count as", "Make this correction", "Don't count", "Withdraw")
    offered = await actions_at(client, uri, finding.range, finding)
    assert all(action.kind == types.CodeActionKind.QuickFix for action in offered)
    return [action.title for action in offered if action.title.startswith(beginnings)]


async def act(client: LanguageClient, uri: str, finding: types.Diagnostic, title: str) -> None:
    await do(client, titled(await actions_at(client, uri, finding.range, finding), title))


async def opened(client: LanguageClient, folder: Path) -> tuple[list[str], list[list[types.Diagnostic]]]:
    uris = [open_document(client, path) for path in two_students(folder)]
    before = [await settled(client, uri, 1) for uri in uris]
    assert [codes(item) for item in before] == [["different", "missed"], ["different", "missed", "not-needed"]]
    return uris, before


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


@pytest.mark.options(debounce=600_000)
async def test_a_person_who_asks_while_marks_are_stale_is_offered_decisions_at_once(
    client: LanguageClient, tmp_path: Path
):
    """VS Code may take an answer that needs longer than half a second for an empty one."""
    uris, [_, [different, _, _]] = await opened(client, tmp_path)
    reference = next(tmp_path.glob("*.ref.kim*"))
    change_document(client, open_document(client, reference), "Yesterday he went to school .\n", 2)
    asked = actions_at(client, uris[1], different.range, different, trigger=types.CodeActionTriggerKind.Invoked)
    offered = await asyncio.wait_for(asked, PATIENCE)
    assert offered[0].title == "Count as correct: go → walked"


async def test_every_place_has_the_decisions_that_change_something(client: LanguageClient, tmp_path: Path):
    uris, [_, [different, missed, unneeded]] = await opened(client, tmp_path)
    assert await titles(client, uris[1], different) == [
        "Count as correct: go → walked",
        "Count as partly correct: go → walked",
        "Count as wrong: go → walked",
        "Count as optional: go → walked",
        "Don't count this place: go",
        "Make this correction optional: go → goes",
        "Make this correction optional: go → went",
    ]
    assert await titles(client, uris[1], unneeded) == [
        "Count as correct: added “my”",
        "Count as partly correct: added “my”",
        "Count as wrong: added “my”",
        "Count as optional: added “my”",
        "Don't count this place",
    ]
    assert await titles(client, uris[1], missed) == [
        "Count as optional: like → likes",
        "Don't count this place: like",
    ]


@pytest.mark.parametrize(
    ("number", "offer", "code", "line", "withdrawal"),
    [
        (0, "Count as correct", "correct", "A 2 3|||R:VERB|||walked|||REQUIRED|||accepted", "counted as correct"),
        (
            0,
            "Count as partly correct",
            "partly-correct",
            "A 2 3|||R:VERB|||walked|||REQUIRED|||partly",
            "counted as partly correct",
        ),
        (0, "Don't count this place", "optional", "A 2 3|||UNK|||go|||REQUIRED|||not counted", "not counted"),
        (
            1,
            "Count as optional: like",
            "optional",
            "A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||optional",
            "called optional",
        ),
        (1, "Don't count this place", "optional", "A 1 2|||UNK|||like|||REQUIRED|||not counted", "not counted"),
    ],
)
async def test_a_decision_counts_for_every_student_until_it_is_withdrawn(
    client: LanguageClient, tmp_path: Path, number: int, offer: str, code: str, line: str, withdrawal: str
):
    uris, before = await opened(client, tmp_path)
    texts = files(tmp_path)
    await act(client, uris[0], before[0][number], offer)
    after = [await until(client, uri, lambda found: codes(found)[number] == code) for uri in uris]
    for uri, old, new in zip(uris, before, after, strict=True):
        assert [*codes(new)[:number], *codes(new)[number + 1 :]] == [*codes(old)[:number], *codes(old)[number + 1 :]]
        card = await hover(client, uri, new[number].range.start)
        assert card is not None
        assert f"Ms Kim, {TODAY}" in card
    [name] = files(tmp_path).keys() - texts.keys()
    assert name == ("accepted.m2" if code == "correct" else "decisions.m2")
    assert (tmp_path / name).read_text().splitlines()[1] == f"{line} by Ms Kim on {TODAY}|||0"
    await act(client, uris[1], after[1][number], f"Withdraw: {withdrawal} by Ms Kim, {TODAY}")
    for uri, old in zip(uris, before, strict=True):
        assert await until(client, uri, lambda found: codes(found)[number] != code) == old
    assert files(tmp_path) == texts


async def test_a_references_change_counts_as_wrong_until_it_is_withdrawn(client: LanguageClient, tmp_path: Path):
    paths = two_students(tmp_path)
    for path in paths:
        path.write_text("Yesterday he went to school .\nShe likes tea at home .\n")
    kept = "S She like tea at home .\nA 1 2|||R:VERB|||loves|||REQUIRED|||partly by Roy on 2026-01-31|||0\n"
    (tmp_path / "decisions.m2").write_text(kept)
    uris = [open_document(client, path) for path in paths]
    before = [await settled(client, uri, 1) for uri in uris]
    assert [codes(item) for item in before] == [["correct", "correct"]] * 2
    await act(client, uris[0], before[0][0], "Count as wrong: go → went")
    after = [await until(client, uri, lambda found: codes(found)[0] == "different") for uri in uris]
    assert f"went|||REQUIRED|||wrong by Ms Kim on {TODAY}" in (tmp_path / "decisions.m2").read_text()
    await act(client, uris[1], after[1][0], "Withdraw: counted as wrong by Ms Kim")
    for uri, old in zip(uris, before, strict=True):
        assert await until(client, uri, lambda found: codes(found)[0] == "correct") == old
    assert (tmp_path / "decisions.m2").read_text() == kept


async def test_the_later_of_two_decisions_about_a_change_stands(client: LanguageClient, tmp_path: Path):
    uris, before = await opened(client, tmp_path)
    await act(client, uris[0], before[0][0], "Count as correct")
    correct = await until(client, uris[1], lambda found: codes(found)[0] == "correct")
    assert await titles(client, uris[1], correct[0]) == [
        "Count as partly correct: go → walked",
        "Count as wrong: go → walked",
        "Count as optional: go → goes or went",
        "Don't count this place: go",
        f"Withdraw: counted as correct by Ms Kim, {TODAY}",
        "Make this correction optional: go → goes",
        "Make this correction optional: go → went",
    ]
    await act(client, uris[1], correct[0], "Count as wrong")
    for uri in uris:
        await until(client, uri, lambda found: codes(found)[0] == "different")
    assert not (tmp_path / "accepted.m2").exists()
    lines = [line for line in (tmp_path / "decisions.m2").read_text().splitlines() if line.startswith("A")]
    assert lines == [f"A 2 3|||R:VERB|||walked|||REQUIRED|||wrong by Ms Kim on {TODAY}|||0"]


async def test_a_decision_about_two_changes_is_replaced_as_a_whole(client: LanguageClient, tmp_path: Path):
    uris, [[different, *_], _] = await opened(client, tmp_path)
    text = (
        "S Yesterday he go to school .\n"
        "A 0 6|||R:OTHER|||Yesterday he walked to school .|||REQUIRED|||partly by Roy on 2026-01-31|||0\n"
    )
    (tmp_path / "decisions.m2").write_text(text)
    await open_again(client, tmp_path / "decisions.m2")
    partly = (await until(client, uris[0], lambda found: codes(found)[0] == "partly-correct"))[0]
    assert partly.range == different.range
    await act(client, uris[0], partly, "Count as correct")
    await until(client, uris[0], lambda found: codes(found)[0] == "correct")
    assert "A 0 6|||R:OTHER|||Yesterday he walked" in (tmp_path / "accepted.m2").read_text()
    assert not (tmp_path / "decisions.m2").exists()


async def open_again(client: LanguageClient, path: Path) -> None:
    change = types.FileEvent(path.as_uri(), types.FileChangeType.Created)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))


async def test_a_sentence_that_is_rewritten_freely_is_decided_as_a_whole(client: LanguageClient, tmp_path: Path):
    paths = two_students(tmp_path)
    for path in paths:
        path.write_text("After lunch my brother was taken home by bus .\nShe likes tea at home .\n")
    uris = [open_document(client, path) for path in paths]
    [[rewritten, _], _] = [await settled(client, uri, 1) for uri in uris]
    assert "Rewritten freely" in rewritten.message
    await act(client, uris[0], rewritten, "Count as correct: After lunch")
    for uri in uris:
        after = await until(client, uri, lambda found: not any("Rewritten" in item.message for item in found))
        assert set(codes(after)) == {"correct"}


async def test_all_that_a_reference_changes_at_a_place_is_not_counted(client: LanguageClient, tmp_path: Path):
    mei = exercise(
        tmp_path,
        source="She gave me advices useful today .\n",
        hypotheses={"mei": "She gave me advice useful today .\n"},
        references={"kim": "She gave me useful advice today .\n"},
        suffix="",
    ).hypothesis("mei")
    uri = open_document(client, mei)
    [partly] = await settled(client, uri, 1)
    assert partly.code == "partly-correct"
    await act(client, uri, partly, "Don't count this place: advices useful")
    after = await until(client, uri, lambda found: codes(found) != ["partly-correct"])
    assert set(codes(after)) == {"optional"}
    await act(client, uri, after[0], "Withdraw: not counted")
    assert await until(client, uri, lambda found: codes(found) == ["partly-correct"]) == [partly]


async def test_a_broken_file_is_reported_and_left_unchanged(client: LanguageClient, tmp_path: Path):
    file = tmp_path / "decisions.m2"
    mei, _ = two_students(tmp_path)
    broken = "S Yesterday he go to school .\nA 2 3|||R:VERB|||walked|||REQUIRED|||perhaps by Roy|||0\n"
    file.write_text(broken)
    uri = open_document(client, mei)
    problem, different, _ = await settled(client, uri, 1)
    assert problem.code == "document-problem"
    assert "decisions.m2:2" in problem.message
    for title in ("Count as correct", "Count as partly correct", "Don't count this place"):
        with pytest.raises(JsonRpcException, match=r"decisions\.m2:2: the comment 'perhaps by Roy' is no decision"):
            await act(client, uri, different, title)
    assert file.read_text() == broken
    assert not (tmp_path / "accepted.m2").exists()


@pytest.mark.parametrize("kind", ["perhaps", 3, None])
async def test_an_unknown_kind_is_refused(client: LanguageClient, tmp_path: Path, kind: object):
    mei, _ = two_students(tmp_path)
    uri = open_document(client, mei)
    await settled(client, uri, 1)
    decision = {"source": ["She"], "start": 0, "end": 1, "replacement": ["He"], "kind": kind}
    for command in ("markscheme.decide", "markscheme.withdraw"):
        with pytest.raises(JsonRpcException, match="argument 2"):
            await client.workspace_execute_command_async(types.ExecuteCommandParams(command, arguments=[uri, decision]))
    assert not (tmp_path / "decisions.m2").exists()


async def run(client: LanguageClient, command: str, *arguments: object) -> Any:
    params = types.ExecuteCommandParams(command, arguments=list(arguments))
    return plain(await client.workspace_execute_command_async(params))


def at(line: int, character: int, choice: str) -> dict[str, object]:
    return {"position": {"line": line, "character": character}, "choice": choice}


@pytest.mark.parametrize(
    ("choice", "message", "codes_after"),
    [
        ("correct", "Correct now: 2 students' marks changed", ["correct", "correct"]),
        ("partly", "Partly correct now: 2 students' marks changed", ["partly-correct", "partly-correct"]),
        ("wrong", "Wrong now: no mark changed", ["different", "different"]),
        ("optional", "Optional now: 2 students' marks changed", ["optional", "optional"]),
        ("not-counted", "Not counted now: 2 students' marks changed", ["optional", "optional"]),
    ],
)
async def test_a_choice_at_the_cursor_says_what_changed_and_is_taken_back(
    client: LanguageClient, tmp_path: Path, choice: str, message: str, codes_after: list[str]
):
    uris, before = await opened(client, tmp_path)
    texts = files(tmp_path)
    done = await run(client, "markscheme.decideAt", uris[0], at(0, 14, choice))
    assert (done["message"], done["ruling"], done["change"]) == (message, choice, "go → walked")
    assert (done["state"]["questions"], done["state"]["open"], done["state"]["places"]) == ([], 1, 1)
    assert done["next"]["change"] == "added “my”"
    assert done["next"]["location"] == {
        "uri": uris[1],
        "range": {"start": {"line": 1, "character": 16}, "end": {"line": 1, "character": 18}},
    }
    for uri, code in zip(uris, codes_after, strict=True):
        await until(client, uri, lambda found, code=code: codes(found)[0] == code)
    assert client.messages[-1].message == message
    back = await run(client, "markscheme.undoDecision", None, done["key"])
    assert back["message"] == message.replace(message.partition(":")[0], "Taken back")
    assert files(tmp_path) == texts
    for uri, old in zip(uris, before, strict=True):
        assert await until(client, uri, lambda found, old=old: found == old)


async def test_a_choice_that_changes_nothing_is_an_error_in_words(client: LanguageClient, tmp_path: Path):
    uris, _ = await opened(client, tmp_path)
    with pytest.raises(JsonRpcException, match="this place is missed, so “Correct” changes nothing here"):
        await run(client, "markscheme.decideAt", uris[0], at(1, 5, "correct"))
    with pytest.raises(JsonRpcException, match="there is nothing to decide here"):
        await run(client, "markscheme.decideAt", uris[0], at(1, 12, "optional"))
    assert not (tmp_path / "decisions.m2").exists()


async def test_the_open_places_of_a_class_follow_each_other_across_its_files(client: LanguageClient, tmp_path: Path):
    mei, pavel = (await opened(client, tmp_path))[0]
    found = {"mei": mei, "pavel": pavel}

    async def beside(name: str, line: int, character: int, *, backwards: bool = False) -> tuple[str, int, int]:
        params = {
            "textDocument": {"uri": found[name]},
            "position": {"line": line, "character": character},
            "backwards": backwards,
        }
        answer = plain(await client.protocol.send_request_async("markscheme/nextOpen", params))
        start = answer["location"]["range"]["start"]
        return answer["location"]["uri"], start["line"], start["character"]

    assert await beside("mei", 0, 0) == (mei, 0, 13)
    assert await beside("mei", 0, 13) == (pavel, 0, 13)
    assert await beside("pavel", 0, 13) == (pavel, 1, 16)
    assert await beside("pavel", 1, 16) == (mei, 0, 13)
    assert await beside("mei", 0, 13, backwards=True) == (pavel, 1, 16)
    for choice, line, character in (("wrong", 0, 13), ("correct", 1, 17)):
        await run(client, "markscheme.decideAt", pavel, at(line, character, choice))
    assert await run(client, "markscheme.nextOpen", mei, {"line": 0, "character": 0}) is None
    assert client.messages[-1].message == "Nothing is left to decide"


async def test_what_is_taken_back_is_counted_in_its_own_class(window: Window, tmp_path: Path):
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    paths, _ = [two_students(folder) for folder in folders]
    async with window(tmp_path, debounce=0, author="Ms Kim") as client:
        uri = open_document(client, paths[0])
        await settled(client, uri, 1)
        done = await run(client, "markscheme.decideAt", uri, at(0, 14, "correct"))
        back = await run(client, "markscheme.undoDecision", None, done["key"])
        for answer in (done, back):
            assert {item["uri"] for item in answer["state"]["marks"]} == {path.as_uri() for path in paths}


async def test_a_client_that_says_what_changed_is_notified_instead(window: Window, tmp_path: Path):
    paths = two_students(tmp_path)
    profile = Profile("says", types.ClientCapabilities(experimental={"markscheme": {"decided": True}}))
    async with window(tmp_path, profile=profile, debounce=0, author="Ms Kim") as client:
        said: list[dict[str, Any]] = []
        client.feature("markscheme/decided")(lambda params: said.append(plain(params)))
        uri = open_document(client, paths[0])
        await settled(client, uri, 1)
        done = await run(client, "markscheme.decideAt", uri, at(0, 14, "correct"))
        back = await run(client, "markscheme.undoDecision", None)
        assert said == [
            {"message": done["message"], "key": done["key"], "undo": True},
            {"message": back["message"], "key": done["key"], "undo": False},
        ]
        assert not client.messages
