"""Commas: one is there, or not. A comma inside a number always counts."""

import re
from collections.abc import Iterable

from markscheme.languages.english.tolerances.quotation_marks import ALL_QUOTES
from markscheme.languages.tolerance import Tokens, Tolerance

_FIRST_DIGITS = re.compile(r"\d{1,3}")
_THREE_DIGITS = re.compile(r"\d{3}")


def _canonical(tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens:
    sentence = (*before, *tokens, *after)
    start = len(before)
    return tuple(
        word
        for index, word in enumerate(tokens, start)
        if word != "," or _is_in_number(sentence[:index], sentence[index + 1 :])
    )


def _is_in_number(left: Tokens, right: Tokens) -> bool:
    """Return whether a comma parts thousands, as in ``1 , 000``."""
    first, second = _first_word(reversed(left)), _first_word(right)
    return bool(_FIRST_DIGITS.fullmatch(first) and _THREE_DIGITS.fullmatch(second))


def _first_word(tokens: Iterable[str]) -> str:
    return next((token for token in tokens if token not in ALL_QUOTES), "")


OPTIONAL_COMMAS = Tolerance("optional-commas", "Commas", "with or without a comma", _canonical)
