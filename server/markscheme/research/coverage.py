"""What of the corrections that hypotheses make references cover, and what they are estimated to miss."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from markscheme.contract import shape
from markscheme.documents.files import read_text
from markscheme.edits.edit import TagsUsed
from markscheme.errors import DocumentError
from markscheme.exercises.exercise import Exercise
from markscheme.inference.models import Models
from markscheme.marking.driver import TaskSettings
from markscheme.marking.settings import MarkSettings
from markscheme.metrics.base import signature
from markscheme.progress import Progress, silent
from markscheme.research.distinct_corrections import (
    LEAST_ANNOTATORS,
    RESAMPLES,
    SEED,
    CountedCorrection,
    CoverageStatus,
    Curve,
    PooledCorrection,
    PooledCorrections,
    ReferenceCorrection,
    SpeciesEstimate,
    curve_of,
    pooled_corrections,
    reference_corrections,
    species_estimate,
    urgency,
)
from markscheme.research.pool import PeopleOrder, Pool, PooledTexts, Tags
from markscheme.scoring.executor import Executor, Loss, WholeWork, in_order


@attrs.frozen
class CoveredPool:
    """What coverage keeps of a :class:`~markscheme.research.pool.Pool`: no text but that of corrected sentences.

    ``choices``: the references with an annotator's further acceptable corrections, each with that of the first ones.
    ``texts``: each exercise's name, and how its documents are marked. ``decisions``: the number of decisions about
    single places. ``problems``, ``notices``: as of a pool.
    """

    people: PeopleOrder = PeopleOrder()
    choices: Mapping[str, str] = {}
    texts: tuple[tuple[str, MarkSettings], ...] = ()
    size: int = 0
    """The number of sentences."""
    decisions: int = 0
    corrections: PooledCorrections = PooledCorrections()
    references: tuple[ReferenceCorrection, ...] = ()
    problems: tuple[DocumentError, ...] = ()
    notices: tuple[DocumentError, ...] = ()
    tags: Tags = Tags()

    @property
    def annotators(self) -> tuple[str, ...]:
        """The annotators' names."""
        return tuple(name for name in self.people.references if name not in self.choices)

    def annotators_of(self, references: Iterable[str]) -> frozenset[str]:
        return frozenset(self.choices.get(reference, reference) for reference in references)


@attrs.frozen
class ExerciseCoverage:
    """What an exercise contributes, or why (``failure``) it can't be used at all; ``number``: its place, from 0."""

    number: int
    pool: CoveredPool = CoveredPool()
    failure: DocumentError | None = None
    reading_problems: tuple[DocumentError, ...] = ()


def _covered(
    texts: PooledTexts,
    models: Models,
    people: PeopleOrder | None,
    progress: Progress,
    *,
    credit: bool,
    tags: TagsUsed | None,
) -> CoveredPool:
    pool = Pool.of([texts], models, progress, people, tags)
    if tags is None and pool.hypotheses and not pool.tags.are_complete:
        # Kinds of hypotheses' corrections and of references' are compared.
        pool = Pool.of([texts], models, progress, people, "errant")
    corrections = pooled_corrections(pool, progress)
    references = reference_corrections(pool, progress)
    if credit:
        corrections = corrections.with_credit(pool, models, progress)
    firsts = zip(pool.references, pool.first_choices, strict=True)
    return CoveredPool(
        PeopleOrder(pool.references, pool.hypotheses),
        {name: pool.references[first] for name, first in firsts if pool.references[first] != name},
        tuple((item.exercise, item.settings) for item in pool.texts),
        len(pool.sentences),
        sum(len(sentence.decisions) for sentence in pool.sentences),
        corrections,
        references,
        pool.problems[len(texts.problems) :],
        pool.notices,
        pool.tags,
    )


def people_of(parts: Sequence[ExerciseCoverage]) -> PeopleOrder:
    """Return everybody in some exercises, in order of first appearance."""
    references = dict.fromkeys(name for part in parts for name in part.pool.people.references)
    hypotheses = dict.fromkeys(name for part in parts for name in part.pool.people.hypotheses)
    return PeopleOrder(tuple(references), tuple(hypotheses))


