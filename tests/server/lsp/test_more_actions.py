"""A place's list of actions is short; the others are behind its last action, which asks the person."""

from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from server.lsp.acting import actions_at, do, listed_at, plain, titled, until
from server.lsp.conversation import open_document, settled
from server.lsp.profiles import BARE, NEOVIM, under
from server.lsp.test_comments import letter

MORE, ASKED = "More…", "markscheme.moreActions"

pytestmark = pytest.mark.options(debounce=0, author="Ms Kim", textChanges=True)


async def opened(client: LanguageClient, folder: Path) -> tuple[str, types.Range]:
    """Open a document with comments in use, and return its URI and the place of a correction of the student's."""
    uri = open_document(client, letter(folder)[0])
    return uri, (await settled(client, uri, 1))[0].range


def answering(client: LanguageClient, *titles: str | None) -> list[types.ShowMessageRequestParams]:
    """Answer each question with the next title that begins so, and return the questions."""
    asked: list[types.ShowMessageRequestParams] = []
    answers = list(titles)

    @client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    def answer(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        asked.append(params)
        beginning = answers.pop(0)
        return None if beginning is None else next(item for item in params.actions if item.title.startswith(beginning))

    return asked


def applying(client: LanguageClient) -> list[types.ApplyWorkspaceEditParams]:
    edits: list[types.ApplyWorkspaceEditParams] = []

    @client.feature(types.WORKSPACE_APPLY_EDIT)
    def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        edits.append(params)
        return types.ApplyWorkspaceEditResult(applied=True)

    return edits


@under(NEOVIM)
async def test_what_is_used_most_is_listed_and_the_rest_is_one_action_away(client: LanguageClient, tmp_path: Path):
    uri, place = await opened(client, tmp_path)
    listed = [action.title for action in await listed_at(client, uri, place)]
    assert [title.split(":")[0] for title in listed] == [
        "Count as correct",
        "Count as partly correct",
        "Count as wrong",
        "Count as optional",
        "Don't count this place",
        "Comment",
        "Comment",
        MORE,
    ]
    every = [action.title for action in await actions_at(client, uri, place)]
    assert every[:7] == listed[:7]
    assert "Hide this place: go → walked" in every[7:]
    assert every[-2:] == ["Use “went” (Kim)", "Use the whole sentence (Kim)"]


@under(NEOVIM)
async def test_the_rest_is_asked_for_and_done(client: LanguageClient, tmp_path: Path):
    uri, place = await opened(client, tmp_path)
    questions, edits = answering(client, "Use the whole", None, "Hide this place"), applying(client)
    more = titled(await listed_at(client, uri, place), MORE)
    await do(client, more)
    every = [action.title for action in await actions_at(client, uri, place)]
    assert [item.title for item in questions[0].actions] == every[7:]
    [edit] = edits
    assert edit.label == "Use the whole sentence (Kim)"
    assert "new_text='ent'" in str(edit.edit)
    await do(client, more)
    assert len(edits) == 1
    await do(client, more)
    await until(client, uri, lambda items: place not in [item.range for item in items])


@under(NEOVIM)
async def test_titles_that_are_alike_are_told_apart(client: LanguageClient, tmp_path: Path):
    questions, edits = answering(client, "Undo this change (2)"), applying(client)
    undo = [
        {"title": "Undo this change", "edit": {"changes": {"file:///a": [{"range": _nowhere(), "newText": words}]}}}
        for words in ("first", "second")
    ]
    await client.workspace_execute_command_async(types.ExecuteCommandParams(ASKED, arguments=[undo]))
    assert [item.title for item in questions[0].actions] == ["Undo this change", "Undo this change (2)"]
    assert "second" in str(edits[0].edit)


def _nowhere() -> dict[str, object]:
    return {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


@under(NEOVIM)
async def test_an_editor_that_cannot_ask_is_told_and_lists_everything(client: LanguageClient, tmp_path: Path):
    uri, place = await opened(client, tmp_path)
    client.report_server_error = lambda *_: None
    """pytest-lsp lets a test fail where the client has no answer."""
    await do(client, titled(await listed_at(client, uri, place), MORE))
    assert "Ask for the actions of this place again" in client.messages[-1].message
    listed = [action.title for action in await listed_at(client, uri, place)]
    assert MORE not in listed
    assert "Hide this place: go → walked" in listed


@under(BARE)
async def test_an_editor_without_edits_of_the_server_lists_everything(client: LanguageClient, tmp_path: Path):
    uri, place = await opened(client, tmp_path)
    listed = [action.title for action in await listed_at(client, uri, place)]
    assert MORE not in listed
    assert "Hide this place: go → walked" in listed


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["file:///a"],
        [["Undo"]],
        [[{"name": "Undo"}]],
        [[{"title": "Run", "command": {"title": "", "command": "rm"}}]],
    ],
)
async def test_other_arguments_are_refused(client: LanguageClient, arguments: list[object]):
    with pytest.raises(JsonRpcException):
        await client.workspace_execute_command_async(types.ExecuteCommandParams(ASKED, arguments=arguments))


async def test_a_single_action_is_done_without_a_question(client: LanguageClient, tmp_path: Path):
    """As a client does that asks the person by itself."""
    uri, place = await opened(client, tmp_path)
    more = titled(await listed_at(client, uri, place), MORE)
    [others] = plain(more.command.arguments)
    sentence = [item for item in others if item["title"].startswith("Use the whole")]
    edits = applying(client)
    await client.workspace_execute_command_async(types.ExecuteCommandParams(ASKED, arguments=[sentence]))
    assert len(edits) == 1
