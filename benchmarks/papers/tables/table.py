"""A table of a paper beside our figures."""

from collections.abc import Callable, Mapping, Sequence

import attrs

from benchmarks.papers.figures import Figures
from benchmarks.papers.layout import number, numbers, table
from benchmarks.papers.study import Setup, Study

CLOSE = 0.0015
"""Figures no further apart than this agree to the papers' three decimals, or differ in the last one by rounding."""


Grid = Mapping[str, Sequence[Setup | None]]
"""Rows of setups by the rows' names; ``None`` for a cell that is not measured."""


def no_setups() -> list[Setup]:
    """Return nothing, for a table that is no table of correlations."""
    return []


@attrs.frozen
class Table:
    """A table.

    Attributes
    ----------
    name
        What the page's marker and the stored figures call it.
    measure
        Return our figures; needs the data.
    write
        Return the table in Markdown from our figures, with what there is to say of it.
    setups
        Return the setups whose correlations are measured, so that tables can share the work.
    """

    name: str
    measure: Callable[[Study], Figures]
    write: Callable[[Figures], str]
    setups: Callable[[], Sequence[Setup]] = no_setups


def correlation_table(name: str, grids: Callable[[], Mapping[str, Grid]], write: Callable[[Figures], str]) -> Table:
    """Return a table of correlations: one grid of figures for each grid of setups."""

    def setups() -> list[Setup]:
        return [setup for grid in grids().values() for row in grid.values() for setup in row if setup is not None]

    def measure(study: Study) -> Figures:
        pairs = study.correlations(setups())
        figures: Figures = {"made": study.made_with}
        for kind, grid in grids().items():
            figures[kind] = {
                row: [None if setup is None else pairs[setup] for setup in cells] for row, cells in grid.items()
            }
        return figures

    return Table(name, measure, write, setups)


def beside(ours: Sequence[float] | None, theirs: Sequence[float] | None) -> str:
    """Return our figures, with the paper's in brackets."""
    return numbers(ours) if theirs is None else f"{numbers(ours)} ({numbers(theirs)})"


def rows_beside(
    ours: Mapping[str, Sequence[Sequence[float] | None]], theirs: Mapping[str, Sequence[Sequence[float]]]
) -> list[list[str]]:
    """Return a row for each of the paper's rows: our figures, with the paper's in brackets."""
    nothing = [None] * max(map(len, theirs.values()))
    return [
        [name, *(beside(one, other) for one, other in zip(ours.get(name, nothing), row, strict=True))]
        for name, row in theirs.items()
    ]


def agreement(
    ours: Mapping[str, Sequence[Sequence[float] | None]], theirs: Mapping[str, Sequence[Sequence[float]]]
) -> str:
    """Return a sentence that says how many figures are the paper's, and how far the others are."""
    gaps = [
        abs(mine - yours)
        for name, row in theirs.items()
        for one, other in zip(ours.get(name, ()), row, strict=False)
        for mine, yours in zip(one or (), other, strict=False)
    ]
    if not gaps:
        return "None is measured yet."
    equal = sum(gap <= CLOSE for gap in gaps)
    largest = f"the largest difference is {number(max(gaps))}"
    return f"Of {len(gaps)} figures {equal} equal the paper's to three decimals; {largest}."


def captioned(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table below its caption."""
    return f"{caption}\n\n{table(head, rows)}\n"


def made_with(figures: Figures, *, encoder: bool) -> str:
    """Return the models that made the figures, for a caption."""
    made = figures["made"]
    parts = [f"edits by `{made['pipeline']}`"]
    if encoder:
        parts.append(f"encoder `{made['encoder']}`")
    return "; ".join(parts)