def out_of_order(parts: Sequence[ExerciseCoverage]) -> dict[int, PeopleOrder]:
    """Return the exercises whose people stand in another order than everybody's, each with the order to take: where
    verdicts are equally good, the order of people decides which stands.
    """
    everybody = people_of(parts)
    references, hypotheses = (
        {name: place for place, name in enumerate(names)} for names in (everybody.references, everybody.hypotheses)
    )
    orders: dict[int, PeopleOrder] = {}
    for part in parts:
        people = part.pool.people
        own = PeopleOrder(
            tuple(sorted(people.references, key=references.__getitem__)),
            tuple(sorted(people.hypotheses, key=hypotheses.__getitem__)),
        )
        if own != people:
            orders[part.number] = own
    return orders


def joined(parts: Sequence[ExerciseCoverage], problems: Iterable[DocumentError] = ()) -> CoveredPool:
    """Return the exercises as one pool, people in one order; ``problems``: why paths and exercises can't be used."""
    choices: dict[str, str] = {}
    corrections: list[PooledCorrection] = []
    rewritten: list[tuple[int, str]] = []
    references: list[ReferenceCorrection] = []
    size = 0
    for pool in (part.pool for part in parts):
        choices |= pool.choices
        for item in pool.corrections.corrections:
            sentence = attrs.evolve(item.sentence, number=size + item.sentence.number)
            corrections.append(attrs.evolve(item, sentence=sentence))
        rewritten += ((size + number, person) for number, person in pool.corrections.rewritten)
        references += (attrs.evolve(own, sentence=size + own.sentence) for own in pool.references)
        size += pool.size
    unseen = sum(part.pool.corrections.unseen for part in parts)
    return CoveredPool(
        people_of(parts),
        choices,
        tuple(text for part in parts for text in part.pool.texts),
        size,
        sum(part.pool.decisions for part in parts),
        PooledCorrections(tuple(corrections), tuple(rewritten), unseen),
        tuple(references),
        (
            *problems,
            *(problem for part in parts for problem in part.reading_problems),
            *(problem for part in parts for problem in part.pool.problems),
        ),
        tuple(notice for part in parts for notice in part.pool.notices),
        Tags.of_all(part.pool.tags for part in parts if part.failure is None),
    )


@shape("count", "covered", "decided", "variants", "holes", name="CoverageStandings")
@attrs.frozen
class StatusCounts:
    """Numbers of corrections by how they stand to all references."""

    covered: int = 0
    """The number that a reference covers."""
    decided: int = 0
    """The number that no reference covers, and of which people decided what they count as."""
    variants: int = 0
    """The number at whose place references correct something differently."""
    holes: int = 0
    """The number at whose place no reference changes anything."""

    @property
    def count(self) -> int:
        """The number of corrections."""
        return self.covered + self.decided + self.variants + self.holes

    @property
    def share(self) -> float | None:
        """The share that references cover, in [0, 1]; ``None`` where there are no corrections."""
        return self.covered / self.count if self.count else None


@shape(name="CoverageGroup")
@attrs.frozen
class GroupCoverage:
    """One kind of error."""

    group: str
    """The kind of error; empty for corrections without a type."""
    made: StatusCounts
    """Its corrections, each as often as it is made."""
    distinct: StatusCounts
    """Its corrections, each once."""
    richness: SpeciesEstimate
    """How many corrections annotators make, and are estimated to make."""


@shape(name="CoveragePerson")
@attrs.frozen
class PersonCoverage:
    """One hypothesis over all sentences."""

    name: str
    """The hypothesis's name."""
    made: StatusCounts
    """Its corrections, each as often as it is made."""


@shape(
    *("made.points", "distinct.points", "references.points"),
    name="CoverageCurves",
    renamed={"made.points": "made", "distinct.points": "distinct", "references.points": "references"},
)
@attrs.frozen
class Curves:
    """Coverage by the number of references."""

    made: Curve
    """Of the hypotheses' corrections, each as often as it is made."""
    distinct: Curve
    """Of the hypotheses' corrections, each once."""
    references: Curve
    """Of each annotator's corrections, by the other annotators."""

    @property
    def length(self) -> int:
        """The largest number of references that a curve has a point for."""
        return max(len(curve.points) for curve in (self.made, self.distinct, self.references))


