"""Copies of a class or a text without what others decided: for a second teacher, or another annotator."""

import re
import shutil
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZipFile, is_zipfile

import attrs

from markscheme.documents.corpus import PLAIN_TEXT, Document
from markscheme.documents.files import (
    ARCHIVE_DAMAGE,
    TextSource,
    encoding_of,
    is_bounded,
    is_file,
    make_folder,
    read_data,
    read_text,
    write_all,
)
from markscheme.documents.formats import annotated_files, format_of
from markscheme.errors import DocumentError
from markscheme.exercises.adjudicated_file import ADJUDICATED_FILE, SentenceKey, skeleton
from markscheme.exercises.configuration import read_configuration
from markscheme.exercises.discovery import exercises_in, no_exercise
from markscheme.exercises.exercise import Exercise, Participant
from markscheme.exercises.material import read_texts, source_of
from markscheme.exercises.patterns import CONFIGURATION

PROPERTIES = ("docProps/core.xml", "docProps/app.xml", "meta.xml")
"""Where Office documents (ISO/IEC 29500) and OpenDocument texts (ISO/IEC 26300) say who wrote them."""
_PEOPLE = re.compile(
    r"(<(dc:creator|cp:lastModifiedBy|meta:initial-creator|Manager|Company|meta:printed-by)(?: [^>]*)?>)[^<]*(</\2>)"
)
_AUTHORS = re.compile(r"""(\bw:(?:author|initials)=)(["'])(.*?)\2""")
_TAG = re.compile(r"<[^>]+>")
SHORTEST_NAME = 3
"""Letters of a part of a name that is looked for by itself."""


def _without_authors(data: bytes, words: Sequence[str], number: str) -> bytes:
    """Return an Office document without people's names in its properties, and with a number for a student's changes."""
    if not is_zipfile(BytesIO(data)):
        return data
    called = {word.casefold() for word in words}
    written = BytesIO()
    try:
        with ZipFile(BytesIO(data)) as archive, ZipFile(written, "w") as copy:
            for item in archive.infolist():
                part = archive.read(item)
                if item.filename.endswith(".xml"):
                    part = _without_names(part, item.filename, called, number)
                copy.writestr(item, part)
    except ARCHIVE_DAMAGE:
        return data
    return written.getvalue()


def _without_names(part: bytes, name: str, called: set[str], number: str) -> bytes:
    text = part.decode("utf-8", "surrogateescape")
    if name in PROPERTIES:
        text = _PEOPLE.sub(r"\1\3", text)

    def of_student(match: re.Match[str]) -> str:
        return f"{match[1]}{match[2]}{escape(number)}{match[2]}" if match[3].casefold() in called else match[0]

    return _AUTHORS.sub(of_student, text).encode("utf-8", "surrogateescape")


def _names_in(data: bytes, path: Path, person: str) -> tuple[str, ...]:
    text = _text(data, path)
    parts = [part for part in person.split() if len(part) >= SHORTEST_NAME and part[0].isupper()]
    return tuple(part for part in parts if re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text))


def _text(data: bytes, path: Path) -> str:
    if not is_zipfile(BytesIO(data)):
        return data.decode(encoding_of(data).name, "replace")
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if name.endswith(".xml") and is_bounded(archive, name)]
            return "\n".join(_TAG.sub(" ", archive.read(name).decode("utf-8", "replace")) for name in names)
    except ARCHIVE_DAMAGE as error:
        raise DocumentError("the file is damaged", path=path) from error


Numbers = Mapping[str, str]
_NO_LETTER_BEFORE, _NO_LETTER_AFTER = r"(?<![^\W_])", r"(?![^\W_])"


@attrs.frozen
class ClassCopy:
    """The files of a copy, by their paths in it, and what a teacher should know before passing it on."""

    files: Mapping[Path, bytes]
    students: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def with_files(self, files: Mapping[Path, bytes]) -> "ClassCopy":
        return attrs.evolve(self, files={**self.files, **files})


def students_of(exercises: Iterable[Exercise]) -> tuple[str, ...]:
    people = {person for exercise in exercises for _, person in _texts(exercise)}
    return tuple(sorted(people, key=lambda name: (name.casefold(), name)))


def _texts(exercise: Exercise) -> Iterator[tuple[Participant, str]]:
    for participant in exercise.hypotheses:
        yield participant, exercise.student or participant.identity


def class_folder_of(exercises: Sequence[Exercise], folder: Path) -> Path:
    """Return the folder of all files of exercises; DocumentError if there is none, or they are of several classes."""
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

    What holds in all exercises of the course is, since it is a rule. Without ``numbers`` the students keep their names.
    Raise DocumentError if a file can't be read, or names stand where they can't be replaced.
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
                data = _without_authors(data, _words_for(exercises, person), numbers[person])
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
    texts = (text for text in annotated_files([path]) if is_file(text))
    return {target.with_suffix(text.suffix): read_data(text) for text in texts}


