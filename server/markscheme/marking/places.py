"""The places of a passage with their verdicts. Ours.

A place is a correct change of the hypothesis, a phrase of changes that hang together
(:mod:`markscheme.marking.judgement`), or a correction that the hypothesis did not make.

One edit may hold a correction that references make by itself, and more: ``was ashamed`` becomes ``were too shy`` here,
while references change ``was`` to ``were`` and differ on ``ashamed``. So an edit that is not correct as a whole is
split where a reference's correction ends or begins, if the hypothesis earns more for it.

The versions of a place are what each reference has there.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import attrs
from rapidfuzz.distance import Levenshtein, Opcode

from markscheme.edits.edit import Edit, PassageEdits, apply_edits
from markscheme.marking.changes import (
    TOUCH,
    Change,
    Meeting,
    Pairing,
    Rules,
    Tokens,
    groups,
    hull,
    meeting,
    positions,
)
from markscheme.marking.judgement import DueUnit, JudgedPassage, Phrase, Reference, edits_within, followed
from markscheme.marking.verdict import (
    Place,
    Points,
    ReferenceChange,
    ReferenceVersion,
    Remainder,
    Suggestion,
    TokenRange,
    Verdict,
)

_SPLIT_VERDICTS = (Verdict.DIFFERENT, Verdict.PARTLY)


@attrs.frozen
class SplitJudgement:
    """A hypothesis judged, perhaps with edits in parts, against all references and against those that verdicts follow.

    ``origins`` has for each edit of ``judged`` the index of the hypothesis's edit that it is, or is a part of.
    """

    judged: JudgedPassage
    followed: JudgedPassage
    origins: tuple[int, ...]


def with_split_edits(judged: JudgedPassage) -> SplitJudgement:
    whole, hypothesis = followed(judged), judged.edits.hypothesis
    parts = [tuple(_parts(whole, index)) for index in range(len(hypothesis))]
    if all(len(own) == 1 for own in parts):
        return SplitJudgement(judged, whole, tuple(range(len(parts))))
    in_parts = judged.again(tuple(edit for own in parts for edit in own))
    split = followed(in_parts)
    if whole.points.is_at_least(split.points) or not split.points.is_at_least(whole.points):
        return SplitJudgement(judged, whole, tuple(range(len(parts))))
    return SplitJudgement(in_parts, split, tuple(index for index, own in enumerate(parts) for _ in own))


def _parts(judged: JudgedPassage, index: int) -> Iterator[Edit]:
    edit = judged.edits.hypothesis[index]
    if any(index in change.edits for change in judged.changes) and _may_be_split(judged, index):
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


def _may_be_split(judged: JudgedPassage, index: int) -> bool:
    change = next((item for item in judged.changes if item.edits == (index,)), None)
    if change is None:
        return False
    judgement = judged.judgement(index)
    return judgement.verdict in _SPLIT_VERDICTS and not judgement.decided


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


def verdicts(edits: PassageEdits, rules: Rules = Rules()) -> tuple[Place, ...]:
    """Return the places of a passage with their verdicts, in source order; none without a reference.

    Under dependence, one reference is followed throughout: the one with the highest mark, then with the most points,
    then the first by its corrections themselves.
    """
    if not edits.present_references:
        return ()
    split = with_split_edits(JudgedPassage(edits, rules))
    places = sorted(_Places(split.followed), key=lambda place: (place.source.start, place.source.end))
    return tuple(
        attrs.evolve(place, edits=tuple(dict.fromkeys(split.origins[index] for index in place.edits)))
        for place in places
    )


def points_of(places: Iterable[Place]) -> Points:
    return sum((place.points for place in places), Points())


class _Places:
    """Cuts a judged passage into places."""

    def __init__(self, judged: JudgedPassage) -> None:
        self._judged = judged
        self._versions = Versions(judged)
        self._source = judged.edits.source
        units = (*judged.left, *(unit for phrase in judged.phrases for unit in phrase.units))
        undone = judged.undone(units)
        apart, self._side_by_side = judged.alternatives() if undone else (frozenset(), frozenset())
        self._free = [entry for entry in undone if entry not in apart]
        """The references' corrections that nobody has to make, by reference."""

    def __iter__(self) -> Iterator[Place]:
        for change in self._judged.changes:
            if self._judged.is_right(change):
                judgement = self._judged.judgement(change.index)
                points = Points(judgement.worth, judgement.due)
                yield self._changed(Phrase((change,), (), judgement.verdict, points))
        for phrase in self._judged.phrases:
            yield self._changed(phrase)
        for unit in self._judged.left:
            yield attrs.evolve(self._missed(unit), is_alone=self._is_alone(unit))
        yield from self._optional()

    def _changed(self, phrase: Phrase) -> Place:
        group, verdict = phrase.changes, phrase.verdict
        leaders = [] if phrase.decided else [item.reference for item in self._judged.best[group[0].index]]
        beside = self._beside(group) if verdict is Verdict.DIFFERENT and not phrase.decided else ()
        wanted = (*beside, *(change for unit in phrase.units for _, change in unit.changes))
        versions = self._versions.at(group, wanted, leaders)
        indices = tuple(index for change in group for index in change.edits)
        edits = [self._judged.edits.hypothesis[index] for index in indices]
        is_right = verdict in (Verdict.CORRECT, Verdict.OPTIONAL)
        source = self._whole(TokenRange(*phrase.extent) if phrase.units or phrase.span else _hull(edits))
        return Place(
            verdict,
            source,
            self._target(source, indices),
            indices,
            _types(edits),
            versions,
            len(leaders),
            phrase.points,
            () if is_right else self._versions.suggestions(group, wanted, versions),
            self._missing(group) if verdict is Verdict.PARTLY and not phrase.decided else (),
            self._judged.judgement(group[0].index).tolerances,
            phrase.decided,
        )

    def _beside(self, group: tuple[Change, ...]) -> tuple[Change, ...]:
        """Return the corrections beside some changes, which are shown with them and at no place of their own."""
        own = {change.index for change in group}
        elsewhere = {
            pairing.reference
            for pairing in self._judged.pairings
            if not any(part.reference and own & {item.index for item in part.hypothesis} for part in pairing.meetings)
        }
        beside = [
            entry for entry in self._free if entry[0] in elsewhere and any(entry[1].touches(item) for item in group)
        ]
        self._free = [entry for entry in self._free if entry not in beside]
        return tuple(change for _, change in beside)

    def _missing(self, group: Sequence[Change]) -> tuple[Remainder, ...]:
        """Return only what the reference has that the first correction follows: the verdict follows it first."""
        followed = self._judged.best[group[0].index][0].reference
        own = [change for change in group if self._judged.best[change.index][0].reference == followed]
        first = {self._judged.judgement(change.index).meeting: change for change in reversed(own)}
        return tuple(item for change in reversed(first.values()) for item in self._left_of(change))

    def _left_of(self, change: Change) -> Iterator[Remainder]:
        part = self._judged.judgement(change.index).meeting
        start, end = part.start, part.end
        now = apply_edits(self._source, part.hypothesis, start, end)
        wanted = apply_edits(self._source, part.reference, start, end)
        number = self._judged.best[change.index][0].reference
        reference = next(item for item in self._judged.references if item.number == number)
        at, begin = self._versions.target(part).start, self._versions.words(reference, part).start
        for a, b, c, d in _differences(now, wanted):
            yield Remainder(TokenRange(at + a, at + b), wanted[c:d], TokenRange(begin + c, begin + d))

    def _is_alone(self, unit: DueUnit) -> bool:
        """Return whether the only reference corrects what nearly nobody in the class does, and nobody said it must."""
        rules, source = self._judged.rules, self._source
        is_single = len(self._judged.references) == 1
        is_unchanged = positions(change for _, change in unit.changes) <= rules.unchanged
        return is_single and is_unchanged and not any(rules.is_needed(source, change) for _, change in unit.changes)

    def _missed(self, unit: DueUnit) -> Place:
        points = Points(0.0, 1)
        every_change = tuple(change for _, change in unit.changes)
        if unit.reach:
            return self._left(Verdict.MISSED, every_change, points)
        plainest = self._representatives(unit)
        if unit.is_choice:
            shown = next(groups(plainest, TOUCH))
            return self._left(Verdict.MISSED, tuple(_nearest(unit, shown)), points, shown)
        return self._left(Verdict.MISSED, plainest, points)

    def _representatives(self, unit: DueUnit) -> tuple[Change, ...]:
        """Return the changes of the one reference that says most plainly what is missed.

        One whose changes meet none of the hypothesis's comes first, then the one that changes fewest words.
        """
        candidates: list[tuple[tuple[object, ...], tuple[Change, ...]]] = []
        for reference in self._judged.references:
            asked = tuple(change for change in reference.required if unit.asks(change))
            if not asked:
                continue
            start, end = hull(asked)
            joined = bool(meeting(asked, self._judged.changes))
            candidates.append(((joined, end - start, tuple(change.key for change in asked)), asked))
        return min(candidates, key=lambda entry: entry[0])[1]

    def _optional(self) -> Iterator[Place]:
        """Yield the corrections of one reference where another has nothing, and the hypothesis neither."""
        for group in groups(entry[1] for entry in self._free if entry not in self._side_by_side):
            yield self._left(Verdict.OPTIONAL, group, Points())

    def _left(
        self, verdict: Verdict, wanted: tuple[Change, ...], points: Points, shown: tuple[Change, ...] = ()
    ) -> Place:
        """Return a place where the source is left as it is, at the ``shown`` changes of references; by default all."""
        start, end = hull(shown or wanted)
        versions = self._versions.at((), wanted, ())
        edits = [edit for version in versions[:1] for edit in version.edits]
        suggestions = self._versions.suggestions((), wanted, versions) if verdict is Verdict.MISSED else ()
        return Place(
            verdict,
            TokenRange(start, end),
            self._left_target(shown or wanted),
            (),
            _types(edits),
            versions,
            len(versions) if verdict is Verdict.MISSED else 0,
            points,
            suggestions,
            decided=next(filter(None, (self._judged.rules.optional(self._source, item) for item in wanted)), ""),
        )

    def _whole(self, source: TokenRange) -> TokenRange:
        """Return some source tokens with all of each edit of the hypothesis that lies across an end."""
        start, end = source.start, source.end
        while across := [
            edit
            for edit in self._judged.edits.hypothesis
            if edit.start < end and start < edit.end and not (start <= edit.start and edit.end <= end)
        ]:
            start, end = min(start, *(edit.start for edit in across)), max(end, *(edit.end for edit in across))
        return TokenRange(start, end)

    def _target(self, source: TokenRange, indices: Sequence[int]) -> TokenRange:
        """Return the hypothesis's tokens over some source tokens, at whose ends no edit lies across.

        Edits beside ``indices`` that put words in at an end of the stretch lie outside.
        """
        before = inside = 0
        for index, edit in enumerate(self._judged.edits.hypothesis):
            is_put_in = edit.start == edit.end
            within = source.start <= edit.start and edit.end <= source.end
            at_end = is_put_in and edit.start in (source.start, source.end)
            if index in indices or (within and not at_end):
                inside += edit.growth
            elif edit.end <= source.start:
                before += edit.growth
        start = source.start + before
        return TokenRange(start, start + source.end - source.start + inside)

    def _left_target(self, wanted: tuple[Change, ...]) -> TokenRange:
        start, end = hull(wanted)
        first, last = min(change.first for change in wanted), max(change.last for change in wanted)
        before = sum(change.growth for change in self._judged.changes if change.last < first)
        inside = [change for change in self._judged.changes if first <= change.last and change.first <= last]
        start, end = min([start, *(item.start for item in inside)]), max([end, *(item.end for item in inside)])
        return TokenRange(start + before, end + before + sum(item.growth for item in inside))


