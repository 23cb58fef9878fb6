"""Systems compared with each other, and metrics with people."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from markscheme.api.inputs import AnyPath, engine_of, notify_language, parallel_texts
from markscheme.evaluation.comparison.edit_filter import EditFilter, EditLength
from markscheme.evaluation.comparison.grouping import grouping_of
from markscheme.evaluation.comparison.spans import MODES
from markscheme.evaluation.comparison.system_comparison import Comparison, compare_systems
from markscheme.evaluation.comparison.system_sentences import works_on_edits
from markscheme.evaluation.correlation import meta_evaluation
from markscheme.evaluation.correlation.meta_evaluation import EvaluationSettings, MetaEvaluation
from markscheme.evaluation.judgements.benchmarks import BENCHMARKS
from markscheme.evaluation.resampling.significance import ResamplingSettings
from markscheme.marking.local_engine import Engine
from markscheme.metrics.base import Metric, Need
from markscheme.metrics.registry import metric as find_metric
from markscheme.progress import Progress, silent
from markscheme.scoring.settings import EngineSettings


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
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
    on_notice: Callable[[str], None] | None = None,
) -> Comparison:
    """Compare several systems' corrections of one source: scores with intervals, and differences with p values.

    Files are those of :func:`score`, and so are the scores.

    Parameters
    ----------
    hypotheses, references, source, columns, engine, on_notice
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

    Raises
    ------
    DocumentError
        If a file can't be used, with its name and line.
    RegistryError
        If there is no metric of a name.
    ValueError
        If there is no such mode or length of edits, a metric needs a language model, or edits are left out where no
        metric works on edits.

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
    chosen = [find_metric(metric) if isinstance(metric, str) else metric for metric in metrics]
    if mode not in MODES:
        raise ValueError(f"there is no mode {mode!r}. The modes are {', '.join(MODES)}")
    weighed = next((metric for metric in chosen if Need.JUDGE in metric.needs), None)
    if weighed is not None:
        raise ValueError(f"{weighed.name} needs a language model here; take another weighting")
    if (without or edits) and not any(map(works_on_edits, chosen)):
        raise ValueError("edits can't be left out: no metric here works on edits")
    models = engine_of(engine).models
    read = partial(parallel_texts, columns=columns, models=models)
    parsed = read("hypothesis", hypotheses.items())
    parsed_references = read("reference", ((Path(path).name, path) for path in references))
    parsed_source = read("source", [("source", source)])[0] if source is not None else None
    result = compare_systems(
        parsed,
        parsed_references,
        parsed_source,
        chosen,
        models,
        progress,
        settings=settings,
        mode=mode,
        grouping=grouping_of([by] if isinstance(by, str) else by),
        chosen=EditFilter(tuple(without), EditLength(edits) if edits else None),
        per_sentence=per_sentence,
    )
    if on_notice is not None:
        notify_language([*parsed, *parsed_references], parsed_source, models, on_notice)
    return result


def evaluate(
    benchmark: str,
    data: AnyPath,
    references: AnyPath | None = None,
    *,
    metrics: Iterable[Metric[Any] | str],
    settings: EvaluationSettings = EvaluationSettings(),
    engine: Engine | EngineSettings | None = None,
    progress: Progress = silent,
) -> MetaEvaluation:
    """Return how far metrics agree with people on a public benchmark.

    Parameters
    ----------
    benchmark
        ``seeda`` or ``gjg15``.
    data
        The benchmark's folder, as its authors publish it.
    references
        The folder that holds ``conll14`` and ``sn8gec``; the one that holds the benchmark's folder if ``None``.
    metrics
        Metrics with their settings, or the names of metrics with their default settings.
    settings
        What is evaluated, and how.
    engine
        An engine to use again, or the settings of a new one.

    Raises
    ------
    DocumentError
        If a file is missing or can't be used.
    RegistryError
        If there is no benchmark, metric, aggregation or policy of a name.
    ValueError
        If the benchmark has no set of references or of systems of a name.
    """
    folder = Path(data)
    reader = BENCHMARKS.get(benchmark)
    chosen = [find_metric(item) if isinstance(item, str) else item for item in metrics]
    material = reader(folder, folder.absolute().parent if references is None else Path(references))
    return meta_evaluation.evaluate(material, chosen, engine_of(engine).models, settings, progress)
