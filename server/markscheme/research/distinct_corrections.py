"""Distinct corrections of a source: how many there are, how many more to expect, and what each reference adds.

A correction is what a verdict's place holds: one change, a part of one that references make by itself, or several that
are parts of one reference's correction. Two people make the same one where they put the same words in place of the same
tokens.

Coverage by the number of references: the mean over all orders of them, exactly. If c of a sentence's n annotators cover
a correction, a random k of the n cover it with the probability ``1 - C(n - c, k) / C(n, k)`` (rarefaction; Hurlbert,
1971). A sentence with fewer than k annotators has all of them at k: so every point is the mean over the same
corrections, the curve never falls, and its last point is the coverage by all references.

How many are estimated to be missing: Chao1 and ACE, from ecology's unseen species. A correction is a species, an
annotator who makes it an individual of it. The assumptions of both don't hold here: an annotator makes one correction
at a place and leaves out others that would do as well; annotators share guidelines, so are not independent; and they
are few. So the numbers are about a lower bound of what such annotators would still write.
"""

import enum
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import comb
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal

import attrs

from markscheme.contract import shape
from markscheme.edits.edit import Correction, Edit, Edits, PassageEdits, apply_edits
from markscheme.marking.changes import Change, changes, corrections, hull, pair
from markscheme.marking.judgement import JudgedPassage
from markscheme.marking.places import SplitJudgement, is_rewritten, with_split_edits
from markscheme.marking.verdict import Verdict
from markscheme.metrics.credit import EditVectors, gains
from markscheme.progress import Progress, silent
from markscheme.research.pool import Pool, PooledSentence, SentenceVersion

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from markscheme.inference.models import Models

    FloatArray = npt.NDArray[np.float64]


class CoverageStatus(enum.Enum):
    """How a correction stands to all references; the values are those of JSON.

    ``COVERED``: at least one reference makes it correct. ``DECIDED``: no reference does, and a person decided what it
    counts as. ``VARIANT``: references correct something there differently. ``HOLE``: no reference changes anything
    there. It may be an over-correction.
    """

    COVERED = "covered"
    DECIDED = "decided"
    VARIANT = "variant"
    HOLE = "hole"

    @property
    def is_open(self) -> bool:
        return self in (CoverageStatus.VARIANT, CoverageStatus.HOLE)


_ORDER = {
    Verdict.CORRECT: 0,
    Verdict.OPTIONAL: 1,
    Verdict.PARTLY: 2,
    Verdict.DIFFERENT: 3,
    Verdict.NOT_NEEDED: 4,
}


@shape("people", "verdict", "covering", "decided", name="CoverageMaking")
@attrs.frozen
class Making:
    """Some of the people who make a correction, for whom it is judged alike.

    The rest of a sentence may decide: a version that reads like a reference is correct throughout. ``alone``: the
    verdict without any decision: whichever reference is followed, the best one counts.
    """

    people: tuple[str, ...]
    """The hypotheses that make the correction, by name."""
    verdict: Verdict
    """The verdict on it, as marks have it: against all references, with what people decided."""
    alone: Verdict
    covering: tuple[str, ...]
    """The references that make it correct, each alone."""
    decided: str | None = None
    """What people decided that it counts as; ``null`` where nobody did."""

    @property
    def status(self) -> CoverageStatus:
        if self.covering:
            return CoverageStatus.COVERED
        if self.decided:
            return CoverageStatus.DECIDED
        return CoverageStatus.HOLE if self.alone is Verdict.NOT_NEEDED else CoverageStatus.VARIANT


@shape(name="CoverageNearest")
@attrs.frozen
class ReferenceEdit:
    """A correction that references make."""

    edit: Edit
    """The correction, without tokens that it leaves as they are at its ends."""
    references: tuple[str, ...]
    """The annotators who make it, by name."""


