"""The type of edits that insert or delete nothing but punctuation marks.

ERRANT takes it from part-of-speech tags. A small pipeline reads some marks as words, mostly hyphens between the parts
of a compound and runs such as ``!!!``.
"""

from collections.abc import Sequence

_MARKS = frozenset('.,;:!?()[]{}"“”„«»/-‐‑–—…')
"""Without the apostrophe, which may be a possessive's, and signs that are read as words, such as ``%`` and ``&``."""


def amended_type(before: Sequence[str], after: Sequence[str], error_type: str) -> str:
    """Return ERRANT's type of an edit, or ``M:PUNCT`` or ``U:PUNCT`` where only marks are inserted or deleted.

    >>> amended_type((), ("-",), "M:NOUN")
    'M:PUNCT'
    >>> amended_type(("'",), (), "U:NOUN:POSS")
    'U:NOUN:POSS'
    """
    if bool(before) == bool(after) or not all(_MARKS.issuperset(token) for token in (*before, *after)):
        return error_type
    return "U:PUNCT" if before else "M:PUNCT"
