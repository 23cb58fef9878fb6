"""``markscheme.nextOpenSentence``: show the next sentence about which annotators differ and nobody has decided."""

from collections.abc import Sequence
from typing import Any

from lsprotocol import types

from markscheme.annotation.adjudication import State
from markscheme.annotation.differences import Sentence
from markscheme.lsp.arguments import Place, argument, file_path
from markscheme.lsp.commands.command import Command
from markscheme.lsp.editor import Locations
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.session.annotation.adjudications import OpenAdjudication


async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> types.Location | None:
    """Show and return the first open sentence behind a position; the arguments are the document's URI and the position.

    After the last one comes the first. One that is not in the document is shown in the source.
    """
    uri, at = argument(arguments, 0, str), argument(arguments, 1, Place)
    opened = await ls.adjudications.of(file_path(uri))
    locations = Locations(ls.session.read, ls.editor.encoding, with_views=ls.editor.shows_views)
    locations_of_open = [
        place
        for sentence in opened.sentences
        if opened.adjudication.state(sentence) is State.OPEN
        and (place := _location(opened, sentence, uri, locations)) is not None
    ]
    position = types.Position(at.line, at.character)
    behind = (item for item in locations_of_open if item.uri != uri or item.range.start > position)
    location = next(behind, locations_of_open[0] if locations_of_open else None)
    if location is not None:
        await ls.editor.show(location)
    return location


def _location(opened: OpenAdjudication, sentence: Sentence, uri: str, locations: Locations) -> types.Location | None:
    files = opened.adjudication.differences.files[sentence.text]
    places = (locations.of(file.path, span, file.name) for file, span in files.places(sentence.spots))
    shown = [place for place in places if place is not None]
    return next((place for place in shown if place.uri == uri), shown[0] if shown else None)


COMMAND = Command("markscheme.nextOpenSentence", run)
