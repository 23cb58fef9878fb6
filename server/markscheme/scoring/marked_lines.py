"""Blocks of M2 as metrics need them that read no more than lines (:class:`~markscheme.documents.m2_lines.View`)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import attrs

from markscheme.documents.m2_lines import Lines, Sides, View
from markscheme.scoring.journal import RowName, Seen


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


LineCompute = Callable[[str, int, Lines, Sequence[Lines]], Any]
"""What a sentence contributes, of its source, its number of tokens, and the edits of hypothesis and references."""


@attrs.frozen
class LineWork:
    """What is computed of lines: rows of blocks, with their names by the hypothesis's number."""

    view: View
    rows: Sequence[tuple[Callable[[int], RowName], LineCompute]]


@attrs.frozen
class BlockLines:
    """The same sentences of hypotheses and references."""

    hypotheses: FileLines
    references: FileLines

    def rows(self, work: LineWork) -> "LineRows":
        """Return what each usual sentence contributes."""
        everybody, systems = tuple(range(self.references.texts)), range(self.hypotheses.texts)
        tables: list[tuple[LineCompute, list[list[Any]]]] = [
            (compute, [[] for _ in systems]) for _, compute in work.rows
        ]
        seen: list[Seen] = []
        unusual: list[int] = []
        pairs = zip(self.hypotheses.sentences, self.references.sentences, strict=True)
        for number, (own, other) in enumerate(pairs):
            if own is None or other is None or own[0] != other[0]:
                unusual.append(number)
                seen.append(everybody)
                for _, columns in tables:
                    for column in columns:
                        column.append(None)
                continue
            source, length, sides = own
            references: Sequence[Any] = other[2]
            if None in references:
                present = tuple([index for index in everybody if references[index] is not None])
                seen.append(present)
                references = [references[index] for index in present]
            else:
                seen.append(everybody)
            for compute, columns in tables:
                for column, lines in zip(columns, sides, strict=True):
                    column.append(compute(source, length, lines or (), references))
        named = zip(work.rows, tables, strict=True)
        rows = {name(system): columns[system] for (name, _), (_, columns) in named for system in systems}
        return LineRows(everybody, rows, seen, unusual)


@attrs.frozen
class LineRows:
    """Rows of a block by their names, ``None`` in them of the ``unusual`` sentences, and who has seen each."""

    everybody: Seen
    rows: dict[RowName, list[Any]]
    seen: list[Seen]
    unusual: list[int]


def ranges(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the half-open ranges of ascending numbers.

    >>> list(ranges([1, 2, 5]))
    [(1, 3), (5, 6)]
    """
    for _, group in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        members = [number for _, number in group]
        yield members[0], members[-1] + 1
