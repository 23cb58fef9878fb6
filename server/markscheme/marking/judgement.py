"""A passage's hypothesis judged against all its references at once, before it is cut into places. Ours.

Each change of the hypothesis has the best of its judgements. Positions that no change covers are due where every
reference changes them. So a maximum and an intersection decide: the order and the names of references do not matter, a
maximum only rises with another reference, and an intersection only shrinks.

Then what the references do not make correct is cut into phrases, each with one verdict and one cost. A run is made of
changes side by side, of those of one verb, and of a phrase with the words that agree with it. What no reference makes
correct in a run is one phrase, cut only where a correct change stands between. A phrase stands for the corrections
that it meets, for those beside it, and for those of words that agree with it: who writes ``a knife`` for ``a scissors``
has not missed ``some``. So it costs as much as these corrections, and at least one. Runs depend on the hypothesis
alone, and another reference only takes corrections away; so it lowers no mark. What rewords beside a phrase that stands
for a correction is shown with it, and costs what it cost apart.
"""

from collections.abc import Collection, Container, Iterator, Sequence
from functools import cached_property

import attrs

from markscheme.edits.edit import Edits, PassageEdits, apply_edits
from markscheme.exercises.decisions import DecisionKind, Placed
from markscheme.languages.language import Rewritten
from markscheme.marking.changes import (
    DECIDED,
    FREE,
    SENTENCE_SIGNS,
    TOUCH,
    WORTH,
    Change,
    Judgement,
    Meeting,
    Pairing,
    Rules,
    Tokens,
    changes,
    corrections,
    covered_positions,
    groups,
    hull,
    is_respelling,
    meeting,
    moves,
    pair,
    positions,
    title,
    widened,
)
from markscheme.marking.verdict import Points, TokenRange, Verdict

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

    ``positions`` are within reach of every reference's changes, and left by the hypothesis; all positions of the
    changes where ``is_choice``: each reference corrects one error in another place of the stretch, and none leaves it.
    ``reach`` is 0 where every reference changes the positions; :data:`TOUCH` where the changes only touch: each changes
    something in the phrase, and none leaves it as it is.
    """

    changes: tuple[tuple[int, Change], ...]
    positions: frozenset[int]
    reach: int = 0
    is_choice: bool = False

    @cached_property
    def asked(self) -> tuple[Change, ...]:
        return tuple(change for _, change in self.changes if self.asks(change))

    def asks(self, change: Change) -> bool:
        return any(change.first - self.reach <= position <= change.last + self.reach for position in self.positions)


class JudgedPassage:
    """One hypothesis against all references of a passage.

    ``best`` has the pairings with the best judgement of each change, by the change's index. First comes the larger
    progress, else the first correction by its content, else the reference with which most changes agree.
    """

    def __init__(self, edits: PassageEdits, rules: Rules, references: tuple[Reference, ...] | None = None) -> None:
        self.edits = edits
        self.rules = rules
        self.changes = changes(edits.source, edits.hypothesis)
        if references is None:
            references = tuple(map(self._reference, edits.present_references))
        self.references = references
        self.pairings = tuple(self._pairings())
        self._by_number = {item.number: item for item in self.references}
        self.best = {change.index: self._best(change.index) for change in self.changes}
        self._decided = self._decided_judgements()

    @cached_property
    def phrases(self) -> "tuple[Phrase, ...]":
        """The changes that no reference makes correct, and those that a teacher decided about."""
        return self._cut.phrases

    @cached_property
    def left(self) -> tuple[DueUnit, ...]:
        """What was left undone and has no phrase in its place, in source order."""
        return self._cut.left

    @cached_property
    def _cut(self) -> "Phrases":
        return Phrases(self)

    @property
    def points(self) -> Points:
        right = [self.judgement(change.index) for change in self.changes if self.is_right(change)]
        points = Points(sum(item.worth for item in right), sum(item.due for item in right) + len(self.left))
        return sum((item.points for item in self.phrases), points)

    def is_right(self, change: Change) -> bool:
        judgement = self.judgement(change.index)
        return judgement.verdict is Verdict.CORRECT and not judgement.decided

    def without(self, edits: Collection[int]) -> "JudgedPassage":
        return self.again(tuple(edit for index, edit in enumerate(self.edits.hypothesis) if index not in edits))

    def again(self, hypothesis: Edits) -> "JudgedPassage":
        return JudgedPassage(attrs.evolve(self.edits, hypothesis=hypothesis), self.rules, self.references)

    def only(self, reference: Reference) -> "JudgedPassage":
        return JudgedPassage(self.edits, self.rules, (reference,))

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

    def within(self, window: TokenRange) -> "JudgedPassage":
        """Return the hypothesis judged in a part of the source, at whose ends no side changes anything."""
        sides = [self.changes, *(reference.changes for reference in self.references)]
        own, *references = (edits_within(side, window) for side in sides)
        edits = PassageEdits(self.edits.source[window.start : window.end], own, tuple(references), parallel=False)
        return JudgedPassage(edits, self.rules.within(self.edits.source, window))

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

    @cached_property
    def units(self) -> tuple[DueUnit, ...]:
        """What was left undone, in source order, where every change of the hypothesis stands for what it covers."""
        if not self.references:
            return ()
        numbered = [(item.number, change) for item in self.references for change in item.changes]
        every_change = [change for _, change in numbered]
        exact, near = self._due_positions(0), self._due_positions(TOUCH)
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
                yield DueUnit(members, frozenset(positions(stretch)), is_choice=True)

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
            inside = frozenset(due & positions(group, reach))
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

    def _due_positions(self, reach: int) -> set[int]:
        sides = [(_with_words(item.required, reach), item.rejected) for item in self.references]
        due = set.intersection(*(positions((*required, *rejected), reach) for required, rejected in sides))
        due &= set().union(*(positions(required, reach) for required, _ in sides))
        if not reach:
            due |= positions(self.agreed)
        due -= widened(covered_positions(self.changes), reach)
        for part in self._settled:
            due -= set(range(part.first - reach, part.last + reach + 1))
        return due


def followed(judged: JudgedPassage) -> JudgedPassage:
    """Return a hypothesis judged against the references that verdicts follow: all, or one under dependence."""
    if judged.rules.assumption == "independent" or len(judged.references) < 2:
        return judged
    return min((judged.only(item) for item in judged.references), key=_choice)


def _choice(judged: JudgedPassage) -> tuple[float, float, tuple[tuple[int, int, tuple[str, ...]], ...]]:
    points = judged.points
    share = 1.0 if points.share is None else points.share
    [reference] = judged.references
    return -share, -points.earned, tuple(change.key for change in reference.changes)


def _with_words(items: Sequence[Change], reach: int) -> Sequence[Change]:
    """Return the changes that ask for positions within reach; those of punctuation alone ask only for their own."""
    return [item for item in items if not reach or item.has_words]


def _content(judgement: Judgement) -> tuple[int, int, tuple[tuple[int, int, tuple[str, ...]], ...]]:
    """Return the order of judgements of one rank: fewer words first, and then the correction itself."""
    part = judgement.meeting
    keys = tuple(change.key for change in part.reference)
    return part.end - part.start, sum(len(key[2]) for key in keys), keys


def edits_within(side: Sequence[Change], window: TokenRange) -> Edits:
    inside = (change.edit for change in side if window.start <= change.start and change.end <= window.end)
    moved = (attrs.evolve(edit, start=edit.start - window.start, end=edit.end - window.start) for edit in inside)
    return tuple(sorted(moved, key=lambda edit: (edit.start, edit.end)))


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
        asked = [change for unit in self.units for change in unit.asked]
        if self.span is not None:
            start, end = self.span
            return hull((*self.changes, *(item for item in asked if start <= item.start and item.end <= end)))
        return hull(self.changes if self.verdict is Verdict.PARTLY else (*self.changes, *asked))

    def is_of(self, *classes: str) -> bool:
        asked = [change for unit in self.units for change in unit.asked]
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

    def __init__(self, judged: "JudgedPassage") -> None:
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
                and (self._may_stand_for(part, unit, part in met) or _is_of_one_verb(self._run[part], unit))
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
            for unit in sorted(units, key=lambda item: abs(min(item.positions) - part[0].first)):
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

    def _may_stand_for(self, part: tuple[Change, ...], unit: "DueUnit", meets: bool) -> bool:
        """Return whether a part, which may meet a correction itself, may stand for a correction beside it.

        Who puts another word in the place of a word that is corrected leaves the words beside it as they are. Who
        changes a word that is right changes what fits it: articles, prepositions, and forms behind a subject or a verb.
        """
        if not self._is_rebuilt(part, meets) or self._agreement.is_against(self._run[part], unit):
            return False
        return meets or any(_fits(change, part) for change in unit.asked)

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
        if any(change in met for change in unit.asked) or any(
            own.meets(change) for own in part for change in unit.asked
        ):
            return 0
        gaps = [max(change.first - own.last, own.first - change.last) for own in part for change in unit.asked]
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
                points, bears = Points(WORTH[DecisionKind.PARTLY], due), True
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

    def __init__(self, judged: "JudgedPassage") -> None:
        self._changes = judged.changes
        self._source = judged.edits.source
        self._agrees = judged.rules.agrees

    @cached_property
    def _text(self) -> Tokens:
        return apply_edits(self._source, self._changes, 0, len(self._source))

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
        for change in unit.asked:
            if not meeting(self._changes, (change,)):
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
    return any(a.touches(b) for a in one.asked for b in other.asked)


def _changes_same(part: Sequence[Change], unit: "DueUnit") -> bool:
    return any(own.meets(change) for own in part for change in unit.asked)


def _is_of_one_verb(part: Sequence[Change], unit: "DueUnit") -> bool:
    return all("VERB" in change.type for change in unit.asked) and any(
        "VERB" in own.type and _is_one_verb(*sorted((own, change), key=lambda item: item.first))
        for own in part
        for change in unit.asked
    )


def _is_between(unit: "DueUnit", part: Sequence[Change], other: "DueUnit") -> bool:
    first, last = min(part[-1].last, max(other.positions)), max(part[0].first, min(other.positions))
    return any(first < position < last for position in unit.positions)


def _is_content(change: Change) -> bool:
    return bool(change.replaced and change.replacement) and any(f":{kind}" in change.type for kind in CONTENT)
