"""The kinds of places that a student is shown, each with its sign and its name in a student's words."""

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from markscheme.marking.review.findings import Finding
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
    counted
        Its name behind a number of places; by default the title.
    """

    name: str
    title: str
    sign: str
    asks: bool = True
    counted: str = attrs.field(default=attrs.Factory(lambda self: self.title.lower(), takes_self=True))


RIGHT = NoteKind("correct", "Right", "✓", asks=False)
OTHER_VERSION = NoteKind("other-version", "Your teacher has another version", "≈", counted="answered in another way")
"""An answer that no reference has and nobody has decided: it may be right."""
OWN_SENTENCE = NoteKind(
    "own-sentence", "Your own sentence: your teacher will read it", "▸", counted="in your own sentence"
)
FROM_SOURCE = NoteKind("from-source", "As in the text that you corrected", "=", asks=False)
"""A sentence that a student left as it was in a text that is largely written anew."""
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
ALL_KINDS = (*KINDS.values(), OTHER_VERSION, OWN_SENTENCE, FROM_SOURCE, TEACHERS_COMMENT)


def kind_of(finding: Finding) -> NoteKind | None:
    """Return what a student is told that a place is; ``None`` for an optional one, and without a verdict."""
    if finding.place is not None and finding.place.rewritten:
        return OWN_SENTENCE
    if finding.is_undecided:
        return OTHER_VERSION
    return None if finding.verdict is None else KINDS.get(finding.verdict)
