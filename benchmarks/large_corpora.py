"""Large corpora made of CoNLL-2014, and the command that scores them in a process of its own."""

import os
import shutil
import signal
import subprocess
import sysconfig
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import attrs
import psutil

from benchmarks.measurement import Skipped
from markscheme.documents.corpus import ParallelText
from markscheme.edits.passages import read_parallel

SENTENCES = 1312
"""Of CoNLL-2014, which is repeated."""
SAMPLE_INTERVAL = 0.1
"""Seconds between two samples of memory and processor time."""


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

    def first(self, sentences: int) -> "Files":
        """Return a corpus of the first sentences, beside this one."""

        def part(path: Path) -> Path:
            end = "\n\n" if path.suffix == ".m2" else "\n"
            target = path.with_name(f"first-{sentences}-{path.name}")
            target.write_text(
                "".join(f"{item}{end}" for item in path.read_text("utf-8").split(end)[:sentences]), "utf-8"
            )
            return target

        source = part(self.source) if self.source else None
        return Files(part(self.hypothesis), tuple(map(part, self.references)), source, sentences)


@attrs.frozen
class Corpora:
    """Corpora in a temporary folder: AMU's corrections of CoNLL-2014 with its references, repeated."""

    data: Path
    folder: Path

    def m2(self, times: int, *, distinct: bool = False) -> Files:
        """Return M2 with both official references.

        Parameters
        ----------
        distinct
            Whether no sentence stands in it twice: the sentences of each repetition end with its number.
        """
        kind = "d" if distinct else "m"
        paths = self.folder / f"{kind}h{times}.m2", self.folder / f"{kind}r{times}.m2"
        for name, path in zip(("conll14-AMU.errant", "conll14.errant"), paths, strict=True):
            if not path.exists():
                lines = ((self.data / name).read_text("utf-8").rstrip("\n") + "\n\n").splitlines(keepends=True)
                with path.open("w", encoding="utf-8") as file:
                    for number in range(times):
                        file.writelines(_numbered(lines, number) if distinct else lines)
        return Files(paths[0], (paths[1],), None, SENTENCES * times)

    def text(self, times: int) -> Files:
        """Return parallel text with the first reference; no sentence stands in it twice."""
        reference = _read(self.data / "conll14.errant")[0]
        corrected = _read(self.data / "conll14-AMU.errant")[0]
        lines = {
            "s": [" ".join(segment.tokens) for segment in reference.sources or ()],
            "h": [" ".join(side.segment.tokens) for side in corrected.sides],
            "r": [" ".join(side.segment.tokens) for side in reference.sides],
        }
        paths = {name: self.folder / f"{name}{times}.txt" for name in lines}
        for name, path in paths.items():
            with path.open("w", encoding="utf-8") as file:
                for number in range(times):
                    file.writelines(f"{line} {number}\n" for line in lines[name])
        return Files(paths["h"], (paths["r"],), paths["s"], SENTENCES * times)


def _numbered(lines: Sequence[str], number: int) -> list[str]:
    """Return M2 whose sentences end with one more word; edits stand before it."""
    return [f"{line.rstrip()} {number}\n" if line.startswith("S ") else line for line in lines]


def _read(path: Path) -> Sequence[ParallelText]:
    return read_parallel(path.read_text("utf-8"), path.stem, path)


@attrs.frozen
class Finished:
    """A command that has ended.

    Attributes
    ----------
    seconds
        By the wall clock.
    busy
        Processor seconds of the command and its workers on this machine.
    cluster
        Processor seconds that other processes of the benchmark took meanwhile: those of a cluster that it started.
    driver, workers, family
        The most memory of the command's first process, of a worker, and of all together, in bytes.
    free
        Processor cores that other jobs left on average.
    """

    seconds: float
    busy: float
    cluster: float
    driver: int
    workers: int
    family: int
    free: float


