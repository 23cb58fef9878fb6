"""What a benchmark gives: measurements, each beside what it is compared with and the project's goal."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import attrs

MIB = 1024**2

T = TypeVar("T")


class Skipped(Exception):
    """The benchmark can't run here; the message says why."""


@attrs.frozen
class Goal:
    """What the project wants of a measurement, and whether it was so in this run."""

    text: str
    met: bool


@attrs.frozen
class Measurement:
    """One line of a table.

    Attributes
    ----------
    subject
        What was measured.
    measured, compared
        The quantity, and the one that it is compared with, in words.
    ratio
        How many times better the measured one is than the compared one, in this run.
    goal
        Only where the project has one.
    note
        How it was measured, where the subject does not say.
    """

    subject: str
    measured: str
    compared: str = ""
    ratio: float | None = None
    goal: Goal | None = None
    note: str = ""


@attrs.frozen
class Benchmark:
    """A named benchmark; ``measure`` is given the folder of the research data."""

    name: str
    title: str
    measure: Callable[[Path], Sequence[Measurement]]


def quantity(value: float, unit: str) -> str:
    """A number at three digits, with its unit.

    >>> quantity(0.01234, "s"), quantity(12345.6, "tokens/s")
    ('0.0123 s', '12,346 tokens/s')
    """
    return f"{value:,.0f} {unit}" if abs(value) >= 100 else f"{value:.3g} {unit}"


def at_most(value: float, bound: float, unit: str) -> Goal:
    return Goal(f"≤ {bound:g} {unit}", value <= bound)


def at_least(value: float, bound: float, unit: str) -> Goal:
    return Goal(f"≥ {bound:g} {unit}", value >= bound)


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds by the wall clock, and what the work gave."""
    begin = time.perf_counter()
    result = work()
    return time.perf_counter() - begin, result
