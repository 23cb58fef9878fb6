"""A passage's marks: settings, counts, scores and the places that people are shown.

A verdict on a change looks at what touches it on every side, so that its cost grows with the changes that stand side by
side. Where everything is changed for many changes on end, one side's changes there count as one. CLEME2.0's chunks stay
the same: it, too, takes edits that touch for one.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from markscheme.contract import shape
from markscheme.edits.edit import Edit, Edits, PassageEdits, edited_tokens
from markscheme.exercises.configuration import MarkingOverrides
from markscheme.inference.judge import JudgeSettings
from markscheme.languages.language import tolerance_names
from markscheme.marking.verdicts.verdict import Place, Points, Stretch
from markscheme.metrics.base import ASSUMPTIONS, Assumption, Category, Level, Metric
from markscheme.metrics.cleme2 import Counts, Factors, Weights
from markscheme.metrics.credit import CreditSettings
from markscheme.metrics.overlap import Overlap, Scores
from markscheme.metrics.registry import metric_with
from markscheme.metrics.weightings import Weighting, WeightingName, weighting

CREDIT = CreditSettings(ceiling=0.75)
"""Credit as people are shown it. The ceiling is the lowest of those tried that costs less than 0.01 on GJG15."""


def _tolerances(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names once each, sorted; ValueError lists the tolerances if no language has one of these names."""
    for name in (unique := tuple(sorted(set(names)))):
        if name not in tolerance_names():
            raise ValueError(f"there is no tolerance {name!r}. The tolerances are {', '.join(tolerance_names())}")
    return unique


@attrs.frozen
class MarkSettings:
    """How a document is marked against its references.

    Without ``assumption``, one reference is followed in a passage for CLEME2.0, as published, and any at each place for
    verdicts. ``level`` decides the document's scores (of summed counts, or the mean over sentences) and the curves of
    weighting by length, not a passage's marks. ``judge`` is the model for the weighting ``llm``; no exercise's
    configuration sets it. ``metric`` names one more metric of the document. ``equal`` names the tolerances that are
    switched on.
    """

    assumption: Assumption | None = None
    factors: Factors = Factors()
    credit: CreditSettings = CREDIT
    level: Level = "corpus"
    weighting: WeightingName = "none"
    judge: JudgeSettings | None = None
    metric: str = ""
    equal: tuple[str, ...] = attrs.field(default=(), converter=_tolerances)

    @property
    def cleme2_assumption(self) -> Assumption:
        return self.assumption or "dependent"

    @property
    def verdict_assumption(self) -> Assumption:
        return self.assumption or "independent"

    @property
    def weighs_late(self) -> bool:
        """Whether edits are weighed by the encoder or a judge, and so after the categories are there."""
        weighting = self.chunk_weighting
        return weighting.needs_encoder or (weighting.needs_judge and self.judge is not None)

    @property
    def chunk_weighting(self) -> Weighting:
        """The weighting, with the least weight of credit."""
        return weighting(self.weighting, floor=self.credit.floor)

    def document_metric(self) -> Metric[Any] | None:
        """Return the metric that the settings name; RegistryError if there is none or its package can't be loaded."""
        settings = {"level": self.level, "assumption": self.cleme2_assumption, "factors": self.factors}
        credit = attrs.asdict(self.credit)
        return metric_with(self.metric, {**settings, **credit, "weighting": self.weighting}) if self.metric else None

    def overridden(self, overrides: MarkingOverrides) -> "MarkSettings":
        """Return these settings with an exercise's own in their place.

        >>> MarkSettings().overridden(MarkingOverrides("independent", tau=1.0)).credit.tau
        1.0
        """
        credit = attrs.evolve(
            self.credit,
            tau=self.credit.tau if overrides.tau is None else overrides.tau,
            beta=self.credit.beta if overrides.beta is None else overrides.beta,
        )
        factors = self.factors if overrides.factors is None else Factors(*overrides.factors)
        return attrs.evolve(
            self,
            assumption=ASSUMPTIONS[overrides.assumption] if overrides.assumption else self.assumption,
            factors=factors,
            credit=credit,
            weighting=weighting(overrides.weighting).name if overrides.weighting else self.weighting,
            equal=self.equal if overrides.equal is None else overrides.equal,
        )


