"""What of the corrections that hypotheses make references cover, and what they are estimated to miss."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import attrs

from markscheme.annotation.pool import Pool, PooledSentence, PooledTexts, pooled_texts
from markscheme.annotation.reading import PeopleOrder, pool_of
from markscheme.annotation.richness import (
    LEAST_ANNOTATORS,
    RESAMPLES,
    SEED,
    CountedCorrection,
    Curve,
    Making,
    PooledCorrection,
    PooledCorrections,
    ReferenceCorrection,
    ReferenceEdit,
    Richness,
    Standing,
    curve_of,
    pooled_corrections,
    reference_corrections,
    richness,
)
from markscheme.edits.edit import Correction, Edit
from markscheme.execution.executor import Executor, Loss, WholeWork, in_order
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.people import ErrorGroups
from markscheme.exercises.scheme.scheme import ErrorKinds
from markscheme.marking.driver import TaskSettings
from markscheme.marking.marks import MarkSettings
from markscheme.marking.verdicts.verdict import changes
from markscheme.metrics.base import signature
from markscheme.metrics.credit import EditVectors, gains
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models, SignatureNames
from markscheme.text.errors import DocumentError
from markscheme.text.files import read_text

SENTENCES_PER_BLOCK = 512
"""Sentences whose vectors are in memory at a time."""

_Sentence = tuple[int, tuple[PooledCorrection, ...]]


def with_credit(
    pool: Pool,
    corrections: PooledCorrections,
    models: Models,
    progress: Progress = silent,
) -> PooledCorrections:
    """Return the corrections with the credit of each, and the references' correction that it is for.

    An edit's vector depends on the other edits of its sentence. Here each correction is the only one, so that it has
    the same credit whoever makes it. Raise Cancelled if ``progress`` raises it.
    """
    sentences = [
        (number, tuple(own)) for number, own in groupby(corrections.corrections, key=lambda item: item.sentence)
    ]
    credited: list[PooledCorrection] = []
    for start in range(0, len(sentences), SENTENCES_PER_BLOCK):
        credited += _credited(pool, sentences[start : start + SENTENCES_PER_BLOCK], models, progress)
    return attrs.evolve(corrections, corrections=tuple(credited))


def reference_edits(sentence: PooledSentence) -> tuple[ReferenceEdit, ...]:
    """Return the distinct corrections of a sentence's references, by place and words, each with who makes it."""
    edits: dict[tuple[int, int, tuple[str, ...]], ReferenceEdit] = {}
    for number, version in enumerate(sentence.references):
        for change in changes(sentence.source, version.edits):
            before = edits.get(change.key, ReferenceEdit(change.edit, ()))
            edits[change.key] = attrs.evolve(before, references=(*before.references, number))
    return tuple(edits[key] for key in sorted(edits))


def _credited(
    pool: Pool, sentences: Sequence[_Sentence], models: Models, progress: Progress
) -> Iterator[PooledCorrection]:
    import numpy as np

    edits = [reference_edits(pool.sentences[number]) for number, _ in sentences]
    alone: dict[tuple[int, Edit], Correction] = {}
    for (number, own), others in zip(sentences, edits, strict=True):
        for edit in (*(item.edit for item in own), *(item.edit for item in others)):
            alone[number, edit] = Correction(pool.sentences[number].source, (edit,))
    computed = models.vectors(list(alone.values()), progress=progress)
    vectors = dict(zip(alone, computed, strict=True))
    for (number, own), others in zip(sentences, edits, strict=True):
        if not others:
            yield from (attrs.evolve(item, credit=0.0) for item in own)
            continue
        sides = [item.edit for item in own], [item.edit for item in others]
        hypothesis, reference = (
            EditVectors(side, np.concatenate([vectors[number, edit] for edit in side])) for side in sides
        )
        sentence = pool.sentences[number]
        gain = gains(sentence.source, hypothesis, reference, pool.texts[sentence.text].settings.credit)
        for item, row in zip(own, gain.tolist(), strict=True):
            best = max(range(len(row)), key=lambda column: (row[column], len(others[column].references), -column))
            yield attrs.evolve(item, credit=row[best], nearest=others[best] if row[best] else None)


