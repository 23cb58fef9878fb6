"""A class folder from submissions: a file a student below ``students/``, and a table in ``markscheme.toml``."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
import tomlkit
from tomlkit.items import AoT, Array, Table

from markscheme.exercises.configuration import CONFIGURATION, check_configuration
from markscheme.exercises.folders import governing_configuration
from markscheme.exercises.init.evidence import Reader
from markscheme.exercises.init.guess import guess
from markscheme.exercises.patterns import HIDDEN, NAME, STUDENT, value_in
from markscheme.exercises.people import People
from markscheme.exercises.tables import configured_exercises
from markscheme.gradebooks.roster import KEY_FILE, ROSTER_FILE, Entry, Key, read_key, read_roster
from markscheme.gradebooks.submissions import ESSAYS, StudentText, Submissions
from markscheme.text.errors import DocumentError
from markscheme.text.reading import is_file, read_data, read_text
from markscheme.text.writing import write_all

STUDENTS = "students"
MAX_NAME = 120
"""Bytes of a file's name without its ending."""
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_RESERVED = re.compile(r"(?:CON|PRN|AUX|NUL|COM\d|LPT\d)(?:\..*)?", re.IGNORECASE)
"""What Windows calls devices."""


@attrs.frozen
class ClassSetUp:
    """What an import writes.

    Attributes
    ----------
    folder
        The folder of the exercise.
    assignment
        The name of the exercise.
    students
        The path of each student's text by the name that the exercise has for the student.
    late
        The names of the students whose texts came late.
    files
        The bytes of every file that is new or changes, by its path.
    has_references
        Whether the exercise names teachers' corrections.
    configuration
        The path of the ``markscheme.toml``.
    table
        The new table in it; ``None`` where its tables take the files already.
    """

    folder: Path
    assignment: str
    students: Mapping[str, Path]
    late: tuple[str, ...]
    files: Mapping[Path, bytes]
    has_references: bool
    configuration: Path
    table: "NewTable | None"


@attrs.frozen
class Versions:
    """The other texts of the exercise, as the person names them: paths or patterns relative to its folder."""

    source: str | None = None
    references: tuple[str, ...] = ()


@attrs.frozen
class NewTable:
    """A table that is added to a configuration.

    Attributes
    ----------
    before
        The configuration's text without it.
    inner
        The path from the configuration's folder to the exercise's; empty where they are one.
    people
        People's names, where their files have other ones.
    """

    path: Path
    before: str
    name: str
    inner: str
    people: Mapping[str, str]

    def text(self, versions: Versions) -> str:
        """Return the configuration's text with the table.

        Raises
        ------
        DocumentError
            If it can't be added.
        """
        before = f"{self.inner}/" if self.inner else ""
        source = f"{before}{versions.source}" if versions.source else None
        references = [f"{before}{item}" for item in versions.references]
        hypotheses = f"{before}{STUDENTS}/{STUDENT}.*"
        text = _with_table(self.before, self.name, source, references, hypotheses, self.people)
        _check(self.path, text, self.before)
        return text


def set_up_class(
    submissions: Submissions,
    folder: Path,
    versions: Versions = Versions(),
    *,
    is_anonymous: bool = False,
    overwrite: bool = False,
) -> ClassSetUp:
    """Return the files of an exercise with a class's submissions; nothing is written.

    The ``markscheme.toml`` in the folder or above it gets a table, where its tables don't take the files already;
    everything else in it stays.

    Raises
    ------
    DocumentError
        If a text with another content is there already and may not be replaced, or the configuration can't be used.
    """
    folder = folder.absolute()
    configuration = governing_configuration(folder, read_text)
    top = configuration.path.parent if configuration is not None else folder
    people = configuration.people if configuration is not None else People()
    key = read_key(top).with_people(text.person for text in submissions.texts) if is_anonymous else Key()
    if is_anonymous:
        submissions = attrs.evolve(
            submissions, texts=tuple(sorted(submissions.texts, key=lambda text: key.numbers[text.person]))
        )
    wanted = {text.identifier: key.numbers.get(text.person, text.person) for text in submissions.texts}
    labels = file_labels(wanted, people)
    renamed = {label: wanted[identifier] for identifier, label in labels.items() if label != wanted[identifier]}
    names = {identifier: renamed.get(label) or people.name(label) for identifier, label in labels.items()}
    placed = {
        text.identifier: folder / STUDENTS / f"{labels[text.identifier]}{text.suffix}" for text in submissions.texts
    }
    files = _new_files(submissions.texts, labels, folder / STUDENTS, overwrite=overwrite)
    path = top / CONFIGURATION
    old = read_text(path) if is_file(path) else ""
    paths = [item.relative_to(top).as_posix() for item in placed.values()]
    present = _table_taking(path, old, paths)
    inner = folder.relative_to(top).as_posix() if folder != top else ""
    pattern = f"{inner}/{STUDENTS}/{STUDENT}.*".lstrip("/")
    table = None
    if present is None:
        table = NewTable(path, old, _free_name(path, old, inner or folder.name or "class"), inner, renamed)
        text: str | None = table.text(versions)
    else:
        text = _with_additions(path, old, present, pattern, renamed)
    if text is not None:
        files[path] = text.encode()
    assignment = table.name if table is not None else present.name if present is not None else ""
    has_references = present.has_references if present is not None else bool(versions.references)
    entries = (
        Entry(names[one.identifier], submissions.system.name, assignment, one.identifier, file)
        for one, file in zip(submissions.texts, paths, strict=True)
    )
    files[top / ROSTER_FILE] = read_roster(top).with_entries(entries).to_bytes()
    if is_anonymous:
        files[top / KEY_FILE] = key.to_bytes()
    late = tuple(names[text.identifier] for text in submissions.texts if text.is_late)
    students = {names[identifier]: path for identifier, path in placed.items()}
    return ClassSetUp(folder, assignment, students, late, files, has_references, path, table)


