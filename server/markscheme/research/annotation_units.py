"""Units of several annotators' sentences: what each annotator did at a unit, how far they agree, who confuses what.

A unit is a chunk of the partition of a sentence by all annotators who have seen it (:mod:`markscheme.edits.edit`):
edits whose source spans touch or overlap are in one unit, and what lies between two such units is one that nobody
changes, however long. So what a unit is depends on who takes part. An error that is marked without a correction cuts as
an edit does. Of several acceptable corrections of one annotator the first takes part.

Kinds of errors are counted in the parts of a unit. Edits that only touch are parts by themselves, unless two annotators
who write the same words would then seem to differ.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, combinations
from typing import Literal

import attrs
import numpy as np

from markscheme.contract import shape
from markscheme.edits.edit import Edit, Edits, PassageEdits, apply_edits, joined_spans
from markscheme.languages.language import find_language
from markscheme.research.coefficients import MISSING, Labels, alpha
from markscheme.research.pool import Pool, PooledSentence, SentenceVersion
from markscheme.research.resampling import Estimate, ResamplingSettings, Samples, Weights, estimate

Draws = Literal["sentences", "documents"]
"""What resamples are drawn of: a sentence by itself, or a text with all its sentences."""


@shape("replacement", "type", "detected", renamed={"replacement": "words"}, name="AgreementTreatment")
@attrs.frozen
class Treatment:
    """What one annotator does at a unit. ``types``: in source order, and ``main_types``, without what the edits do.
    ``spans``: of what is marked, in the unit.
    """

    replacement: tuple[str, ...] | None = None
    """The unit's tokens in the annotator's version; ``null`` where it is left as it is, or only marked."""
    types: tuple[str, ...] = ()
    detected: bool = False
    """Whether the unit is corrected, or marked as an error without a correction."""
    spans: tuple[tuple[int, int], ...] = ()
    main_types: tuple[str, ...] = ()

    @property
    def corrects(self) -> bool:
        return self.replacement is not None

    @property
    def type(self) -> str:
        """The main types of the edits, each once, in the order of the alphabet and joined by ``+``; empty for none."""
        return "+".join(sorted({*self.main_types}))


LEFT = Treatment()


@shape("start", "end", "treatments", name="AgreementUnit")
@attrs.frozen
class Unit:
    """A chunk of a sentence (the index in :attr:`Pool.sentences`)."""

    sentence: int
    start: int
    """The unit's first source token."""
    end: int
    """The token behind its last one."""
    treatments: tuple[Treatment | None, ...]
    """What each annotator does, in the order of ``annotators``; ``null`` for one who has not seen the sentence."""


@shape(name="AgreementSentence")
@attrs.frozen
class SentenceUnits:
    """A sentence with its units."""

    exercise: str
    """The exercise's name."""
    sentence: int
    """The number of the sentence in all exercises together, from 0."""
    source: tuple[str, ...]
    """The sentence's tokens."""
    units: tuple[Unit, ...]
    """Its units, in the order of its tokens."""


@shape(name="AgreementAnswers")
@attrs.frozen
class Answers:
    """What other annotators do where one makes a change."""

    changes: int = 0
    """The number of changes."""
    same: int = 0
    """The number of answers that make the same change."""
    different: int = 0
    """The number of answers that make another change."""
    left: int = 0
    """The number of answers that make none."""

    def __add__(self, other: "Answers") -> "Answers":
        return Answers(
            self.changes + other.changes,
            self.same + other.same,
            self.different + other.different,
            self.left + other.left,
        )

    @property
    def count(self) -> int:
        return self.same + self.different + self.left

    def share(self, answers: int) -> float | None:
        """Return the share of some of the answers, in [0, 1]; ``None`` where nobody else has seen a unit."""
        return answers / self.count if self.count else None


@shape(name="AgreementOpinion")
@attrs.frozen
class Opinion:
    """What one annotator does at an example's place."""

    annotator: str
    """The annotator's name."""
    words: tuple[str, ...] | None
    """The place's tokens in the annotator's version; ``null`` where it is left as it is."""
    type: str
    """The main types of the edits there, joined by ``+``; empty for none."""


