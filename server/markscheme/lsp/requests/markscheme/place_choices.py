"""``markscheme/placeChoices``: what a teacher can say and give at a place, for clients that let the person write it."""

from collections.abc import Iterator
from typing import Any

from markscheme.exercises.comments.bank import PLACEHOLDERS, CommentBank, filled
from markscheme.lsp.arguments import argument, document_uri, optional
from markscheme.lsp.commands.command import result_of
from markscheme.lsp.commands.places.commented_place import CommentedPlace, PlaceArgument
from markscheme.lsp.language_server import MarkschemeServer
from markscheme.lsp.requests.request import Request
from markscheme.lsp.session.marked import Marked
from markscheme.marking.comments import Comment, placeholder_values, suggestions
from markscheme.marking.scheme.mark import MarkLine
from markscheme.marking.wording.mark_words import line_of
from markscheme.marking.wording.place_words import did
from markscheme.marking.wording.words import one_line
from markscheme.reports.contract import review
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


async def answer(ls: MarkschemeServer, params: Any) -> review.PlaceChoices:
    """Return the choices at ``range`` of an open document; without it, those for the whole text."""
    marked = await result_of(ls, document_uri(params))
    about = argument([{"range": optional(params, "range", dict)}], 0, PlaceArgument)
    encoding = ls.editor.encoding
    return place_choices(marked, CommentedPlace(marked, about, encoding), encoding)


REQUEST = Request("markscheme/placeChoices", answer)