@attrs.frozen
class CorrectedSentence:
    """A sentence that hypotheses correct; ``edits``: the references' distinct corrections of it, by place and words."""

    number: int
    """The index of its sentence among all sentences."""
    exercise: str
    """The exercise's name."""
    source: tuple[str, ...]
    """The sentence's tokens."""
    seen_by: tuple[str, ...]
    """The annotators who have seen the sentence, by name."""
    edits: tuple[ReferenceEdit, ...]


@shape(
    *("sentence.exercise", "sentence.number", "sentence.source", "edit", "group", "gap", "makings"),
    *("sentence.seen_by", "credit", "nearest"),
    name="CoverageCorrection",
    renamed={"sentence.number": "sentence", "gap": "standing"},
)
@attrs.frozen
class PooledCorrection:
    """A correction that no reference covers, and nobody decided about.

    Its credit is the gain of :mod:`markscheme.metrics.credit`, each of both corrections the only edit of the sentence.
    """

    sentence: CorrectedSentence
    edit: Edit
    """The correction, without tokens that it leaves as they are at its ends."""
    group: str
    """The kind of error; empty for corrections without a type."""
    makings: tuple[Making, ...]
    """Who makes it, by how it is judged, the best verdict first."""
    people: tuple[str, ...]
    credit: float | None = None
    """The credit against the nearest correction of a reference, in [0, 1]; ``null`` where it was not computed."""
    nearest: ReferenceEdit | None = None
    """That correction; ``null`` where none is near."""

    @property
    def verdict(self) -> Verdict:
        return self.makings[0].verdict

    @property
    def covering(self) -> tuple[str, ...]:
        """The references that make it correct for at least one of its people."""
        return tuple(dict.fromkeys(reference for making in self.makings for reference in making.covering))

    @property
    def status(self) -> CoverageStatus:
        """How it stands to all references: the first of its statuses in the order of :class:`CoverageStatus`."""
        statuses = {making.status for making in self.makings}
        return next(item for item in CoverageStatus if item in statuses)

    @property
    def gap(self) -> Literal["variant", "hole"]:
        """Whether references correct something there differently, or change nothing."""
        return "hole" if self.status is CoverageStatus.HOLE else "variant"

    @property
    def words(self) -> tuple[str, str, str, str]:
        """The correction in its sentence: the words before it, those that it replaces, its own, those behind it."""
        source, edit = self.sentence.source, self.edit
        parts = source[: edit.start], source[edit.start : edit.end], edit.replacement, source[edit.end :]
        before, replaced, replacement, behind = (" ".join(part) for part in parts)
        return before, replaced, replacement, behind


@attrs.frozen
class PooledCorrections:
    """All corrections that a pool's hypotheses make, in the order of the sentences; in one by place and words.

    ``rewritten``: versions of sentences that are rewritten too freely for verdicts on single places, as (sentence,
    person); their corrections are left out.
    """

    corrections: tuple[PooledCorrection, ...] = ()
    rewritten: tuple[tuple[int, str], ...] = ()
    unseen: int = 0
    """Corrected sentences that no annotator has seen."""

    def open(self, least: int = 1) -> tuple[PooledCorrection, ...]:
        """Return those of at least ``least`` people that no reference covers and nobody decided about."""
        return tuple(item for item in self.corrections if item.status.is_open and len(item.people) >= least)

    def with_credit(self, pool: Pool, models: "Models", progress: Progress = silent) -> "PooledCorrections":
        """Return them with the credit of each, and the references' correction that it is for. Each is taken as the only
        edit of its sentence: it has the same credit whoever makes it. Raise Cancelled if ``progress`` raises it.
        """
        by_sentence = groupby(self.corrections, key=lambda item: item.sentence)
        sentences = [(sentence, tuple(own)) for sentence, own in by_sentence]
        credited: list[PooledCorrection] = []
        for start in range(0, len(sentences), SENTENCES_PER_BLOCK):
            credited += _credited(pool, sentences[start : start + SENTENCES_PER_BLOCK], models, progress)
        return attrs.evolve(self, corrections=tuple(credited))