def _nearest(unit: DueUnit, place: Sequence[Change]) -> Iterator[Change]:
    for number in dict.fromkeys(number for number, _ in unit.changes):
        own = [change for reference, change in unit.changes if reference == number]
        yield from [change for change in own if any(change.touches(other) for other in place)] or own


def _differences(now: Tokens, wanted: Tokens) -> Iterator[tuple[int, int, int, int]]:
    group: list[Opcode] = []
    for item in [*Levenshtein.opcodes(now, wanted), None]:
        if item is not None and item.tag != "equal":
            group.append(item)
        elif group:
            yield group[0].src_start, group[-1].src_end, group[0].dest_start, group[-1].dest_end
            group = []


def _hull(edits: Sequence[Edit]) -> TokenRange:
    return TokenRange(min(edit.start for edit in edits), max(edit.end for edit in edits))


def _types(edits: Iterable[Edit]) -> str:
    return "+".join(dict.fromkeys(edit.type for edit in edits if edit.type))


LEAST_SHARE = 0.5
"""Share of a passage's tokens that differ from the source and from every reference where it is rewritten freely."""
LEAST_TOKENS = 5
"""Number of source tokens of the shortest passage that can be rewritten freely; a greeting can't."""


def changed_beyond(edits: PassageEdits) -> float:
    """Return the share of a passage that is changed beyond the source and any reference, in [0, 1].

    It is the smallest Levenshtein distance over tokens to one of them, divided by the longer one's number of tokens.
    Another reference never raises it.
    """
    target = apply_edits(edits.source, edits.hypothesis)
    references = (apply_edits(edits.source, edits.references[number]) for number in edits.present_references)
    return min(Levenshtein.normalized_distance(target, text) for text in (edits.source, *references))


