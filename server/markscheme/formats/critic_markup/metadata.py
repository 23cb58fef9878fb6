"""Metadata at the beginning of a mark, as Obsidian's Commentator writes it: ``{++{"author":"Kim"}@@the ++}``.

It is a JSON object and ``@@``, right behind the opening mark. It is in neither text. Text that begins so itself is
written behind empty metadata, ``{}@@``.
"""

import json

SEPARATOR = "@@"
NOTHING = "{}" + SEPARATOR
"""Metadata that says nothing."""
LONGEST = 1000
"""Characters of the longest metadata; what is longer is text."""
_DECODER = json.JSONDecoder()


def metadata_at(text: str, place: int) -> str:
    """Return the metadata that stands at a place of a text, with the separator; an empty string where there is none.

    >>> metadata_at('{++{"author":"Kim"}@@the ++}', 3)
    '{"author":"Kim"}@@'
    """
    if not text.startswith("{", place):
        return ""
    piece = text[place : place + LONGEST]
    try:
        value, end = _DECODER.raw_decode(piece)
    except (ValueError, RecursionError):
        return ""
    is_metadata = isinstance(value, dict) and piece.startswith(SEPARATOR, end)
    return piece[: end + len(SEPARATOR)] if is_metadata else ""


def author_in(metadata: str) -> str:
    """Return the author that metadata names, or an empty string."""
    author = json.loads(metadata.removesuffix(SEPARATOR)).get("author") if metadata else None
    return author.strip() if isinstance(author, str) else ""
