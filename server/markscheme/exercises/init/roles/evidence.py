"""What texts themselves say about their roles, where names don't: who departs from whom, who agrees, who reads best."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain

import attrs
from rapidfuzz.distance import Levenshtein

from markscheme.exercises.init.assignments.family import Essay, Unit
from markscheme.exercises.init.candidates import Candidate

Reader = Callable[[Sequence[str]], Sequence[float]]
"""Return how well each text reads, any numbers, higher for better: the versions of one text are compared."""

_MAX_ESSAYS = 12
_MAX_FILES = 24
_MAX_VERSIONS = 40
_MAX_WORDS = 3000
_TOKEN = re.compile(r"\w+|[^\w\s]")

Edit = tuple[int, int, tuple[str, ...]]


@attrs.frozen
class Bearing:
    """How the files of a unit stand to a source, 0 to 1 each.

    Attributes
    ----------
    coverage
        The part of the changes that several versions make which these files make too: a teacher's misses few.
    agreement
        The part of these files' changes that other versions make too.
    amount
        The number of changes beside the other units', 0.5 for as many.
    """

    coverage: float
    agreement: float
    amount: float


class Evidence:
    """Compares the versions of an assignment's texts, a sample of them where there are many."""

    def __init__(self, essays: Sequence[Essay], reader: Reader) -> None:
        self._essays = essays[:_MAX_ESSAYS]
        self._reader = reader
        self._tokens: dict[str, tuple[str, ...]] = {}

    @cached_property
    def _readings(self) -> Mapping[str, float]:
        """Return how well each file reads beside the other versions of its text: -1 worst, 1 best."""
        readings: dict[str, float] = {}
        for essay in self._essays:
            files = _sample(essay.files)
            values = list(self._reader([item.text for item in files])) or [0.0]
            low, high = min(values), max(values)
            for item, value in zip(files, values, strict=False):
                readings[item.path] = 2 * (value - low) / (high - low) - 1 if high > low else 0.0
        return readings

    def reading(self, unit: Unit) -> float:
        """Return how well a unit's files read beside the others, -1 to 1; 0 where there is no difference."""
        values = [self._readings[item.path] for item in unit.files if item.path in self._readings]
        return sum(values) / len(values) if values else 0.0

    def reading_of(self, item: Candidate) -> float:
        """Return how well a file reads beside the others of its text, -1 to 1."""
        return self._readings.get(item.path, 0.0)

    def bearings(self, source: Unit, others: Sequence[Unit]) -> list[Bearing]:
        """Return how each of the other units stands to a source."""
        totals = [[0.0, 0.0, 0.0, 0.0] for _ in others]
        for essay in self._essays:
            start = next((item for item in source.files if item in essay.files), None)
            if start is None:
                continue
            here = [(number, item) for number, unit in enumerate(others) for item in _sample(unit.files, essay)]
            edits = [self._edits(start, item) for _, item in here]
            counts = Counter(chain.from_iterable(edits))
            agreed = {edit for edit, count in counts.items() if count > 1}
            mean = sum(map(len, edits)) / max(len(edits), 1)
            for (number, _), changes in zip(here, edits, strict=True):
                total = totals[number]
                total[0] += len(changes & agreed) / len(agreed) if agreed else 0.5
                total[1] += len(changes & agreed) / len(changes) if changes else 0.5
                total[2] += len(changes) / (len(changes) + mean) if changes else 0.0
                total[3] += 1
        return [Bearing(*(value / max(total[3], 1) for value in total[:3])) for total in totals]

    def departures(self, units: Sequence[Unit]) -> list[float]:
        """Return how far each unit's texts are from the versions that read best, -1 to 1: the source is the farthest.

        A text that is far from all others is written anew and counts as near.
        """
        means: list[list[float]] = [[] for _ in units]
        for essay in self._essays:
            texts = [
                (number, item) for number, unit in enumerate(units) for item in unit.files[:8] if item in essay.files
            ]
            plain = [(number, item) for number, item in texts if not (item.corrects or item.is_empty)][:_MAX_VERSIONS]
            if len(plain) < 3:
                continue
            for (number, _), departure in zip(plain, self._departures([item for _, item in plain]), strict=True):
                means[number].append(departure)
        return [sum(values) / len(values) if values else 0.0 for values in means]

    def _departures(self, versions: Sequence[Candidate]) -> list[float]:
        """Return how far each version of a text is from those that read best, -1 to 1."""
        rows = [[self.distance(one, other) for other in versions] for one in versions]
        nearest = [min(row[:at] + row[at + 1 :]) for at, row in enumerate(rows)]
        usual = 3 * sorted(nearest)[len(nearest) // 2] + 3
        kept = [at for at, distance in enumerate(nearest) if distance <= usual]
        readings = [self.reading_of(item) for item in versions]
        limit = sorted(readings[at] for at in kept)[len(kept) // 2]
        good = [at for at in kept if readings[at] >= limit]
        far = {at: sum(rows[at][other] for other in good) / len(good) for at in kept}
        most = max(far.values()) or 1.0
        return [2 * far[at] / most - 1 if at in far else -1.0 for at in range(len(versions))]

    def distance(self, one: Candidate, other: Candidate) -> int:
        """Return the number of words in which two versions differ."""
        return Levenshtein.distance(self._words(one), self._words(other))

    def _edits(self, source: Candidate, item: Candidate) -> frozenset[Edit]:
        before, after = self._words(source), self._words(item)
        return frozenset(
            (code.src_start, code.src_end, tuple(after[code.dest_start : code.dest_end]))
            for code in Levenshtein.opcodes(before, after)
            if code.tag != "equal"
        )

    def _words(self, item: Candidate) -> tuple[str, ...]:
        if item.path not in self._tokens:
            self._tokens[item.path] = tuple(match[0] for match in _TOKEN.finditer(item.text))[:_MAX_WORDS]
        return self._tokens[item.path]


def _sample(files: Iterable[Candidate], essay: Essay | None = None) -> list[Candidate]:
    """Return some of the texts; a document's source that is carried is no version by itself."""
    plain = [item for item in files if not (item.corrects or item.is_empty) and (essay is None or item in essay.files)]
    step = max(1, len(plain) // _MAX_FILES)
    return plain[::step]
