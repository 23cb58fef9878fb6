"""What several annotators did with one source: agreement, coverage and adjudication."""

from collections.abc import Iterable
from pathlib import Path

import attrs

from markscheme.annotation.adjudication.adjudicated_texts import (
    adjudicated_exercises,
    adjudicated_texts,
    adjudication_of,
)
from markscheme.annotation.adjudication.adjudication import Adjudication
from markscheme.annotation.adjudication.export import adjudicated_files
from markscheme.annotation.adjudication.pooling import pooled_differences
from markscheme.annotation.adjudication.result import Result
from markscheme.annotation.agreement.analysis import Agreement, AgreementSettings, agreement_of
from markscheme.annotation.coverage.coverage import Coverage, coverage_of
from markscheme.annotation.coverage.coverage_work import CoverageWork, covered_exercises
from markscheme.annotation.coverage.covered_pool import joined
from markscheme.annotation.pool import Pool
from markscheme.annotation.pooled_texts import exercises_at, texts_at
from markscheme.annotation.reading import pool_of
from markscheme.api.conversion import Conversion, format_of_target, write_files
from markscheme.api.executors import marking_metrics, models_executor
from markscheme.api.inputs import AnyPath, engine_of
from markscheme.execution.choice import Workers, workers_for
from markscheme.exercises.configuration import MarkingOverrides
from markscheme.exercises.exercise import Exercise
from markscheme.marking.local_engine import Engine
from markscheme.marking.passages.marks import MarkSettings
from markscheme.marking.tasks import TaskSettings
from markscheme.progress import Progress, silent
from markscheme.scoring.models import Models
from markscheme.scoring.settings import EngineSettings
from markscheme.text.errors import DocumentError
from markscheme.text.reading import read_text


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
