"""Score a corpus that does not fit into memory: peak memory, sentences a second by workers, Ctrl-C, official codes."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import attrs
import psutil

from benchmarks.large_corpora import SAMPLE_INTERVAL, SENTENCES, Command, Corpora, Files, Finished
from benchmarks.measurement import MIB, Benchmark, Goal, Measurement, Skipped, at_least, at_most, quantity
from benchmarks.official_codes import official_codes
from markscheme.cli import failures
from markscheme.execution.worker_pool import available_cores

SMALL = 10
LARGE = int(os.environ.get("MARKSCHEME_SCALE_TIMES", "1000"))
"""Times that CoNLL-2014 is repeated for the memory of a large corpus; the variable takes fewer on a busy machine."""
SPEED = int(os.environ.get("MARKSCHEME_SCALE_SPEED_TIMES", "100"))
"""Times that it is repeated for sentences a second under CLEME2.0; other metrics take a part of it."""
PARTS = {"cleme2": 1, "errant": 4, "uot-errant": 33, "credit": 33}
"""What part of the repetitions a metric takes; a corpus has a small size, a half of it, too."""
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
        subjects = [
            Subject("cleme2 from M2", "cleme2", *_two_sizes("cleme2", corpora.m2)),
            Subject("errant from text", "errant", *_two_sizes("errant", corpora.text)),
            *(
                Subject(
                    f"{metric} from M2", metric, *_two_sizes(metric, lambda times: corpora.m2(times, distinct=True))
                )
                for metric in ("uot-errant", "credit")
            ),
        ]
        return [
            *_memory(corpora),
            *(line for subject in subjects for line in subject.measured(corpora.folder)),
            *official_codes(corpora),
            *_interruption(corpora),
        ]


BENCHMARK = Benchmark("scale", __doc__, measure)


def _two_sizes(metric: str, files: Callable[[int], Files]) -> tuple[Files, Files]:
    """Return a corpus, and one of half its size."""
    times = max(2, SPEED // PARTS[metric])
    return files(times // 2), files(times)


@attrs.frozen
class Rounds:
    """Runs of one kind: medians of a corpus, of half of it, and what the additional half shows."""

    small: Sequence[Finished]
    large: Sequence[Finished]
    sentences: int
    more: int

    @property
    def speed(self) -> float:
        """Sentences a second, from start to end."""
        return self.sentences / median(run.seconds for run in self.large)

    @property
    def slope(self) -> float:
        """Sentences a second once everything has started; infinite if other jobs hid the difference."""
        seconds = median(run.seconds for run in self.large) - median(run.seconds for run in self.small)
        return self.more / seconds if seconds > 0 else float("inf")


@attrs.frozen
class Subject:
    """A metric on a corpus, which is scored by one process and by two workers.

    An encoder has one thread in each process: so both speeds are those of cores.
    """

    title: str
    metric: str
    small: Files
    large: Files

    def measured(self, folder: Path) -> Iterator[Measurement]:
        """Yield two workers beside one process, with starts and without, and what the machine would allow."""
        runs: dict[tuple[int, int], list[Finished]] = {key: [] for key in _KINDS}
        beside: list[Finished] = []
        for _ in range(ROUNDS):
            for size, workers in _KINDS:
                runs[size, workers].append(self._command(size, workers).run(folder))
            beside.append(self._command(1, 1).run(folder, copies=2))
        one, two = (self._rounds(runs[0, workers], runs[1, workers]) for workers in (1, 2))
        ceiling = 2 * median(run.seconds for run in one.large) / median(run.seconds for run in beside)
        yield self._line("", two.speed, one.speed, ceiling, self._note(runs[1, 1] + runs[1, 2] + beside, two))
        yield self._line(", without starts", two.slope, one.slope, ceiling, "from the two sizes")
        yield Measurement(
            f"ceiling of this machine, {self.title}",
            quantity(2 * self.large.sentences / median(run.seconds for run in beside), "sentences/s"),
            f"{quantity(one.speed, 'sentences/s')} (1)",
            ceiling,
            note="two commands of one process side by side, which share nothing but the machine",
        )

    def _command(self, size: int, workers: int) -> Command:
        return Command((self.small, self.large)[size], self.metric, ("--workers", str(workers)), threads=1)

    def _rounds(self, small: Sequence[Finished], large: Sequence[Finished]) -> Rounds:
        return Rounds(small, large, self.large.sentences, self.large.sentences - self.small.sentences)

    def _line(self, suffix: str, two: float, one: float, ceiling: float, note: str) -> Measurement:
        return Measurement(
            f"2 workers, {self.title}, {self.large.sentences:,} sentences{suffix}",
            quantity(two, "sentences/s"),
            f"{quantity(one, 'sentences/s')} (1)",
            two / one,
            at_least(two / one, SPEED_UP, "times"),
            f"{two / one / ceiling:.0%} of what this machine allows; {note}",
        )

    def _note(self, runs: Sequence[Finished], two: Rounds) -> str:
        last = two.large[-1]
        busy = median(run.busy for run in runs if run.workers == 0) if any(run.workers == 0 for run in runs) else 0
        rate = f"one process: {quantity(self.large.sentences / busy, 'sentences a processor second')}; " if busy else ""
        free = median(run.free for run in runs)
        return (
            f"{rate}a worker at most {quantity(last.workers / MIB, 'MiB')}, all {quantity(last.family / MIB, 'MiB')}, "
            f"shared pages counted in each; other jobs left {free:.1f} of {available_cores()} cores"
        )


_KINDS = ((0, 1), (0, 2), (1, 1), (1, 2))
"""Runs of a round: the corpus's size, and workers."""


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
    if process.wait() != failures.INTERRUPTED:
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