def _renamed(exercises: Sequence[Exercise], top: Path, students: Collection[str], numbers: Numbers) -> dict[Path, Path]:
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
    words = {person}
    for exercise in exercises:
        words |= {participant.name for participant, identity in _texts(exercise) if identity == person}
        if exercise.configuration is not None:
            words |= {*read_configuration(exercise.configuration).people.labels(person)}
    return sorted(words, key=lambda word: (-len(word), word))


def _replaced(part: str, words: Iterable[str], number: str) -> str:
    for word in words:
        part = re.sub(f"{_NO_LETTER_BEFORE}{re.escape(word)}{_NO_LETTER_AFTER}", number, part)
    return part


def _texts_of_others(exercises: Iterable[Exercise], students: Collection[str]) -> Iterator[Path]:
    by_path: dict[Path, set[str]] = {}
    for exercise in exercises:
        for participant, person in _texts(exercise):
            by_path.setdefault(participant.path, set()).add(person)
    yield from (path for path, people in by_path.items() if people.isdisjoint(students))


def _with_paths(text: str, moved: Mapping[str, str | None]) -> str:
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
    names = _names_in(data, path, person)
    if names:
        words = " and ".join(f"“{name}”" for name in names)
        yield f"the text of {person} ({number} in the copy) has {words} in it: read it before you pass it on"


def write_copy(copy: ClassCopy, folder: Path, check: Callable[[Path], None] = lambda _: None) -> None:
    """Write a copy to a new folder, all or nothing; ``check`` gets the folder before its name, and may raise.

    Raise DocumentError if the folder is there and not empty, or can't be written.
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
    """Raise DocumentError if numbers in the names of files would make other people hand in texts than those chosen."""
    found = set(students_of(exercises_in(folder)))
    if found == set(students):
        return
    path = next((exercise.configuration for exercise in exercises if exercise.configuration), None)
    raise DocumentError(
        "the students' names can't be replaced by numbers in the names of these files; nothing was written",
        path=path,
        remedy='List the texts as hypotheses = ["students/{student}.txt"] in markscheme.toml',
    )


_NO_FILE_NAME = re.compile(r"[^\w.,()' -]+")


def blind_files(exercise: Exercise, annotator: str, read: TextSource) -> Mapping[str, bytes]:
    """Return the files of an exercise's copy by name: its source, and a copy of it to be corrected.

    Where M2 carries the source, the copy is one M2 file of ``S`` lines. Raise DocumentError if the source can't be
    read.
    """
    document = _source(exercise, read)
    stem, name = file_word(exercise.name), file_word(annotator)
    form = format_of(document)
    if form.carries_source:
        sources = form.parallel_texts(document)[0].sources or ()
        return {f"{stem}.ref.{name}.m2": skeleton([SentenceKey(segment.tokens) for segment in sources]).encode()}
    suffix = _suffix(document)
    text = document.text.encode()
    return {f"{stem}.src{suffix}": text, f"{stem}.ref.{name}{suffix}": text}


def received_file(exercise: Exercise, annotator: str, folder: Path, read: TextSource) -> Path | None:
    """Return the file that an annotator filled in, if there is one; DocumentError if its source is another."""
    files = blind_files(exercise, annotator, read)
    *sources, name = files
    path = folder / name
    if not path.exists():
        return None
    for source in sources:
        copied = folder / source
        if copied.exists() and read(copied).split() != files[source].decode().split():
            raise DocumentError(
                "this is not the source of the exercise (any more)",
                path=copied,
                remedy="Correct the other file only, and leave the source as it is",
            )
    return path


def file_word(name: str) -> str:
    """Return a name as a part of a file's name.

    >>> file_word("week-3/Ms Kim")
    'week-3-Ms Kim'
    """
    return _NO_FILE_NAME.sub("-", name).strip(". ") or "second"


def _source(exercise: Exercise, read: TextSource) -> Document:
    document = source_of(exercise, read)
    if document is not None:
        return document
    for participant in (*exercise.references, *exercise.hypotheses):
        texts = read_texts(participant, read)
        if texts.source is not None:
            return texts.source
        for item in texts.corrections:
            if format_of(item).carries_source:
                return item
    raise DocumentError(f"the exercise {exercise.name!r} has no source", path=exercise.folder)


def _suffix(document: Document) -> str:
    """Return the source's suffix, if it is plain text; parallel lines may have none."""
    if document.path is None or document.format != PLAIN_TEXT:
        return ".txt"
    return "" if document.path.suffix == ".src" else document.path.suffix


def adjudicated_path(exercise: Exercise) -> Path:
    """Return the path, there or not, beside the first reference; DocumentError if the exercise has none."""
    if not exercise.references:
        raise exercise.problem or DocumentError("there is no reference text", path=exercise.source)
    return exercise.references[0].path.parent / ADJUDICATED_FILE
