"""Corrections that a teacher accepts and withdraws: they count for every student, window and command."""

import datetime
import json
import os
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

import markscheme as api
from conftest import Command
from exercise_files import exercise
from server.lsp.acting import actions_at, applied, do, text_edit, titled, until
from server.lsp.conversation import change_document, open_document, publications, settled
from server.lsp.profiles import FILES, NEOVIM, VS_CODE, Profile, for_each
from server.lsp.window import Window

CORRECT = "correct"
FASTER = {"metric": "cleme2", "debounce": 0, "author": "Kim", "textChanges": True}

pytestmark = pytest.mark.options(**FASTER)


def two_students(folder: Path) -> tuple[Path, Path]:
    """Write an exercise whose students both write a word that no reference has."""
    files = exercise(
        folder,
        source="Yesterday he go to school .\nShe like tea .\n",
        hypotheses={
            "mei": "Yesterday he walked to school .\nShe like tea .\n",
            "pavel": "Yesterday he walked to school .\nShe likes tea .\n",
        },
        references={"kim": "Yesterday he went to school .\nShe likes tea .\n"},
        suffix="",
    )
    return files.hypothesis("mei"), files.hypothesis("pavel")


def codes(diagnostics: list[types.Diagnostic]) -> list[str]:
    return [str(item.code) for item in diagnostics]


async def accept(client: LanguageClient, uri: str, finding: types.Diagnostic) -> None:
    await do(client, titled(await actions_at(client, uri, finding.range, finding), "Count as correct"))


async def withdraw(client: LanguageClient, uri: str, finding: types.Diagnostic) -> None:
    await do(client, titled(await actions_at(client, uri, finding.range, finding), "Withdraw: counted as correct"))


def starts_with_correct(diagnostics: list[types.Diagnostic]) -> bool:
    return codes(diagnostics)[:1] == [CORRECT]


async def test_an_accepted_alternative_is_a_hit_for_everybody_until_it_is_withdrawn(
    client: LanguageClient, tmp_path: Path
):
    uris = [open_document(client, path) for path in two_students(tmp_path)]
    before = [await settled(client, uri, 1) for uri in uris]
    assert [codes(item) for item in before] == [["different", "missed"], ["different", CORRECT]]
    await accept(client, uris[0], before[0][0])
    file = tmp_path / "accepted.m2"
    assert file.read_text().splitlines() == [
        "S Yesterday he go to school .",
        f"A 2 3|||R:VERB|||walked|||REQUIRED|||accepted by Kim on {datetime.date.today()}|||0",
    ]
    after = [await until(client, uri, starts_with_correct) for uri in uris]
    assert [codes(item) for item in after] == [[CORRECT, "missed"], [CORRECT, CORRECT]]
    for uri in uris:
        [version] = {params.version for params in publications(client, uri)}
        assert version == 1
    await withdraw(client, uris[1], after[1][0])
    for uri, diagnostics in zip(uris, before, strict=True):
        assert await until(client, uri, lambda found: not starts_with_correct(found)) == diagnostics
    assert sorted(path.name for path in tmp_path.iterdir()) == ["e.hyp.mei", "e.hyp.pavel", "e.ref.kim", "e.src"]


async def test_other_accepted_alternatives_stay(client: LanguageClient, tmp_path: Path):
    mei, _ = two_students(tmp_path)
    uri = open_document(client, mei)
    [wrong, _] = await settled(client, uri, 1)
    other = "S She like tea .\nA 1 2|||R:VERB|||loves|||REQUIRED|||accepted by Roy on 2026-01-31|||0\n"
    (tmp_path / "accepted.m2").write_text(other)
    await accept(client, uri, wrong)
    text = (tmp_path / "accepted.m2").read_text()
    assert other in text
    assert "walked" in text
    hit = (await until(client, uri, starts_with_correct))[0]
    await withdraw(client, uri, hit)
    assert (tmp_path / "accepted.m2").read_text() == other


async def test_a_references_own_hit_cannot_be_withdrawn(client: LanguageClient, tmp_path: Path):
    _, pavel = two_students(tmp_path)
    uri = open_document(client, pavel)
    hit = (await settled(client, uri, 1))[1]
    assert not [action for action in await actions_at(client, uri, hit.range) if action.title.startswith("Withdraw")]


