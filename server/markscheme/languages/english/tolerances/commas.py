"""Commas: one is there, or not. A comma inside a number always counts.

The comma before the last item of a list is one that grammar leaves free: ``apples, pears, and plums``. It is known by
the comma before it, a few words to the left.
"""

import re
from collections.abc import Iterable

from markscheme.languages.english.tolerances.contractions import split_contractions
from markscheme.languages.english.tolerances.introductory_comma import SENTENCE_ENDS, ends_in_introduction
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


_CONJUNCTIONS = frozenset({"and", "or", "nor"})
_LONGEST_ITEM = 3
"""The largest number of words between the last two commas of a list; more may be a clause."""


def _without_list_comma(tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens:
    sentence = (*before, *tokens, *after)
    start = len(before)
    return tuple(
        word
        for index, word in enumerate(tokens, start)
        if word != "," or not _ends_list(sentence[:index], sentence[index + 1 :])
    )


def _ends_list(left: Tokens, right: Tokens) -> bool:
    """Return whether a comma stands before the last item of a list."""
    item: list[str] = []
    for index in reversed(range(len(left))):
        if left[index] == ",":
            begins = left[:index]
            is_of_list = not ends_in_introduction(begins) and not _is_in_number(begins, left[index + 1 :])
            follows = _first_word(right).casefold() in _CONJUNCTIONS
            return is_of_list and follows and 0 < len(tuple(split_contractions(tuple(item)))) <= _LONGEST_ITEM
        if left[index] in SENTENCE_ENDS:
            return False
        if left[index] not in ALL_QUOTES:
            item.append(left[index])
    return False


def _is_in_number(left: Tokens, right: Tokens) -> bool:
    """Return whether a comma parts thousands, as in ``1 , 000``."""
    first, second = _first_word(reversed(left)), _first_word(right)
    return bool(_FIRST_DIGITS.fullmatch(first) and _THREE_DIGITS.fullmatch(second))


def _first_word(tokens: Iterable[str]) -> str:
    return next((token for token in tokens if token not in ALL_QUOTES), "")


LIST_COMMA = Tolerance(
    "list-comma",
    "The comma before the last item of a list",
    "with or without the comma before the last item of a list",
    _without_list_comma,
    "apples, pears, and plums; apples, pears and plums",
)
OPTIONAL_COMMAS = Tolerance("optional-commas", "Commas", "with or without a comma", _canonical)
