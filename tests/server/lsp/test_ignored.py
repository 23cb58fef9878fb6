"""Findings and categories that a person ignores: they are hidden and still counted."""

from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from exercise_files import exercise
from server.lsp.acting import actions_at, do, of_diagnostic, titled
from server.lsp.conversation import change_document, open_document, settled
from server.lsp.profiles import EMACS
from server.lsp.window import own_window

WHOLE = types.Range(types.Position(0, 0), types.Position(10_000, 0))
FASTER = {"metric": "cleme2", "debounce": 0}

pytestmark = pytest.mark.options(**FASTER)


def two_students(folder: Path) -> tuple[Path, Path]:
    """Write an exercise with the same different change and the same needless one by two students."""
    files = exercise(
        folder,
        source="He go to school. She like tea in the morning.\n",
        hypotheses=dict.fromkeys(("mei", "pavel"), "He went to school. She likes tea in a morning.\n"),
        references={"kim": "He goes to school. She likes tea in the morning.\n"},
    )
    return files.hypothesis("mei"), files.hypothesis("pavel")


def messages(diagnostics: list[types.Diagnostic]) -> list[str]:
    return [item.message for item in diagnostics]


async def ignore(client: LanguageClient, uri: str, finding: types.Diagnostic) -> None:
    """Ignore a finding, and not another one that touches it."""
    await do(client, titled(await of_diagnostic(client, uri, finding), "Hide this"))


async def shown_beside(client: LanguageClient, uri: str) -> tuple[int, int, str]:
    """Return the numbers of hints and tokens, and the document's lens."""
    identifier = types.TextDocumentIdentifier(uri)
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(identifier, WHOLE))
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(identifier))
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(identifier))
    return len(hints), len(tokens.data) // 5, lenses[0].command.title


async def test_an_ignored_finding_is_hidden_and_still_counted(client: LanguageClient, tmp_path: Path):
    mei, pavel = two_students(tmp_path)
    uri, other = open_document(client, mei), open_document(client, pavel)
    before = await settled(client, uri, 1)
    theirs = await settled(client, other, 1)
    hints, tokens, lens = await shown_beside(client, uri)
    wrong = next(item for item in before if item.code == "different")
    await ignore(client, uri, wrong)
    after = await settled(client, uri, 1)
    assert messages(after) == [item.message for item in before if item != wrong]
    assert await shown_beside(client, uri) == (hints - 1, tokens - 1, f"{lens} · 1 hidden")
    assert "Show what is hidden in this file again" not in [
        action.title for action in await actions_at(client, other, WHOLE)
    ]
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(other)))
    await settled(client, other, 1)
    open_document(client, pavel)
    assert messages(await settled(client, other, 1)) == messages(theirs)
    await do(client, titled(await actions_at(client, uri, WHOLE), "Show what is hidden"))
    assert messages(await settled(client, uri, 1)) == messages(before)
    assert await shown_beside(client, uri) == (hints, tokens, lens)


async def test_an_ignored_finding_stays_hidden_while_other_words_change(client: LanguageClient, tmp_path: Path):
    mei, _ = two_students(tmp_path)
    text = mei.read_text()
    uri = open_document(client, mei)
    before = await settled(client, uri, 1)
    wrong, over = before[0], next(item for item in before if item.code == "not-needed")
    await ignore(client, uri, over)
    await settled(client, uri, 1)
    await ignore(client, uri, wrong)
    await settled(client, uri, 1)
    hidden = {wrong.message, over.message}
    for version, now in enumerate(
        [
            f"A new beginning.\n\n{text}",
            f"A new beginning. {text}",
            f"{text}\nIt is the end.\n",
            text.replace("to school", "to the school"),
            text.replace("She likes", "She like"),
            text.replace("to school", "to a school"),
        ],
        2,
    ):
        change_document(client, uri, now, version)
        assert not hidden & set(messages(await settled(client, uri, 1)))
    change_document(client, uri, text.replace("a morning", "each morning"), 20)
    shown = messages(await settled(client, uri, 1))
    assert over.message not in shown
    assert over.message.replace("→ a", "→ each") in shown
    assert wrong.message not in shown
    change_document(client, uri, text, 21)
    assert not hidden & set(messages(await settled(client, uri, 1)))


async def test_an_ignored_category_stays_hidden_in_a_changed_text(client: LanguageClient, tmp_path: Path):
    mei, pavel = two_students(tmp_path)
    uri = open_document(client, mei)
    before = await settled(client, uri, 1)
    over = next(item for item in before if item.code == "not-needed")
    every = titled(await actions_at(client, uri, over.range), "Hide every place marked “not needed”")
    await do(client, every)
    assert messages(await settled(client, uri, 1)) == [item.message for item in before if item != over]
    change_document(client, uri, mei.read_text().replace("school.", "the school, yes."), 2)
    assert "not-needed" not in {item.code for item in await settled(client, uri, 1)}
    other = open_document(client, pavel)
    assert messages(await settled(client, other, 1)) == messages(before)


