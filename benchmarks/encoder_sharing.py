"""Compare one encoder that has all cores with an encoder a worker, each of which has its share of them."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import attrs

from benchmarks.measurement import MIB, Benchmark, Measurement, Skipped, quantity
from benchmarks.research import conll_corpus
from markscheme.scoring.worker_pool import available_cores

ROUNDS = 3


@attrs.frozen
class Encoding:
    """One round: texts a second of all processes together, texts a processor second, and a process's own memory."""

    speed: float
    thrift: float
    memory: int


def measure(data: Path) -> list[Measurement]:
    conll_corpus(data)
    cores = available_cores()
    if cores < 2:
        raise Skipped("the machine has one core")
    rounds = [(_encoded(data, 1, cores), _encoded(data, cores, 1)) for _ in range(ROUNDS)]
    shared, own = ([pair[which] for pair in rounds] for which in (0, 1))
    fast, slow = (median(item.speed for item in items) for items in (own, shared))
    thrifty, costly = (median(item.thrift for item in items) for items in (own, shared))
    return [
        Measurement(
            f"{cores} encoders of 1 thread, on CPU",
            quantity(fast, "variants/s"),
            quantity(slow, f"variants/s (1 of {cores} threads)"),
            fast / slow,
            note=f"median of {ROUNDS} rounds by turns; an encoder's process has "
            f"{quantity(own[0].memory / MIB, 'MiB')} of its own, the one of {cores} threads "
            f"{quantity(shared[0].memory / MIB, 'MiB')}; vectors would have to be sent, which is not counted",
        ),
        Measurement(
            "the same, by processor time",
            quantity(thrifty, "variants/s and core"),
            quantity(costly, "variants/s and core"),
            thrifty / costly,
            note="the other jobs of a busy machine count less",
        ),
    ]


BENCHMARK = Benchmark("encoder-sharing", __doc__, measure)


def _encoded(data: Path, processes: int, threads: int) -> Encoding:
    """Encode the same texts with this number of processes, which begin together."""
    started = [_started(data, threads, part, processes) for part in range(processes)]
    for process in started:
        if not process.stdout or not process.stdout.readline():
            raise Skipped("the encoder can't be loaded")
    for process in started:
        if process.stdin:
            process.stdin.write("\n")
            process.stdin.flush()
    results = [json.loads(process.communicate()[0]) for process in started]
    return _together(results)


def _together(results: Sequence[dict[str, float]]) -> Encoding:
    texts = sum(item["texts"] for item in results)
    return Encoding(
        texts / max(item["seconds"] for item in results),
        texts / sum(item["busy"] for item in results),
        int(max(item["own"] for item in results)),
    )


def _started(data: Path, threads: int, part: int, parts: int) -> "subprocess.Popen[str]":
    arguments = [str(data), str(threads), str(part), str(parts)]
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.encoding_process", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
