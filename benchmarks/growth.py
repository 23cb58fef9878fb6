"""Measure whether the memory of a server and its engine grows over 10,000 edits."""

from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from benchmarks.conversation import Conversation
from benchmarks.measurement import MIB, Benchmark, Measurement, at_most, quantity

EDITS = 10_000
WARM_UP_EDITS = 2_000
"""Edits after which all models are loaded and all caches have entries."""
BURST = 50
"""Edits between two requests for the marks."""
MAX_GROWTH = 1.05
"""Maximum ratio of the memory at the end to the memory after the first edits."""


def measure(data: Path) -> list[Measurement]:
    del data
    with TemporaryDirectory() as name:
        folder = Path(name)
        for role, verb in (("src", "go"), ("hyp", "goes"), ("ref", "went")):
            (folder / f"pupil.{role}.txt").write_text(f"The pupil {verb} to school.\n", encoding="utf-8")
        options = {"cache": str(folder / "cache.sqlite"), "debounce": 0, "engineIdle": 0, "metric": "cleme2"}
        with Conversation(options) as conversation:
            conversation.initialize(folder)
            uri = conversation.open_document(folder / "pupil.hyp.txt")
            first = _typed(conversation, uri, range(2, WARM_UP_EDITS + 2))
            last = _typed(conversation, uri, range(WARM_UP_EDITS + 2, EDITS + 2))
    return [_grown("server", first[0], last[0]), _grown("engine", first[1], last[1])]


BENCHMARK = Benchmark("growth", __doc__, measure)


def _typed(conversation: Conversation, uri: str, versions: range) -> tuple[int, int]:
    """Return the resident bytes of the server and the engine after these edits are marked."""
    for version in versions:
        text = f"The pupil number {version % 9} goes to {'big ' * (version % 5)}school.\n"
        conversation.change_document(uri, version, text)
        if version % BURST == 0 or version == versions[-1]:
            conversation.request("markscheme/marks", {"textDocument": {"uri": uri}})
    engine: int = conversation.request("markscheme/status", None)["memory"]
    return psutil.Process(conversation.pid).memory_info().rss, engine


def _grown(subject: str, first: int, last: int) -> Measurement:
    return Measurement(
        f"{subject}, {EDITS:,} edits",
        quantity(last / MIB, "MiB"),
        quantity(first / MIB, f"MiB (after {WARM_UP_EDITS:,})"),
        last / first,
        at_most(last / first, MAX_GROWTH, ""),
    )
