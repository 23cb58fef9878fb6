"""Changes of a hypothesis in parts. Ours.

One edit of a hypothesis may hold a correction that references make by itself, and more: ``was ashamed`` becomes ``were
too shy`` here, while references change ``was`` to ``were`` and differ on ``ashamed``. A teacher judges the two apart.
So an edit that is not correct as a whole is parted where a reference's correction ends or begins, if the hypothesis
earns more for it.
"""

from collections.abc import Iterator

import attrs

from markscheme.edits.edit import Edit
from markscheme.marking.verdicts.judged import Judged, followed
from markscheme.marking.verdicts.spots import Change
from markscheme.marking.verdicts.verdict import Verdict

_PARTED = (Verdict.DIFFERENT, Verdict.PARTLY)
"""Verdicts on an edit that may be better in parts."""


@attrs.frozen
class PartedJudgement:
    """A hypothesis judged, perhaps with some of its edits in parts.

    Attributes
    ----------
    judged, followed
        Against all references, and against those that verdicts follow.
    origins
        For each edit of ``judged``, the index of the hypothesis's edit that it is, or is a part of.
    """

    judged: Judged
    followed: Judged
    origins: tuple[int, ...]


def judged_in_parts(judged: Judged) -> PartedJudgement:
    """Return a judged hypothesis with its edits in parts, if it earns more so."""
    whole, hypothesis = followed(judged), judged.edits.hypothesis
    parts = [tuple(_parts(whole, index)) for index in range(len(hypothesis))]
    if all(len(own) == 1 for own in parts):
        return PartedJudgement(judged, whole, tuple(range(len(parts))))
    in_parts = judged.again(tuple(edit for own in parts for edit in own))
    parted = followed(in_parts)
    if whole.points.is_at_least(parted.points) or not parted.points.is_at_least(whole.points):
        return PartedJudgement(judged, whole, tuple(range(len(parts))))
    return PartedJudgement(in_parts, parted, tuple(index for index, own in enumerate(parts) for _ in own))


def _parts(judged: Judged, index: int) -> Iterator[Edit]:
    """Yield the parts of an edit of the hypothesis; the edit itself where it is judged whole."""
    edit = judged.edits.hypothesis[index]
    if any(index in change.edits for change in judged.changes) and _may_be_parted(judged, index):
        corrections = sorted(
            {change for reference in judged.references for change in reference.required if _is_replacement(change)},
            key=lambda change: (change.start - change.end, change.key, change.type),
        )
        if (first := next((item for item in corrections if _begins(edit, item)), None)) is not None:
            yield first.edit
            edit = attrs.evolve(edit, start=first.end, replacement=edit.replacement[len(first.replacement) :])
        if (last := next((item for item in corrections if _ends(edit, item)), None)) is not None:
            yield attrs.evolve(edit, end=last.start, replacement=edit.replacement[: -len(last.replacement)])
            edit = last.edit
    yield edit


def _may_be_parted(judged: Judged, index: int) -> bool:
    """Return whether an edit is a change by itself that is not correct, and that nobody has decided about."""
    change = next((item for item in judged.changes if item.edits == (index,)), None)
    if change is None:
        return False
    judgement = judged.judgement(index)
    return judgement.verdict in _PARTED and not judgement.decided


def _is_replacement(change: Change) -> bool:
    return bool(change.replaced and change.replacement) and change.has_words and len(change.parts) == 1


def _begins(edit: Edit, correction: Change) -> bool:
    """Return whether an edit makes a correction of its first words, and changes further words into others."""
    length = len(correction.replacement)
    return (
        edit.start == correction.start
        and correction.end < edit.end
        and len(edit.replacement) > length
        and edit.replacement[:length] == correction.replacement
    )


def _ends(edit: Edit, correction: Change) -> bool:
    """Return whether an edit makes a correction of its last words, and changes words before them into others."""
    length = len(correction.replacement)
    return (
        edit.end == correction.end
        and edit.start < correction.start
        and len(edit.replacement) > length
        and edit.replacement[-length:] == correction.replacement
    )
