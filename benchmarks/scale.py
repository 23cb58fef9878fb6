"""Score a corpus that does not fit into memory: peak memory, sentences a second by workers, Ctrl-C, official codes."""

import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import attrs
import psutil

from benchmarks.large_corpora import SAMPLE_INTERVAL, SENTENCES, Command, Corpora, Files, Finished
from benchmarks.measurement import MIB, Benchmark, Goal, Measurement, Skipped, at_least, at_most, quantity
from benchmarks.official_codes import official_codes
from markscheme.cli import main
from markscheme.scoring.worker_pool import available_cores

SMALL = 10
LARGE = int(os.environ.get("MARKSCHEME_SCALE_TIMES", "1000"))
"""Times that CoNLL-2014 is repeated for the memory of a large corpus; the variable takes fewer on a busy machine."""
SPEED = int(os.environ.get("MARKSCHEME_SCALE_SPEED_TIMES", "100"))
"""Times that it is repeated for sentences a second under CLEME2.0; other metrics take a part of it."""
TEXT_PART = 4
"""The part of these repetitions from which edits are extracted."""
ENCODED = 512
"""Sentences for metrics with an encoder, which take minutes for a thousand."""
MEMORY_LIMIT = 400
"""MiB."""
FLATNESS = 1.1
"""Most times as much memory as the small corpus takes."""
SPEED_UP = 1.8
INTERRUPTED = 1.0
"""Seconds from Ctrl-C to the process's end."""
ROUNDS = 2
GRACE = 2.0
"""Processor seconds that each process has had before Ctrl-C."""


