"""A hypothesis against one reference: each of its changes, judged by what that reference does where they meet.

Ours. Nothing here looks at another reference, so a change's best judgement can only rise when one is added. Changes
that do not meet, directly or through the other side's changes, have no part in each other's judgement. The one
exception: where the hypothesis reads like the reference, in all of the passage or in a run of changes side by side, it
is correct, however the edits are cut. So a phrase that one side moves in one edit, and the other in two, is the same.

A change beside a correction that is left undone is an attempt at it where a correction there only adds words or takes
them out: ``more better`` becomes ``more good`` here and ``better`` there; ``to swim`` becomes ``for a swim`` here, and
``swimming`` there, in two edits. They meet. A change that keeps every letter, such as ``hometown`` for ``home town``,
is no attempt at adding words or taking them out.

How far a change brings the source towards the reference is measured by a distance d over tokens: the Levenshtein
distance, which sees their order, and half the number of tokens that only one side has, which does not. With s, h and r
the region's tokens in the source, with this change alone, and in the reference, its progress is d(s, r) - d(h, r). A
change is a part of the reference's correction if it progresses by at least half of what it changes, d(s, h). By the
triangle inequality the progress is at most that, and equal for a proper part.

Which changes of a hypothesis hang together: each is one place, with one verdict and one cost. Ours.

A run is made of changes side by side, of those of one verb, and of a phrase with the words that agree with it. What no
reference makes correct in a run is one phrase, parted only where a correct change stands between. A phrase stands for
the corrections that it meets, for those beside it, and for those of words that agree with it: who writes ``a knife``
for ``a scissors`` has not missed ``some``. So it costs as much as these corrections, and at least one. Runs depend on
the hypothesis alone, and another reference only takes corrections away; so it lowers no mark. What rewords beside a
phrase that stands for a correction is shown with it, and costs what it cost apart.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.languages.language import Rewritten
from markscheme.marking.verdicts.verdict import (
    FREE,
    SENTENCE_SIGNS,
    TOUCH,
    WORTH,
    Change,
    EqualEnough,
    Points,
    Tokens,
    Verdict,
    covered_spots,
    groups,
    hull,
    is_respelling,
    meeting,
    moves,
    region_text,
    spots,
    strictly,
)

if TYPE_CHECKING:
    from markscheme.marking.verdicts.judged import DueUnit, Judged


LEAST_PART = 0.5
"""Share of a change that must be progress for the change to be a part of the reference's correction."""

RANK = {Verdict.CORRECT: 3, Verdict.PARTLY: 2, Verdict.DIFFERENT: 1, Verdict.NOT_NEEDED: 0}


@attrs.frozen
class Meeting:
    """Changes of a hypothesis and of one reference that meet, perhaps none of one side, and their source tokens."""

    hypothesis: tuple[Change, ...]
    reference: tuple[Change, ...]
    start: int
    end: int

    @cached_property
    def first(self) -> int:
        return min(change.first for change in (*self.hypothesis, *self.reference))

    @cached_property
    def last(self) -> int:
        return max(change.last for change in (*self.hypothesis, *self.reference))


@attrs.frozen
class Judgement:
    """One change of the hypothesis against one reference: correct, partly correct, different or not needed.

    ``worth`` is what it earns, ``progress`` the part of the correction that it makes, both in [0, 1]. ``due`` is what
    it could earn: 1; 0 where nothing was to be done; 2 where it leaves a part of the correction undone that no other
    place has. ``decided`` says what a teacher decided, who and when; empty where the reference decides.
    """

    verdict: Verdict
    worth: float
    progress: float
    meeting: Meeting
    tolerances: tuple[str, ...] = ()
    due: int = 1
    decided: str = ""

    @property
    def rank(self) -> tuple[int, float, int, float]:
        """The larger the better."""
        return RANK[self.verdict], self.worth, -self.due, self.progress