@attrs.frozen
class AlignedEdit:
    """A reference edit that takes a share of a mark's mass; ``gain`` is how alike the two edits are; both in [0, 1]."""

    source: Stretch
    target: Stretch
    type: str
    share: float
    gain: float


@attrs.frozen
class ReferenceMark:
    """One reference at a mark's place, with its edits that the mark's edits line up with, largest share first.

    No category where neither side changes the chunk. ``alignment`` is the credit of the mark's edits against this
    reference, in [0, 1]; ``None`` until vectors are there, and where the hypothesis has no edit.
    """

    target: Stretch
    category: Category | None
    alignment: float | None
    edits: tuple[AlignedEdit, ...]


@attrs.frozen
class ChunkMark:
    """A chunk that is hit, wrong, under- or over-corrected, with an entry for each reference (``None``: it is not
    there).

    ``type`` joins the ERRANT types of its edits, or of a missed reference's, by ``+``. ``weight`` is at least 0,
    without weighting the summed length of those edits' vectors; ``None`` until vectors or judgements are there.
    ``difference`` is the weight by similarity with its sign: negative where the sentence became less like the
    reference. ``credit``, in [0, 1], is against the reference that the passage is marked against; ``None`` for an
    under-correction.
    """

    category: Category
    source: Stretch
    target: Stretch
    type: str
    weight: float | None
    difference: float | None
    credit: float | None
    references: tuple[ReferenceMark | None, ...]


@attrs.frozen
class PlaceMark:
    """A place with its verdict, and its chunk's category and weight; ``None`` where CLEME2.0 counts it as left rightly.

    ``credit``, in [0, 1], is against the reference that the verdict follows first; ``None`` until vectors are there,
    and where the hypothesis has no edit. ``references`` has one for each version of the place, in their order.
    """

    place: Place
    category: Category | None
    weight: float | None
    difference: float | None
    credit: float | None
    references: tuple[ReferenceMark, ...]


@attrs.frozen
class PassageMarks:
    """A passage's marks, in source order, with its counts: ``marks`` are CLEME2.0's chunks, ``places`` what people see.

    ``rewritten``: see :mod:`markscheme.marking.verdicts.places`. ``reference`` is the one chosen under dependence,
    ``credit`` the overlap with the reference of the highest F. ``weights`` and ``credit`` are ``None`` until vectors or
    judgements are there.
    """

    marks: tuple[ChunkMark, ...]
    counts: Counts
    weights: Weights | None
    reference: int | None
    credit: Overlap | None
    places: tuple[PlaceMark, ...] = ()
    rewritten: bool = False

    @property
    def points(self) -> Points:
        """What the places earn, and what was due; in a passage that is rewritten freely only what was needed is due.

        A new sentence has many changes that nobody asked for. They say nothing of how much was to be corrected.
        """
        total = sum((item.place.points for item in self.places), Points())
        if not self.rewritten:
            return total
        needs = sum(item.place.needs for item in self.places)
        return Points(min(total.earned, needs), needs)


MAX_TANGLED = 16
"""Changes of one side in a stretch of the source in which every token is changed by some side."""
MAX_CHANGES = 100
"""Changes of one side in a passage."""

_Span = tuple[int, int]


def is_tangled(edits: PassageEdits) -> bool:
    sides = (edits.hypothesis, *edits.references)
    if max(map(len, sides)) <= MAX_TANGLED:
        return False
    return max(map(len, sides)) > MAX_CHANGES or any(_tangled_spans(sides))


