"""Characters that English texts have in place of an apostrophe: the curly one, and accents and primes by mistake."""

import re
import unicodedata
from typing import Final

APOSTROPHES: Final = "'’‘‛ʼʹ´`′΄＇"
"""The apostrophe, and what people type in its place."""

_PLAIN_APOSTROPHES = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
_PLAIN = _PLAIN_APOSTROPHES | str.maketrans({"“": '"', "”": '"', "–": "-", "\u00ad": None, "\u200b": None})
_INSIDE_WORD = re.compile(rf"(?<=[^\W\d_])[{APOSTROPHES}](?=[^\W\d_])")
_QUOTES = re.compile(r"`{2,}|´{2,}")


def plain_apostrophes(text: str) -> str:
    """Return a text with every apostrophe plain.

    >>> plain_apostrophes("don´t")
    "don't"
    """
    return text.translate(_PLAIN_APOSTROPHES)


def tokenised_as(text: str) -> str:
    """Return running text with plain apostrophes inside words; each character keeps its place.

    >>> tokenised_as("It`s a `quote`, isn´t it?")
    "It's a `quote`, isn't it?"
    """
    return _INSIDE_WORD.sub("'", text)


def compared(token: str) -> str:
    """Return a token as it is compared: NFC, plain quotes, apostrophes and hyphens, nothing invisible.

    >>> compared("don’t"), compared("n´t"), compared("``")
    ("don't", "n't", '``')
    """
    normalised = unicodedata.normalize("NFC", token)
    return normalised if _QUOTES.fullmatch(normalised) else normalised.translate(_PLAIN) or token
