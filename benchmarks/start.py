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

STARTS = 5
OPENINGS = 3
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
        with TemporaryDirectory() as folder:
            cache = Path(folder) / "cache.sqlite"
            cold.append(_opening(cache))
            warm.append(_opening(cache))
    return [
        Measurement(
            "spawn to the reply to initialize",
            quantity(start, "s"),
            quantity(models, "s (importing the models)"),
            models / start,
            at_most(start, 0.5, "s"),
            f"median of {STARTS}, each a new process; compared with one that only imports {', '.join(MODELS)}",
        ),
        *_openings(cold, warm),
    ]


BENCHMARK = Benchmark("start", __doc__, measure)


def timed_start() -> float:
    """Return the seconds from the server's start to its reply to ``initialize``."""

    def start() -> Conversation:
        conversation = Conversation()
        conversation.initialize(EXAMPLES)
        return conversation

    seconds, conversation = timed(start)
    with conversation:
        return seconds


def _import_models() -> None:
    subprocess.run([sys.executable, "-c", f"import {', '.join(MODELS)}"], check=True)


def _opening(cache: Path) -> Opening:
    """Open the example in a new server, whose engine is not running yet."""
    with Conversation({"cache": str(cache), "engineIdle": 0}) as conversation:
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
                note=f"median of {OPENINGS}, each a new server that starts its engine" if subject == "first" else "",
            ),
            Measurement(
                f"didOpen to {subject} diagnostics, warm cache",
                quantity(after, "s"),
                quantity(before, "s (cold)"),
                before / after,
            ),
        ]
    return lines