@shape(
    *("signature", "pool.size", "pool.annotators", "pool.people.hypotheses", "made", "distinct", "rewritten"),
    *("pool.corrections.unseen", "groups", "people", "curves", "richness", "listed", "problems"),
    "tags",
    name="CoverageReport",
    renamed={"pool.size": "sentences", "listed": "corrections"},
    kind="document",
)
@attrs.frozen
class Coverage:
    """The output of ``coverage --format json``. Numbers are unrounded, and shares in [0, 1].

    ``least``: smallest number of hypotheses that make a correction that is listed.
    """

    pool: CoveredPool
    groups: tuple[GroupCoverage, ...]
    """The same by kind of error, those with most corrections first."""
    people: tuple[PersonCoverage, ...]
    """The same by hypothesis."""
    curves: Curves
    """How coverage grows with the references."""
    richness: SpeciesEstimate
    """How many corrections annotators make, and are estimated to make, in sentences that two have seen."""
    signature: str
    """The settings and models that made the numbers."""
    least: int = 1

    @property
    def tags(self) -> Tags:
        """What kinds of errors are called."""
        return self.pool.tags

    @property
    def made(self) -> StatusCounts:
        """The corrections, each as often as it is made."""
        return _status_counts(_made(self.pool.corrections.corrections))

    @property
    def distinct(self) -> StatusCounts:
        """The corrections, each once."""
        return _status_counts((item.status, 1) for item in self.pool.corrections.corrections)

    @property
    def rewritten(self) -> int:
        """Sentences that a hypothesis rewrites freely; their corrections are left out."""
        return len(self.pool.corrections.rewritten)

    @property
    def listed(self) -> tuple[PooledCorrection, ...]:
        """The corrections that enough people make and no reference covers, those of most people first."""
        return tuple(sorted(self.pool.corrections.open(self.least), key=urgency))

    @property
    def problems(self) -> tuple[str, ...]:
        """What could not be used, and why."""
        return tuple(map(str, (*self.pool.problems, *self.pool.notices)))


def coverage_of(pool: CoveredPool, models: Models, *, credit: bool = True) -> Coverage:
    """Return what references cover of exercises compared before; ``models`` are named, not loaded."""
    shared = [item for item in pool.references if len(item.seen_by) >= LEAST_ANNOTATORS]
    return Coverage(
        pool,
        tuple(_groups(pool.corrections.corrections, shared)),
        tuple(_people(pool)),
        Curves(
            curve_of(_counted(pool, each_once=False), pool.size),
            curve_of(_counted(pool, each_once=True), pool.size),
            curve_of(_counted_references(pool.references), pool.size, extents=False),
        ),
        species_estimate(len(item.covering) for item in shared),
        _signature(pool, models, credit=credit),
    )


def _made(corrections: Iterable[PooledCorrection]) -> Iterator[tuple[CoverageStatus, int]]:
    yield from ((making.status, len(making.people)) for item in corrections for making in item.makings)


def _people(pool: CoveredPool) -> Iterator[PersonCoverage]:
    counts: dict[str, list[tuple[CoverageStatus, int]]] = {name: [] for name in pool.people.hypotheses}
    for item in pool.corrections.corrections:
        for making in item.makings:
            for person in making.people:
                counts[person].append((making.status, 1))
    for name, own in counts.items():
        yield PersonCoverage(name, _status_counts(own))


def _status_counts(items: Iterable[tuple[CoverageStatus, int]]) -> StatusCounts:
    counts: Counter[CoverageStatus] = Counter()
    for status, count in items:
        counts[status] += count
    return StatusCounts(
        counts[CoverageStatus.COVERED],
        counts[CoverageStatus.DECIDED],
        counts[CoverageStatus.VARIANT],
        counts[CoverageStatus.HOLE],
    )


def _groups(corrections: Iterable[PooledCorrection], references: Iterable[ReferenceCorrection]) -> list[GroupCoverage]:
    own: dict[str, list[PooledCorrection]] = {}
    abundances: dict[str, list[int]] = {}
    for item in corrections:
        own.setdefault(item.group, []).append(item)
    for reference in references:
        abundances.setdefault(reference.group, []).append(len(reference.covering))
    groups = [
        GroupCoverage(
            group,
            _status_counts(_made(own.get(group, ()))),
            _status_counts((item.status, 1) for item in own.get(group, ())),
            species_estimate(abundances.get(group, ())),
        )
        for group in {**own, **abundances}
    ]
    return sorted(groups, key=lambda item: (-item.made.count, -item.richness.observed, item.group))


