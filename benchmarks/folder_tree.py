"""Review a folder tree: discovery, seconds and peak memory by the number of documents and workers, and Ctrl-C."""

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import attrs
import psutil

from benchmarks.essay import essay
from benchmarks.large_corpora import memory
from benchmarks.measurement import MIB, Benchmark, Goal, Measurement, Skipped, at_least, at_most, quantity, timed
from markscheme.cli import main
from markscheme.documents.files import read_text
from markscheme.errors import DocumentError
from markscheme.marking.driver import requested

DOCUMENTS = int(os.environ.get("MARKSCHEME_TREE_DOCUMENTS", "600"))
"""Documents of the large tree; the small one has a tenth of them."""
STUDENTS = 30
"""Documents of a class, which is a folder."""
WORDS = 120
CLASSES_A_SCHOOL = 5
SPEED_UP = 1.8
FLATNESS = 1.1
"""Most times as much memory as a tenth of the documents takes."""
INTERRUPTED = 1.0
"""Seconds from Ctrl-C to the process's end."""
DISCOVERY = 2.0
"""Milliseconds to find a document."""
ROUNDS = 2
SAMPLE_INTERVAL = 0.05
"""Seconds between two samples of memory."""
CONFIGURATION = """[[exercise]]
name = "{name}"
source = "task.txt"
references = ["teacher {{teacher}}.txt"]
hypotheses = ["students/{{student}}.txt"]
"""


