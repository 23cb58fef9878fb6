"""What of a pool's corrections the references cover: by kind of error, by person, and by the number of references."""

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from markscheme.annotation.coverage.corrections import PooledCorrection, PooledCorrections, Standing
from markscheme.annotation.coverage.covered_pool import CoveredExercises, CoveredPool
from markscheme.annotation.coverage.curve import RESAMPLES, SEED, CountedCorrection, Curve, curve_of
from markscheme.annotation.coverage.reference_corrections import ReferenceCorrection
from markscheme.annotation.coverage.richness import LEAST_ANNOTATORS, Richness, richness
from markscheme.edits.edit import Edit
from markscheme.exercises.scheme.error_kinds import ErrorKinds
from markscheme.metrics.signature import signature
from markscheme.scoring.models import Models
from markscheme.scoring.signatures import SignatureNames


@attrs.frozen
class Standings:
    """Numbers of corrections by how they stand to all references."""

    covered: int = 0
    decided: int = 0
    variants: int = 0
    holes: int = 0

    @property
    def count(self) -> int:
        """How many corrections there are."""
        return self.covered + self.decided + self.variants + self.holes

    @property
    def share(self) -> float | None:
        """The share that references cover, in [0, 1]; ``None`` where there are no corrections."""
        return self.covered / self.count if self.count else None


@attrs.frozen
class GroupCoverage:
    """The corrections of one kind of error.

    Attributes
    ----------
    group
        In the words of :class:`ErrorKinds`; empty for corrections without a type.
    made
        How the corrections stand, each as often as it is made.
    distinct
        How they stand, each once.
    richness
        Of the references' corrections of this kind.
    """

    group: str
    made: Standings
    distinct: Standings
    richness: Richness


@attrs.frozen
class Coverage:
    """What references cover of what hypotheses do.

    Attributes
    ----------
    pool
        Everybody, and the sentences with corrections.
    corrections
        What the hypotheses correct.
    groups
        The corrections by kind of error; the kinds with most corrections come first.
    people
        How each hypothesis's corrections stand, by the indices of :attr:`Pool.hypotheses`.
    made_curve, distinct_curve
        The share of the hypotheses' corrections that some number of references covers: each correction as often as it
        is made, and each once.
    reference_curve
        The share of annotators' corrections that some number of the other annotators covers.
    richness
        How many distinct corrections references make, and are estimated to make in all. Sentences that fewer than
        :data:`LEAST_ANNOTATORS` annotators have seen take no part.
    language
        The code of the texts' language, which names kinds of errors.
    has_credit
        Whether the credit of corrections was computed.
    signature
        What made these numbers.
    """

    pool: CoveredPool
    corrections: PooledCorrections
    groups: tuple[GroupCoverage, ...]
    people: tuple[Standings, ...]
    made_curve: Curve
    distinct_curve: Curve
    reference_curve: Curve
    richness: Richness
    language: str
    has_credit: bool
    signature: str

    @property
    def made(self) -> Standings:
        """How all corrections stand, each as often as it is made."""
        return _standings(_made(self.corrections.corrections))

    @property
    def distinct(self) -> Standings:
        """How all corrections stand, each once."""
        return _standings((item.standing, 1) for item in self.corrections.corrections)

    @property
    def annotators(self) -> tuple[str, ...]:
        """The annotators' names."""
        return tuple(self.pool.references[index] for index in self.pool.annotators)

    def example(self, item: PooledCorrection) -> tuple[str, str, str, str]:
        """Return a correction in its sentence: the words before it, those that it replaces, its own, those behind."""
        source, edit = self.pool.sentences[item.sentence].source, item.edit
        parts = source[: edit.start], source[edit.start : edit.end], edit.replacement, source[edit.end :]
        before, replaced, replacement, behind = (" ".join(part) for part in parts)
        return before, replaced, replacement, behind

    def group(self, item: PooledCorrection) -> str:
        """Return a correction's kind of error."""
        return _group(self.pool, self.language, item.sentence, item.edit)


