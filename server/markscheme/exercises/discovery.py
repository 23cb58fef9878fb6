"""Exercises on disk: which document is a source, a hypothesis or a reference.

Roles are found in this order: ``markscheme.toml`` in the folder or above it (:mod:`markscheme.exercises.tables`); file
names; a self-contained file is a source with one reference an annotator or author
(:mod:`markscheme.exercises.file_names`): an M2 file, or a Word document in a folder without configured exercises.
"""

import shlex
from collections.abc import Iterable
from pathlib import Path

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.exercise import Exercise
from markscheme.exercises.file_names import is_self_contained, named_exercises, self_contained_exercise
from markscheme.exercises.folders import OnProblem, files_in, governed_folders, governing_configuration
from markscheme.exercises.tables import listed_exercises
from markscheme.text.errors import DocumentError
from markscheme.text.reading import TextSource, is_file, is_folder, read_text, shown_path


def exercises_of(path: Path, read: TextSource = read_text) -> tuple[Exercise, ...]:
    """Return the exercises that a document takes part in; none for a document without a role, or one that is excluded.

    Raises
    ------
    DocumentError
        If the configuration that governs the folder is broken.
    """
    if not is_folder(path.parent):
        return ()
    configuration = governing_configuration(path.parent, read)
    if configuration is not None:
        listed = tuple(exercise for exercise in listed_exercises(configuration, path) if exercise.role(path))
        if listed or configuration.excludes(path):
            return listed
    named = tuple(exercise for exercise in named_exercises(path.parent, configuration) if exercise.role(path))
    return (
        (self_contained_exercise(path, configuration),)
        if not named and is_self_contained(path, configuration)
        else named
    )


def no_exercise(folder: Path) -> DocumentError:
    """Return that a folder has no exercise, and how one is set up."""
    command = shlex.join(["markscheme", "init", shown_path(folder), *(["--force"] * is_file(folder / CONFIGURATION))])
    return DocumentError(
        "there is no exercise in this folder",
        path=folder,
        remedy=f"Set it up with {command} or, in the editor, with “Set Up Marking in This Folder”",
    )


def _raise(problem: DocumentError) -> None:
    raise problem


def exercises_in(folder: Path, read: TextSource = read_text, on_problem: OnProblem = _raise) -> tuple[Exercise, ...]:
    """Return every exercise in a folder and below it, by configuration and by file name, in path order.

    Parameters
    ----------
    on_problem
        Called for each folder that can't be read or has a broken configuration; if it raises nothing, the search
        goes on without that folder.

    Raises
    ------
    DocumentError
        What ``on_problem`` raises.
    """
    try:
        governing = governing_configuration(folder, read)
    except DocumentError as problem:
        on_problem(problem)
        return ()
    exercises = _Collected()
    if governing is not None and governing.path.parent != folder:
        listed = listed_exercises(governing)
        exercises.add(exercise for exercise in listed if any(path.is_relative_to(folder) for path in exercise.paths))
    for inside, configuration in governed_folders(folder, governing, read, on_problem):
        if configuration is not None and configuration.path.parent == inside:
            exercises.add(listed_exercises(configuration))
        named = named_exercises(inside, configuration)
        exercises.add([exercise for exercise in named if exercises.taken.isdisjoint(exercise.paths)])
        free = [path for path in files_in(inside, configuration) if path not in exercises.taken]
        exercises.add(
            self_contained_exercise(path, configuration) for path in free if is_self_contained(path, configuration)
        )
    return tuple(exercises.items)


class _Collected:
    """Exercises, and the files that have a part in one."""

    def __init__(self) -> None:
        self.items: list[Exercise] = []
        self.taken: set[Path] = set()

    def add(self, exercises: Iterable[Exercise]) -> None:
        for exercise in exercises:
            self.items.append(exercise)
            self.taken |= exercise.paths
