"""Code actions asked for and done, as an editor does them."""

import asyncio
import re
from collections.abc import Callable
from typing import Union

from lsprotocol import types
from pytest_lsp import LanguageClient

from lsp.conversation import PATIENCE, publications

_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def read_code_actions(client: LanguageClient) -> None:
    """Every action is read as one: lsprotocol takes an action that has a command for a bare command."""
    converter = client.protocol._converter

    def structure(value: object, _: object) -> types.CodeAction:
        return converter.structure(value, types.CodeAction)

    converter.register_structure_hook(Union[types.Command, types.CodeAction], structure)  # noqa: UP007


async def actions_at(
    client: LanguageClient,
    uri: str,
    place: types.Range,
    *diagnostics: types.Diagnostic,
    only: list[str] | None = None,
    trigger: types.CodeActionTriggerKind | None = None,
) -> list[types.CodeAction]:
    """What is offered for a range; ``diagnostics`` are those that the editor has there."""
    context = types.CodeActionContext(diagnostics, only, trigger)
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, context)
    return list(await client.text_document_code_action_async(params) or ())


async def of_diagnostic(client: LanguageClient, uri: str, diagnostic: types.Diagnostic) -> list[types.CodeAction]:
    """What is offered for this finding, and not for another beside it."""
    offered = await actions_at(client, uri, diagnostic.range, diagnostic)
    return [action for action in offered if action.diagnostics]


def titled(actions: list[types.CodeAction], beginning: str) -> types.CodeAction:
    """The one action whose title begins so."""
    [found] = [action for action in actions if action.title.startswith(beginning)]
    return found


async def do(client: LanguageClient, action: types.CodeAction) -> None:
    """Run an action's command."""
    params = types.ExecuteCommandParams(action.command.command, arguments=list(action.command.arguments))
    await client.workspace_execute_command_async(params)


def offset(text: str, at: types.Position, encoding: str) -> int:
    """Where a position is in a text, in characters, worked out without the server's own line index."""
    start = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))][at.line]
    name, size = _UNITS[encoding]
    line = text[start:].encode(name)
    return start + len(line[: at.character * size].decode(name))


def text_edit(client: LanguageClient, action: types.CodeAction, uri: str, version: int) -> types.TextEdit:
    """The one edit of an action, which names the document's version where the client's capabilities have that."""
    edits = client.capabilities.workspace.workspace_edit
    if edits and edits.document_changes:
        [change] = action.edit.document_changes
        assert action.edit.changes is None
        assert (change.text_document.uri, change.text_document.version) == (uri, version)
        [edit] = change.edits
    else:
        assert action.edit.document_changes is None
        [(of, [edit])] = action.edit.changes.items()
        assert of == uri
    return edit


def applied(text: str, edit: types.TextEdit, encoding: str) -> str:
    start, end = offset(text, edit.range.start, encoding), offset(text, edit.range.end, encoding)
    return text[:start] + edit.new_text + text[end:]


async def until(
    client: LanguageClient, uri: str, is_so: Callable[[list[types.Diagnostic]], bool]
) -> list[types.Diagnostic]:
    """The document's diagnostics, as soon as they are as wanted: who hears of a file twice, marks twice."""
    while True:
        found = publications(client, uri)
        if found and is_so(list(found[-1].diagnostics)):
            return list(found[-1].diagnostics)
        client.news.clear()
        await asyncio.wait_for(client.news.wait(), PATIENCE)