@attrs.frozen
class Pairing:
    """A hypothesis against one reference, with a judgement of each change of the hypothesis, by the change's index.

    ``meetings`` are all changes of both sides; in the ``settled`` ones both sides read the same.
    """

    reference: int
    meetings: tuple[Meeting, ...]
    judgements: dict[int, Judgement]
    settled: tuple[Meeting, ...]

    @property
    def agreement(self) -> int:
        return sum(item.verdict is Verdict.CORRECT for item in self.judgements.values())

    def meeting_of(self, own: Sequence[Change], others: Sequence[Change]) -> Meeting | None:
        """Return the meetings of some changes of either side, with all between them, as one; ``None`` for no change."""
        indices = {item.index for item in own}, {item.index for item in others}
        parts = [
            item
            for item in self.meetings
            if any(change.index in indices[0] for change in item.hypothesis)
            or any(change.index in indices[1] for change in item.reference)
        ]
        if not parts:
            return None
        first, last = min(item.first for item in parts), max(item.last for item in parts)
        return _as_one([item for item in self.meetings if first <= item.first and item.last <= last])


def pair(
    source: Tokens,
    own: tuple[Change, ...],
    others: tuple[Change, ...],
    number: int,
    equal_enough: EqualEnough = strictly,
) -> Pairing:
    whole = 0, len(source)
    if own and region_text(source, own, *whole) == region_text(source, others, *whole):
        return _equal_pairing(own, others, number)
    meetings = tuple(_with_attempts(source, _with_equal_runs(source, _meetings(own, others))))
    judgements: dict[int, Judgement] = {}
    settled: list[Meeting] = []
    for item in meetings:
        judged = _judged(source, item, equal_enough)
        judgements |= judged
        if judged and all(item.verdict is Verdict.CORRECT for item in judged.values()):
            settled.append(item)
    return Pairing(number, meetings, judgements, tuple(settled))


def _equal_pairing(own: tuple[Change, ...], others: tuple[Change, ...], number: int) -> Pairing:
    """Pair sides that read the same; changes that meet nothing belong to the whole."""
    meetings = tuple(_meetings(own, others))
    if any(not item.hypothesis or not item.reference for item in meetings):
        meetings = (_meeting(own, others),)
    judgements = {
        change.index: Judgement(Verdict.CORRECT, 1.0, 1.0, item) for item in meetings for change in item.hypothesis
    }
    return Pairing(number, meetings, judgements, meetings)


def _meetings(own: tuple[Change, ...], others: tuple[Change, ...]) -> list[Meeting]:
    by_key = {change.key: change for change in others}
    pairs = [(change, by_key[change.key]) for change in own if change.key in by_key]
    equal_own, equal_others = {item.index for item, _ in pairs}, {item.index for _, item in pairs}
    meetings = [_meeting((change,), (other,)) for change, other in pairs]
    rest = [(change, True) for change in own if change.index not in equal_own]
    rest += [(change, False) for change in others if change.index not in equal_others]
    group: list[tuple[Change, bool]] = []
    last = -1
    for item in sorted(rest, key=lambda entry: (entry[0].first, entry[0].last, entry[1])):
        if group and item[0].first > last:
            meetings.append(_grouped(group))
            group, last = [], -1
        group.append(item)
        last = max(last, item[0].last)
    if group:
        meetings.append(_grouped(group))
    return sorted(meetings, key=lambda item: (item.first, item.last))


def _with_equal_runs(source: Tokens, meetings: Sequence[Meeting]) -> Iterator[Meeting]:
    """Yield meetings in order; those side by side that read the same on both sides together, as one."""
    position = 0
    while position < len(meetings):
        end = _run_end(source, meetings, position)
        yield _as_one(meetings[position:end])
        position = end


def _run_end(source: Tokens, meetings: Sequence[Meeting], position: int) -> int:
    """Return the end of the shortest run from a position on that reads the same on both sides; else the next one."""
    last = -1
    for end in range(position + 1, len(meetings) + 1):
        item = meetings[end - 1]
        if end > position + 1 and item.first - TOUCH > last + TOUCH:
            break
        last = max(last, item.last)
        run = _as_one(meetings[position:end])
        if run.hypothesis and run.reference and _is_equal(source, run):
            return end
    return position + 1


def _as_one(meetings: Sequence[Meeting]) -> Meeting:
    if len(meetings) == 1:
        return meetings[0]
    return _meeting(
        tuple(change for item in meetings for change in item.hypothesis),
        tuple(change for item in meetings for change in item.reference),
    )


