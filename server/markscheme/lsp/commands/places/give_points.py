"""``markscheme.givePoints``, ``markscheme.restorePoints``: a teacher's points for a place, or for the whole text.

For what they can be about, see :mod:`markscheme.lsp.commands.places.commented_place`.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import attrs
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from markscheme.exercises.comments.given_file import POINTS_RULE, give, is_points, take_back
from markscheme.lsp.arguments import REQUEST_FAILED, argument
from markscheme.lsp.commands.command import Command, result_of
from markscheme.lsp.commands.places.commented_place import CommentedPlace, PlaceArgument, write_given
from markscheme.lsp.language_server import MarkschemeServer

_ENTRY = re.compile(r"\s*(?:(?P<criterion>[^:：]*\S)\s*[:：])?\s*(?P<sign>[+\-−–]?)\s*(?P<number>\d+(?:[.,]\d+)?)\s*")


@attrs.frozen
class CriterionArgument(PlaceArgument):
    """What points are about; without a criterion, a whole text's are for the text as a whole."""

    criterion: str = attrs.field(default="", kw_only=True)


@attrs.frozen
class PointsArgument(CriterionArgument):
    """Points: a number, or what a person typed: ``+0.5``, ``−1``, ``0,25``; for the whole text also ``Content: 2``."""

    points: Any = attrs.field(kw_only=True)


def read_points(entry: str) -> tuple[str, Fraction] | None:
    """Return the criterion and the number that a person typed; ``None`` if it is no number.

    >>> read_points("−0,5"), read_points("Content: +2"), read_points("two")
    (('', Fraction(-1, 2)), ('Content', Fraction(2, 1)), None)
    """
    match = _ENTRY.fullmatch(entry)
    if match is None:
        return None
    number = Fraction(match["number"].replace(",", "."))
    return match["criterion"] or "", number if match["sign"] in ("", "+") else -number


async def give_points(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    marked = await result_of(ls, argument(arguments, 0, str))
    choice = argument(arguments, 1, PointsArgument)
    if marked.exercise.scheme is None:
        message = "there is no mark scheme in which points could count: write [scheme] into markscheme.toml"
        raise JsonRpcException(message, REQUEST_FAILED)
    entry = read_points(str(choice.points))
    if entry is None or not is_points(entry[1]):
        raise JsonRpcInvalidParams(f"points must be {POINTS_RULE}")
    place = CommentedPlace(marked, choice, ls.editor.encoding)
    criterion = " ".join((choice.criterion or entry[0]).split())
    if criterion and place.span is not None:
        raise JsonRpcInvalidParams("a criterion is for points of the whole text")
    given = attrs.evolve(place.topic(), text=None, points=entry[1], criterion=criterion)
    await write_given(ls, marked, give, given, choice.by)


async def restore_points(ls: MarkschemeServer, arguments: Sequence[Any]) -> None:
    marked = await result_of(ls, argument(arguments, 0, str))
    about = argument(arguments, 1, CriterionArgument)
    criterion = " ".join(about.criterion.split()).casefold()
    for item in CommentedPlace(marked, about, ls.editor.encoding).points():
        if item.origin is not None and (not item.is_whole or item.words.casefold() == criterion):
            await write_given(ls, marked, take_back, item.origin)


GIVE_POINTS = Command("markscheme.givePoints", give_points)
RESTORE_POINTS = Command("markscheme.restorePoints", restore_points)