@shape(name="AgreementExample")
@attrs.frozen
class Example:
    """A place where two annotators differ."""

    exercise: str
    """The exercise's name."""
    sentence: int
    """The number of the sentence in all exercises together, from 0."""
    source: tuple[str, ...]
    """The sentence's tokens."""
    start: int
    """The first token of the place."""
    end: int
    """The token behind the place."""
    opinions: tuple[Opinion, Opinion]
    """What two annotators do there."""


@attrs.frozen
class _Change:
    """What an annotator corrects: a unit, given by its index, or a part of it (``place``). ``differing``: the first of
    the others who does something else there.
    """

    unit: int
    place: Unit
    annotator: int
    treatment: Treatment
    answers: Answers
    differing: int | None


@attrs.frozen(slots=False)
class Units:
    """All units of a pool, in the order of the sentences, and of each source, each with its parts; with the samples of
    its sentences, which are drawn one by one, or with all others of their text.
    """

    pool: Pool
    units: tuple[Unit, ...]
    parts: tuple[tuple[Unit, ...], ...]
    resampling: ResamplingSettings
    draws: Draws = "sentences"

    @cached_property
    def annotators(self) -> tuple[str, ...]:
        return tuple(self.pool.references[index] for index in self.pool.annotators)

    @cached_property
    def weights(self) -> Weights:
        if self.draws == "sentences":
            return self.resampling.weights(len(self.pool.sentences))
        return self.resampling.weights(len(self.pool.texts))[:, [item.text for item in self.pool.sentences]]

    def estimate(self, samples: Samples) -> Estimate:
        return estimate(samples, self.resampling)

    @cached_property
    def changes(self) -> tuple[_Change, ...]:
        """What annotators do at units."""
        return tuple(_changes((unit,) for unit in self.units))

    @cached_property
    def part_changes(self) -> tuple[_Change, ...]:
        """What annotators do at parts of units."""
        return tuple(_changes(self.parts))

    def answers(self, changes: Iterable[_Change]) -> dict[str, Answers]:
        """Return what the others do where each annotator makes some of the changes."""
        sums = dict.fromkeys(self.annotators, Answers())
        for item in changes:
            sums[self.annotators[item.annotator]] += item.answers
        return sums

    def by_sentence(self) -> tuple[SentenceUnits, ...]:
        by_number: dict[int, list[Unit]] = {}
        for unit in self.units:
            by_number.setdefault(unit.sentence, []).append(unit)
        return tuple(
            SentenceUnits(self.pool.texts[item.text].exercise, number, item.source, tuple(by_number.get(number, ())))
            for number, item in enumerate(self.pool.sentences)
        )

    def example(self, place: Unit, *annotators: int) -> Example:
        """Return a unit, or a part of one, as an example of what two annotators who have seen it do."""
        sentence = self.pool.sentences[place.sentence]
        seen = ((self.annotators[index], place.treatments[index]) for index in annotators)
        one, other = (Opinion(name, item.replacement, item.type) for name, item in seen if item is not None)
        exercise = self.pool.texts[sentence.text].exercise
        return Example(exercise, place.sentence, sentence.source, place.start, place.end, (one, other))

    @cached_property
    def sentences(self) -> Labels:
        """The index of each unit's sentence, shape (units,)."""
        return np.array([unit.sentence for unit in self.units], dtype=np.int64)

    def labels(self, label: Callable[[Treatment], object]) -> Labels:
        """Return a code for each annotator's label at each unit, shape (units, annotators); ``None`` is no label."""
        codes: dict[object, int] = {None: MISSING}
        rows = [
            [MISSING if item is None else codes.setdefault(label(item), len(codes) - 1) for item in unit.treatments]
            for unit in self.units
        ]
        return np.array(rows, dtype=np.int64).reshape(len(rows), len(self.annotators))

    @cached_property
    def seen(self) -> Labels:
        """One label, 0, of each annotator at each unit that the annotator has seen."""
        return self.labels(lambda _: 0)

    @cached_property
    def marks(self) -> tuple[tuple[Edits | None, ...], ...]:
        """What each annotator marks in each sentence, corrected or not; ``None`` for one who has not seen it."""
        people = self.pool.annotators
        return tuple(
            tuple(None if item.references[index].is_absent else _marks(item.references[index]) for index in people)
            for item in self.pool.sentences
        )


