"""Measure the time from a changed word in an essay to its categories, and to its credit."""

import math
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import attrs

from benchmarks.conversation import Conversation
from benchmarks.essay import Essay, essay, keystrokes
from benchmarks.measurement import Benchmark, Goal, Measurement, quantity, timed
from benchmarks.revision import Revision

WORDS = 2_000
KEYSTROKES = 40
RUNS = 3
DEBOUNCE = 50
"""Milliseconds, subtracted from the measured time."""
CATEGORIES_LIMIT = 0.100
"""Maximum seconds, without the debounce, until 95 of 100 keystrokes have their categories."""
CREDIT_LIMIT = 0.250
"""The same until their credit."""
CREDIT_SHARE_LIMIT = 0.05
"""Maximum ratio of a changed word's time to the whole essay's time, both until credit and without a cache."""
PLAN = "markscheme/plan"
CAPABILITIES = {
    "workspace": {
        "codeLens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
        "semanticTokens": {"refreshSupport": True},
    },
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True, "versionSupport": True},
        "hover": {"contentFormat": ["markdown"]},
    },
    "window": {"workDoneProgress": True},
}
"""The capabilities of VS Code that cause work for the server."""


@attrs.frozen
class Wait:
    """Seconds to the categories and to the complete marks."""

    categories: float
    complete: float


@attrs.frozen
class Visit:
    """The times of one server: the essay opened, words changed, the changes undone, and requests."""

    opening: Wait
    changes: list[Wait]
    returns: list[Wait]
    requests: dict[str, list[float]]


def measure(data: Path) -> list[Measurement]:
    del data
    cold: list[Visit] = []
    warm: list[Visit] = []
    text = essay(WORDS)
    for _ in range(RUNS):
        with TemporaryDirectory() as name:
            folder = Path(name)
            _write(folder, text)
            cold.append(_visit(folder, text, "cold"))
            warm.append(_visit(folder, text, "warm"))
    words = f"{len(text.hypothesis.split()):,} words"
    note = f"of {RUNS * KEYSTROKES}, without the debounce of {DEBOUNCE} ms; the whole essay of {words}, models loaded"
    return [
        *_waits("cold cache", [item for visit in cold for item in visit.changes], cold, note),
        *_waits("warm cache", [item for visit in warm for item in visit.changes], warm),
        *_waits("undone", [item for visit in warm for item in visit.returns], warm),
        *_requests([*cold, *warm]),
    ]


def compare(revision: Revision) -> list[Measurement]:
    """Measure words changed in the same essay beside another revision; both servers take turns."""
    text = essay(WORDS)
    visits: dict[tuple[str, bool], list[Visit]] = {}
    for _ in range(RUNS):
        with TemporaryDirectory() as here, TemporaryDirectory() as there:
            for state in ("cold", "warm"):
                for folder, other in ((Path(here), None), (Path(there), revision)):
                    _write(folder, text)
                    visits.setdefault((state, other is None), []).append(_visit(folder, text, state, other))
    return [
        line
        for state in ("cold", "warm")
        for part, limit in (("categories", CATEGORIES_LIMIT), ("complete", CREDIT_LIMIT))
        for line in _compared(state, part, limit, visits[state, True], visits[state, False], revision)
    ]


def _compared(
    state: str, part: str, limit: float, own: Sequence[Visit], other: Sequence[Visit], revision: Revision
) -> Iterator[Measurement]:
    times, others = ([getattr(wait, part) for visit in visits for wait in visit.changes] for visits in (own, other))
    what = "categories" if part == "categories" else "credit"
    for name, percent in (("median", 50), ("p95", 95)):
        measured, compared = _percentile(times, percent), _percentile(others, percent)
        goal = Goal(f"≤ {limit * 1000:g} ms", measured <= limit)
        yield Measurement(
            f"a word to {what}, {state} cache: {name}",
            _milliseconds(measured),
            f"{_milliseconds(compared)} ({revision.name})",
            compared / measured,
            goal if name == "p95" else None,
        )


BENCHMARK = Benchmark("keystroke", __doc__, measure, compare)


def _write(folder: Path, text: Essay) -> None:
    for name, content in (
        ("essay.src.txt", text.source),
        ("essay.hyp.txt", text.hypothesis),
        ("essay.ref.one.txt", text.references[0]),
        ("essay.ref.two.txt", text.references[1]),
    ):
        (folder / name).write_text(content, encoding="utf-8")