def write_class(set_up: ClassSetUp) -> None:
    """Write the files of an import; if that fails, no file and no folder is new.

    Raises
    ------
    DocumentError
        If a folder can't be written.
    """
    missing = [item for item in (set_up.folder / STUDENTS, *set_up.folder.parents, set_up.folder) if not item.exists()]
    try:
        (set_up.folder / STUDENTS).mkdir(parents=True, exist_ok=True)
        write_all(set_up.files)
    except (OSError, DocumentError) as error:
        for folder in sorted(missing, key=lambda item: -len(item.parts)):
            with suppress(OSError):
                folder.rmdir()
        if isinstance(error, DocumentError):
            raise
        raise DocumentError(f"the folder can't be made ({error.strerror})", path=set_up.folder) from error


def likely_versions(set_up: ClassSetUp, reader: Reader | None = None) -> Versions | None:
    """Return the other texts of an exercise whose submissions are written; ``None`` where they are not sure.

    Parameters
    ----------
    reader
        As :func:`~markscheme.exercises.init.guess.guess` has it.
    """
    others = [item for item in set_up.folder.iterdir() if item.is_file() and item.suffix.lower() in ESSAYS]
    if not others:
        return None
    try:
        plan = guess(set_up.folder, reader)
    except DocumentError:
        return None
    students = {path.relative_to(set_up.folder).as_posix() for path in set_up.students.values()}
    for exercise in plan.exercises:
        rows = {row.path: row for row in exercise.rows}
        if exercise.is_own or plan.questions or not students <= rows.keys():
            continue
        sources = [row.path for row in exercise.rows if row.role == "source"]
        references = tuple(row.path for row in exercise.rows if row.role == "reference" and row.author is None)
        if len(sources) == 1 and references and not students & {*sources, *references}:
            return Versions(sources[0], references)
    return None


def file_labels(names: Mapping[str, str], people: People = People()) -> dict[str, str]:
    """Return file names without their endings for people's names; no two are equal on any system.

    Parameters
    ----------
    people
        Those who have file names already; nobody else gets one of these.

    >>> file_labels({"1": "Mei Lin", "2": "A/B", "3": "mei lin"})
    {'1': 'Mei Lin', '2': 'A_B', '3': 'mei lin (3)'}
    """
    labels: dict[str, str] = {}
    taken: set[str] = set()
    for identifier, name in names.items():
        label = _label(name)
        is_of_another = label != name and people.name(label) not in (label, name)
        if label.casefold() in taken or is_of_another:
            label = f"{label} ({_FORBIDDEN.sub('_', identifier)})"
        taken.add(label.casefold())
        labels[identifier] = label
    return labels


def _label(name: str) -> str:
    """Return a name that every file system takes, and that no pattern leaves out."""
    label = _FORBIDDEN.sub("_", name).strip(" .")
    label = label.encode()[:MAX_NAME].decode("utf-8", "ignore").rstrip(" .")
    if not label or label.startswith(HIDDEN) or _RESERVED.fullmatch(label):
        label = f"_{label}"
    return label