SENTENCES_PER_BLOCK = 512
"""Sentences whose vectors are in memory at a time."""

_Sentence = tuple[CorrectedSentence, tuple[PooledCorrection, ...]]


def _credited(
    pool: Pool, sentences: Sequence[_Sentence], models: "Models", progress: Progress
) -> Iterator[PooledCorrection]:
    import numpy as np

    alone: dict[tuple[int, Edit], Correction] = {}
    for sentence, own in sentences:
        for edit in (*(item.edit for item in own), *(item.edit for item in sentence.edits)):
            alone[sentence.number, edit] = Correction(sentence.source, (edit,))
    computed = models.vectors(list(alone.values()), progress=progress)
    vectors = dict(zip(alone, computed, strict=True))
    for sentence, own in sentences:
        others = sentence.edits
        if not others:
            yield from (attrs.evolve(item, credit=0.0) for item in own)
            continue
        sides = [item.edit for item in own], [item.edit for item in others]
        hypothesis, reference = (
            EditVectors(side, np.concatenate([vectors[sentence.number, edit] for edit in side])) for side in sides
        )
        settings = pool.texts[pool.sentences[sentence.number].text].settings
        gain = gains(sentence.source, hypothesis, reference, settings.credit)
        for item, row in zip(own, gain.tolist(), strict=True):
            best = max(range(len(row)), key=lambda column: (row[column], len(others[column].references), -column))
            yield attrs.evolve(item, credit=row[best], nearest=others[best] if row[best] else None)


def urgency(item: PooledCorrection) -> tuple[object, ...]:
    """Sort open corrections: those of most people first, variants before holes, high credit before low."""
    is_hole = item.status is CoverageStatus.HOLE
    return -len(item.people), is_hole, -(item.credit or 0.0), item.sentence.number, item.edit.key


def pooled_corrections(pool: Pool, progress: Progress = silent) -> PooledCorrections:
    """Return the corrections that hypotheses make, without credit. Raise Cancelled if ``progress`` raises it."""
    corrections: list[PooledCorrection] = []
    rewritten: list[tuple[int, str]] = []
    unseen = 0
    for number, sentence in enumerate(pool.sentences):
        progress("verdicts", number, len(pool.sentences))
        versions = _versions_of(sentence.hypotheses)
        judged = _judged_source(sentence) if versions else None
        if judged is None:
            unseen += sum(map(len, versions.values()))
            continue
        places = _Places(pool, number, judged)
        for edits, people in versions.items():
            if not places.add(judged.again(edits), people):
                rewritten += ((number, pool.hypotheses[person]) for person in people)
        corrections += places.corrections()
    progress("verdicts", len(pool.sentences), len(pool.sentences))
    return PooledCorrections(tuple(corrections), tuple(sorted(rewritten)), unseen)


def reference_edits(pool: Pool, number: int) -> tuple[ReferenceEdit, ...]:
    """Return the distinct corrections of a sentence's references, by place and words, each with who makes it."""
    sentence = pool.sentences[number]
    edits: dict[tuple[int, int, tuple[str, ...]], ReferenceEdit] = {}
    for name, version in zip(pool.references, sentence.references, strict=True):
        for change in changes(sentence.source, version.edits):
            before = edits.get(change.key, ReferenceEdit(change.edit, ()))
            edits[change.key] = attrs.evolve(before, references=(*before.references, name))
    return tuple(edits[key] for key in sorted(edits))


def _versions_of(versions: Sequence[SentenceVersion]) -> dict[Edits, tuple[int, ...]]:
    people: dict[Edits, tuple[int, ...]] = {}
    for person, version in enumerate(versions):
        if version.edits and not version.is_absent:
            people[version.edits] = (*people.get(version.edits, ()), person)
    return people


