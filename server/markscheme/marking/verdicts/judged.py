"""A passage's hypothesis judged against all its references at once, before it is cut into places. Ours.

Each change of the hypothesis has the best of its judgements. Spots that no change covers are due where every reference
changes them. So a maximum and an intersection decide: the order and the names of references do not matter, a maximum
only rises with another reference, and an intersection only shrinks.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

import attrs

from markscheme.edits.edit import Edits
from markscheme.edits.passage_edits import PassageEdits
from markscheme.exercises.decisions.decision import Placed
from markscheme.marking.verdicts.pairing import Judgement, Meeting, Pairing, pair
from markscheme.marking.verdicts.phrases import Phrase, Phrases
from markscheme.marking.verdicts.rules import DECIDED, FREE, WORTH, Rules, title
from markscheme.marking.verdicts.spots import (
    TOUCH,
    Change,
    changes,
    corrections,
    covered_spots,
    groups,
    meeting,
    spots,
    widened,
)
from markscheme.marking.verdicts.verdict import Points, Stretch, Verdict

MANY = 3
"""References of which one may leave an error by mistake."""
FARTHEST_CHOICE = 12
"""Tokens between two corrections that may be alternatives, such as those of ``although`` and ``but``: a clause."""


@attrs.frozen
class Reference:
    """One reference's corrections.

    Attributes
    ----------
    number
        Its index among the passage's references.
    edits, changes
        Its edits, and what they change.
    required
        The changes that it asks for: not one that is as good as the source, or that a teacher called optional.
    rejected
        The changes that a person rejected. Where a reference has one, it has no say: it neither asks for a change nor
        leaves the source as it is, and the other references decide.
    """

    number: int
    edits: Edits
    changes: tuple[Change, ...]
    required: tuple[Change, ...]
    rejected: tuple[Change, ...] = ()

    @property
    def content(self) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
        """What orders references: their changes, whatever they are called."""
        return tuple(change.key for change in self.changes)


@attrs.frozen
class DueUnit:
    """Something that was to be done and was not: one point.

    Attributes
    ----------
    changes
        The references' changes there, which meet each other; by reference.
    spots
        The spots within reach of every reference's changes that the hypothesis leaves; all spots of the references'
        changes where there is a choice.
    reach
        0 where every reference changes the spots; :data:`TOUCH` where the references' changes only touch: each changes
        something in the phrase, and none leaves it as it is.
    is_choice
        Whether the references correct one error in different places: each changes something in the stretch, and none
        leaves it as it is.
    """

    changes: tuple[tuple[int, Change], ...]
    spots: frozenset[int]
    reach: int = 0
    is_choice: bool = False

    def asks(self, change: Change) -> bool:
        """Return whether a change has one of the spots within reach."""
        return any(change.first - self.reach <= spot <= change.last + self.reach for spot in self.spots)


class Judged:
    """One hypothesis against all references of a passage.

    Attributes
    ----------
    changes
        The hypothesis's.
    references, pairings
        The references that the passage has, and the hypothesis against each.
    best
        The pairings with the best judgement of each change, by the change's index; the one of the larger progress, else
        of the first correction by its content, else of the reference with which most changes agree comes first.
    """

    def __init__(
        self,
        edits: PassageEdits,
        numbers: Sequence[int],
        rules: Rules,
        references: tuple[Reference, ...] | None = None,
    ) -> None:
        self.edits = edits
        self.rules = rules
        self.changes = changes(edits.source, edits.hypothesis)
        if references is None:
            references = tuple(self._reference(number) for number in numbers)
        self.references = references
        self.pairings = tuple(self._pairings())
        self._by_number = {item.number: item for item in self.references}
        self.best = {change.index: self._best(change.index) for change in self.changes}
        self._decided = self._decided_judgements()

    @cached_property
    def units(self) -> tuple[DueUnit, ...]:
        """What was left undone, in source order, where every change of the hypothesis stands for what it covers."""
        return self._units()

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        """The changes that no reference makes correct, and those that a teacher decided about."""
        return self._cut.phrases

    @cached_property
    def left(self) -> tuple[DueUnit, ...]:
        """What was left undone and has no phrase in its place, in source order."""
        return self._cut.left

    @cached_property
    def _cut(self) -> Phrases:
        return Phrases(self)

    @property
    def points(self) -> Points:
        """What the passage earns, and what was due."""
        right = [self.judgement(change.index) for change in self.changes if self.is_right(change)]
        points = Points(sum(item.worth for item in right), sum(item.due for item in right) + len(self.left))
        return sum((item.points for item in self.phrases), points)

    def is_right(self, change: Change) -> bool:
        """Return whether a reference makes a change correct, and nobody decided about it."""
        judgement = self.judgement(change.index)
        return judgement.verdict is Verdict.CORRECT and not judgement.decided

    def without(self, edits: Collection[int]) -> "Judged":
        """Return the hypothesis without some of its edits, judged against the same references."""
        return self.again(tuple(edit for index, edit in enumerate(self.edits.hypothesis) if index not in edits))

    def again(self, hypothesis: Edits) -> "Judged":
        """Return another hypothesis judged against the same references."""
        numbers = [reference.number for reference in self.references]
        return Judged(attrs.evolve(self.edits, hypothesis=hypothesis), numbers, self.rules, self.references)

    def only(self, reference: Reference) -> "Judged":
        """Return the same hypothesis judged against one of the references alone."""
        return Judged(self.edits, (reference.number,), self.rules, (reference,))

    def alternatives(self) -> tuple[frozenset[tuple[int, Change]], frozenset[tuple[int, Change]]]:
        """Return the references' changes between which the source leaves a choice, whatever the hypothesis chooses.

        The first correct one error at different places. The second do so side by side: ``bus`` becomes ``the bus`` here
        and ``buses`` there.
        """
        source = self.without(range(len(self.edits.hypothesis))) if self.changes else self
        apart = frozenset(entry for unit in source.units if unit.is_choice for entry in unit.changes)
        return apart, frozenset(entry for unit in source.units if unit.reach for entry in unit.changes)

    def judgement(self, index: int) -> Judgement:
        """Return a teacher's decision about one of the hypothesis's changes, or else its best judgement."""
        return self._decided.get(index) or self.best[index][0].judgements[index]

    def grouped_changes(self) -> Iterator[tuple[Change, ...]]:
        """Yield the hypothesis's changes; those that are parts of one correction together, behind the others."""
        parts: dict[Meeting, list[Change]] = {}
        for change in self.changes:
            judgement = self.judgement(change.index)
            if judgement.verdict is Verdict.PARTLY and not judgement.decided:
                parts.setdefault(judgement.meeting, []).append(change)
            else:
                yield (change,)
        yield from map(tuple, parts.values())

    def within(self, window: Stretch) -> "Judged":
        """Return the hypothesis judged against the same references in a part of the source.

        At the ends of the part no side changes anything.
        """
        sides = [self.changes, *(reference.changes for reference in self.references)]
        own, *references = (edits_within(side, window) for side in sides)
        edits = PassageEdits(self.edits.source[window.start : window.end], own, tuple(references), parallel=False)
        return Judged(edits, range(len(references)), self.rules.within(self.edits.source, window))

    def _pairings(self) -> Iterator[Pairing]:
        """Yield the hypothesis against each reference; references with the same changes are paired once."""
        pairings: dict[tuple[Change, ...], Pairing] = {}
        for item in self.references:
            pairing = pairings.get(item.changes)
            if pairing is None:
                pairing = pairings[item.changes] = pair(
                    self.edits.source, self.changes, item.changes, item.number, self.rules.equal_enough
                )
            yield attrs.evolve(pairing, reference=item.number)

    def _reference(self, number: int) -> Reference:
        edits = self.edits.references[number]
        all_changes = corrections(self.edits.source, edits)
        required = tuple(change for change in all_changes if not self._is_free(change))
        rejected = tuple(change for change in all_changes if self.rules.rejects(self.edits.source, change))
        return Reference(number, edits, all_changes, required, rejected)

    def _is_free(self, change: Change) -> bool:
        source, start, end = self.edits.source, change.start, change.end
        if self.rules.optional(source, change) is not None:
            return True
        return self.rules.equal_enough(source[start:end], change.replacement, source[:start], source[end:]) is not None

    def _decided_judgements(self) -> dict[int, Judgement]:
        decided: dict[int, Judgement] = {}
        self.decisions: dict[int, Placed] = {}
        """The decision about each change that a teacher decided about, by the change's index."""
        for item, made in self.rules.about_changes(self.edits.source, self.changes):
            due = 0 if item.kind in FREE else 1
            for change in made:
                part = self.best[change.index][0].judgements[change.index].meeting
                self.decisions[change.index] = item
                decided[change.index] = Judgement(
                    DECIDED[item.kind], WORTH[item.kind], 0.0, part, due=due, decided=title(item)
                )
        return decided

    def _best(self, index: int) -> tuple[Pairing, ...]:
        best = max(item.judgements[index].rank for item in self.pairings)
        winners = [item for item in self.pairings if item.judgements[index].rank == best]
        if len(winners) > 1:
            winners.sort(
                key=lambda item: (
                    _content(item.judgements[index]),
                    -item.agreement,
                    self._by_number[item.reference].content,
                )
            )
        return tuple(winners)

    def _units(self) -> tuple[DueUnit, ...]:
        if not self.references:
            return ()
        numbered = [(item.number, change) for item in self.references for change in item.changes]
        every_change = [change for _, change in numbered]
        exact, near = self._due_spots(0), self._due_spots(TOUCH)
        units: list[DueUnit] = []
        for phrase in groups(every_change, TOUCH):
            there = list(self._due_in(phrase, numbered, exact, 0))
            units += there or (self._due_in(phrase, numbered, near, TOUCH) if self._is_left(phrase) else ())
        return (*units, *self._choices(units))

    def _choices(self, units: Sequence[DueUnit]) -> Iterator[DueUnit]:
        """Yield the stretches in which each reference corrects something else, and the hypothesis changes nothing.

        Words in the place of other words are corrected for themselves; so only what is added or taken out, and signs
        between sentences, can be alternatives.
        """
        if len(self.references) < 2:
            return
        undone = self.undone(units)
        required = [(number, change) for number, change in undone if change in self._by_number[number].required]
        free = [(number, change) for number, change in required if change.can_be_alternative]
        for stretch in groups((change for _, change in free), FARTHEST_CHOICE):
            inside = set(stretch)
            members = tuple(entry for entry in free if entry[1] in inside)
            if self._is_left(stretch) and len({number for number, _ in members}) == len(self.references):
                yield DueUnit(members, frozenset(spots(stretch)), is_choice=True)

    def _is_left(self, corrections: Sequence[Change]) -> bool:
        """Return whether no change of the hypothesis may be an attempt at one of some corrections, or touches one.

        A change that every reference makes correct is no attempt at anything else.
        """
        return not any(change.touches(other) for change in self._attempts for other in corrections)

    @cached_property
    def _attempts(self) -> tuple[Change, ...]:
        """The hypothesis's changes that some reference does not make correct."""
        return tuple(
            change
            for change in self.changes
            if any(item.judgements[change.index].verdict is not Verdict.CORRECT for item in self.pairings)
        )

    @cached_property
    def _settled(self) -> tuple[Meeting, ...]:
        """The meetings in which nothing is left to do: both sides read the same, or a person has decided.

        A decision covers all that the references have at the change, since that is what the person saw beside it.
        """
        return tuple(
            part
            for pairing in self.pairings
            for part in (*pairing.settled, *(pairing.judgements[index].meeting for index in self._decided))
        )

    def undone(self, units: Sequence[DueUnit]) -> list[tuple[int, Change]]:
        """Return the references' changes that are in no unit and that the hypothesis neither makes nor attempts."""
        due = {entry for unit in units for entry in unit.changes}
        settled = [(2 * part.start, 2 * part.end) for part in self._settled]
        return [
            (item.number, change)
            for item, pairing in zip(self.references, self.pairings, strict=True)
            for part in pairing.meetings
            if not part.hypothesis
            for change in part.reference
            if (item.number, change) not in due
            and not meeting((change,), self.changes)
            and not any(first <= change.first and change.last <= last for first, last in settled)
            and not (change in item.rejected and any(unit.asks(change) for unit in units))
        ]

    def _due_in(
        self, phrase: tuple[Change, ...], numbered: Sequence[tuple[int, Change]], due: set[int], reach: int
    ) -> Iterator[DueUnit]:
        for group in groups(phrase, reach):
            inside = frozenset(due & spots(group, reach))
            if inside:
                first, last = group[0].first, max(change.last for change in group)
                members = tuple(
                    entry
                    for entry in numbered
                    if first <= entry[1].first and entry[1].last <= last and not self._is_rejected(*entry)
                )
                yield DueUnit(members, inside, reach)

    @cached_property
    def agreed(self) -> list[Change]:
        """The changes that all of three or more references but one make alike: it left an error by mistake."""
        made: dict[Change, set[int]] = {}
        first: dict[object, Change] = {}
        for item in self.references:
            for change in item.required:
                made.setdefault(first.setdefault(change.key, change), set()).add(self.rules.author(item.number))
        authors = {self.rules.author(item.number) for item in self.references}
        return [
            change
            for change, by in made.items()
            if len(authors) >= MANY and len(by) == len(authors) - 1 and self._is_left_by(authors - by, change)
        ]

    def _is_left_by(self, authors: Collection[int], change: Change) -> bool:
        own = (item for item in self.references if self.rules.author(item.number) in authors)
        return not any(meeting(item.changes, (change,)) for item in own)

    def _is_rejected(self, number: int, change: Change) -> bool:
        return change in self._by_number[number].rejected

    def _due_spots(self, reach: int) -> set[int]:
        """Return the spots within reach of what every reference asks to change, and not of what the hypothesis does.

        A reference whose change there is rejected is not counted among them.
        """
        sides = [(_with_words(item.required, reach), item.rejected) for item in self.references]
        due = set.intersection(*(spots((*required, *rejected), reach) for required, rejected in sides))
        due &= set().union(*(spots(required, reach) for required, _ in sides))
        if not reach:
            due |= spots(self.agreed)
        due -= widened(covered_spots(self.changes), reach)
        for part in self._settled:
            due -= set(range(part.first - reach, part.last + reach + 1))
        return due


