"""Predict runs on 1, 2 and 4 workers and local nodes from what each stage costs, and measure them in the same run."""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from statistics import mean
from typing import TypeVar

import attrs

from benchmarks.cluster import local_cluster
from benchmarks.cluster_model import Costs, Layout, predicted_seconds
from benchmarks.large_corpora import Command, Corpora, Files, Finished, processor_seconds
from benchmarks.measurement import Benchmark, Goal, Measurement, Skipped, quantity
from markscheme.scoring.ray_cluster import import_ray
from markscheme.scoring.scorer import block_size
from markscheme.scoring.worker_pool import available_cores

T = TypeVar("T")

PROCESSES = (1, 2, 4)
CORES = available_cores()
TIMES = int(os.environ.get("MARKSCHEME_SIMULATION_TIMES", "40"))
"""Times that CoNLL-2014 is repeated for CLEME2.0 from M2; ERRANT from text takes a quarter."""
COST_TIMES = 8
"""Times that it is repeated for measuring costs."""
ROUNDS = 2
TINY = 8
"""Sentences of a corpus whose run is all start."""
WITHIN = 0.2
"""Largest share by which a prediction may differ."""
IDLE = 0.2
"""Processor seconds in a second below which a cluster is at rest: its nodes' own processes have started."""
IDLE_SECONDS = 60
"""Most seconds of waiting for that."""
PRELOADED = "import markscheme.own_process, markscheme.scoring.scorer"
"""What the process that workers are copied from imports."""


