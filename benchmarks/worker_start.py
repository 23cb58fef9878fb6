"""``python -m benchmarks.worker_start``: processor seconds of a worker before its first item, as a command starts it.

This module imports little, since workers import it again.
"""

import time
from typing import Any

import attrs

from markscheme.scoring.executor import WholeWork


@attrs.frozen
class Started(WholeWork[int, float]):
    """Says how long a worker has worked before its first item."""

    def done(self, item: int, tools: Any, progress: Any) -> float:
        """Return the worker's processor seconds so far."""
        del item, tools, progress
        return time.process_time()

    def title(self, item: int) -> str:
        """Return the item's number."""
        return str(item)


def main() -> None:
    """Start two workers, and write what the slower one took."""
    from functools import partial

    from markscheme.inference.models import Models
    from markscheme.inference.settings import EngineSettings
    from markscheme.processes import begin_own_process
    from markscheme.progress import silent
    from markscheme.scoring.worker_pool import WorkerPool, prepare_workers

    begin_own_process()
    prepare_workers("markscheme.scoring.scorer")
    print(max(WorkerPool(2, partial(Models, EngineSettings())).run(Started(), range(2), lambda _: silent)))


if __name__ == "__main__":
    main()
