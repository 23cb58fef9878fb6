"""How often comments are used."""

from collections import Counter
from collections.abc import Iterable

import attrs

from markscheme.marking.comments.comment import Comment


@attrs.frozen
class CommentUse:
    """A comment, and how often students are given it.

    Attributes
    ----------
    text
        With its placeholders.
    key
        The entry of a bank that it is; may be empty.
    """

    code: str
    text: str
    key: str
    count: int


def comment_uses(comments: Iterable[Comment]) -> tuple[CommentUse, ...]:
    """Return each comment once, the most frequent first, then by code and text.

    A bank's comment that a teacher reworded is a comment of its own.
    """
    counts = Counter((item.code, item.template, item.key) for item in comments)
    return sorted_uses(CommentUse(*comment, count) for comment, count in counts.items())


def summed_uses(several: Iterable[Iterable[CommentUse]]) -> tuple[CommentUse, ...]:
    """Return the sums of several exercises' comments, in the order of one exercise's."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for uses in several:
        for item in uses:
            counts[item.code, item.text, item.key] += item.count
    return sorted_uses(CommentUse(*comment, count) for comment, count in counts.items())


def sorted_uses(uses: Iterable[CommentUse]) -> tuple[CommentUse, ...]:
    """Return comments in order: the most frequent first, then by code and text."""
    return tuple(sorted(uses, key=lambda item: (-item.count, item.code, item.text, item.key)))
