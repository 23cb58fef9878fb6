"""The verdict on a place, what it was judged against, and what it earns. Ours.

Plain values over a passage's tokens; no documents and no vectors.

Which source positions an edit changes, so that two edits can be said to meet. A passage of n tokens has 2n + 1 spots:
spot 2k is the gap before token k, spot 2k + 1 the token k. An edit changes the spots from its first to its last token;
it changes the gap at an end too where it puts words in. Edits that only touch do not meet.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, StrEnum
from itertools import combinations, product

import attrs
from rapidfuzz.distance import Levenshtein, Prefix

from markscheme.contract import shape
from markscheme.edits.edit import Edit, Edits, apply_edits
from markscheme.exercises.decisions import DecisionKind, Placed, Subject
from markscheme.languages.language import AgreementRule, Tolerances, find_language, no_agreement
from markscheme.metrics.base import Assumption


@shape()
class Verdict(Enum):
    """A verdict on one place; the values are those of JSON.

    CORRECT: as a reference, or as an accepted alternative. PARTLY: a proper part of what a reference does. DIFFERENT:
    changed otherwise than by any. MISSED: left where every reference changes it, or each corrects it in another place
    close by. NOT_NEEDED: changed where no reference does. OPTIONAL: left where at least one reference changes it and
    another leaves it, with nothing in its place.
    """

    CORRECT = "correct"
    PARTLY = "partly-correct"
    DIFFERENT = "different"
    MISSED = "missed"
    NOT_NEEDED = "not-needed"
    OPTIONAL = "optional"


ANSWERS = frozenset({Verdict.PARTLY, Verdict.DIFFERENT, Verdict.NOT_NEEDED})


def is_open(verdict: Verdict, decided: str, *, is_alone: bool = False) -> bool:
    """Return whether a place waits for a person: the answer may be right, or a correction its teacher's taste.

    ``decided`` says who and when; empty for nobody. ``is_alone``: the only teacher corrects what nearly nobody in the
    class does.

    >>> is_open(Verdict.DIFFERENT, ""), is_open(Verdict.DIFFERENT, "wrong, Ms Kim"), is_open(Verdict.MISSED, "")
    (True, False, False)
    """
    return (verdict in ANSWERS or (verdict is Verdict.MISSED and is_alone)) and not decided


class OpenAnswers(StrEnum):
    """What is given back for answers that nobody has decided; the values are those of the command line.

    AS_THEY_ARE is nothing, or what is partly right; LOWEST if all are wrong; HIGHEST if all are right.
    """

    AS_THEY_ARE = "as-they-are"
    LOWEST = "lowest"
    HIGHEST = "highest"


@attrs.frozen
class Stretch:
    """Half-open token range."""

    start: int
    end: int


@attrs.frozen
class Points:
    """What places earn, and what there was to earn."""

    earned: float = 0.0
    """Points earned; at least 0, and at most those due."""
    due: int = 0
    """Points due."""

    def __add__(self, other: "Points") -> "Points":
        return Points(self.earned + other.earned, self.due + other.due)

    @property
    def share(self) -> float | None:
        """``earned / due``, in 0 to 1; ``null`` where nothing was due."""
        return self.earned / self.due if self.due else None

    def is_at_least(self, before: "Points") -> bool:
        """Return whether no mark falls when these points replace ``before`` in it, whatever else the mark has."""
        return self.earned - before.earned >= max(0, self.due - before.due) - ROUNDING


ROUNDING = 1e-9
"""Largest difference of two sums of the same points in another order."""


@attrs.frozen
class ReferenceChange:
    """One change of a reference, without the tokens that it leaves at its ends; ``target`` are its own tokens."""

    edit: Edit
    target: Stretch


@attrs.frozen
class Version:
    """What one reference has at a place, with its edits there in source order.

    ``source`` are the tokens that it replaces, the place's own where it leaves them. ``is_beside``: its changes only
    stand beside what the hypothesis changes there.
    """

    reference: int
    source: Stretch
    target: Stretch
    replacement: tuple[str, ...]
    edits: Edits
    changes: tuple[ReferenceChange, ...] = ()
    is_beside: bool = False

    @property
    def keeps(self) -> bool:
        return not self.edits


@attrs.frozen
class Suggestion:
    """Other words for some of the hypothesis's: ``target`` are the hypothesis's tokens, ``source`` those under both.

    ``words`` are the new tokens in the first of the references.
    """

    references: tuple[int, ...]
    target: Stretch
    replacement: tuple[str, ...]
    source: Stretch
    words: Stretch


@attrs.frozen
class Remainder:
    """An edit that is left to be done; ``words`` are its tokens in the reference that the verdict follows first."""

    target: Stretch
    replacement: tuple[str, ...]
    words: Stretch


@attrs.frozen
class Place:
    """The verdict on one place of a passage.

    ``edits`` are the hypothesis's, by index; ``type`` is ERRANT's of them or of a reference's, joined by ``+``.
    ``versions`` begin with those that the verdict ``follows``, a number. ``missing`` are edits left of PARTLY,
    ``tolerances`` make it CORRECT or OPTIONAL. ``decided`` says who and when; empty where the references did.
    ``is_alone``: the only teacher corrects what nearly nobody in the class does. ``needs`` is what was due, without a
    change that was not needed.
    """

    verdict: Verdict
    source: Stretch
    target: Stretch
    edits: tuple[int, ...]
    type: str
    versions: tuple[Version, ...]
    follows: int
    points: Points
    suggestions: tuple[Suggestion, ...] = ()
    missing: tuple[Remainder, ...] = ()
    tolerances: tuple[str, ...] = ()
    decided: str = ""
    is_alone: bool = False
    needs: int = attrs.field(
        default=attrs.Factory(
            lambda self: 0 if self.verdict is Verdict.NOT_NEEDED else self.points.due, takes_self=True
        )
    )

    @property
    def is_open(self) -> bool:
        return is_open(self.verdict, self.decided, is_alone=self.is_alone)


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
"""Spots around a change at which another one stands side by side with it, if that one's do too."""
MOVED_CLASSES = ("ADJ", "ADV", "NOUN", "VERB")
"""ERRANT's classes of words that carry enough meaning to be moved."""
SENTENCE_SIGNS = frozenset(".?!;:")
"""Signs between sentences, and between parts of one that could stand alone."""
PARTED = 0.6
"""Levenshtein similarity of a word, and two words without the space, from which they may be one word made two."""
SAME_START = 0.6
"""Share of a word's characters that its other form begins with."""


