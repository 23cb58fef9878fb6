"""The Python API, and what the command line itself calls."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

import attrs

from markscheme.alignment.parallel import read_parallel
from markscheme.annotation.adjudication.adjudicated_texts import (
    adjudicated_exercises,
    adjudicated_texts,
    adjudication_of,
)
from markscheme.annotation.adjudication.adjudication import Adjudication
from markscheme.annotation.adjudication.pooling import pooled_differences
from markscheme.annotation.adjudication.result import Result, open_choice, result_corpus, result_m2, result_of
from markscheme.annotation.agreement.analysis import Agreement, AgreementSettings, agreement_of
from markscheme.annotation.coverage.coverage import Coverage, coverage_of
from markscheme.annotation.pool import Pool
from markscheme.annotation.pooled_texts import texts_at
from markscheme.annotation.reading import pool_of
from markscheme.conversion.losses import losses
from markscheme.conversion.preparation import prepared
from markscheme.conversion.source_corpus import read_any
from markscheme.estimators.folder import EstimatorConfiguration
from markscheme.estimators.training_settings import SupervisionSettings, TrainingSettings
from markscheme.evaluation.comparison.grouping import grouping_of
from markscheme.evaluation.comparison.spans import MODES
from markscheme.evaluation.comparison.system_comparison import Comparison, compare_systems
from markscheme.evaluation.resampling.significance import ResamplingSettings
from markscheme.exercises.configuration import MarkingOverrides
from markscheme.exercises.decisions.decision_file import read_accepted
from markscheme.exercises.decisions.lookup import Decisions
from markscheme.formats.base import CorpusFormat, DocumentFile
from markscheme.formats.corpus import Corpus
from markscheme.formats.m2.m2_format import M2
from markscheme.formats.parallel import ParallelText, sources_of
from markscheme.formats.records.columns import read_records
from markscheme.formats.registry import corpus_format, format_to_write
from markscheme.judges.errors import JudgeError, Unanswered
from markscheme.judges.inquiry import Inquiry, OpenQuestion, question_places
from markscheme.judges.judge import Judge
from markscheme.judges.panel import ask_now
from markscheme.marking.driver import Driver, run_at_once
from markscheme.marking.local import LocalMarker, NamedJudge
from markscheme.marking.local_engine import Engine
from markscheme.marking.marks import MarkSettings
from markscheme.marking.tasks import TaskSettings
from markscheme.marking.wording.notice_words import other_language_words
from markscheme.marking.work import WorkItem, requested, work_items
from markscheme.metrics.base import Metric, Need
from markscheme.metrics.estimates import EstimateSettings
from markscheme.metrics.question import Question
from markscheme.metrics.registry import metric as find_metric
from markscheme.progress import Progress, silent
from markscheme.reports.report import Report, report_of
from markscheme.scoring.models import Models
from markscheme.scoring.record_texts import Role, record_texts, records_format
from markscheme.scoring.scorer import Run, Scorer
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError
from markscheme.text.reading import is_folder, read_text
from markscheme.text.writing import write_all

AnyPath = str | PathLike[str]


def score(
    hypotheses: Mapping[str, AnyPath],
    references: Sequence[AnyPath] = (),
    source: AnyPath | None = None,
    *,
    metric: Metric[Any] | str = "cleme2",
    accepted: AnyPath | None = None,
    columns: Mapping[str, str] = {},
    engine: Engine | EngineSettings | None = None,
    judge: Judge | None = None,
    per_sentence: bool = True,
    progress: Progress = silent,
    on_notice: Callable[[str], None] | None = None,
) -> tuple[Run, ...]:
    """Score parallel files: one tokenised sentence a line, or M2, told apart by content; or records by their names.

    Of a file of records (CSV, TSV, JSON lines, an Excel workbook), one sentence a record, each of the three takes its
    own part; sentences that are not tokenised are tokenised first.

    Parameters
    ----------
    hypotheses
        Files by name. A file of several people's corrections is one hypothesis each, ``NAME#ANNOTATOR``.
    references
        Files; every annotator of an M2 file, and everybody in a file of records, is a reference. IMPARA needs none.
    source
        The source sentences; not needed where M2 or records carry them.
    metric
        A metric with its settings (:func:`markscheme.metric`), or the name of one with its default settings.
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
    on_notice
        Called if the source is in another language than the engine's, with a sentence that says so. Without it the
        language is not looked at.

    Returns
    -------
    One run for each hypothesis, in order.

    Raises
    ------
    DocumentError
        If a file can't be used, with its name and line.
    JudgeError
        If edits are weighed by a language model, and there is none, or it does not answer.
    RegistryError
        If there is no metric of this name.

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
    models = _engine(engine).models
    read = partial(_parallel, columns=columns, models=models)
    parsed = read("hypothesis", hypotheses.items())
    parsed_references = read("reference", ((Path(path).name, path) for path in references))
    parsed_source = read("source", [("source", source)])[0] if source is not None else None
    alternatives = Decisions(read_accepted(read_text(Path(accepted)), Path(accepted)) if accepted is not None else ())
    run = partial(
        Scorer(models).score,
        parsed,
        parsed_references,
        parsed_source,
        find_metric(metric) if isinstance(metric, str) else metric,
        progress,
        accepted=alternatives,
        judge=judge.settings if judge is not None else None,
        per_sentence=per_sentence,
    )
    try:
        runs = run()
    except Unanswered as missing:
        if judge is None:
            raise
        questions = (OpenQuestion(question, number) for question, number in missing.questions.items())
        _answer(question_places(questions), judge, models, progress)
        runs = run()
    if on_notice is not None:
        _notify_language([*parsed, *parsed_references], parsed_source, models, on_notice)
    return runs