def followed(judged: Judged) -> Judged:
    """Return a hypothesis judged against the references that verdicts follow: all, or one under dependence."""
    if judged.rules.assumption == "independent" or len(judged.references) < 2:
        return judged
    return min((judged.only(item) for item in judged.references), key=_choice)


def _choice(judged: Judged) -> tuple[float, float, tuple[tuple[int, int, tuple[str, ...]], ...]]:
    points = judged.points
    share = 1.0 if points.share is None else points.share
    [reference] = judged.references
    return -share, -points.earned, tuple(change.key for change in reference.changes)


def _with_words(items: Sequence[Change], reach: int) -> Sequence[Change]:
    """Return the changes that ask for spots within reach; those of punctuation alone ask only for their own."""
    return [item for item in items if not reach or item.has_words]


def _content(judgement: Judgement) -> tuple[int, int, tuple[tuple[int, int, tuple[str, ...]], ...]]:
    """Return what orders judgements of one rank: fewer words first, and then the correction itself."""
    part = judgement.meeting
    keys = tuple(change.key for change in part.reference)
    return part.end - part.start, sum(len(key[2]) for key in keys), keys


def edits_within(side: Sequence[Change], window: Stretch) -> Edits:
    """Return a side's changes in a part of the source, as edits of the part."""
    inside = (change.edit for change in side if window.start <= change.start and change.end <= window.end)
    moved = (attrs.evolve(edit, start=edit.start - window.start, end=edit.end - window.start) for edit in inside)
    return tuple(sorted(moved, key=lambda edit: (edit.start, edit.end)))
