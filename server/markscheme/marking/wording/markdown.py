"""Words of documents in Markdown."""

import re

from markscheme.marking.wording.place_words import Style

_SPECIAL = re.compile(r"([\\`*_\[\]<>&~])")
"""Characters that mean something in Markdown."""


def escaped(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    return _SPECIAL.sub(r"\\\1", text)


def _bold(text: str) -> str:
    return f"**{escaped(text)}**"


MARKDOWN = Style(escaped, _bold)


def without_markdown(card: str) -> str:
    """Return a card for clients that show plain text."""
    return re.sub(r"\\(.)", r"\1", card.replace("**", "").replace("`", "").replace("\n---\n", "\n"))
