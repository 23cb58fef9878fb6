"""A passage's edits to its marks: categories first, weights, plans and credit when vectors are there.

Content only: token indices, no documents and no places. Equal passages have equal marks wherever they stand, so the
marks and verdicts of recent passages are kept by content: after a keystroke only the changed passage is marked again.

A verdict on a change looks at what touches it on every side, so that its cost grows with the changes that stand side by
side. Where everything is changed for many changes on end, one side's changes there count as one. CLEME2.0's chunks stay
the same: it, too, takes edits that touch for one.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.edits.edit import Chunk, Edit, Edits, Partition, PassageEdits, apply_edits, joined_spans, joined_tag
from markscheme.exercises.decisions import Placed
from markscheme.inference.memo import RecentValues
from markscheme.marking.changes import rules_with
from markscheme.marking.places import is_rewritten, verdicts
from markscheme.marking.review import VerdictCounts, verdict_counts
from markscheme.marking.settings import MarkSettings
from markscheme.marking.verdict import Place, Points, ReferenceVersion, TokenRange, Verdict
from markscheme.metrics import cleme2
from markscheme.metrics.base import (
    Category,
    dependent_category,
    independent_category,
)
from markscheme.metrics.cleme2 import Counts, Weights
from markscheme.metrics.credit import CreditPlan, CreditSettings, EditVectors, credit
from markscheme.metrics.overlap import Overlap, f_score
from markscheme.metrics.weightings import ChunkWeights


@attrs.frozen
class AlignedEdit:
    """A reference edit that takes a share of a mark's mass; ``gain`` is how alike the two edits are; both in [0, 1]."""

    source: TokenRange
    target: TokenRange
    type: str
    share: float
    gain: float


@attrs.frozen
class ReferenceMark:
    """One reference at a mark's place, with its edits that the mark's edits line up with, largest share first.

    No category where neither side changes the chunk. ``alignment`` is the credit of the mark's edits against this
    reference, in [0, 1]; ``None`` until vectors are there, and where the hypothesis has no edit.
    """

    target: TokenRange
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
    source: TokenRange
    target: TokenRange
    type: str
    weight: float | None
    difference: float | None
    credit: float | None
    references: tuple[ReferenceMark | None, ...]


@attrs.frozen
class PlaceMark:
    """A place with its verdict, and the chunk that it is in; ``None`` where CLEME2.0 counts it as left rightly.

    ``references`` has one for each version of the place, in their order.
    """

    place: Place
    chunk: ChunkMark | None
    references: tuple[ReferenceMark, ...]

    @property
    def credit(self) -> float | None:
        """In [0, 1], against the reference that the verdict follows first; ``None`` until vectors are there, and where
        the hypothesis has no edit."""
        return self.references[0].alignment if self.references else None


@attrs.frozen
class PassageMarks:
    """A passage's marks, in source order, with its counts: ``marks`` are CLEME2.0's chunks, ``places`` what people see.

    ``rewritten``: see :mod:`markscheme.marking.places`. ``reference`` is the one chosen under dependence,
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

    @cached_property
    def verdict_counts(self) -> VerdictCounts:
        """The passage's counts; one that is rewritten freely counts once, as ``different``."""
        places = [item.place for item in self.places]
        waiting = [self.points] if self.rewritten else [place.points for place in places if place.is_open]
        numbers = Counter([Verdict.DIFFERENT] if self.rewritten else [place.verdict for place in places])
        return VerdictCounts(
            verdict_counts(numbers),
            self.points,
            int(self.rewritten),
            is_comparable=not self.rewritten,
            open=len(waiting),
            at_risk=sum(item.earned for item in waiting),
            to_gain=sum(item.due - item.earned for item in waiting),
        )


MAX_CHANGES_IN_A_ROW = 16
"""Changes of one side in a stretch of the source in which every token is changed by some side."""
MAX_CHANGES = 100
"""Changes of one side in a passage."""
_Span = tuple[int, int]