@attrs.frozen
class Change:
    """An edit without the tokens that it leaves at its ends, or several edits that are one correction.

    ``edits`` are indices; ``first`` and ``last`` are spots. ``parts`` has the first and the last spot of each edit:
    between the edits that move a word, words may stay.
    """

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
        return self.parts_sentences or (
            len(shorter) < len(longer) and self.has_words and all(token in rest for token in shorter)
        )

    @property
    def parts_sentences(self) -> bool:
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
        if joined and _parts_word(joined[-1], change):
            one = joined.pop()
            whole = Edit(one.start, change.end, (*one.replacement, *change.replacement), _joined_types(one, change))
            change = _change(source, (*one.edits, index), whole)
        joined.append(change)
    return tuple(joined)


def _parts_word(one: Change, other: Change) -> bool:
    """Return whether two changes that follow each other make two words of one, such as ``it`` and ``is`` of ``its``.

    Their letters together are then more like the word than those of its replacement alone.
    """
    if one.end != other.start or len(one.replaced) + len(other.replaced) != 1:
        return False
    [word] = (*one.replaced, *other.replaced)
    alone = one.replacement if one.replaced else other.replacement
    likeness = _likeness(word, "".join((*one.replacement, *other.replacement)))
    return bool(alone) and likeness >= PARTED and likeness > _likeness(word, "".join(alone))


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
    return shorter >= SHORTEST_WORD and Prefix.similarity(one, other) >= max(SHORTEST_WORD, SAME_START * shorter)


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


def covered_spots(items: Iterable[Change]) -> set[int]:
    """Return the spots that a hypothesis's changes deal with: theirs, and the gaps at both ends of growing ones."""
    return {
        spot
        for item in items
        for spot in range(min(item.first, 2 * item.start), max(item.last, 2 * item.end) + 1)
        if item.grows or item.first <= spot <= item.last
    }


def spots(items: Iterable[Change], reach: int = 0) -> set[int]:
    parts = (part for item in items for part in item.parts)
    return {spot for first, last in parts for spot in range(first - reach, last + reach + 1)}


def widened(numbers: Iterable[int], reach: int) -> set[int]:
    return {spot + by for spot in numbers for by in range(-reach, reach + 1)}


def region_text(source: Tokens, items: Iterable[Change], start: int, end: int) -> Tokens:
    text: list[str] = []
    position = start
    for item in items:
        text += source[position : item.start]
        text += item.replacement
        position = item.end
    return (*text, *source[position:end])


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

    ``independent``: a place may follow any reference; ``dependent``: all follow one. ``unchanged`` are spots that
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

    def within(self, source: Tokens, window: Stretch) -> "Rules":
        before, after = source[: window.start], source[window.end :]

        def equal_enough(one: Tokens, other: Tokens, left: Tokens, right: Tokens) -> tuple[str, ...] | None:
            return self.equal_enough(one, other, (*before, *left), (*right, *after))

        inside = (item for item in self.decisions if window.start <= item.start and item.end <= window.end)
        moved = (attrs.evolve(item, start=item.start - window.start, end=item.end - window.start) for item in inside)
        unchanged = frozenset(spot - 2 * window.start for spot in self.unchanged)
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
            if candidate and region_text(source, candidate, item.start, item.end) == item.decision.replacement:
                return candidate
    return ()
