"""The changes of two sides of a passage, where they meet, and how the one is judged by the other. Ours.

A passage of n tokens has 2n + 1 positions: position 2k is the gap before token k, position 2k + 1 the token k. An edit
changes the positions from its first to its last token; it changes the gap at an end too where it puts words in. Edits
that only touch do not meet.

A hypothesis is paired with one reference: each of its changes is judged by what that reference does where they meet.
Pairing looks at no other reference, so a change's best judgement can only rise when one is added. Changes that do not
meet, directly or through the other side's changes, have no part in each other's judgement. The one exception: where the
hypothesis reads like the reference, in all of the passage or in a run of changes side by side, it is correct, however
the edits are cut. So a phrase that one side moves in one edit, and the other in two, is the same.

A change beside a correction that is left undone is an attempt at it where a correction there only adds words or takes
them out: ``more better`` becomes ``more good`` here and ``better`` there; ``to swim`` becomes ``for a swim`` here, and
``swimming`` there, in two edits. They meet. A change that keeps every letter, such as ``hometown`` for ``home town``,
is no attempt at adding words or taking them out.

How far a change brings the source towards the reference is measured by a distance d over tokens: the Levenshtein
distance, which sees their order, and half the number of tokens that only one side has, which does not. With s, h and r
the region's tokens in the source, with this change alone, and in the reference, its progress is d(s, r) - d(h, r). A
change is a part of the reference's correction if it progresses by at least half of what it changes, d(s, h). By the
triangle inequality the progress is at most that, and equal for a proper part.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, product

import attrs
from rapidfuzz.distance import Levenshtein, Prefix

from markscheme.edits.edit import Edit, Edits, apply_edits
from markscheme.exercises.decisions import DecisionKind, Placed, Subject
from markscheme.languages.language import AgreementRule, Tolerances, find_language, no_agreement
from markscheme.marking.verdict import TokenRange, Verdict
from markscheme.metrics.base import Assumption

Tokens = tuple[str, ...]
FARTHEST_MOVE = 4
"""Number of tokens between the two edits of a reference that move a word."""
FARTHEST_DETERMINER = 1
"""The same for a determiner: beyond it, one is taken from a noun and another one given to another noun."""
SHORTEST_WORD = 3
"""Characters of a word that can be recognised where it is moved to."""
ALIKE = 0.3
"""Levenshtein similarity of two words from which one may be the other's correction."""
TOUCH = 1
"""Positions around a change at which another one stands side by side with it, if that one's do too."""
MOVED_CLASSES = ("ADJ", "ADV", "NOUN", "VERB")
"""ERRANT's classes of words that carry enough meaning to be moved."""
SENTENCE_SIGNS = frozenset(".?!;:")
"""Signs between sentences, and between parts of one that could stand alone."""
SAME_WORD = 0.6
"""Share of letters in common from which two spellings or forms may be of one word, or one word be made two."""


@attrs.frozen
class Change:
    """An edit without the tokens that it leaves at its ends, or several edits that are one correction.

    ``edits`` are indices; ``first`` and ``last`` are positions. ``parts`` has the first and the last position of each
    edit: between the edits that move a word, words may stay."""

    edits: tuple[int, ...]
    start: int
    end: int
    replacement: Tokens
    replaced: Tokens
    first: int
    last: int
    parts: tuple[tuple[int, int], ...]
    type: str = ""

    @property
    def index(self) -> int:
        return self.edits[0]

    @property
    def edit(self) -> Edit:
        return Edit(self.start, self.end, self.replacement, self.type)

    @property
    def growth(self) -> int:
        return len(self.replacement) - (self.end - self.start)

    @property
    def grows(self) -> bool:
        return self.growth > 0

    @property
    def key(self) -> tuple[int, int, Tokens]:
        """What makes two changes the same: place and replacement."""
        return self.start, self.end, self.replacement

    def meets(self, other: "Change") -> bool:
        return self.first <= other.last and other.first <= self.last

    def touches(self, other: "Change") -> bool:
        return self.first - TOUCH <= other.last + TOUCH and other.first - TOUCH <= self.last + TOUCH

    @property
    def has_words(self) -> bool:
        return any(character.isalnum() for token in (*self.replaced, *self.replacement) for character in token)

    @property
    def can_be_alternative(self) -> bool:
        """Whether another correction elsewhere may do in its place: words are only added or only taken out."""
        sides = [[token.casefold() for token in side] for side in (self.replaced, self.replacement)]
        shorter, longer = sorted(sides, key=len)
        rest = iter(longer)
        return self.has_sentence_sign or (
            len(shorter) < len(longer) and self.has_words and all(token in rest for token in shorter)
        )

    @property
    def has_sentence_sign(self) -> bool:
        return not SENTENCE_SIGNS.isdisjoint((*self.replaced, *self.replacement))