def measure(data: Path) -> list[Measurement]:
    folder = data / "conll14"
    if not (folder / "conll14.errant").is_file():
        raise Skipped(f"no CoNLL-2014 in {folder}")
    with TemporaryDirectory() as name:
        corpora = Corpora(folder, Path(name))
        m2, text, distinct = corpora.m2, corpora.text, corpora.m2(2, distinct=True)
        encoded = distinct.first(ENCODED), distinct.first(ENCODED // 2)
        part = max(2, SPEED // TEXT_PART)
        subjects = [
            Subject("cleme2 from M2", "cleme2", m2(SPEED), m2(SPEED // 2)),
            Subject("errant from text", "errant", text(part), text(part // 2)),
            Subject("uot-errant from M2", "uot-errant", *encoded),
            Subject("credit from M2", "credit", *encoded),
        ]
        return [
            *_memory(corpora),
            *(line for subject in subjects for line in subject.measured(corpora.folder)),
            *official_codes(corpora),
            *_interruption(corpora),
        ]


BENCHMARK = Benchmark("scale", __doc__, measure)


@attrs.frozen
class Subject:
    """A metric on a corpus, which is scored by one process and by two workers.

    An encoder has one thread in each process: so both speeds are those of cores.

    Attributes
    ----------
    small
        A smaller corpus, so that the additional sentences show the speed without starts.
    """

    title: str
    metric: str
    files: Files
    small: Files

    def measured(self, folder: Path) -> Iterator[Measurement]:
        """Yield two workers beside one process, with starts and without, and what the machine would allow."""
        one: list[Finished] = []
        two: list[Finished] = []
        beside: list[Finished] = []
        small_one: list[Finished] = []
        small_two: list[Finished] = []
        for _ in range(ROUNDS):
            one.append(self._run(self.files, 1, folder))
            two.append(self._run(self.files, 2, folder))
            beside.append(self._run(self.files, 1, folder, copies=2))
            small_one.append(self._run(self.small, 1, folder))
            small_two.append(self._run(self.small, 2, folder))
        ceiling = 2 * _seconds(one) / _seconds(beside)
        size = self.files.sentences
        yield self._line("", size / _seconds(two), size / _seconds(one), ceiling, _note(size, one, two))
        more = size - self.small.sentences
        alone, together = (_slope(more, *runs) for runs in ((one, small_one), (two, small_two)))
        yield self._line(", without starts", together, alone, ceiling, "from the two sizes")
        yield Measurement(
            f"ceiling of this machine, {self.title}",
            quantity(2 * size / _seconds(beside), "sentences/s"),
            f"{quantity(size / _seconds(one), 'sentences/s')} (1)",
            ceiling,
            note="two commands of one process side by side, which share nothing but the machine",
        )

    def _run(self, files: Files, workers: int, folder: Path, copies: int = 1) -> Finished:
        return Command(files, self.metric, ("--workers", str(workers)), threads=1).run(folder, copies)

    def _line(self, suffix: str, two: float, one: float, ceiling: float, note: str) -> Measurement:
        return Measurement(
            f"2 workers, {self.title}, {self.files.sentences:,} sentences{suffix}",
            quantity(two, "sentences/s"),
            f"{quantity(one, 'sentences/s')} (1)",
            two / one,
            at_least(two / one, SPEED_UP, "times"),
            f"{two / one / ceiling:.0%} of what this machine allows; {note}",
        )


def _seconds(runs: Sequence[Finished]) -> float:
    return median(run.seconds for run in runs)


def _slope(sentences: int, large: Sequence[Finished], small: Sequence[Finished]) -> float:
    """Return the sentences a second of what the large corpus has more; infinite if other jobs hid the difference."""
    seconds = _seconds(large) - _seconds(small)
    return sentences / seconds if seconds > 0 else float("inf")


def _note(sentences: int, one: Sequence[Finished], two: Sequence[Finished]) -> str:
    rate = quantity(sentences / median(run.busy for run in one), "sentences")
    free = median(run.free for run in (*one, *two))
    return (
        f"one process marks {rate} in a processor second; a worker at most {quantity(two[-1].workers / MIB, 'MiB')}, "
        f"all {quantity(two[-1].family / MIB, 'MiB')}, shared pages counted in each; other jobs left {free:.1f} of "
        f"{available_cores()} cores"
    )


def _memory(corpora: Corpora) -> list[Measurement]:
    """Measure one process's peak with a small and a large corpus."""
    small, large = (Command(corpora.m2(times), "cleme2").run(corpora.folder) for times in (SMALL, LARGE))
    count, base = SENTENCES * LARGE, f"{quantity(small.driver / MIB, 'MiB')} ({SENTENCES * SMALL:,})"
    flat = at_most(large.driver / small.driver, FLATNESS, "times")
    return [
        Measurement(
            f"peak memory, cleme2, {count:,} sentences",
            quantity(large.driver / MIB, "MiB"),
            base,
            small.driver / large.driver,
            Goal(f"≤ {MEMORY_LIMIT} MiB, and {flat.text} as much", flat.met and large.driver <= MEMORY_LIMIT * MIB),
            f"{count / large.seconds:,.0f} sentences a second, from start to end",
        )
    ]


def _interruption(corpora: Corpora) -> list[Measurement]:
    files = corpora.m2(SPEED)
    return [_interrupted(corpora, files, workers) for workers in (1, 2)]


def _interrupted(corpora: Corpora, files: Files, workers: int) -> Measurement:
    """Measure the time from Ctrl-C to the end of the command."""
    process = Command(files, "cleme2", ("--workers", str(workers))).started(corpora.folder)
    watched = psutil.Process(process.pid)
    while process.poll() is None and _processor_seconds(watched) < GRACE * (workers + 1):
        time.sleep(SAMPLE_INTERVAL)
    begin = time.perf_counter()
    process.send_signal(signal.SIGINT)
    if process.wait() != main.INTERRUPTED:
        raise Skipped(f"the command had ended before Ctrl-C, with {workers} workers; repeat the corpus more often")
    seconds = time.perf_counter() - begin
    return Measurement(
        f"Ctrl-C to the end, {workers} worker{'s' if workers > 1 else ''}",
        quantity(seconds, "s"),
        goal=at_most(seconds, INTERRUPTED, "s"),
    )


def _processor_seconds(process: psutil.Process) -> float:
    """Return the processor time of a process and its workers."""
    total = 0.0
    for item in (process, *process.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            total += item.cpu_times().user
    return total