def has_too_many_changes(edits: PassageEdits) -> bool:
    sides = (edits.hypothesis, *edits.references)
    if max(map(len, sides)) <= MAX_CHANGES_IN_A_ROW:
        return False
    return max(map(len, sides)) > MAX_CHANGES or any(_crowded_spans(sides))


def with_joined_changes(edits: PassageEdits) -> PassageEdits:
    if not has_too_many_changes(edits):
        return edits
    sides = (edits.hypothesis, *edits.references)
    sides = tuple(_joined(edits.source, side, list(_crowded_spans(sides))) for side in sides)
    gap = 1
    while max(map(len, sides)) > MAX_CHANGES:
        spans = _changed_spans(sides, gap)
        sides = tuple(_joined(edits.source, side, spans) for side in sides)
        gap *= 2
    return attrs.evolve(edits, hypothesis=sides[0], references=sides[1:])


def _crowded_spans(sides: Sequence[Edits]) -> Iterator[_Span]:
    starts = [[edit.start for edit in side] for side in sides]
    for start, end in _changed_spans(sides, 0):
        if any(bisect_right(side, end) - bisect_left(side, start) > MAX_CHANGES_IN_A_ROW for side in starts):
            yield start, end


def _changed_spans(sides: Sequence[Edits], gap: int) -> list[_Span]:
    return joined_spans(((edit.start, edit.end) for side in sides for edit in side), gap)


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
    replacement = apply_edits(source, edits, start, end)
    types, tag = {edit.type for edit in edits}, joined_tag(edits)
    kind = types.pop() if len(types) == 1 else tag.name if tag is not None else "R:OTHER"
    return Edit(start, end, replacement, kind, tag)


LEAST_SHARE = 0.05
"""Alignments of a smaller part of an edit's mass are not worth a person's look."""


@attrs.frozen(eq=False)
class PassageVectors:
    """The edits' vectors, float64: shapes (edits, d)."""

    hypothesis: npt.NDArray[np.float64]
    references: tuple[npt.NDArray[np.float64], ...]


@attrs.frozen
class PassageKey:
    """A passage's edits, and what teachers decided about it; the last ``accepted`` references are accepted
    alternatives.

    For ``unchanged`` and ``people`` see :class:`markscheme.marking.changes.Rules`.
    """

    edits: PassageEdits
    decisions: tuple[Placed, ...] = ()
    accepted: int = 0
    unchanged: frozenset[int] = frozenset()
    people: tuple[int, ...] = ()

    @property
    def taught(self) -> PassageEdits:
        """The passage's edits without accepted alternatives."""
        return self.edits.only(range(len(self.edits.references) - self.accepted)) if self.accepted else self.edits


def mark_passage(
    passage: PassageKey,
    places: Sequence[Place],
    vectors: PassageVectors | None,
    settings: MarkSettings = MarkSettings(),
    weights: ChunkWeights | None = None,
) -> PassageMarks:
    """Return the marks of one passage; without vectors no credit, and weights only if they are given.

    A passage that no reference's author has seen has no mark. CLEME2.0 sees accepted alternatives as references;
    verdicts follow the decisions themselves.
    """
    edits = passage.edits
    if edits.is_unseen:
        return PassageMarks((), cleme2.Counts(), None, None, None if vectors is None else Overlap())
    cut = edits.cut()
    metric = cleme2.Cleme2(level="sentence", assumption=settings.cleme2_assumption, factors=settings.factors)
    [result] = metric.evaluate([cut], None if weights is None else [weights]).sentences
    chosen = result.reference
    plans = credit_plans(edits, vectors, settings.credit) if vectors is not None else None
    builder = _MarkBuilder(edits, vectors, cut, chosen, plans)
    marks = [builder.mark(chunk) for chunk in cut.chunks]
    if weights is not None:
        row = weights[cut.references.index(result.weighed_against) if result.weighed_against is not None else 0]
        marks = [mark and _weighed(mark, own, settings) for mark, own in zip(marks, row, strict=True)]
    placed = [builder.place(place, marks) for place in places]
    return PassageMarks(
        tuple(mark for mark in marks if mark is not None),
        result.counts,
        result.weights if isinstance(result.weights, Weights) else None,
        chosen,
        _best_overlap([plans[index] for index in edits.seen_by], settings.credit.beta) if plans is not None else None,
        tuple(placed),
        is_rewritten(passage.taught) and not _is_decided(places),
    )