def changes(source: Tokens, edits: Edits) -> tuple[Change, ...]:
    """Return the changes of one side's edits, in source order; none for edits that together change nothing.

    An edit that replaces a word, and one beside it that adds a word, are one change where they make two words of one.
    """
    if apply_edits(source, edits) == source:
        return ()
    joined: list[Change] = []
    for index, edit in enumerate(edits):
        if not _changes(source, edit):
            continue
        change = _change(source, (index,), edit)
        if joined and _splits_word(joined[-1], change):
            one = joined.pop()
            whole = Edit(one.start, change.end, (*one.replacement, *change.replacement), _joined_types(one, change))
            change = _change(source, (*one.edits, index), whole)
        joined.append(change)
    return tuple(joined)


def _splits_word(one: Change, other: Change) -> bool:
    """Return whether two changes that follow each other make two words of one, such as ``it`` and ``is`` of ``its``.

    Their letters together are then more like the word than those of its replacement alone.
    """
    if one.end != other.start or len(one.replaced) + len(other.replaced) != 1:
        return False
    [word] = (*one.replaced, *other.replaced)
    alone = one.replacement if one.replaced else other.replacement
    likeness = _likeness(word, "".join((*one.replacement, *other.replacement)))
    return bool(alone) and likeness >= SAME_WORD and likeness > _likeness(word, "".join(alone))


def corrections(source: Tokens, edits: Edits) -> tuple[Change, ...]:
    """Return the changes of a reference's edits; edits that take words away and put them in close by are one change."""
    joined: list[Change] = []
    for change in changes(source, edits):
        if joined and change.start - joined[-1].end <= FARTHEST_MOVE and moves(source, joined[-1], change):
            joined[-1] = _one(source, joined[-1], change)
        else:
            joined.append(change)
    return tuple(joined)


def moves(source: Tokens, one: Change, other: Change) -> bool:
    """Return whether a word that one of two changes takes away is put in by the other, perhaps in another form.

    ERRANT's types tell it of two forms that look nothing alike: one change takes a verb away, the other puts one in.
    """
    if {_operation(one), _operation(other)} == {"M", "U"} and _word_class(one) == _word_class(other):
        if _word_class(one) in MOVED_CLASSES:
            return True
        if _word_class(one) == "DET" and other.start - one.end > FARTHEST_DETERMINER:
            return False
    (taken, put), (taken_there, put_there) = (_words_moved(source, item) for item in (one, other))
    if "PRON" in (_word_class(one), _word_class(other)) and (taken & put_there or put & taken_there):
        return True
    return any(_is_form(a, b) for a, b in (*product(taken, put_there), *product(put, taken_there)))


def is_respelling(change: Change) -> bool:
    """Return whether a change keeps every letter: it joins or parts words, or changes case or signs."""
    before, after = (
        [character for token in side for character in token.casefold() if character.isalnum()]
        for side in (change.replaced, change.replacement)
    )
    return before == after


def _operation(change: Change) -> str:
    return change.type.partition(":")[0]


def _word_class(change: Change) -> str:
    return change.type.split(":")[1] if ":" in change.type else ""


