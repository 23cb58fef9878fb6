"""The files and engines that callers of the API name."""

import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from markscheme.formats.parallel import ParallelText, sources_of
from markscheme.formats.streams.stream import TextStream
from markscheme.languages.detection import sample_step
from markscheme.marking.local_engine import Engine
from markscheme.metrics.base import Metric
from markscheme.scoring.blocks.block import CorpusFiles, source_sentences
from markscheme.scoring.blocks.opening import Opening
from markscheme.scoring.metric_settings.settings_file import MetricSettings, read_metric_settings
from markscheme.scoring.models import Models
from markscheme.scoring.record_texts import Role, texts_of_file, tokenised_segment
from markscheme.scoring.settings import EngineSettings

AnyPath = str | PathLike[str]
"""A file or a folder."""

_engines: dict[tuple[int, EngineSettings], Engine] = {}
_engines_lock = threading.Lock()


def engine_of(engine: Engine | EngineSettings | None) -> Engine:
    """Return the engine that a caller gives, or a new one with these settings."""
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

    Raises
    ------
    DocumentError
        If the file can't be used.
    RegistryError
        If there is no metric of the name.
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
    """Return the files of a corpus, each looked through once.

    Raises
    ------
    DocumentError
        If a file can't be used.
    """
    opening = Opening(columns, models)
    return CorpusFiles(
        tuple(opening.stream("hypothesis", name, Path(path)) for name, path in hypotheses.items()),
        tuple(opening.stream("reference", Path(path).name, Path(path)) for path in references),
        opening.stream("source", "source", Path(source)) if source is not None else None,
    )


def notify_language(
    texts: Sequence[ParallelText], source: ParallelText | None, models: Models, on_notice: Callable[[str], None]
) -> None:
    """Call ``on_notice`` if the source is in another language than the models', with a sentence that says so."""
    carrier = source or next((text for text in texts if text.sources), None)
    sentences = [" ".join(segment.tokens) for segment in sources_of(texts, source)]
    _notify_language(sentences, carrier.path if carrier else None, models, on_notice)


def notify_language_of_stream(carrier: TextStream, models: Models, on_notice: Callable[[str], None]) -> None:
    """Do the same for the file that gives a corpus's source."""
    step = sample_step(carrier.size)
    sentences = list(source_sentences(carrier, step, lambda text: tokenised_segment(text, models)))
    _notify_language(sentences, carrier.reader.path, models, on_notice)


def _notify_language(
    sentences: Sequence[str], path: Path | None, models: Models, on_notice: Callable[[str], None]
) -> None:
    if other := models.other_language(sentences):
        from markscheme.marking.wording.notice_words import other_language_words  # with all that marks a document

        name = f"{path.name}: " if path else ""
        on_notice(
            f"{name}{other_language_words(other, models.language)}. To say that it is: --language {models.language}"
        )
