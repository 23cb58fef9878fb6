"""One table: each metric from each input beside the official tool, with one worker and with two, all in one run."""

import os
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

from benchmarks.large_corpora import Command, Corpora, Files
from benchmarks.measurement import MIB, Benchmark, Goal, Measurement, Skipped, at_least, at_most, quantity

M2_TIMES = int(os.environ.get("MARKSCHEME_RATIO_TIMES", "200"))
"""Times that CoNLL-2014 is repeated: 148 MB; the variable takes fewer on a busy machine."""
TEXT_SENTENCES = 5_248
ENCODED = 256
"""Sentences for metrics with an encoder, which take minutes for a thousand."""
ROUNDS = 2
"""Runs by turns, of which the quickest counts: other jobs slow the others down."""
PART_OF_ERRANT_COMPARE = 0.5
"""Most of errant_compare's processor time that ERRANT takes from M2."""
TIMES_ERRANT = 2.5
"""Most times the processor time of ERRANT that CLEME2.0 takes from M2."""
MEMORY = 150
"""Most MiB of a score of M2 in one process."""
SPEED_UP = 1.8
"""Least times that two workers are faster, where one takes over :data:`LONG`."""
LONG = 30.0
"""Seconds."""


@attrs.frozen
class Taken:
    """What a command took: seconds by the clock, processor seconds, and the most bytes of all its processes."""

    seconds: float
    busy: float
    memory: int = 0


@attrs.frozen
class Subject:
    """A score that is measured, in one process and with two workers; ``bound``: most of another's processor time."""

    title: str
    metric: str
    files: Files
    beside: str = ""
    bound: float = 0.0


def measure(data: Path) -> list[Measurement]:
    """Return the lines of the table."""
    folder = data / "conll14"
    if not (folder / "conll14.errant").is_file():
        raise Skipped(f"no CoNLL-2014 in {folder}")
    with TemporaryDirectory() as name:
        corpora = Corpora(folder, Path(name))
        m2, encoded = corpora.m2(M2_TIMES), corpora.m2(1).first(ENCODED)
        text = corpora.text(TEXT_SENTENCES // corpora.m2(1).sentences)
        subjects = (
            Subject("errant from M2", "errant", m2, "errant_compare", PART_OF_ERRANT_COMPARE),
            Subject("cleme2 from M2", "cleme2", m2, "errant from M2", TIMES_ERRANT),
            Subject("uot-errant from M2", "uot-errant", encoded),
            Subject("credit from M2", "credit", encoded),
            Subject("errant from text", "errant", text),
            Subject("cleme2 from text", "cleme2", text),
        )
        return _measured(subjects, m2, corpora.folder)


def _measured(subjects: Sequence[Subject], m2: Files, folder: Path) -> list[Measurement]:
    works: dict[str, Callable[[], Taken]] = {}
    script = shutil.which("errant_compare", path=sysconfig.get_path("scripts"))
    if script is not None:
        works["errant_compare"] = lambda: _run([script, "-hyp", str(m2.hypothesis), "-ref", str(m2.references[0])])
    for subject in subjects:
        for workers in (1, 2):
            works[f"{subject.title}, {workers}"] = lambda subject=subject, workers=workers: _scored(  # type: ignore[misc]
                subject, workers, folder
            )
    taken: dict[str, list[Taken]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            taken[name].append(work())
    least = {name: min(runs, key=lambda run: run.busy) for name, runs in taken.items()}
    quickest = {name: min(run.seconds for run in runs) for name, runs in taken.items()}
    return [line for subject in subjects for line in _lines(subject, least, quickest)]


def _lines(subject: Subject, least: dict[str, Taken], quickest: dict[str, float]) -> list[Measurement]:
    one, two = least[f"{subject.title}, 1"], least[f"{subject.title}, 2"]
    title = f"{subject.title}, {subject.files.sentences:,} sentences"
    beside = least.get(subject.beside) or least.get(f"{subject.beside}, 1")
    lines = []
    if beside is not None:
        goal = at_most(one.busy / beside.busy, subject.bound, f"of {subject.beside}")
        compared = f"{quantity(beside.busy, 's')} ({subject.beside})"
        part = f"{one.busy / beside.busy:.2f} of {subject.beside}"
        note = f"{part}; processor seconds with starts, least of {ROUNDS} by turns"
        lines.append(Measurement(title, quantity(one.busy, "s"), compared, beside.busy / one.busy, goal, note))
        lines.append(_memory(title, one))
    faster = quickest[f"{subject.title}, 1"] / quickest[f"{subject.title}, 2"]
    seconds = (quantity(quickest[f"{subject.title}, {workers}"], "s") for workers in (2, 1))
    ours, theirs = seconds
    goal_of_workers: Goal | None = None
    if quickest[f"{subject.title}, 1"] > LONG:
        goal_of_workers = at_least(faster, SPEED_UP, "x")
    note = f"memory {two.memory / max(one.memory, 1):.2f} times; by the clock, least of {ROUNDS}"
    lines.append(Measurement(f"{title}, 2 workers", ours, f"{theirs} (1 worker)", faster, goal_of_workers, note))
    return lines


def _memory(title: str, taken: Taken) -> Measurement:
    memory = taken.memory / MIB
    return Measurement(f"{title}, peak memory", quantity(memory, "MiB"), goal=at_most(memory, MEMORY, "MiB"))


def _scored(subject: Subject, workers: int, folder: Path) -> Taken:
    options = ("--workers", str(workers)) if workers > 1 else ()
    begin = _processor_seconds()
    finished = Command(subject.files, subject.metric, options).run(folder)
    return Taken(finished.seconds, _processor_seconds() - begin, finished.family)


def _run(arguments: Sequence[str]) -> Taken:
    begin, clock = _processor_seconds(), time.perf_counter()
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
    return Taken(time.perf_counter() - clock, _processor_seconds() - begin)


def _processor_seconds() -> float:
    """Return those of all commands that have ended."""
    times = os.times()
    return times.children_user + times.children_system


BENCHMARK = Benchmark("ratios", __doc__, measure)