def _counted(pool: CoveredPool, *, each_once: bool) -> Iterator[CountedCorrection]:
    for item in pool.corrections.corrections:
        number, seen_by = item.sentence.number, pool.annotators_of(item.sentence.seen_by)
        if each_once:
            yield CountedCorrection(number, pool.annotators_of(item.covering), seen_by)
            continue
        for making in item.makings:
            yield CountedCorrection(number, pool.annotators_of(making.covering), seen_by, len(making.people))


def _counted_references(references: Iterable[ReferenceCorrection]) -> Iterator[CountedCorrection]:
    for item in references:
        for annotator, covering in item.covering.items():
            yield CountedCorrection(item.sentence, covering, item.seen_by - {annotator})


def _signature(pool: CoveredPool, models: Models, *, credit: bool) -> str:
    settings = {own for _, own in pool.texts}
    credit_settings = {item.credit for item in settings} if credit else set()
    parts = [item.signature_settings(models.encoder_identity) for item in credit_settings]
    return signature(
        "coverage+credit" if credit else "coverage",
        {
            "verdicts": _joined("any" if item.verdict_assumption == "independent" else "one" for item in settings),
            "equal": _joined(",".join(item.equal) for item in settings),
            "refs": len(pool.annotators),
            "hyps": len(pool.people.hypotheses),
            "sentences": pool.size,
            "decisions": pool.decisions or None,
            "resamples": RESAMPLES,
            "seed": SEED,
            **{name: _joined(str(part.get(name)) for part in parts) for part in parts for name in part},
            **models.edit_settings,
        },
    )


def _joined(values: Iterable[str]) -> str | None:
    return "/".join(sorted(set(filter(None, values)))) or None


@attrs.frozen
class CoveredExercise:
    """An exercise, with its place among the items of a run, and the order of its people where it is not its own."""

    number: int
    exercise: Exercise
    people: PeopleOrder | None = None


@attrs.frozen
class CoverageWork(WholeWork[CoveredExercise, ExerciseCoverage]):
    """Reads exercises and compares their hypotheses with their references; ``credit`` needs the encoder."""

    tasks: TaskSettings
    credit: bool
    tags: TagsUsed | None = None

    def done(self, item: CoveredExercise, tools: Models, progress: Progress) -> ExerciseCoverage:
        """Return what an exercise contributes; an exercise that can't be used contributes its failure."""
        try:
            texts = PooledTexts.of(item.exercise, read_text, self.tasks)
        except DocumentError as problem:
            return ExerciseCoverage(item.number, failure=problem)
        pool = _covered(texts, tools, item.people, progress, credit=self.credit, tags=self.tags)
        tools.forget()  # another exercise has other sentences
        return ExerciseCoverage(item.number, pool, reading_problems=texts.problems)

    def title(self, item: CoveredExercise) -> str:
        return f"the exercise {item.exercise.name!r}"

    def lost(self, item: CoveredExercise, loss: Loss) -> ExerciseCoverage:
        """Return the exercise's failure: its versions are lined up together, so it is not cut."""
        own = item.exercise
        return ExerciseCoverage(item.number, failure=loss.problem(self.title(item), own.source or own.folder))


def covered_exercises(
    exercises: Sequence[Exercise], work: CoverageWork, executor: Executor[Models], progress: Progress = silent
) -> list[ExerciseCoverage]:
    """Return what exercises contribute, in order; the people of each stand in the order of everybody."""

    def within(_: CoveredExercise) -> Progress:
        return progress

    items = [CoveredExercise(number, exercise) for number, exercise in enumerate(exercises)]
    parts: list[ExerciseCoverage] = []
    progress("texts", 0, len(items))
    for part in in_order(executor.run(work, items, within)):
        parts.append(part)
        progress("texts", len(parts), len(items))
    # An exercise that is lost only now takes its people with it, and may leave another order to the others.
    while orders := out_of_order(parts):
        again = [CoveredExercise(place, exercises[number], own) for place, (number, own) in enumerate(orders.items())]
        for number, part in zip(orders, in_order(executor.run(work, again, within)), strict=True):
            parts[number] = attrs.evolve(part, number=number)
    if work.tags is None and len({part.pool.tags.used for part in parts if part.failure is None}) > 1:
        return covered_exercises(exercises, attrs.evolve(work, tags="errant"), executor, progress)
    return parts
