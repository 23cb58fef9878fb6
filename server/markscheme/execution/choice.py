"""The executor that a person asked for."""

from collections.abc import Callable

from markscheme.execution.executor import Executor, OneProcess, Tools
from markscheme.execution.worker_pool import WorkerPool


def choose_executor(workers: int, tools: Tools, load: Callable[[], Tools]) -> Executor[Tools]:
    """Return where to work: here with these tools, or in several processes, each of which loads its own."""
    return OneProcess(tools) if workers == 1 else WorkerPool(workers, load)
