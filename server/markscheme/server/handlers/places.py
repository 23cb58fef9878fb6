"""Places: those of a class, the next finding in a document, and the numbers of a finding."""

import asyncio
from collections.abc import Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from markscheme.contract import shown
from markscheme.marking.cards import in_cleme2
from markscheme.marking.words import without_markdown
from markscheme.reports.class_places import PlaceFilter, Places
from markscheme.server.arguments import (
    REQUEST_FAILED,
    argument,
    document_position,
    document_uri,
    optional,
    optional_path,
)
from markscheme.server.handling import command, marks_of, progress, request
from markscheme.server.language_server import MarkschemeServer
from markscheme.server.locations import URIS
from markscheme.server.session.documents.reviewing import class_places

SHOW_DETAILS = "markscheme.showDetails"


@request("markscheme/places")
async def places_of_class(ls: MarkschemeServer, params: Any) -> Any:
    """Return the places behind a number of the class's overview."""
    place = optional_path(params, "uri")
    wanted = PlaceFilter(
        optional_path(params, "folder"),
        optional(params, "assignment", str),
        optional(params, "student", str),
        optional(params, "verdict", str) or optional(params, "category", str),
        optional(params, "group", str),
        optional(params, "type", str),
        optional(params, "outcome", str),
    )
    with progress(ls, params, "looking for the places") as reporter:
        places = Places(await class_places(ls.session, place, wanted, reporter))
        return await asyncio.to_thread(shown, places, uris=URIS)


@request("markscheme/nextFinding")
async def next_finding(ls: MarkschemeServer, params: Any) -> types.Location | None:
    return await _finding_beside(ls, document_uri(params), document_position(params), backwards=False)


@request("markscheme/previousFinding")
async def previous_finding(ls: MarkschemeServer, params: Any) -> types.Location | None:
    return await _finding_beside(ls, document_uri(params), document_position(params), backwards=True)


@command("markscheme.nextFinding")
async def show_next_finding(ls: MarkschemeServer, arguments: Sequence[Any]) -> types.Location | None:
    return await _show_finding(ls, arguments, backwards=False)


@command("markscheme.previousFinding")
async def show_previous_finding(ls: MarkschemeServer, arguments: Sequence[Any]) -> types.Location | None:
    return await _show_finding(ls, arguments, backwards=True)


async def _show_finding(ls: MarkschemeServer, arguments: Sequence[Any], *, backwards: bool) -> types.Location | None:
    uri, place = argument(arguments, 0, str), argument(arguments, 1, types.Position)
    location = await _finding_beside(ls, uri, place, backwards=backwards)
    if location is not None:
        await ls.editor.show(location)
    return location


async def _finding_beside(
    ls: MarkschemeServer, uri: str, place: types.Position, *, backwards: bool
) -> types.Location | None:
    """Return the next finding that is not a hit; after the last one the first."""
    marked = await ls.session.current(uri)
    if marked is None:
        return None
    ranges = [marked.index.lsp_range(item.span) for item in marked.findings if item.is_fault]
    if not ranges:
        return None
    if backwards:
        found = next((item for item in reversed(ranges) if item.start < place), ranges[-1])
    else:
        found = next((item for item in ranges if item.start > place), ranges[0])
    return types.Location(marked.document.uri, found)


@command(SHOW_DETAILS)
async def show_details(ls: MarkschemeServer, arguments: Sequence[Any]) -> str:
    """Show and return the numbers of the finding at a place; the arguments are the document's URI and the position."""
    marked = await marks_of(ls, argument(arguments, 0, str))
    place = argument(arguments, 1, types.Position)
    finding = marked.review.narrowest_finding(marked.index.offset_at(place))
    if finding is None:
        raise JsonRpcException("there is no mark at this place", REQUEST_FAILED)
    numbers = without_markdown(in_cleme2(finding, marked.review.passages[finding.passage]))
    words = marked.vocabulary.message(finding, marked.options.language, marked.exercise.groups)
    message = f"{words}. {numbers}"
    ls.editor.show_message(message, types.MessageType.Info)
    return message