@attrs.frozen
class Command:
    """``markscheme score`` of a corpus.

    Attributes
    ----------
    options
        More options, such as those of where blocks are marked.
    threads
        Of the encoder in one process; ``None`` for PyTorch's own choice.
    """

    files: Files
    metric: str
    options: tuple[str, ...] = ()
    threads: int | None = None

    def started(self, folder: Path) -> "subprocess.Popen[bytes]":
        """Start it, with an empty cache in this folder.

        Raises
        ------
        Skipped
            If the command is not installed.
        """
        script = shutil.which("markscheme", path=sysconfig.get_path("scripts"))
        if script is None:
            raise Skipped("the markscheme command is not installed")
        cache, output = folder / f"cache-{time.monotonic_ns()}.sqlite", folder / "scores.txt"
        options = ["--metric", self.metric, "--cache", str(cache), "--output", str(output), *self.options]
        threads = {} if self.threads is None else {"OMP_NUM_THREADS": str(self.threads)}
        # A shell's background jobs, and their children, ignore Ctrl-C.
        return subprocess.Popen(
            [script, "score", *self.files.arguments, *options],
            env={**os.environ, **threads},
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def run(self, folder: Path, copies: int = 1) -> Finished:
        """Run it to its end; several copies side by side, each of which marks the whole corpus.

        Raises
        ------
        Skipped
            If it fails.
        """
        begin, before = time.perf_counter(), _machine_seconds()
        processes = [self.started(folder) for _ in range(copies)]
        watch = _Watch([psutil.Process(process.pid) for process in processes])
        while any(process.poll() is None for process in processes):
            watch.look()
            time.sleep(SAMPLE_INTERVAL)
        seconds = time.perf_counter() - begin
        if codes := [process.returncode for process in processes if process.returncode]:
            raise Skipped(f"score ended with {codes[0]}")
        busy, cluster = sum(watch.busy.values()), watch.cluster_seconds
        others = max(0.0, (_machine_seconds() - before - busy - cluster) / seconds)
        free = max(0.1, (os.cpu_count() or 1) - others)
        return Finished(seconds, busy, cluster, watch.driver, watch.workers, watch.family, free)


def memory(process: psutil.Process) -> int:
    """Return a process's memory in bytes, of which a page that several share counts in parts; 0 if it has ended.

    Where the system counts no parts, each process has the whole page.
    """
    with suppress(psutil.NoSuchProcess):
        used = process.memory_full_info()
        return int(getattr(used, "pss", 0) or used.rss)
    return 0


def _machine_seconds() -> float:
    """Return the processor seconds of all processes since the machine's start, and of other machines on its cores."""
    times = psutil.cpu_times()
    # On Linux guests' time is part of the user's.
    return sum(getattr(times, name, 0.0) for name in ("user", "nice", "system", "irq", "softirq", "steal"))


def processor_seconds() -> dict[int, float]:
    """Return the processor seconds of each process that descends from this one, by its number."""
    seconds = {}
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            seconds[process.pid] = times.user + times.system
    return seconds


@attrs.define
class _Watch:
    """The most memory and the processor seconds of commands, sampled while they run.

    Attributes
    ----------
    before, busy, others
        Processor seconds by process: of those that were there before, of the commands', and of the rest.
    """

    commands: list[psutil.Process]
    driver: int = 0
    workers: int = 0
    family: int = 0
    before: dict[int, float] = attrs.Factory(processor_seconds)
    busy: dict[int, float] = attrs.Factory(dict)
    others: dict[int, float] = attrs.Factory(dict)

    @property
    def cluster_seconds(self) -> float:
        return sum(seconds - self.before.get(process, 0.0) for process, seconds in self.others.items())

    def look(self) -> None:
        own = set()
        for command in self.commands:
            with suppress(psutil.NoSuchProcess):
                workers = command.children(recursive=True)
                own |= {command.pid, *(worker.pid for worker in workers)}
                self._weigh(memory(command), list(map(memory, workers)))
        for process, seconds in processor_seconds().items():
            (self.busy if process in own else self.others)[process] = seconds

    def _weigh(self, command: int, workers: list[int]) -> None:
        self.driver, self.family = max(self.driver, command), max(self.family, command + sum(workers))
        self.workers = max([self.workers, *workers])