async def test_an_over_correction_can_be_accepted(client: LanguageClient, tmp_path: Path):
    mei, _ = two_students(tmp_path)
    mei.write_text("Yesterday he went to the school .\nShe likes tea .\n")
    uri = open_document(client, mei)
    over = (await settled(client, uri, 1))[1]
    assert over.code == "not-needed"
    await accept(client, uri, over)
    assert set(codes(await until(client, uri, lambda found: codes(found)[1:2] == [CORRECT]))) == {CORRECT}
    assert "A 4 4|||M:DET|||the|||" in (tmp_path / "accepted.m2").read_text()


async def test_the_command_line_and_the_api_use_accepted_alternatives(
    client: LanguageClient, tmp_path: Path, markscheme: Command
):
    mei, pavel = two_students(tmp_path)
    uri = open_document(client, mei)
    await accept(client, uri, (await settled(client, uri, 1))[0])
    await until(client, uri, starts_with_correct)
    report = json.loads(markscheme("review", pavel, "--format", "json").stdout)
    assert [finding["verdict"] for finding in report["documents"][0]["findings"]] == [CORRECT, CORRECT]
    [document] = api.review([mei]).documents
    assert [finding.code for finding in document.review.findings] == [CORRECT, "missed"]


@pytest.mark.parametrize("editor", [VS_CODE, NEOVIM], ids=str)
async def test_an_accepted_alternative_reaches_another_window(
    client: LanguageClient, tmp_path: Path, editor: Profile, window: Window
):
    """The editor reports the file, or the server looks at it."""
    mei, pavel = two_students(tmp_path)
    uri = open_document(client, mei)
    wrong = (await settled(client, uri, 1))[0]
    async with window(tmp_path, profile=editor, **FASTER) as other:
        theirs = open_document(other, pavel)
        assert not starts_with_correct(await settled(other, theirs, 1))
        await accept(client, uri, wrong)
        if FILES in editor.registered:
            change = types.FileEvent((tmp_path / "accepted.m2").as_uri(), types.FileChangeType.Created)
            other.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
        assert codes(await until(other, theirs, starts_with_correct)) == [CORRECT, CORRECT]


@for_each("related_information")
async def test_a_broken_file_is_reported_and_left_unchanged(client: LanguageClient, tmp_path: Path):
    mei, _ = two_students(tmp_path)
    broken = "S Yesterday he go to school .\nA 2 3|||walked\n"
    file = tmp_path / "accepted.m2"
    file.write_text(broken)
    uri = open_document(client, mei)
    problem, *marks = await settled(client, uri, 1)
    assert problem.code == "document-problem"
    assert "accepted.m2:2" in problem.message
    assert (problem.related_information is not None) == client.profile.related_information
    for link in problem.related_information or ():
        assert (link.location.uri, link.location.range.start.line) == (file.as_uri(), 1)
    assert codes(marks) == ["different", "missed"]
    with pytest.raises(JsonRpcException, match=r"accepted\.m2:2: an A line reads"):
        await accept(client, uri, marks[0])
    assert file.read_text() == broken
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "accepted.m2", "e.hyp.mei", "e.hyp.pavel", "e.ref.kim", "e.src"]  # fmt: skip


async def test_a_repaired_file_counts_at_once(client: LanguageClient, tmp_path: Path):
    mei, _ = two_students(tmp_path)
    file = tmp_path / "accepted.m2"
    file.write_text("S Yesterday he go to school .\nA 2 3|||walked\n")
    uri = open_document(client, mei)
    await settled(client, uri, 1)
    text = "S Yesterday he go to school .\nA 2 3|||R:VERB|||walked|||REQUIRED|||-NONE-|||0\n"
    open_document(client, file, text=text)
    assert codes(await until(client, uri, starts_with_correct)) == [CORRECT, "missed"]


async def test_a_changed_file_of_decisions_counts_at_once(client: LanguageClient, tmp_path: Path):
    mei, _ = two_students(tmp_path)
    uri = open_document(client, mei)
    await accept(client, uri, (await settled(client, uri, 1))[0])
    await until(client, uri, starts_with_correct)
    comment = f"wrong by Roy on {datetime.date.today() + datetime.timedelta(days=1)}"
    text = f"S Yesterday he go to school .\nA 2 3|||R:VERB|||walked|||REQUIRED|||{comment}|||0\n"
    open_document(client, tmp_path / "decisions.m2", text=text)
    after = await until(client, uri, lambda found: not starts_with_correct(found))
    assert codes(after) == ["different", "missed"]


