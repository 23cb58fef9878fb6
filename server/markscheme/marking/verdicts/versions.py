"""What a reference has where a hypothesis changes something, or leaves something out: the versions of a place."""

from collections.abc import Sequence
from functools import cached_property

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.edits.edit import apply_edits
from markscheme.marking.verdicts.judged import Judged, Reference, edits_within
from markscheme.marking.verdicts.pairing import Meeting, Pairing
from markscheme.marking.verdicts.verdict import (
    TOUCH,
    Change,
    ReferenceChange,
    Stretch,
    Suggestion,
    Version,
    hull,
    meeting,
    region_text,
)


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