def _words_moved(source: Tokens, change: Change) -> tuple[set[str], set[str]]:
    before = {token.lower() for token in source[change.start : change.end]}
    after = {token.lower() for token in change.replacement}
    return before - after, after - before


def _is_form(one: str, other: str) -> bool:
    shorter = min(len(one), len(other))
    return shorter >= SHORTEST_WORD and Prefix.similarity(one, other) >= max(SHORTEST_WORD, SAME_WORD * shorter)


def _one(source: Tokens, one: Change, other: Change) -> Change:
    words = (*one.replacement, *source[one.end : other.start], *other.replacement)
    replaced = source[one.start : other.end]
    return Change(
        (*one.edits, *other.edits),
        one.start,
        other.end,
        words,
        replaced,
        one.first,
        other.last,
        (*one.parts, *other.parts),
        _joined_types(one, other),
    )


def _joined_types(one: Change, other: Change) -> str:
    return "+".join(dict.fromkeys(item for item in (one.type, other.type) if item))


def _changes(source: Tokens, edit: Edit) -> bool:
    return source[edit.start : edit.end] != edit.replacement


def _change(source: Tokens, indices: tuple[int, ...], edit: Edit) -> Change:
    start, end, replacement = edit.start, edit.end, edit.replacement
    while start < end and replacement and source[start] == replacement[0]:
        start, replacement = start + 1, replacement[1:]
    while start < end and replacement and source[end - 1] == replacement[-1]:
        end, replacement = end - 1, replacement[:-1]
    if start == end:
        gap = 2 * start
        return Change(indices, start, end, replacement, (), gap, gap, ((gap, gap),), edit.type)
    replaced = source[start:end]
    before, after = _grows(replaced, replacement)
    first, last = 2 * start if before else 2 * start + 1, 2 * end if after else 2 * end - 1
    return Change(indices, start, end, replacement, replaced, first, last, ((first, last),), edit.type)


def _grows(before: Tokens, after: Tokens) -> tuple[bool, bool]:
    """Return whether words are put in before the first token, and behind the last; the most alike tokens pair up.

    Where no two tokens are alike, the words may be put in at either end.
    """
    if len(after) <= len(before):
        return False, False
    if max(_likeness(one, other) for one in (before[0], before[-1]) for other in after) < ALIKE:
        return True, True
    first = max(range(len(after)), key=lambda index: (_likeness(before[0], after[index]), -index))
    last = max(range(len(after)), key=lambda index: (_likeness(before[-1], after[index]), index))
    return first > 0, last < len(after) - 1


def _likeness(one: str, other: str) -> float:
    return Levenshtein.normalized_similarity(one.lower(), other.lower())


def covered_positions(items: Iterable[Change]) -> set[int]:
    """Return the positions that a hypothesis's changes deal with: theirs, and the gaps at both ends of growing ones."""
    return {
        position
        for item in items
        for position in range(min(item.first, 2 * item.start), max(item.last, 2 * item.end) + 1)
        if item.grows or item.first <= position <= item.last
    }


def positions(items: Iterable[Change], reach: int = 0) -> set[int]:
    parts = (part for item in items for part in item.parts)
    return {position for first, last in parts for position in range(first - reach, last + reach + 1)}


def widened(numbers: Iterable[int], reach: int) -> set[int]:
    return {position + by for position in numbers for by in range(-reach, reach + 1)}


def hull(items: Iterable[Change]) -> tuple[int, int]:
    ranges = [(item.start, item.end) for item in items]
    return min(start for start, _ in ranges), max(end for _, end in ranges)


def groups(items: Iterable[Change], reach: int = 0) -> Iterator[tuple[Change, ...]]:
    """Yield changes that meet within reach, directly or through others, in source order."""
    group: list[Change] = []
    last = -1
    for item in sorted(items, key=lambda change: (change.first, change.last, change.replacement)):
        if group and item.first - reach > last + reach:
            yield tuple(group)
            group = []
        last = item.last if not group else max(last, item.last)
        group.append(item)
    if group:
        yield tuple(group)


