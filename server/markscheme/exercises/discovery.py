"""Exercises on disk: which document is a source, a hypothesis or a reference.

Roles are found in this order: ``markscheme.toml`` in the folder or above it; file
names (``STEM.src.*``, ``STEM.hyp[.NAME].*`` and ``STEM.ref[.NAME].*``, and JFLEG's ``STEM.src``, ``STEM.ref0``), with
the settings of the configuration that governs them; a self-contained file is a source with one reference an annotator
or author (:func:`self_contained_exercise`): an M2 file, or a Word document in a folder without configured exercises.

A table is one exercise, or one a name where its patterns hold ``{name}``. Where its source or its references hold
``{student}``, each student has an essay: the table is one assignment with an exercise a student.
"""

import os
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import attrs

from markscheme.documents.files import TextSource, read_text, shown_path
from markscheme.documents.folders import CONFIGURATION, HIDDEN, companion
from markscheme.documents.formats import FORMATS, TOGETHER
from markscheme.errors import (
    DocumentError,
    NoCorrection,
    NoHypothesis,
    NoReference,
    NoRevision,
    NotHandedIn,
    NothingToMark,
)
from markscheme.exercises.configuration import (
    Configuration,
    ExerciseTable,
    OnProblem,
    Pattern,
    check_configuration,
    files_in,
    governed_folders,
    governing_configuration,
    read_configuration,
)
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.file_names import People, Role, is_nobodys
from markscheme.exercises.own_files import LinePlace
from markscheme.exercises.patterns import (
    NAME,
    STUDENT,
    TEACHER,
    FolderFiles,
    Match,
    TooMuchToMatch,
    filled,
    has_file,
    holds,
    matches,
    may_match,
    may_take_part,
    participation_fault,
    value_in,
    values_in,
)
from markscheme.wording import THE_TEACHER


@attrs.frozen
class _Members:
    """Finds the documents of an exercise of a table, in the folder of its configuration.

    ``labels`` stand for ``{student}`` in the names of one student's files; ``None`` for every student's.
    """

    table: ExerciseTable
    configuration: Configuration
    on_disk: FolderFiles
    labels: Sequence[str] | None = None

    @property
    def folder(self) -> Path:
        return self.on_disk.folder

    @property
    def people(self) -> People:
        return self.configuration.people

    def files(self, pattern: Pattern) -> tuple[Match, ...]:
        if self.labels is None or not holds(pattern.text, STUDENT):
            return matches(self.folder, pattern.text, self.table.exclude, self.on_disk)
        return tuple(
            attrs.evolve(match, student=label)
            for label in self.labels
            for match in matches(self.folder, filled(pattern.text, STUDENT, label), self.table.exclude, self.on_disk)
        )

    def hypotheses(self, patterns: Iterable[Pattern], taken: Iterable[Path]) -> tuple[Participant, ...]:
        return self._participants(self._matches(patterns, taken), lambda match: match.student)

    def references(self, patterns: Iterable[Pattern], taken: Iterable[Path]) -> tuple[Participant, ...]:
        """Return the references; a glob takes none of the files that have a role already.

        An annotator's file that stands for the source too, because it carries it, remains a reference.
        """
        roles = [path for path in taken if not FORMATS.is_annotators_work(path)]
        return self._participants(self._matches(patterns, roles), _teacher)

    def _matches(self, patterns: Iterable[Pattern], taken: Iterable[Path]) -> list[Match]:
        roles = frozenset(taken)
        every = (match for pattern in patterns for match in self.files(pattern))
        free = (match for match in every if match.by_name or match.author is not None or match.path not in roles)
        unique: dict[tuple[Path, str | None], Match] = {}
        for match in free:
            unique.setdefault((match.path, match.author), match)
        return list(unique.values())

    def _participants(self, files: Sequence[Match], label_of: Callable[[Match], str | None]) -> tuple[Participant, ...]:
        labels = [label_of(match) for match in files]
        short = [self.people.name(label or _own_name(match)) for match, label in zip(files, labels, strict=True)]
        names = [
            (name, *(self._longer_names(match) if label is None else self._versions(match, name)))
            for match, label, name in zip(files, labels, short, strict=True)
        ]
        one, two = (Counter(item[length] for item in names) for length in (0, 1))
        chosen = [first if one[first] == 1 else second if two[second] == 1 else third for first, second, third in names]
        return tuple(
            Participant(name, match.path, match.author, name if label is None else person, self._numbered(match))
            for name, match, label, person in zip(chosen, files, labels, short, strict=True)
        )

    def _numbered(self, match: Match) -> tuple[tuple[str, str], ...]:
        if match.author is not None:
            return ()
        return self.people.numbered([match.path.stem, match.path.name])

    def _longer_names(self, match: Match) -> tuple[str, str]:
        author = f"#{match.author}" if match.author else ""
        path = match.path.relative_to(self.folder)
        return path.with_suffix("").as_posix() + author, path.as_posix() + author

    def _versions(self, match: Match, name: str) -> tuple[str, str]:
        return f"{name} ({match.path.stem})", f"{name} ({match.path.relative_to(self.folder).as_posix()})"