def coverage_of(covered: CoveredExercises, models: Models, *, credit: bool = True) -> Coverage:
    """Return what references cover, of exercises that were compared one by one.

    Parameters
    ----------
    models
        Name what made the numbers; nothing is loaded.
    credit
        Whether corrections have their credit.
    """
    pool, corrections, references = covered.pool, covered.corrections, covered.references
    shared = [item for item in references if len(item.seen_by) >= LEAST_ANNOTATORS]
    return Coverage(
        pool,
        corrections,
        tuple(_groups(pool, models.language, corrections.corrections, shared)),
        _by_person(corrections, len(pool.hypotheses)),
        curve_of(_counted(pool, corrections.corrections, each_once=False), pool.size),
        curve_of(_counted(pool, corrections.corrections, each_once=True), pool.size),
        curve_of(_counted_references(references), pool.size, extents=False),
        richness(len(item.annotators) for item in shared),
        models.language,
        credit,
        _signature(pool, models, credit=credit),
    )


def _group(pool: CoveredPool, language: str, sentence: int, edit: Edit) -> str:
    return ErrorKinds(language, pool.texts[pool.sentences[sentence].text].groups).group(edit.type)


def _made(corrections: Iterable[PooledCorrection]) -> Iterator[tuple[Standing, int]]:
    """Yield how corrections stand, with how many people make them so."""
    yield from ((making.standing, len(making.people)) for item in corrections for making in item.makings)


def _by_person(corrections: PooledCorrections, people: int) -> tuple[Standings, ...]:
    """Return how each person's corrections stand."""
    standings: list[list[tuple[Standing, int]]] = [[] for _ in range(people)]
    for item in corrections.corrections:
        for making in item.makings:
            for person in making.people:
                standings[person].append((making.standing, 1))
    return tuple(map(_standings, standings))


def _standings(items: Iterable[tuple[Standing, int]]) -> Standings:
    counts: Counter[Standing] = Counter()
    for standing, count in items:
        counts[standing] += count
    return Standings(
        counts[Standing.COVERED], counts[Standing.DECIDED], counts[Standing.VARIANT], counts[Standing.HOLE]
    )


def _groups(
    pool: CoveredPool, language: str, corrections: Iterable[PooledCorrection], references: Iterable[ReferenceCorrection]
) -> list[GroupCoverage]:
    """Return the coverage of each kind of error that hypotheses or references correct."""
    own: dict[str, list[PooledCorrection]] = {}
    abundances: dict[str, list[int]] = {}
    for item in corrections:
        own.setdefault(_group(pool, language, item.sentence, item.edit), []).append(item)
    for reference in references:
        group = _group(pool, language, reference.sentence, reference.edit)
        abundances.setdefault(group, []).append(len(reference.annotators))
    groups = [
        GroupCoverage(
            group,
            _standings(_made(own.get(group, ()))),
            _standings((item.standing, 1) for item in own.get(group, ())),
            richness(abundances.get(group, ())),
        )
        for group in {**own, **abundances}
    ]
    return sorted(groups, key=lambda item: (-item.made.count, -item.richness.observed, item.group))


def _counted(
    pool: CoveredPool, corrections: Iterable[PooledCorrection], *, each_once: bool
) -> Iterator[CountedCorrection]:
    for item in corrections:
        seen_by = pool.annotators_of(item.seen_by)
        if each_once:
            yield CountedCorrection(item.sentence, pool.annotators_of(item.covering), seen_by)
            continue
        for making in item.makings:
            covering = pool.annotators_of(making.covering)
            yield CountedCorrection(item.sentence, covering, seen_by, len(making.people))


def _counted_references(references: Iterable[ReferenceCorrection]) -> Iterator[CountedCorrection]:
    for item in references:
        for annotator, covering in item.covering:
            yield CountedCorrection(item.sentence, covering, item.seen_by - {annotator})


def _signature(pool: CoveredPool, models: Models, *, credit: bool) -> str:
    names = SignatureNames(models)
    settings = {text.settings for text in pool.texts}
    credit_settings = {item.credit for item in settings} if credit else set()
    parts = [item.signature_settings(names.encoder) for item in credit_settings]
    return signature(
        "coverage+credit" if credit else "coverage",
        {
            "verdicts": _joined("any" if item.verdict_assumption == "independent" else "one" for item in settings),
            "equal": _joined(",".join(item.equal) for item in settings),
            "refs": len(pool.annotators),
            "hyps": len(pool.hypotheses),
            "sentences": pool.size,
            "decisions": pool.decisions or None,
            "resamples": RESAMPLES,
            "seed": SEED,
            **{name: _joined(str(part.get(name)) for part in parts) for part in parts for name in part},
            **names.edits,
        },
    )


def _joined(values: Iterable[str]) -> str | None:
    """Return the distinct values of a setting as one; ``None`` for nothing."""
    return "/".join(sorted(set(filter(None, values)))) or None
