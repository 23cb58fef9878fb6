"""How tokens of English running text are compared."""

import unicodedata

_PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "\u00ad": None, "\u200b": None})


def compared(token: str) -> str:
    """Return a token as it is compared: NFC, plain quotes and hyphens, nothing invisible.

    >>> compared("don’t")
    "don't"
    """
    return unicodedata.normalize("NFC", token).translate(_PLAIN) or token
