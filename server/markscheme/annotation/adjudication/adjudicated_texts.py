"""From exercises to adjudications: those that share a file of decisions are adjudicated together."""

from collections.abc import Iterable
from pathlib import Path

import attrs

from markscheme.annotation.adjudication.adjudication import Adjudication
from markscheme.annotation.adjudication.differences import Differences
from markscheme.annotation.pooled_texts import PooledTexts, pooled_texts
from markscheme.exercises.adjudication.adjudicated_file import ADJUDICATED_FILE
from markscheme.exercises.adjudication.adjudicated_folder import adjudicated_path, read_adjudicated
from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.discovery import exercises_in, exercises_of, no_exercise
from markscheme.exercises.exercise import Exercise
from markscheme.marking.tasks import TaskSettings
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource, is_folder


@attrs.frozen
class AdjudicatedTexts:
    """The texts of the exercises that share a file, without hypotheses.

    Attributes
    ----------
    path
        The file of decisions, there or not.
    problems
        Why other exercises can't be used.
    """

    path: Path
    texts: tuple[PooledTexts, ...]
    problems: tuple[DocumentError, ...] = ()


def adjudicated_exercises(place: Path, read: TextSource) -> tuple[Exercise, ...]:
    """Return the exercises of a folder or a document, with those that share a file of decisions with them.

    Raises
    ------
    DocumentError
        If there is none with references, or a configuration is broken.
    """
    if is_folder(place) or place.name == CONFIGURATION:
        folder = place if is_folder(place) else place.parent
        chosen = exercises_in(folder, read)
        if not chosen:
            raise no_exercise(folder)
    elif place.name == ADJUDICATED_FILE:
        near = exercises_in(place.parent, read)
        chosen = tuple(item for item in near if item.references and adjudicated_path(item) == place)
    else:
        chosen = exercises_of(place, read)
    chosen = tuple(item for item in chosen if item.references)
    if not chosen:
        raise DocumentError("there is no exercise with references here", path=place)
    paths = {adjudicated_path(item) for item in chosen}
    everything = dict.fromkeys(item for folder in {one.class_folder for one in chosen} for item in exercises_in(folder))
    shared = [item for item in everything if item.references and adjudicated_path(item) in paths]
    return tuple(shared if set(chosen) <= set(shared) else chosen)


def adjudicated_texts(
    exercises: Iterable[Exercise], read: TextSource, settings: TaskSettings = TaskSettings()
) -> tuple[AdjudicatedTexts, ...]:
    """Return the texts of some exercises by the files of their decisions; an exercise that can't be used is left out.

    Raises
    ------
    DocumentError
        If no exercise can be used.
    """
    groups: dict[Path, list[PooledTexts]] = {}
    problems: list[DocumentError] = []
    for exercise in exercises:
        alone = attrs.evolve(exercise, hypotheses=())
        try:
            groups.setdefault(adjudicated_path(exercise), []).append(pooled_texts(alone, read, settings))
        except DocumentError as problem:
            problems.append(problem)
    groups = {path: texts for path, texts in groups.items() if texts}
    if not groups:
        raise (*problems, DocumentError("there is no exercise with references here"))[0]
    first = next(iter(groups))
    return tuple(
        AdjudicatedTexts(path, tuple(texts), tuple(problems) if path == first else ()) for path, texts in groups.items()
    )


def adjudication_of(
    path: Path, differences: Differences, read: TextSource, problems: Iterable[DocumentError] = ()
) -> Adjudication:
    """Return the state of an adjudication.

    Raises
    ------
    DocumentError
        If its file is broken.
    """
    return Adjudication(path, differences, read_adjudicated(path, read).records, tuple(problems))