def _is_decided(places: Sequence[Place]) -> bool:
    """Return whether teachers decided about everything that the hypothesis changes: then somebody has read it."""
    return all(place.decided for place in places if place.edits)


def _weighed(mark: ChunkMark, weight: float, settings: MarkSettings) -> ChunkMark:
    return attrs.evolve(mark, weight=abs(weight), difference=weight if settings.chunk_weighting.signed else None)


def credit_plans(edits: PassageEdits, vectors: PassageVectors, settings: CreditSettings) -> tuple[CreditPlan, ...]:
    hypothesis = EditVectors(edits.hypothesis, vectors.hypothesis)
    return tuple(
        credit(edits.source, hypothesis, EditVectors(reference, own), settings)
        for reference, own in zip(edits.references, vectors.references, strict=True)
    )


def _best_overlap(plans: Sequence[CreditPlan], beta: float) -> Overlap:
    overlaps = [plan.overlap for plan in plans]
    return max(overlaps, key=lambda overlap: f_score(overlap, beta).f, default=Overlap())


class _MarkBuilder:
    """One passage's chunks to marks."""

    def __init__(
        self,
        edits: PassageEdits,
        vectors: PassageVectors | None,
        cut: Partition,
        chosen: int | None,
        plans: tuple[CreditPlan, ...] | None,
    ) -> None:
        self._edits = edits
        self._vectors = vectors
        self._column = {reference: column for column, reference in enumerate(cut.references)}
        self._chosen = chosen
        self._plans = plans

    def mark(self, chunk: Chunk) -> ChunkMark | None:
        if self._chosen is None:
            category = independent_category(chunk)
        else:
            category = dependent_category(chunk, self._column[self._chosen])
        if category is None:
            return None
        inside = _inside(self._edits.hypothesis, chunk)
        reference = self._missed_reference(chunk)
        shown = self._edits.hypothesis if inside else self._edits.references[reference]
        indices = inside or _inside(shown, chunk)
        return ChunkMark(
            category,
            TokenRange(chunk.start, chunk.end),
            _target(self._edits.hypothesis, chunk),
            "+".join(dict.fromkeys(shown[index].type for index in indices)),
            self._weight(None if inside else reference, indices),
            None,
            self._credit(chunk, inside),
            tuple(self._reference(index, chunk, inside) for index in range(len(self._edits.references))),
        )

    def place(self, place: Place, marks: Sequence[ChunkMark | None]) -> PlaceMark:
        chunk = next((mark for mark in marks if mark is not None and _holds(mark.source, place.source)), None)
        right = place.follows if place.verdict is Verdict.CORRECT else 0
        references = tuple(
            self._version(place, version, chunk, is_right=number < right)
            for number, version in enumerate(place.versions)
        )
        return PlaceMark(place, chunk, references)

    def _version(
        self, place: Place, version: ReferenceVersion, chunk: ChunkMark | None, *, is_right: bool
    ) -> ReferenceMark:
        of_chunk = None if chunk is None else chunk.references[version.reference]
        category = None if of_chunk is None else of_chunk.category
        if self._plans is None or not place.edits:
            return ReferenceMark(version.target, category, None, ())
        plan, reference = self._plans[version.reference], self._edits.references[version.reference]
        aligned = _aligned(plan, reference, place.edits)
        columns = [index for index, edit in enumerate(reference) if edit in version.edits]
        credit = 1.0 if is_right else plan.place_credit(place.edits, columns)
        return ReferenceMark(version.target, category, credit, aligned)

    def _missed_reference(self, chunk: Chunk) -> int:
        if self._chosen is not None:
            return self._chosen
        changing = (index for index, column in self._column.items() if chunk.references[column] is not None)
        return next(changing, 0)

    def _weight(self, reference: int | None, indices: Sequence[int]) -> float | None:
        if self._vectors is None:
            return None
        own = self._vectors.hypothesis if reference is None else self._vectors.references[reference]
        return float(np.linalg.norm(own[list(indices)], axis=1).sum())

    def _credit(self, chunk: Chunk, inside: Sequence[int]) -> float | None:
        if self._plans is None or not inside:
            return None
        references = range(len(self._plans)) if self._chosen is None else (self._chosen,)
        return max((self._alignment(self._plans[index], index, chunk, inside) for index in references), default=0.0)

    def _alignment(self, plan: CreditPlan, index: int, chunk: Chunk, inside: Sequence[int]) -> float:
        """Return credit 1 for equal words, however the edits are cut."""
        column = self._column.get(index)
        if column is not None and chunk.hypothesis == chunk.references[column]:
            return 1.0
        return plan.place_credit(inside, _inside(self._edits.references[index], chunk))

    def _reference(self, index: int, chunk: Chunk, inside: Sequence[int]) -> ReferenceMark | None:
        own = self._edits.references[index]
        column = self._column.get(index)
        if column is None:
            return None
        category = dependent_category(chunk, column)
        if self._plans is None or not inside:
            return ReferenceMark(_target(own, chunk), category, None, ())
        plan = self._plans[index]
        alignment = self._alignment(plan, index, chunk, inside)
        return ReferenceMark(_target(own, chunk), category, alignment, _aligned(plan, own, inside))


