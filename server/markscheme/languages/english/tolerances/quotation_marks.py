"""Quotation marks: of any kind, or none.

A single mark after a word that ends in ``s`` is a possessive's apostrophe (``the students' books``), unless a single
quotation is open there. A possessive's apostrophe always counts.
"""

from markscheme.languages.tolerance import Tokens, Tolerance

_DOUBLE = frozenset({'"', "“", "”", "„", "‟", "«", "»", "``", "''"})
_OPENING = frozenset({"‘", "‚", "‹", "`"})
_SINGLE = frozenset({"'", "’", "´", "›"})
ALL_QUOTES = _DOUBLE | _OPENING | _SINGLE
"""All tokens that may be quotation marks, an apostrophe by itself among them."""


def _canonical(tokens: Tokens, /, *, before: Tokens, after: Tokens) -> Tokens:
    del after
    kept = []
    is_open = False
    last_word = ""
    for index, token in enumerate((*before, *tokens)):
        is_quote = token in ALL_QUOTES and not (token in _SINGLE and not is_open and _ends_in_s(last_word))
        if not is_quote and index >= len(before):
            kept.append(token)
        if token in _OPENING:
            is_open = True
        elif token in _SINGLE and is_quote:
            is_open = not is_open
        if token not in _DOUBLE:
            last_word = token
    return tuple(kept)


def _ends_in_s(word: str) -> bool:
    return word.isalpha() and word[-1:].casefold() == "s"


QUOTATION_MARKS = Tolerance(
    "quotation-marks", "Quotation marks", "other quotation marks than in {0}, or none", _canonical
)
