"""The benchmarks that can be read; each reader is an object in a registry."""

from collections.abc import Callable
from pathlib import Path

from markscheme.evaluation.judgements.benchmark import Benchmark
from markscheme.registry import Registry

BenchmarkReader = Callable[[Path, Path], Benchmark]
"""Reads a benchmark from its folder, and its references from another one."""

BENCHMARKS: Registry[BenchmarkReader] = Registry(
    "benchmark",
    {
        "seeda": "markscheme.evaluation.judgements.seeda:read_seeda",
        "seeda-all": "markscheme.evaluation.judgements.seeda:read_whole_seeda",
        "gjg15": "markscheme.evaluation.judgements.gjg15:read_gjg15",
    },
)
"""The readers by the names of benchmarks."""
