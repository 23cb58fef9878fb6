"""The kinds of places that a student is shown, each with its sign and its name in a student's words."""

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from markscheme.marking.verdicts.verdict import Verdict


@attrs.frozen
class NoteKind:
    """A kind of place.

    Attributes
    ----------
    name
        Its name in a page's style.
    title
        Its name for a student.
    sign
        The sign behind its words.
    asks
        Whether something is left for the student to do.
    """

    name: str
    title: str
    sign: str
    asks: bool = True


RIGHT = NoteKind("correct", "Right", "✓", asks=False)
OWN_SENTENCE = NoteKind("own-sentence", "Your own sentence: your teacher will read it", "▸")
KINDS: Mapping[Verdict, NoteKind] = MappingProxyType(
    {
        Verdict.CORRECT: RIGHT,
        Verdict.PARTLY: NoteKind("partly-correct", "Partly right", "◐"),
        Verdict.DIFFERENT: NoteKind("different", "Not yet right", "≠"),
        Verdict.MISSED: NoteKind("missed", "Still to correct", "○"),
        Verdict.NOT_NEEDED: NoteKind("not-needed", "Not needed", "×"),
    }
)
"""The kinds of places that are judged; an optional place asks nothing of a student and has none."""
TEACHERS_COMMENT = NoteKind("remark-at-place", "Comment", "※", asks=False)
"""A teacher's own comment on a place that is not judged."""
ALL_KINDS = (*KINDS.values(), OWN_SENTENCE, TEACHERS_COMMENT)