def _with_attempts(source: Tokens, meetings: Iterable[Meeting]) -> Iterator[Meeting]:
    """Yield meetings in order, those of changes beside undone corrections that they are attempts at as one."""
    joined: Meeting | None = None
    last: Meeting | None = None
    for item in meetings:
        if joined is not None and last is not None and _is_attempt(source, last, item):
            joined = _as_one((joined, item))
        else:
            if joined is not None:
                yield joined
            joined = item
        last = item
    if joined is not None:
        yield joined


def _is_attempt(source: Tokens, one: Meeting, other: Meeting) -> bool:
    undone, tried = (one, other) if other.hypothesis else (other, one)
    if undone.hypothesis or not tried.hypothesis:
        return False
    if tried.reference:
        pure = any(_is_pure(change) for change in tried.reference) and not _is_equal(source, tried)
    else:
        pure = any(_is_pure(change) for change in undone.reference) and not any(
            _is_pure(change) or is_respelling(change) for change in tried.hypothesis
        )
    sides = (*tried.hypothesis, *tried.reference), undone.reference
    return pure and any(here.touches(there) and here.has_words and there.has_words for here, there in product(*sides))


def _is_pure(change: Change) -> bool:
    return not change.replaced or not change.replacement


def _is_equal(source: Tokens, item: Meeting) -> bool:
    hypothesis, reference = (
        region_text(source, side, item.start, item.end) for side in (item.hypothesis, item.reference)
    )
    return hypothesis == reference


def _grouped(group: Sequence[tuple[Change, bool]]) -> Meeting:
    return _meeting(
        tuple(change for change, is_own in group if is_own), tuple(change for change, is_own in group if not is_own)
    )


def _meeting(own: tuple[Change, ...], others: tuple[Change, ...]) -> Meeting:
    own, others = (tuple(sorted(side, key=lambda item: (item.start, item.end))) for side in (own, others))
    return Meeting(own, others, *hull((*own, *others)))


def _judged(source: Tokens, meeting: Meeting, equal_enough: EqualEnough) -> dict[int, Judgement]:
    start, end = meeting.start, meeting.end
    wanted = region_text(source, meeting.reference, start, end)
    tolerances = equal_enough(region_text(source, meeting.hypothesis, start, end), wanted, source[:start], source[end:])
    if tolerances is not None:
        # Words that are as good as the source's, where the reference leaves the source, are right and earn nothing.
        due = 1 if meeting.reference else 0
        judgement = Judgement(Verdict.CORRECT, due, 1.0, meeting, tolerances, due)
        return {change.index: judgement for change in meeting.hypothesis}
    if not meeting.reference:
        return {change.index: Judgement(Verdict.NOT_NEEDED, 0.0, 0.0, meeting) for change in meeting.hypothesis}
    parts = {change.index: _part(source, change, meeting, wanted) for change in meeting.hypothesis}
    # Several parts of one correction earn together what the correction earns.
    number = sum(verdict is Verdict.PARTLY for verdict, _, _ in parts.values())
    worth = min(1.0, len(meeting.reference) / number) if number else 0.0
    return {
        index: Judgement(verdict, worth if verdict is Verdict.PARTLY else 0.0, progress, meeting, due=due)
        for index, (verdict, progress, due) in parts.items()
    }


def _part(source: Tokens, change: Change, meeting: Meeting, wanted: Tokens) -> tuple[Verdict, float, int]:
    """Return the verdict on a change alone, its progress, and the points due.

    What the change leaves undone outside its own spots is due at its own place.
    """
    before = source[meeting.start : meeting.end]
    alone = region_text(source, (change,), meeting.start, meeting.end)
    whole = _distance(before, wanted)
    progress = whole - _distance(alone, wanted)
    if progress <= 0:
        return Verdict.DIFFERENT, 0.0, 1
    if progress < LEAST_PART * _distance(before, alone):
        return Verdict.DIFFERENT, progress / whole, 1
    is_inside = spots(meeting.reference) <= covered_spots((change,))
    return Verdict.PARTLY, progress / whole, 2 if is_inside else 1