@attrs.frozen
class CoveredText:
    """An exercise's name, how its documents are marked, and the kinds of errors that it makes of ERRANT's types."""

    exercise: str
    settings: MarkSettings
    groups: ErrorGroups


@attrs.frozen
class CoveredSentence:
    """A sentence that hypotheses or references correct. ``text``: the index of its text. ``edits``: the references'."""

    text: int
    source: tuple[str, ...]
    edits: tuple[ReferenceEdit, ...]


@attrs.frozen
class ExerciseCoverage:
    """What an exercise contributes. People, sentences and the text have the numbers that they have in it.

    ``number``: the exercise's 0-based place among all. ``texts``: its text; none where it can't be lined up.
    ``sentences``: those with corrections, by number. ``failure``: why the exercise can't be used at all.
    ``reading_problems``, ``problems``, ``notices``: why some of its files can't be read, why other texts can't be used,
    and which are left out.
    """

    number: int
    texts: tuple[CoveredText, ...] = ()
    people: PeopleOrder = PeopleOrder()
    first_choices: tuple[int, ...] = ()
    size: int = 0
    decisions: int = 0
    sentences: Mapping[int, CoveredSentence] = {}
    corrections: PooledCorrections = PooledCorrections(())
    references: tuple[ReferenceCorrection, ...] = ()
    failure: DocumentError | None = None
    reading_problems: tuple[DocumentError, ...] = ()
    problems: tuple[DocumentError, ...] = ()
    notices: tuple[DocumentError, ...] = ()


def exercise_coverage(
    number: int, texts: PooledTexts, models: Models, people: PeopleOrder | None, progress: Progress, *, credit: bool
) -> ExerciseCoverage:
    """Return what an exercise contributes; ``credit`` needs the encoder. Raise Cancelled if ``progress`` raises it.

    ``people``: their order; ``None``: that of the exercise's files.
    """
    pool = pool_of([texts], models, progress, people)
    corrections = pooled_corrections(pool, progress)
    references = reference_corrections(pool, progress)
    if credit:
        corrections = with_credit(pool, corrections, models, progress)
    corrected = {item.sentence for item in corrections.corrections} | {item.sentence for item in references}
    return ExerciseCoverage(
        number,
        tuple(CoveredText(item.exercise, item.settings, item.groups) for item in pool.texts),
        PeopleOrder(pool.references, pool.hypotheses),
        pool.first_choices,
        len(pool.sentences),
        sum(len(sentence.decisions) for sentence in pool.sentences),
        {
            index: CoveredSentence(0, pool.sentences[index].source, reference_edits(pool.sentences[index]))
            for index in sorted(corrected)
        },
        corrections,
        references,
        reading_problems=texts.problems,
        problems=pool.problems[len(texts.problems) :],
        notices=pool.notices,
    )


@attrs.frozen
class CoveredPool:
    """What coverage keeps of a :class:`~markscheme.annotation.pool.Pool`: no text but that of corrected sentences."""

    references: tuple[str, ...]
    hypotheses: tuple[str, ...]
    first_choices: tuple[int, ...]
    texts: tuple[CoveredText, ...]
    size: int
    sentences: Mapping[int, CoveredSentence]
    decisions: int = 0
    problems: tuple[DocumentError, ...] = ()
    notices: tuple[DocumentError, ...] = ()

    @property
    def annotators(self) -> tuple[int, ...]:
        """The indices of the references that have an annotator's first corrections: one for each annotator."""
        return tuple(index for index, first in enumerate(self.first_choices) if index == first)

    def annotators_of(self, references: Iterable[int]) -> frozenset[int]:
        """Return the annotators of some references, each by the index of the first choice."""
        return frozenset(self.first_choices[reference] for reference in references)

    @property
    def unused(self) -> tuple[DocumentError, ...]:
        return (*self.problems, *self.notices)


@attrs.frozen
class CoveredExercises:
    """The pool of some exercises with everybody's corrections."""

    pool: CoveredPool
    corrections: PooledCorrections
    references: tuple[ReferenceCorrection, ...]


def people_of(parts: Sequence[ExerciseCoverage]) -> PeopleOrder:
    """Return everybody in some exercises, in order of first appearance."""
    references = dict.fromkeys(name for part in parts for name in part.people.references)
    hypotheses = dict.fromkeys(name for part in parts for name in part.people.hypotheses)
    return PeopleOrder(tuple(references), tuple(hypotheses))