@pytest.mark.parametrize("document", ["postcard/postcard.hyp.lea.md", "quiz/quiz.hyp.sara.m2"])
async def test_one_of_several_similar_findings_is_hidden_in_every_format(
    client: LanguageClient, examples: Path, document: str
):
    uri = open_document(client, examples / document)
    before = await settled(client, uri, 1)
    for finding in before[:2]:
        await ignore(client, uri, finding)
        after = await settled(client, uri, 1)
    assert messages(after) == messages(before)[2:]


async def test_another_server_hides_the_same_findings(client: LanguageClient, tmp_path: Path, user_state: Path):
    mei, _ = two_students(tmp_path)
    uri = open_document(client, mei)
    before = await settled(client, uri, 1)
    await ignore(client, uri, before[0])
    kept = messages(await settled(client, uri, 1))
    assert [path for path in user_state.rglob("*.json") if str(mei) in path.read_text("utf-8")]
    async with own_window(tmp_path, profile=EMACS, **FASTER) as later:
        assert open_document(later, mei) == uri
        [left, *_] = await settled(later, uri, 1)
        assert messages([left]) == kept[:1]
        await ignore(later, uri, left)
        await settled(later, uri, 1)
    last = next(item for item in before if item.message == kept[-1])
    await ignore(client, uri, last)
    assert not set(messages(await settled(client, uri, 1))) & {before[0].message, left.message, last.message}


def kept_for(user_state: Path, document: Path) -> Path:
    [path] = [path for path in user_state.rglob("*.json") if str(document) in path.read_text("utf-8")]
    return path


@pytest.mark.parametrize("damage", ["{", "null", "[1]", '{"findings": 3}', '{"findings": [{"category": "x"}]}'])
async def test_a_damaged_file_is_reported_left_unchanged_and_hides_nothing(
    client: LanguageClient, tmp_path: Path, user_state: Path, damage: str
):
    mei, _ = two_students(tmp_path)
    uri = open_document(client, mei)
    before = await settled(client, uri, 1)
    await ignore(client, uri, before[0])
    await settled(client, uri, 1)
    file = kept_for(user_state, mei)
    file.write_text(damage)
    change_document(client, uri, mei.read_text(), 2)
    assert messages(await settled(client, uri, 1)) == messages(before)
    [message] = [item.message for item in client.messages]
    assert str(file) in message
    assert "Mend it, or remove it" in message
    with pytest.raises(JsonRpcException, match="Mend it, or remove it"):
        await ignore(client, uri, before[0])
    assert file.read_text() == damage


async def test_a_file_that_cannot_be_written_is_reported(client: LanguageClient, tmp_path: Path, user_state: Path):
    mei, _ = two_students(tmp_path)
    uri = open_document(client, mei)
    before = await settled(client, uri, 1)
    await ignore(client, uri, before[0])
    await settled(client, uri, 1)
    file = kept_for(user_state, mei)
    file.unlink()
    file.mkdir()
    try:
        with pytest.raises(JsonRpcException, match=file.name):
            await ignore(client, uri, before[1])
    finally:
        file.rmdir()


@pytest.mark.parametrize("command", ["markscheme.ignoreFinding", "markscheme.ignoreCategory"])
@pytest.mark.parametrize("second", [[], [3], ["good-correction"], [{"category": "x"}]])
async def test_wrong_arguments_are_refused(client: LanguageClient, tmp_path: Path, command: str, second: list[object]):
    mei, _ = two_students(tmp_path)
    uri = open_document(client, mei)
    before = await settled(client, uri, 1)
    with pytest.raises(JsonRpcException):
        await client.workspace_execute_command_async(types.ExecuteCommandParams(command, arguments=[uri, *second]))
    assert len(await actions_at(client, uri, before[0].range))


async def test_ignored_findings_move_with_a_renamed_document(client: LanguageClient, tmp_path: Path):
    mei, _ = two_students(tmp_path)
    uri = open_document(client, mei)
    before = await settled(client, uri, 1)
    await ignore(client, uri, before[0])
    kept = messages(await settled(client, uri, 1))
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    renamed = mei.rename(tmp_path / "e.hyp.li.txt")
    client.workspace_did_rename_files(types.RenameFilesParams([types.FileRename(uri, renamed.as_uri())]))
    assert messages(await settled(client, open_document(client, renamed), 1)) == kept