def _own_name(match: Match) -> str:
    return match.path.stem if match.author is None or match.author == TOGETHER else match.author


def _teacher(match: Match) -> str | None:
    """Return ``None`` where neither the pattern nor the student names the reference's teacher, and the file may."""
    if match.teacher is not None or (match.author is not None and match.author != TOGETHER):
        return match.teacher
    return THE_TEACHER if match.student is not None or is_nobodys(match.path.stem) else None


def configuration_problems(path: Path, read: TextSource = read_text) -> tuple[DocumentError, ...]:
    """Return what is wrong with a configuration: its faults, or else every pattern without a file, at its place."""
    faults = check_configuration(read(path), path)
    if faults:
        return faults
    configuration, on_disk = read_configuration(path, read), FolderFiles(path.parent)
    missing: list[DocumentError] = []
    for table in configuration.tables:
        with _placed(table, path):
            missing += _missing(_Members(table, configuration, on_disk))
    return tuple(sorted(missing, key=lambda problem: (problem.line or 0, problem.column or 0)))


def configured_exercises(path: Path, read: TextSource = read_text) -> tuple[Exercise, ...]:
    return listed_exercises(read_configuration(path, read))


def listed_exercises(configuration: Configuration, document: Path | None = None) -> tuple[Exercise, ...]:
    """Return the exercises of a configuration's tables; with a document, at least those in which it takes part."""
    return tuple(exercise for table in configuration.tables for exercise in _from_table(table, configuration, document))


def _from_table(table: ExerciseTable, configuration: Configuration, document: Path | None) -> list[Exercise]:
    with _placed(table, configuration.path):
        return _exercises(_Members(table, configuration, FolderFiles(configuration.path.parent)), document)


@contextmanager
def _placed(table: ExerciseTable, path: Path) -> Iterator[None]:
    """Let a pattern that takes too long say in which table it stands."""
    try:
        yield
    except TooMuchToMatch as fault:
        raise LinePlace(table.line).error(fault.problem, path, fault.remedy) from None


def _exercises(members: _Members, document: Path | None) -> list[Exercise]:
    table, folder = members.table, members.folder
    names = _table_names(members, document)
    if names is None:
        return _assignment(members, table.name or folder.name, document)
    if not names:
        return [attrs.evolve(_shared(members, table.name or NAME), source=None)]
    single = [(attrs.evolve(members, table=_table_of(table, name)), _titled(table.name, name)) for name in names]
    return [item for own, title in single for item in _assignment(own, title, document)]


def _assignment(members: _Members, name: str, document: Path | None) -> list[Exercise]:
    if not members.table.has_own_essays:
        return [_shared(members, name)]
    labels = _student_labels(members, document)
    if not labels:
        return [_shared(attrs.evolve(members, labels=()), name)]
    students: dict[str, list[str]] = {}
    for label in sorted(labels):
        students.setdefault(members.people.name(label), []).append(label)
    return [_own_essay(attrs.evolve(members, labels=students[person]), name, person) for person in sorted(students)]


def _student_labels(members: _Members, document: Path | None) -> set[str]:
    people = members.people

    def spellings(label: str) -> Iterable[str]:
        return (label, *people.labels(people.name(label)))

    sides = members.table.sides
    handed_in = [item.text for item in (*sides["source"], *sides["hypotheses"]) if holds(item.text, STUDENT)]
    patterns = handed_in or [item.text for item in sides["references"] if holds(item.text, STUDENT)]
    return _values(members, STUDENT, patterns, document, spellings)


def _table_names(members: _Members, document: Path | None = None) -> list[str] | None:
    sides = members.table.sides.values()
    named = ([pattern.text for pattern in side if holds(pattern.text, NAME)] for side in sides)
    patterns = next((side for side in named if side), None)
    return sorted(_values(members, NAME, patterns, document)) if patterns is not None else None


