"""Sentences that follow each other without white space: ``do you like it?Well``, ``convenient.Public transport``."""

import re
from collections.abc import Iterator
from typing import Final

_CHUNK = re.compile(r"\S+")
_ADDRESS = re.compile(r"://|www\.|[@=\\]|(?<![\w.])(?:\w+\.)+[a-z]{2,4}/", re.IGNORECASE)
"""Found in addresses, queries and paths of files, whose marks end no sentence."""
_MARKS = re.compile(r"(?<![.!?])[.!?]++(?=[^\W\d_])")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_END_OF_WORD = re.compile(r".?\d|[^\W\d_]{2}", re.DOTALL)
"""The last two characters of a word before a full stop; an initial or a part of ``e.g.`` has one letter."""
_CAPITALS: Final = frozenset({"A", "I"})
"""The words of one letter that begin a sentence."""


def run_on_ends(text: str) -> Iterator[int]:
    """Yield the offsets right behind the marks that end a sentence with no white space behind them.

    >>> text = "Great!!!He likes it?Well, it is convenient.Public e.g. www.site.com Node.js Ph.D. 3.5 U.S.A. went...So"
    >>> [text[: end].split()[-1] for end in run_on_ends(text)]
    ['Great!!!', 'it?', 'convenient.']
    """
    for chunk in _CHUNK.finditer(text):
        if not _ADDRESS.search(chunk[0]):
            for marks in _MARKS.finditer(chunk[0]):
                before = chunk[0][max(0, marks.start() - 2) : marks.start()]
                after = _FIRST_WORD.match(chunk[0], marks.end())
                if after and _ends_sentence(before, marks[0], after[0]):
                    yield chunk.start() + marks.end()


def _ends_sentence(before: str, marks: str, after: str) -> bool:
    """Return whether marks between two words end a sentence; a full stop does so before a capitalised word alone."""
    if marks.strip("."):
        return bool(before)
    is_capitalised = after[0].isupper() and (after[1:2].islower() or after in _CAPITALS)
    return marks == "." and is_capitalised and bool(_END_OF_WORD.fullmatch(before)) and not before[-1].isupper()
