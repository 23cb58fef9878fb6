"""A class folder from submissions: a file a student below ``students/``, and a table in ``markscheme.toml``."""

import glob
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
import tomlkit
from tomlkit.items import Array, Table

from markscheme.documents.files import is_file, read_data, read_text, write_all
from markscheme.documents.formats import read_texts
from markscheme.errors import DocumentError
from markscheme.exercises.configuration import check_configuration, governing_configuration
from markscheme.exercises.init.guess import Reader, guess
from markscheme.exercises.patterns import CONFIGURATION, HIDDEN, KEY_FILE, NAME, ROSTER_FILE, STUDENT, value_in
from markscheme.exercises.people import People
from markscheme.exercises.tables import configured_exercises
from markscheme.reports.gradebooks.grade_tables import Entry, Key, Roster, read_key, read_roster
from markscheme.reports.gradebooks.submissions import ESSAYS, StudentText, Submissions

STUDENTS = "students"
"""The folder of the students' texts, in that of the exercise."""


@attrs.frozen
class Versions:
    """The other texts of an exercise: paths or patterns relative to its folder."""

    source: str | None = None
    references: tuple[str, ...] = ()


@attrs.frozen
class ClassTable:
    """The table of a class: the whole configuration with it, the exercise's name, and whether it names corrections.

    ``old``: the configuration without it, empty where there is none.
    """

    text: str
    old: str
    assignment: str
    has_references: bool


def _class_table(
    path: Path, folder: Path, students: Sequence[str], people: Mapping[str, str], versions: Versions
) -> ClassTable:
    """Return the table whose hypotheses take the students' files: one that is there, or a new one.

    ``path`` is the configuration's; the students' files are relative to its folder. ``people`` has names by labels in
    files, where these are others. Raise DocumentError if the configuration would be broken then, or lose something.
    """
    old = read_text(path) if is_file(path) else ""
    inner = folder.relative_to(path.parent).as_posix() if folder != path.parent else ""
    document = tomlkit.parse(old)
    number = _number(tomllib.loads(old).get("exercise", ()), students)
    before = f"{inner}/" if inner else ""
    if number is None:
        number = _append(document, _free_name(path, old, inner or path.parent.name or "class"))
    exercises: Any = document["exercise"]
    table = exercises[number]
    if versions.source is not None:
        table["source"] = f"{before}{versions.source}"
    if versions.references:
        table["references"] = _array(f"{before}{item}" for item in versions.references)
    if not all(_takes(table.unwrap(), student) for student in students):
        _add_pattern(table, f"{before}{STUDENTS}/{STUDENT}.*")
    _add_people(document, people)
    text = tomlkit.dumps(document)
    _check(path, text, old, number)
    return ClassTable(text, old, str(table.get("name", path.parent.name)), bool(table.get("references")))


def _number(tables: Sequence[Mapping[str, Any]], students: Sequence[str]) -> int | None:
    """Return the index of the table whose hypotheses take most of the students' files; ``None`` if none takes any."""
    counts = [sum(_takes(table, student) for student in students) for table in tables]
    return counts.index(max(counts)) if any(counts) else None


def _takes(table: Mapping[str, Any], student: str) -> bool:
    patterns = (item for item in table.get("hypotheses", ()) if NAME not in item)
    return any(value_in(item, STUDENT, student) is not None for item in patterns)


def _free_name(path: Path, text: str, name: str) -> str:
    taken = {item.assignment for item in configured_exercises(path)} if text else set()
    names = (name, *(f"{name} ({number})" for number in range(2, len(taken) + 3)))
    return next(item for item in names if item not in taken)


def _append(document: tomlkit.TOMLDocument, name: str) -> int:
    exercises: Any = document.get("exercise")
    if exercises is None:
        exercises = tomlkit.aot()
        document.append("exercise", exercises)
    table: Any = tomlkit.inline_table() if isinstance(exercises, Array) else tomlkit.table()
    table["name"] = name
    exercises.append(table)
    return len(exercises) - 1


def _add_pattern(table: Any, pattern: str) -> None:
    if "hypotheses" in table:
        table["hypotheses"].append(pattern)
    else:
        table["hypotheses"] = _array((pattern,))


