"""One person's edits of one text, put in order and freed of overlaps."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar


class Placed(Protocol):
    """An edit as a file states it: its place, in tokens or characters, and the replacement."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends; an insertion's start."""

    @property
    def replacement(self) -> object:
        """The new tokens or characters."""

    @property
    def corrects(self) -> bool:
        """False where an error was only detected, and the text stays."""


E = TypeVar("E", bound=Placed)


def disjoint(edits: Sequence[E], clash: Callable[[E, E], Exception]) -> tuple[E, ...]:
    """Return the edits in source order, insertions at one place in the file's order.

    A correction that stands there twice counts once; two insertions of the same word are two words. A detection
    that overlaps a correction, or another detection, is left out, as BEA-2019's ``json_to_m2.py`` does: FCE
    has corrections inside wider detections.

    Raises
    ------
    Exception
        The error that ``clash`` returns for two corrections that overlap.
    """
    if _are_disjoint(edits):
        return tuple(edits)
    in_order = sorted(edits, key=_place)
    corrections: list[E] = []
    for edit in filter(lambda item: item.corrects, in_order):
        before = corrections[-1] if corrections else None
        if before is None or before.end <= edit.start:
            corrections.append(edit)
        elif (_place(before), before.replacement) != (_place(edit), edit.replacement):
            raise clash(before, edit)
    ends = [edit.end for edit in corrections]
    detections: list[E] = []
    for edit in filter(lambda item: not item.corrects, in_order):
        after = bisect_right(ends, edit.start)
        inside = after < len(corrections) and corrections[after].start < edit.end
        if not inside and not (detections and detections[-1].end > edit.start):
            detections.append(edit)
    return tuple(sorted([*corrections, *detections], key=_place))


def _are_disjoint(edits: Sequence[Placed]) -> bool:
    """Return whether edits are all corrections, in source order, and none overlaps another, as in most sentences."""
    position = 0
    for edit in edits:
        if edit.start < position or not edit.corrects:
            return False
        position = edit.end
    return True


def _place(edit: Placed) -> tuple[int, int]:
    return edit.start, edit.end