def _values(
    members: _Members,
    placeholder: str,
    patterns: Sequence[str],
    document: Path | None,
    spellings: Callable[[str], Iterable[str]] = lambda value: (value,),
) -> set[str]:
    """Return what stands for a placeholder in the names of files; ``spellings`` returns what else means the same.

    With a document, only the values whose exercises may hold it: of thousands, an editor needs these, and often.
    """
    table, folder = members.table, members.folder
    if document is not None and document.is_relative_to(folder):
        path = document.relative_to(folder).as_posix()
        every = [pattern.text for side in table.sides.values() for pattern in side]
        if not any(may_match(pattern, path) for pattern in every if not holds(pattern, placeholder)):
            found = {value for pattern in every if (value := value_in(pattern, placeholder, path)) is not None}
            likely = {other for value in found for other in spellings(value)}
            pairs = ((value, pattern) for value in likely for pattern in patterns)
            return {value for value, pattern in pairs if has_file(folder, pattern, placeholder, value, table.exclude)}
    return {value for pattern in patterns for value in values_in(folder, pattern, placeholder, table.exclude)}


def _titled(title: str | None, name: str) -> str:
    if title is None:
        return name
    return title.replace(NAME, name) if holds(title, NAME) else f"{title}/{name}"


def _table_of(table: ExerciseTable, name: str) -> ExerciseTable:
    def of(pattern: Pattern) -> Pattern:
        return attrs.evolve(pattern, text=filled(pattern.text, NAME, name))

    return attrs.evolve(
        table,
        source=of(table.source) if table.source else None,
        references=tuple(of(pattern) for pattern in table.references),
        hypotheses=tuple(of(pattern) for pattern in table.hypotheses),
    )


def _shared(members: _Members, name: str) -> Exercise:
    table, exercise = members.table, _exercise(members, name)
    gaps = list(_gaps(table, members.on_disk))
    problem: DocumentError | None = None
    if gaps:
        problem = _waiting(exercise, table, gaps) or gaps[0].problem
    elif table.hypotheses and not exercise.hypotheses:
        waiting = _Gap("hypotheses", table.hypotheses[0], 0, members.folder)
        problem = waiting.waiting(NotHandedIn, f"Nobody has handed in {name} yet")
    elif not table.references:
        problem = _no_reference(exercise, table.line)
    return attrs.evolve(exercise, problem=problem)


def _waiting(exercise: Exercise, table: ExerciseTable, gaps: Sequence["_Gap"]) -> DocumentError | None:
    """Return in a teacher's words what an assignment waits for; ``None`` where a name in the table is wrong."""
    if not all(gap.is_open for gap in gaps):
        return None
    first = {gap.side: gap for gap in reversed(gaps)}
    name = exercise.class_folder.name if holds(exercise.name, NAME) else exercise.name
    if table.has_own_essays or ("hypotheses" in first and not exercise.hypotheses):
        return first.get("hypotheses", gaps[0]).waiting(NotHandedIn, f"Nobody has handed in {name} yet")
    if "source" in first:
        return first["source"].waiting(
            DocumentError, f"the text of {name} is not there", "Its students' files are not marked until it is there"
        )
    if "references" in first and not exercise.references:
        words = f"{name} has no teacher's correction yet: its texts"
        if table.source is None:
            return first["references"].waiting(NothingToMark, f"{words} are not marked")
        return first["references"].waiting(NoCorrection, f"{words} can be estimated, not marked")
    return None


def _own_essay(members: _Members, assignment: str, student: str) -> Exercise:
    exercise = attrs.evolve(_exercise(members, f"{assignment}/{student}"), assignment=assignment, student=student)
    return attrs.evolve(exercise, problem=_own_essay_problem(exercise, members))


def _own_essay_problem(exercise: Exercise, members: _Members) -> DocumentError | None:
    """Return what a student has not handed in, or what stands twice; it concerns no other student."""
    table = members.table
    place = next((item.path for item in exercise.hypotheses), exercise.source or members.configuration.path)
    if table.source is not None:
        count = len(members.files(table.source))
        if count == 0:
            return DocumentError(f"{exercise.student}'s own text is not there", path=place)
        if count > 1:
            return DocumentError(f"{exercise.student} has {count} texts here; it is one", path=place)
    if not exercise.hypotheses and (table.hypotheses or table.source is not None):
        return NoRevision(f"{exercise.student} has no revision yet", path=place)
    if not table.references:
        return _no_reference(exercise, table.line)
    if not exercise.references:
        return NoCorrection(f"{exercise.student}'s text has no teacher's correction yet", path=place)
    return None


def _no_reference(exercise: Exercise, line: int) -> NoReference:
    return NoReference(
        f"the exercise {exercise.name!r} has no teacher's correction",
        path=exercise.configuration,
        line=line,
        remedy='Add references = ["teacher-*.txt"]',
    )


