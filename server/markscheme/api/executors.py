"""Where callers of the API have work done."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Generic

import attrs

from markscheme.execution.choice import Placement, choose_executor
from markscheme.execution.executor import Executor, Item, ItemProgress, Loss, Result, Tools, Work
from markscheme.marking.local_engine import Engine
from markscheme.metrics.base import Metric
from markscheme.metrics.registry import metric as find_metric
from markscheme.progress import Progress
from markscheme.scoring.expected_models import ExpectedModels
from markscheme.scoring.models import Models
from markscheme.scoring.settings import EngineSettings


def models_executor(
    models: Models, metrics: Iterable[Metric[Any]], workers: int | None, on: str, address: str | None
) -> Executor[Models]:
    """Return where to work with models; see :func:`engine_executor`."""
    return _executor(models, Models, _themselves, metrics, _placement(models, workers, on, address))


def engine_executor(
    engine: Engine, metrics: Iterable[Metric[Any]], workers: int | None, on: str, address: str | None
) -> Executor[Engine]:
    """Return where to work with engines, as a caller names it.

    Parameters
    ----------
    metrics
        What is computed: workers on other machines must have the same models for these.

    Raises
    ------
    RegistryError
        If there is no such place to work.
    """
    return _executor(engine, Engine, _models_of, metrics, _placement(engine.models, workers, on, address))


def marking_metrics(*, credit: bool) -> tuple[Metric[Any], ...]:
    """Return the metrics whose models marks depend on.

    Parameters
    ----------
    credit
        Whether marks have credit.
    """
    return tuple(map(find_metric, ("errant", "credit") if credit else ("errant",)))


def _placement(models: Models, workers: int | None, on: str, address: str | None) -> Placement:
    return Placement(workers, on, address, gpu=models.device == "cuda")


def _executor(
    own: Tools,
    load: Callable[[EngineSettings], Tools],
    models_of: Callable[[Tools], Models],
    metrics: Iterable[Metric[Any]],
    placement: Placement,
) -> Executor[Tools]:
    models = models_of(own)
    if not placement.kind.is_elsewhere:
        return choose_executor(placement, own, partial(load, models.settings))
    executor = choose_executor(placement, own, partial(load, models.settings.elsewhere()))
    return _MatchingExecutor(executor, models_of, ExpectedModels.of(metrics, models))


def _themselves(models: Models) -> Models:
    return models


def _models_of(engine: Engine) -> Models:
    return engine.models


@attrs.frozen
class _MatchingExecutor(Generic[Tools]):
    """An executor whose workers do nothing with other models than those that are expected."""

    executor: Executor[Tools]
    models_of: Callable[[Tools], Models]
    expected: ExpectedModels

    def run(
        self, work: Work[Item, Result, Tools], items: Iterable[Item], progress: ItemProgress[Item]
    ) -> Iterator[Result]:
        return self.executor.run(_MatchedWork(work, self.models_of, self.expected), items, progress)


@attrs.frozen
class _MatchedWork(Generic[Item, Result, Tools]):
    work: Work[Item, Result, Tools]
    models_of: Callable[[Tools], Models]
    expected: ExpectedModels

    def done(self, item: Item, tools: Tools, progress: Progress) -> Result:
        self.expected.check(self.models_of(tools))
        return self.work.done(item, tools, progress)

    def title(self, item: Item) -> str:
        return self.work.title(item)

    def parts(self, item: Item) -> Sequence[Item]:
        return self.work.parts(item)

    def joined(self, item: Item, results: Sequence[Result]) -> Result:
        return self.work.joined(item, results)

    def lost(self, item: Item, loss: Loss) -> Result:
        return self.work.lost(item, loss)
