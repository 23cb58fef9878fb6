"""Exercises on disk: which document is a source, a hypothesis or a reference.

Roles are found in this order: ``markscheme.toml`` in the folder or above it; file names
(``STEM.src.*``, ``STEM.hyp[.NAME].*``, ``STEM.ref[.NAME].*`` and JFLEG's ``STEM.src``, ``STEM.ref0``);
an M2 file or a Word document by itself is a source with one reference an annotator or author.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from os.path import commonpath
from pathlib import Path
from typing import Literal

import attrs

from markscheme.exercises.accepted import ACCEPTED
from markscheme.exercises.configuration import (
    CONFIGURATION,
    Configuration,
    ExerciseTable,
    MarkingOverrides,
    Pattern,
    check_configuration,
    read_configuration,
)
from markscheme.exercises.patterns import (
    NAME,
    Match,
    has_file,
    has_name,
    matches,
    may_match,
    name_in,
    names_in,
    with_name,
)
from markscheme.text.errors import DocumentError, NoReference
from markscheme.text.reading import TextSource, is_file, is_folder, read_text

Role = Literal["source", "hypothesis", "reference"]
OnProblem = Callable[[DocumentError], None]
"""Told of what can't be used; by raising the error it ends the search."""

_NAMED = re.compile(r"(?P<stem>.+?)\.(?P<role>src|hyp|ref)(?P<number>\d*)(?P<rest>(\..+)?)")
_EXTENSIONS = {"txt", "md", "markdown", "text", "m2", "errant", "docx"}
_ROLES: dict[str, Role] = {"src": "source", "hyp": "hypothesis", "ref": "reference"}
_SELF_CONTAINED = {".m2", ".errant", ".docx"}
"""Files that hold a source and corrections of it, and are an exercise by themselves."""
SKIPPED_FOLDERS = {".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv"}


@attrs.frozen
class Participant:
    """A document in a role; ``name`` is the student's or teacher's.

    ``author`` is set where the document is asked for one of several authors' corrections in it.
    """

    name: str
    path: Path
    author: str | None = None


@attrs.frozen
class Exercise:
    """One source with its hypotheses and references.

    Attributes
    ----------
    name
        Shown to people.
    source
        The learner's text; ``None`` where the other files carry it.
    hypotheses, references
        In a fixed order: as the configuration lists them, else by file name.
    tokenised
        Whether the texts are one tokenised sentence a line; ``None``: look at them.
    problem
        Why the exercise can't be marked, if it can't; a :class:`NoReference` where its hypotheses can be estimated.
    marking
        What its configuration says of how it is marked, before any other settings.
    """

    name: str
    source: Path | None
    hypotheses: tuple[Participant, ...]
    references: tuple[Participant, ...]
    tokenised: bool | None = None
    problem: DocumentError | None = attrs.field(default=None, eq=False)
    marking: MarkingOverrides = MarkingOverrides()

    @property
    def paths(self) -> frozenset[Path]:
        """Every document of the exercise."""
        members = frozenset(item.path for item in (*self.hypotheses, *self.references))
        return members | {self.source} if self.source else members

    @property
    def folder(self) -> Path:
        """The folder that holds its source, or else all of its documents, or else what names it."""
        if self.source is not None:
            return self.source.parent
        if self.paths:
            return Path(commonpath([path.parent for path in self.paths]))
        return self.problem.path.parent if self.problem and self.problem.path else Path()

    @property
    def accepted(self) -> Path | None:
        """The file of accepted alternatives, there or not: beside the first reference.

        ``None`` without a reference, and where a file of that name has a role here.
        """
        if not self.references:
            return None
        path = self.references[0].path.with_name(ACCEPTED)
        return path if path not in self.paths else None

    def marked(self, path: Path) -> tuple["Participant | None", ...]:
        """What a document asks to be marked: the corrections in it, or the source (``None``); else nothing."""
        corrections = tuple(item for item in self.hypotheses if item.path == path)
        return corrections or ((None,) if path == self.source else ())

    def role(self, path: Path) -> Role | None:
        """The document's role here, or ``None`` if it has no part."""
        if path == self.source:
            return "source"
        if any(item.path == path for item in self.hypotheses):
            return "hypothesis"
        return "reference" if any(item.path == path for item in self.references) else None


