"""The Python API for annotators and researchers: agreement, coverage, conversion, meta-evaluation, estimators."""

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

import attrs

from markscheme.api.arguments import AnyMetric, AnyPath, document_paths, metrics_of, refuse_judged
from markscheme.api.inputs import Work, marking_metrics, models_executor
from markscheme.documents.corpus import Fault, Faults
from markscheme.documents.files import bare_path, is_compressed, read_text, write_all
from markscheme.documents.formats import FORMATS, CorpusFormat, StreamedFormat
from markscheme.edits.edit import TagsUsed
from markscheme.errors import ChoiceError, DocumentError, Reminder
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.schemes import MarkingOverrides
from markscheme.inference.estimator import EstimatorConfiguration
from markscheme.inference.supervision import SupervisionSettings, TrainingSettings
from markscheme.marking.driver import TaskSettings
from markscheme.research import meta_evaluation, tuning
from markscheme.research.adjudication import Adjudication
from markscheme.research.adjudication_result import (
    Result,
    ResultExport,
    adjudicated_exercises,
    adjudicated_files,
    adjudicated_texts,
    pooled_differences,
    several,
)
from markscheme.research.agreement import Agreement, AgreementSettings, agreement_of
from markscheme.research.coverage import Coverage, CoverageWork, coverage_of, covered_exercises, joined
from markscheme.research.judgements import BENCHMARKS
from markscheme.research.meta_evaluation import EvaluationSettings, MetaEvaluation
from markscheme.research.pool import Pool, exercises_at, texts_at
from markscheme.research.tuning import REPORTING_ONLY, Grid, Tuning, TuningSettings
from markscheme.scoring.corpora import CorpusFiles, StreamedConversion, corpus_files, open_any
from markscheme.scoring.metric_settings import MetricSettings


@attrs.frozen
class Conversion:
    """What :func:`convert` wrote: the files, the format's name for people, and what it could not carry."""

    files: tuple[Path, ...]
    format: str
    losses: tuple[str, ...]
    faults: Faults = Faults()
    """Lines that are not as the format says; what they make unreadable is left out."""


def convert(
    source: AnyPath,
    target: AnyPath,
    *,
    read_as: str | None = None,
    write_as: str | None = None,
    columns: Mapping[str, str] = {},
    overwrite: bool = False,
    strict: bool = False,
    work: Work = Work(),
) -> Conversion:
    """Convert texts with their corrections to another format.

    Sentences are parted and tokenised, and edits extracted by ERRANT, where the format needs them and the source has
    not got them. From and to M2, parallel lines, JSON lines and Parquet, memory does not grow with the files.

    The source is a file of texts and corrections, or a document or the folder of an exercise. M2 and JSON lines, and
    on writing lines, are packed if the name ends in ``.gz`` or ``.zst``. For a format with a file for each side the
    target is the source's: ``STEM.src`` (parallel lines), ``STEM.src.txt`` (essays). Where content or name don't say
    formats, ``read_as`` and ``write_as`` do (``markscheme convert --help`` lists
    them). ``columns`` has a table's names by role, such as ``{"source": "Text"}``. What a faulty line
    makes unreadable is left out and listed; with ``strict``, the file is refused.

    Raise DocumentError if the source can't be read or is of no single exercise, the format can't hold it, a file is
    there already (unless ``overwrite``), or the folder can't be written.

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
    corpus = open_any(Path(source).absolute(), FORMATS.corpus(read_as) if read_as else None, columns, strict=strict)
    models = work.models
    if isinstance(form, StreamedFormat):
        conversion = StreamedConversion(corpus, form, models, strict=strict)
        written = conversion.write(into, overwrite=overwrite, progress=work.progress)
        return Conversion(written.paths, form.title, written.losses, written.faults)
    whole = corpus.whole(strict=strict)
    texts = corpus_files(whole, form, into.name, models, work.progress)
    return attrs.evolve(write_files(texts, form, into, overwrite=overwrite), faults=whole.faults)


def format_of_target(into: Path, name: str | None) -> CorpusFormat:
    """Return the format to write, by name or else by the file's; raise DocumentError for a folder, or if none fits."""
    if os.path.isdir(into):
        raise DocumentError("this is a folder, not a file", path=into, remedy="Name the file to write in it")
    form = FORMATS.corpus(name) if name else FORMATS.to_write(bare_path(into))
    if is_compressed(into) and not (isinstance(form, StreamedFormat) and form.can_be_packed):
        raise DocumentError(
            f"{form.title} can't be written packed", path=into, remedy=f"Leave out the {into.suffix} of the name"
        )
    return form


