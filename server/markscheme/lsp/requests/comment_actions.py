"""What can be said of a finding to the student: the bank's comments that fit, none at all, or the bank's own choice."""

from collections.abc import Iterator
from typing import Any

import attrs

from markscheme.lsp.commands.command import Command
from markscheme.lsp.commands.comment import COMMENT, DROP_COMMENT, RESTORE_COMMENT
from markscheme.lsp.session.marked import Marked
from markscheme.marking.comments.choice import suggestions
from markscheme.marking.findings import Finding
from markscheme.marking.wording.comment_words import short_comment

MOST_SUGGESTIONS = 3
"""Largest number of comments that are offered for a finding, beside the one that stands there."""


@attrs.frozen
class CommentAction:
    """A command about a comment, with its title, and its argument without the range."""

    title: str
    command: Command
    argument: dict[str, Any]


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
        yield CommentAction(
            "Back to the suggested comment" if fitting else "Take the comment back", RESTORE_COMMENT, {}
        )