def _exercise(members: _Members, name: str) -> Exercise:
    table, configuration = members.table, members.configuration
    source = _source(members)
    sources = {source} if source else set()
    references = members.references(table.references, sources)
    hypotheses = members.hypotheses(table.hypotheses, sources | {item.path for item in references})
    return Exercise(
        name,
        source,
        hypotheses,
        references,
        table.tokenised,
        marking=table.marking,
        configuration=configuration.path,
        groups=configuration.groups,
        comments=configuration.comments,
        scheme=table.scheme,
    )


def _source(members: _Members) -> Path | None:
    if members.table.source is None:
        return None
    files = members.files(members.table.source)
    if members.labels is not None:
        return files[0].path if files else None
    return files[0].path if len(files) == 1 else members.folder / members.table.source.text


def _missing(members: _Members) -> Iterable[DocumentError]:
    names, table = _table_names(members), members.table
    tables = [_table_of(table, name) for name in names] if names else [table]
    first: dict[LinePlace, DocumentError] = {}
    for gap in (gap for single in tables for gap in _gaps(single, members.on_disk)):
        first.setdefault(gap.pattern.place, gap.problem)
    return first.values()


@attrs.frozen
class _Gap:
    """A pattern of a table without its one file; ``count`` files are there."""

    side: str
    pattern: Pattern
    count: int
    folder: Path

    @property
    def is_open(self) -> bool:
        return self.count == 0 and self._fault is None

    @property
    def _fault(self) -> DocumentError | None:
        return participation_fault(self.folder / self.pattern.text)

    @property
    def problem(self) -> DocumentError:
        how = f"{self.count} files are there; it is one" if self.count else "no file is there"
        remedy = "" if self.count else "Correct the name, or add the file"
        fault = self._fault
        return self.waiting(
            NoHypothesis if self.side == "hypotheses" else DocumentError,
            f"{self.side} names {self.pattern.text!r}, and {fault.problem if fault else how}",
            fault.remedy if fault else remedy,
        )

    def waiting(self, kind: type[DocumentError], problem: str, remedy: str = "") -> DocumentError:
        return self.pattern.place.error(problem, self.folder / CONFIGURATION, remedy, kind)


def _gaps(table: ExerciseTable, on_disk: FolderFiles) -> Iterator[_Gap]:
    for side in ("references", "hypotheses", "source"):
        patterns = table.sides[side]
        counts = [len(matches(on_disk.folder, pattern.text, table.exclude, on_disk)) for pattern in patterns]
        for pattern, count in zip(patterns, counts, strict=True):
            is_person = holds(pattern.text, STUDENT) or holds(pattern.text, TEACHER)
            if count == 1 or (count and (side != "source" or is_person)) or (is_person and any(counts)):
                continue
            yield _Gap(side, pattern, count, on_disk.folder)


_NAMED = re.compile(r"(?P<stem>.+?)\.(?P<role>src|hyp|ref)(?P<number>\d*)(?P<rest>(\..+)?)")
_ROLES: dict[str, Role] = {"src": "source", "hyp": "hypothesis", "ref": "reference"}


def named_exercises(folder: Path, configuration: Configuration | None = None) -> list[Exercise]:
    groups: dict[str, dict[Role, list[Participant]]] = {}
    files = files_in(folder, configuration)
    annotated = FORMATS.annotated(files)
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
    if pieces and f".{pieces[-1].lower()}" in FORMATS.suffixes:
        pieces.pop()
    return ".".join(pieces)


def _from_names(stem: str, roles: dict[Role, list[Participant]]) -> Exercise:
    sources = roles.get("source", [])
    hypotheses, references = tuple(roles.get("hypothesis", ())), tuple(roles.get("reference", ()))
    problem: DocumentError | None = None
    if not references:
        example = (*sources, *hypotheses)[0].path
        problem = NoReference(
            f"the exercise {stem!r} has no teacher's correction",
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
    return FORMATS.is_self_contained(path, by_name=by_name) and participation_fault(path) is None


def self_contained_exercise(path: Path, configuration: Configuration | None = None) -> Exercise:
    return _with_settings(Exercise(path.stem, path, (), (Participant(path.stem, path),)), configuration)


def exercises_of(path: Path, read: TextSource = read_text) -> tuple[Exercise, ...]:
    """Return the exercises of a document, perhaps none; DocumentError if the configuration is broken."""
    if not os.path.isdir(path.parent):
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
    force = ["--force"] if os.path.isfile(folder / CONFIGURATION) else []
    command = shlex.join(["markscheme", "init", shown_path(folder), *force])
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
