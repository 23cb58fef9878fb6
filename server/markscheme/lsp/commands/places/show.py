"""Commands that show something: the next finding, a place's details, the actions that the light bulb left out.

``markscheme.moreActions``: let the person choose among the code actions that a short list leaves out.

LSP has no menus in menus. The actions travel as the command's argument, and the person is asked by
``window/showMessageRequest``, which nearly every editor has.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cattrs import BaseValidationError
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from markscheme.lsp.arguments import REQUEST_FAILED, Place, argument
from markscheme.lsp.commands.command import Command, marks_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.markscheme.places import BACKWARDS, FORWARDS, next_finding
from markscheme.marking.wording.cards import in_cleme2
from markscheme.marking.wording.mark_words import MORE
from markscheme.marking.wording.place_words import without_markdown
from markscheme.text.places import Position


async def run_next(ls: MarkschemeServer, arguments: Sequence[Any]) -> types.Location | None:
    return await _show(ls, arguments, FORWARDS)


async def run_previous(ls: MarkschemeServer, arguments: Sequence[Any]) -> types.Location | None:
    return await _show(ls, arguments, BACKWARDS)


async def _show(ls: MarkschemeServer, arguments: Sequence[Any], step: int) -> types.Location | None:
    uri, place = argument(arguments, 0, str), argument(arguments, 1, Place)
    result = await ls.session.current(uri)
    location = next_finding(result, place, step, ls.editor.encoding) if result else None
    if location is not None:
        await ls.editor.show(location)
    return location


NEXT = Command("markscheme.nextFinding", run_next)
PREVIOUS = Command("markscheme.previousFinding", run_previous)


async def run_show_details(ls: MarkschemeServer, arguments: Sequence[Any]) -> str:
    """Show and return the numbers of the finding at a place; the arguments are the document's URI and the position."""
    marked = await marks_of(ls, argument(arguments, 0, str))
    place = argument(arguments, 1, Place)
    offset = marked.index.offset(Position(place.line, place.character), ls.editor.encoding)
    finding = marked.review.narrowest_finding(offset)
    if finding is None:
        raise JsonRpcException("there is no mark at this place", REQUEST_FAILED)
    numbers = without_markdown(in_cleme2(finding, marked.review.passages[finding.passage]))
    words = marked.vocabulary.message(finding, marked.options.language, marked.exercise.groups)
    message = f"{words}. {numbers}"
    ls.editor.show_message(message, types.MessageType.Info)
    return message


SHOW_DETAILS = Command("markscheme.showDetails", run_show_details)


MORE_ACTIONS = "markscheme.moreActions"
MOST_ACTIONS = 8
"""Largest number of actions that are listed at a place before the one that shows the others."""


def shortened_list(actions: Sequence[types.CodeAction], ls: MarkschemeServer) -> list[types.CodeAction]:
    """Return the first actions of a long list, and one that shows the others; all where the editor can't ask."""
    if len(actions) <= MOST_ACTIONS or not ls.editor.can_choose:
        return [*actions]
    others = ls.protocol.plain(actions[MOST_ACTIONS:])
    more = types.CodeAction(
        MORE, kind=types.CodeActionKind.QuickFix, command=types.Command(MORE, MORE_ACTIONS, arguments=[others])
    )
    return [*actions[:MOST_ACTIONS], more]


def more_actions(commands: Sequence[Command]) -> Command:
    """Return the command that does one of the actions in its argument: the only or the chosen one."""
    named = {command.name: command for command in commands}

    async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> Any:
        actions = _actions(ls, arguments)
        chosen = actions[0] if len(actions) == 1 else await _choice(ls, actions)
        return None if chosen is None else await _do(ls, chosen, named)

    return Command(MORE_ACTIONS, run)


def _actions(ls: MarkschemeServer, arguments: Sequence[Any]) -> list[types.CodeAction]:
    values = argument(arguments, 0, list[dict[str, Any]])
    try:
        return [ls.protocol.structured(value, types.CodeAction) for value in values]
    except (BaseValidationError, ValueError, TypeError, KeyError) as error:
        raise JsonRpcInvalidParams("argument 1 is no list of code actions") from error


async def _choice(ls: MarkschemeServer, actions: Sequence[types.CodeAction]) -> types.CodeAction | None:
    """Return the action that the person chooses; a title that several have gets a number."""
    titled: dict[str, types.CodeAction] = {}
    for action in actions:
        again = sum(1 for other in titled.values() if other.title == action.title)
        titled[f"{action.title} ({again + 1})" if again else action.title] = action
    title = await ls.editor.ask(MORE, [*titled])
    if not ls.editor.can_choose:
        ls.editor.show_message("This editor can't show a list to choose from. Ask for the actions of this place again.")
    return titled.get(title or "")


async def _do(ls: MarkschemeServer, action: types.CodeAction, commands: Mapping[str, Command]) -> Any:
    if action.edit is not None:
        params = types.ApplyWorkspaceEditParams(action.edit, label=action.title)
        applied = await ls.workspace_apply_edit_async(params)
        if not applied.applied:
            reason = applied.failure_reason or "the document has changed"
            raise JsonRpcException(f"the editor did not make this change: {reason}", REQUEST_FAILED)
    if action.command is None:
        return None
    command = commands.get(action.command.command)
    if command is None:
        raise JsonRpcInvalidParams(f"{action.command.command} is no command of the server")
    return await command.run(ls, action.command.arguments or ())
