"""Exercises on disk: which document is a source, a hypothesis or a reference.

Roles are found in this order: ``markscheme.toml`` in the folder or above it; file names
(``STEM.src.*``, ``STEM.hyp[.NAME].*``, ``STEM.ref[.NAME].*`` and JFLEG's ``STEM.src``, ``STEM.ref0``);
an M2 file by itself is a source with one reference an annotator.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import attrs

from markscheme.documents.configuration import CONFIGURATION, ExerciseTable, read_configuration
from markscheme.documents.errors import DocumentError
from markscheme.documents.reading import TextSource, read_text

Role = Literal["source", "hypothesis", "reference"]

_NAMED = re.compile(r"(?P<stem>.+?)\.(?P<role>src|hyp|ref)(?P<number>\d*)(?P<rest>(\..+)?)")
_EXTENSIONS = {"txt", "md", "markdown", "text", "m2", "errant"}
_ROLES: dict[str, Role] = {"src": "source", "hyp": "hypothesis", "ref": "reference"}
_M2_SUFFIXES = {".m2", ".errant"}
_SKIPPED_FOLDERS = {".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv"}


@attrs.frozen
class Participant:
    """A document in a role; ``name`` is the student's or teacher's."""

    name: str
    path: Path


@attrs.frozen
class Exercise:
    """One source with its hypotheses and references.

    Attributes
    ----------
    name
        Shown to people.
    source
        The learner's text; ``None`` where M2 files carry it.
    hypotheses, references
        In a fixed order: as the configuration lists them, else by file name.
    tokenised
        Whether the texts are one tokenised sentence a line; ``None``: look at them.
    problem
        Why the exercise can't be marked, if it can't.
    """

    name: str
    source: Path | None
    hypotheses: tuple[Participant, ...]
    references: tuple[Participant, ...]
    tokenised: bool | None = None
    problem: DocumentError | None = attrs.field(default=None, eq=False)

    @property
    def paths(self) -> frozenset[Path]:
        """Every document of the exercise."""
        members = frozenset(item.path for item in (*self.hypotheses, *self.references))
        return members | {self.source} if self.source else members

    def role(self, path: Path) -> Role | None:
        """The document's role here, or ``None`` if it has no part."""
        if path == self.source:
            return "source"
        if any(item.path == path for item in self.hypotheses):
            return "hypothesis"
        return "reference" if any(item.path == path for item in self.references) else None


def exercises_of(path: Path, read: TextSource = read_text) -> tuple[Exercise, ...]:
    """The exercises that a document takes part in; none for a document without a role.

    Raises
    ------
    DocumentError
        If the configuration that governs the folder is broken.
    """
    configuration = _governing_configuration(path.parent)
    if configuration is not None:
        configured = _configured(configuration, read)
        found = tuple(exercise for exercise in configured if exercise.role(path))
        if found:
            return found
    named = tuple(exercise for exercise in _named(path.parent) if exercise.role(path))
    if named or path.suffix not in _M2_SUFFIXES:
        return named
    return (_m2_exercise(path),)


def exercises_in(folder: Path, read: TextSource = read_text) -> tuple[Exercise, ...]:
    """Every exercise in a folder and below it, by configuration and by file name, in path order.

    Raises
    ------
    DocumentError
        If a configuration is broken.
    """
    found: list[Exercise] = []
    governing = _governing_configuration(folder)
    if governing is not None and governing.parent != folder:
        configured = _configured(governing, read)
        found += [exercise for exercise in configured if any(path.is_relative_to(folder) for path in exercise.paths)]
    for inside in _folders(folder):
        if (inside / CONFIGURATION).is_file():
            found += _configured(inside / CONFIGURATION, read)
        taken = {path for exercise in found for path in exercise.paths}
        found += [exercise for exercise in _named(inside) if not exercise.paths & taken]
        taken = {path for exercise in found for path in exercise.paths}
        lone = sorted(path for path in inside.iterdir() if path.suffix in _M2_SUFFIXES and path not in taken)
        found += [_m2_exercise(path) for path in lone]
    return tuple(found)