def _add_people(document: tomlkit.TOMLDocument, people: Mapping[str, str]) -> None:
    listed = document.get("people")
    new = {label: name for label, name in sorted(people.items()) if (listed or {}).get(label) != name}
    if new and not isinstance(listed, Table):
        listed = tomlkit.table()
        document.append("people", listed)
    if isinstance(listed, Table):
        listed.update(new)


def _array(items: Iterable[str]) -> Array:
    array = tomlkit.array()
    array.extend(items)
    return array


def _check(path: Path, text: str, old: str, number: int) -> None:
    """Check that a text is a configuration, and that only one table and the people differ from the old one."""
    for fault in check_configuration(text, path):
        raise DocumentError(
            f"the class can't be added here: {fault.problem}", path=path, remedy="Write its table yourself"
        )
    before, after = tomllib.loads(old), tomllib.loads(text)
    kept = {key: value for key, value in before.items() if key not in ("exercise", "people")}
    others = [table for place, table in enumerate(after["exercise"]) if place != number]
    old_others = [table for place, table in enumerate(before.get("exercise", ())) if place != number]
    if others != old_others or not kept.items() <= after.items():
        raise DocumentError("the class can't be added without a change to other exercises", path=path)


MAX_NAME = 120
"""Bytes of a file's name without its ending."""
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_RESERVED = re.compile(r"(?:CON|PRN|AUX|NUL|COM\d|LPT\d)(?:\..*)?", re.IGNORECASE)
"""What Windows calls devices."""


@attrs.frozen
class ClassSetUp:
    """What an import writes; ``students`` and ``late`` have the names that the exercise has for students."""

    folder: Path
    assignment: str
    students: Mapping[str, Path]
    late: tuple[str, ...]
    files: Mapping[Path, bytes]
    has_references: bool
    configuration: Path


class OtherTexts(DocumentError):
    """Students have other texts in the folder already, which may be replaced."""


def import_class(
    submissions: Submissions,
    folder: Path,
    versions: Versions = Versions(),
    *,
    is_anonymous: bool = False,
    overwrite: bool = False,
    reader: Reader | None = None,
) -> tuple[ClassSetUp, Versions | None]:
    """Write an exercise with a class's submissions; return what was written, and the other texts if they are likely;
    raises as :func:`set_up_class` and :func:`write_class`.
    """
    done = set_up_class(submissions, folder, versions, is_anonymous=is_anonymous, overwrite=overwrite)
    write_class(done)
    likely = None if done.has_references else likely_versions(done, reader)
    if likely is not None:
        done = set_up_class(submissions, folder, likely, is_anonymous=is_anonymous)
        write_class(done)
    return done, likely


def set_up_class(
    submissions: Submissions,
    folder: Path,
    versions: Versions = Versions(),
    *,
    is_anonymous: bool = False,
    overwrite: bool = False,
) -> ClassSetUp:
    """Return the files of an exercise with a class's submissions; nothing is written.

    The ``markscheme.toml`` in the folder or above it gets a table, or an old one what it lacks; everything else in it
    stays. Raise DocumentError if the configuration can't be used, or another text is there and may not be replaced.
    """
    folder = folder.absolute()
    configuration = governing_configuration(folder, read_text)
    top = configuration.path.parent if configuration is not None else folder
    people = configuration.people if configuration is not None else People()
    key = read_key(top)
    if is_anonymous:
        key = key.with_people(text.person for text in submissions.texts)
        submissions = attrs.evolve(
            submissions, texts=tuple(sorted(submissions.texts, key=lambda text: key.numbers[text.person]))
        )
    else:
        _check_names(submissions, read_roster(top), key, top)
    wanted = {text.identifier: key.numbers[text.person] if is_anonymous else text.person for text in submissions.texts}
    labels = file_labels(wanted, people)
    renamed = {label: wanted[identifier] for identifier, label in labels.items() if label != wanted[identifier]}
    names = {identifier: renamed.get(label) or people.name(label) for identifier, label in labels.items()}
    present = _present(folder / STUDENTS)
    submissions = attrs.evolve(
        submissions, texts=tuple(_kept(text, labels[text.identifier], present) for text in submissions.texts)
    )
    placed = {
        text.identifier: folder / STUDENTS / f"{labels[text.identifier]}{text.suffix}" for text in submissions.texts
    }
    files = _new_files(submissions.texts, labels, folder / STUDENTS, present, overwrite=overwrite)
    path = top / CONFIGURATION
    paths = [item.relative_to(top).as_posix() for item in placed.values()]
    table = _class_table(path, folder, paths, renamed, versions)
    if table.text != table.old:
        files[path] = table.text.encode()
    entries = (
        Entry(names[one.identifier], submissions.system.name, table.assignment, one.identifier, file, one.is_late)
        for one, file in zip(submissions.texts, paths, strict=True)
    )
    files[top / ROSTER_FILE] = read_roster(top).with_entries(entries).to_bytes()
    if is_anonymous:
        files[top / KEY_FILE] = key.to_bytes()
    late = tuple(names[text.identifier] for text in submissions.texts if text.is_late)
    students = {names[identifier]: path for identifier, path in placed.items()}
    return ClassSetUp(folder, table.assignment, students, late, files, table.has_references, path)