def measure(data: Path) -> list[Measurement]:
    del data
    with TemporaryDirectory() as name:
        bench = Bench(Path(name))
        small, large = bench.tree(max(STUDENTS, DOCUMENTS // 10)), bench.tree(DOCUMENTS)
        lines = [_discovery(large)]
        cold = {workers: bench.review(large, workers, cold=True) for workers in (1, 2)}
        warm = {workers: [bench.review(large, workers) for _ in range(ROUNDS)] for workers in (1, 2)}
        bench.review(small, 1)
        few = bench.review(small, 1)
        return [
            *lines,
            _speed("2 workers, empty caches", large, [cold[1]], [cold[2]]),
            _speed("2 workers, warm cache", large, warm[1], warm[2]),
            _memory(small, large, few, warm[1][0]),
            *(_interrupted(bench, large, workers) for workers in (1, 2)),
        ]


BENCHMARK = Benchmark("folder_tree", __doc__, measure)


@attrs.frozen
class Tree:
    """A folder of classes, and its number of documents."""

    folder: Path
    documents: int


@attrs.frozen
class Finished:
    """A command that has ended: its seconds, and the most memory of one of its processes and of all, in bytes."""

    seconds: float
    own: int
    family: int


@attrs.frozen
class Bench:
    """A temporary folder with trees and caches."""

    folder: Path

    def tree(self, documents: int) -> Tree:
        """Write classes of :data:`STUDENTS` each, until there are this many documents."""
        top = self.folder / f"tree-{documents}"
        count = documents // STUDENTS
        for number in range(count):
            write_class(top / f"school-{number // CLASSES_A_SCHOOL:03}" / f"class-{number % CLASSES_A_SCHOOL}", number)
        return Tree(top, count * STUDENTS)

    def started(self, tree: Tree, workers: int, cache: Path) -> "subprocess.Popen[bytes]":
        """Start a review; it writes JSON to a file."""
        command = [sys.executable, "-m", "markscheme", "review", str(tree.folder), "--format", "json"]
        options = ["--workers", str(workers), "--cache", str(cache), "--output", str(self.folder / "report.json")]
        # A shell's background jobs, and their children, ignore Ctrl-C.
        return subprocess.Popen([*command, *options], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def review(self, tree: Tree, workers: int, *, cold: bool = False) -> Finished:
        """Review a tree, with an empty cache or with the one of the tree's first review."""
        cache = self.folder / f"cache-{tree.documents}{f'-{workers}' if cold else ''}.sqlite"
        begin = time.perf_counter()
        process = self.started(tree, workers, cache)
        watched = psutil.Process(process.pid)
        own = family = 0
        while process.poll() is None:
            with suppress(psutil.NoSuchProcess):
                used = [memory(item) for item in (watched, *watched.children(recursive=True))]
                own, family = max([own, *used]), max(family, sum(used))
            time.sleep(SAMPLE_INTERVAL)
        if process.returncode:
            raise Skipped(f"review ended with {process.returncode}")
        seconds = time.perf_counter() - begin
        if cold and workers == 1:
            shutil.copy(cache, self.folder / f"cache-{tree.documents}.sqlite")
        return Finished(seconds, own, family)


def write_class(folder: Path, seed: int) -> None:
    """Write a class: a task, a teacher's correction, and students who each take sentences of several versions."""
    text = essay(WORDS, seed)
    (folder / "students").mkdir(parents=True)
    (folder / "task.txt").write_text(text.source, "utf-8")
    (folder / "teacher kim.txt").write_text(text.references[0], "utf-8")
    (folder / "markscheme.toml").write_text(CONFIGURATION.format(name=f"week {seed}"), "utf-8")
    versions = [version.split("\n\n") for version in (text.source, *text.references, text.hypothesis)]
    for student in range(STUDENTS):
        chance = Random(seed * 1000 + student)
        paragraphs: list[str] = []
        for paragraph in zip(*versions, strict=True):
            sentences = zip(*(version.rstrip(".\n").split(". ") for version in paragraph), strict=True)
            paragraphs.append(". ".join(chance.choice(options) for options in sentences) + ".")
        (folder / "students" / f"student {student:02}.txt").write_text("\n\n".join(paragraphs) + "\n", "utf-8")


def _discovery(tree: Tree) -> Measurement:
    problems: list[DocumentError] = []
    seconds, found = timed(lambda: requested(tree.folder, read_text, problems.append))
    files = sum(len(participants) for _, participants in found)
    each = 1000 * seconds / files
    return Measurement(f"find {files:,} documents", quantity(seconds, "s"), goal=at_most(each, DISCOVERY, "ms each"))


def _speed(subject: str, tree: Tree, one: list[Finished], two: list[Finished]) -> Measurement:
    seconds = [median(item.seconds for item in runs) for runs in (one, two)]
    rates = [tree.documents / own for own in seconds]
    ratio = seconds[0] / seconds[1]
    return Measurement(
        f"{subject}, {tree.documents:,} documents",
        quantity(rates[1], "documents/s"),
        f"{quantity(rates[0], 'documents/s')} (1)",
        ratio,
        at_least(ratio, SPEED_UP, "times"),
        f"peak of all processes {quantity(max(item.family for item in two) / MIB, 'MiB')} and "
        f"{quantity(max(item.family for item in one) / MIB, 'MiB')} (1); starts included",
    )


def _memory(small: Tree, large: Tree, few: Finished, many: Finished) -> Measurement:
    goal = at_most(many.own / few.own, FLATNESS, "times")
    return Measurement(
        f"peak memory, {large.documents:,} documents, warm cache",
        quantity(many.own / MIB, "MiB"),
        f"{quantity(few.own / MIB, 'MiB')} ({small.documents:,})",
        few.own / many.own,
        Goal(f"{goal.text} as much", goal.met),
    )


def _interrupted(bench: Bench, tree: Tree, workers: int) -> Measurement:
    """Measure the time from Ctrl-C, when the first documents are written, to the end of the command."""
    (bench.folder / "report.json").unlink(missing_ok=True)
    process = bench.started(tree, workers, bench.folder / "interrupted.sqlite")
    while process.poll() is None and not _is_writing(bench.folder):
        time.sleep(SAMPLE_INTERVAL)
    begin = time.perf_counter()
    process.send_signal(signal.SIGINT)
    if process.wait() != main.INTERRUPTED:
        raise Skipped("the command had ended before Ctrl-C; take more documents")
    seconds = time.perf_counter() - begin
    if _is_writing(bench.folder) or (bench.folder / "report.json").exists():
        raise Skipped("an interrupted review left a file")
    return Measurement(
        f"Ctrl-C to the end, {workers} worker{'s' if workers > 1 else ''}",
        quantity(seconds, "s"),
        goal=at_most(seconds, INTERRUPTED, "s"),
    )


def _is_writing(folder: Path) -> bool:
    return any(path.stat().st_size for path in folder.glob(".markscheme-writing-*/*"))
