"""A moderation as a page."""

from pathlib import Path

from markscheme.reports.moderation.moderation import Moderation
from markscheme.reports.moderation.moderation_words import (
    difference_words,
    location,
    mark_words,
    opinion_words,
    rest,
    summary,
)
from markscheme.reports.pages import page_style, page_template
from markscheme.version import VERSION


def moderation_page(moderation: Moderation) -> str:
    """Return a page with both marks of each text, and the places on which both teachers differ."""
    root = Path.cwd()
    return page_template("moderation").render(
        version=VERSION,
        style=page_style("moderation"),
        moderation=moderation,
        summary=list(summary(moderation)),
        several=len({student.assignment for student in moderation.students}) > 1,
        mark=mark_words,
        difference=difference_words,
        opinion=opinion_words,
        location=lambda place: location(place, root),
        rest=rest,
    )
