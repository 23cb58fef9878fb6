"""A passage's hypothesis judged against all its references at once, before it is cut into places. Ours.

Each change of the hypothesis has the best of its judgements. Spots that no change covers are due where every reference
changes them. So a maximum and an intersection decide: the order and the names of references do not matter, a maximum
only rises with another reference, and an intersection only shrinks.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.edits.edit import Edits, PassageEdits, apply_edits
from markscheme.exercises.decisions import Placed
from markscheme.marking.verdicts.pairing import Judgement, Meeting, Pairing, Phrase, Phrases, pair
from markscheme.marking.verdicts.verdict import (
    DECIDED,
    FREE,
    TOUCH,
    WORTH,
    Change,
    Points,
    ReferenceChange,
    Rules,
    Stretch,
    Suggestion,
    Verdict,
    Version,
    changes,
    corrections,
    covered_spots,
    groups,
    hull,
    meeting,
    region_text,
    spots,
    title,
    widened,
)

MANY = 3
"""References of which one may leave an error by mistake."""
FARTHEST_CHOICE = 12
"""Tokens between two corrections that may be alternatives, such as those of ``although`` and ``but``: a clause."""


@attrs.frozen
class Reference:
    """One reference's corrections, with its index among the passage's references.

    ``required`` leaves out a change that is as good as the source, or that a teacher called optional. A reference with
    a change that a person ``rejected`` has no say there: it neither asks for a change nor leaves the source as it is,
    and the other references decide.
    """

    number: int
    edits: Edits
    changes: tuple[Change, ...]
    required: tuple[Change, ...]
    rejected: tuple[Change, ...] = ()

    @property
    def content(self) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
        return tuple(change.key for change in self.changes)


@attrs.frozen
class DueUnit:
    """Something that was to be done and was not: one point. ``changes`` are the references', by reference; they meet.

    ``spots`` are within reach of every reference's changes, and left by the hypothesis; all spots of the changes where
    ``is_choice``: each reference corrects one error in another place of the stretch, and none leaves it. ``reach`` is 0
    where every reference changes the spots; :data:`TOUCH` where the changes only touch: each changes something in the
    phrase, and none leaves it as it is.
    """

    changes: tuple[tuple[int, Change], ...]
    spots: frozenset[int]
    reach: int = 0
    is_choice: bool = False

    def asks(self, change: Change) -> bool:
        return any(change.first - self.reach <= spot <= change.last + self.reach for spot in self.spots)


class Judged:
    """One hypothesis against all references of a passage.

    ``best`` has the pairings with the best judgement of each change, by the change's index. First comes the larger
    progress, else the first correction by its content, else the reference with which most changes agree.
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
        right = [self.judgement(change.index) for change in self.changes if self.is_right(change)]
        points = Points(sum(item.worth for item in right), sum(item.due for item in right) + len(self.left))
        return sum((item.points for item in self.phrases), points)

    def is_right(self, change: Change) -> bool:
        judgement = self.judgement(change.index)
        return judgement.verdict is Verdict.CORRECT and not judgement.decided

    def without(self, edits: Collection[int]) -> "Judged":
        return self.again(tuple(edit for index, edit in enumerate(self.edits.hypothesis) if index not in edits))

    def again(self, hypothesis: Edits) -> "Judged":
        numbers = [reference.number for reference in self.references]
        return Judged(attrs.evolve(self.edits, hypothesis=hypothesis), numbers, self.rules, self.references)

    def only(self, reference: Reference) -> "Judged":
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
        """Return the hypothesis judged in a part of the source, at whose ends no side changes anything."""
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
        return tuple(
            change
            for change in self.changes
            if any(item.judgements[change.index].verdict is not Verdict.CORRECT for item in self.pairings)
        )

    @cached_property
    def _settled(self) -> tuple[Meeting, ...]:
        """The meetings in which both sides read the same, or a person has decided on all that stood there."""
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
    """Return the order of judgements of one rank: fewer words first, and then the correction itself."""
    part = judgement.meeting
    keys = tuple(change.key for change in part.reference)
    return part.end - part.start, sum(len(key[2]) for key in keys), keys


def edits_within(side: Sequence[Change], window: Stretch) -> Edits:
    inside = (change.edit for change in side if window.start <= change.start and change.end <= window.end)
    moved = (attrs.evolve(edit, start=edit.start - window.start, end=edit.end - window.start) for edit in inside)
    return tuple(sorted(moved, key=lambda edit: (edit.start, edit.end)))


