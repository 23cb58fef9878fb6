"""What calls of the Python API share: the engine, and where work is done."""

import math
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from operator import attrgetter
from pathlib import Path
from typing import Any, Generic

import attrs

from markscheme.inference.models import ExpectedModels, Models
from markscheme.inference.settings import EngineSettings
from markscheme.languages.language import sample_step
from markscheme.marking.local import Engine
from markscheme.metrics.base import Metric
from markscheme.metrics.base import metric as find_metric
from markscheme.progress import Progress, silent
from markscheme.scoring.executor import (
    AUTO,
    Executor,
    Item,
    ItemProgress,
    Loss,
    Placement,
    Result,
    Tools,
    Workers,
    workers_for,
)
from markscheme.scoring.executor import Work as ItemWork
from markscheme.scoring.scorer import CorpusFiles, block_size


def models_executor(models: Models, metrics: Iterable[Metric[Any]], placement: Placement) -> Executor[Models]:
    return _executor(models, Models, lambda own: own, metrics, placement)


def engine_executor(engine: Engine, metrics: Iterable[Metric[Any]], placement: Placement) -> Executor[Engine]:
    """Return where engines work; workers elsewhere need the metrics' models; raise RegistryError for no such place."""
    return _executor(engine, Engine, attrgetter("models"), metrics, placement)


def marking_metrics(*, credit: bool) -> tuple[Metric[Any], ...]:
    return tuple(map(find_metric, ("errant", "credit") if credit else ("errant",)))


def _executor(
    own: Tools,
    load: Callable[[EngineSettings], Tools],
    models_of: Callable[[Tools], Models],
    metrics: Iterable[Metric[Any]],
    placement: Placement,
) -> Executor[Tools]:
    models = models_of(own)
    placement = attrs.evolve(placement, gpu=models.device == "cuda")
    if not placement.kind.is_elsewhere:
        return placement.executor(own, partial(load, models.settings))
    executor = placement.executor(own, partial(load, models.settings.elsewhere()))
    return _MatchingExecutor(executor, models_of, ExpectedModels.of(metrics, models))


@attrs.frozen
class _MatchingExecutor(Generic[Tools]):
    """An executor whose workers do nothing with other models than those that are expected."""

    executor: Executor[Tools]
    models_of: Callable[[Tools], Models]
    expected: ExpectedModels

    def run(
        self, work: ItemWork[Item, Result, Tools], items: Iterable[Item], progress: ItemProgress[Item]
    ) -> Iterator[Result]:
        return self.executor.run(_MatchedWork(work, self.models_of, self.expected), items, progress)


@attrs.frozen
class _MatchedWork(Generic[Item, Result, Tools]):
    work: ItemWork[Item, Result, Tools]
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


_engines: dict[tuple[int, EngineSettings], Engine] = {}
_engines_lock = threading.Lock()


SENTENCES_A_DOCUMENT = 10
"""Sentences of a corpus that take about as long as a document, where the number of workers is chosen."""


def shared_engine(settings: EngineSettings) -> Engine:
    """Return the one engine of this process with these settings, which all objects that name them share."""
    key = os.getpid(), settings.resolved()
    with _engines_lock:
        if key not in _engines:
            _engines[key] = Engine(key[1])
        return _engines[key]


@attrs.frozen
class Work:
    """Where and how work is done; it has no part in a result.

    ``engine`` has the models: ``None`` for those that all calls without one share, settings for new ones; an
    :class:`Engine` keeps its models for other calls. More than one of ``workers`` are started anew, with models
    of their own, so a script that asks for them needs ``if __name__ == "__main__":``. ``None`` is one here, and on Ray
    one for each core, or GPU where the encoder's device is ``cuda``; ``"auto"`` is as many as save time. ``on`` is
    ``local``, or ``ray`` with ``markscheme[ray]``. ``address`` is the cluster: ``HOST:PORT``, from one of its machines,
    or ``auto``; ``None`` for one of this machine alone, which ends with the call. A connection that the program has
    already is used. ``journal`` keeps marked blocks, so that the same call goes on with a stopped run; delete it when
    the result is kept. ``on_notice`` is called with what a person should know, such as a source in another language.
    """

    engine: Engine | EngineSettings | None = None
    workers: Workers = None
    on: str = "local"
    address: str | None = None
    journal: Path | None = attrs.field(default=None, converter=attrs.converters.optional(Path))
    progress: Progress = attrs.field(default=silent, repr=False)
    on_notice: Callable[[str], None] | None = attrs.field(default=None, repr=False)

    @property
    def engine_in_use(self) -> Engine:
        # A call's default is one object for as long as the process lives, and in its forks: it holds no shared engine.
        return shared_engine(EngineSettings()) if self.engine is None else self._own_engine

    @cached_property
    def _own_engine(self) -> Engine:
        return self.engine if isinstance(self.engine, Engine) else Engine(self.engine or EngineSettings())

    @property
    def models(self) -> Models:
        return self.engine_in_use.models

    @property
    def has_several_processes(self) -> bool:
        return self.workers == AUTO or not self.placement(0, 0).is_one_process

    def placement(self, documents: int, items: int) -> Placement:
        """Return where so many documents are marked, in so many items."""
        return Placement(workers_for(self.workers, self.on, documents, items), self.on, self.address)

    def corpus_executor(self, metrics: Iterable[Metric[Any]], files: CorpusFiles) -> Executor[Models]:
        size = files.carrier.size
        placement = self.placement(size // SENTENCES_A_DOCUMENT, math.ceil(size / block_size(size)))
        return models_executor(self.models, metrics, placement)

    def notify_of_language(self, files: CorpusFiles) -> None:
        """Say so if the source is in another language than the engine's."""
        if self.on_notice is None:
            return
        carrier = files.carrier
        sentences = list(files.source_sentences(sample_step(carrier.size), self.models.segment))
        if other := self.models.other_language(sentences):
            from markscheme.marking.words import other_language_words

            path, own = carrier.reader.path, self.models.language
            name = f"{path.name}: " if path else ""
            self.on_notice(f"{name}{other_language_words(other, own)}. To say that it is: --language {own}")