def _judged_source(sentence: PooledSentence) -> JudgedPassage | None:
    references = tuple(item.edits for item in sentence.references)
    absent = frozenset(index for index, item in enumerate(sentence.references) if item.is_absent)
    edits = PassageEdits(sentence.source, (), references, sentence.passage.parallel, absent)
    return JudgedPassage(edits, sentence.rules) if edits.present_references else None


def _join(source: tuple[str, ...], edits: Edits, changes: Sequence[Change]) -> Edit:
    start, end = hull(changes)
    types = (edits[index].type for change in changes for index in change.edits)
    return Edit(start, end, apply_edits(source, changes, start, end), "+".join(dict.fromkeys(filter(None, types))))


class _Places:
    def __init__(self, pool: Pool, number: int, source: JudgedPassage) -> None:
        self._pool = pool
        text = pool.texts[pool.sentences[number].text]
        seen_by = tuple(pool.references[reference.number] for reference in source.references)
        edits = reference_edits(pool, number)
        self._sentence = CorrectedSentence(number, text.exercise, source.edits.source, seen_by, edits)
        self._kinds = text.kinds
        self._types: dict[tuple[int, int, tuple[str, ...]], Edit] = {}
        self._makings: dict[tuple[int, int, tuple[str, ...]], dict[Making, tuple[int, ...]]] = {}

    def add(self, judged: JudgedPassage, people: tuple[int, ...]) -> bool:
        """Return whether there are any to judge: not if it is rewritten freely and not wholly decided about."""
        parted = with_split_edits(judged)
        if is_rewritten(judged.edits) and not _is_decided(parted.followed):
            return False
        for group in parted.followed.grouped_changes():
            edit = _join(judged.edits.source, parted.judged.edits.hypothesis, group)
            makings = self._makings.setdefault(edit.key, {})
            making = self._making(parted, group)
            makings[making] = (*makings.get(making, ()), *people)
            self._types.setdefault(edit.key, edit)
        return True

    def corrections(self) -> Iterator[PooledCorrection]:
        names = self._pool.hypotheses
        for key in sorted(self._makings):
            own = ((making, sorted(people)) for making, people in self._makings[key].items())
            ordered = sorted(own, key=lambda item: (_ORDER[item[0].verdict], item[1]))
            makings = (attrs.evolve(item, people=tuple(names[index] for index in people)) for item, people in ordered)
            everybody = sorted(index for _, people in ordered for index in people)
            edit = self._types[key]
            yield PooledCorrection(
                self._sentence,
                edit,
                self._kinds.group(edit.type),
                tuple(makings),
                tuple(names[index] for index in everybody),
            )

    def _making(self, parted: SplitJudgement, group: Sequence[Change]) -> Making:
        judged, first = parted.judged, group[0].index
        judgement = parted.followed.judgement(first)
        covering = tuple(
            self._pool.references[pairing.reference]
            for pairing in judged.pairings
            if all(pairing.judgements[change.index].verdict is Verdict.CORRECT for change in group)
        )
        alone = judged.best[first][0].judgements[first].verdict
        return Making((), judgement.verdict, alone, covering, judgement.decided or None)


def _is_decided(judged: JudgedPassage) -> bool:
    return all(judged.judgement(change.index).decided for change in judged.changes)


RESAMPLES = 1000
"""Number of bootstrap samples of sentences."""
SEED = 1
CONFIDENCE = 0.95
"""Share of the bootstrap samples in an interval."""
MOST_ENUMERATED = 12
"""Largest number of annotators whose subsets are enumerated."""


@attrs.frozen
class CountedCorrection:
    """A correction by annotators who cover it among those who have seen its sentence; it counts ``weight`` times."""

    sentence: int
    covering: frozenset[str]
    seen_by: frozenset[str]
    weight: int = 1