def _folders(top: Path) -> Iterator[Path]:
    yield top
    for entry in sorted(top.iterdir()):
        if entry.is_dir() and entry.name not in _SKIPPED_FOLDERS and not entry.is_symlink():
            yield from _folders(entry)


def _governing_configuration(folder: Path) -> Path | None:
    for candidate in (folder, *folder.parents):
        if (candidate / CONFIGURATION).is_file():
            return candidate / CONFIGURATION
        if (candidate / ".git").exists():
            return None
    return None


def _configured(path: Path, read: TextSource) -> tuple[Exercise, ...]:
    return tuple(_from_table(table, path) for table in read_configuration(path, read))


def _from_table(table: ExerciseTable, configuration: Path) -> Exercise:
    folder = configuration.parent
    problem: DocumentError | None = None
    sides: dict[str, tuple[Participant, ...]] = {}
    for side, patterns in (("references", table.references), ("hypotheses", table.hypotheses)):
        sides[side] = _participants(folder, patterns)
        missing = [pattern for pattern in patterns if not _matches(folder, pattern)]
        if missing and problem is None:
            problem = DocumentError(
                f"{side} names {missing[0]!r}, and no file is there",
                path=configuration,
                line=table.line,
                remedy="Correct the name, or add the file",
            )
    source = folder / table.source if table.source else None
    if source is not None and not source.is_file() and problem is None:
        problem = DocumentError(
            f"source names {table.source!r}, and no file is there", path=configuration, line=table.line
        )
    return Exercise(table.name, source, sides["hypotheses"], sides["references"], table.tokenised, problem)


def _participants(folder: Path, patterns: Iterable[str]) -> tuple[Participant, ...]:
    paths = dict.fromkeys(path for pattern in patterns for path in _matches(folder, pattern))
    stems = Counter(path.stem for path in paths)
    return tuple(
        Participant(path.stem if stems[path.stem] == 1 else path.relative_to(folder).with_suffix("").as_posix(), path)
        for path in paths
    )


def _matches(folder: Path, pattern: str) -> list[Path]:
    return sorted(path for path in folder.glob(pattern) if path.is_file())


def _named(folder: Path) -> list[Exercise]:
    groups: dict[str, dict[Role, list[Participant]]] = {}
    for path in sorted(entry for entry in folder.iterdir() if entry.is_file()):
        match = _NAMED.fullmatch(path.name)
        if match is None:
            continue
        role = _ROLES[match["role"]]
        name = match["number"] + _participant_name(match["rest"]) or role
        groups.setdefault(match["stem"], {}).setdefault(role, []).append(Participant(name, path))
    return [_from_names(stem, roles) for stem, roles in groups.items()]


def _participant_name(rest: str) -> str:
    pieces = rest.split(".")[1:]
    if pieces and pieces[-1].lower() in _EXTENSIONS:
        pieces.pop()
    return ".".join(pieces)


def _from_names(stem: str, roles: dict[Role, list[Participant]]) -> Exercise:
    sources = roles.get("source", [])
    hypotheses, references = tuple(roles.get("hypothesis", ())), tuple(roles.get("reference", ()))
    own_source = bool(sources) or any(item.path.suffix in _M2_SUFFIXES for item in (*hypotheses, *references))
    problem: DocumentError | None = None
    if not own_source:
        example = (*hypotheses, *references)[0].path
        problem = DocumentError(
            f"the exercise {stem!r} has no source", path=example, remedy=f"Add {stem}.src{example.suffix}"
        )
    elif not references:
        example = (*sources, *hypotheses)[0].path
        problem = DocumentError(
            f"the exercise {stem!r} has no reference",
            path=example,
            remedy=f"Add a teacher's correction as {stem}.ref.NAME{example.suffix}",
        )
    return Exercise(stem, sources[0].path if sources else None, hypotheses, references, None, problem)


def _m2_exercise(path: Path) -> Exercise:
    return Exercise(path.stem, path, (), (Participant(path.stem, path),))
