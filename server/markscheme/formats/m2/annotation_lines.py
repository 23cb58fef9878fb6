"""``A`` lines of M2 as they are written."""

import re
from collections.abc import Iterable, Sequence

from markscheme.formats.m2.sentences import ALTERNATIVE, NO_CORRECTION, UNCLEAR, correction_tokens
from markscheme.formats.parallel import DETECTION

_RESERVED = frozenset({"", "noop", DETECTION})
"""Types that no correction may have."""
LINE_END = re.compile(r"\r\n|\n|\r")


def annotation_line(
    start: int, end: int, kind: str, replacement: Sequence[str], annotator: int, comment: str = NO_CORRECTION
) -> str:
    """Return the ``A`` line of an edit, without a line end. A detection (``UNK``) may be written without its words.

    Parameters
    ----------
    comment
        One line without ``|||``.

    Raises
    ------
    ValueError
        If M2 can't express the edit: white space in a token, ``||`` or ``-NONE-`` as a correction, a type with a
        character that ends a field. The message is a sentence without a full stop.
    """
    words = " ".join(replacement)
    if "|" in kind or LINE_END.search(kind):
        raise ValueError(f"the type {kind!r} has a character that ends a field")
    reserved = ALTERNATIVE in words or words == NO_CORRECTION
    if LINE_END.search(words) or (not reserved and correction_tokens(words) != tuple(replacement)):
        raise ValueError(f"the correction {words!r} has white space that parts no tokens")
    if reserved and kind != DETECTION:
        raise ValueError(f"the correction {words!r} has a meaning of its own there")
    return f"A {start} {end}|||{kind}|||{'' if reserved else words}|||REQUIRED|||{comment}|||{annotator}"


def noop_line(annotator: int, start: int = -1, end: int = -1, comment: str = NO_CORRECTION) -> str:
    """Return the ``A`` line of an annotator who changed nothing, in the sentence or a place, without a line end."""
    return f"A {start} {end}|||noop|||{NO_CORRECTION}|||REQUIRED|||{comment}|||{annotator}"


def written_type(types: Iterable[str], before: Sequence[str], after: Sequence[str]) -> str:
    """Return the first of a correction's types that M2 can give it; else ``M:OTHER``, ``U:OTHER`` or ``R:OTHER``.

    Parameters
    ----------
    before, after
        The tokens that are corrected, and the correction's.
    """
    reserved = _RESERVED if after and list(after) != list(before) else _RESERVED | {UNCLEAR}
    return next(
        (kind for kind in types if kind not in reserved), "M:OTHER" if not before else "R:OTHER" if after else "U:OTHER"
    )
