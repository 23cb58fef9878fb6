"""A passage's transport plans as data, for somebody who draws them."""

from collections.abc import Sequence

import attrs

from markscheme.edits.edit import Edits
from markscheme.metrics.overlap import Scores

Matrix = tuple[tuple[float, ...], ...]
"""Rows are hypothesis edits, columns reference edits."""


@attrs.frozen
class PlanEdit:
    """An edit of the passage's source tokens ``start`` to ``end``, and its mass under credit."""

    start: int
    end: int
    source: str
    replacement: str
    type: str
    mass: float


@attrs.frozen
class ReferencePlan:
    """The hypothesis's edits against one reference's: gains in [0, 1], the mass moved, and what that comes to."""

    reference: str
    edits: tuple[PlanEdit, ...]
    gain: Matrix
    transport: Matrix
    scores: Scores


@attrs.frozen
class PassagePlan:
    """A passage's plans, one a reference; ``source`` are its tokens."""

    source: tuple[str, ...]
    hypothesis: tuple[PlanEdit, ...]
    references: tuple[ReferencePlan, ...]
    signature: str


def plan_edits(source: Sequence[str], edits: Edits, masses: Sequence[float]) -> tuple[PlanEdit, ...]:
    """One side's edits with their masses."""
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