def compare(
    hypotheses: Mapping[str, AnyPath],
    references: Sequence[AnyPath],
    source: AnyPath | None = None,
    *,
    metrics: Sequence[Metric[Any] | str] = ("errant",),
    settings: ResamplingSettings = ResamplingSettings(),
    mode: str = "cs",
    by: str | Sequence[str] = (),
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

    Raises
    ------
    DocumentError
        If a file can't be used, with its name and line.
    RegistryError
        If there is no metric of a name.
    ValueError
        If there is no such mode, or a metric needs a language model.

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
    models = _engine(engine).models
    read = partial(_parallel, columns=columns, models=models)
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
    )
    if on_notice is not None:
        _notify_language([*parsed, *parsed_references], parsed_source, models, on_notice)
    return result


def _notify_language(
    texts: Sequence[ParallelText], source: ParallelText | None, models: Models, on_notice: Callable[[str], None]
) -> None:
    other = models.other_language([" ".join(segment.tokens) for segment in sources_of(texts, source)])
    if other:
        carrier = source or next((text for text in texts if text.sources), None)
        name = f"{carrier.path.name}: " if carrier and carrier.path else ""
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
    progress: Progress = silent,
) -> Report:
    """Mark documents: files of exercises, or folders of them.

    A folder, or a ``markscheme.toml``, stands for every hypothesis in it; a source by itself is marked as
    the hypothesis that changed nothing. Alternatives that a teacher accepted (``accepted.m2`` beside the references)
    count as a reference's. A hypothesis whose exercise has no reference is estimated instead, and stands in the
    report's ``estimated``. A document that can't be marked is a problem in the report and stops no other.

    Parameters
    ----------
    paths
        Files and folders.
    settings
        How documents are marked where their ``markscheme.toml`` says nothing.
    overrides
        How they are marked whatever their ``markscheme.toml`` says.
    estimates
        How corrections without a reference are estimated, and whether they are.
    engine
        An engine to use again, or the settings of a new one.
    judge
        The language model for the weighting ``llm``, or a function that finds it when a document needs it. Without a
        judge nothing is asked, whatever a ``markscheme.toml`` or the environment says. Where there is none, or it does
        not answer everything, the report has a problem that says so, and no document in it is weighted by it.
    with_vectors
        Whether weights, plans and credit are computed where no mark scheme needs them. Verdicts, points and marks are
        the same without them, and no encoder is loaded.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "essay.src.txt").write_text("He go to school.\\n")
    >>> _ = (folder / "essay.hyp.mei.txt").write_text("He goes to school.\\n")
    >>> _ = (folder / "essay.ref.kim.txt").write_text("He goes to school.\\n")
    >>> [document] = review([folder]).documents
    >>> [(finding.category.value, finding.hypothesis) for finding in document.review.findings]
    [('hit-correction', 'goes')]
    """
    own = _engine(engine)
    tasks = TaskSettings(settings or MarkSettings(), estimates, overrides, with_vectors, own.models.language)
    problems: list[DocumentError] = []
    items: list[WorkItem] = []
    for path in paths:
        for exercise, participants in requested(Path(path).absolute(), read_text, problems.append):
            items += work_items(exercise, participants, read_text, tasks)
    policy = NamedJudge(judge, own.models)
    outcomes = run_at_once(Driver(LocalMarker(own.documents, progress), policy, progress).outcomes(items))
    return report_of(outcomes, [*problems, *policy.problems], read_text)


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
    own = _engine(engine)
    tasks = TaskSettings(marking or MarkSettings(), overrides=overrides, language=own.models.language)
    pool = _pool(paths, tasks, own.models, progress)
    return agreement_of(pool, own.models, settings, progress)