def _distance(one: Tokens, other: Tokens) -> float:
    there, here = Counter(one), Counter(other)
    return Levenshtein.distance(one, other) + ((there - here).total() + (here - there).total()) / 2


PART = 0.5
"""What a part of a correction earns, whatever else is due there."""
ALONE = frozenset({"ADJ", "ADV", "NOUN", "MORPH", "ORTH", "SPELL"})
"""ERRANT's classes of errors that are right or wrong whatever word stands beside them, but the number of nouns,
and adjectives before a noun, such as ``many``."""
REWORDED = 3
"""Tokens between a change that stands for a correction and one that is made for its sake."""
APART = 1
"""Tokens between a change and a correction that it may still stand for, as in ``blamed me for``; between two verbs."""
CONTENT = ("ADJ", "ADV", "CONJ", "NOUN", "OTHER", "PREP", "VERB")
"""ERRANT's classes of words of which a clause is made."""


@attrs.frozen
class Phrase:
    """Changes of the hypothesis that hang together, in source order, and the corrections in whose place they stand.

    ``decided`` says who and when; empty where the references decide. ``span`` is what the teacher decided about.
    """

    changes: tuple[Change, ...]
    units: tuple["DueUnit", ...]
    verdict: Verdict
    points: Points
    decided: str = ""
    span: tuple[int, int] | None = None

    @property
    def extent(self) -> tuple[int, int]:
        """The source tokens of what the hypothesis changes, and of the corrections in whose place it stands."""
        asked = [change for unit in self.units for _, change in unit.changes if unit.asks(change)]
        if self.span is not None:
            start, end = self.span
            return hull((*self.changes, *(item for item in asked if start <= item.start and item.end <= end)))
        return hull(self.changes if self.verdict is Verdict.PARTLY else (*self.changes, *asked))

    def is_of(self, *classes: str) -> bool:
        asked = [change for unit in self.units for _, change in unit.changes if unit.asks(change)]
        return any(f":{name}" in change.type for name in classes for change in (*self.changes, *asked))

    def joined(self, other: "Phrase") -> "Phrase":
        """Return two phrases as one; parts of one correction are a part of it together."""
        changes = tuple(sorted((*self.changes, *other.changes), key=lambda item: (item.first, item.last)))
        units = tuple(dict.fromkeys((*self.units, *other.units)))
        is_part = self.verdict is other.verdict is Verdict.PARTLY
        points = self.points + other.points if is_part else Points(0.0, self.points.due + other.points.due)
        return Phrase(changes, units, Verdict.PARTLY if is_part else Verdict.DIFFERENT, points)