def _new_files(
    texts: Iterable[StudentText], labels: Mapping[str, str], folder: Path, *, overwrite: bool
) -> dict[Path, bytes]:
    """Return the texts that are not there yet; refuse to replace others, and a second text of a student."""
    files: dict[Path, bytes] = {}
    present = {path.name.casefold(): path for path in folder.glob("*")} if folder.is_dir() else {}
    for text in texts:
        path = folder / f"{labels[text.identifier]}{text.suffix}"
        old = present.get(path.name.casefold())
        if old is not None and read_data(old) == text.data:
            continue
        others = [item for item in present.values() if item.stem.casefold() == path.stem.casefold() and item != old]
        if others:
            raise DocumentError(
                f"{text.person} has another text here already, {others[0].name}; nothing was written",
                path=path,
                remedy="Move the old one away",
            )
        if old is not None and not overwrite:
            raise DocumentError(
                f"{text.person} has another text here already; nothing was written",
                path=path,
                remedy="Replace the texts with --force, or import into another folder with --into",
            )
        files[path] = text.data
    return files


@attrs.frozen
class _PresentTable:
    """A table whose hypotheses take students' files: its index, its exercise's name, and whether it takes all."""

    number: int
    name: str
    has_references: bool
    is_complete: bool


def _table_taking(path: Path, text: str, students: Sequence[str]) -> _PresentTable | None:
    """Return the table whose hypotheses take most of the students' files; ``None`` where none takes any."""
    tables = tomllib.loads(text).get("exercise", ())
    counts = [sum(_takes(table, student) for student in students) for table in tables]
    most = max(counts, default=0)
    if not most:
        return None
    table = tables[counts.index(most)]
    name = table.get("name", path.parent.name)
    return _PresentTable(counts.index(most), name, bool(table.get("references")), most == len(students))


def _takes(table: Mapping[str, Any], student: str) -> bool:
    patterns = (item for item in table.get("hypotheses", ()) if NAME not in item)
    return any(value_in(item, STUDENT, student) is not None for item in patterns)


def _with_additions(
    path: Path, old: str, present: _PresentTable, pattern: str, people: Mapping[str, str]
) -> str | None:
    """Return the text with a pattern for files that a table lacks, and with more people; ``None`` if all is there."""
    document = tomlkit.parse(old)
    listed = document.unwrap().get("people", {})
    new = {label: name for label, name in people.items() if listed.get(label) != name}
    if present.is_complete and not new:
        return None
    if not present.is_complete:
        exercises: Any = document["exercise"]
        exercises[present.number]["hypotheses"].append(pattern)
    _add_people(document, new)
    text = tomlkit.dumps(document)
    for fault in check_configuration(text, path):
        raise DocumentError(f"the class can't be added here: {fault.problem}", path=path, remedy="Add it yourself")
    return text


def _free_name(path: Path, text: str, name: str) -> str:
    """Return a name that no exercise of the configuration has."""
    taken = {item.assignment for item in configured_exercises(path)} if text else set()
    names = (name, *(f"{name} ({number})" for number in range(2, len(taken) + 3)))
    return next(item for item in names if item not in taken)


def _with_table(
    old: str, name: str, source: str | None, references: Sequence[str], hypotheses: str, people: Mapping[str, str]
) -> str:
    document = tomlkit.parse(old)
    table = tomlkit.table()
    table.add("name", name)
    if source:
        table.add("source", source)
    if references:
        table.add("references", _array(references))
    else:
        table.add(tomlkit.comment("Add the text that the students corrected, and the teachers' corrections:"))
        table.add(tomlkit.comment('source = "task.txt"'))
        table.add(tomlkit.comment('references = ["correction {teacher}.txt"]'))
    table.add("hypotheses", _array((hypotheses,)))
    exercises = document.get("exercise")
    if isinstance(exercises, AoT):
        exercises.append(table)
    elif isinstance(exercises, Array):
        inline = tomlkit.inline_table()
        inline.update(table.unwrap())
        exercises.append(inline)
    else:
        tables = tomlkit.aot()
        tables.append(table)
        document.append("exercise", tables)
    _add_people(document, people)
    return tomlkit.dumps(document)


def _add_people(document: tomlkit.TOMLDocument, people: Mapping[str, str]) -> None:
    if not people:
        return
    listed = document.get("people")
    if not isinstance(listed, Table):
        listed = tomlkit.table()
        document.append("people", listed)
    for label in sorted(people):
        listed[label] = people[label]


def _array(items: Sequence[str]) -> Array:
    array = tomlkit.array()
    array.extend(items)
    return array


def _check(path: Path, text: str, old: str) -> None:
    """Check that a text is a configuration that says all that the old one said."""
    for fault in check_configuration(text, path):
        raise DocumentError(
            f"the exercise can't be added here: {fault.problem}", path=path, remedy="Write its table yourself"
        )
    before, after = tomllib.loads(old), tomllib.loads(text)
    exercises = before.get("exercise", [])
    kept = {key: value for key, value in before.items() if key not in ("exercise", "people")}
    is_kept = after["exercise"][: len(exercises)] == exercises and kept.items() <= after.items()
    if not is_kept:
        raise DocumentError("the exercise can't be added without a change to others", path=path)
