"""What calls of the Python API share: files and metrics by name, the engine, and where work is done."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, Generic

import attrs

from markscheme.execution.choice import Placement
from markscheme.execution.executor import Executor, Item, ItemProgress, Loss, Result, Tools, Work
from markscheme.formats.corpus import ParallelText, sources_of
from markscheme.formats.streams import TextStream
from markscheme.languages.detection import sample_step
from markscheme.marking.local import Engine
from markscheme.metrics.base import Metric
from markscheme.metrics.registry import metric as find_metric
from markscheme.progress import Progress
from markscheme.scoring.blocks import CorpusFiles, Opening, source_sentences
from markscheme.scoring.metric_settings import MetricSettings, read_metric_settings
from markscheme.scoring.models import ExpectedModels, Models
from markscheme.scoring.record_texts import Role, texts_of_file
from markscheme.scoring.settings import EngineSettings


def models_executor(
    models: Models, metrics: Iterable[Metric[Any]], workers: int | None, on: str, address: str | None
) -> Executor[Models]:
    return _executor(models, Models, _themselves, metrics, _placement(models, workers, on, address))


def engine_executor(
    engine: Engine, metrics: Iterable[Metric[Any]], workers: int | None, on: str, address: str | None
) -> Executor[Engine]:
    """Return where to work with engines; workers on other machines must have the same models for the metrics.

    Raise RegistryError if there is no such place to work.
    """
    return _executor(engine, Engine, _models_of, metrics, _placement(engine.models, workers, on, address))


def marking_metrics(*, credit: bool) -> tuple[Metric[Any], ...]:
    """Return the metrics whose models marks depend on, with or without credit."""
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
        return placement.executor(own, partial(load, models.settings))
    executor = placement.executor(own, partial(load, models.settings.elsewhere()))
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
    """Return the metric that a caller gives; one that is given by name has its settings from a file, if there is one.

    Raise DocumentError if the file can't be used, RegistryError if there is no metric of the name.
    """
    if isinstance(metric, Metric):
        return metric
    if settings is None:
        return MetricSettings().metric(metric)
    return (settings if isinstance(settings, MetricSettings) else read_metric_settings(Path(settings))).metric(metric)


def parallel_texts(
    role: Role, named: Iterable[tuple[str, AnyPath]], columns: Mapping[str, str], models: Models
) -> list[ParallelText]:
    """Return the parallel texts of files in a role, each file with the name of whose it is."""
    return [text for name, path in named for text in texts_of_file(role, name, Path(path), columns, models)]


def opened_corpus(
    hypotheses: Mapping[str, AnyPath],
    references: Sequence[AnyPath],
    source: AnyPath | None,
    columns: Mapping[str, str],
    models: Models,
) -> CorpusFiles:
    """Return the files of a corpus, each looked through once; raise DocumentError if one can't be used."""
    opening = Opening(columns, models)
    return CorpusFiles(
        tuple(opening.stream("hypothesis", name, Path(path)) for name, path in hypotheses.items()),
        tuple(opening.stream("reference", Path(path).name, Path(path)) for path in references),
        opening.stream("source", "source", Path(source)) if source is not None else None,
    )


def notify_language(
    texts: Sequence[ParallelText], source: ParallelText | None, models: Models, on_notice: Callable[[str], None]
) -> None:
    carrier = source or next((text for text in texts if text.sources), None)
    sentences = [" ".join(segment.tokens) for segment in sources_of(texts, source)]
    _notify_language(sentences, carrier.path if carrier else None, models, on_notice)


def notify_language_of_stream(carrier: TextStream, models: Models, on_notice: Callable[[str], None]) -> None:
    step = sample_step(carrier.size)
    sentences = list(source_sentences(carrier, step, models.segment))
    _notify_language(sentences, carrier.reader.path, models, on_notice)


def _notify_language(
    sentences: Sequence[str], path: Path | None, models: Models, on_notice: Callable[[str], None]
) -> None:
    if other := models.other_language(sentences):
        from markscheme.marking.wording.words import other_language_words  # with all that marks a document

        name = f"{path.name}: " if path else ""
        on_notice(
            f"{name}{other_language_words(other, models.language)}. To say that it is: --language {models.language}"
        )