def _visit(folder: Path, text: Essay, name: str, revision: Revision | None = None) -> Visit:
    options = {"cache": str(folder / "cache.sqlite"), "debounce": DEBOUNCE, "engineIdle": 0}
    with Conversation(options, CAPABILITIES, revision) as conversation:
        conversation.initialize(folder)
        _load_models(conversation, folder, name)
        uri, opening = _opened(conversation, folder / "essay.hyp.txt")
        changed = list(keystrokes(text.hypothesis, KEYSTROKES))
        versions = enumerate([*changed, *changed[-2::-1], text.hypothesis], 2)
        waits = [_changed(conversation, uri, version, content) for version, content in versions]
        requests = _request_times(conversation, uri, text.hypothesis)
    return Visit(opening, waits[:KEYSTROKES], waits[KEYSTROKES:], requests)


def _load_models(conversation: Conversation, folder: Path, name: str) -> None:
    """Load the models by marking a sentence that is in no cache."""
    for role, verb in (("src", "go"), ("hyp", "goes"), ("ref", "went")):
        (folder / f"{name}.{role}.txt").write_text(f"The {name} weather {verb} away.\n", encoding="utf-8")
    uri, _ = _opened(conversation, folder / f"{name}.hyp.txt")
    conversation.close_document(uri)


def _opened(conversation: Conversation, path: Path) -> tuple[str, Wait]:
    uri = conversation.open_document(path)
    return uri, _waited(conversation, uri, 1)


def _changed(conversation: Conversation, uri: str, version: int, text: str) -> Wait:
    conversation.change_document(uri, version, text)
    wait = _waited(conversation, uri, version)
    return Wait(wait.categories - DEBOUNCE / 1000, wait.complete - DEBOUNCE / 1000)


def _waited(conversation: Conversation, uri: str, version: int) -> Wait:
    categories, _ = timed(lambda: conversation.wait_for_diagnostics(uri, version))
    rest, _ = timed(lambda: conversation.wait_for_diagnostics(uri, version))
    return Wait(categories, categories + rest)


def _request_times(conversation: Conversation, uri: str, text: str) -> dict[str, list[float]]:
    """Return the seconds that each request takes, at words throughout the text."""
    asked: dict[str, list[float]] = {method: [] for method in ("textDocument/hover", "textDocument/codeAction", PLAN)}
    for line, own in enumerate(text.split("\n")):
        for character in range(0, len(own), 100):
            place = {"line": line, "character": character}
            whole = {"start": place, "end": place}
            document = {"textDocument": {"uri": uri}, "position": place, "range": whole, "context": {"diagnostics": []}}
            for method, times in asked.items():
                seconds, _ = timed(partial(conversation.request, method, document))
                times.append(seconds)
    return asked


def _waits(state: str, waits: Sequence[Wait], whole: Sequence[Visit], note: str = "") -> Iterator[Measurement]:
    """Yield the median and the 95th percentile of both waits, compared with the whole essay's."""
    for what, part in (("categories", "categories"), ("credit", "complete")):
        own = [getattr(wait, part) for wait in waits]
        opening = median(getattr(visit.opening, part) for visit in whole)
        middle, most = median(own), _percentile(own, 95)
        share = Goal(f"≤ {CREDIT_SHARE_LIMIT:.0%} of it", middle <= CREDIT_SHARE_LIMIT * opening)
        yield Measurement(
            f"a word to {what}, {state}: median",
            _milliseconds(middle),
            f"{_milliseconds(opening)} (whole)",
            opening / middle,
            share if (state, what) == ("cold cache", "credit") else None,
            note if part == "categories" else "",
        )
        limit = CATEGORIES_LIMIT if part == "categories" else CREDIT_LIMIT
        yield Measurement(
            f"a word to {what}, {state}: p95",
            _milliseconds(most),
            f"{_milliseconds(opening)} (whole)",
            opening / most,
            Goal(f"≤ {limit * 1000:g} ms", most <= limit),
        )


def _requests(visits: Sequence[Visit]) -> Iterator[Measurement]:
    for method in visits[0].requests:
        times = [seconds for visit in visits for seconds in visit.requests[method]]
        middle, most = median(times), _percentile(times, 95)
        yield Measurement(f"{method}: p95", _milliseconds(most), f"{_milliseconds(middle)} (median)", middle / most)


def _percentile(values: Sequence[float], percent: int) -> float:
    """Return the smallest value that ``percent`` of the values do not exceed."""
    return sorted(values)[math.ceil(len(values) * percent / 100) - 1]


def _milliseconds(seconds: float) -> str:
    return quantity(seconds * 1000, "ms")