def coverage(
    paths: Iterable[AnyPath],
    *,
    marking: MarkSettings | None = None,
    overrides: MarkingOverrides = MarkingOverrides(),
    engine: Engine | EngineSettings | None = None,
    credit: bool = True,
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
    own = _engine(engine)
    tasks = TaskSettings(marking or MarkSettings(), overrides=overrides, language=own.models.language)
    pool = _pool(paths, tasks, own.models, progress)
    return coverage_of(pool, own.models, credit=credit, progress=progress)


def _pool(paths: Iterable[AnyPath], tasks: TaskSettings, models: Models, progress: Progress) -> Pool:
    """Return the pool of the exercises that paths stand for, each exercise once."""
    problems: list[DocumentError] = []
    texts = [item for path in paths for item in texts_at(Path(path).absolute(), read_text, tasks, problems.append)]
    pool = pool_of(list(dict.fromkeys(texts)), models, progress)
    return attrs.evolve(pool, problems=(*problems, *pool.problems))


def _answer(questions: Mapping[Question, str], judge: Judge, models: Models, progress: Progress) -> None:
    if not judge.agree(Inquiry.of(questions, judge.settings)):
        raise JudgeError("nothing was sent to the language model")
    ask_now(questions, judge.settings, judge.key, models, progress)


@attrs.frozen
class PooledAdjudication:
    """An adjudication with the pool of its texts."""

    pool: Pool
    adjudication: Adjudication


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
    source has not got them.

    Parameters
    ----------
    source
        A file that holds sources and corrections; or a document or the folder of an exercise.
    target
        The file to write. For a format with a file for each side, the source's: ``STEM.src`` (parallel
        lines), ``STEM.src.txt`` (essays); the others are written beside it.
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
    form = _format_to_write(into, write_as)
    corpus = read_any(Path(source).absolute(), corpus_format(read_as) if read_as else None, columns)
    return _converted(corpus, form, into, _engine(engine), progress, overwrite=overwrite)


def _format_to_write(into: Path, name: str | None) -> CorpusFormat:
    if is_folder(into):
        raise DocumentError("this is a folder, not a file", path=into, remedy="Name the file to write in it")
    return corpus_format(name) if name else format_to_write(into)


def _converted(
    corpus: Corpus, form: CorpusFormat, into: Path, engine: Engine, progress: Progress, *, overwrite: bool
) -> Conversion:
    """Write a corpus in a format."""
    form.check_texts(corpus)
    lost = tuple(losses(corpus, form))
    if "people" not in form.carries:
        corpus = _first_person(corpus)
    preparation = prepared(corpus, form, engine.models, progress)
    files = form.write_corpus(preparation.corpus, into.name)
    paths = {into.with_name(name): data for name, data in files.items()}
    write_all(paths, overwrite=overwrite)
    later = [item for item in form.further_losses(preparation.corpus) if item not in lost]
    return Conversion(tuple(paths), form.title, (*lost, *later, *preparation.losses))


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
    models = _engine(engine).models
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
        If sentences are open, there are several adjudications, or the file can't be written.
    """
    into, own = Path(target), _engine(engine)
    form = _format_to_write(into, write_as)
    states = adjudications(path, engine=own, progress=progress)
    if len(states) > 1:
        raise DocumentError(
            f"there are {len(states)} adjudications in this folder",
            path=Path(path),
            remedy="Name a document of one of them",
        )
    [state] = states
    choice = open_choice(fill_open, state.adjudication.differences.annotators) if fill_open else None
    result = result_of(state.adjudication, choice)
    if form is M2:
        write_all({into: result_m2(result).encode()}, overwrite=overwrite)
        return Conversion((into,), form.title, ()), result
    corpus = result_corpus(result, state.pool, tokenised=form.tokenised)
    return _converted(corpus, form, into, own, progress, overwrite=overwrite), result


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
    from markscheme.estimators import supervision_corpus

    models = _engine(engine).models
    return supervision_corpus.build_supervision(Path(source), Path(target), Path(output), settings, models, progress)


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


def _first_person(corpus: Corpus) -> Corpus:
    entries = []
    for entry in corpus.entries:
        kept = entry.corrections[:1]
        entries.append(attrs.evolve(entry, hypotheses=kept, references=()))
    return attrs.evolve(corpus, entries=tuple(entries))


def _engine(engine: Engine | EngineSettings | None) -> Engine:
    return engine if isinstance(engine, Engine) else Engine(engine or EngineSettings())


def _parallel(
    role: Role, named: Iterable[tuple[str, AnyPath]], columns: Mapping[str, str], models: Models
) -> list[ParallelText]:
    return [text for name, path in named for text in _texts_of(role, name, Path(path), columns, models)]


def _texts_of(
    role: Role, name: str, path: Path, columns: Mapping[str, str], models: Models
) -> tuple[ParallelText, ...]:
    form = records_format(path)
    if form is None:
        return read_parallel(read_text(path), name, path)
    return record_texts(read_records(form, DocumentFile(path), columns), role, name, path, models)
