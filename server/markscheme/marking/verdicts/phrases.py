"""Which changes of a hypothesis hang together: each is one place, with one verdict and one cost. Ours.

A run is made of changes side by side, of those of one verb, and of a phrase with the words that agree with it. What no
reference makes correct in a run is one phrase, parted only where a correct change stands between. A phrase stands for
the corrections that it meets, for those beside it, and for those of words that agree with it: who writes ``a knife``
for ``a scissors`` has not missed ``some``. So it costs as much as these corrections, and at least one. Runs depend on
the hypothesis alone, and another reference only takes corrections away; so it lowers no mark. What rewords beside a
phrase that stands for a correction is shown with it, and costs what it cost apart.
"""

from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from markscheme.languages.language import Rewritten
from markscheme.marking.verdicts.pairing import Meeting
from markscheme.marking.verdicts.rules import FREE, WORTH
from markscheme.marking.verdicts.spots import (
    SENTENCE_SIGNS,
    TOUCH,
    Change,
    Tokens,
    groups,
    hull,
    is_respelling,
    meeting,
    moves,
    region_text,
)
from markscheme.marking.verdicts.verdict import Points, Verdict

if TYPE_CHECKING:
    from markscheme.marking.verdicts.judged import DueUnit, Judged

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
    """Changes of the hypothesis that hang together.

    Attributes
    ----------
    changes
        In source order.
    units
        The corrections in whose place they stand.
    points
        What the phrase earns, and what was due.
    decided
        What a teacher decided, who and when; empty where the references decide.
    span
        The source tokens that the teacher decided about.
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
        """Return whether it changes words of some of ERRANT's classes, or stands for a correction that does."""
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
    """A judged hypothesis cut into phrases.

    Attributes
    ----------
    phrases
        In source order.
    left
        What was left undone and has no phrase in its place.
    """

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
        """Yield changes side by side; those that move a word together, of one verb, or that agree with each other."""
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
        """Yield what is not right in a run: changes in a row, and those of one decision."""
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
        """Return the part that stands for each correction, if one does."""
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
        """Return the same with the corrections of words that agree with a phrase, wherever they stand.

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
        """Return the same with the corrections side by side with those for which a rebuilt phrase stands."""
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
        """Return whether a part may stand for a correction beside it.

        Who puts another word in the place of a word that is corrected leaves the words beside it as they are. Who
        changes a word that is right changes what fits it: articles, prepositions, and forms behind a subject or a verb.

        Parameters
        ----------
        meets
            Whether it meets a correction itself.
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
        """Return how far a part is from a correction: 0 where they meet; ``None`` where it is too far."""
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
        """Return whether two phrases of which one stands for a correction reword one stretch of the source."""
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
        """Return whether one of two changes is of words that agree with those of the other; no change is between."""
        if self._is_across((), one, other):
            return False
        return any(self._is_of(phrase, word, word.replaced) for phrase, word in ((one, other), (other, one)))

    def is_of(self, run: Sequence[Change], unit: "DueUnit", *, is_certain: bool) -> bool:
        """Return whether a correction is of words that agree with a phrase of a run."""
        return any(
            self._is_of(phrase, change, change.replacement) and not self._is_across(run, phrase, change)
            for phrase, change in self._pairs(run, unit)
            if is_certain or ":PRON" not in change.type
        )

    def is_against(self, run: Sequence[Change], unit: "DueUnit") -> bool:
        """Return whether a correction is of words that have another form than a phrase of a run asks for."""
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
        """Return the hypothesis's tokens at one of its changes, or at what a reference changes."""
        start = item.start + sum(own.growth for own in self._changes if own.last < item.first)
        length = len(item.replacement) if item in self._changes else item.end - item.start
        return Rewritten(start, start + length, other, item.type)


def _is_one_verb(one: Change, other: Change) -> bool:
    """Return whether two changes are of one verb: its auxiliary, and its form behind the subject or ``not``."""
    return other.start - one.end <= APART and "VERB" in one.type and ("VERB" in other.type or "OTHER" in other.type)


def _fits(correction: Change, part: Sequence[Change]) -> bool:
    """Return whether a correction depends on words that a phrase changes."""
    kinds = [type_.split(":")[1:] for type_ in correction.type.split("+")]
    is_before = correction.first < part[0].first
    if any(kind and kind[0] in ALONE and kind[1:] != ["NUM"] for kind in kinds):
        return is_before and all(kind[:1] == ["ADJ"] for kind in kinds)
    return not is_before or not any(kind[:1] == ["VERB"] for kind in kinds)


def _touch(one: "DueUnit", other: "DueUnit") -> bool:
    return any(a.touches(b) for _, a in one.changes if one.asks(a) for _, b in other.changes if other.asks(b))


def _changes_same(part: Sequence[Change], unit: "DueUnit") -> bool:
    """Return whether a part changes something that a correction changes too, and not only what stands beside it."""
    return any(own.meets(change) for own in part for _, change in unit.changes if unit.asks(change))


def _is_of_one_verb(part: Sequence[Change], unit: "DueUnit") -> bool:
    """Return whether a correction is of the verb that a part changes: its auxiliary, or its form behind ``not``."""
    asked = [change for _, change in unit.changes if unit.asks(change)]
    return all("VERB" in change.type for change in asked) and any(
        "VERB" in own.type and _is_one_verb(*sorted((own, change), key=lambda item: item.first))
        for own in part
        for change in asked
    )


def _is_between(unit: "DueUnit", part: Sequence[Change], other: "DueUnit") -> bool:
    """Return whether a correction stands between a part and another correction."""
    first, last = min(part[-1].last, max(other.spots)), max(part[0].first, min(other.spots))
    return any(first < spot < last for spot in unit.spots)


def _is_content(change: Change) -> bool:
    """Return whether a change puts other words of some meaning in the place of words."""
    return bool(change.replaced and change.replacement) and any(f":{kind}" in change.type for kind in CONTENT)
