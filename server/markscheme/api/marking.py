"""Documents marked against their references."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, Generic

import attrs

from markscheme.execution.choice import Placement, Workers, choose_executor, workers_for
from markscheme.execution.executor import Executor, Item, ItemProgress, Loss, Result, Tools, Work
from markscheme.exercises.configuration import MarkingOverrides
from markscheme.exercises.scheme.scheme import scheme_of
from markscheme.formats.corpus import ParallelText, sources_of
from markscheme.formats.streams import TextStream
from markscheme.judges.judge import Judge, JudgeError
from markscheme.languages.detection import sample_step
from markscheme.marking.driver import FILES, Request, TaskSettings, portions, requested
from markscheme.marking.local import Engine, GivenJudge, usable_judge
from markscheme.marking.marks import MarkSettings
from markscheme.metrics.base import Metric
from markscheme.metrics.impara import EstimateSettings
from markscheme.metrics.registry import metric as find_metric
from markscheme.progress import Progress, silent
from markscheme.reports.report import Report, ReviewedDocument, Shown, itself, whole_report
from markscheme.reports.review_work import ReviewStream, ReviewWork
from markscheme.scoring.blocks import CorpusFiles, Opening, source_sentences
from markscheme.scoring.metric_settings import MetricSettings, read_metric_settings
from markscheme.scoring.models import ExpectedModels, Models
from markscheme.scoring.record_texts import Role, texts_of_file, tokenised_segment
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError
from markscheme.text.files import read_text


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
    sentences = list(source_sentences(carrier, step, lambda text: tokenised_segment(text, models)))
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


def review(
    paths: Iterable[AnyPath],
    *,
    settings: MarkSettings | None = None,
    overrides: MarkingOverrides = MarkingOverrides(),
    estimates: EstimateSettings = EstimateSettings(),
    engine: Engine | EngineSettings | None = None,
    judge: Judge | Callable[[], Judge] | None = None,
    with_vectors: bool = True,
    workers: Workers = None,
    on: str = "local",
    address: str | None = None,
    progress: Progress = silent,
) -> Report:
    """Mark documents: files of exercises, or folders of them.

    A folder, or a ``markscheme.toml``, stands for every hypothesis in it; a source by itself is marked as the
    hypothesis that changed nothing. Alternatives that a teacher accepted (``accepted.m2`` beside the references) count
    as a reference's. A hypothesis whose exercise has no reference is in ``estimated`` of the report. A document that
    can't be marked is a problem in the report and stops no other; so is one that always ends its process, with several
    workers.

    ``settings`` hold where a ``markscheme.toml`` says nothing, ``overrides`` whatever it says. Without ``judge``, the
    model for the weighting ``llm`` or a function that finds it when needed, nothing is asked, whatever a
    ``markscheme.toml`` or the environment says. Where it does not answer everything, the report says so and weighs no
    document by it. ``with_vectors`` computes weights, plans and credit where no mark scheme needs them; without it no
    encoder is loaded, and verdicts, points and marks are the same.

    More than one of ``workers`` are started anew, and each loads the models, so a script that asks for them needs
    ``if __name__ == "__main__":``. ``"auto"`` takes at most one a core, and one for each 60 documents. ``on`` and
    ``address`` are as for :func:`score`; workers read the documents themselves, by one path on all machines.

    Raise DocumentError if processes die at 100 documents on end, or Ray is missing or does not answer; JudgeError if a
    language model is to weigh edits, and there are several workers.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src.txt").write_text("He go to school.\\n")
    >>> _ = (folder / "essay.hyp.mei.txt").write_text("He goes to school.\\n")
    >>> _ = (folder / "essay.ref.kim.txt").write_text("He goes to school.\\n")
    >>> [document] = review([folder]).documents
    >>> [(finding.category.value, finding.hypothesis) for finding in document.review.findings]
    [('hit-correction', 'goes')]
    """
    stream = review_stream(
        paths,
        itself,
        settings=settings,
        overrides=overrides,
        estimates=estimates,
        engine=engine,
        judge=judge,
        with_vectors=with_vectors,
        workers=workers,
        on=on,
        address=address,
        progress=progress,
    )
    return whole_report(list(stream), stream.sum, read_text)


def review_stream(
    paths: Iterable[AnyPath],
    show: Callable[[ReviewedDocument], Shown],
    *,
    settings: MarkSettings | None = None,
    overrides: MarkingOverrides = MarkingOverrides(),
    estimates: EstimateSettings = EstimateSettings(),
    engine: Engine | EngineSettings | None = None,
    judge: Judge | Callable[[], Judge] | None = None,
    with_vectors: bool = True,
    workers: Workers = None,
    on: str = "local",
    address: str | None = None,
    progress: Progress = silent,
    scheme: str | None = None,
) -> ReviewStream[Shown]:
    """Find documents, and return a review that marks them while it is gone through; otherwise as :func:`review`.

    ``show`` returns what becomes of a document, where that is marked: with workers, both can be pickled. ``scheme``
    names a preset in place of every mark scheme. Raise JudgeError as :func:`review`.
    """
    own = engine_of(engine)
    tasks = TaskSettings(settings or MarkSettings(), estimates, overrides, with_vectors, own.models.language)
    problems: list[DocumentError] = []
    requests = [request for path in paths for request in requested(Path(path).absolute(), read_text, problems.append)]
    if scheme is not None:
        preset = scheme_of({"preset": scheme})
        requests = [(attrs.evolve(exercise, scheme=preset), files) for exercise, files in requests]
    in_use = _judge_in_use(judge, requests, tasks, own)
    documents = sum(len(files) for _, files in requests)
    size = max(1, documents) if isinstance(in_use, Judge) else FILES
    pieces = list(portions(requests, size))
    number = workers_for(workers, on, documents, len(pieces))
    if isinstance(in_use, Judge) and not Placement(number, on).is_one_process:
        raise JudgeError("a language model weighs the edits of all documents together: leave out --workers")
    executor = engine_executor(own, marking_metrics(credit=with_vectors), number, on, address)
    return ReviewStream(ReviewWork(tasks, in_use, show), pieces, executor, problems, progress)


def _judge_in_use(
    judge: Judge | Callable[[], Judge] | None, requests: Iterable[Request], tasks: TaskSettings, engine: Engine
) -> GivenJudge:
    if not any(tasks.may_be_judged(exercise) for exercise, _ in requests):
        return None
    try:
        return usable_judge(judge, engine.models)
    except JudgeError as error:
        return error
