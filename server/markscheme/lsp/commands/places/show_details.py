"""``markscheme.showDetails``: show a place's numbers for researchers, which its card leaves out."""

from collections.abc import Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from markscheme.lsp.arguments import REQUEST_FAILED, Place, argument
from markscheme.lsp.commands.command import Command, marks_of
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.marking.wording.cards import in_cleme2
from markscheme.marking.wording.place_words import without_markdown
from markscheme.text.places import Position


async def run(ls: MarkschemeServer, arguments: Sequence[Any]) -> str:
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


SHOW_DETAILS = Command("markscheme.showDetails", run)
