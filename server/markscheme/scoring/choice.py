"""The executor that a person asked for."""

from collections.abc import Callable
from typing import Any, Final, Literal

import attrs

from markscheme.registry import Registry
from markscheme.scoring.executor import Executor, OneProcess, Tools

Workers = int | Literal["auto"] | None
"""A number of processes; ``auto``: as many as save time; ``None``: one here, and on a cluster as many as it takes."""
AUTO: Final = "auto"
DOCUMENTS_A_WORKER: Final = 60
"""Documents for which a worker is worth its start, which takes as long as one process takes for 30 to 60 of them."""


@attrs.frozen
class ExecutorKind:
    """A kind of executor of several processes; ``is_elsewhere``: on machines that have other files than this one."""

    make: "Callable[[Placement, Callable[[], Any]], Executor[Any]]"
    is_elsewhere: bool = False


@attrs.frozen
class Placement:
    """Where a person wants work done, on a kind of :data:`EXECUTORS`.

    ``workers`` is ``None`` for one here, and on a cluster for as many as it has room for. ``address`` is ``None`` for a
    cluster of this machine alone. With ``gpu`` each worker on a cluster has one to itself.
    """

    workers: int | None = None
    on: str = "local"
    address: str | None = None
    gpu: bool = False

    @property
    def kind(self) -> ExecutorKind:
        """Raise RegistryError if there is no such kind."""
        return EXECUTORS.get(self.on)

    @property
    def is_one_process(self) -> bool:
        return not self.kind.is_elsewhere and (self.workers or 1) == 1

    def executor(self, tools: Tools, load: Callable[[], Tools]) -> Executor[Tools]:
        """Return where to work: here with these tools, or in processes that load theirs; RegistryError if none."""
        return OneProcess(tools) if self.is_one_process else self.kind.make(self, load)


def workers_for(workers: Workers, on: str, documents: int, items: int) -> int | None:
    """Return a number of processes in place of ``auto``; documents are marked in ``items`` items.

    >>> workers_for("auto", "local", 50, 7), workers_for("auto", "ray", 50, 7), workers_for(2, "local", 50, 7)
    (1, None, 2)
    """
    if workers != AUTO:
        return workers
    if EXECUTORS.get(on).is_elsewhere:
        return None
    from markscheme.scoring.worker_pool import available_cores

    return max(1, min(available_cores(), items, documents // DOCUMENTS_A_WORKER))


def _worker_pool(placement: Placement, load: Callable[[], Tools]) -> Executor[Tools]:
    from markscheme.scoring.worker_pool import WorkerPool

    return WorkerPool(placement.workers or 1, load)


def _ray_actors(placement: Placement, load: Callable[[], Tools]) -> Executor[Tools]:
    from markscheme.scoring.ray_cluster import RayActors

    return RayActors(placement.workers, load, placement.address, placement.gpu)


LOCAL: Final = ExecutorKind(_worker_pool)
RAY: Final = ExecutorKind(_ray_actors, is_elsewhere=True)
EXECUTORS: Final[Registry[ExecutorKind]] = Registry(
    "executor",
    {"local": "markscheme.scoring.choice:LOCAL", "ray": "markscheme.scoring.choice:RAY"},
)