class Phrases:
    """A judged hypothesis cut into phrases, in source order; ``left`` is undone and has no phrase in its place."""

    def __init__(self, judged: "Judged") -> None:
        self._judged = judged
        self._agreement = _Agreement(judged)
        runs = list(self._runs(judged.changes))
        parts = [[tuple(part) for part in self._parts(run)] for run in runs]
        every_part = [part for own in parts for part in own]
        self._run = {part: run for run, own in zip(runs, parts, strict=True) for part in own}
        edits = [index for part in every_part for change in part for index in change.edits]
        units = judged.without(edits).units if edits else judged.units
        attached = self._attached(every_part, units)
        self.left = tuple(unit for unit in units if unit not in attached)
        own_units = {part: tuple(unit for unit in units if attached.get(unit) == part) for part in every_part}
        phrases = [phrase for run in parts for phrase in self._phrases(run, own_units)]
        self.phrases = tuple(self._joined(phrases))

    def _runs(self, items: Sequence[Change]) -> Iterator[tuple[Change, ...]]:
        runs = list(groups(items, TOUCH))
        number = 0
        while number < len(runs):
            other = next((own for own in runs[number + 1 :] if self._hang_together(runs[number], own)), None)
            if other is None:
                number += 1
            else:
                runs.remove(other)
                runs[number] = tuple(sorted((*runs[number], *other), key=lambda item: (item.first, item.last)))
        yield from runs

    def _hang_together(self, one: Sequence[Change], other: Sequence[Change]) -> bool:
        source = self._judged.edits.source
        return any(
            moves(source, a, b) or _is_one_verb(a, b) or self._agreement.is_between(a, b) for a in one for b in other
        )

    def _parts(self, run: Sequence[Change]) -> Iterator[list[Change]]:
        part: list[Change] = []
        for change in run:
            if part and (self._judged.is_right(change) or self._decision(part[-1]) != self._decision(change)):
                yield part
                part = []
            if not self._judged.is_right(change):
                part.append(change)
        if part:
            yield part

    def _decision(self, change: Change) -> object:
        return self._judged.decisions.get(change.index)

    def _attached(
        self, parts: Sequence[tuple[Change, ...]], units: Sequence["DueUnit"]
    ) -> dict["DueUnit", tuple[Change, ...]]:
        near = {unit: [(self._distance(part, unit), part) for part in parts] for unit in units}
        attached = {
            unit: part for unit, entries in near.items() for distance, part in reversed(entries) if distance == 0
        }
        met = {part for unit, part in attached.items() if _changes_same(part, unit)}
        for unit, entries in near.items():
            taking = [
                (distance, part)
                for distance, part in entries
                if distance is not None
                and unit not in attached
                and (self._takes(part, unit, part in met) or _is_of_one_verb(self._run[part], unit))
            ]
            if taking:
                attached[unit] = min(taking, key=lambda entry: entry[0])[1]
        attached = self._with_agreement(attached, parts, units)
        return self._with_chains(attached, units, met)

    def _with_agreement(
        self,
        attached: dict["DueUnit", tuple[Change, ...]],
        parts: Sequence[tuple[Change, ...]],
        units: Sequence["DueUnit"],
    ) -> dict["DueUnit", tuple[Change, ...]]:
        """Add the corrections of words that agree with a phrase, wherever they stand.

        A pronoun can stand for much; so one agrees only with a phrase in the place of another correction.
        """
        attached = dict(attached)
        for part in parts:
            is_certain = part in attached.values()
            for unit in sorted(units, key=lambda item: abs(min(item.spots) - part[0].first)):
                between = [item for item in units if _is_between(item, part, unit) and attached.get(item) != part]
                if (
                    unit not in attached
                    and not between
                    and self._agreement.is_of(self._run[part], unit, is_certain=is_certain)
                ):
                    attached[unit] = part
        return attached

    def _with_chains(
        self,
        attached: dict["DueUnit", tuple[Change, ...]],
        units: Sequence["DueUnit"],
        met: Container[tuple[Change, ...]],
    ) -> dict["DueUnit", tuple[Change, ...]]:
        """Add the corrections side by side with those for which a rebuilt phrase stands."""
        while True:
            more = {
                unit: part
                for unit in units
                if unit not in attached
                for other, part in attached.items()
                if self._is_rebuilt(part, part in met) and _touch(unit, other)
            }
            if not more:
                return attached
            attached = {**attached, **more}

    def _takes(self, part: tuple[Change, ...], unit: "DueUnit", meets: bool) -> bool:
        """Return whether a part, which may meet a correction itself, may stand for a correction beside it.

        Who puts another word in the place of a word that is corrected leaves the words beside it as they are. Who
        changes a word that is right changes what fits it: articles, prepositions, and forms behind a subject or a verb.
        """
        if not self._is_rebuilt(part, meets) or self._agreement.is_against(self._run[part], unit):
            return False
        return meets or any(_fits(change, part) for _, change in unit.changes if unit.asks(change))

    def _is_rebuilt(self, part: Sequence[Change], meets: bool) -> bool:
        verdicts = {self._judged.judgement(change.index).verdict for change in part}
        if verdicts == {Verdict.PARTLY} or all(is_respelling(change) for change in part):
            return False
        return not meets or any(len(change.replaced) != len(change.replacement) for change in part)

    def _distance(self, part: Sequence[Change], unit: "DueUnit") -> int | None:
        """Return 0 where the part and the correction meet; ``None`` where it is too far."""
        met = {
            change
            for pairing in self._judged.pairings
            for own in part
            for change in pairing.judgements[own.index].meeting.reference
        }
        asked = [change for _, change in unit.changes if unit.asks(change)]
        if any(change in met for change in asked) or any(own.meets(change) for own in part for change in asked):
            return 0
        gaps = [max(change.first - own.last, own.first - change.last) for own in part for change in asked]
        nearest = min(gaps, default=None)
        return None if nearest is None or nearest > 2 * TOUCH + 2 * APART else nearest

    def _phrases(
        self, parts: Sequence[tuple[Change, ...]], units: dict[tuple[Change, ...], tuple["DueUnit", ...]]
    ) -> Iterator[Phrase]:
        """Yield the phrases of a run: what stands for no correction costs one, once in the run."""
        bears = any(units[part] and not self._judged.judgement(part[0].index).decided for part in parts)
        for part in parts:
            own, verdict = units[part], self._verdict(part, units[part])
            decided = self._judged.decisions.get(part[0].index)
            due = max(1, len(own))
            if decided is not None:
                points = Points(0.0, 0) if decided.kind in FREE else Points(WORTH[decided.kind] * due, due)
            elif verdict is Verdict.PARTLY:
                points, bears = Points(PART, due), True
            else:
                points, bears = Points(0.0, due if own or not bears else 0), True
            said = self._judged.judgement(part[0].index).decided
            span = None if decided is None else (decided.start, decided.end)
            yield Phrase(part, own, verdict, points, said, span)

    def _joined(self, phrases: Sequence[Phrase]) -> Iterator[Phrase]:
        """Yield phrases in source order; those across each other, or of one correction, as one, if nobody decided."""
        rest = sorted(phrases, key=lambda item: item.extent)
        while rest:
            phrase = rest.pop(0)
            while other := next((item for item in rest if self._is_one(phrase, item)), None):
                rest.remove(other)
                phrase = phrase.joined(other)
            while rest and self._is_rewording(phrase, rest[0]):
                phrase = phrase.joined(rest.pop(0))
            yield phrase

    def _is_one(self, one: Phrase, other: Phrase) -> bool:
        if one.decided or other.decided:
            return False
        (start, end), (other_start, other_end) = one.extent, other.extent
        return max(start, other_start) < min(end, other_end) or not self._meetings(one).isdisjoint(
            self._meetings(other)
        )

    def _is_rewording(self, one: Phrase, other: Phrase) -> bool:
        both = (one, other), (other, one)
        return any(
            mending.verdict is Verdict.DIFFERENT and mending.units and self._rewords(free, mending)
            for mending, free in both
        ) or any(self._is_clause(joint, verb) for joint, verb in both)

    def _is_clause(self, joint: Phrase, verb: Phrase) -> bool:
        """Return whether a phrase is of what joins a clause, the other of its verb, with a subject between at most."""
        phrases = joint, verb
        if any(item.decided or not item.units or item.verdict is not Verdict.DIFFERENT for item in phrases):
            return False
        (_, end), (start, _) = sorted(item.extent for item in phrases)
        return start - end <= APART and joint.is_of("CONJ", "PREP") and verb.is_of("VERB")

    def _rewords(self, free: Phrase, other: Phrase) -> bool:
        """Return whether a phrase that stands for no correction only changes words for the sake of another phrase."""
        if free.units or free.decided or other.decided or not all(map(_is_content, free.changes)):
            return False
        one, last = sorted((free.changes, other.changes), key=lambda item: item[0].first)
        first, end = one[-1], last[0]
        between = self._judged.edits.source[first.end : end.start]
        return (
            len(between) <= REWORDED
            and SENTENCE_SIGNS.isdisjoint(between)
            and not any(first.last < item.first and item.last < end.first for item in self._judged.changes)
        )

    def _meetings(self, phrase: Phrase) -> set[Meeting]:
        return {self._judged.judgement(change.index).meeting for change in phrase.changes}

    def _verdict(self, part: Sequence[Change], units: Sequence["DueUnit"]) -> Verdict:
        judgements = [self._judged.judgement(change.index) for change in part]
        verdicts = {item.verdict for item in judgements}
        if len(verdicts) == 1 and (judgements[0].decided or not units or Verdict.NOT_NEEDED not in verdicts):
            return judgements[0].verdict
        return Verdict.DIFFERENT


