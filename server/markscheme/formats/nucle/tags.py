"""The tags and character references of NUCLE's SGML."""

import re
from collections.abc import Iterator, Mapping

import attrs

_TAG = re.compile(r"<(?P<slash>/?)(?P<name>[A-Za-z][A-Za-z0-9_]*)(?P<rest>[^<>]*)>")
_ATTRIBUTE = re.compile(r"""([A-Za-z_][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))""")
_REFERENCE = re.compile(r"&(?:(lt|gt|amp|quot|apos)|#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6}));")
_CHARACTERS = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_SPECIAL = str.maketrans({"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "\r": "&#13;"})


@attrs.frozen
class Tag:
    """A tag of a file.

    Attributes
    ----------
    name
        In capitals.
    start, end
        Its place in the file.
    closes
        Whether it is an end tag.
    rest
        What stands behind the name.
    """

    name: str
    start: int
    end: int
    closes: bool
    rest: str

    @property
    def attributes(self) -> Mapping[str, str]:
        """The attributes by name, in small letters."""
        return {
            match[1].lower(): decoded(match[2] or match[3] or match[4] or "")
            for match in _ATTRIBUTE.finditer(self.rest)
        }


def tags_in(text: str) -> Iterator[Tag]:
    """Yield everything in a file that is written as a tag."""
    for match in _TAG.finditer(text):
        yield Tag(match["name"].upper(), match.start(), match.end(), bool(match["slash"]), match["rest"])


def decoded(text: str) -> str:
    """Return a text with the characters that its references stand for; a reference to no character stays.

    >>> decoded("R&amp;D &lt; &#8364;5")
    'R&D < €5'
    """
    return _REFERENCE.sub(_character, text)


def encoded(text: str) -> str:
    """Return a text as it is written between tags and in attributes; white space at its ends is kept by references."""
    first = len(text) - len(text.lstrip())
    last = max(first, len(text.rstrip()))
    before, behind = ("".join(f"&#{ord(item)};" for item in space) for space in (text[:first], text[last:]))
    return before + text[first:last].translate(_SPECIAL) + behind


def _character(match: re.Match[str]) -> str:
    name, decimal, hexadecimal = match.groups()
    if name:
        return _CHARACTERS[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    is_character = 0 < code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
    return chr(code) if is_character else match[0]