def write_files(texts: CorpusFiles, form: CorpusFormat, into: Path, *, overwrite: bool) -> Conversion:
    paths = {into.with_name(name): data for name, data in texts.files.items()}
    write_all(paths, overwrite=overwrite)
    return Conversion(tuple(paths), form.title, texts.losses)


@attrs.frozen
class PooledAdjudication:
    """An adjudication with the pool of its texts."""

    pool: Pool
    adjudication: Adjudication


def agreement(
    paths: AnyPath | Iterable[AnyPath],
    *,
    settings: AgreementSettings = AgreementSettings(),
    overrides: MarkingOverrides = MarkingOverrides(),
    strict: bool = False,
    work: Work = Work(),
) -> Agreement:
    """Return how far the annotators of references agree: each marked against the others, and agreement beyond chance.

    A document stands for the whole of its exercise; an annotator with one name in several exercises is one person.
    ``overrides`` hold whatever a ``markscheme.toml`` says. The encoder is loaded for credit alone. What can't be used
    is among the problems of the result's pool, and stops nothing else; so is a sentence of M2 with a faulty line, or an
    annotation of brat, where ``strict`` leaves out the whole file. An annotator's text in another format with a faulty
    line is left out, with a reminder, and with an error if ``strict``.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src.txt").write_text("He go to school.\\nShe sing.\\n")
    >>> _ = (folder / "essay.ref.kim.txt").write_text("He goes to school.\\nShe sings.\\n")
    >>> _ = (folder / "essay.ref.roy.txt").write_text("He goes to the school.\\nShe sings.\\n")
    >>> result = agreement(folder, settings=AgreementSettings(with_credit=False))
    >>> round(result.question("detection").alpha.value, 2)
    0.73
    """
    tasks = TaskSettings(overrides=overrides, language=work.models.language)
    problems: list[DocumentError] = []
    found = (texts_at(path, read_text, tasks, problems.append, strict=strict) for path in document_paths(paths))
    texts = list(dict.fromkeys(chain.from_iterable(found)))
    # Hypotheses may decide what a passage is, and which of its edits count as one: annotators are compared without.
    alone = [attrs.evolve(item, hypotheses=()) for item in texts]
    pool = Pool.of(alone, work.models, work.progress, tags=settings.tags, are_trimmed=True)
    has_hypotheses = any(item.hypotheses for item in texts)
    everybody = (
        Pool.of(texts, work.models, work.progress, tags=pool.tags.used, are_trimmed=True) if has_hypotheses else None
    )
    every_problem = (*problems, *(everybody or pool).problems)
    pool = attrs.evolve(pool, problems=every_problem if strict else tuple(map(_listed, every_problem)))
    return agreement_of(pool, work.models, settings, work.progress, everybody)


def _listed(problem: DocumentError) -> DocumentError:
    """Return a faulty line of annotations as a reminder that its text is left out; other problems as they are."""
    if problem.line is None or problem.path is None or not FORMATS.is_annotators_work(problem.path):
        return problem
    fault = Fault.of(problem, part="text")
    return Reminder(f"{fault}: {fault.outcome}")


