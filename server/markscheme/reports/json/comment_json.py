"""Comments as JSON, with LSP ranges."""

from collections.abc import Iterable

from markscheme.exercises.comments.given_comment import GivenComment
from markscheme.marking.comments.comment import Comment, DocumentComments
from markscheme.marking.comments.usage import CommentUse
from markscheme.reports.contract import assessment
from markscheme.reports.json.shape_json import range_json
from markscheme.text.positions import LineIndex, PositionEncoding


def comment_json(comment: Comment) -> assessment.Comment:
    """Return a comment."""
    return {
        "code": comment.code,
        "text": comment.text,
        "key": comment.key or None,
        "given": comment.given,
        "by": comment.author or None,
        "date": comment.date.isoformat() if comment.date else None,
    }


def comments_json(comments: DocumentComments, index: LineIndex, encoding: PositionEncoding) -> assessment.Comments:
    """Return the comments of a document that are on no finding, with ranges in an encoding."""
    return {
        "whole": [comment_json(comment) for comment, _ in comments.whole],
        "places": [
            {**comment_json(item.comment), "range": range_json(index, item.span, encoding)} for item in comments.places
        ],
        "unplaced": [_unplaced(item) for item in comments.unplaced],
    }


def _unplaced(item: GivenComment) -> assessment.UnplacedComment:
    day = item.date.isoformat() if item.date else None
    unplaced: assessment.UnplacedComment = {
        "words": item.quote.words,
        "text": item.text or "",
        "by": item.author or None,
        "date": day,
    }
    if item.points is not None:
        unplaced["points"] = float(item.points)
    return unplaced


def comment_uses_json(uses: Iterable[CommentUse]) -> list[assessment.CommentUse]:
    """Return how often comments are used."""
    return [{"code": item.code, "text": item.text, "key": item.key or None, "count": item.count} for item in uses]