async def test_an_alternative_that_cannot_be_written_is_reported_and_leaves_nothing(
    client: LanguageClient, tmp_path: Path
):
    mei, _ = two_students(tmp_path)
    uri = open_document(client, mei)
    wrong = (await settled(client, uri, 1))[0]
    action = titled(await actions_at(client, uri, wrong.range), "Count as correct")
    (tmp_path / "accepted.m2").mkdir()
    with pytest.raises(JsonRpcException, match=r"accepted\.m2"):
        await do(client, action)
    assert list((tmp_path / "accepted.m2").iterdir()) == []
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 0)() == 0, reason="root may write everywhere")
async def test_a_read_only_folder_is_reported(client: LanguageClient, tmp_path: Path):
    folder = tmp_path / "references"
    folder.mkdir()
    mei, _ = two_students(folder)
    uri = open_document(client, mei)
    wrong = (await settled(client, uri, 1))[0]
    folder.chmod(0o555)
    try:
        with pytest.raises(JsonRpcException, match=r"accepted\.m2: the file can't be written"):
            await accept(client, uri, wrong)
    finally:
        folder.chmod(0o755)
    assert not (folder / "accepted.m2").exists()


@pytest.mark.parametrize("arguments", [[], ["nowhere"], ["{uri}"], ["{uri}", {"source": []}], ["{uri}", 3]])
@pytest.mark.parametrize("command", ["markscheme.decide", "markscheme.withdraw"])
async def test_wrong_arguments_are_refused(
    client: LanguageClient, tmp_path: Path, command: str, arguments: list[object]
):
    mei, _ = two_students(tmp_path)
    uri = open_document(client, mei)
    await settled(client, uri, 1)
    own = [uri if item == "{uri}" else item for item in arguments]
    with pytest.raises(JsonRpcException):
        await client.workspace_execute_command_async(types.ExecuteCommandParams(command, arguments=own))
    assert not (tmp_path / "accepted.m2").exists()


async def test_a_span_outside_its_sentence_is_refused(client: LanguageClient, tmp_path: Path):
    mei, _ = two_students(tmp_path)
    uri = open_document(client, mei)
    await settled(client, uri, 1)
    own = {"source": ["a"], "start": 3, "end": 9, "replacement": ["b"]}
    params = types.ExecuteCommandParams("markscheme.decide", arguments=[uri, own])
    with pytest.raises(JsonRpcException, match="outside its source"):
        await client.workspace_execute_command_async(params)
    assert not (tmp_path / "accepted.m2").exists()


async def test_the_rest_of_a_sentence_can_be_corrected_beside_an_accepted_alternative(
    client: LanguageClient, tmp_path: Path
):
    mei = exercise(
        tmp_path,
        source="Yesterday he go to school and she like tea .\n",
        hypotheses={"mei": "Yesterday he walked to school and she like tea .\n"},
        references={
            "kim": "Yesterday he went to school and she likes tea .\n",
            "roy": "Yesterday he ran to school , and she loves tea .\n",
        },
        suffix="",
    ).hypothesis("mei")
    uri = open_document(client, mei)
    wrong = (await settled(client, uri, 1))[0]
    await accept(client, uri, wrong)
    left = next(item for item in await until(client, uri, starts_with_correct) if "like" in item.message)
    offered = await actions_at(client, uri, left.range)
    assert [action.title for action in offered if action.edit][:2] == ["Use “likes” (Kim)", "Use “loves” (Roy)"]
    [everything] = await actions_at(client, uri, left.range, only=["source.fixAll.markscheme"])
    text = applied(mei.read_text(), text_edit(client, everything, uri, 1), client.encoding)
    assert text == "Yesterday he walked to school and she likes tea .\n"
    change_document(client, uri, text, 2)
    after = await until(client, uri, lambda found: len(found) > 1 and found[0].data["version"] == 2)
    assert set(codes(after)) == {CORRECT}


async def test_a_change_in_two_parts_is_one_place_before_and_after_it_is_accepted(
    client: LanguageClient, tmp_path: Path
):
    text = "I need an alarm clock louder ."
    mei = exercise(
        tmp_path,
        source="I need an alarm clock more loud .\n",
        hypotheses={"mei": f"{text}\n"},
        references={"kim": "I need a louder alarm clock .\n"},
        suffix="",
    ).hypothesis("mei")
    uri = open_document(client, mei)
    [part] = await settled(client, uri, 1)
    await accept(client, uri, part)
    after = await until(client, uri, lambda found: CORRECT in codes(found))
    [place] = [item for item in after if item.code == CORRECT]
    assert place.range == part.range
    await withdraw(client, uri, place)
    assert await until(client, uri, lambda found: CORRECT not in codes(found)) == [part]