@shape(name="CoveragePoint", renamed={"extent": "range"})
@attrs.frozen
class CurvePoint:
    """The share of corrections that some number of references covers."""

    references: int
    """The number of references."""
    share: float
    """The share of the corrections that they cover, in [0, 1]."""
    interval: tuple[float, float] | None
    """The bootstrap interval of 95 % over sentences, low and high; ``null`` with corrections in fewer than two."""
    extent: tuple[float, float] | None
    """The smallest and largest share over all choices of this number of annotators, each of the corrections in
    sentences that one of the choice has seen; ``null`` where there are too many annotators to go through."""
    corrections: int
    """The number of corrections in sentences that this number of annotators have seen."""


@attrs.frozen
class Curve:
    """Coverage by the number of references: one, two, and so on; no points without corrections."""

    corrections: int = 0
    points: tuple[CurvePoint, ...] = ()
    """What one reference covers, what two cover, and so on."""

    @property
    def covered(self) -> float | None:
        return self.points[-1].share if self.points else None


def _covered_by(references: int, covering: int, seen_by: int) -> float:
    """Return the probability that some of a correction's annotators, taken at random, cover it.

    ``references``: how many are taken; all, where there are fewer. ``seen_by``: how many annotators there are.

    >>> _covered_by(2, 1, 4)
    0.5
    """
    taken = min(references, seen_by)
    return 1 - comb(seen_by - covering, taken) / comb(seen_by, taken)


def curve_of(items: Iterable[CountedCorrection], sentences: int, *, extents: bool = True) -> Curve:
    """Return the curve of corrections, without those in sentences that nobody has seen. ``sentences``: the number that
    samples are drawn from. ``extents``: whether to go through all choices of annotators.
    """
    seen = [item for item in items if item.seen_by and item.weight]
    if not seen:
        return Curve()
    most = max(len(item.seen_by) for item in seen)
    sums, totals = _by_sentence(seen, sentences, most)
    intervals = _intervals(sums, totals)
    limits = _extents(seen, most) if extents else [None] * most
    shares = sums.sum(axis=0) / totals.sum()
    return Curve(
        int(totals.sum()),
        tuple(
            CurvePoint(
                number + 1,
                float(shares[number]),
                intervals[number],
                limits[number],
                sum(item.weight for item in seen if len(item.seen_by) > number),
            )
            for number in range(most)
        ),
    )


def _by_sentence(items: Sequence[CountedCorrection], sentences: int, most: int) -> tuple["FloatArray", "FloatArray"]:
    """Return the expected number of covered corrections, shape (sentences, most), and their number, (sentences,)."""
    import numpy as np

    counts: Counter[tuple[int, int, int]] = Counter()
    for item in items:
        counts[item.sentence, len(item.covering), len(item.seen_by)] += item.weight
    rows = {
        (covering, seen): np.array([_covered_by(number + 1, covering, seen) for number in range(most)])
        for _, covering, seen in counts
    }
    sums, totals = np.zeros((sentences, most)), np.zeros(sentences)
    for (sentence, covering, seen), weight in counts.items():
        sums[sentence] += weight * rows[covering, seen]
        totals[sentence] += weight
    return sums, totals


def _intervals(sums: "FloatArray", totals: "FloatArray") -> list[tuple[float, float] | None]:
    import numpy as np

    sentences, most = sums.shape
    if np.count_nonzero(totals) < 2:
        return [None] * most
    generator = np.random.default_rng(SEED)
    shares = []
    for _ in range(RESAMPLES):
        drawn = np.bincount(generator.integers(sentences, size=sentences), minlength=sentences)
        if total := float(drawn @ totals):
            shares.append(drawn @ sums / total)
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(np.array(shares), (tail, 100 - tail), axis=0).tolist()
    return list(zip(low, high, strict=True))


