"""What calls of the Python API share: files and metrics by name, the engine, and where work is done."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from os import PathLike
from pathlib import Path
from typing import Any, Generic

import attrs

from markscheme.documents.files import read_text
from markscheme.exercises.decisions import Decisions
from markscheme.inference.models import ExpectedModels, Models
from markscheme.inference.settings import EngineSettings
from markscheme.languages.language import sample_step
from markscheme.marking.local import Engine
from markscheme.metrics.base import Metric
from markscheme.metrics.base import metric as find_metric
from markscheme.progress import Progress, silent
from markscheme.scoring.executor import Executor, Item, ItemProgress, Loss, Placement, Result, Tools, Work
from markscheme.scoring.metric_settings import MetricSettings, read_metric_settings
from markscheme.scoring.readers import FileOpener, with_one_tokenisation
from markscheme.scoring.scorer import CorpusFiles


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


AnyPath = str | PathLike[str]


_engines: dict[tuple[int, EngineSettings], Engine] = {}


_engines_lock = threading.Lock()


def engine_of(engine: Engine | EngineSettings | None) -> Engine:
    return engine if isinstance(engine, Engine) else Engine(engine or EngineSettings())


def shared_engine(settings: EngineSettings) -> Engine:
    """Return the one engine of this process with these settings, which all objects that name them share."""
    key = os.getpid(), settings.resolved()
    with _engines_lock:
        if key not in _engines:
            _engines[key] = Engine(key[1])
        return _engines[key]


def metric_of(metric: Metric[Any] | str, settings: MetricSettings | AnyPath | None) -> Metric[Any]:
    """Return a metric, a named one with settings; raise DocumentError for a bad file, RegistryError for a bad name."""
    if isinstance(metric, Metric):
        return metric
    if settings is None:
        return MetricSettings().metric(metric)
    return (settings if isinstance(settings, MetricSettings) else read_metric_settings(Path(settings))).metric(metric)


@attrs.frozen
class CorpusPaths:
    """A corpus's files: hypotheses by name; ``source`` where no other file carries it; ``columns``: names by role."""

    hypotheses: Mapping[str, AnyPath]
    references: Sequence[AnyPath] = ()
    source: AnyPath | None = None
    columns: Mapping[str, str] = {}
    accepted: AnyPath | None = None

    @property
    def paths(self) -> list[Path]:
        given = (*self.hypotheses.values(), *self.references, self.source, self.accepted)
        return [Path(path) for path in given if path is not None]

    def decisions(self) -> Decisions:
        """Return the accepted alternatives; raise DocumentError if their file can't be used."""
        if self.accepted is None:
            return Decisions()
        from markscheme.exercises.decisions import read_accepted

        path = Path(self.accepted)
        return Decisions(read_accepted(read_text(path), path))

    def opened(self, models: Models) -> CorpusFiles:
        """Return the files, each looked through once; raise DocumentError if one can't be used."""
        read = FileOpener(models, self.columns).stream
        files = CorpusFiles(
            tuple(read("hypothesis", name, Path(path)) for name, path in self.hypotheses.items()),
            tuple(read("reference", Path(path).name, Path(path)) for path in self.references),
            read("source", "source", Path(self.source)) if self.source is not None else None,
        )
        return CorpusFiles(*attrs.astuple(files.filled(with_one_tokenisation(tuple(files))), recurse=False))


@attrs.frozen
class CorpusWork:
    """How a corpus is worked on; ``on_notice`` is called if the source is in another language than the engine's."""

    engine: Engine = attrs.field(converter=engine_of)
    placement: Placement = Placement()
    journal: Path | None = attrs.field(default=None, converter=attrs.converters.optional(Path))
    progress: Progress = silent
    on_notice: Callable[[str], None] | None = None

    @property
    def models(self) -> Models:
        return self.engine.models

    def executor(self, metrics: Iterable[Metric[Any]]) -> Executor[Models]:
        return models_executor(self.models, metrics, self.placement)

    def notify_of_language(self, files: CorpusFiles) -> None:
        if self.on_notice is None:
            return
        carrier = files.carrier
        sentences = list(files.source_sentences(sample_step(carrier.size), self.models.segment))
        if other := self.models.other_language(sentences):
            from markscheme.marking.words import other_language_words

            path, own = carrier.reader.path, self.models.language
            name = f"{path.name}: " if path else ""
            self.on_notice(f"{name}{other_language_words(other, own)}. To say that it is: --language {own}")
