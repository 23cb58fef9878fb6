"""A model of a run in blocks on several processes and machines: what each stage costs, to seconds, event by event.

The driver starts, looks through the files, cuts and sends blocks, keeps what comes back, and folds it at the end.
Workers start, and take blocks in the order in which they are sent. Processes of one host share its cores.
"""

from collections import deque
from collections.abc import Callable, Iterator

import attrs

from markscheme.scoring.executor import ITEMS_A_WORKER


@attrs.frozen
class Costs:
    """Processor seconds on a core whose neighbours are idle.

    Attributes
    ----------
    start
        Of the command, from its start to its files and from its result to its end.
    copied
        Of the process that workers are copies of, which is started with the command.
    worker
        Of a worker, before its first block.
    wait
        Seconds that pass besides before that block, while no process of the host works for it.
    load
        Of models, by each process that marks blocks.
    look, fold
        Of a sentence.
    cut, send, keep
        Of a block, by the driver.
    receive
        Of a block, by the worker that takes it, also of sending back what it contributes.
    mark
        Of a block, what it contributes packed.
    crowding
        How many times as long work takes while all cores of the host are busy.
    """

    start: float
    copied: float
    worker: float
    load: float
    look: float
    cut: float
    send: float
    receive: float
    mark: float
    keep: float
    fold: float
    wait: float = 0.0
    crowding: float = 1.0


@attrs.frozen
class Layout:
    """Where a run takes place.

    Attributes
    ----------
    workers
        The number of workers on each host; 0 if the driver marks blocks itself.
    hosts
        The number of hosts; the driver is on the first.
    cores
        Of each host. Not a whole number, if other jobs take a part.
    all_cores
        What each host has, other jobs or not.
    """

    workers: int
    hosts: int = 1
    cores: float = 1.0
    all_cores: int = 1


@attrs.frozen
class Pause:
    """Seconds that a process lets pass."""

    seconds: float


Step = float | Pause | Callable[[], bool]
"""What a process does next: processor seconds, a pause, or waiting until something holds."""


@attrs.define(eq=False)
class _Process:
    host: int
    steps: Iterator[Step]
    left: float = 0.0
    pauses: bool = False
    waits: Callable[[], bool] | None = None
    ended: bool = False

    @property
    def goes_on(self) -> bool:
        return not self.ended and self.waits is None

    @property
    def works(self) -> bool:
        return self.goes_on and not self.pauses

    def advance(self) -> None:
        """Go to the next step that takes time or waits."""
        for step in self.steps:
            if callable(step):
                if not step():
                    self.waits = step
                    return
                continue
            self.pauses = isinstance(step, Pause)
            self.left = step.seconds if isinstance(step, Pause) else step
            if self.left > 0:
                return
        self.ended = True


@attrs.define
class _Run:
    """One run: its queues, and the processes that share them."""

    costs: Costs
    layout: Layout
    sentences: int
    blocks: int
    queue: deque[int] = attrs.Factory(deque)
    done: deque[int] = attrs.Factory(deque)
    marks: bool = False
    copied: bool = False
    over: bool = False

    def driver(self) -> Iterator[Step]:
        costs = self.costs
        yield costs.start
        yield costs.look * self.sentences
        self.marks = True
        yield from self._here() if not self.layout.workers else self._by_workers()
        self.over = True
        yield costs.fold * self.sentences

    def _here(self) -> Iterator[Step]:
        yield self.costs.load
        for _ in range(self.blocks):
            yield self.costs.cut + self.costs.mark + self.costs.keep

    def _by_workers(self) -> Iterator[Step]:
        in_flight, most = 0, ITEMS_A_WORKER * self.layout.workers * self.layout.hosts
        for block in range(self.blocks):
            yield self.costs.cut + self.costs.send
            self.queue.append(block)
            in_flight += 1
            while in_flight >= most or (block == self.blocks - 1 and in_flight):
                yield lambda: bool(self.done)
                while self.done:
                    self.done.popleft()
                    in_flight -= 1
                    yield self.costs.keep

    def copying(self) -> Iterator[Step]:
        yield self.costs.copied
        self.copied = True

    def worker(self) -> Iterator[Step]:
        yield lambda: self.marks and self.copied
        yield Pause(self.costs.wait)
        yield self.costs.worker + self.costs.load
        while True:
            yield lambda: bool(self.queue) or self.over
            if not self.queue:
                return
            block = self.queue.popleft()
            yield self.costs.receive + self.costs.mark
            self.done.append(block)


def predicted_seconds(costs: Costs, layout: Layout, sentences: int, block: int) -> float:
    """Return the seconds of a run by the wall clock.

    Parameters
    ----------
    sentences
        Of the corpus.
    block
        Sentences of a block. The last block counts by its part of one.
    """
    run = _Run(costs, layout, sentences, max(1, round(sentences / block)))
    processes = [_Process(0, run.driver())]
    if layout.workers:
        processes += [_Process(host, run.copying()) for host in range(layout.hosts)]
        processes += [_Process(host, run.worker()) for host in range(layout.hosts) for _ in range(layout.workers)]
    return _play(processes, costs, layout)


def _play(processes: list[_Process], costs: Costs, layout: Layout) -> float:
    """Run processes until the first one ends; return its seconds."""
    now = 0.0
    for process in processes:
        process.advance()
    while not processes[0].ended:
        speeds = {host: _speed(processes, host, costs, layout) for host in range(layout.hosts)}
        going = [(process, 1.0 if process.pauses else speeds[process.host]) for process in processes if process.goes_on]
        if not going:
            raise RuntimeError("every process waits")
        step = min(process.left / speed for process, speed in going)
        now += step
        for process, speed in going:
            process.left -= step * speed
            if process.left <= 1e-9:
                process.advance()
        for process in processes:
            if process.waits is not None and process.waits():
                process.waits = None
                process.advance()
    return now


def _speed(processes: list[_Process], host: int, costs: Costs, layout: Layout) -> float:
    """Return the processor seconds that each running process of a host gets in a second."""
    running = sum(process.works for process in processes if process.host == host)
    if not running:
        return 1.0
    share = min(1.0, layout.cores / running)
    others = layout.all_cores - layout.cores
    busy = min(layout.all_cores, running + others)
    crowd = (busy - 1) / (layout.all_cores - 1) if layout.all_cores > 1 else 0.0
    return share / (1 + (costs.crowding - 1) * max(0.0, crowd))
