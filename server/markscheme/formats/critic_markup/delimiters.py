"""The marks themselves: finding them in a text, and writing a text that has their characters."""

import re
from collections.abc import Iterator

CLOSING = {"{++": "++}", "{--": "--}", "{~~": "~~}", "{>>": "<<}", "{==": "==}"}
"""Closing marks by opening marks."""
OPENING = {closing: opening for opening, closing in CLOSING.items()}
"""Opening marks by closing marks."""
MARK = 3
"""The number of characters of each mark."""
ARROW = "~>"
"""Between the old text and the new of a substitution."""
_MARK = re.compile(r"(?<!\\)\\*+(?P<mark>\{(?:\+\+|--|~~|>>|==)|(?:\+\+|--|~~|<<|==)\}|~>)")
_MARKS = frozenset(CLOSING) | frozenset(OPENING)


def recognises(text: str) -> bool:
    """Return whether a text has at least one complete CriticMarkup mark, well placed or not."""
    open_marks: set[str] = set()
    for match in matches(text):
        mark = match["mark"]
        if quoted(match):
            continue
        if mark in OPENING:
            if (ARROW if mark == "~~}" else OPENING[mark]) in open_marks:
                return True
        elif mark != ARROW or "{~~" in open_marks:
            open_marks.add(mark)
    return False


def matches(text: str) -> Iterator[re.Match[str]]:
    """Yield everything in a text that could be a mark, with backslashes before it; group ``mark`` is without them."""
    at = 0
    while match := _MARK.search(text, at):
        yield match
        at = match.start("mark") + 1 if quoted(match) else match.end()


def quoted(match: re.Match[str]) -> bool:
    """Return whether the backslashes before a mark make its first character text."""
    return (match.start("mark") - match.start()) % 2 == 1


def quote(text: str, mark: str) -> str:
    """Return a text with the backslashes that it needs before a mark, to be read as it is.

    It goes from the end: whether a character needs a backslash depends on the characters behind it.
    """
    if not text.endswith("\\") and not _MARK.search(text + mark, 0, len(text) + max(len(mark) - 1, 0)):
        return text
    written: list[str] = []
    behind, before_mark = mark, bool(mark)
    for character in reversed(text):
        if character == "\\":
            unit = "\\\\" if before_mark else "\\"
        elif (character + behind)[:3] in _MARKS or (mark == ARROW and (character + behind)[:2] == ARROW):
            unit, before_mark = "\\" + character, True
        else:
            unit, before_mark = character, False
        written.append(unit)
        behind = (unit + behind)[:3]
    return "".join(reversed(written))
