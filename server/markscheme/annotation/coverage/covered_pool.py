"""Several exercises' coverage as one: their people, sentences and corrections numbered over all of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from markscheme.annotation.coverage.corrections import Making, PooledCorrection, PooledCorrections, ReferenceEdit
from markscheme.annotation.coverage.exercise_coverage import CoveredSentence, CoveredText, ExerciseCoverage
from markscheme.annotation.coverage.reference_corrections import ReferenceCorrection
from markscheme.annotation.reading import PeopleOrder
from markscheme.text.errors import DocumentError


@attrs.frozen
class CoveredPool:
    """What coverage keeps of a :class:`~markscheme.annotation.pool.Pool`: no text but that of corrected sentences.

    Attributes
    ----------
    references, hypotheses, first_choices
        As those of a pool.
    texts
        The exercises' texts.
    size
        The number of sentences.
    sentences
        Those with corrections, by number, in order.
    decisions
        The number of decisions about sentences.
    problems, notices
        As those of a pool.
    """

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
        """All that is not in the pool and why: the problems, then the notices."""
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

    Parameters
    ----------
    problems
        Why paths and whole exercises can't be used.
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
    """From the numbers in an exercise to those in the pool; it keeps the order of people.

    Attributes
    ----------
    begin, text
        The number of its first sentence, and of its text.
    references, hypotheses
        The numbers of its references and of its hypotheses.
    """

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
