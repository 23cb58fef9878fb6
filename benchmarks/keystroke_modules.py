"""Count the modules in which the server's and the engine's functions run for a changed word."""

import os
import signal
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from benchmarks.conversation import Conversation
from benchmarks.essay import Essay, essay, keystrokes
from benchmarks.keystroke import CAPABILITIES
from benchmarks.measurement import Benchmark, Goal, Measurement, Skipped

WORDS = 200
DEBOUNCE = 50
MODULES_LIMIT = 50
ANSWER_TIMEOUT = 10.0
"""Seconds to wait until both processes have written what they ran."""
FOLDER = "MARKSCHEME_TRACES"
_TRACER = f'''
import inspect, os, signal, sys, threading

def install(folder):
    names = set()

    def profile(frame, event, argument):
        code = frame.f_code
        if event == "call" and code.co_flags & inspect.CO_OPTIMIZED and "/markscheme/" in code.co_filename:
            names.add(code.co_filename.rpartition("/markscheme/")[2])

    def write(*_):
        with open(os.path.join(folder, f"{{os.getpid()}}.txt"), "w") as stream:
            stream.write("\\n".join([sys.orig_argv[-1], *names]))

    signal.signal(signal.SIGUSR1, lambda *_: names.clear())
    signal.signal(signal.SIGUSR2, write)
    threading.setprofile(profile)
    sys.setprofile(profile)
    open(os.path.join(folder, f"{{os.getpid()}}.pid"), "w").close()

if any("markscheme" in word for word in sys.orig_argv) and "-c" not in sys.orig_argv:
    install(os.environ["{FOLDER}"])
'''
"""Run by Python itself when it starts, in the folder of :data:`FOLDER`: counts from one signal to another."""


def measure(data: Path) -> list[Measurement]:
    del data
    if not hasattr(signal, "SIGUSR1"):
        raise Skipped("this system has no signals to begin and to end with")
    with TemporaryDirectory() as name:
        by_process = _modules(Path(name), essay(WORDS))
    modules = set().union(*by_process.values())
    goal = Goal(f"≤ {MODULES_LIMIT}", len(modules) <= MODULES_LIMIT)
    return [
        Measurement("modules run for a changed word", str(len(modules)), "", None, goal),
        *(Measurement(f"in the {process}", str(len(names))) for process, names in by_process.items()),
        *(Measurement(room, str(count), note=", ".join(names)) for room, count, names in _by_room(modules)),
    ]


BENCHMARK = Benchmark("modules", __doc__, measure)


def _modules(folder: Path, text: Essay) -> dict[str, set[str]]:
    traces = folder / "traces"
    exercise = folder / "exercise"
    traces.mkdir()
    exercise.mkdir()
    (traces / "sitecustomize.py").write_text(_TRACER, encoding="utf-8")
    texts = {"src": text.source, "hyp": text.hypothesis, "ref.one": text.references[0], "ref.two": text.references[1]}
    for role, content in texts.items():
        (exercise / f"essay.{role}.txt").write_text(content, encoding="utf-8")
    options = {"cache": str(folder / "cache.sqlite"), "debounce": DEBOUNCE, "engineIdle": 0}
    with (
        patch.dict(os.environ, {"PYTHONPATH": str(traces), FOLDER: str(traces)}),
        Conversation(options, CAPABILITIES) as conversation,
    ):
        conversation.initialize(exercise)
        uri = conversation.open_document(exercise / "essay.hyp.txt")
        first, second = list(keystrokes(text.hypothesis, 2))
        _change(conversation, uri, 1)
        _change(
            conversation, uri, 2, first
        )  # what only the first change does, such as filling memories, is not counted
        _signal(traces, signal.SIGUSR1)
        _change(conversation, uri, 3, second)
        _signal(traces, signal.SIGUSR2)
        return dict(_written(traces))


def _change(conversation: Conversation, uri: str, version: int, text: str | None = None) -> None:
    if text is not None:
        conversation.change_document(uri, version, text)
    for _ in ("categories", "credit"):
        conversation.wait_for_diagnostics(uri, version)


def _signal(traces: Path, number: signal.Signals) -> None:
    for path in traces.glob("*.pid"):
        os.kill(int(path.stem), number)
    time.sleep(0.2)


def _written(traces: Path) -> Iterator[tuple[str, set[str]]]:
    for path in traces.glob("*.pid"):
        file = path.with_suffix(".txt")
        end = time.monotonic() + ANSWER_TIMEOUT
        while not file.exists() and time.monotonic() < end:
            time.sleep(0.05)
        last_word, *names = file.read_text(encoding="utf-8").split("\n")
        yield "server" if last_word == "--stdio" else "engine", set(names)


def _by_room(modules: set[str]) -> Iterator[tuple[str, int, list[str]]]:
    rooms: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(modules):
        room, _, rest = name.removesuffix(".py").partition("/")
        rooms[room if rest else "(top)"].append(rest or room)
    for room, names in sorted(rooms.items()):
        yield room, len(names), names