def main_type(error_type: str) -> str:
    """Return ERRANT's type without what the edit does (``M``, ``U`` or ``R``).

    >>> [main_type(name) for name in ("R:VERB:SVA", "M:DET", "Vform")]
    ['VERB:SVA', 'DET', 'Vform']
    """
    operation, colon, rest = error_type.partition(":")
    return rest if colon and operation in ("M", "U", "R") else error_type


def main_type_in(pool: Pool) -> Callable[[str], str]:
    """Return what makes a type of the pool a main type: annotators' own tags stay as they are."""
    return main_type if pool.tags.are_errant else str


def type_words(language: str | None, error_type: str) -> str:
    """Return main types in words, such as ``determiner``; types without a name, and without a language, as they are.

    >>> type_words("en", "DET"), type_words("en", "NOUN:NUM+PREP"), type_words(None, "DET"), type_words("en", "")
    ('determiner', 'number of a noun and preposition', 'DET', 'no type')
    """
    categories = find_language(language).error_types.categories if language else {}
    return " and ".join(categories.get(item, item) for item in error_type.split("+") if item) or "no type"


def units_of(pool: Pool, resampling: ResamplingSettings = ResamplingSettings(), draws: Draws = "sentences") -> Units:
    main = main_type_in(pool)
    found = [pair for number, item in enumerate(pool.sentences) for pair in _units(number, item, pool.annotators, main)]
    return Units(pool, tuple(unit for unit, _ in found), tuple(parts for _, parts in found), resampling, draws)


def _units(
    number: int, sentence: PooledSentence, annotators: Sequence[int], main: Callable[[str], str]
) -> Iterator[tuple[Unit, tuple[Unit, ...]]]:
    versions = [sentence.references[index] for index in annotators]
    absent = frozenset(column for column, version in enumerate(versions) if version.is_absent)
    sides = tuple(map(_marks, versions))
    cut = PassageEdits(sentence.source, (), sides, sentence.passage.parallel, absent).cut()
    present = set(cut.references)
    waiting = [list(reversed(side)) for side in sides]

    def unit(start: int, end: int, edits: Sequence[Edits]) -> Unit:
        treatments = (
            _treatment(sentence.source, own, start, end, main) if column in present else None
            for column, own in enumerate(edits)
        )
        return Unit(number, start, end, tuple(treatments))

    for chunk in cut.chunks:
        changed = any(text is not None for text in chunk.references)
        edits = [_taken(side, chunk.end) if changed else () for side in waiting]
        whole = unit(chunk.start, chunk.end, edits)
        parts = _parts(edits, unit)
        yield whole, tuple(parts) if len(parts) > 1 and _keeps_equality(whole, parts) else (whole,)


def _marks(version: SentenceVersion) -> Edits:
    """A mere mark that shares a token with an edit, or with a mark before it, says nothing more."""
    marks = list(version.edits)
    for mark in version.detections:
        if all(mark.end <= other.start or other.end <= mark.start for other in marks) and mark not in marks:
            marks.append(mark)
    return tuple(sorted(marks, key=lambda edit: (edit.start, edit.end)))


def _taken(waiting: list[Edit], end: int) -> Edits:
    """Take the edits up to a source token from the end of a reversed list."""
    edits: list[Edit] = []
    while waiting and waiting[-1].end <= end:
        edits.append(waiting.pop())
    return tuple(edits)


