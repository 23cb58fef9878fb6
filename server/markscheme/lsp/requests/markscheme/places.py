"""Own requests about places: which there are in a class, what can be said about one, and the next finding."""

import asyncio
from collections.abc import Iterator
from typing import Any

from lsprotocol import types

from markscheme.exercises.comments.bank import PLACEHOLDERS, CommentBank, filled
from markscheme.lsp.arguments import Place, argument, document_position, document_uri, file_path, optional
from markscheme.lsp.commands.command import result_of
from markscheme.lsp.commands.places.comment import CommentedPlace, PlaceArgument
from markscheme.lsp.editor import cancelling, lsp_range, uri_of, view_uri
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.documents.reviewing import class_places
from markscheme.lsp.session.marked import Marked
from markscheme.marking.comments import Comment, placeholder_values, suggestions
from markscheme.marking.scheme.mark import MarkLine
from markscheme.marking.wording.mark_words import line_of
from markscheme.marking.wording.place_words import did
from markscheme.marking.wording.words import one_line
from markscheme.reports.class_places import PlaceFilter
from markscheme.reports.contract import review
from markscheme.reports.contract.editor import Places
from markscheme.reports.json.review_json import comment_json
from markscheme.reports.output import range_json
from markscheme.text.places import PositionEncoding


def place_choices(marked: Marked, place: CommentedPlace, encoding: PositionEncoding) -> review.PlaceChoices:
    span, finding = place.wide_span, place.finding
    about = did(finding) if finding is not None else one_line(span.of(marked.index.text)) if span is not None else ""
    comment = _comment(marked, place)
    return {
        "about": about,
        "range": None if span is None else range_json(marked.index, span, encoding),
        "finding": place.number,
        "comment": None if comment is None else comment_json(comment),
        "template": "" if comment is None else comment.template,
        "changed": place.comment() is not None,
        "choices": list(_choices(marked, place)),
        "points": None if marked.mark is None else list(_points(marked, place)),
        "by": marked.options.person,
    }


def _comment(marked: Marked, place: CommentedPlace) -> Comment | None:
    comments, given = marked.comments, place.comment()
    if comments is None:
        return None
    if place.number is not None:
        return comments.findings[place.number]
    said = [*comments.whole, *((item.comment, item.origin) for item in comments.places)]
    return next((comment for comment, origin in said if origin is given), None)


def _choices(marked: Marked, place: CommentedPlace) -> Iterator[review.CommentChoice]:
    """Yield the bank's comments: those for such a place, then the others whose placeholders have words there."""
    bank = marked.exercise_comments.bank if marked.exercise_comments is not None else CommentBank()
    fitting = () if place.finding is None else suggestions(place.finding, bank, marked.reader)
    for item in fitting:
        yield _choice(item.code, item.text, item.template, item.key, fits=True)
    values = placeholder_values(place.finding, marked.reader)
    templates = {item.template for item in fitting}
    for entry in bank.entries:
        if entry.text not in templates and not set(entry.placeholders) & PLACEHOLDERS.keys() - values.keys():
            yield _choice(entry.code, filled(entry.text, values), entry.text, entry.key, fits=False)


def _choice(code: str, text: str, template: str, key: str, *, fits: bool) -> review.CommentChoice:
    return {"code": code, "text": text, "template": template, "key": key or None, "fits": fits}


def _points(marked: Marked, place: CommentedPlace) -> Iterator[review.PlacePoints]:
    given = place.points()
    if place.span is None:
        for item in given:
            yield _place_points(float(item.points), item.author, criterion=item.words, given=True)
        return
    line = _line(marked, place)
    by_scheme = None if line is None else line.by_scheme if given else line.points
    scheme = None if by_scheme is None else float(by_scheme)
    if given:
        yield _place_points(float(given[0].points), given[0].author, given=True, scheme=scheme)
    else:
        yield _place_points(scheme, scheme=scheme)


def _line(marked: Marked, place: CommentedPlace) -> MarkLine | None:
    return None if marked.mark is None or place.number is None else line_of(marked.mark, place.number)


def _place_points(
    points: float | None, by: str = "", *, criterion: str = "", given: bool = False, scheme: float | None = None
) -> review.PlacePoints:
    return {"criterion": criterion, "points": points, "given": given, "by": by or None, "scheme": scheme}


async def answer_place_choices(ls: MarkschemeServer, params: Any) -> review.PlaceChoices:
    """Return the choices at ``range`` of an open document; without it, those for the whole text."""
    marked = await result_of(ls, document_uri(params))
    about = argument([{"range": optional(params, "range", dict)}], 0, PlaceArgument)
    encoding = ls.editor.encoding
    return place_choices(marked, CommentedPlace(marked, about, encoding), encoding)


PLACE_CHOICES_REQUEST = Request("markscheme/placeChoices", answer_place_choices)


async def answer_places(ls: MarkschemeServer, params: Any) -> Places:
    from markscheme.reports.json.class_json import Uris
    from markscheme.reports.json.places_json import places_json

    scope, own = optional(params, "uri", str), optional(params, "folder", str)
    wanted = PlaceFilter(
        file_path(own) if own is not None else None,
        optional(params, "assignment", str),
        optional(params, "student", str),
        optional(params, "verdict", str) or optional(params, "category", str),
        optional(params, "group", str),
        optional(params, "type", str),
        optional(params, "outcome", str),
    )
    token = optional(params, "workDoneToken", int | str)
    reporter = ls.editor.reporter_of(token, "looking for the places", cancelling(asyncio.current_task()))
    try:
        place = file_path(scope) if scope is not None else None
        students = await class_places(ls.session, place, wanted, reporter)
        return await asyncio.to_thread(places_json, students, Uris(uri_of, view_uri), ls.editor.encoding)
    finally:
        reporter.end()


PLACES_REQUEST = Request("markscheme/places", answer_places)


FORWARDS, BACKWARDS = 1, -1


def next_finding(marked: Marked, place: Place, step: int, encoding: PositionEncoding) -> types.Location | None:
    """Return the next finding that is not a hit; after the last one the first. ``step`` -1: backwards."""
    ranges = [lsp_range(marked.index, item.span, encoding) for item in marked.findings if item.is_fault]
    at = types.Position(place.line, place.character)
    if not ranges:
        return None
    if step > 0:
        found = next((item for item in ranges if item.start > at), ranges[0])
    else:
        found = next((item for item in reversed(ranges) if item.start < at), ranges[-1])
    return types.Location(marked.document.uri, found)


async def answer_next(ls: MarkschemeServer, params: Any) -> types.Location | None:
    return await _answer(ls, params, FORWARDS)


async def answer_previous(ls: MarkschemeServer, params: Any) -> types.Location | None:
    return await _answer(ls, params, BACKWARDS)


async def _answer(ls: MarkschemeServer, params: Any, step: int) -> types.Location | None:
    marked = await ls.session.current(document_uri(params))
    return next_finding(marked, document_position(params), step, ls.editor.encoding) if marked else None


NEXT = Request("markscheme/nextFinding", answer_next)
PREVIOUS = Request("markscheme/previousFinding", answer_previous)
