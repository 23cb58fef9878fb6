"""What can be said of a finding to the student, and which points it can bring.

A client that asks the person for words (``asksForText``) has one action for each; other clients choose among the bank's
comments that fit and a few numbers of points.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import attrs

from markscheme.lsp.commands.command import Command
from markscheme.lsp.commands.places.comment import COMMENT, DROP_COMMENT, RESTORE_COMMENT
from markscheme.lsp.commands.places.give_points import GIVE_POINTS, RESTORE_POINTS
from markscheme.lsp.session.marked import Marked
from markscheme.marking.comments import chosen, suggestions
from markscheme.marking.review.document_review import Finding
from markscheme.marking.scheme.mark import LineKind
from markscheme.marking.wording.mark_words import (
    ASK_COMMENT,
    ASK_POINTS,
    line_of,
    points_back,
    points_here,
    short_comment,
)

MOST_SUGGESTIONS = 3


COMMENT_DIALOG = "markscheme.askComment"
POINTS_DIALOG = "markscheme.askPoints"
"""A command of clients that ask the person, for a URI and a range, ``null`` for the whole text."""


@attrs.frozen
class CommentAction:
    """A command about a comment or points; its argument lacks the range."""

    title: str
    command: Command
    argument: dict[str, Any]


def dialogs(marked: Marked) -> Iterator[tuple[str, str]]:
    if marked.exercise.given_comments is not None and marked.whole.marks is not None:
        yield ASK_COMMENT, COMMENT_DIALOG
        if marked.mark is not None:
            yield ASK_POINTS, POINTS_DIALOG


def points_actions(marked: Marked, finding: Finding) -> Iterator[CommentAction]:
    """Yield the points that a teacher can give to a finding: all of them or none, or again the scheme's."""
    if marked.mark is None or marked.exercise.given_comments is None or finding not in marked.whole.findings:
        return
    line = line_of(marked.mark, marked.whole.findings.index(finding))
    if line is None:
        return
    for points in dict.fromkeys((line.full, Fraction(0))):
        if points is not None and points not in (line.points, line.by_scheme):
            yield CommentAction(points_here(points), GIVE_POINTS, {"points": float(points)})
    if line.kind is LineKind.GIVEN and line.by_scheme is not None:
        yield CommentAction(points_back(line.by_scheme), RESTORE_POINTS, {})


def comment_actions(marked: Marked, finding: Finding) -> Iterator[CommentAction]:
    """Yield what can be done about the comment on a finding; nothing where no comments are in use."""
    comments, exercise_comments = marked.comments, marked.exercise_comments
    if comments is None or exercise_comments is None or finding not in marked.whole.findings:
        return
    if marked.exercise.given_comments is None:
        return
    number = marked.whole.findings.index(finding)
    current, given = comments.findings[number], comments.given[number]
    fitting = suggestions(finding, exercise_comments.bank, marked.reader)
    others = [item for item in fitting if current is None or item.text != current.text]
    for item in others[:MOST_SUGGESTIONS]:
        value = {"text": item.template, "code": item.code, "key": item.key}
        yield CommentAction(f"Comment: {short_comment(item)}", COMMENT, value)
    if current is not None:
        yield CommentAction(f"No comment here: {short_comment(current)}", DROP_COMMENT, {})
    if given is not None:
        suggested = chosen(finding, exercise_comments.bank, marked.reader)
        title = "Take the comment back" if suggested is None else "Back to the suggested comment"
        yield CommentAction(title, RESTORE_COMMENT, {})