class Versions:
    """The references' versions at the places of one passage."""

    def __init__(self, judged: Judged) -> None:
        self._judged = judged
        self._source = judged.edits.source
        self._contested = self._contested_changes()
        self._windows: dict[Stretch, Judged] = {}
        self._lowering: dict[Meeting, bool] = {}

    def at(self, own: Sequence[Change], wanted: Sequence[Change], leaders: Sequence[int]) -> tuple[Version, ...]:
        """Return every reference's version at a place; a rejected one only where no other reference has changes there.

        ``own`` are the hypothesis's changes, ``wanted`` the references' that make the place or are shown beside them.
        The versions of ``leaders`` come first.
        """
        versions = [
            self._version(reference, pairing, own, wanted)
            for reference, pairing in zip(self._judged.references, self._judged.pairings, strict=True)
            if not self._is_replaced(reference, own, wanted)
        ]
        order = {number: rank for rank, number in enumerate(leaders)}
        whole = {item.number: item.content for item in self._judged.references}
        agreement = {item.reference: item.agreement for item in self._judged.pairings}

        def rank(item: Version) -> tuple[object, ...]:
            place = order.get(item.reference, len(order)), item.keeps, *_versions_content(item)
            return *place, -agreement[item.reference], whole[item.reference]

        return tuple(sorted(versions, key=lambda item: (rank(item), item.reference)))

    def _is_replaced(self, reference: Reference, own: Sequence[Change], wanted: Sequence[Change]) -> bool:
        made = meeting(reference.changes, (*own, *wanted))
        if not any(change in reference.rejected for change in made) or any(change.key in _keys(own) for change in made):
            return False
        others = self._judged.references
        return any(change not in other.rejected for other in others for change in meeting(other.changes, made))

    def suggestions(
        self, own: Sequence[Change], wanted: Sequence[Change], versions: Sequence[Version]
    ) -> tuple[Suggestion, ...]:
        """Return what can stand at a place instead, in the order of the versions.

        A suggestion differs from the hypothesis's words, and lowers no mark when it is made. Those for a whole phrase
        that is wider than the place begin with the one that keeps most of the hypothesis's words.
        """
        pairings = {item.reference: item for item in self._judged.pairings}
        references = {item.number: item for item in self._judged.references}
        suggestions: dict[tuple[Stretch, tuple[str, ...]], Suggestion] = {}
        for version in versions:
            pairing, reference = pairings[version.reference], references[version.reference]
            part = pairing.meeting_of(own, meeting(reference.changes, wanted))
            phrase = None if part is None else self._phrase(reference, part)
            is_rejected = phrase is not None and any(change in reference.rejected for change in phrase.reference)
            found = None if phrase is None or is_rejected else self._suggestion(reference, phrase)
            if found is None:
                continue
            key = found.target, found.replacement
            before = suggestions.get(key)
            names = (*(before.references if before else ()), version.reference)
            suggestions[key] = attrs.evolve(before or found, references=names)
        offered = tuple(suggestions.values())
        return self._nearest_first(offered) if own and _is_one_phrase(offered, own) else offered

    def _nearest_first(self, phrases: Sequence[Suggestion]) -> tuple[Suggestion, ...]:
        text = apply_edits(self._source, self._judged.edits.hypothesis)

        def distance(item: Suggestion) -> int:
            return Levenshtein.distance(text[item.target.start : item.target.end], item.replacement)

        return tuple(sorted(phrases, key=distance))

    def _version(
        self, reference: Reference, pairing: Pairing, own: Sequence[Change], wanted: Sequence[Change]
    ) -> Version:
        part = pairing.meeting_of(own, meeting(reference.changes, wanted)) if own else None
        made = part.reference if part else meeting(reference.changes, wanted)
        around = (*part.hypothesis, *part.reference) if part and made else made or own or wanted
        start, end = hull(around)
        words = region_text(self._source, made, start, end)
        edits = tuple(reference.edits[index] for change in made for index in change.edits)
        at = start + _growth_before(reference.changes, made, min(change.first for change in around))
        changes = tuple(_reference_change(reference, change) for change in made)
        at_own = pairing.meeting_of(own, ())
        is_beside = bool(made) and at_own is not None and not at_own.reference
        target = Stretch(at, at + len(words))
        return Version(reference.number, Stretch(start, end), target, words, edits, changes, is_beside)

    def _suggestion(self, reference: Reference, part: Meeting) -> Suggestion | None:
        replacement = region_text(self._source, part.reference, part.start, part.end)
        if replacement == region_text(self._source, part.hypothesis, part.start, part.end):
            return None
        if self._lowers(part):
            return None
        words = self.words(reference, part)
        return Suggestion((reference.number,), self.target(part), replacement, Stretch(part.start, part.end), words)

    def _phrase(self, reference: Reference, part: Meeting) -> Meeting:
        """Return a part with all that touches it and on which the references differ.

        Within such a phrase one reference has to be followed: the words of two side by side may make nonsense.
        """
        first, last = part.first, part.last
        members = [*part.hypothesis, *part.reference]
        if not any(change in self._contested for change in members):
            return part
        # A change that lies only partly in the phrase can't be replaced in part.
        sides = (*self._judged.changes, *reference.changes)
        inside = set(members)
        while joined := [
            *(item for item in self._contested if _reaches(item, first, last, TOUCH) and item not in inside),
            *(item for item in sides if _reaches(item, first, last) and item not in inside),
        ]:
            members += joined
            inside.update(joined)
            first, last = min(item.first for item in members), max(item.last for item in members)
        start, end = hull(members)
        return Meeting(
            tuple(item for item in self._judged.changes if first <= item.first and item.last <= last),
            tuple(item for item in reference.changes if first <= item.first and item.last <= last),
            start,
            end,
        )

    def _contested_changes(self) -> tuple[Change, ...]:
        """The references' changes that not all make, and the hypothesis's where they do not agree.

        A change that all references make and the hypothesis does not is among them beside one of its own.
        """
        keys = [{change.key for change in reference.changes} for reference in self._judged.references]
        agreed = set.intersection(*keys) if keys else set()
        every_change = [change for reference in self._judged.references for change in reference.changes]
        settled = [change for change in every_change if change.key in agreed]
        own = [change for change in self._judged.changes if change.key not in agreed]
        made = {change.key for change in self._judged.changes}
        beside = (item for item in settled if item.key not in made and any(item.touches(other) for other in own))
        return (*own, *beside, *(change for change in every_change if change.key not in agreed))

    def _lowers(self, part: Meeting) -> bool:
        """Return whether a mark may fall when a reference's changes are made in place of the hypothesis's.

        Only changes that meet the part's, directly or through others, matter. So a window around the part decides, and
        a long passage costs no more than a short one.
        """
        if part not in self._lowering:
            window = self._window(part)
            if window not in self._windows:
                self._windows[window] = self._judged.within(window)
            before = self._windows[window]
            replaced = {change.index for change in part.hypothesis}
            kept = [change for change in self._judged.changes if change.index not in replaced]
            after = before.again(edits_within([*kept, *part.reference], window))
            self._lowering[part] = not after.points.is_at_least(before.points)
        return self._lowering[part]

    def _window(self, part: Meeting) -> Stretch:
        """Return the fewest source tokens around a part at whose ends no side changes anything."""
        start, end = part.start, part.end
        while start > 0 and 2 * start in self._changed:
            start -= 1
        while end < len(self._source) and 2 * end in self._changed:
            end += 1
        return Stretch(start, end)

    @cached_property
    def _changed(self) -> frozenset[int]:
        """The spots within :data:`TOUCH` of what a side changes, those between the parts of a moved word among them."""
        sides = (self._judged.changes, *(reference.changes for reference in self._judged.references))
        return frozenset(
            spot for side in sides for change in side for spot in range(change.first - TOUCH, change.last + TOUCH + 1)
        )

    def target(self, part: Meeting) -> Stretch:
        at = part.start + _growth_before(self._judged.changes, part.hypothesis, part.first)
        return Stretch(at, at + part.end - part.start + sum(item.growth for item in part.hypothesis))

    def words(self, reference: Reference, part: Meeting) -> Stretch:
        at = part.start + _growth_before(reference.changes, part.reference, part.first)
        return Stretch(at, at + part.end - part.start + sum(item.growth for item in part.reference))


