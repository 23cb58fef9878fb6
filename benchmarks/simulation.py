"""Predict runs on 1, 2 and 4 workers and local nodes from what each stage costs, and measure them in the same run."""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from statistics import mean

import attrs

from benchmarks.cluster import local_cluster
from benchmarks.cluster_model import Costs, Layout, predicted_seconds
from benchmarks.large_corpora import Command, Corpora, Files, Finished
from benchmarks.measurement import Benchmark, Goal, Measurement, Skipped, quantity, timed
from markscheme.execution.ray_session import import_ray
from markscheme.execution.worker_pool import available_cores
from markscheme.scoring.corpus import BLOCK

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
PRELOADED = "import markscheme.execution.own_process, markscheme.scoring.blocks.block_work"
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
        on_ray = attrs.evolve(costs, worker=costs.worker + self._ray_start(folder))
        for nodes in PROCESSES:
            yield self._compared(f"{nodes} nodes of Ray", on_ray, nodes, ray_nodes(nodes), folder)

    def _costs(self, folder: Path) -> Costs:
        arguments = [self.metric, str(folder), str(self.sample.hypothesis), str(self.sample.references[0])]
        if self.sample.source:
            arguments.append(str(self.sample.source))
        stages = json.loads(_output("benchmarks.block_costs", *arguments))
        start = _processor_seconds(lambda: self._tiny(folder)) - stages["load"]
        copied = _processor_seconds(lambda: subprocess.run([sys.executable, "-c", PRELOADED], check=True))
        worker = float(_output("benchmarks.worker_start"))
        sample = Command(self.sample, self.metric, threads=1)
        alone, beside = sample.run(folder), sample.run(folder, copies=CORES)
        crowding = max(1.0, beside.busy / CORES / alone.busy)
        return Costs(start=start, copied=copied, worker=worker, crowding=crowding, **stages)

    def _tiny(self, folder: Path, options: Sequence[str] = ()) -> None:
        Command(self.sample.first(TINY), self.metric, tuple(options), threads=1).run(folder)

    def _ray_start(self, folder: Path) -> float:
        """Return how much longer a run on one node of Ray takes to start than one in this process."""
        with ray_nodes(1) as options:
            here, there = (timed(partial(self._tiny, folder, given))[0] for given in ((), options))
        return max(0.0, there - here)

    def _cost_line(self, costs: Costs) -> Measurement:
        sentence = (costs.cut + costs.send + costs.keep) / BLOCK + costs.look + costs.fold
        mark = (costs.mark + costs.receive) / BLOCK
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
        return predicted_seconds(costs, layout, self.files.sentences, BLOCK)


@contextmanager
def ray_nodes(count: int) -> Iterator[tuple[str, ...]]:
    """Start a local cluster of nodes with one core each, and yield the options that score on it."""
    with local_cluster(import_ray(), count) as address:
        yield ("--on", "ray", "--address", address, "--workers", str(count))


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


def _processor_seconds(work: Callable[[], object]) -> float:
    """Return the processor seconds of the processes that work starts and waits for."""
    before = os.times()
    work()
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
