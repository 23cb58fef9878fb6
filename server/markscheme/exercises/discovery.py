"""Exercises on disk: which document is a source, a hypothesis or a reference.

Roles are found in this order: ``markscheme.toml`` in the folder or above it (:mod:`markscheme.exercises.tables`); file
names (``STEM.src.*``, ``STEM.hyp[.NAME].*`` and ``STEM.ref[.NAME].*``, and JFLEG's ``STEM.src``, ``STEM.ref0``), with
the settings of the configuration that governs them; a self-contained file is a source with one reference an annotator
or author (:func:`self_contained_exercise`): an M2 file, or a Word document in a folder without configured exercises.
"""

import re
import shlex
from collections.abc import Iterable
from pathlib import Path

import attrs

from markscheme.documents import formats
from markscheme.documents.files import TextSource, is_file, is_folder, read_text, shown_path
from markscheme.errors import DocumentError, NoReference
from markscheme.exercises.configuration import (
    Configuration,
    OnProblem,
    files_in,
    governed_folders,
    governing_configuration,
)
from markscheme.exercises.exercise import Exercise, Participant, Role
from markscheme.exercises.patterns import CONFIGURATION, HIDDEN, companion, may_take_part, participation_fault
from markscheme.exercises.people import People
from markscheme.exercises.tables import listed_exercises

_NAMED = re.compile(r"(?P<stem>.+?)\.(?P<role>src|hyp|ref)(?P<number>\d*)(?P<rest>(\..+)?)")
_ROLES: dict[str, Role] = {"src": "source", "hyp": "hypothesis", "ref": "reference"}


def named_exercises(folder: Path, configuration: Configuration | None = None) -> list[Exercise]:
    groups: dict[str, dict[Role, list[Participant]]] = {}
    files = files_in(folder, configuration)
    annotated = formats.annotated_files(files)
    for path in files:
        match = _NAMED.fullmatch(path.name)
        if match is None or path in annotated or not may_take_part(path):
            continue
        role = _ROLES[match["role"]]
        name = match["number"] + _participant_name(match["rest"]) or role
        groups.setdefault(match["stem"], {}).setdefault(role, []).append(Participant(name, path))
    return [_with_settings(_from_names(stem, roles), configuration) for stem, roles in groups.items()]


def _with_settings(exercise: Exercise, configuration: Configuration | None) -> Exercise:
    if configuration is None:
        return exercise
    return attrs.evolve(
        exercise,
        hypotheses=_called(exercise.hypotheses, configuration.people),
        references=_called(exercise.references, configuration.people),
        marking=configuration.marking,
        groups=configuration.groups,
        comments=configuration.comments,
        scheme=configuration.scheme,
    )


def _called(participants: tuple[Participant, ...], people: People) -> tuple[Participant, ...]:
    """A name that two would have stays the file's."""
    names = [people.name(item.name) for item in participants]
    return tuple(
        attrs.evolve(
            item,
            name=name if names.count(name) == 1 else item.name,
            identity=name,
            people=people.numbered([item.name, item.path.stem, item.path.name]),
        )
        for item, name in zip(participants, names, strict=True)
    )


def _participant_name(rest: str) -> str:
    pieces = rest.split(".")[1:]
    if pieces and f".{pieces[-1].lower()}" in formats.document_suffixes():
        pieces.pop()
    return ".".join(pieces)


def _from_names(stem: str, roles: dict[Role, list[Participant]]) -> Exercise:
    sources = roles.get("source", [])
    hypotheses, references = tuple(roles.get("hypothesis", ())), tuple(roles.get("reference", ()))
    problem: DocumentError | None = None
    if not references:
        example = (*sources, *hypotheses)[0].path
        problem = NoReference(
            f"the exercise {stem!r} has no reference",
            path=example,
            remedy=f"Add a teacher's correction as {stem}.ref.NAME{example.suffix}",
        )
    return Exercise(stem, sources[0].path if sources else None, hypotheses, references, None, problem)


def is_self_contained(path: Path, configuration: Configuration | None = None) -> bool:
    """Return whether a file is an exercise by itself.

    In a folder whose configuration lists exercises, the name alone decides, as for M2 files. A Word document
    with tracked changes that fits no pattern there is a student's renamed file, not an exercise.
    """
    if path.name.startswith(HIDDEN) or companion(path) is not None:
        return False
    by_name = configuration is not None and bool(configuration.tables)
    return formats.is_self_contained(path, by_name=by_name) and participation_fault(path) is None


def self_contained_exercise(path: Path, configuration: Configuration | None = None) -> Exercise:
    return _with_settings(Exercise(path.stem, path, (), (Participant(path.stem, path),)), configuration)


def exercises_of(path: Path, read: TextSource = read_text) -> tuple[Exercise, ...]:
    """Return the exercises of a document, perhaps none; DocumentError if the configuration is broken."""
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

    ``on_problem`` is called for each folder that can't be read or has a broken configuration; unless it raises, the
    search goes on without that folder.
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
    def __init__(self) -> None:
        self.items: list[Exercise] = []
        self.taken: set[Path] = set()

    def add(self, exercises: Iterable[Exercise]) -> None:
        for exercise in exercises:
            self.items.append(exercise)
            self.taken |= exercise.paths