def _holds(whole: TokenRange, part: TokenRange) -> bool:
    return whole.start <= part.start and part.end <= whole.end


def _inside(edits: Edits, chunk: Chunk) -> list[int]:
    return [index for index, edit in enumerate(edits) if chunk.start <= edit.start and edit.end <= chunk.end]


def _target(edits: Edits, chunk: Chunk) -> TokenRange:
    before = sum(edit.growth for edit in edits if edit.end < chunk.start)
    inside = sum(edits[index].growth for index in _inside(edits, chunk))
    return TokenRange(chunk.start + before, chunk.end + before + inside)


def _aligned(plan: CreditPlan, reference: Edits, inside: Sequence[int]) -> tuple[AlignedEdit, ...]:
    rows = list(inside)
    mass = float(plan.hypothesis[rows].sum())
    found: list[AlignedEdit] = []
    growth = 0
    for column, edit in enumerate(reference):
        start = edit.start + growth
        growth += edit.growth
        moved = plan.transport[rows, column]
        share = float(moved.sum() / mass) if mass else 0.0
        if share >= LEAST_SHARE:
            gain = float((moved * plan.gain[rows, column]).sum() / moved.sum())
            target = TokenRange(start, start + len(edit.replacement))
            found.append(AlignedEdit(TokenRange(edit.start, edit.end), target, edit.type, min(share, 1.0), gain))
    return tuple(sorted(found, key=lambda aligned: -aligned.share))


VERDICT_BYTES_IN_MEMORY = 4 * 2**20


class RecentVerdicts:
    """The verdicts of the most recently used passages. A passage has the same ones without vectors and with them."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._places: RecentValues[Hashable, tuple[Place, ...]] = RecentValues(
            VERDICT_BYTES_IN_MEMORY, lambda places: 2_000 + 2_000 * len(places)
        )
        self.shrink = self._places.shrink

    def of(self, passage: PassageKey, settings: MarkSettings) -> tuple[Place, ...]:
        key = passage, settings.equal, settings.verdict_assumption
        places = self._places.get(key)
        if places is None:
            rules = rules_with(self._language, settings.equal, settings.verdict_assumption)
            rules = attrs.evolve(rules, decisions=passage.decisions, unchanged=passage.unchanged, people=passage.people)
            places = verdicts(passage.taught, rules)
            self._places[key] = places
        return places
