"""Blocks of M2 as metrics need them that read no more than lines (:class:`~markscheme.documents.m2_lines.View`)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import attrs

from markscheme.documents.m2_lines import Sides
from markscheme.metrics.base import Metric

Seen = tuple[int, ...]
"""The references whose authors have seen a sentence."""


@attrs.frozen
class FileLines:
    """A stretch of a file: its sentences, each with the edits of so many ``texts``, or ``None`` if it is unusual."""

    texts: int
    sentences: Iterable[Sides | None]

    @classmethod
    def joined(cls, files: Sequence["FileLines"]) -> "FileLines":
        """Return several files as one; a sentence is unusual in which one is, or sources differ."""
        if len(files) == 1:
            return files[0]
        return cls(sum(file.texts for file in files), map(_joined, *(file.sentences for file in files)))


def _joined(first: Sides | None, *others: Sides | None) -> Sides | None:
    if first is None:
        return None
    source, length, sides = first[0], first[1], [*first[2]]
    for other in others:
        if other is None or other[0] != source:
            return None
        sides += other[2]
    return source, length, sides


@attrs.frozen
class BlockLines:
    """The same sentences of hypotheses and references."""

    hypotheses: FileLines
    references: FileLines

    def statistics(self, metric: Metric[Any]) -> "LineStatistics":
        """Return what each usual sentence contributes to each hypothesis's score."""
        everybody = tuple(range(self.references.texts))
        found = LineStatistics(everybody, [[] for _ in range(self.hypotheses.texts)])
        first, *further = found.systems
        see, add, compute = found.seen.append, first.append, metric.line_statistics
        pairs = zip(self.hypotheses.sentences, self.references.sentences, strict=True)
        for number, (own, other) in enumerate(pairs):
            if own is None or other is None or own[0] != other[0]:
                found.unusual.append(number)
                see(everybody)
                for system in found.systems:
                    system.append(None)
                continue
            source, length, sides = own
            references: Sequence[Any] = other[2]
            if None in references:
                seen = tuple([index for index in everybody if references[index] is not None])
                see(seen)
                references = [references[index] for index in seen]
            else:
                see(everybody)
            add(compute(source, length, sides[0] or (), references))
            for system, lines in zip(further, sides[1:], strict=True) if further else ():
                system.append(compute(source, length, lines or (), references))
        return found


@attrs.frozen
class LineStatistics:
    """The statistics of a block's sentences by hypothesis, ``None`` of the ``unusual`` ones, and who has seen each."""

    everybody: Seen
    systems: list[list[Any]]
    seen: list[Seen] = attrs.field(factory=list)
    unusual: list[int] = attrs.field(factory=list)


def ranges(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the half-open ranges of ascending numbers.

    >>> list(ranges([1, 2, 5]))
    [(1, 3), (5, 6)]
    """
    for _, group in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        members = [number for _, number in group]
        yield members[0], members[-1] + 1
