"""One table: each metric from each input beside the official tool, with one worker and with two, all in one run."""

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

from benchmarks.large_corpora import Command, Corpora, Files, Finished
from benchmarks.measurement import MIB, Benchmark, Measurement, Skipped, at_least, at_most, quantity

M2_TIMES = int(os.environ.get("MARKSCHEME_RATIO_TIMES", "200"))
"""Times that CoNLL-2014 is repeated: 148 MB; the variable takes fewer on a busy machine."""
LONG_M2 = 3
"""Times as much M2, so that CLEME2.0 takes one process over :data:`LONG`."""
TEXT_TIMES = 8
ENCODED = 320
"""Sentences for metrics with an encoder."""
ROUNDS = 2
"""Runs by turns of what is compared by processor time, of which the least counts: other jobs slow the others down."""
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
MEMORY_OF_TWO = 1.6
"""Most times the memory of one process that two workers take."""


def measure(data: Path) -> list[Measurement]:
    """Return the lines of the table."""
    folder = data / "conll14"
    if not (folder / "conll14.errant").is_file():
        raise Skipped(f"no CoNLL-2014 in {folder}")
    with TemporaryDirectory() as name:
        corpora = Corpora(folder, Path(name))
        m2, long_m2 = corpora.m2(M2_TIMES), corpora.m2(LONG_M2 * M2_TIMES)
        encoded = corpora.m2(1, distinct=True).first(ENCODED)
        text = corpora.text(TEXT_TIMES)
        return [
            *_beside_official_tool(m2, corpora.folder),
            *_workers("errant from M2", "errant", long_m2, corpora.folder),
            *_workers("cleme2 from M2", "cleme2", long_m2, corpora.folder),
            *_workers("errant from text", "errant", text, corpora.folder),
            *_workers("cleme2 from text", "cleme2", text, corpora.folder),
            *_workers("uot-errant from M2", "uot-errant", encoded, corpora.folder),
            *_workers("credit from M2", "credit", encoded, corpora.folder),
        ]


BENCHMARK = Benchmark("ratios", __doc__, measure)


@attrs.frozen
class Taken:
    """The least processor seconds of a command's runs, with its start, and the most bytes of its processes."""

    busy: float
    memory: int = 0


def _beside_official_tool(files: Files, folder: Path) -> Iterator[Measurement]:
    """Yield ERRANT from M2 beside its official tool, and CLEME2.0 beside ERRANT."""
    script = shutil.which("errant_compare", path=sysconfig.get_path("scripts"))
    official = [script, "-hyp", str(files.hypothesis), "-ref", str(files.references[0])] if script else None
    runs: dict[str, list[Taken]] = {}
    for _ in range(ROUNDS):
        if official is not None:
            runs.setdefault("errant_compare", []).append(_run(official))
        for metric in ("errant", "cleme2"):
            runs.setdefault(f"{metric} from M2", []).append(_scored(Command(files, metric), folder))
    least = {name: min(taken, key=lambda run: run.busy) for name, taken in runs.items()}
    for name, beside, bound in (
        ("errant from M2", "errant_compare", PART_OF_ERRANT_COMPARE),
        ("cleme2 from M2", "errant from M2", TIMES_ERRANT),
    ):
        title, one = f"{name}, {files.sentences:,} sentences", least[name]
        if other := least.get(beside):
            part = one.busy / other.busy
            compared = f"{quantity(other.busy, 's')} ({beside})"
            note = f"{part:.2f} of {beside}; processor seconds with starts, least of {ROUNDS} by turns"
            goal = at_most(part, bound, f"of {beside}")
            yield Measurement(title, quantity(one.busy, "s"), compared, 1 / part, goal, note)
        used = one.memory / MIB
        yield Measurement(f"{title}, peak memory", quantity(used, "MiB"), goal=at_most(used, MEMORY, "MiB"))


def _workers(title: str, metric: str, files: Files, folder: Path) -> Iterator[Measurement]:
    """Yield two workers beside one process, and what the machine allows two that share nothing but the machine.

    An encoder has one thread in each process: so both speeds are those of cores.
    """
    one, two, beside = (
        Command(files, metric, ("--workers", str(workers)), threads=1).run(folder, copies)
        for workers, copies in ((1, 1), (2, 1), (1, 2))
    )
    faster, allowed = one.seconds / two.seconds, 2 * one.seconds / beside.seconds
    subject = f"{title}, {files.sentences:,} sentences, 2 workers"
    goal = at_least(faster, SPEED_UP, "x") if one.seconds > LONG else None
    note = f"this machine allows {allowed:.2f} x; by the clock, with starts; other jobs left {two.free:.1f} cores"
    compared = f"{quantity(one.seconds, 's')} (1 worker)"
    yield Measurement(subject, quantity(two.seconds, "s"), compared, faster, goal, note)
    yield _memory(subject, one, two)


def _memory(subject: str, one: Finished, two: Finished) -> Measurement:
    times = two.family / max(one.family, 1)
    compared, goal = f"{quantity(one.family / MIB, 'MiB')} (1 worker)", at_most(times, MEMORY_OF_TWO, "times")
    return Measurement(f"{subject}, peak memory", quantity(two.family / MIB, "MiB"), compared, 1 / times, goal)


def _scored(command: Command, folder: Path) -> Taken:
    begin = _processor_seconds()
    finished = command.run(folder)
    return Taken(_processor_seconds() - begin, finished.family)


def _run(arguments: Sequence[str]) -> Taken:
    begin = _processor_seconds()
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
    return Taken(_processor_seconds() - begin)


def _processor_seconds() -> float:
    """Return those of all commands that have ended."""
    times = os.times()
    return times.children_user + times.children_system
