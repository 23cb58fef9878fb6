"""The Python API for annotators and researchers: agreement, coverage, questions, scores, comparisons, conversion,
estimators.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import attrs

from markscheme.annotation.adjudicated import Result, adjudicated_exercises, adjudicated_texts, adjudication_of
from markscheme.annotation.adjudication import Adjudication
from markscheme.annotation.agreement import Agreement, AgreementSettings, agreement_of
from markscheme.annotation.coverage import Coverage, CoverageWork, coverage_of, covered_exercises, joined
from markscheme.annotation.pool import Pool, exercises_at, texts_at
from markscheme.annotation.reading import adjudicated_files, pool_of, pooled_differences
from markscheme.api.marking import (
    AnyPath,
    engine_of,
    marking_metrics,
    metric_of,
    models_executor,
    notify_language,
    notify_language_of_stream,
    opened_corpus,
    parallel_texts,
)
from markscheme.conversion.corpora import CorpusFiles, StreamedConversion, corpus_files, open_any
from markscheme.estimators.folder import EstimatorConfiguration
from markscheme.estimators.supervision import SupervisionSettings, TrainingSettings
from markscheme.evaluation import maege, meta_evaluation, tuning
from markscheme.evaluation.comparison.marked_systems import MODES, EditFilter, EditLength, grouping_of, works_on_edits
from markscheme.evaluation.comparison.system_comparison import Comparison, SystemComparer
from markscheme.evaluation.judgements import BENCHMARKS
from markscheme.evaluation.maege import MaegeEvaluation
from markscheme.evaluation.meta_evaluation import EvaluationSettings, MetaEvaluation
from markscheme.evaluation.tuning import REPORTING_ONLY, Grid, Tuning, TuningSettings
from markscheme.execution.choice import Placement, Workers, workers_for
from markscheme.exercises.configuration import MarkingOverrides
from markscheme.exercises.decisions import Decisions, read_accepted
from markscheme.exercises.exercise import Exercise
from markscheme.formats.base import CorpusFormat
from markscheme.formats.registry import corpus_format, format_to_write
from markscheme.formats.streams import StreamedFormat
from markscheme.judges.judge import Inquiry, Judge, JudgeError, OpenQuestion, Unanswered, question_places
from markscheme.judges.panel import ask_now
from markscheme.marking.driver import TaskSettings
from markscheme.marking.local import Engine
from markscheme.marking.marks import MarkSettings
from markscheme.metrics.base import Metric, ModelQuestion, Need
from markscheme.progress import Progress, silent
from markscheme.reports.sentence_scores import check_sentence_file, sentence_writer
from markscheme.resampling.draws import ResamplingSettings
from markscheme.scoring.blocks import BlockScorer
from markscheme.scoring.metric_settings import MetricSettings
from markscheme.scoring.models import Models
from markscheme.scoring.scorer import Run, Scorer
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import ChoiceError, DocumentError
from markscheme.text.files import bare_path, is_compressed, is_folder, read_text, write_all

if TYPE_CHECKING:
    from markscheme.api.torch_metrics import TorchMetric


@attrs.frozen
class Conversion:
    """What :func:`convert` wrote: the files, the format's name for people, and what it could not carry."""

    files: tuple[Path, ...]
    format: str
    losses: tuple[str, ...]