def meeting(items: Sequence[Change], others: Sequence[Change]) -> tuple[Change, ...]:
    return tuple(item for item in items if any(item.meets(other) for other in others))


EqualEnough = Callable[[Tokens, Tokens, Tokens, Tokens], tuple[str, ...] | None]
"""Return the names of the tolerances under which two sides' tokens at a place are equal: none if they are the same,
and ``None`` if they differ all the same. The tokens before and behind the place come last."""
FREE = frozenset({DecisionKind.EITHER, DecisionKind.NOT_COUNTED})
"""The decisions after which nothing was due."""
WORTH = {DecisionKind.ACCEPTED: 1.0, DecisionKind.PARTLY: 0.5, DecisionKind.WRONG: 0.0, **dict.fromkeys(FREE, 0.0)}
DECIDED = {
    DecisionKind.ACCEPTED: Verdict.CORRECT,
    DecisionKind.PARTLY: Verdict.PARTLY,
    DecisionKind.WRONG: Verdict.DIFFERENT,
    **dict.fromkeys(FREE, Verdict.OPTIONAL),
}
REJECTION = frozenset({DecisionKind.WRONG, DecisionKind.OPTIONAL})
"""What is decided together about a reference's edit that is rejected."""


def strictly(one: Tokens, other: Tokens, _before: Tokens, _after: Tokens) -> tuple[str, ...] | None:
    """Return an empty tuple for equal tokens: no tolerance is on."""
    return () if one == other else None


@attrs.frozen
class Rules:
    """What decides verdicts beside edits.

    ``independent``: a place may follow any reference; ``dependent``: all follow one. ``unchanged`` are positions that
    nearly nobody in the class changes; none where there is no class to tell. ``people`` numbers each reference's
    author; empty where each has one.
    """

    equal_enough: EqualEnough = strictly
    assumption: Assumption = "independent"
    decisions: tuple[Placed, ...] = ()
    unchanged: frozenset[int] = frozenset()
    people: tuple[int, ...] = ()
    agrees: AgreementRule = no_agreement

    def author(self, reference: int) -> int:
        return self.people[reference] if self.people else reference

    def about_changes(
        self, source: Tokens, hypothesis: Sequence[Change]
    ) -> Iterator[tuple[Placed, tuple[Change, ...]]]:
        """Yield decisions about changes, of which the last counts: course's, exercise's, then what isn't counted."""
        order = [(item.kind is DecisionKind.NOT_COUNTED, not item.decision.always) for item in self.decisions]
        for _, item in sorted(zip(order, self.decisions, strict=True), key=lambda pair: pair[0]):
            if item.kind.subject is Subject.CHANGE:
                made = _made(source, hypothesis, item)
            elif item.kind is DecisionKind.NOT_COUNTED:
                made = tuple(change for change in hypothesis if _is_inside(change, item))
            else:
                made = ()
            if made:
                yield item, made

    def within(self, source: Tokens, window: TokenRange) -> "Rules":
        before, after = source[: window.start], source[window.end :]

        def equal_enough(one: Tokens, other: Tokens, left: Tokens, right: Tokens) -> tuple[str, ...] | None:
            return self.equal_enough(one, other, (*before, *left), (*right, *after))

        inside = (item for item in self.decisions if window.start <= item.start and item.end <= window.end)
        moved = (attrs.evolve(item, start=item.start - window.start, end=item.end - window.start) for item in inside)
        unchanged = frozenset(position - 2 * window.start for position in self.unchanged)
        return attrs.evolve(self, equal_enough=equal_enough, decisions=tuple(moved), unchanged=unchanged)

    def optional(self, source: Tokens, change: Change) -> str | None:
        """Return who called a reference's change optional, or its place not counted; ``None`` for nobody."""
        for item in self.decisions:
            if item.kind is DecisionKind.NOT_COUNTED and _is_inside(change, item):
                return title(item)
            if item.kind is DecisionKind.OPTIONAL and is_about(source, item, change.edit):
                return title(item)
        return None

    def is_needed(self, source: Tokens, change: Change) -> bool:
        """Return whether a teacher decided that a reference's change has to be made."""
        return any(item.kind is DecisionKind.NEEDED and is_about(source, item, change.edit) for item in self.decisions)

    def rejects(self, source: Tokens, change: Change) -> bool:
        """Return whether a reference's change is rejected: it need not be made, and it is wrong to make it."""
        kinds = {item.kind for item in self.decisions if item.kind in REJECTION and is_about(source, item, change.edit)}
        return kinds == REJECTION


