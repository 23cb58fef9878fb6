"""The exercises whose files are named by convention. They have the settings of the configuration that governs them.

``STEM.src.*``, ``STEM.hyp[.NAME].*`` and ``STEM.ref[.NAME].*``, and JFLEG's ``STEM.src``, ``STEM.ref0``; where no
such file is an exercise, a file that is an exercise by itself.
"""

import re
from pathlib import Path

import attrs

from markscheme.exercises.companions import companion
from markscheme.exercises.configuration import Configuration
from markscheme.exercises.exercise import Exercise, Participant, Role
from markscheme.exercises.folders import files_in
from markscheme.exercises.participation import may_take_part, participation_fault
from markscheme.exercises.patterns import HIDDEN
from markscheme.exercises.people import People
from markscheme.formats import registry
from markscheme.text.errors import DocumentError, NoReference

_NAMED = re.compile(r"(?P<stem>.+?)\.(?P<role>src|hyp|ref)(?P<number>\d*)(?P<rest>(\..+)?)")
_ROLES: dict[str, Role] = {"src": "source", "hyp": "hypothesis", "ref": "reference"}


def named_exercises(folder: Path, configuration: Configuration | None = None) -> list[Exercise]:
    """Return the exercises of a folder's files that are named by convention, complete or not, and not excluded."""
    groups: dict[str, dict[Role, list[Participant]]] = {}
    files = files_in(folder, configuration)
    annotated = registry.annotated_files(files)
    for path in files:
        match = _NAMED.fullmatch(path.name)
        if match is None or path in annotated or not may_take_part(path):
            continue
        role = _ROLES[match["role"]]
        name = match["number"] + _participant_name(match["rest"]) or role
        groups.setdefault(match["stem"], {}).setdefault(role, []).append(Participant(name, path))
    return [_with_settings(_from_names(stem, roles), configuration) for stem, roles in groups.items()]


def _with_settings(exercise: Exercise, configuration: Configuration | None) -> Exercise:
    """Return an exercise with the marking, mark scheme, comments, groups and people of a configuration."""
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
    """Return participants by the names of the people that they are; a name that two would have stays the file's."""
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
    if pieces and f".{pieces[-1].lower()}" in registry.document_suffixes():
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
    return registry.is_self_contained(path, by_name=by_name) and participation_fault(path) is None


def self_contained_exercise(path: Path, configuration: Configuration | None = None) -> Exercise:
    """Return the exercise of a file that is its own source, with a reference for each author."""
    return _with_settings(Exercise(path.stem, path, (), (Participant(path.stem, path),)), configuration)
