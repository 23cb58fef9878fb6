"""Score a corpus that does not fit into memory: peak memory by its size, sentences a second by workers, Ctrl-C."""

import os
import shutil
import signal
import subprocess
import sysconfig
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import attrs
import psutil

from benchmarks.measurement import MIB, Benchmark, Goal, Measurement, Skipped, at_least, at_most, quantity
from markscheme.alignment.parallel import read_parallel
from markscheme.cli import failures
from markscheme.formats.parallel import ParallelText

SENTENCES = 1312
"""Of CoNLL-2014, which is repeated."""
SMALL = 10
LARGE = int(os.environ.get("MARKSCHEME_SCALE_TIMES", "1000"))
"""Times that CoNLL-2014 is repeated for the memory of a large corpus; the variable takes fewer on a busy machine."""
SPEED = int(os.environ.get("MARKSCHEME_SCALE_SPEED_TIMES", "100"))
"""Times that it is repeated for sentences a second under CLEME2.0."""
SYSTEMS = ("AMU", "CAMB", "CUUI", "NTHU", "UMC")
MEMORY_LIMIT = 400
"""MiB."""
FLATNESS = 1.1
"""Most times as much memory as the small corpus takes."""
SPEED_UP = 1.8
INTERRUPTED = 1.0
"""Seconds from Ctrl-C to the process's end."""
ROUNDS = 2
SAMPLE_INTERVAL = 0.1
"""Seconds between two samples of memory."""
GRACE = 2.0
"""Processor seconds that each process has had before Ctrl-C."""


def measure(data: Path) -> list[Measurement]:
    folder = data / "conll14"
    if not (folder / "conll14.errant").is_file():
        raise Skipped(f"no CoNLL-2014 in {folder}")
    with TemporaryDirectory() as name:
        corpora = Corpora(folder, Path(name))
        return [
            *_memory(corpora),
            _speed("cleme2 from M2", corpora, corpora.m2(SPEED), "cleme2"),
            _speed("errant from text, no cache", corpora, corpora.text(), "errant"),
            *_interruption(corpora),
        ]


BENCHMARK = Benchmark("scale", __doc__, measure)


@attrs.frozen
class Files:
    """A corpus on disk, and its number of sentences."""

    hypothesis: Path
    references: tuple[Path, ...]
    source: Path | None
    sentences: int

    @property
    def arguments(self) -> list[str]:
        """The options that name its files."""
        options = ["--hypothesis", f"h={self.hypothesis}"]
        for path in self.references:
            options += ["--reference", str(path)]
        return options if self.source is None else [*options, "--source", str(self.source)]


@attrs.frozen
class Corpora:
    """Large corpora made of CoNLL-2014, in a temporary folder."""

    data: Path
    folder: Path

    def m2(self, times: int) -> Files:
        """Return AMU's corrections and the official references, repeated."""
        paths = self.folder / f"h{times}.m2", self.folder / f"r{times}.m2"
        for name, path in zip(("conll14-AMU.errant", "conll14.errant"), paths, strict=True):
            if not path.exists():
                text = (self.data / name).read_text("utf-8").rstrip("\n") + "\n\n"
                with path.open("w", encoding="utf-8") as file:
                    for _ in range(times):
                        file.write(text)
        return Files(paths[0], (paths[1],), None, SENTENCES * times)

    def text(self) -> Files:
        """Return several systems' corrections as one text; few of its changed sentences stand in it twice."""
        parts: dict[str, list[str]] = {"s": [], "h": [], "r": []}
        reference = _read(self.data / "conll14.errant")[0]
        for system in SYSTEMS:
            parts["s"] += [" ".join(segment.tokens) for segment in reference.sources or ()]
            parts["r"] += [" ".join(side.segment.tokens) for side in reference.sides]
            corrected = _read(self.data / f"conll14-{system}.errant")[0]
            parts["h"] += [" ".join(side.segment.tokens) for side in corrected.sides]
        paths = {name: self.folder / f"{name}.txt" for name in parts}
        for name, lines in parts.items():
            paths[name].write_text("".join(f"{line}\n" for line in lines), "utf-8")
        return Files(paths["h"], (paths["r"],), paths["s"], len(parts["s"]))


def _read(path: Path) -> Sequence[ParallelText]:
    return read_parallel(path.read_text("utf-8"), path.stem, path)


@attrs.frozen
class Finished:
    """A command that has ended: its seconds, the most memory of one process and of all together, in bytes."""

    seconds: float
    driver: int
    family: int
    workers: int


def _run(corpora: Corpora, files: Files, metric: str, workers: int) -> Finished:
    begin = time.perf_counter()
    process = _started(corpora, files, metric, workers)
    watched = psutil.Process(process.pid)
    driver = family = children = 0
    while process.poll() is None:
        try:
            own = watched.memory_info().rss
            others = [item.memory_info().rss for item in watched.children(recursive=True)]
        except psutil.NoSuchProcess:
            continue
        driver, family = max(driver, own), max(family, own + sum(others))
        children = max([children, *others])
        time.sleep(SAMPLE_INTERVAL)
    if process.returncode:
        raise Skipped(f"score ended with {process.returncode}")
    return Finished(time.perf_counter() - begin, driver, family, children)


def _started(corpora: Corpora, files: Files, metric: str, workers: int) -> "subprocess.Popen[bytes]":
    script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
    if script is None:
        raise Skipped("the markscheme command is not installed")
    cache = corpora.folder / f"cache-{time.monotonic_ns()}.sqlite"
    output = corpora.folder / "scores.txt"
    options = ["--metric", metric, "--workers", str(workers), "--cache", str(cache), "--output", str(output)]
    # A shell's background jobs, and their children, ignore Ctrl-C.
    return subprocess.Popen(
        [script, "score", *files.arguments, *options],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def _memory(corpora: Corpora) -> list[Measurement]:
    """Measure one process's peak with a small and a large corpus."""
    small, large = (_run(corpora, corpora.m2(times), "cleme2", 1) for times in (SMALL, LARGE))
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


def _speed(subject: str, corpora: Corpora, files: Files, metric: str) -> Measurement:
    """Measure one process and two workers by turns, without the time that a start takes."""
    one: list[float] = []
    two: list[float] = []
    last = None
    for _ in range(ROUNDS):
        one.append(_run(corpora, files, metric, 1).seconds)
        last = _run(corpora, files, metric, 2)
        two.append(last.seconds)
    ratio = median(one) / median(two)
    note = (
        f"a worker at most {quantity(last.workers / MIB, 'MiB')}, all {quantity(last.family / MIB, 'MiB')}"
        if last
        else ""
    )
    return Measurement(
        f"2 workers, {subject}, {files.sentences:,} sentences",
        quantity(files.sentences / median(two), "sentences/s"),
        f"{quantity(files.sentences / median(one), 'sentences/s')} (1)",
        ratio,
        at_least(ratio, SPEED_UP, "times"),
        f"{note}; starts included; shared pages count in every process",
    )


def _interruption(corpora: Corpora) -> list[Measurement]:
    files = corpora.m2(SPEED)
    return [_interrupted(corpora, files, workers) for workers in (1, 2)]


def _interrupted(corpora: Corpora, files: Files, workers: int) -> Measurement:
    """Measure the time from Ctrl-C to the end of the command."""
    process = _started(corpora, files, "cleme2", workers)
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