def coverage(
    paths: AnyPath | Iterable[AnyPath],
    *,
    overrides: MarkingOverrides = MarkingOverrides(),
    credit: bool | None = None,
    tags: TagsUsed | None = None,
    work: Work = Work(),
) -> Coverage:
    """Return what of the corrections that hypotheses make references cover, and what they are estimated to miss.

    Paths, ``overrides`` and problems are as for :func:`agreement`, ``work`` as for :func:`review`, but with at most one
    worker an exercise. The encoder is loaded for ``credit`` alone: how near each correction is to the references'
    ones; ``None`` where one is installed. ``tags`` says what kinds of errors are called: ``own`` for the tags of
    annotators' files, ``errant`` for ERRANT's types, ``None`` for their own where all references and hypotheses have
    them.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src.txt").write_text("He go to school.\\nShe sing.\\n")
    >>> _ = (folder / "essay.hyp.mei.txt").write_text("He goes to a school.\\nShe sings.\\n")
    >>> _ = (folder / "essay.ref.kim.txt").write_text("He goes to school.\\nShe sings.\\n")
    >>> result = coverage(folder, credit=False)
    >>> result.made.covered, result.made.holes
    (2, 1)
    """
    tasks = TaskSettings(overrides=overrides, language=work.models.language)
    slots: list[DocumentError | Exercise] = []
    for path in document_paths(paths):
        slots += exercises_at(path, read_text, slots.append)
    exercises = list(dict.fromkeys(slot for slot in slots if isinstance(slot, Exercise)))
    documents = sum(len(exercise.references) + len(exercise.hypotheses) for exercise in exercises)
    where = work.placement(documents, len(exercises))
    credit = work.models.has_encoder if credit is None else credit
    executor = models_executor(work.models, marking_metrics(credit=credit), where)
    parts = covered_exercises(exercises, CoverageWork(tasks, credit, tags), executor, work.progress)
    failures = {exercise: part.failure for exercise, part in zip(exercises, parts, strict=True)}
    problems = (slot if isinstance(slot, DocumentError) else failures[slot] for slot in slots)
    covered = joined(parts, [problem for problem in problems if problem is not None])
    return coverage_of(covered, work.models, credit=credit)


def adjudications(
    path: AnyPath, *, tags: TagsUsed | None = None, work: Work = Work()
) -> tuple[PooledAdjudication, ...]:
    """Return how far the adjudications of a folder, or of a document's exercise, are, with everybody's versions.

    Exercises whose decisions are in one file (``adjudicated.m2`` beside the references) are one adjudication. ``tags``
    says what errors are called: ``own`` for the annotators' tags, ``errant``, or ``None`` for their own where all have
    them. Raise
    DocumentError if there is no exercise with references, or a file of decisions is broken.
    """
    models = work.models
    exercises = adjudicated_exercises(Path(path).absolute(), read_text)
    states: list[PooledAdjudication] = []
    for group in adjudicated_texts(exercises, read_text, TaskSettings(language=models.language)):
        pool, differences = pooled_differences(group.texts, models, work.progress, tags)
        problems = (*group.problems, *pool.problems)
        states.append(PooledAdjudication(pool, Adjudication.read(group.path, differences, read_text, problems)))
    return tuple(states)


def export_adjudicated(
    path: AnyPath,
    target: AnyPath,
    *,
    write_as: str | None = None,
    fill_open: str | None = None,
    tags: TagsUsed | None = None,
    overwrite: bool = False,
    work: Work = Work(),
) -> tuple[Conversion, Result]:
    """Write the adjudicated text in any format that :func:`convert` writes; M2 has who decided what in its comments.

    Annotations keep their tags, notes, attributes and ids as far as the format has them; where it holds one text and
    there are several, each has a file: ``STEM.EXERCISE.SUFFIX``. ``tags`` is as for :func:`adjudications`.
    ``fill_open`` says what stands at open places: ``majority``, ``leave`` or ``first NAME``. Raise DocumentError if it
    is ``None`` and sentences are open, there are several adjudications, or the target is the file of decisions or
    can't be written.
    """
    into = Path(target)
    form = format_of_target(into, write_as)
    states = adjudications(path, tags=tags, work=work)
    if len(states) > 1:
        raise several(Path(path), states)
    [state] = states
    export = ResultExport(into, form.name, fill_open)
    texts, result = adjudicated_files(state.pool, state.adjudication, export, work.models, work.progress)
    return write_files(texts, form, into, overwrite=overwrite), result