def exercises_of(path: Path, read: TextSource = read_text) -> tuple[Exercise, ...]:
    """The exercises that a document takes part in; none for a document without a role, or one that is excluded.

    Raises
    ------
    DocumentError
        If the configuration that governs the folder is broken.
    """
    if not is_folder(path.parent):
        return ()
    configuration = _governing_configuration(path.parent, read)
    if configuration is not None:
        found = tuple(exercise for exercise in _listed(configuration, path) if exercise.role(path))
        if found or configuration.excludes(path):
            return found
    named = tuple(exercise for exercise in named_exercises(path.parent, configuration) if exercise.role(path))
    return (_self_contained(path),) if not named and _is_self_contained(path) else named


def _refused(problem: DocumentError) -> None:
    raise problem


def exercises_in(folder: Path, read: TextSource = read_text, refuse: OnProblem = _refused) -> tuple[Exercise, ...]:
    """Every exercise in a folder and below it, by configuration and by file name, in path order.

    Parameters
    ----------
    refuse
        Told of each folder that can't be read or whose configuration is broken; if it raises nothing, what is in
        that folder is passed over.

    Raises
    ------
    DocumentError
        What ``refuse`` raises.
    """
    found: list[Exercise] = []
    try:
        governing = _governing_configuration(folder, read)
    except DocumentError as problem:
        refuse(problem)
        return ()
    if governing is not None and governing.path.parent != folder:
        listed = _listed(governing)
        found += [exercise for exercise in listed if any(path.is_relative_to(folder) for path in exercise.paths)]
    for inside, configuration in _governed_folders(folder, governing, read, refuse):
        if configuration is not None and configuration.path.parent == inside:
            found += _listed(configuration)
        taken = {path for exercise in found for path in exercise.paths}
        found += [exercise for exercise in named_exercises(inside, configuration) if not exercise.paths & taken]
        taken = {path for exercise in found for path in exercise.paths}
        lone = (path for path in _files(inside, configuration) if _is_self_contained(path) and path not in taken)
        found += [_self_contained(path) for path in lone]
    return tuple(found)


def _governed_folders(
    top: Path, configuration: Configuration | None, read: TextSource, refuse: OnProblem
) -> Iterator[tuple[Path, Configuration | None]]:
    """A folder and those below it, each with the configuration that governs it."""
    try:
        entries = _entries(top)
    except DocumentError as problem:
        refuse(problem)
        return
    yield top, configuration
    for entry in entries:
        if entry.name in SKIPPED_FOLDERS or entry.is_symlink() or not is_folder(entry):
            continue
        try:
            own = read_configuration(entry / CONFIGURATION, read) if is_file(entry / CONFIGURATION) else None
        except DocumentError as problem:
            refuse(problem)
            continue
        above = None if _begins_repository(entry) else configuration
        yield from _governed_folders(entry, own or above, read, refuse)


def _governing_configuration(folder: Path, read: TextSource) -> Configuration | None:
    for candidate in (folder, *folder.parents):
        if is_file(candidate / CONFIGURATION):
            return read_configuration(candidate / CONFIGURATION, read)
        if _begins_repository(candidate):
            return None
    return None


def _begins_repository(folder: Path) -> bool:
    return is_folder(folder / ".git") or is_file(folder / ".git")


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise DocumentError(f"the folder can't be read ({error.strerror})", path=folder) from error


def _files(folder: Path, configuration: Configuration | None) -> list[Path]:
    """The files of a folder that its configuration does not exclude."""
    files = (entry for entry in _entries(folder) if is_file(entry))
    return [path for path in files if configuration is None or not configuration.excludes(path)]


