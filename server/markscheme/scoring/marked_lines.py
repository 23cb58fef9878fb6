"""Blocks of M2 as metrics need them that read no more than lines (:class:`~markscheme.documents.m2_lines.View`)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import attrs

from markscheme.documents.m2_lines import Lines, MarkedLines, SentenceLines
from markscheme.metrics.base import Metric

Seen = tuple[int, ...]
"""The references whose authors have seen a sentence."""


@attrs.frozen
class FileLines:
    """A stretch of a file: the annotator behind each of its texts, and its sentences, ``None`` for an unusual one."""

    annotators: tuple[int, ...]
    sentences: Iterable[SentenceLines | None]


@attrs.frozen
class BlockLines:
    """The same sentences of hypotheses and references."""

    hypotheses: Sequence[FileLines]
    references: Sequence[FileLines]

    def statistics(self, metric: Metric[Any]) -> "LineStatistics":
        """Return what each usual sentence contributes to each hypothesis's score."""
        files = [*self.hypotheses, *self.references]
        people = [file.annotators for file in files]
        systems = sum(len(file.annotators) for file in self.hypotheses)
        everybody = tuple(range(sum(map(len, people)) - systems))
        found = LineStatistics(everybody)
        compute, nothing = metric.line_statistics, [None] * systems
        for number, rows in enumerate(zip(*(file.sentences for file in files), strict=True)):
            sides: list[Lines | None] = []
            for row, own in zip(rows, people):  # noqa: B905  # half the time
                if row is None or row[0] != rows[0][0]:
                    found.unusual.append(number)
                    found.rows.append(nothing)
                    found.seen.append(everybody)
                    break
                sides += map(row[2].get, own) if row[2] else [()] * len(own)
            else:
                source, length, _ = rows[0]
                references: list[Any] = sides[systems:]
                seen = everybody
                if None in references:
                    seen = tuple([index for index in everybody if references[index] is not None])
                    references = [references[index] for index in seen]
                found.seen.append(seen)
                found.rows.append(
                    [compute(MarkedLines(source, length, lines or (), references)) for lines in sides[:systems]]
                )
        return found


@attrs.frozen
class LineStatistics:
    """The statistics of a block's sentences by hypothesis, without the ``unusual`` ones, and who has seen each."""

    everybody: Seen
    rows: list[list[Any]] = attrs.field(factory=list)
    seen: list[Seen] = attrs.field(factory=list)
    unusual: list[int] = attrs.field(factory=list)

    @property
    def systems(self) -> list[list[Any]]:
        return [list(column) for column in zip(*self.rows, strict=True)]


def ranges(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the half-open ranges of ascending numbers.

    >>> list(ranges([1, 2, 5]))
    [(1, 3), (5, 6)]
    """
    for _, group in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        members = [number for _, number in group]
        yield members[0], members[-1] + 1
