"""A copy of a class's texts in another folder, with or without students' names, and without what a teacher decided."""

import re
import shutil
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from markscheme.exercises.configuration import CONFIGURATION
from markscheme.exercises.discovery import exercises_in, no_exercise
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.moderation.office_names import names_in, without_authors
from markscheme.formats.registry import annotated_files
from markscheme.text.errors import DocumentError
from markscheme.text.reading import is_file, read_data, read_text
from markscheme.text.writing import make_folder, write_all

Numbers = Mapping[str, str]
"""The numbers of students by their names."""
_NO_LETTER_BEFORE, _NO_LETTER_AFTER = r"(?<![^\W_])", r"(?![^\W_])"


@attrs.frozen
class ClassCopy:
    """The files of a copy, by their paths in it, and what a teacher should know before passing it on."""

    files: Mapping[Path, bytes]
    students: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def with_files(self, files: Mapping[Path, bytes]) -> "ClassCopy":
        """Return the copy with more files."""
        return attrs.evolve(self, files={**self.files, **files})


def students_of(exercises: Iterable[Exercise]) -> tuple[str, ...]:
    """Return the names of the students who have handed in a text, sorted."""
    people = {person for exercise in exercises for _, person in _texts(exercise)}
    return tuple(sorted(people, key=lambda name: (name.casefold(), name)))


def _texts(exercise: Exercise) -> Iterator[tuple[Participant, str]]:
    for participant in exercise.hypotheses:
        yield participant, exercise.student or participant.identity


def class_folder_of(exercises: Sequence[Exercise], folder: Path) -> Path:
    """Return the folder that holds all files of some exercises.

    Raises
    ------
    DocumentError
        If there is none, there are several classes, or a file lies elsewhere.
    """
    tops = {exercise.class_folder for exercise in exercises}
    if not tops:
        raise no_exercise(folder)
    if len(tops) > 1 and any(exercise.configuration is not None for exercise in exercises):
        raise DocumentError(
            f"there are {len(tops)} classes in this folder", path=folder, remedy="Name the folder of one of them"
        )
    top = tops.pop() if len(tops) == 1 else folder
    outside = sorted(path for exercise in exercises for path in exercise.paths if not path.is_relative_to(top))
    if outside:
        raise DocumentError(
            "a text of this class is in another folder", path=outside[0], remedy=f"Move it to {top}, and list it there"
        )
    return top


def class_copy(
    exercises: Sequence[Exercise], top: Path, students: Collection[str], numbers: Numbers | None = None
) -> ClassCopy:
    """Return the copy of the texts of some students; no decision, comment on a text, mark or report is in it.

    What holds in all exercises of the course is, since it is a rule and no verdict on a text.

    Parameters
    ----------
    numbers
        What stands for the students' names; ``None`` to keep the names.

    Raises
    ------
    DocumentError
        If a file can't be read, or names stand where they can't be replaced.
    """
    own = [exercise for exercise in exercises if exercise.student is None or exercise.student in students]
    renamed = _renamed(own, top, students, numbers) if numbers is not None else {}
    notes: list[str] = []
    files: dict[Path, bytes] = {}
    for exercise in own:
        people = {participant.path: person for participant, person in _texts(exercise)}
        for path in sorted(exercise.paths):
            person = people.get(path, exercise.student)
            if path in people and person not in students:
                continue
            data = read_data(path)
            if numbers is not None and person is not None:
                data = without_authors(data, _words_for(exercises, person), numbers[person])
                notes += _name_notes(data, path, person, numbers[person])
            target = renamed.get(path, path.relative_to(top))
            files[target] = data
            files.update(_annotated_texts(path, target))
        course = exercise.course_folder
        for path in course.paths.values() if course is not None else ():
            files |= {Path(path.name): read_data(path)} if is_file(path) else {}
        bank = exercise.comments.bank
        if bank is not None and is_file(bank) and bank.is_relative_to(top):
            files[bank.relative_to(top)] = read_data(bank)
    configuration = top / CONFIGURATION
    if is_file(configuration):
        kept = {path.relative_to(top).as_posix(): new.as_posix() for path, new in renamed.items()}
        left_out = {path.relative_to(top).as_posix(): None for path in _texts_of_others(exercises, students)}
        text = _with_paths(read_text(configuration), {**kept, **left_out})
        if numbers is not None:
            text = _without_people(text, students_of(exercises))
            notes += _names_left(text, students_of(exercises))
        files[Path(CONFIGURATION)] = text.encode()
    return ClassCopy(files, tuple(students), tuple(dict.fromkeys(notes)))


def _annotated_texts(path: Path, target: Path) -> dict[Path, bytes]:
    """Return the text that a file annotates, where it has one, beside the file's path in the copy."""
    texts = (text for text in annotated_files([path]) if is_file(text))
    return {target.with_suffix(text.suffix): read_data(text) for text in texts}


