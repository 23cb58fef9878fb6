"""The words around comments: who gave one, and which can't be placed."""

from markscheme.exercises.comments.given_comment import GivenComment
from markscheme.marking.comments.comment import Comment
from markscheme.marking.comments.usage import CommentUse
from markscheme.marking.wording.people import person_name
from markscheme.marking.wording.words import counted, number, one_line, shortened

LONGEST = 60
"""Largest number of characters of a comment in a title."""


def comment_line(comment: Comment) -> str:
    """Return a comment on one line: its code, its text, and the teacher who gave it.

    >>> comment_line(Comment("Art", "A or the?", "A or the?", author="ms-kim"))
    'Art: A or the? (Ms Kim)'
    """
    code = f"{comment.code}: " if comment.code else ""
    by = f" ({person_name(comment.author)})" if comment.author else ""
    return f"{code}{one_line(comment.text)}{by}"


def short_comment(comment: Comment) -> str:
    """Return a comment's code and the beginning of its text."""
    return shortened(comment_line(comment), LONGEST)


def unplaced_line(item: GivenComment) -> str:
    """Return that a teacher's comment, or a teacher's points, no longer have a place."""
    by = f" by {person_name(item.author)}" if item.author else ""
    about = f"“{shortened(item.quote.words, LONGEST)}”" if item.quote.words else "a gap between words"
    if item.points is not None:
        return f"The points{by} for {about} no longer fit the student's text: {number(float(item.points))}"
    text = f": {shortened(one_line(item.text), LONGEST)}" if item.text else ""
    return f"The comment{by} on {about} no longer fits the student's text{text}"


def use_line(use: CommentUse) -> str:
    """Return how often a comment is used.

    >>> use_line(CommentUse("Art", "A or the?", "article", 3))
    '3 places  Art: A or the?'
    """
    return f"{counted(use.count, 'place')}  {f'{use.code}: ' if use.code else ''}{one_line(use.text)}"