def configuration_problems(path: Path, read: TextSource = read_text) -> tuple[DocumentError, ...]:
    """What is wrong with a configuration: its faults, or else every pattern without a file, at its own place."""
    faults = check_configuration(read(path), path)
    if faults:
        return faults
    missing = [problem for table in read_configuration(path, read).tables for problem in _missing(table, path.parent)]
    return tuple(sorted(missing, key=lambda problem: (problem.line or 0, problem.column or 0)))


def configured_exercises(path: Path, read: TextSource = read_text) -> tuple[Exercise, ...]:
    """The exercises that a configuration lists.

    Raises
    ------
    DocumentError
        If it is broken.
    """
    return _listed(read_configuration(path, read))


def _listed(configuration: Configuration, document: Path | None = None) -> tuple[Exercise, ...]:
    """The exercises of its tables; at least those in which a document takes part, if one is given."""
    return tuple(
        exercise for table in configuration.tables for exercise in _from_table(table, configuration.path, document)
    )


def _from_table(table: ExerciseTable, configuration: Path, document: Path | None) -> list[Exercise]:
    """The table's exercise, or one a name where its patterns hold ``{name}``."""
    names = _names_with(document, table, configuration.parent)
    if names is None:
        return [_exercise(table, configuration, table.name or configuration.parent.name)]
    if not names:
        return [attrs.evolve(_exercise(table, configuration, table.name or NAME), source=None)]
    return [_exercise(_table_of(table, name), configuration, _titled(table.name, name)) for name in names]


def _table_names(table: ExerciseTable, folder: Path) -> tuple[str, ...] | None:
    """What stands for ``{name}``: as the source's files have it, or else the hypotheses', or the references'."""
    telling = _telling(table)
    if not telling:
        return None
    return tuple(sorted({name for pattern in telling for name in names_in(folder, pattern, table.exclude)}))


def _telling(table: ExerciseTable) -> list[str]:
    """The patterns with ``{name}`` that tell the names."""
    sides = ((table.source,) if table.source else (), table.hypotheses, table.references)
    named = ([pattern.text for pattern in side if has_name(pattern.text)] for side in sides)
    return next((side for side in named if side), [])


def _names_with(document: Path | None, table: ExerciseTable, folder: Path) -> tuple[str, ...] | None:
    """The names whose exercises may hold a document: an editor asks this often, and there may be thousands."""
    telling = _telling(table)
    if document is None or not telling or not document.is_relative_to(folder):
        return _table_names(table, folder)
    path = document.relative_to(folder).as_posix()
    every = [pattern.text for pattern in (table.source, *table.references, *table.hypotheses) if pattern]
    if any(may_match(pattern, path) for pattern in every if not has_name(pattern)):
        return _table_names(table, folder)
    names = {name for pattern in every if has_name(pattern) and (name := name_in(pattern, path)) is not None}
    return tuple(
        name for name in sorted(names) if any(has_file(folder, pattern, name, table.exclude) for pattern in telling)
    )


def _titled(title: str | None, name: str) -> str:
    if title is None:
        return name
    return title.replace(NAME, name) if has_name(title) else f"{title}/{name}"


def _table_of(table: ExerciseTable, name: str) -> ExerciseTable:
    def of(pattern: Pattern) -> Pattern:
        return attrs.evolve(pattern, text=with_name(pattern.text, name))

    return attrs.evolve(
        table,
        source=of(table.source) if table.source else None,
        references=tuple(of(pattern) for pattern in table.references),
        hypotheses=tuple(of(pattern) for pattern in table.hypotheses),
    )


def _exercise(table: ExerciseTable, configuration: Path, name: str) -> Exercise:
    folder = configuration.parent
    source = _source(table, folder)
    named_source = {source} if source else set()
    references = _participants(folder, table.references, table.exclude, named_source)
    taken = named_source | {item.path for item in references}
    hypotheses = _participants(folder, table.hypotheses, table.exclude, taken)
    missing = next(_without_files(table, folder), None)
    problem: DocumentError | None = None
    if missing is not None:
        problem = DocumentError(
            missing.problem, path=configuration, line=table.line, remedy="Correct the name, or add the file"
        )
    elif not table.references:
        told, remedy = f"the exercise {name!r} has no reference", 'Add references = ["teacher-*.txt"]'
        problem = NoReference(told, path=configuration, line=table.line, remedy=remedy)
    return Exercise(name, source, hypotheses, references, table.tokenised, problem, table.marking)