def measure(data: Path) -> list[Measurement]:
    folder = data / "conll14"
    if not (folder / "conll14.errant").is_file():
        raise Skipped(f"no CoNLL-2014 in {folder}")
    with tempfile.TemporaryDirectory() as name:
        corpora = Corpora(folder, Path(name))
        jobs = (
            Job("cleme2 from M2", "cleme2", corpora.m2(COST_TIMES), corpora.m2(TIMES)),
            Job("errant from text", "errant", corpora.text(COST_TIMES), corpora.text(max(COST_TIMES, TIMES // 4))),
        )
        return [line for job in jobs for line in job.measured(corpora.folder)]


BENCHMARK = Benchmark("simulation", __doc__, measure)


@attrs.frozen
class Job:
    """A metric, the corpus that shows its costs, and the one that is scored."""

    title: str
    metric: str
    sample: Files
    files: Files

    @property
    def block(self) -> int:
        """Sentences of a block of this corpus."""
        return block_size(self.files.sentences)

    def measured(self, folder: Path) -> Iterator[Measurement]:
        """Yield the costs, and each run with its prediction."""
        costs = self._costs(folder)
        yield self._cost_line(costs)
        yield self._compared("1 process", costs, 0, nullcontext(()), folder)
        for workers in PROCESSES[1:]:
            options = ("--workers", str(workers))
            yield self._compared(f"{workers} workers", costs, workers, nullcontext(options), folder)
        if not _has_ray():
            return
        on_ray = self._costs_on_ray(costs, folder)
        yield self._ray_line(on_ray)
        for nodes in PROCESSES:
            title = "1 node of Ray" if nodes == 1 else f"{nodes} nodes of Ray"
            yield self._compared(title, on_ray, nodes, ray_nodes(nodes), folder)

    def _costs(self, folder: Path) -> Costs:
        arguments = [
            self.metric,
            str(self.block),
            str(folder),
            str(self.sample.hypothesis),
            str(self.sample.references[0]),
        ]
        if self.sample.source:
            arguments.append(str(self.sample.source))
        stages = json.loads(_output("benchmarks.block_costs", *arguments))
        start = _processor_seconds(lambda: self._tiny(folder))[0] - stages["load"]
        copied, _ = _processor_seconds(lambda: subprocess.run([sys.executable, "-c", PRELOADED], check=True))
        worker = float(_output("benchmarks.worker_start"))
        sample = Command(self.sample, self.metric, threads=1)
        alone, beside = sample.run(folder), sample.run(folder, copies=CORES)
        crowding = max(1.0, beside.busy / CORES / alone.busy)
        return Costs(start=start, copied=copied, worker=worker, crowding=crowding, **stages)

    def _tiny(self, folder: Path, options: Sequence[str] = ()) -> Finished:
        return Command(self.sample.first(TINY), self.metric, tuple(options), threads=1).run(folder)

    def _costs_on_ray(self, costs: Costs, folder: Path) -> Costs:
        """Return the costs with those starts that a run of a few sentences on one node shows.

        What passes while neither the command nor the node works is waiting.
        """
        with ray_nodes(1) as options:
            start, run = _processor_seconds(lambda: self._tiny(folder, options))
        on_ray = attrs.evolve(costs, start=start, copied=0.0, worker=max(0.0, run.cluster - costs.load), crowding=1.0)
        layout = Layout(1, cores=min(run.free, CORES), all_cores=CORES)
        wait = max(0.0, run.seconds - predicted_seconds(on_ray, layout, TINY, self.block))
        return attrs.evolve(on_ray, wait=wait, crowding=costs.crowding)

    def _ray_line(self, costs: Costs) -> Measurement:
        return Measurement(
            f"{self.title}: starts on Ray",
            quantity(costs.start, "s (command)"),
            quantity(costs.worker, "s (actor)"),
            note=f"processor time; {costs.wait:.2f} s of waiting besides",
        )

    def _cost_line(self, costs: Costs) -> Measurement:
        sentence = (costs.cut + costs.send + costs.keep) / self.block + costs.look + costs.fold
        mark = (costs.mark + costs.receive) / self.block
        parts = ", ".join(f"{name} {value:.3g}" for name, value in attrs.asdict(costs).items())
        return Measurement(
            f"{self.title}: one sentence, by workers",
            quantity(1e6 * mark, "µs"),
            quantity(1e6 * sentence, "µs (driver)"),
            mark / sentence,
            note=f"processor time. The ratio is how many workers a driver can keep busy. Stages in seconds: {parts}",
        )

    def _compared(
        self, where: str, costs: Costs, workers: int, prepared: AbstractContextManager[tuple[str, ...]], folder: Path
    ) -> Measurement:
        with prepared as options:
            command = Command(self.files, self.metric, options, threads=1)
            runs = [command.run(folder) for _ in range(ROUNDS)]
        measured = mean(run.seconds for run in runs)
        predicted = mean(self._predicted(costs, workers, run) for run in runs)
        off = predicted / measured - 1
        return Measurement(
            f"{self.title}, {self.files.sentences:,} sentences, {where}",
            quantity(measured, "s"),
            quantity(predicted, "s (predicted)"),
            predicted / measured,
            Goal(f"within {WITHIN:.0%}", abs(off) <= WITHIN),
            f"other jobs left {mean(run.free for run in runs):.1f} of {CORES} cores",
        )

    def _predicted(self, costs: Costs, workers: int, run: Finished) -> float:
        layout = Layout(workers, cores=min(run.free, CORES), all_cores=CORES)
        return predicted_seconds(costs, layout, self.files.sentences, self.block)


@contextmanager
def ray_nodes(count: int) -> Iterator[tuple[str, ...]]:
    """Start a local cluster of nodes with one core each, and yield the options that score on it once it is idle."""
    with local_cluster(import_ray(), count) as address:
        _wait_until_idle()
        yield ("--on", f"ray:{address}", "--workers", str(count))


def _wait_until_idle() -> None:
    """Wait until what this process has started takes no processor time to speak of."""
    for _ in range(IDLE_SECONDS):
        before = sum(processor_seconds().values())
        time.sleep(1)
        if sum(processor_seconds().values()) - before < IDLE:
            return


def _has_ray() -> bool:
    return importlib.util.find_spec("ray") is not None


def _output(module: str, *arguments: str) -> str:
    """Return what a module of ours writes when it is run."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    if done.returncode:
        raise Skipped(f"{module} ended with {done.returncode}: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout


def _processor_seconds(work: Callable[[], T]) -> tuple[float, T]:
    """Return the processor seconds of the processes that work starts and waits for, and its result."""
    before = os.times()
    result = work()
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system, result