def out_of_order(parts: Sequence[ExerciseCoverage]) -> dict[int, PeopleOrder]:
    """Return the exercises whose people stand in another order than everybody does, each with the order to take.

    Where verdicts are equally good, the order of people decides which stands; it is one for all exercises.
    """
    everybody = people_of(parts)
    references, hypotheses = (_places(names) for names in (everybody.references, everybody.hypotheses))
    orders: dict[int, PeopleOrder] = {}
    for part in parts:
        own = PeopleOrder(
            tuple(sorted(part.people.references, key=references.__getitem__)),
            tuple(sorted(part.people.hypotheses, key=hypotheses.__getitem__)),
        )
        if own != part.people:
            orders[part.number] = own
    return orders


def joined(parts: Sequence[ExerciseCoverage], problems: Iterable[DocumentError] = ()) -> CoveredExercises:
    """Return the exercises as one pool; the people of each stand in the order of everybody.

    ``problems``: why paths and whole exercises can't be used.
    """
    everybody = people_of(parts)
    references, hypotheses = (_places(names) for names in (everybody.references, everybody.hypotheses))
    firsts: dict[str, str] = {}
    texts: list[CoveredText] = []
    sentences: dict[int, CoveredSentence] = {}
    corrections: list[PooledCorrection] = []
    rewritten: list[tuple[int, int]] = []
    reference_corrections: list[ReferenceCorrection] = []
    size = 0
    for part in parts:
        names = part.people.references
        choices = zip(names, part.first_choices, strict=True)
        firsts |= {name: names[first] for name, first in choices if names[first] != name}
        own = _Renumbering(
            size,
            len(texts),
            tuple(references[name] for name in names),
            tuple(hypotheses[name] for name in part.people.hypotheses),
        )
        sentences |= own.sentences(part.sentences)
        corrections += map(own.correction, part.corrections.corrections)
        rewritten += ((size + sentence, own.hypotheses[person]) for sentence, person in part.corrections.rewritten)
        reference_corrections += map(own.reference_correction, part.references)
        texts += part.texts
        size += part.size
    pool = CoveredPool(
        everybody.references,
        everybody.hypotheses,
        tuple(references[firsts.get(name, name)] for name in everybody.references),
        tuple(texts),
        size,
        sentences,
        sum(part.decisions for part in parts),
        (
            *problems,
            *(problem for part in parts for problem in part.reading_problems),
            *(problem for part in parts for problem in part.problems),
        ),
        tuple(notice for part in parts for notice in part.notices),
    )
    unseen = sum(part.corrections.unseen for part in parts)
    every = PooledCorrections(tuple(corrections), tuple(rewritten), unseen)
    return CoveredExercises(pool, every, tuple(reference_corrections))


