"""Systems compared with each other, and metrics with people."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from markscheme.api.executors import models_executor
from markscheme.api.inputs import AnyPath, engine_of, metric_of, notify_language_of_stream, opened_corpus
from markscheme.evaluation.comparison.block_comparison import works_on_edits
from markscheme.evaluation.comparison.edit_filter import EditFilter, EditLength
from markscheme.evaluation.comparison.grouping import grouping_of
from markscheme.evaluation.comparison.spans import MODES
from markscheme.evaluation.comparison.system_comparison import Comparison, SystemComparer
from markscheme.evaluation.correlation import meta_evaluation
from markscheme.evaluation.correlation.evaluation_settings import EvaluationSettings
from markscheme.evaluation.correlation.meta_evaluation import MetaEvaluation
from markscheme.evaluation.judgements.benchmarks import BENCHMARKS
from markscheme.evaluation.partial_corrections import maege
from markscheme.evaluation.partial_corrections.maege import MaegeEvaluation
from markscheme.evaluation.tuning import tuning
from markscheme.evaluation.tuning.grids import Grid
from markscheme.evaluation.tuning.tuning import REPORTING_ONLY, Tuning, TuningSettings
from markscheme.marking.local_engine import Engine
from markscheme.metrics.base import Metric, Need
from markscheme.progress import Progress, silent
from markscheme.resampling.draws import ResamplingSettings
from markscheme.scoring.metric_settings.settings_file import MetricSettings
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import ChoiceError


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

    :func:`markscheme.reports.tuning.settings_document.settings_document` makes the result a file of settings.

    Parameters
    ----------
    benchmark
        ``gjg15``. SEEDA is refused: it is for reporting only.
    data, references, engine
        As for :func:`evaluate`.
    metrics
        The names of metrics that have a grid of settings, or grids of one's own;
        :func:`markscheme.evaluation.tuning.named_axes.grids_with` makes them from the names of settings.
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
