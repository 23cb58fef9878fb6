"""Names of error types in brat, which have letters, digits, ``_`` and ``-`` alone: ``R:VERB:SVA`` is ``R_VERB_SVA``."""

import re

UNTYPED = "Error"
"""Stands for an error whose type nobody gave; brat has no annotation without a type."""

_ERRANT = re.compile(r"[MRU](?::[A-Z]+){1,2}(?:\+[MRU](?::[A-Z]+){1,2})*|UNK")
_STORED = re.compile(r"[MRU](?:_[A-Z]+){1,2}(?:-[MRU](?:_[A-Z]+){1,2})*")
_FOREIGN = re.compile(r"[^A-Za-z0-9_-]")


def brat_type(kind: str) -> str:
    """Return the name of an error type in brat.

    >>> brat_type("R:VERB:SVA"), brat_type(""), brat_type("word choice")
    ('R_VERB_SVA', 'Error', 'word_choice')
    """
    if _ERRANT.fullmatch(kind):
        return kind.replace(":", "_").replace("+", "-")
    return _FOREIGN.sub("_", kind) or UNTYPED


def error_type(name: str) -> str:
    """Return the error type that a name in brat stands for.

    >>> error_type("R_VERB_SVA"), error_type("Error"), error_type("Articles")
    ('R:VERB:SVA', '', 'Articles')
    """
    if _STORED.fullmatch(name):
        return name.replace("_", ":").replace("-", "+")
    return "" if name == UNTYPED else name