def _extents(items: Sequence[CountedCorrection], most: int) -> list[tuple[float, float] | None]:
    everybody = sorted(frozenset[str]().union(*(item.seen_by for item in items)))
    if len(everybody) > MOST_ENUMERATED:
        return [None] * most
    bits = {annotator: 1 << place for place, annotator in enumerate(everybody)}
    missed, unseen = [0] * (1 << len(bits)), [0] * (1 << len(bits))
    for item in items:
        missed[sum(bits[annotator] for annotator in item.covering)] += item.weight
        unseen[sum(bits[annotator] for annotator in item.seen_by)] += item.weight
    total = sum(missed)
    for counts in (missed, unseen):
        _sum_of_subsets(counts)
    shares: list[list[float]] = [[] for _ in range(len(bits) + 1)]
    for choice in range(1 << len(bits)):
        # What is outside of a choice says what nobody in it covers, or has seen.
        rest = len(missed) - 1 - choice
        if seen := total - unseen[rest]:
            shares[choice.bit_count()].append(1 - (missed[rest] - unseen[rest]) / seen)
    return [(min(own), max(own)) for own in shares[1 : most + 1]]


def _sum_of_subsets(counts: list[int]) -> None:
    """Add to the count of each set, a number with a bit for each member, the counts of its subsets."""
    bit = 1
    while bit < len(counts):
        for members in range(len(counts)):
            if members & bit:
                counts[members] += counts[members ^ bit]
        bit <<= 1


RARE = 10
"""Most annotators who make a correction that is rare for ACE (Chao and Lee, 1992)."""
LEAST_ANNOTATORS = 2
"""Annotators of a sentence without whom nothing can be estimated from it."""


@shape(name="CoverageRichness")
@attrs.frozen
class SpeciesEstimate:
    """How many distinct corrections annotators make, and are estimated to make in all."""

    observed: int = 0
    """The number of distinct corrections that annotators make."""
    once: int = 0
    """The number of these that one annotator alone makes."""
    twice: int = 0
    """The number of these that two annotators make."""
    chao1: float | None = None
    """Chao1's estimate of the number in all (Chao, 1984); ``null`` without corrections."""
    interval: tuple[float, float] | None = None
    """Chao1's interval of 95 %, log-normal (Chao, 1987); ``null`` where the estimate is the number observed."""
    ace: float | None = None
    """The abundance-based estimate of the number in all (Chao and Lee, 1992); ``null`` where every rare correction is
    made once."""
    completeness: float | None = None
    """1 less the share of corrections that are made once (Good, 1953); ``null`` without corrections."""

    @property
    def missing(self) -> float | None:
        return None if self.chao1 is None else self.chao1 - self.observed


def species_estimate(abundances: Iterable[int]) -> SpeciesEstimate:
    """Return the richness of corrections, from the number of annotators who make each; at least 1."""
    counts = Counter(abundances)
    observed = counts.total()
    if not observed:
        return SpeciesEstimate()
    once, twice = counts[1], counts[2]
    chao1 = observed + _chao1_missing(once, twice)
    made = sum(number * count for number, count in counts.items())
    return SpeciesEstimate(
        observed, once, twice, chao1, _interval(observed, chao1, once, twice), ace(counts), 1 - once / made
    )


def _chao1_missing(once: int, twice: int) -> float:
    """Return how many species are missing: ``f1^2 / (2 f2)`` (Chao, 1984); without f2, ``f1 (f1 - 1) / 2``.

    >>> _chao1_missing(10, 5), _chao1_missing(4, 0)
    (10.0, 6.0)
    """
    return once**2 / (2 * twice) if twice else once * (once - 1) / 2


def _interval(observed: int, chao1: float, once: int, twice: int) -> tuple[float, float] | None:
    """Return the interval in which the logarithm of what is missing is taken to be normal (Chao, 1987, Equation 8)."""
    missing = chao1 - observed
    if missing <= 0:
        return None
    if twice:
        ratio = once / twice
        variance = twice * (ratio**4 / 4 + ratio**3 + ratio**2 / 2)
    else:
        variance = once * (once - 1) / 2 + once * (2 * once - 1) ** 2 / 4 - once**4 / (4 * chao1)
    quantile = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    factor = math.exp(quantile * math.sqrt(math.log(1 + variance / missing**2)))
    return observed + missing / factor, observed + missing * factor