def is_rewritten(edits: PassageEdits) -> bool:
    """Return whether the hypothesis rewrites a passage freely; one that is left out, or added, is not rewritten."""
    if len(edits.source) < LEAST_TOKENS or len(apply_edits(edits.source, edits.hypothesis)) < LEAST_TOKENS:
        return False
    return changed_beyond(edits) >= LEAST_SHARE


class Versions:
    """The references' versions at the places of one passage."""

    def __init__(self, judged: JudgedPassage) -> None:
        self._judged = judged
        self._source = judged.edits.source
        self._contested = self._contested_changes()
        self._windows: dict[TokenRange, JudgedPassage] = {}
        self._lowering: dict[Meeting, bool] = {}

    def at(
        self, own: Sequence[Change], wanted: Sequence[Change], leaders: Sequence[int]
    ) -> tuple[ReferenceVersion, ...]:
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

        def rank(item: ReferenceVersion) -> tuple[object, ...]:
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
        self, own: Sequence[Change], wanted: Sequence[Change], versions: Sequence[ReferenceVersion]
    ) -> tuple[Suggestion, ...]:
        """Return what can stand at a place instead, in the order of the versions.

        A suggestion differs from the hypothesis's words, and lowers no mark when it is made. Those for a whole phrase
        that is wider than the place begin with the one that keeps most of the hypothesis's words.
        """
        pairings = {item.reference: item for item in self._judged.pairings}
        references = {item.number: item for item in self._judged.references}
        suggestions: dict[tuple[TokenRange, tuple[str, ...]], Suggestion] = {}
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
    ) -> ReferenceVersion:
        part = pairing.meeting_of(own, meeting(reference.changes, wanted)) if own else None
        made = part.reference if part else meeting(reference.changes, wanted)
        around = (*part.hypothesis, *part.reference) if part and made else made or own or wanted
        start, end = hull(around)
        words = apply_edits(self._source, made, start, end)
        edits = tuple(reference.edits[index] for change in made for index in change.edits)
        at = start + _growth_before(reference.changes, made, min(change.first for change in around))
        changes = tuple(_reference_change(reference, change) for change in made)
        at_own = pairing.meeting_of(own, ())
        is_beside = bool(made) and at_own is not None and not at_own.reference
        # The reference may change more between the first and the last of these: its text has that too.
        first, last = min(change.first for change in around), max(change.last for change in around)
        inside = (item.growth for item in reference.changes if first <= item.first and item.last <= last)
        target = TokenRange(at, at + end - start + sum(inside))
        return ReferenceVersion(reference.number, TokenRange(start, end), target, words, edits, changes, is_beside)

    def _suggestion(self, reference: Reference, part: Meeting) -> Suggestion | None:
        replacement = apply_edits(self._source, part.reference, part.start, part.end)
        if replacement == apply_edits(self._source, part.hypothesis, part.start, part.end):
            return None
        if self._lowers(part):
            return None
        words = self.words(reference, part)
        return Suggestion((reference.number,), self.target(part), replacement, TokenRange(part.start, part.end), words)

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

    def _window(self, part: Meeting) -> TokenRange:
        """Return the fewest source tokens around a part at whose ends no side changes anything."""
        start, end = part.start, part.end
        while start > 0 and 2 * start in self._changed:
            start -= 1
        while end < len(self._source) and 2 * end in self._changed:
            end += 1
        return TokenRange(start, end)

    @cached_property
    def _changed(self) -> frozenset[int]:
        """The positions within :data:`TOUCH` of what a side changes, those between the parts of a moved word among
        them."""
        sides = (self._judged.changes, *(reference.changes for reference in self._judged.references))
        return frozenset(
            position
            for side in sides
            for change in side
            for position in range(change.first - TOUCH, change.last + TOUCH + 1)
        )

    def target(self, part: Meeting) -> TokenRange:
        at = part.start + _growth_before(self._judged.changes, part.hypothesis, part.first)
        return TokenRange(at, at + part.end - part.start + sum(item.growth for item in part.hypothesis))

    def words(self, reference: Reference, part: Meeting) -> TokenRange:
        at = part.start + _growth_before(reference.changes, part.reference, part.first)
        return TokenRange(at, at + part.end - part.start + sum(item.growth for item in part.reference))