def _check_names(submissions: Submissions, roster: Roster, key: Key, folder: Path) -> None:
    numbered = {(entry.system, entry.identifier) for entry in roster.entries if entry.student in key.names}
    if any((submissions.system.name, text.identifier) in numbered for text in submissions.texts):
        raise DocumentError(
            "students of this class have numbers in place of names",
            path=folder / KEY_FILE,
            remedy="Import with --anonymous, or into another folder",
        )


def write_class(set_up: ClassSetUp) -> None:
    """Write the files of an import; if that fails, no file and no folder is new. Raise DocumentError if a folder can't
    be written.
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


def without_words(set_up: ClassSetUp) -> tuple[str, ...]:
    """Return the students whose written texts have no words, or can't be read."""
    return tuple(student for student, path in set_up.students.items() if not _has_words(path))


def _has_words(path: Path) -> bool:
    try:
        return any(text.text.strip() for text in read_texts(path, read_text, path.stem).corrections)
    except DocumentError:
        return False


def likely_versions(set_up: ClassSetUp, reader: Reader | None = None) -> Versions | None:
    """Return the other texts of an exercise whose submissions are written; ``None`` where they are not sure."""
    others = [item for item in set_up.folder.iterdir() if item.is_file() and item.suffix.lower() in ESSAYS]
    if not others:
        return None
    try:
        plan = guess(set_up.folder, reader)
    except DocumentError:
        return None
    empty = without_words(set_up)
    full = [path for student, path in set_up.students.items() if student not in empty]
    students = {path.relative_to(set_up.folder).as_posix() for path in full}
    for exercise in plan.exercises:
        rows = {row.path: row for row in exercise.rows}
        if exercise.is_own or plan.questions or not students <= rows.keys():
            continue
        sources = [row.path for row in exercise.rows if row.role == "source"]
        references = tuple(row.path for row in exercise.rows if row.role == "reference" and row.author is None)
        if len(sources) == 1 and references and not students & {*sources, *references}:
            return Versions(glob.escape(sources[0]), tuple(map(glob.escape, references)))
    return None


def file_labels(names: Mapping[str, str], people: People = People()) -> dict[str, str]:
    """Return file names without their endings for people's names; no two are equal on any system.

    ``people`` have file names already; nobody else gets one of these.

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


def _present(folder: Path) -> dict[str, Path]:
    return {path.name.casefold(): path for path in folder.glob("*")} if folder.is_dir() else {}


def _kept(text: StudentText, label: str, present: Mapping[str, Path]) -> StudentText:
    """Return what a student's file is to hold: an earlier text stays where nothing readable was handed in since."""
    earlier = [path for path in present.values() if path.stem.casefold() == label.casefold()]
    if text.data or len(earlier) != 1:
        return text
    return attrs.evolve(text, suffix=earlier[0].suffix, data=read_data(earlier[0]))


def _new_files(
    texts: Iterable[StudentText],
    labels: Mapping[str, str],
    folder: Path,
    present: Mapping[str, Path],
    *,
    overwrite: bool,
) -> dict[Path, bytes]:
    """Return the texts that are not there yet; refuse to replace others, and a second text of a student."""
    files: dict[Path, bytes] = {}
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
        if old is not None and not overwrite and read_data(old):
            raise OtherTexts(
                f"{text.person} has another text here already; nothing was written",
                path=path,
                remedy="Replace the texts with --force, or import into another folder with --into",
            )
        files[path] = text.data
    return files