def _keys(changes: Sequence[Change]) -> set[tuple[int, int, tuple[str, ...]]]:
    return {change.key for change in changes}


def _is_one_phrase(suggestions: Sequence[Suggestion], own: Sequence[Change]) -> bool:
    """Return whether all suggestions are for the same words, and for more than one change."""
    sources = {item.source for item in suggestions}
    return len(sources) == 1 and (len(own) > 1 or all((item.start, item.end) != hull(own) for item in sources))


def _reaches(change: Change, first: int, last: int, touch: int = 0) -> bool:
    """Return whether a change changes one of some spots, or one within ``touch`` of those within ``touch`` of them."""
    return change.first - touch <= last + touch and first - touch <= change.last + touch


def _reference_change(reference: Reference, change: Change) -> ReferenceChange:
    at = change.start + _growth_before(reference.changes, (change,), change.first)
    return ReferenceChange(change.edit, Stretch(at, at + len(change.replacement)))


def _growth_before(changes: Sequence[Change], inside: Sequence[Change], first: int) -> int:
    """Return by how much a side's changes before a spot, without some of them, make it longer."""
    indices = {change.index for change in inside}
    return sum(change.growth for change in changes if change.index not in indices and change.last < first)


def _versions_content(version: Version) -> tuple[int, int, tuple[str, ...]]:
    return version.source.end - version.source.start, version.source.start, version.replacement
