"""``markscheme.comment``, ``markscheme.dropComment``, ``markscheme.restoreComment``: what students read at a place.

For what they can be about, see :mod:`markscheme.lsp.commands.places.commented_place`.
"""

from collections.abc import Sequence
from typing import Any

import attrs
from pygls.exceptions import JsonRpcInvalidParams

from markscheme.exercises.comments.bank import PLACEHOLDERS, placeholders_in
from markscheme.exercises.comments.given_file import give, take_back
from markscheme.lsp.arguments import argument
from markscheme.lsp.commands.command import Command, result_of
from markscheme.lsp.commands.places.commented_place import CommentedPlace, PlaceArgument, write_given
from markscheme.lsp.language_server import MarkschemeServer


@attrs.frozen
class CommentArgument(PlaceArgument):
    """A comment, perhaps with placeholders; the code for the margin and the key of a bank's entry may be empty."""

    text: str = attrs.field(default="", kw_only=True)
    code: str = attrs.field(default="", kw_only=True)
    key: str = attrs.field(default="", kw_only=True)


async def comment(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    marked = await result_of(ls, argument(arguments, 0, str))
    choice = argument(arguments, 1, CommentArgument)
    if not choice.text.strip():
        raise JsonRpcInvalidParams("the comment has no text")
    for name in placeholders_in(choice.text):
        if name not in PLACEHOLDERS:
            raise JsonRpcInvalidParams(f"unknown placeholder {{{name}}}")
    target = CommentedPlace(marked, choice, ls.editor.encoding).topic()
    given = attrs.evolve(target, text=choice.text, code=choice.code, key=choice.key)
    await write_given(ls, marked, give, given, choice.by)


async def drop(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Leave a place, or the whole text, without a comment; the arguments are the document's URI and the place.

    A comment of a bank, or of a reference's margin, is left out for this student, or for everybody.
    """
    marked = await result_of(ls, argument(arguments, 0, str))
    about = argument(arguments, 1, PlaceArgument)
    target = CommentedPlace(marked, about, ls.editor.encoding)
    origin = target.comment()
    is_for_all = target.finding is not None and origin is not None and not origin.student
    if is_for_all or target.has_suggested_comment():
        await write_given(ls, marked, give, target.topic(), about.by)
    elif origin is not None:
        await write_given(ls, marked, take_back, origin)


async def restore(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    """Take a teacher's comment back, so that the bank's stands there again."""
    marked = await result_of(ls, argument(arguments, 0, str))
    origin = CommentedPlace(marked, argument(arguments, 1, PlaceArgument), ls.editor.encoding).comment()
    if origin is not None:
        await write_given(ls, marked, take_back, origin)


COMMENT = Command("markscheme.comment", comment)
DROP_COMMENT = Command("markscheme.dropComment", drop)
RESTORE_COMMENT = Command("markscheme.restoreComment", restore)