def _renamed(exercises: Sequence[Exercise], top: Path, students: Collection[str], numbers: Numbers) -> dict[Path, Path]:
    """Return the paths in the copy of the files that name a student."""
    renamed: dict[Path, Path] = {}
    for exercise in exercises:
        for participant, person in _texts(exercise):
            if participant.person is not None:
                raise DocumentError(
                    "the students' names are inside this file, and can't be replaced by numbers",
                    path=participant.path,
                    remedy="Prepare the copy without --anonymous",
                )
            if person not in students:
                continue
            paths = [participant.path] if exercise.student is None else exercise.paths
            words = _words_for(exercises, person)
            for path in paths:
                relative = path.relative_to(top)
                renamed[path] = Path(*(_replaced(part, words, numbers[person]) for part in relative.parts))
    return renamed


def _words_for(exercises: Iterable[Exercise], person: str) -> list[str]:
    """Return what stands for a student in the names of files, the longest first."""
    words = {person}
    for exercise in exercises:
        words |= {participant.name for participant, identity in _texts(exercise) if identity == person}
        if exercise.configuration is not None:
            words |= set(_labels(exercise.configuration, person))
    return sorted(words, key=lambda word: (-len(word), word))


def _labels(configuration: Path, person: str) -> tuple[str, ...]:
    from markscheme.exercises.configuration import read_configuration

    return read_configuration(configuration, read_text).people.labels(person)


def _replaced(part: str, words: Iterable[str], number: str) -> str:
    for word in words:
        part = re.sub(f"{_NO_LETTER_BEFORE}{re.escape(word)}{_NO_LETTER_AFTER}", number, part)
    return part


def _texts_of_others(exercises: Iterable[Exercise], students: Collection[str]) -> Iterator[Path]:
    """Yield the files of students who are not chosen, and of nobody who is."""
    by_path: dict[Path, set[str]] = {}
    for exercise in exercises:
        for participant, person in _texts(exercise):
            by_path.setdefault(participant.path, set()).add(person)
    yield from (path for path, people in by_path.items() if people.isdisjoint(students))


def _with_paths(text: str, moved: Mapping[str, str | None]) -> str:
    """Return a configuration that names files by other paths; those without one are taken out of its lists."""
    import tomlkit
    from tomlkit.items import Array

    document = tomlkit.parse(text)
    for table in document.get("exercise", ()):
        for key, value in list(table.items()):
            if isinstance(value, str) and moved.get(value):
                table[key] = moved[value]
            elif isinstance(value, Array):
                for number in reversed(range(len(value))):
                    new = moved.get(str(value[number]), value[number])
                    if new is None:
                        del value[number]
                    elif new != value[number]:
                        value[number] = new
    return tomlkit.dumps(document)


def _without_people(text: str, students: Collection[str]) -> str:
    """Return a configuration that names no student among its people."""
    import tomlkit

    document = tomlkit.parse(text)
    people = document.get("people")
    for label in [label for label, person in (people or {}).items() if str(person).strip() in students]:
        del document["people"][label]
    if people is not None and not people:
        del document["people"]
    return tomlkit.dumps(document)


def _names_left(text: str, students: Iterable[str]) -> Iterator[str]:
    for person in students:
        if re.search(f"{_NO_LETTER_BEFORE}{re.escape(person)}{_NO_LETTER_AFTER}", text):
            yield f"{CONFIGURATION} of the copy still names {person}: look at it before you pass it on"


def _name_notes(data: bytes, path: Path, person: str, number: str) -> Iterator[str]:
    names = names_in(data, path, person)
    if names:
        words = " and ".join(f"“{name}”" for name in names)
        yield f"the text of {person} ({number} in the copy) has {words} in it: read it before you pass it on"


def write_copy(copy: ClassCopy, folder: Path, check: Callable[[Path], None] = lambda _: None) -> None:
    """Write a copy to a new folder, all or nothing.

    Parameters
    ----------
    check
        Called with the folder before it gets its name; raise to write nothing.

    Raises
    ------
    DocumentError
        If the folder is there and not empty, or can't be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DocumentError("this folder is not empty; nothing was written", path=folder, remedy="Name a new folder")
    partial = folder.with_name(f".{folder.name}.{uuid.uuid4().hex}")
    try:
        for parent in sorted({(partial / path).parent for path in copy.files}):
            make_folder(parent, parents=True)
        write_all({partial / path: data for path, data in copy.files.items()})
        check(partial)
        if folder.exists():
            folder.rmdir()
        partial.rename(folder)
    except OSError as error:
        raise DocumentError(f"the folder can't be written ({error.strerror})", path=folder) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def check_copy(exercises: Sequence[Exercise], students: Collection[str], folder: Path) -> None:
    """Refuse a copy in which other people hand in texts than those that were chosen.

    Raises
    ------
    DocumentError
        If the names of files do not lend themselves to numbers.
    """
    found = set(students_of(exercises_in(folder)))
    if found == set(students):
        return
    path = next((exercise.configuration for exercise in exercises if exercise.configuration), None)
    raise DocumentError(
        "the students' names can't be replaced by numbers in the names of these files; nothing was written",
        path=path,
        remedy='List the texts as hypotheses = ["students/{student}.txt"] in markscheme.toml',
    )