def rules_with(language: str, equal: Sequence[str], assumption: Assumption) -> Rules:
    of_language = find_language(language)
    tolerances = of_language.tolerances_of(equal)
    return Rules(_comparison(tolerances) if tolerances else strictly, assumption, agrees=of_language.agrees)


def _comparison(tolerances: Tolerances) -> EqualEnough:
    def equal_enough(one: Tokens, other: Tokens, before: Tokens, after: Tokens) -> tuple[str, ...] | None:
        found = tolerances.equal(one, other, before, after)
        return None if found is None else tuple(tolerance.name for tolerance in found)

    return equal_enough


def title(item: Placed) -> str:
    return ", ".join(part for part in (item.kind.value, item.decision.title) if part)


def is_about(source: Tokens, item: Placed, edit: Edit) -> bool:
    """Return whether a decision's correction is a reference's change, tokens that both leave as they are apart."""
    own = Edit(item.start, item.end, item.decision.replacement)
    return any(change.key == edit.key for change in changes(source, (own,)))


def _is_inside(change: Change, item: Placed) -> bool:
    """Return whether a change is made within a place, or at it where the place is a gap."""
    return item.start <= change.start and change.end <= item.end


def _made(source: Tokens, hypothesis: Sequence[Change], item: Placed) -> tuple[Change, ...]:
    """Return the changes with which the hypothesis does what a decision is about.

    What is put in at an end of the place may be of the change beside it.
    """
    if any(
        change.start < item.end and item.start < change.end and not _is_inside(change, item) for change in hypothesis
    ):
        return ()
    inside = tuple(change for change in hypothesis if _is_inside(change, item))
    at_ends = [change for change in inside if change.start == change.end in (item.start, item.end)]
    for number in range(len(at_ends) + 1):
        for outside in combinations(at_ends, number):
            candidate = tuple(change for change in inside if change not in outside)
            if candidate and apply_edits(source, candidate, item.start, item.end) == item.decision.replacement:
                return candidate
    return ()


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
    if own and apply_edits(source, own, *whole) == apply_edits(source, others, *whole):
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
        apply_edits(source, side, item.start, item.end) for side in (item.hypothesis, item.reference)
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
    wanted = apply_edits(source, meeting.reference, start, end)
    tolerances = equal_enough(apply_edits(source, meeting.hypothesis, start, end), wanted, source[:start], source[end:])
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

    What the change leaves undone outside its own positions is due at its own place.
    """
    before = source[meeting.start : meeting.end]
    alone = apply_edits(source, (change,), meeting.start, meeting.end)
    whole = _distance(before, wanted)
    progress = whole - _distance(alone, wanted)
    if progress <= 0:
        return Verdict.DIFFERENT, 0.0, 1
    if progress < LEAST_PART * _distance(before, alone):
        return Verdict.DIFFERENT, progress / whole, 1
    is_inside = positions(meeting.reference) <= covered_positions((change,))
    return Verdict.PARTLY, progress / whole, 2 if is_inside else 1


def _distance(one: Tokens, other: Tokens) -> float:
    there, here = Counter(one), Counter(other)
    return Levenshtein.distance(one, other) + ((there - here).total() + (here - there).total()) / 2
