"""A table of numbers and words, and several of them with what is said of them."""

from collections.abc import Iterable

import attrs


@attrs.frozen
class Cell:
    """A cell of a table.

    Attributes
    ----------
    words
        What it shows.
    heat
        Its score in [0, 1] in a heat map; ``None`` elsewhere.
    note
        More about it, for a page.
    """

    words: str
    heat: float | None = None
    note: str = ""


Row = tuple[Cell, ...]
Rows = Iterable[Iterable[str | Cell]]
"""Rows as they are given: words alone are a cell without heat."""


def _blocks(blocks: Iterable[Rows]) -> tuple[tuple[Row, ...], ...]:
    return tuple(
        tuple(tuple(Cell(cell) if isinstance(cell, str) else cell for cell in row) for row in rows) for rows in blocks
    )


@attrs.frozen
class Table:
    """A table: its title, the names of its columns, and its rows, which begin with their names.

    Attributes
    ----------
    blocks
        Rows that belong together; there is a line between blocks.
    names
        Number of columns at the left that hold names and not numbers.
    words
        Number of columns at the right that hold words and not numbers.
    is_heat_map
        Whether the cells are scores, to be coloured.
    note
        A sentence about the numbers; empty without.
    """

    title: str
    columns: tuple[str, ...]
    blocks: tuple[tuple[Row, ...], ...] = attrs.field(converter=_blocks)
    names: int = 1
    words: int = 0
    is_heat_map: bool = False
    note: str = ""

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of all blocks."""
        return tuple(row for rows in self.blocks for row in rows)

    def is_number(self, place: int) -> bool:
        """Return whether a column, by its place, holds numbers."""
        return self.names <= place < len(self.columns) - self.words


@attrs.frozen
class TableReport:
    """Tables with what is said of them.

    Attributes
    ----------
    summary
        What was computed and how, as sentences or paragraphs; they stand before the tables.
    signatures
        How the numbers were made; they stand after the tables.
    """

    tables: tuple[Table, ...]
    summary: tuple[str, ...]
    signatures: tuple[str, ...]