def convert(
    source: AnyPath,
    target: AnyPath,
    *,
    read_as: str | None = None,
    write_as: str | None = None,
    columns: Mapping[str, str] = {},
    overwrite: bool = False,
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> Conversion:
    """Convert texts with their corrections to another format.

    Sentences are parted and tokenised, and edits extracted by ERRANT, where the format needs them and the
    source has not got them. From and to M2, parallel lines, JSON lines and Parquet, memory does not grow with the
    files.

    Parameters
    ----------
    source
        A file that holds sources and corrections, perhaps packed (``.gz``, ``.zst``) where it is M2 or JSON lines; or a
        document or the folder of an exercise.
    target
        The file to write; M2, lines and JSON lines are packed if the name ends in ``.gz`` or ``.zst``. For a format
        with a file for each side, the source's: ``STEM.src`` (parallel lines), ``STEM.src.txt`` (essays); the others
        are written beside it.
    read_as, write_as
        Names of formats (:func:`markscheme.formats.registry.corpus_format_names`), where the file's content or
        name does not say them.
    columns
        The names of a table's columns by their roles, such as ``{"source": "Text"}``, where the names don't say them.
    overwrite
        Whether files that are there may be replaced.

    Raises
    ------
    DocumentError
        If the source can't be read or is of no single exercise, the format can't hold it at all, a file is
        there already, or the folder can't be written.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.md").write_text("He {~~go~>goes~~} to school.\\n")
    >>> convert(folder / "essay.md", folder / "essay.m2").losses[0]
    'which corrections are hypotheses; read back, all are references'
    >>> print((folder / "essay.m2").read_text().strip())
    S He go to school .
    A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
    """
    into = Path(target)
    form = format_of_target(into, write_as)
    corpus = open_any(Path(source).absolute(), corpus_format(read_as) if read_as else None, columns)
    models = engine_of(engine).models
    if isinstance(form, StreamedFormat):
        written = StreamedConversion(corpus, form, models).write(into, overwrite=overwrite, progress=progress)
        return Conversion(written.paths, form.title, written.losses)
    texts = corpus_files(corpus.whole(), form, into.name, models, progress)
    return write_files(texts, form, into, overwrite=overwrite)


def format_of_target(into: Path, name: str | None) -> CorpusFormat:
    """Return the format in which to write a file, by the format's name or else by the file's.

    Raises
    ------
    DocumentError
        If the file is a folder, or there is no such format, or none that can be packed as the name says.
    """
    if is_folder(into):
        raise DocumentError("this is a folder, not a file", path=into, remedy="Name the file to write in it")
    form = corpus_format(name) if name else format_to_write(bare_path(into))
    if is_compressed(into) and not (isinstance(form, StreamedFormat) and form.can_be_packed):
        raise DocumentError(
            f"{form.title} can't be written packed", path=into, remedy=f"Leave out the {into.suffix} of the name"
        )
    return form


def write_files(texts: CorpusFiles, form: CorpusFormat, into: Path, *, overwrite: bool) -> Conversion:
    """Write the files of a corpus beside each other."""
    paths = {into.with_name(name): data for name, data in texts.files.items()}
    write_all(paths, overwrite=overwrite)
    return Conversion(tuple(paths), form.title, texts.losses)


@attrs.frozen
class PooledAdjudication:
    """An adjudication with the pool of its texts."""

    pool: Pool
    adjudication: Adjudication


def agreement(
    paths: Iterable[AnyPath],
    *,
    settings: AgreementSettings = AgreementSettings(),
    marking: MarkSettings | None = None,
    overrides: MarkingOverrides = MarkingOverrides(),
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> Agreement:
    """Return how far the annotators of references agree: each marked against the others, and agreement beyond chance.

    Parameters
    ----------
    paths
        Folders of exercises, or documents of them; a document stands for the whole of its exercise. An annotator who
        has one name in several exercises is one person.
    settings
        What is computed, and how intervals are made.
    marking
        How verdicts are made where a ``markscheme.toml`` says nothing.
    overrides
        How they are made whatever a ``markscheme.toml`` says.
    engine
        An engine to use again, or the settings of a new one. The encoder is loaded for credit alone.

    Returns
    -------
    The agreement. What can't be used is among the problems of its pool, and stops nothing else.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src.txt").write_text("He go to school.\\nShe sing.\\n")
    >>> _ = (folder / "essay.ref.kim.txt").write_text("He goes to school.\\nShe sings.\\n")
    >>> _ = (folder / "essay.ref.roy.txt").write_text("He goes to the school.\\nShe sings.\\n")
    >>> result = agreement([folder], settings=AgreementSettings(with_credit=False))
    >>> round(result.question("detection").alpha.value, 2)
    0.73
    """
    own = engine_of(engine)
    tasks = TaskSettings(marking or MarkSettings(), overrides=overrides, language=own.models.language)
    everybody = _pool(paths, tasks, own.models, progress)
    if not everybody.hypotheses or all(item.passage.parallel for item in everybody.sentences):
        return agreement_of(everybody, own.models, settings, progress)
    alone = _pool(paths, tasks, own.models, progress, with_hypotheses=False)
    pool = attrs.evolve(alone, problems=everybody.problems)
    return agreement_of(pool, own.models, settings, progress, everybody)


def coverage(
    paths: Iterable[AnyPath],
    *,
    marking: MarkSettings | None = None,
    overrides: MarkingOverrides = MarkingOverrides(),
    engine: Engine | EngineSettings | None = None,
    credit: bool = True,
    workers: Workers = None,
    on: str = "local",
    address: str | None = None,
    progress: Progress = silent,
) -> Coverage:
    """Return what of the corrections that hypotheses make references cover, and what they are estimated to miss.

    Parameters
    ----------
    paths
        Folders of exercises, or documents of them; a document stands for the whole of its exercise. Somebody who has
        one name in several exercises is one person.
    marking
        How verdicts and credit are made where a ``markscheme.toml`` says nothing.
    overrides
        How they are made whatever a ``markscheme.toml`` says.
    engine
        An engine to use again, or the settings of a new one. The encoder is loaded for credit alone.
    credit
        Whether to compute how near each correction is to the references' ones.
    workers
        The number of processes that compare exercises; more than one are started anew, and each loads the models
        itself. A script that asks for them begins with ``if __name__ == "__main__":``. ``"auto"`` takes as many as save
        time: at most one a core or exercise, and one for each 60 documents.
    on, address
        Where they are, as for :func:`score`. They read the documents themselves: on a cluster of several machines the
        folder has one path on all.

    Returns
    -------
    The coverage. What can't be used is among the problems of its pool, and stops nothing else.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src.txt").write_text("He go to school.\\nShe sing.\\n")
    >>> _ = (folder / "essay.hyp.mei.txt").write_text("He goes to a school.\\nShe sings.\\n")
    >>> _ = (folder / "essay.ref.kim.txt").write_text("He goes to school.\\nShe sings.\\n")
    >>> result = coverage([folder], credit=False)
    >>> result.made.covered, result.made.holes
    (2, 1)
    """
    own = engine_of(engine)
    tasks = TaskSettings(marking or MarkSettings(), overrides=overrides, language=own.models.language)
    slots: list[DocumentError | Exercise] = []
    for path in paths:
        slots += exercises_at(Path(path).absolute(), read_text, slots.append)
    exercises = list(dict.fromkeys(slot for slot in slots if isinstance(slot, Exercise)))
    documents = sum(len(exercise.references) + len(exercise.hypotheses) for exercise in exercises)
    number = workers_for(workers, on, documents, len(exercises))
    executor = models_executor(own.models, marking_metrics(credit=credit), number, on, address)
    parts = covered_exercises(exercises, CoverageWork(tasks, credit), executor, progress)
    failures = {exercise: part.failure for exercise, part in zip(exercises, parts, strict=True)}
    problems = (slot if isinstance(slot, DocumentError) else failures[slot] for slot in slots)
    covered = joined(parts, [problem for problem in problems if problem is not None])
    return coverage_of(covered, own.models, credit=credit)


def _pool(
    paths: Iterable[AnyPath],
    tasks: TaskSettings,
    models: Models,
    progress: Progress,
    *,
    with_hypotheses: bool = True,
) -> Pool:
    """Return the pool of the exercises that paths stand for, each exercise once."""
    problems: list[DocumentError] = []
    texts = [item for path in paths for item in texts_at(Path(path).absolute(), read_text, tasks, problems.append)]
    if not with_hypotheses:
        texts = [attrs.evolve(item, hypotheses=()) for item in texts]
    pool = pool_of(list(dict.fromkeys(texts)), models, progress)
    return attrs.evolve(pool, problems=(*problems, *pool.problems))


def adjudications(
    path: AnyPath, *, engine: Engine | EngineSettings | None = None, progress: Progress = silent
) -> tuple[PooledAdjudication, ...]:
    """Return how far the adjudications of a folder, or of a document's exercise, are, with everybody's versions.

    Exercises whose decisions are in one file (``adjudicated.m2`` beside the references) are one adjudication.

    Raises
    ------
    DocumentError
        If there is no exercise with references, or a file of decisions is broken.
    """
    models = engine_of(engine).models
    exercises = adjudicated_exercises(Path(path).absolute(), read_text)
    states: list[PooledAdjudication] = []
    for group in adjudicated_texts(exercises, read_text, TaskSettings(language=models.language)):
        pool, differences = pooled_differences(group.texts, models, progress)
        problems = (*group.problems, *pool.problems)
        states.append(PooledAdjudication(pool, adjudication_of(group.path, differences, read_text, problems)))
    return tuple(states)


def export_adjudicated(
    path: AnyPath,
    target: AnyPath,
    *,
    write_as: str | None = None,
    fill_open: str | None = None,
    overwrite: bool = False,
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> tuple[Conversion, Result]:
    """Write the adjudicated text in any format that :func:`convert` writes; M2 has who decided what in its comments.

    Parameters
    ----------
    path
        A document of the exercise, or its folder.
    target, write_as
        As in :func:`convert`.
    fill_open
        What stands at open places: ``majority``, ``leave`` or ``first NAME``. ``None`` refuses open sentences.

    Raises
    ------
    DocumentError
        If sentences are open, there are several adjudications, the target is the file of decisions, or it can't be
        written.
    """
    into, own = Path(target), engine_of(engine)
    form = format_of_target(into, write_as)
    states = adjudications(path, engine=own, progress=progress)
    if len(states) > 1:
        raise DocumentError(
            f"there are {len(states)} adjudications in this folder",
            path=Path(path),
            remedy="Name a document of one of them",
        )
    [state] = states
    texts, result = adjudicated_files(state.pool, state.adjudication, into, form, fill_open, own.models, progress)
    return write_files(texts, form, into, overwrite=overwrite), result


def compare(
    hypotheses: Mapping[str, AnyPath],
    references: Sequence[AnyPath],
    source: AnyPath | None = None,
    *,
    metrics: Sequence[Metric[Any] | str] = ("errant",),
    settings: ResamplingSettings = ResamplingSettings(),
    mode: str = "cs",
    by: str | Sequence[str] = (),
    without: Sequence[str] = (),
    edits: Literal["single", "multi"] | None = None,
    per_sentence: bool = False,
    columns: Mapping[str, str] = {},
    metric_settings: MetricSettings | AnyPath | None = None,
    engine: Engine | EngineSettings | None = None,
    workers: int | None = None,
    on: str = "local",
    address: str | None = None,
    journal: AnyPath | None = None,
    progress: Progress = silent,
    on_notice: Callable[[str], None] | None = None,
) -> Comparison:
    """Compare several systems' corrections of one source: scores with intervals, and differences with p values.

    Files are those of :func:`score`, are read as there, and so are the scores. Memory grows with the numbers that
    resampling needs of each sentence, and not with its texts.

    Parameters
    ----------
    hypotheses, references, source, columns, engine, workers, on, address, journal, on_notice
        As for :func:`score`; at least one reference.
    metrics
        Metrics with their settings, or names of metrics. Edits that a language model weighs are not possible here.
    settings
        How many resamples are drawn, and what an interval covers.
    mode
        What ERRANT counts, as the options of ``errant_compare``: ``cs``, ``cse``, ``ds``, ``dt``; or ``type``, where
        edits match that have the same span and type.
    by
        ``operation``, ``category`` or ``type`` for scores by ERRANT's types; or patterns of types, such as ``"R:*"``.
    without
        Error types whose edits take no part, such as ``"R:PUNCT"``, or patterns of them (``errant_compare -filt``).
    edits
        ``single`` for edits of at most one token on each side, ``multi`` for the others; all if ``None``.
    per_sentence
        Whether the result has what each sentence of each system counts.
    metric_settings
        Settings of the metrics that are given by name: a file, or the name of one that ships.

    Raises
    ------
    DocumentError
        If a file can't be used, with its name and line.
    RegistryError
        If there is no metric of a name.
    ChoiceError
        If there is no such mode or length of edits, a metric needs a language model, edits are left out where no
        metric works on edits, or the settings draw no resample.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src").write_text("He go to school .\\nShe sing .\\n")
    >>> _ = (folder / "one.txt").write_text("He goes to school .\\nShe sings .\\n")
    >>> _ = (folder / "two.txt").write_text("He goes to school .\\nShe sing .\\n")
    >>> files = {"one": folder / "one.txt", "two": folder / "two.txt"}
    >>> result = compare(files, [folder / "one.txt"], folder / "essay.src")
    >>> [item.scores["recall"].value for item in result.metrics[0].of_group()]
    [1.0, 0.5]
    """
    chosen = [metric_of(metric, metric_settings) for metric in metrics]
    if mode not in MODES:
        raise ChoiceError(f"there is no mode {mode!r}. The modes are {', '.join(MODES)}")
    if edits is not None and edits not in tuple(EditLength):
        raise ChoiceError(f"there is no length of edits {edits!r}. Choose {' or '.join(EditLength)}")
    if (without or edits) and not any(map(works_on_edits, chosen)):
        raise ChoiceError("edits can't be left out: no metric here works on edits")
    _refuse_judged(chosen)
    models = engine_of(engine).models
    files = opened_corpus(hypotheses, references, source, columns, models)
    comparer = SystemComparer(
        models,
        models_executor(models, chosen, workers, on, address),
        settings=settings,
        mode=mode,
        grouping=grouping_of([by] if isinstance(by, str) else by),
        chosen=EditFilter(tuple(without), EditLength(edits) if edits else None),
        per_sentence=per_sentence,
    )
    result = comparer.compare(files, chosen, journal=Path(journal) if journal is not None else None, progress=progress)
    if on_notice is not None:
        notify_language_of_stream(files.carrier, models, on_notice)
    return result


def evaluate(
    benchmark: str,
    data: AnyPath,
    references: AnyPath | None = None,
    *,
    metrics: Iterable[Metric[Any] | str],
    settings: EvaluationSettings = EvaluationSettings(),
    metric_settings: MetricSettings | AnyPath | None = None,
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> MetaEvaluation:
    """Return how far metrics agree with people on a public benchmark.

    Parameters
    ----------
    benchmark
        ``seeda``, ``seeda-all`` or ``gjg15``.
    data
        The benchmark's folder, as its authors publish it.
    references
        The folder that holds ``conll14`` and ``sn8gec``; the one that holds the benchmark's folder if ``None``.
    metrics
        Metrics with their settings, or the names of metrics.
    settings
        What is evaluated, and how.
    metric_settings
        Settings of the metrics that are given by name: a file, or the name of one that ships.
    engine
        An engine to use again, or the settings of a new one.

    See Also
    --------
    evaluate_maege
        For texts that several annotators corrected, without systems.

    Raises
    ------
    DocumentError
        If a file is missing or can't be used.
    RegistryError
        If there is no benchmark, metric, aggregation or policy of a name.
    ChoiceError
        If the benchmark has no set of references or of systems of a name, or a metric needs a language model.
    """
    folder = Path(data)
    reader = BENCHMARKS.get(benchmark)
    chosen = [metric_of(item, metric_settings) for item in metrics]
    _refuse_judged(chosen)
    material = reader(folder, _reference_folder(folder, references))
    return meta_evaluation.evaluate(material, chosen, engine_of(engine).models, settings, progress)


def evaluate_maege(
    data: AnyPath,
    *,
    metrics: Iterable[Metric[Any] | str],
    references: str = "others",
    seed: int = 1,
    metric_settings: MetricSettings | AnyPath | None = None,
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> MaegeEvaluation:
    """Return how far metrics order partly corrected sentences as the number of their corrections does (MAEGE).

    Parameters
    ----------
    data
        An M2 file with several annotators; or a folder that has one such file, or one ``STEM.src`` with ``STEM.ref0``,
        ``STEM.ref1``, … as JFLEG has them.
    metrics
        Metrics with their settings, or the names of metrics.
    references
        ``others``: metrics see the references of the other annotators; ``all``: also the one that a sentence is made
        of.
    seed
        Of the order in which corrections are made.
    metric_settings
        Settings of the metrics that are given by name: a file, or the name of one that ships.
    engine
        An engine to use again, or the settings of a new one.

    Raises
    ------
    DocumentError
        If a file is missing or can't be used, or no sentence is changed by all annotators.
    RegistryError
        If there is no metric or choice of references of a name.
    """
    chosen = [metric_of(item, metric_settings) for item in metrics]
    return maege.evaluate_maege(Path(data), chosen, engine_of(engine).models, references, seed, progress)


def tune(
    benchmark: str,
    data: AnyPath,
    references: AnyPath | None = None,
    *,
    metrics: Sequence[str | Grid],
    settings: TuningSettings = TuningSettings(),
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> Tuning:
    """Choose the settings of metrics that agree best with people on a public benchmark.

    :func:`markscheme.reports.tuning` makes the result a file of settings.

    Parameters
    ----------
    benchmark
        ``gjg15``. SEEDA is refused: it is for reporting only.
    data, references, engine
        As for :func:`evaluate`.
    metrics
        The names of metrics that have a grid of settings, or grids of one's own;
        :func:`markscheme.evaluation.tuning.grids_with` makes them from the names of settings.
    settings
        How settings are chosen.

    Raises
    ------
    DocumentError
        If a file is missing or can't be used.
    RegistryError
        If there is no benchmark, aggregation or objective of a name, or a metric has no grid.
    ChoiceError
        If the benchmark is for reporting only, has no set of references of a name, or people's comparisons can't be
        aggregated so.
    """
    if benchmark in REPORTING_ONLY:
        raise ChoiceError(REPORTING_ONLY[benchmark])
    folder = Path(data)
    material = BENCHMARKS.get(benchmark)(folder, _reference_folder(folder, references))
    return tuning.tune(material, metrics, engine_of(engine).models, settings, progress)


def _refuse_judged(metrics: Iterable[Metric[Any]]) -> None:
    """Refuse a metric whose edits a language model weighs."""
    weighed = next((metric for metric in metrics if Need.JUDGE in metric.needs), None)
    if weighed is not None:
        raise ChoiceError(f"{weighed.name} needs a language model here; take another weighting")


def _reference_folder(data: Path, references: AnyPath | None) -> Path:
    """Return the folder of the references: the one that holds the benchmark's folder where none is given."""
    return data.absolute().parent if references is None else Path(references)


def build_supervision(
    source: AnyPath,
    target: AnyPath,
    output: AnyPath,
    *,
    settings: SupervisionSettings = SupervisionSettings(),
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> int:
    """Make supervision data for IMPARA's quality estimator from parallel text (its Section 2.4).

    Parameters
    ----------
    source, target
        Files of any size with one tokenised sentence a line: learners' sentences, and their corrections.
    output
        The file to write, JSON lines (:mod:`markscheme.estimators.supervision`); it is there whole or not at all.

    Returns
    -------
    How many instances there are.

    Raises
    ------
    DocumentError
        If a file can't be used or written, or nothing can be learnt from them.
    """
    from markscheme.estimators import supervision

    models = engine_of(engine).models
    return supervision.build_supervision(Path(source), Path(target), Path(output), settings, models, progress)


def train_estimator(
    data: AnyPath,
    folder: AnyPath,
    *,
    settings: TrainingSettings = TrainingSettings(),
    progress: Progress = silent,
) -> EstimatorConfiguration:
    """Train IMPARA's quality estimator on supervision data; its configuration, with what was measured.

    A run that was broken off goes on from its last checkpoint to the very weights that it would have had.

    Parameters
    ----------
    data
        What :func:`build_supervision` wrote.
    folder
        Where the estimator is to be. It is complete when it has a ``config.json``.

    Raises
    ------
    DocumentError
        If the data can't be used, the folder can't be written or holds another run's estimator or checkpoint.
    """
    from markscheme.estimators.training import train

    return train(Path(data), Path(folder), settings, progress)


def score(
    hypotheses: Mapping[str, AnyPath],
    references: Sequence[AnyPath] = (),
    source: AnyPath | None = None,
    *,
    metric: Metric[Any] | str = "cleme2",
    metric_settings: MetricSettings | AnyPath | None = None,
    accepted: AnyPath | None = None,
    columns: Mapping[str, str] = {},
    engine: Engine | EngineSettings | None = None,
    judge: Judge | None = None,
    per_sentence: bool = True,
    sentence_scores: AnyPath | None = None,
    workers: int | None = None,
    on: str = "local",
    address: str | None = None,
    journal: AnyPath | None = None,
    progress: Progress = silent,
    on_notice: Callable[[str], None] | None = None,
) -> tuple[Run, ...]:
    """Score parallel files: one tokenised sentence a line, or M2, told apart by content; or records by their names.

    Of a file of records (CSV, TSV, JSON lines, an Excel workbook), one sentence a record, each of the three takes its
    own part; sentences that are not tokenised are tokenised first.

    M2, lines and JSON lines, in UTF-8, perhaps packed (``.gz``, ``.zst``), and with ``markscheme[parquet]`` Parquet are
    read a block of sentences at a time, so that memory does not grow with them; other files are read as a whole.

    Parameters
    ----------
    hypotheses
        Files by name. A file of several people's corrections is one hypothesis each, ``NAME#ANNOTATOR``.
    references
        Files; every annotator of an M2 file, and everybody in a file of records, is a reference. IMPARA needs none.
    source
        The source sentences; not needed where M2 or records carry them.
    metric
        A metric with its settings (:func:`markscheme.metric`), or the name of one.
    metric_settings
        Settings of a metric that is given by name: a file, or the name of one that ships.
    accepted
        A file of accepted alternatives. In a sentence where a hypothesis makes one, one more reference takes
        part, numbered after the others.
    columns
        The names of a table's columns by their roles, such as ``{"source": "Text"}``, where the names don't say them.
    engine
        An engine to use again, or the settings of a new one.
    judge
        The language model of weighting by one. Without it nothing is asked, whatever the environment says.
    per_sentence
        Whether each sentence's score is kept; without, memory holds a block of sentences' results at a time.
    sentence_scores
        A file to which each sentence's score is written as it comes: JSON lines (``.jsonl``, perhaps packed) or, with
        ``markscheme[parquet]``, Parquet. It is there as a whole at the end, or not at all.
    workers
        The number of processes that mark blocks; more than one are started anew, and each loads the models itself. A
        script that asks for them begins with ``if __name__ == "__main__":``. ``None`` is one here, and on Ray one for
        each core, or for each GPU where the encoder's device is ``cuda``.
    on
        Where they are: ``local``, or ``ray`` with ``markscheme[ray]``.
    address
        The Ray cluster: ``HOST:PORT``, from one of its machines, or ``auto``; ``None`` for one of this machine alone,
        which ends with the call. A connection that the program has already is used.
    journal
        A file in which marked blocks are kept, so that a run that was stopped is gone on with by the same call. It
        stays there: delete it when the result is kept.
    on_notice
        Called if the source is in another language than the engine's, with a sentence that says so. Without it the
        language is not looked at.

    Returns
    -------
    One run for each hypothesis, in order.

    Raises
    ------
    DocumentError
        If a file can't be used, with its name and line; or Ray is not installed or does not answer.
    JudgeError
        If edits are weighed by a language model, and there is none, or it does not answer.
    RegistryError
        If there is no metric of this name, or no such place to work.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src").write_text("He go to school .\\n")
    >>> _ = (folder / "essay.hyp").write_text("He goes to school .\\n")
    >>> _ = (folder / "essay.ref").write_text("He goes to the school .\\n")
    >>> [run] = score({"mei": folder / "essay.hyp"}, [folder / "essay.ref"], folder / "essay.src")
    >>> run.result.counts
    Counts(tp=1, fp_ne=0, fp_un=0, fn=1, tn=3)
    """
    if sentence_scores is not None:
        inputs = (*hypotheses.values(), *references, source, accepted)
        check_sentence_file(Path(sentence_scores), [Path(path) for path in inputs if path is not None])
    models = engine_of(engine).models
    chosen = metric_of(metric, metric_settings)
    decisions = Decisions(read_accepted(read_text(Path(accepted)), Path(accepted)) if accepted is not None else ())
    if Need.JUDGE in chosen.needs:
        if not Placement(workers, on).is_one_process or journal is not None or sentence_scores is not None:
            raise JudgeError("a language model's answers are not scored in blocks: leave out workers, journal and file")
        read = partial(parallel_texts, columns=columns, models=models)
        texts = read("hypothesis", hypotheses.items())
        parsed_references = read("reference", ((Path(path).name, path) for path in references))
        parsed_source = read("source", [("source", source)])[0] if source is not None else None
        run = partial(Scorer(models).score, texts, parsed_references, parsed_source, chosen, progress)
        runs = _judged(partial(run, accepted=decisions, per_sentence=per_sentence), judge, models, progress)
        if on_notice is not None:
            notify_language([*texts, *parsed_references], parsed_source, models, on_notice)
        return runs
    files = opened_corpus(hypotheses, references, source, columns, models)
    executor = models_executor(models, [chosen], workers, on, address)
    score_files = partial(
        BlockScorer(models, executor).score,
        files,
        chosen,
        accepted=decisions,
        journal=Path(journal) if journal is not None else None,
        per_sentence=per_sentence,
        progress=progress,
    )
    if sentence_scores is None:
        runs = score_files()
    else:
        with sentence_writer(Path(sentence_scores), chosen) as receive:
            runs = score_files(receive=receive)
    if on_notice is not None:
        notify_language_of_stream(files.carrier, models, on_notice)
    return runs


def _judged(
    score: Callable[..., tuple[Run, ...]], judge: Judge | None, models: Models, progress: Progress
) -> tuple[Run, ...]:
    """Return the runs under a metric that needs a language model; what it has not answered is asked first."""
    run = partial(score, judge=judge.settings if judge is not None else None)
    try:
        return run()
    except Unanswered as missing:
        if judge is None:
            raise
        questions = (OpenQuestion(question, number) for question, number in missing.questions.items())
        _answer(question_places(questions), judge, models, progress)
        return run()


def torch_metric(
    metric: Metric[Any] | str = "cleme2",
    *,
    score: str | None = None,
    engine: EngineSettings = EngineSettings(),
    tokenised: bool = True,
    **options: Any,
) -> "TorchMetric":
    """Return a metric as an object of torchmetrics, for a training loop; needs ``markscheme[torchmetrics]``.

    Parameters
    ----------
    metric
        A metric with its settings (:func:`markscheme.metric`), or the name of one with its default settings.
    score
        The one score that ``compute`` returns; all by name if ``None``.
    engine
        The models' settings. Objects of one process with the same settings share the models.
    tokenised
        Whether texts are tokenised; if not, the language's pipeline tokenises them.
    options
        Those of ``torchmetrics.Metric``, such as ``sync_on_compute``.

    Raises
    ------
    ImportError
        If torchmetrics is not installed.
    RegistryError
        If there is no metric of this name.
    ValueError
        If edits are weighed by a language model.

    Examples
    --------
    >>> f = torch_metric("errant", score="f")
    >>> f.update(["He goes to school ."], [["He goes to the school ."]], sources=["He go to school ."])
    >>> round(float(f.compute()), 4)
    0.8333
    """
    from markscheme.api.torch_metrics import TorchMetric

    return TorchMetric(metric_of(metric, None), score=score, engine=engine, tokenised=tokenised, **options)


def _answer(questions: Mapping[ModelQuestion, str], judge: Judge, models: Models, progress: Progress) -> None:
    if not judge.agree(Inquiry.of(questions, judge.settings)):
        raise JudgeError("nothing was sent to the language model")
    ask_now(questions, judge.settings, judge.key, models, progress)