def ace(counts: Counter[int]) -> float | None:
    """Return the abundance-based coverage estimate (Chao and Lee, 1992), ``None`` where the rare have no coverage, from
    how many corrections there are for each number of annotators who make one.
    """
    rare = {number: count for number, count in counts.items() if number <= RARE}
    rare_species, rare_individuals = sum(rare.values()), sum(number * count for number, count in rare.items())
    abundant = counts.total() - rare_species
    if not rare_species:
        return float(abundant)
    coverage = 1 - rare.get(1, 0) / rare_individuals
    if not coverage:
        return None
    pairs = sum(number * (number - 1) * count for number, count in rare.items())
    spread = rare_species / coverage * pairs / (rare_individuals * (rare_individuals - 1)) - 1
    return abundant + rare_species / coverage + rare.get(1, 0) / coverage * max(spread, 0.0)


@attrs.frozen
class ReferenceCorrection:
    """A correction that annotators make in a sentence (an index in :attr:`Pool.sentences`). ``edit``: without tokens
    that it leaves as they are at its ends, with ERRANT's type. ``covering``: for each annotator who makes it, the
    others who make it correct, each alone. ``seen_by``: the annotators.
    """

    sentence: int
    edit: Edit
    group: str
    covering: Mapping[str, frozenset[str]]
    seen_by: frozenset[str]


def reference_corrections(pool: Pool, progress: Progress = silent) -> tuple[ReferenceCorrection, ...]:
    """Return the corrections of a pool's annotators, by sentence; raise Cancelled if ``progress`` raises it."""
    items: list[ReferenceCorrection] = []
    for number, sentence in enumerate(pool.sentences):
        progress("references", number, len(pool.sentences))
        items += _of_sentence(number, sentence, pool)
    progress("references", len(pool.sentences), len(pool.sentences))
    return tuple(items)


def _of_sentence(number: int, sentence: PooledSentence, pool: Pool) -> Iterator[ReferenceCorrection]:
    present = [index for index, version in enumerate(sentence.references) if not version.is_absent]
    kinds = pool.texts[sentence.text].kinds

    def annotators(references: Iterable[int]) -> frozenset[str]:
        return frozenset(pool.references[index] for index in pool.annotators_of(references))

    coverings: dict[tuple[int, int, tuple[str, ...]], dict[int, frozenset[str]]] = {}
    edits: dict[tuple[int, int, tuple[str, ...]], Edit] = {}
    for index, edit, references in _covered(sentence, present):
        edits.setdefault(edit.key, edit)
        annotator = pool.first_choices[index]
        own = coverings.setdefault(edit.key, {})
        own[annotator] = own.get(annotator, frozenset()) | annotators(references) - {pool.references[annotator]}
    for key in sorted(coverings):
        edit = edits[key]
        covering = {pool.references[index]: others for index, others in sorted(coverings[key].items())}
        yield ReferenceCorrection(number, edit, kinds.group(edit.type), covering, annotators(present))


def _covered(sentence: PooledSentence, present: Sequence[int]) -> Iterator[tuple[int, Edit, list[int]]]:
    """Yield each correction of each reference with the references that make it correct, itself among them."""
    source, rules = sentence.source, sentence.rules
    people: dict[Edits, list[int]] = {}
    for index in present:
        people.setdefault(sentence.references[index].edits, []).append(index)
    wanted = {edits: corrections(source, edits) for edits in people}
    for edits, indices in people.items():
        own = changes(source, edits)
        covering: dict[int, list[int]] = {change.index: [] for change in own}
        for other, others in wanted.items() if own else ():
            for at, judgement in pair(source, own, others, 0, rules.equal_enough).judgements.items():
                if judgement.verdict is Verdict.CORRECT:
                    covering[at] += people[other]
        for index in indices:
            yield from ((index, change.edit, covering[change.index]) for change in own)
