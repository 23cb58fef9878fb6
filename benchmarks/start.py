"""Measure the time until an editor has the server, and the marks of an opened document."""

import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import attrs

from benchmarks.conversation import Conversation
from benchmarks.exercises import EXAMPLES
from benchmarks.measurement import Benchmark, Measurement, at_most, quantity, timed
from benchmarks.revision import Revision

STARTS = 5
OPENINGS = 3
START_LIMIT = 0.5
COLD_LIMIT = 3.0
WARM_LIMIT = 1.0
"""Maximum seconds to the reply to ``initialize``, and to an essay's first marks with an empty and with a full cache."""
MODELS = ("torch", "transformers", "spacy")
"""Packages that a server of one process would import before it could mark."""
DOCUMENT = EXAMPLES / "letter" / "letter.hyp.jonas.txt"


@attrs.frozen
class Opening:
    """Seconds from ``didOpen`` to the first published diagnostics and to the completed ones."""

    first: float
    complete: float


def measure(data: Path) -> list[Measurement]:
    del data
    models = median(timed(_import_models)[0] for _ in range(OPENINGS))
    start = median(timed_start() for _ in range(STARTS))
    cold: list[Opening] = []
    warm: list[Opening] = []
    for _ in range(OPENINGS):
        for openings, opening in zip((cold, warm), _openings_of(None), strict=True):
            openings.append(opening)
    return [
        Measurement(
            "spawn to the reply to initialize",
            quantity(start, "s"),
            quantity(models, "s (importing the models)"),
            models / start,
            at_most(start, START_LIMIT, "s"),
            f"median of {STARTS}, each a new process; compared with one that only imports {', '.join(MODELS)}",
        ),
        *_openings(cold, warm),
    ]


def compare(revision: Revision) -> list[Measurement]:
    """Measure the same beside another revision; both servers take turns."""
    times: dict[tuple[str, bool], list[float]] = {}
    for _ in range(STARTS):
        for other in (None, revision):
            times.setdefault(("spawn to the reply to initialize", other is None), []).append(timed_start(other))
    for _ in range(OPENINGS):
        for other in (None, revision):
            for state, opening in zip(("cold", "warm"), _openings_of(other), strict=True):
                subject = f"didOpen to {{}} diagnostics, {state} cache"
                times.setdefault((subject.format("first"), other is None), []).append(opening.first)
                times.setdefault((subject.format("complete"), other is None), []).append(opening.complete)
    limits = (START_LIMIT, COLD_LIMIT, None, WARM_LIMIT, None)
    subjects = [subject for subject, is_own in times if is_own]
    return [
        _compared(subject, median(times[subject, True]), median(times[subject, False]), limit, revision)
        for subject, limit in zip(subjects, limits, strict=True)
    ]


def _compared(subject: str, own: float, other: float, limit: float | None, revision: Revision) -> Measurement:
    goal = None if limit is None else at_most(own, limit, "s")
    return Measurement(subject, quantity(own, "s"), f"{quantity(other, 's')} ({revision.name})", other / own, goal)


BENCHMARK = Benchmark("start", __doc__, measure, compare)


def timed_start(revision: Revision | None = None) -> float:
    """Return the seconds from the start of the server, or of a revision's, to its reply to ``initialize``."""

    def start() -> Conversation:
        conversation = Conversation(revision=revision)
        conversation.initialize(EXAMPLES)
        return conversation

    seconds, conversation = timed(start)
    with conversation:
        return seconds


def _import_models() -> None:
    subprocess.run([sys.executable, "-c", f"import {', '.join(MODELS)}"], check=True)


def _openings_of(revision: Revision | None) -> tuple[Opening, Opening]:
    """Open the example with an empty cache, then with the cache that this leaves."""
    with TemporaryDirectory() as folder:
        cache = Path(folder) / "cache.sqlite"
        return _opening(cache, revision), _opening(cache, revision)


def _opening(cache: Path, revision: Revision | None) -> Opening:
    """Open the example in a new server, whose engine is not running yet."""
    with Conversation({"cache": str(cache), "engineIdle": 0}, revision=revision) as conversation:
        conversation.initialize(EXAMPLES)
        uri = conversation.open_document(DOCUMENT)
        first, _ = timed(lambda: conversation.wait_for_diagnostics(uri))
        rest, _ = timed(lambda: conversation.wait_for_diagnostics(uri))
    return Opening(first, first + rest)


def _openings(cold: list[Opening], warm: list[Opening]) -> list[Measurement]:
    lines: list[Measurement] = []
    for subject, part in (("first", "first"), ("complete", "complete")):
        before, after = (median(getattr(opening, part) for opening in openings) for openings in (cold, warm))
        lines += [
            Measurement(
                f"didOpen to {subject} diagnostics, cold cache",
                quantity(before, "s"),
                goal=at_most(before, COLD_LIMIT, "s") if subject == "first" else None,
                note=f"median of {OPENINGS}, each a new server that starts its engine" if subject == "first" else "",
            ),
            Measurement(
                f"didOpen to {subject} diagnostics, warm cache",
                quantity(after, "s"),
                quantity(before, "s (cold)"),
                before / after,
                at_most(after, WARM_LIMIT, "s") if subject == "first" else None,
            ),
        ]
    return lines
