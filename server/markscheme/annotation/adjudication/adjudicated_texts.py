"""From exercises to adjudications: those that share a file of decisions are adjudicated together."""

from collections.abc import Iterable
from pathlib import Path

import attrs

from markscheme.annotation.adjudication.adjudication import Adjudication
from markscheme.annotation.adjudication.differences import differences_of
from markscheme.annotation.pool import Pool
from markscheme.annotation.pooled_texts import PooledTexts, pooled_texts
from markscheme.exercises.adjudication.adjudicated_file import ADJUDICATED_FILE
from markscheme.exercises.adjudication.adjudicated_folder import adjudicated_path, read_adjudicated
from markscheme.exercises.exercise import Exercise
from markscheme.marking.tasks import TaskSettings
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource


@attrs.frozen
class AdjudicatedTexts:
    """The texts of the exercises that share a file, without hypotheses."""

    path: Path
    texts: tuple[PooledTexts, ...]


def adjudicated_texts(
    exercises: Iterable[Exercise], read: TextSource, settings: TaskSettings = TaskSettings()
) -> tuple[AdjudicatedTexts, ...]:
    """Return the texts of some exercises by the files of their decisions; an exercise without a reference is left out.

    Raises
    ------
    DocumentError
        If an exercise can't be used, or none has a reference.
    """
    groups: dict[Path, list[PooledTexts]] = {}
    for exercise in exercises:
        if exercise.references:
            alone = attrs.evolve(exercise, hypotheses=())
            groups.setdefault(adjudicated_path(exercise), []).append(pooled_texts(alone, read, settings))
    if not groups:
        raise DocumentError("there is no exercise with references here")
    return tuple(AdjudicatedTexts(path, tuple(texts)) for path, texts in groups.items())


def adjudication_of(path: Path, pool: Pool, read: TextSource) -> Adjudication:
    """Return the state of an adjudication.

    Raises
    ------
    DocumentError
        If its file is broken.
    """
    differences = differences_of(pool, {ADJUDICATED_FILE})
    return Adjudication(path, differences, read_adjudicated(path, read).records, pool.problems)