class _Agreement:
    """Tells which words of the hypothesis are as they are because of a phrase that it changes.

    Nothing here depends on the references, apart from the correction that is asked about.
    """

    def __init__(self, judged: "Judged") -> None:
        self._changes = judged.changes
        self._source = judged.edits.source
        self._agrees = judged.rules.agrees

    @cached_property
    def _text(self) -> Tokens:
        return region_text(self._source, self._changes, 0, len(self._source))

    def is_between(self, one: Change, other: Change) -> bool:
        if self._is_across((), one, other):
            return False
        return any(self._is_of(phrase, word, word.replaced) for phrase, word in ((one, other), (other, one)))

    def is_of(self, run: Sequence[Change], unit: "DueUnit", *, is_certain: bool) -> bool:
        return any(
            self._is_of(phrase, change, change.replacement) and not self._is_across(run, phrase, change)
            for phrase, change in self._pairs(run, unit)
            if is_certain or ":PRON" not in change.type
        )

    def is_against(self, run: Sequence[Change], unit: "DueUnit") -> bool:
        answers = [self._is_of(phrase, change, change.replacement) for phrase, change in self._pairs(run, unit)]
        return False in answers and True not in answers

    def _pairs(self, run: Sequence[Change], unit: "DueUnit") -> Iterator[tuple[Change, Change]]:
        for _, change in unit.changes:
            if unit.asks(change) and not meeting(self._changes, (change,)):
                yield from ((phrase, change) for phrase in run)

    def _is_across(self, run: Sequence[Change], phrase: Change, change: Change) -> bool:
        first, last = min(phrase.last, change.last), max(phrase.first, change.first)
        return any(first < item.first and item.last < last for item in self._changes if item not in run)

    def _is_of(self, phrase: Change, word: Change, other: Tokens) -> bool | None:
        return self._agrees(self._text, self._rewritten(phrase, phrase.replaced), self._rewritten(word, other))

    def _rewritten(self, item: Change, other: Tokens) -> Rewritten:
        start = item.start + sum(own.growth for own in self._changes if own.last < item.first)
        length = len(item.replacement) if item in self._changes else item.end - item.start
        return Rewritten(start, start + length, other, item.type)