def untangled(edits: PassageEdits) -> PassageEdits:
    if not is_tangled(edits):
        return edits
    sides = (edits.hypothesis, *edits.references)
    sides = tuple(_joined(edits.source, side, list(_tangled_spans(sides))) for side in sides)
    gap = 1
    while max(map(len, sides)) > MAX_CHANGES:
        spans = list(_stretches(sides, gap))
        sides = tuple(_joined(edits.source, side, spans) for side in sides)
        gap *= 2
    return attrs.evolve(edits, hypothesis=sides[0], references=sides[1:])


def _tangled_spans(sides: Sequence[Edits]) -> Iterator[_Span]:
    starts = [[edit.start for edit in side] for side in sides]
    for start, end in _stretches(sides, 0):
        if any(bisect_right(side, end) - bisect_left(side, start) > MAX_TANGLED for side in starts):
            yield start, end


def _stretches(sides: Sequence[Edits], gap: int) -> Iterator[_Span]:
    """Yield the spans of all sides together, with at most ``gap`` tokens between changes."""
    merged: _Span | None = None
    for start, end in sorted((edit.start, edit.end) for side in sides for edit in side):
        if merged and start <= merged[1] + gap:
            merged = merged[0], max(merged[1], end)
            continue
        if merged:
            yield merged
        merged = start, end
    if merged:
        yield merged


def _joined(source: tuple[str, ...], side: Edits, spans: Sequence[_Span]) -> Edits:
    joined: list[Edit] = []
    waiting = list(reversed(side))
    for start, end in spans:
        while waiting and waiting[-1].start < start:
            joined.append(waiting.pop())
        inside: list[Edit] = []
        while waiting and waiting[-1].end <= end:
            inside.append(waiting.pop())
        if inside:
            joined.append(_one(source, inside))
    return (*joined, *reversed(waiting))


def _one(source: tuple[str, ...], edits: Sequence[Edit]) -> Edit:
    if len(edits) == 1:
        return edits[0]
    start, end = edits[0].start, edits[-1].end
    moved = (attrs.evolve(edit, start=edit.start - start, end=edit.end - start) for edit in edits)
    replacement = tuple(edited_tokens(source[start:end], moved))
    types = {edit.type for edit in edits}
    return Edit(start, end, replacement, types.pop() if len(types) == 1 else "R:OTHER")


Matrix = tuple[tuple[float, ...], ...]
"""Rows are hypothesis edits, columns reference edits."""


@shape()
@attrs.frozen
class PlanEdit:
    """An edit of a passage's source tokens."""

    start: int
    """The index of the first token that the edit replaces."""
    end: int
    """The index after the last token that the edit replaces; equal to ``start`` for an insertion."""
    source: str
    """The words that the edit replaces."""
    replacement: str
    """The words of the edit."""
    type: str
    """ERRANT's type."""
    mass: float
    """The edit's mass under credit."""


@shape()
@attrs.frozen
class ReferencePlan:
    """The transport plan between the hypothesis's edits and one reference's edits."""

    reference: str
    """The reference's name."""
    edits: tuple[PlanEdit, ...]
    """The reference's edits."""
    gain: Matrix
    """The similarity of two edits, in 0 to 1: a row for each hypothesis edit, a column for each reference edit."""
    transport: Matrix
    """The mass that is transported between two edits, in the same rows and columns."""
    scores: Scores
    """The passage's credit against this reference."""


@attrs.frozen
class PassagePlan:
    """A passage's plans."""

    source: tuple[str, ...]
    """The tokens of the passage's source."""
    hypothesis: tuple[PlanEdit, ...]
    """The hypothesis's edits."""
    references: tuple[ReferencePlan, ...]
    """One plan for each reference."""
    signature: str
    """The metric and the settings that the numbers depend on."""


def plan_edits(source: Sequence[str], edits: Edits, masses: Sequence[float]) -> tuple[PlanEdit, ...]:
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
