"""Which texts a second teacher marks: by chance, from all levels of marks, or near the borders of bands. Pure."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random

import attrs

from markscheme.exercises.scheme.scheme import Scheme
from markscheme.registry import Registry
from markscheme.reports.moderation.sides import MarkedText
from markscheme.reports.moderation.standing import Standing, standing_of
from markscheme.text.errors import DocumentError

LEVELS = ("low", "middle", "high")


@attrs.frozen
class Candidate:
    """A student who may be chosen.

    Attributes
    ----------
    share
        The mark as a share of the best one; ``None`` without a mark.
    border
        How far the mark is from the nearest border between two bands, as such a share; ``None`` without bands.
    """

    name: str
    share: Fraction | None = None
    border: Fraction | None = None


@attrs.frozen
class Sampling:
    """A way to choose students.

    Attributes
    ----------
    choose
        Return the names of as many students as are wanted, or fewer.
    needs_marks
        Whether the first teacher's marks are needed.
    is_random
        Whether chance has a part.
    words
        Description of the students that are chosen.
    """

    choose: Callable[[Sequence[Candidate], int, Random], list[str]]
    needs_marks: bool
    is_random: bool
    words: str


def candidates_of(texts: Iterable[MarkedText]) -> list[Candidate]:
    """Return the students of marked texts; of several texts a student, the mean of their marks."""
    standings: dict[str, list[Standing]] = {}
    borders: dict[str, list[Fraction]] = {}
    for text in texts:
        standings.setdefault(text.document.student, []).append(standing_of(text.document, text.exercise))
        scheme = text.exercise.scheme
        borders.setdefault(text.document.student, []).extend(_distances(standings[text.document.student][-1], scheme))
    return [
        Candidate(name, _mean([item.share for item in own if item.share is not None]), min(borders[name], default=None))
        for name, own in standings.items()
    ]


def _distances(standing: Standing, scheme: Scheme | None) -> list[Fraction]:
    """Return how far a mark is from each border between two bands, as a share of the best mark."""
    if scheme is None or standing.points is None:
        return []
    borders = sorted(band.lowest for band in scheme.bands)
    inner = [border for border in borders if border > scheme.floor]
    return [abs(standing.points - border) / standing.maximum for border in inner]


def _mean(shares: Sequence[Fraction]) -> Fraction | None:
    return sum(shares, Fraction(0)) / len(shares) if shares else None


def by_chance(candidates: Sequence[Candidate], count: int, random: Random) -> list[str]:
    """Return some students at random."""
    names = sorted(item.name for item in candidates)
    return random.sample(names, min(count, len(names)))


def by_mark(candidates: Sequence[Candidate], count: int, random: Random) -> list[str]:
    """Return as many students with low, middle and high marks, at random in each third of the class."""
    marked = sorted((item.share, item.name) for item in candidates if item.share is not None)
    names = [name for _, name in marked]
    edges = [len(names) * level // len(LEVELS) for level in range(len(LEVELS) + 1)]
    thirds = [names[start:end] for start, end in pairwise(edges)]
    for third in thirds:
        random.shuffle(third)
    chosen: list[str] = []
    while len(chosen) < count and any(thirds):
        chosen += [third.pop() for third in thirds if third]
    return chosen[:count]


def by_border(candidates: Sequence[Candidate], count: int, random: Random) -> list[str]:
    """Return the students whose marks are nearest to a border between two bands.

    Raises
    ------
    DocumentError
        If the mark scheme has no bands.
    """
    del random
    near = sorted((item.border, item.name) for item in candidates if item.border is not None)
    if not near:
        raise DocumentError(
            "the mark scheme has no bands, so no mark is near a border", remedy="Choose --by chance or --by mark"
        )
    return [name for _, name in near[:count]]


CHANCE = Sampling(by_chance, needs_marks=False, is_random=True, words="at random")
MARK = Sampling(by_mark, needs_marks=True, is_random=True, words="at random from low, middle and high marks")
BORDER = Sampling(by_border, needs_marks=True, is_random=False, words="with marks nearest to the border of a band")
SAMPLINGS: Registry[Sampling] = Registry(
    "sampling", {name: f"{__name__}:{name.upper()}" for name in ("chance", "mark", "border")}
)
