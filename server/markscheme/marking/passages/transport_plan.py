"""A passage's transport plans as plain values, for clients that draw them."""

from collections.abc import Sequence

import attrs

from markscheme.edits.edit import Edits
from markscheme.metrics.overlap import Scores

Matrix = tuple[tuple[float, ...], ...]
"""Rows are hypothesis edits, columns reference edits."""


@attrs.frozen
class PlanEdit:
    """An edit of the passage's source tokens ``start`` to ``end`` (half-open), and its mass under credit."""

    start: int
    end: int
    source: str
    replacement: str
    type: str
    mass: float


@attrs.frozen
class ReferencePlan:
    """The transport between the hypothesis's edits and one reference's.

    Attributes
    ----------
    gain
        How alike two edits are, in [0, 1].
    transport
        The mass that is moved from one edit to the other.
    scores
        Credit's precision, recall and F.
    """

    reference: str
    edits: tuple[PlanEdit, ...]
    gain: Matrix
    transport: Matrix
    scores: Scores


@attrs.frozen
class PassagePlan:
    """A passage's plans, one for each reference; ``source`` are its tokens."""

    source: tuple[str, ...]
    hypothesis: tuple[PlanEdit, ...]
    references: tuple[ReferencePlan, ...]
    signature: str


def plan_edits(source: Sequence[str], edits: Edits, masses: Sequence[float]) -> tuple[PlanEdit, ...]:
    """Return one side's edits with their masses."""
    return tuple(
        PlanEdit(
            edit.start,
            edit.end,
            " ".join(source[edit.start : edit.end]),
            " ".join(edit.replacement),
            edit.type,
            float(mass),
        )
        for edit, mass in zip(edits, masses, strict=True)
    )