def _is_one_verb(one: Change, other: Change) -> bool:
    """Return whether two changes are of one verb: its auxiliary, and its form behind the subject or ``not``."""
    return other.start - one.end <= APART and "VERB" in one.type and ("VERB" in other.type or "OTHER" in other.type)


def _fits(correction: Change, part: Sequence[Change]) -> bool:
    kinds = [type_.split(":")[1:] for type_ in correction.type.split("+")]
    is_before = correction.first < part[0].first
    if any(kind and kind[0] in ALONE and kind[1:] != ["NUM"] for kind in kinds):
        return is_before and all(kind[:1] == ["ADJ"] for kind in kinds)
    return not is_before or not any(kind[:1] == ["VERB"] for kind in kinds)


def _touch(one: "DueUnit", other: "DueUnit") -> bool:
    return any(a.touches(b) for _, a in one.changes if one.asks(a) for _, b in other.changes if other.asks(b))


def _changes_same(part: Sequence[Change], unit: "DueUnit") -> bool:
    return any(own.meets(change) for own in part for _, change in unit.changes if unit.asks(change))


def _is_of_one_verb(part: Sequence[Change], unit: "DueUnit") -> bool:
    asked = [change for _, change in unit.changes if unit.asks(change)]
    return all("VERB" in change.type for change in asked) and any(
        "VERB" in own.type and _is_one_verb(*sorted((own, change), key=lambda item: item.first))
        for own in part
        for change in asked
    )


def _is_between(unit: "DueUnit", part: Sequence[Change], other: "DueUnit") -> bool:
    first, last = min(part[-1].last, max(other.spots)), max(part[0].first, min(other.spots))
    return any(first < spot < last for spot in unit.spots)


def _is_content(change: Change) -> bool:
    return bool(change.replaced and change.replacement) and any(f":{kind}" in change.type for kind in CONTENT)