def _source(table: ExerciseTable, folder: Path) -> Path | None:
    if table.source is None:
        return None
    found = matches(folder, table.source.text, table.exclude)
    return found[0].path if len(found) == 1 else folder / table.source.text


def _missing(table: ExerciseTable, folder: Path) -> Iterator[DocumentError]:
    """Each of the table's patterns for which an exercise has no file, told once."""
    names = _table_names(table, folder)
    tables = [_table_of(table, name) for name in names] if names else [table]
    told: set[tuple[int, int]] = set()
    for own in tables:
        for problem in _without_files(own, folder):
            place = (problem.line or 0, problem.column or 0)
            if place not in told:
                told.add(place)
                yield problem


def _without_files(table: ExerciseTable, folder: Path) -> Iterator[DocumentError]:
    sides = (
        ("references", table.references),
        ("hypotheses", table.hypotheses),
        ("source", (table.source,) if table.source else ()),
    )
    for side, patterns in sides:
        for pattern in patterns:
            found = len(matches(folder, pattern.text, table.exclude))
            if found == 1 or (found and side != "source"):
                continue
            how = f"{found} files are there; it is one" if found else "no file is there"
            yield DocumentError(
                f"{side} names {pattern.text!r}, and {how}",
                path=folder / CONFIGURATION,
                line=pattern.line,
                column=pattern.column,
                length=pattern.length,
            )


def _participants(
    folder: Path, patterns: Iterable[Pattern], excluded: tuple[str, ...], taken: set[Path]
) -> tuple[Participant, ...]:
    """The documents that patterns match; a glob takes none that has another role already."""
    found = dict.fromkeys(
        attrs.evolve(match, by_name=True)
        for pattern in patterns
        for match in matches(folder, pattern.text, excluded)
        if match.by_name or match.author is not None or match.path not in taken
    )
    return tuple(
        Participant(name, match.path, match.author) for name, match in zip(_names(folder, found), found, strict=True)
    )


def _names(folder: Path, found: Iterable[Match]) -> list[str]:
    """The shortest names that tell documents apart: author or stem, else with their folder."""
    members = tuple(found)

    def place(match: Match, suffix: str) -> str:
        author = f"#{match.author}" if match.author else ""
        return match.path.relative_to(folder).with_suffix(suffix).as_posix() + author

    short = [match.author or match.path.stem for match in members]
    long = [place(match, "") for match in members]
    whole = [place(match, match.path.suffix) for match in members]
    one, two = Counter(short), Counter(long)
    return [
        first if one[first] == 1 else second if two[second] == 1 else third
        for first, second, third in zip(short, long, whole, strict=True)
    ]


def named_exercises(folder: Path, configuration: Configuration | None = None) -> list[Exercise]:
    """The exercises of a folder's files that are named by convention, complete or not, and not excluded."""
    groups: dict[str, dict[Role, list[Participant]]] = {}
    for path in _files(folder, configuration):
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
    problem: DocumentError | None = None
    if not references:
        example = (*sources, *hypotheses)[0].path
        problem = NoReference(
            f"the exercise {stem!r} has no reference",
            path=example,
            remedy=f"Add a teacher's correction as {stem}.ref.NAME{example.suffix}",
        )
    return Exercise(stem, sources[0].path if sources else None, hypotheses, references, None, problem)


def _is_self_contained(path: Path) -> bool:
    return path.suffix in _SELF_CONTAINED and path.name != ACCEPTED


def _self_contained(path: Path) -> Exercise:
    return Exercise(path.stem, path, (), (Participant(path.stem, path),))
