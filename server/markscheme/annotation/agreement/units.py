"""The units of chance-corrected agreement: what each annotator does at each chunk of a source.

A unit is a chunk of the partition of a sentence by all annotators who have seen it (:mod:`markscheme.edits.chunks`):
edits whose source spans touch or overlap, across all annotators, are in one unit, and what lies between two such units
is one unit that nobody changes, however long it is. So what a unit is depends on who takes part. An error that is
marked without a correction cuts as an edit does. Of several acceptable corrections of one annotator the first takes
part.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

import attrs
import numpy as np
import numpy.typing as npt

from markscheme.annotation.pool import Pool, PooledSentence, Version
from markscheme.edits.chunks import partition
from markscheme.edits.edit import Edit, Edits

Labels = npt.NDArray[np.int64]
"""Codes of labels, shape (units, annotators): at least 0, or :data:`MISSING`."""

MISSING = -1
"""The code where an annotator gives no label: the sentence was not seen, or the question does not arise."""


@attrs.frozen
class Treatment:
    """What one annotator does at a unit.

    Attributes
    ----------
    replacement
        The unit's tokens in the annotator's version; ``None`` where it is left as it is, or only marked as an error.
    types
        The types of the edits there, in source order.
    detected
        Whether the annotator marks an error there: corrects it, or marks it without a correction.
    """

    replacement: tuple[str, ...] | None = None
    types: tuple[str, ...] = ()
    detected: bool = False

    @property
    def corrects(self) -> bool:
        """Whether the annotator changes the unit."""
        return self.replacement is not None

    @property
    def type(self) -> str:
        """The main types of the edits, each once, in the order of the alphabet and joined by ``+``; empty for none."""
        return "+".join(sorted({main_type(item) for item in self.types}))


LEFT = Treatment()
"""A unit that is left as it is."""


@attrs.frozen
class Unit:
    """A chunk of a sentence.

    Attributes
    ----------
    sentence
        The index of its sentence in :attr:`~markscheme.annotation.pool.Pool.sentences`.
    start, end
        Source token span.
    treatments
        What each annotator does there, in the order of :attr:`~markscheme.annotation.pool.Pool.annotators`; ``None``
        for one who has not seen the sentence.
    """

    sentence: int
    start: int
    end: int
    treatments: tuple[Treatment | None, ...]


@attrs.frozen(slots=False)
class Units:
    """All units of a pool.

    Attributes
    ----------
    units
        In the order of the sentences, and of each source.
    sentence_count
        Number of sentences in the pool.
    annotator_count
        Number of annotators.
    """

    units: tuple[Unit, ...]
    sentence_count: int
    annotator_count: int

    @cached_property
    def sentences(self) -> Labels:
        """The index of each unit's sentence, shape (units,)."""
        return np.array([unit.sentence for unit in self.units], dtype=np.int64)

    @cached_property
    def detections(self) -> Labels:
        """Labels of detection: 1 where an annotator marks an error, 0 where not."""
        return self._labels(lambda item: int(item.detected))

    @cached_property
    def corrections(self) -> Labels:
        """Labels of correction: a code for each replacement; one for all units that are left; one for mere marks."""
        return self._coded(lambda item: item.replacement if item.corrects else item.detected)

    @cached_property
    def types(self) -> Labels:
        """Labels of type: a code for each :attr:`Treatment.type`; missing where an annotator corrects nothing."""
        return self._coded(lambda item: item.type if item.corrects else None)

    def _coded(self, label: Callable[[Treatment], object]) -> Labels:
        codes: dict[object, int] = {}
        return self._labels(
            lambda item: MISSING if (value := label(item)) is None else codes.setdefault(value, len(codes))
        )

    def _labels(self, code: Callable[[Treatment], int]) -> Labels:
        rows = [[MISSING if item is None else code(item) for item in unit.treatments] for unit in self.units]
        return np.array(rows, dtype=np.int64).reshape(len(rows), self.annotator_count)


def main_type(error_type: str) -> str:
    """Return a type without what the edit does (``M``, ``U`` or ``R``); a type of another scheme as it is.

    >>> [main_type(name) for name in ("R:VERB:SVA", "M:DET", "Vform")]
    ['VERB:SVA', 'DET', 'Vform']
    """
    operation, colon, rest = error_type.partition(":")
    return rest if colon and operation in ("M", "U", "R") else error_type


def units_of(pool: Pool) -> Units:
    """Return the units of a pool's annotators."""
    units = tuple(unit for number, item in enumerate(pool.sentences) for unit in _units(number, item, pool.annotators))
    return Units(units, len(pool.sentences), len(pool.annotators))


def _units(number: int, sentence: PooledSentence, annotators: Sequence[int]) -> Iterator[Unit]:
    versions = [sentence.references[index] for index in annotators]
    absent = [column for column, version in enumerate(versions) if version.is_absent]
    sides = [_marks(version) for version in versions]
    cut = partition(sentence.source, (), sides, empty_is_absent=sentence.passage.parallel, absent=absent)
    present = set(cut.references)
    waiting = [list(reversed(side)) for side in sides]
    for chunk in cut.chunks:
        texts = dict(zip(cut.references, chunk.references, strict=True))
        treatments = [
            _treatment(waiting[column], chunk.end, texts[column]) if column in present else None
            for column in range(len(versions))
        ]
        yield Unit(number, chunk.start, chunk.end, tuple(treatments))


def _marks(version: Version) -> Edits:
    """Return a version's edits with the errors that it only marks, disjoint and in source order.

    A mere mark that shares a token with an edit, or with a mark before it, says nothing more.
    """
    marks = list(version.edits)
    for mark in version.detections:
        if all(mark.end <= other.start or other.end <= mark.start for other in marks) and mark not in marks:
            marks.append(mark)
    return tuple(sorted(marks, key=lambda edit: (edit.start, edit.end)))


def _treatment(waiting: list[Edit], end: int, text: tuple[str, ...] | None) -> Treatment:
    """Take the edits up to a source token from the end of a reversed list, and return what they do together."""
    if text is None:
        return LEFT
    edits: list[Edit] = []
    while waiting and waiting[-1].end <= end:
        edits.append(waiting.pop())
    types = tuple(edit.type for edit in edits if edit.corrects)
    corrects = any(edit.corrects for edit in edits)
    return Treatment(text if corrects else None, types, detected=True)
