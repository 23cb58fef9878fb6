"""Score a corpus on a Ray cluster of 1, 2 and 4 nodes of this machine: start, sentences a second, memory."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import psutil

import markscheme
from benchmarks.large_corpora import Corpora, Files
from benchmarks.measurement import MIB, Benchmark, Measurement, Skipped, quantity
from markscheme.scoring.ray_cluster import import_ray

NODES = (1, 2, 4)
"""Nodes with one core each."""
TIMES = int(os.environ.get("MARKSCHEME_SCALE_SPEED_TIMES", "50"))
"""Times that CoNLL-2014 is repeated for CLEME2.0."""
TEXT_TIMES = 5
"""Times that it is repeated for ERRANT from text."""
WARM_UP = 0.2
"""The share of the sentences that is marked before the clock begins: actors have then loaded their tools."""
STORE = 80 * 2**20


def measure(data: Path) -> list[Measurement]:
    if not (data / "conll14" / "conll14.errant").is_file():
        raise Skipped(f"no CoNLL-2014 in {data}")
    try:
        ray = import_ray()
    except markscheme.DocumentError as error:
        raise Skipped(str(error)) from error
    with tempfile.TemporaryDirectory() as name:
        corpora = Corpora(data / "conll14", Path(name))
        cases = [
            ("cleme2 from M2", corpora.m2(TIMES), "cleme2"),
            ("errant from text", corpora.text(TEXT_TIMES), "errant"),
        ]
        return [row for title, files, metric in cases for row in _rows(ray, title, files, metric, corpora)]


BENCHMARK = Benchmark("cluster", __doc__, measure)


@attrs.define
class _Marked:
    """A run's clock.

    Attributes
    ----------
    start
        Seconds from the call to the first block.
    rate
        Sentences a second after the warm-up.
    actor
        Bytes of the largest actor.
    """

    begin: float = attrs.field(factory=time.perf_counter)
    start: float = 0.0
    rate: float = 0.0
    actor: int = 0
    warm: tuple[float, int] = (0.0, 0)

    @classmethod
    def of(cls, files: Files, metric: str, corpora: Corpora, **options: Any) -> "_Marked":
        """Score a corpus without a cache of anybody else's."""
        clock = cls()
        engine = markscheme.EngineSettings(cache=str(corpora.folder / f"cache-{time.monotonic_ns()}.sqlite"))
        corpus = markscheme.Corpus.read({"h": files.hypothesis}, files.references, files.source)
        corpus.score(metric, per_sentence=False, work=markscheme.Work(engine, progress=clock, **options))
        return clock

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.perf_counter()
        if stage != "sentences" or not done:
            return
        self.start = self.start or now - self.begin
        if not self.warm[1] and done >= WARM_UP * total:
            self.warm = now, done
        elif done == total and not self.rate:
            self.rate = (done - self.warm[1]) / (now - self.warm[0])
            self.actor = max((item.memory_info().rss for item in _actors()), default=0)


def _rows(ray: Any, title: str, files: Files, metric: str, corpora: Corpora) -> Iterator[Measurement]:
    """Measure one process here, then clusters by size: one node beside the process, others beside one node."""
    before, name = _Marked.of(files, metric, corpora).rate, "one process"
    for nodes in NODES:
        begin = time.perf_counter()
        with local_cluster(ray, nodes) as address:
            started = time.perf_counter() - begin
            marked = _Marked.of(files, metric, corpora, on="ray", address=address)
        yield Measurement(
            f"{nodes} node{'s' if nodes > 1 else ''}, {title}, {files.sentences:,} sentences",
            quantity(marked.rate, "sentences/s"),
            f"{quantity(before, 'sentences/s')} ({name})",
            marked.rate / before,
            note=f"cluster up in {started:.1f} s, first block after {marked.start:.1f} s, "
            f"an actor {quantity(marked.actor / MIB, 'MiB')}",
        )
        if nodes == NODES[0]:
            before, name = marked.rate, "1 node"


def _actors() -> list[psutil.Process]:
    """Return the processes of our actors."""
    return [item for item in psutil.Process().children(recursive=True) if _title(item).startswith("ray::_Worker")]


def _title(process: psutil.Process) -> str:
    try:
        return (process.cmdline() or [""])[0]
    except psutil.Error:
        return ""


@contextmanager
def local_cluster(ray: Any, nodes: int) -> Iterator[str]:
    """Start a cluster of this many nodes, each with one core."""
    from ray.cluster_utils import Cluster

    folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")  # sockets' paths must be short
    options = {"num_cpus": 1, "object_store_memory": STORE}
    cluster = Cluster(initialize_head=True, head_node_args={**options, "include_dashboard": False, "temp_dir": folder})
    try:
        for _ in range(nodes - 1):
            cluster.add_node(**options)
        yield cluster.address
    finally:
        processes = psutil.Process().children(recursive=True)
        ray.shutdown()
        cluster.shutdown()
        psutil.wait_procs(processes, timeout=10)  # they still write into the folder
        shutil.rmtree(folder, ignore_errors=True)