def _treatment(source: tuple[str, ...], edits: Edits, start: int, end: int, main: Callable[[str], str]) -> Treatment:
    if not edits:
        return LEFT
    types = tuple(edit.type for edit in edits if edit.corrects)
    corrects = any(edit.corrects for edit in edits)
    text = apply_edits(source, edits, start, end) if corrects else None
    spans = tuple((edit.start - start, edit.end - start) for edit in edits)
    return Treatment(text, types, detected=True, spans=spans, main_types=tuple(map(main, types)))


def positions(edit: Edit) -> tuple[int, int]:
    """Return the positions of a span, half-open: the gap before token 0 is 0, that token 1, the gap behind it 2."""
    return (2 * edit.start, 2 * edit.start + 1) if edit.start == edit.end else (2 * edit.start + 1, 2 * edit.end)


def _parts(edits: Sequence[Edits], unit: Callable[[int, int, Sequence[Edits]], Unit]) -> list[Unit]:
    """Return a unit's parts: what edits that share a position cover together, and neighbours that are alike as one. So
    are an insertion and another annotator's edit beside it, unless somebody makes both.
    """
    parts: list[Unit] = []
    inside: list[list[Edits]] = []
    spans = joined_spans((positions(edit) for own in edits for edit in own), gap=-1)
    for first, last in spans if len(spans) > 1 else ():
        here = [tuple(edit for edit in own if first <= positions(edit)[0] < last) for own in edits]
        part = unit(first // 2, last // 2, here)
        if parts:
            before = [one + other for one, other in zip(inside[-1], here, strict=True)]
            both = unit(parts[-1].start, part.end, before)
            inserts = part.start == part.end or parts[-1].start == parts[-1].end
            is_anybodys = any(one and other for one, other in zip(inside[-1], here, strict=True))
            if (inserts and not is_anybodys) or not _keeps_equality(both, (parts[-1], part)):
                parts[-1], inside[-1] = both, before
                continue
        parts.append(part)
        inside.append(here)
    return parts


def _keeps_equality(whole: Unit, parts: Sequence[Unit]) -> bool:
    """Return whether any two annotators who do the same at a place do the same at each of its parts."""
    words, *inside = (
        [None if item is None else item.replacement for item in place.treatments] for place in (whole, *parts)
    )
    pairs = combinations(range(len(words)), 2)
    return all(part[one] == part[other] for one, other in pairs if words[one] == words[other] for part in inside)


Place = tuple[Unit, int, int]
"""A unit, or a part of one, and the indices of two annotators."""


@shape("name", "words", "answers", "alpha", "annotators", "example", name="AgreementKind", optional=("example",))
@attrs.frozen
class Kind:
    """Agreement on one kind of error. ``places``: where one makes such an edit, and the other something else."""

    name: str
    """A main type, such as ``VERB:SVA``, or a group in words."""
    words: str
    """The name in words."""
    answers: Answers
    """What others do at edits of the kind, those that meet as one."""
    alpha: Estimate
    """Krippendorff's alpha on whether a unit has an edit of the kind."""
    annotators: Mapping[str, Answers]
    """What others do at each annotator's edits of the kind."""
    example: Example | None
    """An edit of the kind where another annotator does something else; where units are asked for."""
    places: tuple[Place, ...] = ()

    @property
    def disagreements(self) -> int:
        return self.answers.different + self.answers.left


def main_types(units: Units, language: str | None) -> tuple[Kind, ...]:
    """Return each main type's agreement; the types with most disagreements come first."""
    return _kinds(units, lambda item: item.treatment.main_types, lambda name: type_words(language, name))


def groups(units: Units) -> tuple[Kind, ...]:
    """Return the agreement on each group of types; the groups with most disagreements come first."""
    pool = units.pool

    def groups_of(item: _Change) -> Iterable[str]:
        sentence = pool.sentences[item.place.sentence]
        return map(pool.texts[sentence.text].kinds.group, item.treatment.types)

    return _kinds(units, groups_of, str)


def _kinds(units: Units, kinds_of: Callable[[_Change], Iterable[str]], words: Callable[[str], str]) -> tuple[Kind, ...]:
    changes: dict[str, list[_Change]] = {}
    for item in units.part_changes:
        for name in dict.fromkeys(kinds_of(item)):
            changes.setdefault(name, []).append(item)
    kinds = (_kind(name, words(name), own, units) for name, own in changes.items())
    return tuple(sorted(kinds, key=lambda kind: (-kind.disagreements, -kind.answers.changes, kind.name)))


def _kind(name: str, words: str, changes: Sequence[_Change], units: Units) -> Kind:
    labels = units.seen.copy()
    labels[[item.unit for item in changes], [item.annotator for item in changes]] = 1
    coefficient = units.estimate(alpha(labels, units.sentences, units.weights))
    annotators = units.answers(changes)
    places = tuple((item.place, item.annotator, item.differing) for item in changes if item.differing is not None)
    example = units.example(*places[0]) if places else None
    return Kind(name, words, sum(annotators.values(), Answers()), coefficient, annotators, example, places)


def alone(units: Units) -> Counter[str]:
    """Return the number of units that each annotator changes and no other marks, of those that another has seen."""
    counts: Counter[str] = Counter()
    for unit in units.units:
        marking = [column for column, item in enumerate(unit.treatments) if item is not None and item.detected]
        seen = sum(item is not None for item in unit.treatments)
        if len(marking) == 1 and seen > 1:
            counts[units.annotators[marking[0]]] += _corrects(unit.treatments[marking[0]])
    return counts


def _changes(places: Iterable[Iterable[Unit]]) -> Iterator[_Change]:
    for number, parts in enumerate(places):
        for place in parts:
            for annotator, item in enumerate(place.treatments):
                if item is not None and item.corrects:
                    yield _change(number, place, annotator, item)


def _change(number: int, place: Unit, annotator: int, own: Treatment) -> _Change:
    same, different, left = 0, 0, 0
    differing: int | None = None
    for column, item in enumerate(place.treatments):
        if item is None or column == annotator:
            continue
        if item.replacement == own.replacement:
            same += 1
            continue
        differing = column if differing is None else differing
        if item.corrects:
            different += 1
        else:
            left += 1
    return _Change(number, place, annotator, own, Answers(1, same, different, left), differing)


def _corrects(treatment: Treatment | None) -> bool:
    return treatment is not None and treatment.corrects


@shape(*("types", "same_correction", "other_correction", "example"), name="AgreementConfusion", optional=("example",))
@attrs.frozen
class Confusion:
    """Two types that two annotators give at a part of a unit. ``places``: all, those with the same change first."""

    types: tuple[str, str]
    """Two main types, in the order of the alphabet, equal where both give the same."""
    same_correction: int
    """The number of pairs of annotators who make the same change and give these types."""
    other_correction: int
    """The number of pairs who make different changes of one place and give these types."""
    example: Example | None
    """A place; one with the same change if there is one; where units are asked for."""
    places: tuple[Place, ...] = ()

    @property
    def count(self) -> int:
        return self.same_correction + self.other_correction


def confusions(units: Units) -> tuple[Confusion, ...]:
    """Return all pairs of types, the most frequent first; equal types are among them."""
    places: dict[tuple[str, str], tuple[list[Place], list[Place]]] = {}
    for place in chain.from_iterable(units.parts):
        changing = [
            (column, item) for column, item in enumerate(place.treatments) if item is not None and item.corrects
        ]
        for pair in combinations(changing, 2):
            (one, first), (other, second) = sorted(pair, key=lambda entry: entry[1].type)
            same, different = places.setdefault((first.type, second.type), ([], []))
            (same if first.replacement == second.replacement else different).append((place, one, other))
    found = (
        Confusion(types, len(same), len(different), units.example(*(same or different)[0]), (*same, *different))
        for types, (same, different) in places.items()
    )
    return tuple(sorted(found, key=lambda item: (-item.count, item.types)))
