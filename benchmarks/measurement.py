"""The results of a benchmark: measurements, each with a comparison and the project's goal."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import attrs

if TYPE_CHECKING:
    from benchmarks.revision import Revision

MIB = 1024**2

T = TypeVar("T")


class Skipped(Exception):
    """Raised if the benchmark can't run here; the message gives the reason."""


@attrs.frozen
class Goal:
    """The project's goal for a measurement, and whether this run met it."""

    text: str
    met: bool


@attrs.frozen
class Measurement:
    """One line of a table.

    Attributes
    ----------
    subject
        The measured thing.
    measured, compared
        The quantity, and the one that it is compared with, as text.
    ratio
        How many times better the measured quantity is than the compared one, in this run.
    goal
        The project's goal, if there is one.
    note
        How the quantity was measured, if the subject does not show it.
    """

    subject: str
    measured: str
    compared: str = ""
    ratio: float | None = None
    goal: Goal | None = None
    note: str = ""


@attrs.frozen
class Benchmark:
    """A named benchmark.

    Attributes
    ----------
    measure
        Takes the folder of the research data.
    compare
        Measures the same beside an earlier revision, taking turns; ``None`` where that is not possible.
    """

    name: str
    title: str
    measure: Callable[[Path], Sequence[Measurement]]
    compare: "Callable[[Revision], Sequence[Measurement]] | None" = None


def quantity(value: float, unit: str) -> str:
    """Return a number with three digits and its unit.

    >>> quantity(0.01234, "s"), quantity(12345.6, "tokens/s")
    ('0.0123 s', '12,346 tokens/s')
    """
    return f"{value:,.0f} {unit}" if abs(value) >= 100 else f"{value:.3g} {unit}"


def at_most(value: float, bound: float, unit: str) -> Goal:
    return Goal(f"≤ {bound:g} {unit}", value <= bound)


def at_least(value: float, bound: float, unit: str) -> Goal:
    return Goal(f"≥ {bound:g} {unit}", value >= bound)


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the seconds that the work takes, by the wall clock, and its result."""
    begin = time.perf_counter()
    result = work()
    return time.perf_counter() - begin, result