def evaluate(
    benchmark: str,
    data: AnyPath,
    references: AnyPath | None = None,
    *,
    metrics: AnyMetric | Iterable[AnyMetric],
    settings: EvaluationSettings = EvaluationSettings(),
    metric_settings: MetricSettings | AnyPath | None = None,
    work: Work = Work(),
) -> MetaEvaluation:
    """Return how far metrics agree with people on a public benchmark: ``seeda``, ``seeda-all`` or ``gjg15``.

    ``data`` is its folder, as its authors publish it; ``references`` is the folder that holds ``conll14`` and
    ``sn8gec``, by default the one that holds ``data``. ``metric_settings`` are as for
    :meth:`Corpus.score <markscheme.Corpus.score>`. Of ``work``, the engine and progress play a part.

    Raise DocumentError if a file is missing or can't be used; RegistryError if there is no benchmark, metric,
    aggregation or policy of a name; ChoiceError if the benchmark has no set of references or of systems of a name, or
    a metric needs a language model.
    """
    folder = Path(data)
    reader = BENCHMARKS.get(benchmark)
    chosen = metrics_of(metrics, metric_settings)
    refuse_judged(chosen)
    material = reader(folder, _reference_folder(folder, references))
    return meta_evaluation.evaluate(material, chosen, work.models, settings, work.progress)


def tune(
    benchmark: str,
    data: AnyPath,
    references: AnyPath | None = None,
    *,
    metrics: str | Grid | Sequence[str | Grid],
    settings: TuningSettings = TuningSettings(),
    work: Work = Work(),
) -> Tuning:
    """Choose the settings of metrics that agree best with people on a public benchmark.

    The benchmark is ``gjg15``; SEEDA is refused, as it is for reporting only. Metrics by name have a grid;
    :func:`markscheme.tuning.grids_with` makes others. ``work`` is as for :func:`evaluate`. ``markscheme eval tune``
    writes such a result as a file of settings.

    Raise DocumentError and RegistryError as :func:`evaluate`, the latter also for a metric without a grid; ChoiceError
    if the benchmark is for reporting only, lacks the references, or people's comparisons can't be aggregated so.
    """
    if benchmark in REPORTING_ONLY:
        raise ChoiceError(REPORTING_ONLY[benchmark])
    folder = Path(data)
    material = BENCHMARKS.get(benchmark)(folder, _reference_folder(folder, references))
    several = [metrics] if isinstance(metrics, str | Grid) else metrics
    return tuning.tune(material, several, work.models, settings, work.progress)


def _reference_folder(data: Path, references: AnyPath | None) -> Path:
    return data.absolute().parent if references is None else Path(references)


def build_supervision(
    source: AnyPath,
    target: AnyPath,
    output: AnyPath,
    *,
    settings: SupervisionSettings = SupervisionSettings(),
    work: Work = Work(),
) -> int:
    """Make supervision data for IMPARA's quality estimator (its Section 2.4); return the number of instances.

    The two texts, of any size, have one tokenised sentence a line. The output, JSON lines
    (:mod:`markscheme.inference.supervision`), is there whole or not at all. Raise DocumentError if a file can't be
    used or written, or nothing can be learnt.
    """
    from markscheme.inference import supervision

    paths = Path(source), Path(target)
    return supervision.build_supervision(paths, Path(output), settings, work.models, work.progress)


def train_estimator(
    data: AnyPath,
    folder: AnyPath,
    *,
    settings: TrainingSettings = TrainingSettings(),
    work: Work = Work(),
) -> EstimatorConfiguration:
    """Train IMPARA's quality estimator on supervision data of :func:`build_supervision`.

    A run that was broken off goes on from its last checkpoint to the very weights that it would have had. The folder
    is complete when it has a ``config.json``. Raise DocumentError if the data can't be used, the folder can't be
    written or holds another run's estimator or checkpoint.
    """
    from markscheme.inference.estimator_training import train

    return train(Path(data), Path(folder), settings, work.progress)