def _places(names: Sequence[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


@attrs.frozen
class _Renumbering:
    """From the numbers in an exercise to those in the pool; it keeps the order of people."""

    begin: int
    text: int
    references: tuple[int, ...]
    hypotheses: tuple[int, ...]

    def sentences(self, sentences: Mapping[int, CoveredSentence]) -> dict[int, CoveredSentence]:
        return {
            self.begin + number: CoveredSentence(
                self.text + item.text, item.source, tuple(edit for own in item.edits for edit in self._edit(own))
            )
            for number, item in sentences.items()
        }

    def correction(self, item: PooledCorrection) -> PooledCorrection:
        return PooledCorrection(
            self.begin + item.sentence,
            item.edit,
            tuple(self._making(making) for making in item.makings),
            self._numbers(item.seen_by),
            item.credit,
            next(self._edit(item.nearest), None),
        )

    def reference_correction(self, item: ReferenceCorrection) -> ReferenceCorrection:
        covering = ((self.references[annotator], self._annotators(others)) for annotator, others in item.covering)
        return ReferenceCorrection(
            self.begin + item.sentence, item.edit, tuple(covering), self._annotators(item.seen_by)
        )

    def _making(self, item: Making) -> Making:
        people = tuple(self.hypotheses[person] for person in item.people)
        return attrs.evolve(item, people=people, covering=self._numbers(item.covering))

    def _edit(self, item: ReferenceEdit | None) -> Iterator[ReferenceEdit]:
        if item is not None:
            yield ReferenceEdit(item.edit, self._numbers(item.references))

    def _numbers(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.references[number] for number in numbers)

    def _annotators(self, numbers: frozenset[int]) -> frozenset[int]:
        return frozenset(self.references[number] for number in numbers)


@attrs.frozen
class Standings:
    """Numbers of corrections by how they stand to all references."""

    covered: int = 0
    decided: int = 0
    variants: int = 0
    holes: int = 0

    @property
    def count(self) -> int:
        return self.covered + self.decided + self.variants + self.holes

    @property
    def share(self) -> float | None:
        """The share that references cover, in [0, 1]; ``None`` where there are no corrections."""
        return self.covered / self.count if self.count else None


@attrs.frozen
class GroupCoverage:
    """The corrections of one kind of error, in the words of :class:`ErrorKinds`; empty for corrections without a type.

    ``made``: each as often as it is made. ``distinct``: each once. ``richness``: of the references' corrections.
    """

    group: str
    made: Standings
    distinct: Standings
    richness: Richness


@attrs.frozen
class Coverage:
    """What references cover of what hypotheses do.

    ``groups``: the kinds of error with most corrections come first. ``made_curve``, ``distinct_curve``: the share of
    the hypotheses' corrections that some number of references covers: each correction as often as it is made, and each
    once. ``reference_curve``: the share of annotators' corrections that some number of the other annotators covers.
    ``richness``: sentences that fewer than :data:`LEAST_ANNOTATORS` annotators have seen take no part. ``language``:
    the code that names kinds of errors.
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
        return _standings(_made(self.corrections.corrections))

    @property
    def distinct(self) -> Standings:
        return _standings((item.standing, 1) for item in self.corrections.corrections)

    @property
    def annotators(self) -> tuple[str, ...]:
        return tuple(self.pool.references[index] for index in self.pool.annotators)

    def example(self, item: PooledCorrection) -> tuple[str, str, str, str]:
        """Return a correction in its sentence: the words before it, those that it replaces, its own, those behind."""
        source, edit = self.pool.sentences[item.sentence].source, item.edit
        parts = source[: edit.start], source[edit.start : edit.end], edit.replacement, source[edit.end :]
        before, replaced, replacement, behind = (" ".join(part) for part in parts)
        return before, replaced, replacement, behind

    def group(self, item: PooledCorrection) -> str:
        return _group(self.pool, self.language, item.sentence, item.edit)


def coverage_of(covered: CoveredExercises, models: Models, *, credit: bool = True) -> Coverage:
    """Return what references cover, of exercises that were compared one by one. ``models`` only name what made the
    numbers; nothing is loaded.
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
    yield from ((making.standing, len(making.people)) for item in corrections for making in item.makings)


def _by_person(corrections: PooledCorrections, people: int) -> tuple[Standings, ...]:
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

    def done(self, item: CoveredExercise, tools: Models, progress: Progress) -> ExerciseCoverage:
        """Return what an exercise contributes; an exercise that can't be used contributes its failure."""
        try:
            texts = pooled_texts(item.exercise, read_text, self.tasks)
        except DocumentError as problem:
            return ExerciseCoverage(item.number, failure=problem)
        part = exercise_coverage(item.number, texts, tools, item.people, progress, credit=self.credit)
        tools.forget()  # another exercise has other sentences
        return part

    def title(self, item: CoveredExercise) -> str:
        return f"the exercise {item.exercise.name!r}"

    def lost(self, item: CoveredExercise, loss: Loss) -> ExerciseCoverage:
        """Return the exercise's failure: its versions are lined up together, so it is not cut."""
        own = item.exercise
        return ExerciseCoverage(item.number, failure=loss.problem(self.title(item), own.source or own.folder))


def covered_exercises(
    exercises: Sequence[Exercise], work: CoverageWork, executor: Executor[Models], progress: Progress = silent
) -> list[ExerciseCoverage]:
    """Return what exercises contribute, in their order; the people of each stand in the order of everybody.

    Raise Cancelled if ``progress`` raises it.
    """

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
    return parts
