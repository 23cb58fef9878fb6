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
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.marking.verdicts.verdict import (
    TOUCH,
    Change,
    EqualEnough,
    Tokens,
    Verdict,
    covered_spots,
    hull,
    is_respelling,
    region_text,
    spots,
    strictly,
)

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
