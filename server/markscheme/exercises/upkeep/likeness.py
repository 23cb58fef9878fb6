"""Whether two texts are versions of one text, seen from the words that they share. Ours."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

RUN: Final = 3
"""Number of words on end that are compared."""
LEAST_SHARE: Final = 0.02
"""Share of a text's runs of words that stand in the other versions too, below which it is no version of them."""
LEAST_KINSHIP: Final = 0.2
"""Share of the shorter text's runs of words that two texts of one exercise have in common."""
LEAST_WORDS: Final = 30
"""Number of words of the shortest text that another can be told apart from; a sentence may be worded anew."""
_WORD = re.compile(r"\w+(?:['’]\w+)*")

Runs = frozenset[tuple[str, ...]]


def words(text: str) -> list[str]:
    """Return the words of a text without capital letters."""
    return _WORD.findall(text.casefold())


def word_runs(text: str) -> Runs:
    """Return every run of three words; of a shorter text, its words as one run."""
    tokens = words(text)
    length = min(RUN, len(tokens)) or 1
    return _runs(tokens, length)


def is_version(text: str, versions: Iterable[str]) -> bool:
    """Return whether a text shares words with one of the versions of a text; short versions decide nothing.

    >>> is_version("Buy chalk and return the essays.", ["He go to school by bus with his friends every day. " * 4])
    False
    >>> is_version("He goes to school by bus.", ["He go to school by bus with his friends every day. " * 4])
    True
    """
    runs = word_runs(text)
    length = len(next(iter(runs), ()))
    shared: set[tuple[str, ...]] = set()
    decides = False
    for version in versions if runs else ():
        own = words(version)
        if len(own) < LEAST_WORDS:
            continue
        decides = True
        shared |= runs & _runs(own, length)
        # Most texts share enough with the first version: the others need not be looked through at each keystroke.
        if shared and len(shared) >= LEAST_SHARE * len(runs):
            return True
    return not decides


def are_kin(one: Runs, other: Runs) -> bool:
    """Return whether two texts, given by their runs of words, are versions of one text."""
    shorter = min(len(one), len(other))
    return shorter > 0 and len(one & other) >= LEAST_KINSHIP * shorter


def _runs(tokens: Sequence[str], length: int) -> Runs:
    """Return every run of a number of words, at least 1."""
    return frozenset(zip(*(tokens[start:] for start in range(length)), strict=False))