def _keys(changes: Sequence[Change]) -> set[tuple[int, int, tuple[str, ...]]]:
    return {change.key for change in changes}


def _is_one_phrase(suggestions: Sequence[Suggestion], own: Sequence[Change]) -> bool:
    """Return whether all suggestions are for the same words, and for more than one change."""
    sources = {item.source for item in suggestions}
    return len(sources) == 1 and (len(own) > 1 or all((item.start, item.end) != hull(own) for item in sources))


def _reaches(change: Change, first: int, last: int, touch: int = 0) -> bool:
    """Return whether a change changes one of some positions, or one within ``touch`` of those within ``touch`` of
    them."""
    return change.first - touch <= last + touch and first - touch <= change.last + touch


def _reference_change(reference: Reference, change: Change) -> ReferenceChange:
    at = change.start + _growth_before(reference.changes, (change,), change.first)
    return ReferenceChange(change.edit, TokenRange(at, at + len(change.replacement)))


def _growth_before(changes: Sequence[Change], inside: Sequence[Change], first: int) -> int:
    """Return by how much a side's changes before a position, without some of them, make it longer."""
    indices = {change.index for change in inside}
    return sum(change.growth for change in changes if change.index not in indices and change.last < first)


def _versions_content(version: ReferenceVersion) -> tuple[int, int, tuple[str, ...]]:
    return version.source.end - version.source.start, version.source.start, version.replacement
