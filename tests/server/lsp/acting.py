"""Code actions: request them and run them, as an editor does."""

import asyncio
import re
from collections.abc import Callable
from typing import Any, Union

from cattrs import Converter
from lsprotocol import types
from pytest_lsp import LanguageClient

from server.lsp.conversation import PATIENCE, publications

_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def read_code_actions(converter: Converter) -> None:
    """Read every action as one: lsprotocol takes an action that has a command for a bare command."""

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
    """Return the actions for a range, with those of "More…"; ``diagnostics`` are those that the editor has there."""
    listed = await listed_at(client, uri, place, *diagnostics, only=only, trigger=trigger)
    if not listed or listed[-1].title != "More…":
        return listed
    [others] = listed[-1].command.arguments
    return [*listed[:-1], *client.protocol._converter.structure(plain(others), list[types.CodeAction])]


def plain(value: Any) -> Any:
    """Return a result as JSON has it; pygls gives objects as named tuples."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


async def listed_at(
    client: LanguageClient,
    uri: str,
    place: types.Range,
    *diagnostics: types.Diagnostic,
    only: list[str] | None = None,
    trigger: types.CodeActionTriggerKind | None = None,
) -> list[types.CodeAction]:
    """Return the actions that an editor lists at a range."""
    context = types.CodeActionContext(diagnostics, only, trigger)
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, context)
    return list(await client.text_document_code_action_async(params) or ())


async def of_diagnostic(client: LanguageClient, uri: str, diagnostic: types.Diagnostic) -> list[types.CodeAction]:
    """Return the actions for this finding, without those for another beside it."""
    offered = await actions_at(client, uri, diagnostic.range, diagnostic)
    return [action for action in offered if action.diagnostics]


def titled(actions: list[types.CodeAction], beginning: str) -> types.CodeAction:
    """Return the only action whose title begins so."""
    [only] = [action for action in actions if action.title.startswith(beginning)]
    return only


async def do(client: LanguageClient, action: types.CodeAction) -> None:
    """Run an action's command."""
    params = types.ExecuteCommandParams(action.command.command, arguments=list(action.command.arguments))
    await client.workspace_execute_command_async(params)


def offset(text: str, at: types.Position, encoding: str) -> int:
    """Return a position's place in a text, in characters, without the server's own line index."""
    start = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))][at.line]
    name, size = _UNITS[encoding]
    line = text[start:].encode(name)
    return start + len(line[: at.character * size].decode(name))


def text_edit(client: LanguageClient, action: types.CodeAction, uri: str, version: int) -> types.TextEdit:
    """Return the only edit of an action; it must name the document's version if the client supports that."""
    if client.profile.versioned_edits:
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
    """Return the document's diagnostics as soon as they are as wanted. A file reported twice is marked twice."""
    while True:
        published = publications(client, uri)
        if published and is_so(list(published[-1].diagnostics)):
            return list(published[-1].diagnostics)
        client.news.clear()
        await asyncio.wait_for(client.news.wait(), PATIENCE)
